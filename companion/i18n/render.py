"""Renders texts of the kernel and the games in one language."""

import logging
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from datetime import date as Date
from functools import cache, lru_cache
from typing import Final

from attrs import field, frozen

from companion import resources
from companion.i18n.catalogs import SOURCE_LOCALE, catalog, negotiate
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Param, Player, Text, messages

T, N = messages("companion")

#: A placeholder: ``{name}`` is a parameter, ``{table.key}`` a number of the rules.
PLACEHOLDER: Final = re.compile(r"\{([A-Za-z_][\w.]*)\}")

#: Regions that use the 12-hour clock in English, from CLDR.
_REGIONS: Final = (
    "001 AE AG AS AU BB BM BS CA CY DM ER FJ FM GD GH GM GU GY HK IN JM KI KN KY LC LR LS MH MO MP MW MY NA NZ PG PH PK PR PW "
    "SB SD SG SL SS SZ TC TO TT UM US VC VG VI VU WS"
)
TWELVE_HOURS: Final = frozenset(_REGIONS.split())

_JUST_NOW: Final = timedelta(minutes=1)
_log = logging.getLogger(__name__)


def _available(locale: str) -> str:
    # attrs wants a plain function as converter
    return _best(locale)


@cache
def _best(locale: str) -> str:
    """Return an available locale; a log written by hand may name any language."""
    return locale if locale in resources.locales() else negotiate((locale,))


@frozen
class Renderer:
    """Renders texts and values in one language, with the names of one table.

    :param locale: one of ``resources.locales()``; any other is replaced by the best match.
    :param names: the players' names, seat by seat.
    """

    locale: str = field(default=SOURCE_LOCALE, converter=_available)
    names: tuple[str, ...] = ()

    def text(self, text: Text) -> str:
        """Return a text in this language, or in English if there is no usable translation.

        Never raises: a mistake in a message is logged once.
        """
        return _rendered(self, text)

    def _render(self, text: Text) -> str:
        params = dict(text.params)
        counted = params.get("n")
        n = counted if isinstance(counted, int) else 1
        source = text.message if text.plural is None or n == 1 else text.plural
        for template in dict.fromkeys((self._translated(text, n), source)):
            try:
                written = _typeset(template) if template == source else template
                return PLACEHOLDER.sub(lambda match: self._fill(match[1], params, text.domain), written)
            except resources.MissingNumber as missing:
                _log_once("%s", str(missing))
            except Exception as mistake:  # a mistake in one sentence must not stop a game
                _log_once(
                    "A message cannot be rendered (%s, %s): %r: %s", self.locale, text.domain, template, repr(mistake)
                )
        return source

    def explain(self, explanation: Explanation) -> str:
        """Return the text of an explanation."""
        return self.text(explanation.text)

    def show(self, value: Param) -> str:
        """Return a parameter or a fact as it reads in a sentence.

        :raises TypeError: if the value is of no such type.
        """
        match value:
            case str():
                return value
            case int() | float():
                return self.number(value)
            case Player(seat):
                return self.name(seat)
            case Listing(items):
                return self.list(map(self.show, items))
            case Text():
                return self.text(value)
        raise TypeError(value)

    def name(self, seat: int) -> str:
        """Return the name of the player on a seat, or "Player 1" if it has none."""
        name = self.names[seat].strip() if 0 <= seat < len(self.names) else ""
        return name or self.text(T("Player {number}", number=seat + 1))

    def number(self, number: float) -> str:
        """Return a number with the language's separators and a true minus sign."""
        return _decimal(self.locale, number)

    def signed(self, number: float) -> str:
        """Return a number with its sign: ``+3``, ``−2``, ``0``."""
        return f"+{self.number(number)}" if number > 0 else self.number(number)

    def day(self, when: Date) -> str:
        """Return a date with its weekday."""
        from babel.dates import format_date

        return format_date(when, format="full", locale=self.locale)

    def date(self, when: datetime) -> str:
        """Return a date, in the time zone of this machine."""
        from babel.dates import format_date

        return format_date(when.astimezone(), format="long", locale=self.locale)

    def month(self, when: Date) -> str:
        """Return a month with its year."""
        from babel.dates import format_skeleton

        return format_skeleton("yMMMM", when, locale=self.locale)

    def weekdays(self) -> tuple[str, ...]:
        """Return the short names of the weekdays, Monday first."""
        from babel.dates import get_day_names

        names = get_day_names("abbreviated", context="stand-alone", locale=self.locale)
        return tuple(names[day].rstrip(".") for day in range(7))

    def time(self, when: datetime, region: str = "") -> str:
        """Return hours and minutes, in the time zone of this machine.

        :param region: region of the device; decides between the 12-hour and the 24-hour clock in English.
        """
        from babel.dates import format_time, get_time_format

        local = when.astimezone()
        halves = "a" in get_time_format("short", locale=self.locale).pattern
        if halves and region not in TWELVE_HOURS:
            return f"{local:%H:%M}"
        # the narrow no-break space of CLDR's "3:45 PM" is missing in our typefaces
        return format_time(local, format="short", tzinfo=local.tzinfo, locale=self.locale).replace("\u202f", "\u00a0")

    def ago(self, when: datetime, now: datetime | None = None) -> str:
        """Return how long ago a time was.

        :param now: current time, for tests.
        """
        from babel.dates import format_timedelta

        past = when.astimezone() - (now or datetime.now(UTC)).astimezone()
        if -past < _JUST_NOW:  # also if another phone's clock is ahead
            return self.text(T("just now"))
        return format_timedelta(past, add_direction=True, locale=self.locale)

    def list(self, items: Iterable[str]) -> str:
        """Return items joined as the language does it: "a, b and c"."""
        from babel.lists import format_list

        return format_list(list(items), locale=self.locale)

    def _translated(self, text: Text, n: int) -> str:
        found = catalog(self.locale, text.domain)
        if text.plural is None:
            return found.pgettext(text.context, text.message) if text.context else found.gettext(text.message)
        if text.context:
            return found.npgettext(text.context, text.message, text.plural, n)
        return found.ngettext(text.message, text.plural, n)

    def _fill(self, name: str, params: Mapping[str, Param], domain: str) -> str:
        """Return the rendered value of a placeholder."""
        if name in params or "." not in name:
            return self.show(params[name])
        return self.show(resources.number(domain, name))


@lru_cache(maxsize=4096)  # all pages of a table say nearly the same, and after each entry again
def _rendered(renderer: Renderer, text: Text) -> str:
    return renderer._render(text)


@lru_cache(maxsize=1024)  # every render formats the same few numbers
def _decimal(locale: str, number: float) -> str:
    if number in range(100):
        return str(int(number))  # the same in every language; saves loading Babel's data
    from babel.numbers import format_decimal

    return format_decimal(number, locale=locale).replace("-", "−")


@cache
def _log_once(message: str, *args: str) -> None:
    """Log an error once, not at every render."""
    _log.error(message, *args)


def _typeset(source: str) -> str:
    """Return an English source text with typographic quotes and apostrophes.

    >>> _typeset('the "eight", nobody\\'s')
    'the “eight”, nobody’s'
    """
    return re.sub(r'"([^"]*)"', r"“\1”", source).replace("'", "’")

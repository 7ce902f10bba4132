"""Bounds of all input: logs, backups, links, tables, files of BG Stats, cards, settings.

They are checked before anything is built from input. They are far above the needs of any table, and low enough that no
input takes more time or memory than its size justifies. The length of names and sentences is limited by the kernel
(:mod:`companion.kernel.text_limits`).
"""

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final, NoReturn

from companion.kernel.text import Text, messages
from companion.kernel.text_limits import excerpt

T, N = messages("companion")

#: The most bytes of a file, and of a game when it is unpacked from a link.
FILE: Final = 64 * 2**20
GAME: Final = 8 * 2**20

#: The most characters of a line of JSON in a log, and of any other value of JSON; a photograph is the longest one.
LINE: Final = 2**20
VALUE: Final = 16 * 2**20

#: The most entries of a log, plays and names of a file of BG Stats, rows of a table, and cells of a row.
ENTRIES: Final = 50_000
PLAYS: Final = 20_000
NAMES: Final = 10_000
ROWS: Final = 200_000
CELLS: Final = 1_000

#: The most entries that the entries of a log may look back over in total; a replayed entry counts as :data:`REPLAYED`. A
#: game of 500 entries with 100 corrections takes a quarter of this.
LOOKED_BACK: Final = 1_500_000
REPLAYED: Final = 50

#: The most seats of a table that is shown in a list.
SEATS: Final = 100

#: The most items of a list in a setting, and the most characters of a text in one that is no photograph.
ITEMS: Final = 10_000
SETTING: Final = 2**20

#: Most games, names and settings of a device; its own backups can always be read.
KEPT: Final = 500_000

#: The most parts of a game that is passed on.
PARTS: Final = 99

#: The deepest nesting of JSON.
DEPTH: Final = 100

#: The largest whole number in any JSON, and the largest that an entry can mean: a seat, a card, points.
WHOLE: Final = 2**63 - 1
AMOUNT: Final = 1_000_000

#: The most digits of a number that is written in a text, such as a round in a table.
DIGITS: Final = 9

#: The first and the last year; times at the ends of the calendar cannot be converted to other time zones.
YEARS: Final = (1900, 2199)

_NESTING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)

#: A possible surrogate, such as half of an emoji that was cut in two, escaped or literal.
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


class OutOfBounds(ValueError):
    """An input is larger, longer, deeper, earlier or later than Companion accepts.

    :param text: the message with the bound.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


def parsed(text: str | bytes, *, longest: int | None = None) -> Any:
    """Return the value of a JSON text.

    Deeply nested texts crash the browser's Python, so the depth is checked before parsing.

    :param longest: the most characters; ``None`` where the file is bounded already or comes from this device.
    :raises OutOfBounds: if it is too long, nested too deep, or contains a number that is not finite or too large.
    :raises ValueError: if it is not valid JSON.
    """
    decoded = text.decode(json.detect_encoding(text)) if isinstance(text, bytes) else text
    if longest is not None:
        refuse_longer(decoded, longest)
    if decoded.count("[") + decoded.count("{") > DEPTH:
        depth = 0
        for found in _NESTING.finditer(decoded):
            depth += (found[0] in "[{") - (found[0] in "]}")
            if depth > DEPTH:
                raise OutOfBounds(T("This is nested too deep: {n} levels at most.", n=DEPTH))
    value = _DECODER.decode(decoded)
    if ("\\u" in decoded or not decoded.isascii()) and _HALF.search(decoded):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise OutOfBounds(T("This holds half a character, which can neither be stored nor shown.")) from None
    return value


def parsed_or(text: str, default: Any = None) -> Any:
    """Return the value of a JSON text that was stored here; the default if the disk has spoilt it."""
    try:
        return parsed(text)
    except ValueError:
        return default


def refuse_longer(text: str, most: int) -> None:
    """Refuse a text that is too long.

    :raises OutOfBounds: if it is.
    """
    if len(text) > most:
        raise OutOfBounds(T("This is too long: {n} characters, where there can be {most}.", n=len(text), most=most))


def refuse_more(count: int, most: int) -> None:
    """Refuse a list that is too long; see :func:`refuse_longer`."""
    if count > most:
        raise OutOfBounds(T("There are too many: {n}, where there can be {most}.", n=count, most=most))


def refuse_setting(value: Any, *, longest: int = SETTING) -> None:
    """Refuse a value that no setting of Companion has; see :func:`refuse_longer`.

    :param longest: the most characters of a text in it.
    """
    if isinstance(value, str):
        refuse_longer(value, longest)
    elif isinstance(value, list | dict):
        refuse_more(len(value), ITEMS)
        parts: Iterable[Any] = (*value, *value.values()) if isinstance(value, dict) else value
        for part in parts:
            refuse_setting(part, longest=longest)


def whole(text: str) -> int:
    """Return the whole number written in a text.

    :raises ValueError: if it is not a number, or too large.
    """
    if len(text) > DIGITS or not (text.isascii() and text.isdigit()):
        raise ValueError(f"{excerpt(text)!r} is no whole number")
    return int(text)


def moment(text: str) -> datetime:
    """Return a time in ISO 8601; without a zone it is in UTC.

    :raises OutOfBounds: if it is at an end of the calendar.
    :raises ValueError: if it is no time.
    """
    read = within_calendar(datetime.fromisoformat(text))
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def moment_or_none(text: str | None) -> datetime | None:
    """Return a time as :func:`moment`; ``None`` if that is not possible."""
    try:
        return moment(text or "")
    except ValueError:
        return None


def within_calendar(when: datetime) -> datetime:
    """Return the time if it can be converted to any time zone.

    :raises OutOfBounds: if it is at an end of the calendar.
    """
    first, last = YEARS
    if not first <= when.year <= last:
        raise OutOfBounds(
            T(
                "The year {year} cannot be right: it can be {first} to {last}.",
                year=f"{when.year}",
                first=f"{first}",
                last=f"{last}",
            )
        )
    return when


#: Numbers with fewer digits are never too large.
_CLOSE: Final = len(str(WHOLE))


def _whole(digits: str) -> int:
    if len(digits) < _CLOSE:
        return int(digits)
    number = int(digits) if len(digits) <= _CLOSE + 1 else WHOLE + 1
    if abs(number) > WHOLE:
        raise OutOfBounds(T("The number {number} is too large.", number=excerpt(digits)))
    return number


def _fraction(digits: str) -> float:
    number = float(digits)
    if abs(number) > WHOLE:  # also infinity
        raise OutOfBounds(T("The number {number} is too large.", number=excerpt(digits)))
    return number


def _no_number(word: str) -> NoReturn:
    raise OutOfBounds(T("“{word}” is not a number.", word=word))


_DECODER: Final = json.JSONDecoder(parse_int=_whole, parse_float=_fraction, parse_constant=_no_number)

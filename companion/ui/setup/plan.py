"""The plan of a new game: players, starter and house rules as chosen so far, and what is stored of earlier set-ups."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from attrs import evolve, frozen

from companion.kernel.game import Meta
from companion.kernel.players import duplicates, name_key, name_refusal
from companion.kernel.text import Listing, Text, messages
from companion.storage.errors import StorageError
from companion.ui.app.context import PageContext

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")


#: How many remembered players are shown to be tapped.
KNOWN: Final = 8


@frozen
class Plan:
    """The choices for a game that has not started.

    :param names: the text in the field of each seat.
    :param first: the seat that starts.
    :param house: the chosen options and numbers; all others have their defaults.
    """

    names: tuple[str, ...]
    first: int = 0
    house: Mapping[str, str | int] = {}

    def named(self, seat: int, name: str) -> "Plan":
        """Return the plan with another name on a seat; a seat that is gone stays so."""
        if seat >= len(self.names):
            return self
        return evolve(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    def seated(self, name: str) -> int | None:
        """Return the seat of a player."""
        return next((seat for seat, other in enumerate(self.names) if name_key(other) == name_key(name)), None)

    def tapped(self, name: str, most: int) -> "Plan":
        """Return the plan with a player removed, or added on a free seat.

        :param most: the most seats.
        """
        if (seat := self.seated(name)) is not None:
            return self.named(seat, "")
        free = next((seat for seat, taken in enumerate(self.names) if not taken.strip()), None)
        if free is not None:
            return self.named(free, name)
        return self.with_seat(name) if len(self.names) < most else self

    def seating(self, names: Iterable[str], most: int, *, on: bool) -> "Plan":
        """Return the plan with all of some people seated where there is room, or none of them; see :meth:`tapped`."""
        plan = self
        for name in names:
            plan = plan.tapped(name, most) if (plan.seated(name) is None) == on else plan
        return plan

    def with_seat(self, name: str = "") -> "Plan":
        """Return the plan with one more seat."""
        return evolve(self, names=(*self.names, name))

    def without_seat(self, seat: int) -> "Plan":
        """Return the plan without a seat; the starter stays the same player."""
        first = self.first - 1 if seat < self.first else 0 if seat == self.first else self.first
        return evolve(self, names=(*self.names[:seat], *self.names[seat + 1 :]), first=first)

    def moved(self, seat: int, to: int) -> "Plan":
        """Return the plan with a seat moved; the starter stays the same player."""
        if not {seat, to} <= {*range(len(self.names))}:
            return self
        order = [other for other in range(len(self.names)) if other != seat]
        order.insert(to, seat)
        return evolve(self, names=tuple(self.names[each] for each in order), first=order.index(self.first))

    def decided(self, meta: Meta, key: str, value: str | int) -> "Plan":
        """Return the plan with a house rule or number chosen; defaults are not stored."""
        return evolve(self, house=only_differing(meta, {**self.house, key: value}))

    def playing(self, fewest: int) -> tuple[int, ...]:
        """Return the seats that are played: those with a name, and others only up to the minimum.

        :param fewest: the fewest players of the game.
        """
        named = [seat for seat, name in enumerate(self.names) if name.strip()]
        others = [seat for seat, name in enumerate(self.names) if not name.strip()]
        return tuple(sorted((*named, *others[: max(0, fewest - len(named))])))

    def players(self, fewest: int, unnamed: Callable[[int], str]) -> tuple[str, ...]:
        """Return the names of the players; unnamed players are named by their seat."""
        return tuple(self.names[seat].strip() or unnamed(place) for place, seat in enumerate(self.playing(fewest)))

    def starting(self, fewest: int) -> int:
        """Return the starter, as an index among the seats that are played."""
        playing = self.playing(fewest)
        return playing.index(self.first) if self.first in playing else 0


def only_differing(meta: Meta, house: Mapping[str, Any]) -> dict[str, str | int]:
    """Return the choices that differ from the defaults, without numbers whose option is not chosen.

    The name of the table's own game is kept.
    """
    chosen: dict[str, str | int] = {
        rule.key: house[rule.key]
        for rule in meta.choices
        if house.get(rule.key) in [option.id for option in rule.options[1:]]
    }
    for number in meta.house_numbers:
        value = house.get(number.key)
        if type(value) is not int or not meta.is_chosen(number.needs, chosen):
            continue
        if number.low <= value <= number.high and value != number.default:
            chosen[number.key] = value
    if (name := meta.house_name) and (called := meta.house_title(house)):
        chosen[name.key] = called[: name.longest]
    return chosen


@frozen(eq=False, slots=False)
class SettingUp:
    """The state of the set-up form for one page, created per render.

    :param change: replaces the plan, or applies a function to the latest one.
    :param tried: whether the user has tried to start.
    :param fixed: whether the players are settled, and only their names can be corrected.
    :param gone: the seats of players who have left.
    """

    context: PageContext
    meta: Meta
    plan: Plan
    change: Callable[[Plan | Callable[[Plan], Plan]], None]
    tried: bool = False
    fixed: bool = False
    gone: frozenset[int] = frozenset()

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The seats that count."""
        if self.fixed:
            return tuple(seat for seat in range(len(self.plan.names)) if seat not in self.gone)
        return self.plan.playing(self.meta.seats[0])

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The names of the players."""
        if self.fixed:
            return tuple(self.plan.names[seat].strip() for seat in self.playing)
        return self.plan.players(self.meta.seats[0], self.context.renderer().name)

    @property
    def named(self) -> tuple[str, ...]:
        """The names that were entered."""
        return tuple(name.strip() for name in self.plan.names if name.strip())

    def wrong(self, seat: int) -> Text | None:
        """Return the error of a seat's name; a missing name is an error only after a first try."""
        name = self.plan.names[seat].strip()
        why = name_refusal(name) if name or (self.fixed and self.tried) else None
        if why:
            return why.text
        # before that, an empty seat might only get its name
        seats = self.playing if self.tried else [seat for seat in self.playing if self.plan.names[seat].strip()]
        names = self.players if self.tried else self.named
        return T("This name is taken already.") if seat in {seats[place] for place in duplicates(names)} else None

    def counted(self) -> Text:
        """Return the number of players and, if any are named, their names."""
        count = N("{n} player", "{n} players", n=len(self.players))
        if not self.named:
            return count
        return T("{players}: {names}", players=count, names=Listing(tuple(map(self.context.short, self.players))))


# ---------------------------------------------------------------- Stored set-ups


def first_plan(context: PageContext, meta: Meta) -> Plan:
    kept = _kept(context, meta)
    # house rules belong to the name of the table's own game, which is one tap away
    house = {} if meta.house_name else dict(_mapping(kept.get("house")))
    if kept.get("language") != context.locale:  # nothing was chosen in this language yet
        house = house | language_defaults(context, meta)
    # the minimum of empty seats: earlier players are one tap away, and nobody is added unasked
    return Plan(("",) * meta.seats[0], house=only_differing(meta, house))


def language_defaults(context: PageContext, meta: Meta) -> dict[str, str | int]:
    """Return the defaults of the page's language, such as the letters of an edition."""
    house = {rule.key: rule.spoken[context.locale] for rule in meta.choices if context.locale in rule.spoken}
    return only_differing(meta, house)


def remember_setup(context: PageContext, meta: Meta, plan: Plan) -> None:
    try:
        house = only_differing(meta, plan.house)
        saved: dict[str, Any] = {"house": house, "language": context.locale}
        if meta.house_name:
            called = {name: house} if (name := meta.house_title(house)) else {}
            others = {
                other: kept for other, kept in named_setups(context, meta).items() if name_key(other) != name_key(name)
            }
            saved["called"] = dict([*called.items(), *others.items()][:KNOWN])
        context.access.remember(_setting(meta), saved)
    except StorageError:
        log.warning("the setup cannot be remembered", exc_info=True)


def named_setups(context: PageContext, meta: Meta) -> Mapping[str, Mapping[str, Any]]:
    """Return how games of a name were set up, the latest first."""
    return {name: _mapping(house) for name, house in _mapping(_kept(context, meta).get("called")).items()}


def _kept(context: PageContext, meta: Meta) -> Mapping[str, Any]:
    """Return the stored set-up of the last game."""
    try:
        return _mapping(context.access.remembered(_setting(meta)))
    except StorageError:
        log.warning("the last setup cannot be read", exc_info=True)
        return {}


def _mapping(saved: Any) -> Mapping[str, Any]:
    return saved if isinstance(saved, dict) else {}


def _setting(meta: Meta) -> str:
    return f"setup.{meta.id}"


def known_players(context: PageContext) -> tuple[str, ...]:
    """Return the players who can be seated by a tap, who played last first."""
    try:
        return context.access.players()[:KNOWN]
    except StorageError:
        log.warning("the players cannot be read", exc_info=True)
        return ()

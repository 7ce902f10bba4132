"""The plan of a new game: players, starter and house rules, as chosen so far, and what is remembered of earlier set-ups."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from attrs import evolve, frozen

from companion.kernel.game import Meta
from companion.kernel.players import alike, doubles, name_refusal
from companion.kernel.text import Listing, Text, messages
from companion.storage.errors import StorageError
from companion.ui.app.context import PageContext

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")


#: How many remembered players are shown to be tapped.
KNOWN: Final = 8


# ---------------------------------------------------------------- What is decided


@frozen
class Plan:
    """What has been decided about a game that has not begun.

    :param names: what stands in the field of each seat.
    :param first: the seat that starts.
    :param house: the options and numbers chosen; all others are as in the rules.
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
        """Return where somebody sits."""
        return next((seat for seat, other in enumerate(self.names) if alike(other) == alike(name)), None)

    def tapped(self, name: str, most: int) -> "Plan":
        """Return the plan with somebody unseated, or seated where there is room.

        :param most: how many seats there may be.
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
        """Return the plan without a seat; whoever starts still does."""
        first = self.first - 1 if seat < self.first else 0 if seat == self.first else self.first
        return evolve(self, names=(*self.names[:seat], *self.names[seat + 1 :]), first=first)

    def moved(self, seat: int, to: int) -> "Plan":
        """Return the plan with a seat moved to another place, and all between them one place on; whoever starts still does."""
        if not {seat, to} <= {*range(len(self.names))}:
            return self
        order = [other for other in range(len(self.names)) if other != seat]
        order.insert(to, seat)
        return evolve(self, names=tuple(self.names[each] for each in order), first=order.index(self.first))

    def decided(self, meta: Meta, key: str, value: str | int) -> "Plan":
        """Return the plan with a house rule or number decided; what is as in the rules is not written down."""
        return evolve(self, house=only_differing(meta, {**self.house, key: value}))

    def playing(self, fewest: int) -> tuple[int, ...]:
        """Return the seats that count: those with a name, and others only as far as the game needs them.

        :param fewest: how many players the game needs.
        """
        named = [seat for seat, name in enumerate(self.names) if name.strip()]
        others = [seat for seat, name in enumerate(self.names) if not name.strip()]
        return tuple(sorted((*named, *others[: max(0, fewest - len(named))])))

    def players(self, fewest: int, unnamed: Callable[[int], str]) -> tuple[str, ...]:
        """Return the names as they will stand on the table; whoever gave none is called by the seat."""
        return tuple(self.names[seat].strip() or unnamed(place) for place, seat in enumerate(self.playing(fewest)))

    def starting(self, fewest: int) -> int:
        """Return who starts, counted among those who play."""
        playing = self.playing(fewest)
        return playing.index(self.first) if self.first in playing else 0


def only_differing(meta: Meta, house: Mapping[str, Any]) -> dict[str, str | int]:
    """Return what differs from the rules, without numbers whose option is not chosen and without what is no choice.

    What the table calls its game is kept.
    """
    chosen: dict[str, str | int] = {
        rule.key: house[rule.key]
        for rule in meta.choices
        if house.get(rule.key) in [option.id for option in rule.options[1:]]
    }
    for number in meta.house_numbers:
        value = house.get(number.key)
        if type(value) is not int or not meta.holds(number.needs, chosen):
            continue
        if number.low <= value <= number.high and value != number.default:
            chosen[number.key] = value
    if (name := meta.house_name) and (called := meta.named(house)):
        chosen[name.key] = called[: name.longest]
    return chosen


@frozen(eq=False, slots=False)
class SettingUp:
    """One page's hands on a plan, made anew for every drawing.

    :param change: decides on another plan, or on what becomes of the latest one.
    :param tried: whether somebody has tried to go on with it.
    :param fixed: whether the players are settled, and only their names can still be mended.
    :param gone: the seats of who has left; nothing is asked about them.
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
        """The names as they will stand on the table."""
        if self.fixed:
            return tuple(self.plan.names[seat].strip() for seat in self.playing)
        return self.plan.players(self.meta.seats[0], self.context.renderer().name)

    @property
    def named(self) -> tuple[str, ...]:
        """The names that somebody has given."""
        return tuple(name.strip() for name in self.plan.names if name.strip())

    def wrong(self, seat: int) -> Text | None:
        """Return what is wrong with the name on a seat; where it is still missing, that is said after a first try only."""
        name = self.plan.names[seat].strip()
        why = name_refusal(name) if name or (self.fixed and self.tried) else None
        if why:
            return why.text
        # before that, an empty seat might only get its name
        seats = self.playing if self.tried else [seat for seat in self.playing if self.plan.names[seat].strip()]
        names = self.players if self.tried else self.named
        return T("This name is taken already.") if seat in {seats[place] for place in doubles(names)} else None

    def counted(self) -> Text:
        """Return how many play and, as far as anybody has a name, who."""
        count = N("{n} player", "{n} players", n=len(self.players))
        if not self.named:
            return count
        return T("{players}: {names}", players=count, names=Listing(tuple(map(self.context.short, self.players))))


# ---------------------------------------------------------------- What is kept for the next time


def first_plan(context: PageContext, meta: Meta) -> Plan:
    kept = _kept(context, meta)
    # under a name, what was chosen is a tap away; another game has nothing to do with it
    house = {} if meta.house_name else dict(_mapping(kept.get("house")))
    if kept.get("language") != context.locale:  # in this one nobody has chosen yet
        house = house | language_defaults(context, meta)
    # as many seats as the game needs: who played last is one tap away, and nobody plays who was not named
    return Plan(("",) * meta.seats[0], house=only_differing(meta, house))


def language_defaults(context: PageContext, meta: Meta) -> dict[str, str | int]:
    """Return what goes without saying in the page's language, such as the letters of an edition."""
    house = {rule.key: rule.spoken[context.locale] for rule in meta.choices if context.locale in rule.spoken}
    return only_differing(meta, house)


def remember_setup(context: PageContext, meta: Meta, plan: Plan) -> None:
    try:
        house = only_differing(meta, plan.house)
        saved: dict[str, Any] = {"house": house, "language": context.locale}
        if meta.house_name:
            called = {name: house} if (name := meta.named(house)) else {}
            others = {other: kept for other, kept in named_setups(context, meta).items() if alike(other) != alike(name)}
            saved["called"] = dict([*called.items(), *others.items()][:KNOWN])
        context.access.remember(_setting(meta), saved)
    except StorageError:
        log.warning("the setup cannot be remembered", exc_info=True)


def named_setups(context: PageContext, meta: Meta) -> Mapping[str, Mapping[str, Any]]:
    """Return how games of a name were set up, the latest first."""
    return {name: _mapping(house) for name, house in _mapping(_kept(context, meta).get("called")).items()}


def _kept(context: PageContext, meta: Meta) -> Mapping[str, Any]:
    """Return what is kept of the last time a game was set up."""
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

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
from companion.storage.library import Shelf
from companion.ui.app.context import PageContext
from companion.ui.kit.titles import names_of

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")


#: How many remembered players are shown to be tapped.
KNOWN: Final = 8

#: How many groups that played last are shown to be tapped.
GROUPS: Final = 2
#: How many tables, the last changed first, are searched for them.
_SEARCHED: Final = 20


@frozen
class Plan:
    """The choices for a game that has not started.

    :param names: the text in the field of each seat.
    :param first: the seat that starts; ``None`` if none was chosen.
    :param house: the chosen options and numbers; all others have their defaults.
    """

    names: tuple[str, ...]
    first: int | None = None
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
        first = self.first
        if first is not None and seat <= first:
            first = first - 1 if seat < first else None
        return evolve(self, names=(*self.names[:seat], *self.names[seat + 1 :]), first=first)

    def moved(self, seat: int, to: int) -> "Plan":
        """Return the plan with a seat moved; the starter stays the same player."""
        if not {seat, to} <= {*range(len(self.names))}:
            return self
        order = [other for other in range(len(self.names)) if other != seat]
        order.insert(to, seat)
        first = None if self.first is None else order.index(self.first)
        return evolve(self, names=tuple(self.names[each] for each in order), first=first)

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

    def starting(self, fewest: int) -> int | None:
        """Return the chosen starter, as an index among the seats that are played."""
        playing = self.playing(fewest)
        return playing.index(self.first) if self.first in playing else None


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


#: The line for the table's own name of its game, before the names of the players.
GAME_LINE: Final = -1


@frozen
class Writing:
    """Which line of the form was given the focus last.

    :param line: a seat, or :data:`GAME_LINE`; ``None`` if none was.
    :param times: how often that has changed; a line takes the focus whenever it changes.
    """

    line: int | None = None
    times: int = 1


def first_line(context: PageContext, meta: Meta, known: tuple[str, ...]) -> Writing:
    """Return which line is written first: none if a tap enters the names, and a keyboard on the glass would cover them."""
    if known and context.layout != "desktop":
        return Writing()
    return Writing(GAME_LINE if meta.house_name else 0)


@frozen(eq=False, slots=False)
class SettingUp:
    """The state of the set-up form for one page, created per render.

    :param change: replaces the plan, or applies a function to the latest one.
    :param write: sets which line has the focus, likewise.
    :param tried: whether the user has tried to start.
    :param fixed: whether the players are settled, and only their names can be corrected.
    :param gone: the seats of players who have left.
    """

    context: PageContext
    meta: Meta
    plan: Plan
    change: Callable[[Plan | Callable[[Plan], Plan]], None]
    writing: Writing
    write: Callable[[Writing | Callable[[Writing], Writing]], None]
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

    def focus(self, line: int) -> int | None:
        """Return when a line takes the focus; see :func:`companion.ui.design.text_input`."""
        return self.writing.times if line == self.writing.line else None

    def go_on(self, line: int, written: str) -> None:
        """Go from a line to the next name: Enter does that, and never starts a game.

        After the last seat comes a new one, as long as names are entered.

        :param written: the text of the line.
        """
        seats = len(self.plan.names)
        following = next((seat for seat in range(line + 1, seats) if seat not in self.gone), seats)
        if following == seats:
            if not written.strip() or not self.can_add:
                return
            self.change(lambda plan: plan.with_seat())
        self.write(lambda now: Writing(following, now.times + 1))

    @property
    def can_add(self) -> bool:
        """Whether there may be one more seat."""
        return not self.fixed and len(self.plan.names) < self.meta.seats[1]

    @property
    def starter(self) -> int:
        """The starter, as an index among the players: the first one, until another is chosen."""
        return self.plan.starting(self.meta.seats[0]) or 0

    @property
    def unanswered(self) -> Text | None:
        """The question about the starter, if only the players know the answer and have not given it."""
        if self.meta.by_lot or self.plan.starting(self.meta.seats[0]) is not None:
            return None
        return self.meta.starter_question(self.plan.house)

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


def last_groups(context: PageContext, meta: Meta) -> tuple[tuple[str, ...], ...]:
    """Return who played together last, the latest group first; each can be seated by a tap in a game for as many."""
    access, fewest, most = context.access, *meta.seats
    folk = access.folk
    named = {group.people for group in folk.groups}
    found: dict[frozenset[str], tuple[str, ...]] = {}
    try:
        for stored in access.shelf(Shelf.OPEN)[:_SEARCHED]:
            names = access.called(names_of(context, stored))
            people = frozenset(map(folk.id, names))
            known = all(name.strip() and not folk.of(name).guest for name in names)
            if known and fewest <= len(names) <= most and people not in named:
                found.setdefault(people, names)
    except StorageError:
        log.warning("who played together last cannot be read", exc_info=True)
    return tuple(found.values())[:GROUPS]

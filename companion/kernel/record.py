"""A game in play: its log folded into lines, each an action that counts or is struck out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias, cast

from attrs import evolve, field, frozen

from companion.kernel.explain import Explanation, Refused, conclusion, why
from companion.kernel.game import Chronicle, Game, HasHighlights, HasRemarks, ScoreLine, Setup, Step
from companion.kernel.join_leave import join, leave
from companion.kernel.log import (
    Act,
    Amend,
    Aside,
    Change,
    Entry,
    Event,
    Header,
    Join,
    Leave,
    Redo,
    Rename,
    Reseat,
    Ruling,
    Seats,
    Undo,
)
from companion.kernel.persistent import Map, Vector
from companion.kernel.players import PLAYERS_RULE, names_refusal
from companion.kernel.tally import Point, Tally
from companion.kernel.text import Listing, Param, Player, Text, messages

T, N = messages("companion")

AnyGame: TypeAlias = Game[Any, Any]

UNDO_RULE: Final = "companion.undo"
REDO_RULE: Final = "companion.redo"
AMEND_RULE: Final = "companion.amend"
OVERTAKEN_RULE: Final = "companion.overtaken"
DISPUTE_RULE: Final = "companion.dispute"

#: So many high points are told of a game.
HIGHLIGHTS: Final = 3

_RULES: Final[dict[type, str]] = {Undo: UNDO_RULE, Redo: REDO_RULE, Amend: AMEND_RULE}


@frozen
class HistoryItem:
    """One event of the log as it stands now.

    :param entry: the entry that reported it.
    :param action: what counts: the reported action, the one that was put in its place, or a settled dispute.
    :param undone: whether it has been undone.
    :param step: what it led to; ``None`` if it is struck.
    """

    entry: Entry
    action: Any
    undone: bool
    step: Step[Any] | None

    @property
    def reported(self) -> Any:
        """The action as it was first reported."""
        change = self.entry.change
        assert isinstance(change, Event)
        return _reported(change)

    @property
    def amended(self) -> bool:
        """Whether another action stands in the place of the one reported."""
        return bool(self.reported != self.action)


@frozen(eq=False)
class HistoryLine:
    """A line of the history where it stands.

    :param before: the state in which it was told.
    """

    record: "Record"
    line: HistoryItem
    before: Any

    @property
    def chronicle(self) -> Chronicle | None:
        """The game, if it has more to say of the line."""
        own = isinstance(self.line.action, Aside)
        return None if own or not hasattr(self.record.game, "goes_on") else cast(Chronicle, self.record.game)

    @property
    def headline(self) -> Text:
        """What has come of it, in a few words, or what would come of it if it is struck out."""
        step = self.line.step or self._again()
        return (
            self.chronicle.headline(self.line.action, self.before, step)
            if step and self.chronicle
            else self.record.describe(self.line.action)
        )

    def _again(self) -> Step[Any] | None:
        """Return what a line that is struck out would lead to where it stands, if it is still allowed there."""
        try:
            return self.record.game.apply(self.before, self.line.action) if self.chronicle else None
        except Refused:
            return None

    def alike(self, other: "HistoryLine") -> bool:
        """Tell whether it says the same as another line, and neither has scored, was struck out or corrected."""
        return all(
            one.step and not one.step.points and not one.amended and isinstance(one.entry.change, Act)
            for one in (self.line, other.line)
        ) and bool(self.line.action == other.line.action)

    @property
    def filed(self) -> Any:
        """The state whose stretch of the game it stands under; ``None`` for what is struck out, which led nowhere."""
        step = self.line.step
        if step is None:
            return None
        return self.chronicle.filed(self.line.action, self.before, step.state) if self.chronicle else step.state

    @property
    def goes_on(self) -> bool:
        """Whether it is one event with the line before."""
        return bool(self.line.step and self.chronicle and self.chronicle.goes_on(self.line.action, self.before))

    @property
    def event_name(self) -> Text | None:
        """What an event of several lines is called by this one, if it is not called by the first."""
        step = self.line.step
        return self.chronicle.event_name(self.line.action, self.before, step) if step and self.chronicle else None

    @property
    def decided(self) -> tuple[Explanation, ...]:
        """What it has decided, without what only leads to it and without what the points are for."""
        step = self.line.step
        if step is None:
            return ()
        if self.chronicle is None:
            return conclusion(step.unscored)
        return self.chronicle.decided(self.line.action, self.before, step)

    @property
    def ends(self) -> Text | None:
        """What has come of the event before it, if it is the end of that; its points of that round belong there."""
        step = self.line.step
        return self.chronicle.ends(self.line.action, self.before, step) if step and self.chronicle else None

    @property
    def points(self) -> tuple[ScoreLine, ...]:
        """What was scored in its own event."""
        step = self.line.step
        return tuple(point for point in step.points if point not in self.points_before) if step else ()

    @property
    def points_before(self) -> tuple[ScoreLine, ...]:
        """What was scored in the event that it ends: all of its round."""
        step = self.line.step
        if step is None or self.ends is None:
            return ()
        round = self.record.game.view(self.before, None).round
        return tuple(point for point in step.points if point.round <= round)


@frozen
class CorrectionConflict:
    """A later entry that would no longer be allowed, and why.

    :param action: the action that would count.
    """

    entry: Entry
    why: Explanation
    action: Any


class NoLongerFits(Refused):
    """A correction after which later entries would not be allowed; nothing has changed.

    :param misfits: those entries in order, each with its reason.
    """

    def __init__(self, why: Explanation, conflicts: tuple[CorrectionConflict, ...]) -> None:
        super().__init__(why)
        self.conflicts = conflicts


@frozen
class Snapshot:
    """The state of the game after a line of its history.

    :param seated: the header with the current players under their current names.
    :param reseat: the id of the entry that seated them; ``None`` for the header.
    :param step: the latest step that counts; ``None`` before any.
    :param gone: the seats of those who have left before the end.
    :param tally: every point that counts, with the id of the entry that brought it.
    """

    seated: Header
    reseat: str | None = None
    step: Step[Any] | None = None
    gone: frozenset[int] = frozenset()
    tally: Tally = field(factory=Tally)

    def after(self, line: HistoryItem) -> "Snapshot":
        """Return the standing after one more line."""
        if line.step is None:
            return self
        return Snapshot(
            _reseated(self.seated, line.action),
            line.entry.id if isinstance(line.action, Reseat) else self.reseat,
            line.step,
            _gone(self.gone, line.action),
            self.tally.plus((line.entry.id, point) for point in line.step.points),
        )


@frozen
class Position:
    """The position of an entry.

    :param entry: how many entries came before it.
    :param line: how many lines of the history came before it.
    :param reseat: the id of the entry that had last seated the players when it was made; ``None`` for the header.
    """

    entry: int
    line: int
    reseat: str | None


@frozen
class Record:
    """A log and everything that follows from it. Immutable: ``after`` returns the next one.

    Each record shares the earlier part with the next one and folds only new lines.

    :param standings: the state of the game after each line of the history.
    :param players: every entry that is about who plays, by its id.
    :param places: the position of each entry by id; may include entries that are not in this record.
    :param undone: the ids of the entries that do not count; see :func:`all_undone`.
    :param amends: every entry that replaces an action.
    :param skipped: whether the history omits the changes of an entry that never fitted until it is struck out.
    """

    game: AnyGame
    header: Header
    start: Step[Any]
    entries: Vector[Entry] = field(factory=Vector)
    history: Vector[HistoryItem] = field(factory=Vector)
    snapshots: Vector[Snapshot] = field(factory=Vector, eq=False)
    players: Mapping[str, Seats] = field(factory=dict)
    positions: Map[str, Position] = field(factory=Map, eq=False)
    undone: frozenset[str] = field(default=frozenset(), eq=False)
    amends: Vector[Entry] = field(factory=Vector, eq=False)
    skipped: bool = field(default=False, eq=False)

    @classmethod
    def begin(cls, game: AnyGame, header: Header) -> "Record":
        """Return the record of a log without entries.

        :raises Refused: if the setup is not possible.
        """
        return cls(game, header, _started(game, header))

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def _standing(self) -> Snapshot:
        return self._standing_at(len(self.snapshots))

    def _standing_at(self, line: int) -> Snapshot:
        """Return the state of the game before a line of the history."""
        return self.snapshots[line - 1] if line else Snapshot(self.header)

    @property
    def seated(self) -> Header:
        """The header with the current players under their current names."""
        return self._standing.seated

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, seat by seat."""
        return self.seated.seats

    @property
    def gone(self) -> frozenset[int]:
        """The seats of those who have left before the end."""
        return self._standing.gone

    @property
    def tally(self) -> Tally:
        """Every point that counts, added up."""
        return self._standing.tally

    @property
    def points(self) -> Vector[Point]:
        """Every point that counts, with the id of the entry that brought it."""
        return self.tally.all.points

    @property
    def step(self) -> Step[Any] | None:
        """The latest step that counts; ``None`` before any."""
        return self._standing.step

    @property
    def present(self) -> Mapping[int, frozenset[int]]:
        """The seats of those who were at the table in a round, by each round in which somebody was written something down."""
        moves = [line.action for line in self.seatings if isinstance(line.action, Join | Leave)]
        first = {move.seat: move for move in reversed(moves)}
        there = {seat for seat in range(len(self.names)) if not isinstance(first.get(seat), Join)}
        found: dict[int, frozenset[int]] = {}
        for line in self.active:
            if isinstance(line.action, Join):
                there.add(line.action.seat)
            elif isinstance(line.action, Leave):
                there.discard(line.action.seat)
            for point in line.step.points if line.step else ():
                found[point.round] = found.get(point.round, frozenset()) | there
        return found

    @property
    def state(self) -> Any:
        """The state after all that counts."""
        return (self.step or self.start).state

    @property
    def active(self) -> Iterator[HistoryItem]:
        """The lines that are not struck out."""
        return (line for line in self.history if not line.undone)

    @property
    def seatings(self) -> Iterator[HistoryItem]:
        """The lines about who plays that are not struck out."""
        return (line for line in map(self.item, self.players) if line and not line.undone)

    def entry(self, id: str) -> Entry | None:
        """Return the entry with an id."""
        place = self.positions.get(id)
        if place is None or place.entry >= len(self.entries):
            return None
        found = self.entries[place.entry]
        return found if found.id == id else None

    def item(self, entry: str) -> HistoryItem | None:
        """Return the line of an entry, if the entry reported an event."""
        found = self.entry(entry)
        return self.history[self.positions[entry].line] if found and isinstance(found.change, Event) else None

    def before(self, line: HistoryItem) -> "Record":
        """Return the record in which a line was reported, with what counts of it now."""
        place = self.positions[line.entry.id]
        entries = self.entries[: place.entry]
        return evolve(
            self,
            entries=entries,
            history=self.history[: place.line],
            snapshots=self.snapshots[: place.line],
            undone=frozenset(all_undone(entries)),
            amends=Vector.of(entry for entry in self.amends if self.positions[entry.id].entry < place.entry),
            # later corrections are in the history already
            skipped=True,
        )

    def number(self, entry: Entry) -> int:
        """Return an entry's place in the log, counted from 1, as the players know it."""
        return self.positions[entry.id].entry + 1

    def describe(self, action: Any) -> Text:
        """Return what an action of a line reports, in a few words."""
        match action:
            case Ruling():
                return T("Dispute settled: {question}", question=action.question or action.decision)
            case Rename():
                return T("Names: {names}", names=Listing(action.names))
            case Reseat():
                return T("Players: {names}", names=Listing(action.seats))
            case Join():
                return T("{name} joins", name=action.name)
            case Leave():
                return T("{player} leaves", player=Player(action.seat))
        return self.game.describe(action)

    def lines(self, last: int | None = None) -> Iterator["HistoryLine"]:
        """Yield the lines of the history with what they followed, from the first on.

        :param last: how many of the latest ones; ``None`` stands for all.
        """
        first = 0 if last is None else max(0, len(self.history) - last)
        state = (self._standing_at(first).step or self.start).state
        for line in self.history[first:]:
            yield HistoryLine(self, line, state)
            state = line.step.state if line.step else state

    def highlights(self) -> tuple[Text, ...]:
        """Return the high points of the game, if it tells of any: the most remarkable, at most :data:`HIGHLIGHTS`."""
        if not hasattr(self.game, "highlights"):
            return ()
        lines = [
            told
            for told in self.lines()
            if told.line.step and type(told.line.action) in (*self.game.actions, Join, Leave)
        ]
        return tuple(islice(cast(HasHighlights, self.game).highlights(lines), HIGHLIGHTS))

    def headline(self, line: HistoryItem) -> Text:
        """Return what has come of a line, as it stands now, in a few words."""
        return self.line_of(line).headline

    def line_of(self, line: HistoryItem) -> "HistoryLine":
        """Return a line of the history with what it followed."""
        return next(self.lines(len(self.history) - self.positions[line.entry.id].line))

    def remarks(self, action: Any) -> tuple[Explanation, ...]:
        """Return what helps to judge what an action of a line reports."""
        if isinstance(action, Aside) or not hasattr(self.game, "remarks"):
            return ()
        return cast(HasRemarks, self.game).remarks(action)

    def after(self, entry: Entry) -> "Record":
        """Return the record with one more entry.

        :raises Refused: if the entry is not allowed now.
        :raises NoLongerFits: if it is a correction that later entries do not survive.
        """
        change = entry.change
        if isinstance(change, Event):
            if unfit := self._meant_others(entry):
                raise Refused(unfit)
            action = _reported(change)
            step = self._led_to(self._standing, action, self.history)
            return self._with(entry, HistoryItem(entry, action, undone=False, step=step))
        if unfit := self._unreachable(entry.id, change):
            raise Refused(unfit)
        return self._retold(self._with(entry))

    def skipping(self, entry: Entry) -> "Record":
        """Return the record with one more entry, which never fitted and which a later entry strikes out."""
        change = entry.change
        line = HistoryItem(entry, _reported(change), undone=True, step=None) if isinstance(change, Event) else None
        return evolve(self._with(entry, line), skipped=True)

    def _with(self, entry: Entry, line: HistoryItem | None = None) -> "Record":
        """Return the record with one more entry, and its line if it has one; lines that it corrects stay unchanged."""
        change = entry.change
        lines = (line,) if line else ()
        place = Position(len(self.entries), len(self.history), self._standing.reseat)
        return evolve(
            self,
            entries=self.entries.plus(entry),
            history=self.history.plus(*lines),
            snapshots=self.snapshots.plus(*map(self._standing.after, lines)),
            players={**self.players, entry.id: change} if isinstance(change, Seats) else self.players,
            positions=self.positions.plus(entry.id, place),
            undone=self.undone_with(entry),
            amends=self.amends.plus(entry) if isinstance(change, Amend) else self.amends,
        )

    def undone_with(self, entry: Entry) -> frozenset[str]:
        """Return the result of :func:`all_undone` with one more entry."""
        match entry.change:
            case (Undo(named) | Redo(named)) as change:
                # if they are corrections, others may count again
                plain = all((found := self.entry(id)) and not isinstance(found.change, Undo | Redo) for id in named)
            case change:
                named, plain = (), True
        if not plain or entry.id in self.undone:
            return frozenset(all_undone(self.entries.plus(entry)))
        if not named:
            return self.undone
        return self.undone.union(named) if isinstance(change, Undo) else self.undone.difference(named)

    @property
    def _amended(self) -> dict[str, Any]:
        """The current action of each amended entry."""
        changes = (entry.change for entry in self.amends if entry.id not in self.undone)
        return {change.entry: change.action for change in changes if isinstance(change, Amend)}

    def _led_to(self, standing: Snapshot, action: Any, before: Sequence[HistoryItem]) -> Step[Any]:
        """Return what an event leads to; a settled dispute and a mended name leave the state as it is.

        :param standing: the state of the game before it.
        :param before: the lines above it.
        :raises Refused: if it is not allowed.
        """
        state, seated = (standing.step or self.start).state, standing.seated
        match action:
            case Ruling():
                return Step(state, (_settled(action, seated),))
            case Rename():
                return Step(state, _renamed(action, seated))
            case Reseat():
                return self._seated_anew(action, seated, before)
            case Join():
                return join(self.game, state, action, seated.seats, standing.gone)
            case Leave():
                return leave(self.game, state, action, seated.seats, standing.gone)
        return self.game.apply(state, action)

    def _seated_anew(self, action: Reseat, seated: Header, before: Sequence[HistoryItem]) -> Step[Any]:
        """Return the start of the game with other players (companion.players).

        :raises Refused: if something has been reported that they would change, or they cannot play.
        """
        if unfit := reseating_refusal(before):
            raise Refused(unfit)
        if unfit := names_refusal(action.seats, [name for name in action.seats if name not in seated.seats]):
            raise Refused(unfit)
        if (action.seats, action.first) == (seated.seats, seated.first):
            raise Refused(why(T("The same players sit there already."), PLAYERS_RULE))
        start = _started(self.game, _reseated(seated, action))
        text = T("Now playing: {names}.", names=Listing(action.seats))
        return evolve(start, messages=(why(text, PLAYERS_RULE), *start.messages))

    def _meant_others(self, entry: Entry) -> Explanation | None:
        """Return why an event is told of other players than those who sit there: somebody has changed them meanwhile."""
        change = entry.change
        if not self.players or entry.expected_version is None or entry.expected_version >= self.version:
            return None
        moved = [*self._moved(max(0, entry.expected_version))]
        others = any(isinstance(one, Reseat) for one in moved)
        same = isinstance(change, Reseat) or any(_collide(change, one) for one in moved)
        text = T("Somebody has just changed the players. Look at them again; nothing was added.")
        return why(text, OVERTAKEN_RULE, PLAYERS_RULE) if others or same else None

    def _moved(self, expected_version: int) -> Iterator[Seats]:
        """Yield what has become of the players since a version, what was undone or brought back included."""
        for entry in self.entries[expected_version:]:
            named = entry.change.entries if isinstance(entry.change, Undo | Redo) else (entry.id,)
            yield from (self.players[id] for id in named if id in self.players)

    def _unreachable(self, own: str, change: Change) -> Explanation | None:
        """Return why a correction has nothing to correct.

        :param own: the id of the correction itself, which it cannot name: it reaches only what was entered before it.
        """
        undone = self.undone

        def named(id: str | None) -> Param:
            """Say an entry's number rather than its id, which nobody at the table has seen."""
            entry = self.entry(id or "")
            return self.number(entry) if entry else id or ""

        if own in targets(change):
            text = T("A correction cannot name itself: it reaches only what was entered before it.")
            return why(text, _RULES[type(change)])
        wrong: str | None
        match change:
            case Undo(()):
                return why(T("There is nothing to undo."), UNDO_RULE)
            case Redo(()):
                return why(T("There is nothing to bring back."), REDO_RULE)
            case Undo(entries):
                # what is struck out only by an undo that goes too must be named once more, so some may be struck, but not all
                wrong = next(
                    (e for e in entries if not self.entry(e)), entries[0] if undone.issuperset(entries) else None
                )
                text = T("There is no entry {entry} to undo, or it is undone already.", entry=named(wrong))
            case Redo(entries):
                wrong = next((e for e in entries if e not in undone), None)
                text = T("Entry {entry} is not undone, so it cannot be brought back.", entry=named(wrong))
            case Amend(entry, _):
                acted = isinstance(getattr(self.entry(entry), "change", None), Act)
                wrong = None if acted and entry not in undone else entry
                text = T("There is no entry {entry} to correct, or it is undone.", entry=named(wrong))
            case _:
                return None
        return None if wrong is None else why(text, _RULES[type(change)])

    def _retold(self, corrected: "Record") -> "Record":
        """Replay the game after a correction, from the first line that changes.

        :param corrected: the record with the correction among its entries.
        :raises NoLongerFits: if a line that still counts is no longer allowed.
        """
        undone, amended = corrected.undone, corrected._amended
        first = self._first_changed(undone, amended)
        lines, standings = self.history[:first], self.snapshots[:first]
        standing = self._standing_at(first)
        conflicts: list[CorrectionConflict] = []
        same, moved = True, False
        for old in self.history[first:]:
            gone = old.entry.id in undone
            action = amended.get(old.entry.id, old.reported)
            same = same and gone == old.undone and action == old.action
            # the seat may now belong to another player than when it was reported
            moved = moved or (isinstance(action, Reseat) and gone != old.undone)
            if same:
                line = old
            elif gone:
                line = HistoryItem(old.entry, action, undone=True, step=None)
            else:
                try:
                    if moved and _tells_of_seats(action) and self.positions[old.entry.id].reseat != standing.reseat:
                        raise Refused(why(T("It was reported while others were playing."), PLAYERS_RULE))
                    line = HistoryItem(old.entry, action, undone=False, step=self._led_to(standing, action, lines))
                except Refused as refused:
                    conflicts.append(CorrectionConflict(old.entry, refused.why, action))
                    moved = moved or isinstance(action, Reseat)
                    continue
            standing = standing.after(line)
            lines, standings = lines.plus(line), standings.plus(standing)
        if conflicts:
            raise NoLongerFits(_no_longer_fits(conflicts), tuple(conflicts))
        return evolve(corrected, history=lines, snapshots=standings, skipped=False)

    def _first_changed(self, undone: frozenset[str], amended: Mapping[str, Any]) -> int:
        """Return a position in the history before which a correction changes nothing.

        :param undone: the ids of the entries that do not count after it.
        :param amended: the current actions of amended entries after it.
        """
        if self.skipped:
            return 0
        before = self._amended
        changed = {
            id for id in {*before, *amended} if id not in before or id not in amended or before[id] != amended[id]
        }
        places = (self.positions[id].line for id in changed | (undone ^ self.undone) if id in self.positions)
        return min(places, default=len(self.history))


@frozen
class Failure:
    """Where a log stops making sense.

    :param number: the first unfitting entry's place in the log, counted from 1.
    :param rest: that entry and all that come after it.
    """

    number: int
    rest: tuple[Entry, ...]
    why: Explanation

    @property
    def entry(self) -> Entry:
        """The entry that does not fit."""
        return self.rest[0]


@frozen
class Replay:
    """A log told from the start: the record of its valid part, and what stopped it.

    :param states: the state after each valid entry, the first one before any.
    """

    record: Record
    states: tuple[Any, ...]
    failure: Failure | None = None


def replay(
    game: AnyGame, header: Header, entries: Iterable[Entry], each: Callable[[Record], object] | None = None
) -> Replay:
    """Tell a log from the start, as far as it is allowed.

    :param each: is shown the record after every entry.
    :raises Refused: if the header's setup is not possible.
    """
    log = tuple(entries)
    undone = all_undone(log)
    record = Record.begin(game, header)
    states = [record.state]
    for number, entry in enumerate(log, start=1):
        try:
            record = record.after(entry)
        except Refused as refused:
            if entry.id not in undone:
                return Replay(record, tuple(states), Failure(number, log[number - 1 :], refused.why))
            record = record.skipping(entry)
        states.append(record.state)
        if each:
            each(record)
    return Replay(record, tuple(states))


def decided(settled: Ruling) -> Text:
    """Return what a group has decided, and who was for it."""
    if not settled.agreed:
        return T("Your ruling: {decision}", decision=settled.decision)
    for_it = Listing(tuple(Player(seat) for seat in settled.agreed))
    return T("Your ruling: {decision} (for it: {players})", decision=settled.decision, players=for_it)


def reseating_refusal(lines: Iterable[HistoryItem]) -> Explanation | None:
    """Return why other players cannot sit down any more: something is reported of those who sit there."""
    count = sum(not line.undone and _tells_of_seats(line.action) and not _about_names(line.action) for line in lines)
    if not count:
        return None
    text = N(
        "Who plays can be changed until something has been reported, and {n} entry counts already. Undo it first, or begin a new game.",
        "Who plays can be changed until something has been reported, and {n} entries count already. Undo them first, or begin a new game.",
        n=count,
    )
    return why(text, PLAYERS_RULE)


def _tells_of_seats(action: Any) -> bool:
    """Tell whether an event means something else when others sit on the seats; a decision does if somebody was for it."""
    return bool(action.agreed) if isinstance(action, Ruling) else not isinstance(action, Reseat)


def _about_names(action: Any) -> bool:
    return isinstance(action, Rename | Reseat)


def _collide(change: Change, moved: Seats) -> bool:
    """Tell whether of two changes of the players the later one means others than it says."""
    if isinstance(change, Rename) and isinstance(moved, Rename):
        return bool({*moved.seats} & {*change.seats})
    return isinstance(change, Join | Leave) and isinstance(moved, Join | Leave)


def _gone(gone: frozenset[int], action: Any) -> frozenset[int]:
    """Return the seats of all players who have left, after an event.

    :param gone: the seats of those who had left before it.
    """
    match action:
        case Leave(seat):
            return gone | {seat}
        case Join(seat, _):
            return gone - {seat}
    return gone


def _started(game: AnyGame, header: Header) -> Step[Any]:
    return game.start(Setup(seats=len(header.seats), first=header.first, house=header.house))


def _reseated(seated: Header, action: Any) -> Header:
    """Return who sits at a table after an event."""
    match action:
        case Reseat(seats, first):
            return evolve(seated, seats=seats, first=first)
        case Join(seat, name) if seat == len(seated.seats):
            return evolve(seated, seats=(*seated.seats, name))
        case Rename(seats, names):
            called = dict(zip(seats, names, strict=True))
            return evolve(seated, seats=tuple(called.get(seat, name) for seat, name in enumerate(seated.seats)))
    return seated


def _settled(action: Ruling, seated: Header) -> Explanation:
    """Return what was decided (companion.dispute).

    :raises Refused: if nothing was, or somebody was for it who does not sit there.
    """
    if not action.decision.strip():
        raise Refused(why(T("Write down what you have decided."), DISPUTE_RULE))
    _refuse_strangers(action.agreed, seated, DISPUTE_RULE)
    return Explanation(decided(action), (*action.rules, DISPUTE_RULE))


def _renamed(action: Rename, seated: Header) -> tuple[Explanation, ...]:
    """Return who has another name now (companion.players).

    :raises Refused: if nobody can be called so.
    """
    if not action.seats or len({*action.seats}) != len(action.seats) or len(action.seats) != len(action.names):
        raise Refused(why(T("Give one name for each player, and no player twice."), PLAYERS_RULE))
    _refuse_strangers(action.seats, seated, PLAYERS_RULE)
    names = _reseated(seated, action).seats
    if unfit := names_refusal(names, action.names):
        raise Refused(unfit)
    if names == seated.seats:
        raise Refused(why(T("{names}: already called that.", names=Listing(action.names)), PLAYERS_RULE))
    return tuple(
        why(T("{old} is now called {name}.", old=old or T("Player {number}", number=seat + 1), name=name), PLAYERS_RULE)
        for seat, (old, name) in enumerate(zip(seated.seats, names, strict=True))
        if old != name
    )


def _refuse_strangers(seats: Iterable[int], seated: Header, rule: str) -> None:
    for seat in seats:
        if seat not in range(len(seated.seats)):
            raise Refused(why(T("There is no seat {seat}.", seat=seat), rule))


def _reported(event: Event) -> Any:
    return event.action if isinstance(event, Act) else event


def all_undone(entries: Sequence[Entry]) -> set[str]:
    """Return what does not count, told from the end: an undo or redo that is undone itself has no effect.

    A correction reaches only what comes before it; named by itself, it would decide whether it counts.
    """
    gone: dict[str, bool] = {}
    passed: set[str] = set()
    for entry in reversed(entries):
        passed.add(entry.id)
        if isinstance(entry.change, Undo | Redo) and not gone.get(entry.id):
            for target in entry.change.entries:
                if target not in passed:
                    gone.setdefault(target, isinstance(entry.change, Undo))
    return {id for id, undone in gone.items() if undone}


def targets(change: Change) -> tuple[str, ...]:
    """Return the ids of the entries a correction names."""
    match change:
        case Undo(entries) | Redo(entries):
            return entries
        case Amend(entry, _):
            return (entry,)
        case _:
            return ()


def _no_longer_fits(conflicts: list[CorrectionConflict]) -> Explanation:
    text = N(
        "After this correction a later entry would no longer be allowed: {why} Nothing was changed.",
        "After this correction {n} later entries would no longer be allowed. The first: {why} Nothing was changed.",
        n=len(conflicts),
        why=conflicts[0].why.text,
    )
    return Explanation(text, (*conflicts[0].why.rules, AMEND_RULE))

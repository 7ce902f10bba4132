"""A game in play: its log, and everything that follows from it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias, cast

from attrs import evolve, field, frozen

from companion.kernel.explain import Explanation, Refused, why
from companion.kernel.game import Game, HasHighlights, HasRemarks, Setup, Step
from companion.kernel.history import HistoryItem, HistoryLine, reported_action
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
from companion.kernel.players import PLAYERS_RULE
from companion.kernel.seating import (
    conflicts,
    depends_on_seats,
    gone_after,
    refuse_unknown_seats,
    rename,
    reseat,
    seated_after,
)
from companion.kernel.tally import Point, Tally
from companion.kernel.text import Listing, Param, Player, Text, messages
from companion.kernel.undo import (
    REDO_RULE,
    RULES,
    UNDO_RULE,
    CorrectionConflict,
    NoLongerFits,
    all_undone,
    amended_actions,
    targets,
)

T, N = messages("companion")

AnyGame: TypeAlias = Game[Any, Any]

OVERTAKEN_RULE: Final = "companion.overtaken"
DISPUTE_RULE: Final = "companion.dispute"

#: The most highlights of a game.
HIGHLIGHTS: Final = 3


@frozen
class Snapshot:
    """The state of a game after an item of its history.

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

    def after(self, item: HistoryItem) -> "Snapshot":
        """Return the snapshot after one more item."""
        if item.step is None:
            return self
        return Snapshot(
            seated_after(self.seated, item.action),
            item.entry.id if isinstance(item.action, Reseat) else self.reseat,
            item.step,
            gone_after(self.gone, item.action),
            self.tally.plus((item.entry.id, point) for point in item.step.points),
        )


@frozen
class Position:
    """The position of an entry.

    :param entry: how many entries come before it.
    :param item: how many items of the history come before it.
    :param reseat: the id of the entry that had last seated the players when it was made; ``None`` for the header.
    """

    entry: int
    item: int
    reseat: str | None


@frozen
class Record:
    """A log and everything that follows from it. Immutable: :meth:`after` returns the next one.

    Each record shares the earlier part with the next one and applies only new entries.

    :param start: the step that starts the game.
    :param history: an item for each event of the log.
    :param snapshots: the state of the game after each item of the history.
    :param players: every entry that is about who plays, by its id.
    :param positions: the position of each entry by id; may include entries that are not in this record.
    :param undone: the ids of the entries that do not count; see :func:`all_undone`.
    :param amends: every entry that replaces an action.
    :param skipped: whether the history omits the changes of an entry that never fitted, until that is undone.
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
    def _snapshot(self) -> Snapshot:
        return self._snapshot_before(len(self.snapshots))

    def _snapshot_before(self, item: int) -> Snapshot:
        """Return the state of the game before an item of the history, counted from 0."""
        return self.snapshots[item - 1] if item else Snapshot(self.header)

    @property
    def seated(self) -> Header:
        """The header with the current players under their current names."""
        return self._snapshot.seated

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, seat by seat."""
        return self.seated.seats

    @property
    def gone(self) -> frozenset[int]:
        """The seats of those who have left before the end."""
        return self._snapshot.gone

    @property
    def tally(self) -> Tally:
        """Every point that counts, added up."""
        return self._snapshot.tally

    @property
    def points(self) -> Vector[Point]:
        """Every point that counts, with the id of the entry that brought it."""
        return self.tally.all.points

    @property
    def step(self) -> Step[Any] | None:
        """The latest step that counts; ``None`` before any."""
        return self._snapshot.step

    @property
    def present(self) -> Mapping[int, frozenset[int]]:
        """The seats of those who were at the table in each round that has points."""
        moves = [item.action for item in self.seatings if isinstance(item.action, Join | Leave)]
        first = {move.seat: move for move in reversed(moves)}
        there = {seat for seat in range(len(self.names)) if not isinstance(first.get(seat), Join)}
        found: dict[int, frozenset[int]] = {}
        for item in self.active:
            if isinstance(item.action, Join):
                there.add(item.action.seat)
            elif isinstance(item.action, Leave):
                there.discard(item.action.seat)
            for point in item.step.points if item.step else ():
                found[point.round] = found.get(point.round, frozenset()) | there
        return found

    @property
    def state(self) -> Any:
        """The state after everything that counts."""
        return (self.step or self.start).state

    @property
    def active(self) -> Iterator[HistoryItem]:
        """The items that are not undone."""
        return (item for item in self.history if not item.undone)

    @property
    def seatings(self) -> Iterator[HistoryItem]:
        """The items about who plays that are not undone."""
        return (item for item in map(self.item, self.players) if item and not item.undone)

    def entry(self, id: str) -> Entry | None:
        """Return the entry with an id, ``None`` if there is none."""
        position = self.positions.get(id)
        if position is None or position.entry >= len(self.entries):
            return None
        found = self.entries[position.entry]
        return found if found.id == id else None

    def item(self, entry: str) -> HistoryItem | None:
        """Return the item of an entry, ``None`` if the entry reports no event.

        :param entry: the entry's id.
        """
        found = self.entry(entry)
        return self.history[self.positions[entry].item] if found and isinstance(found.change, Event) else None

    def before(self, item: HistoryItem) -> "Record":
        """Return the record in which an item was reported, with what counts of it now."""
        position = self.positions[item.entry.id]
        entries = self.entries[: position.entry]
        return evolve(
            self,
            entries=entries,
            history=self.history[: position.item],
            snapshots=self.snapshots[: position.item],
            undone=frozenset(all_undone(entries)),
            amends=Vector.of(entry for entry in self.amends if self.positions[entry.id].entry < position.entry),
            # later corrections are in the history already
            skipped=True,
        )

    def number(self, entry: Entry) -> int:
        """Return an entry's place in the log as players see it, counted from 1."""
        return self.positions[entry.id].entry + 1

    def describe(self, action: Any) -> Text:
        """Return what the action of an item reports, in a few words."""
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

    def lines(self, last: int | None = None) -> Iterator[HistoryLine]:
        """Yield the lines of the history, the first one first.

        :param last: how many of the latest ones; ``None`` stands for all.
        """
        first = 0 if last is None else max(0, len(self.history) - last)
        state = (self._snapshot_before(first).step or self.start).state
        for item in self.history[first:]:
            yield HistoryLine(self, item, state)
            state = item.step.state if item.step else state

    def line_of(self, item: HistoryItem) -> HistoryLine:
        """Return the line of an item."""
        return next(self.lines(len(self.history) - self.positions[item.entry.id].item))

    def title(self, item: HistoryItem) -> Text:
        """Return what came of an item as it stands now, in a few words."""
        return self.line_of(item).event.title

    def highlights(self) -> tuple[Text, ...]:
        """Return the most remarkable highlights of the game, at most :data:`HIGHLIGHTS`; none if the game has none."""
        if not hasattr(self.game, "highlights"):
            return ()
        counting = (*self.game.actions, Join, Leave)
        lines = [line for line in self.lines() if line.item.step and type(line.item.action) in counting]
        return tuple(islice(cast(HasHighlights, self.game).highlights(lines), HIGHLIGHTS))

    def remarks(self, action: Any) -> tuple[Explanation, ...]:
        """Return messages that help to judge the action of an item."""
        if isinstance(action, Aside) or not hasattr(self.game, "remarks"):
            return ()
        return cast(HasRemarks, self.game).remarks(action)

    def after(self, entry: Entry) -> "Record":
        """Return the record with one more entry.

        :raises Refused: if the entry is not allowed now.
        :raises NoLongerFits: if it is a correction that conflicts with later entries.
        """
        change = entry.change
        if isinstance(change, Event):
            if refused := self._players_changed(entry):
                raise Refused(refused)
            action = reported_action(change)
            step = self._apply(self._snapshot, action, self.history)
            return self._with(entry, HistoryItem(entry, action, undone=False, step=step))
        if refused := self._correction_refusal(entry.id, change):
            raise Refused(refused)
        return self._replayed(self._with(entry))

    def skipping(self, entry: Entry) -> "Record":
        """Return the record with one more entry that never fitted and that a later entry undoes."""
        change = entry.change
        item = (
            HistoryItem(entry, reported_action(change), undone=True, step=None) if isinstance(change, Event) else None
        )
        return evolve(self._with(entry, item), skipped=True)

    def _with(self, entry: Entry, item: HistoryItem | None = None) -> "Record":
        """Return the record with one more entry, and its item if it has one; items that it corrects stay unchanged."""
        change = entry.change
        items = (item,) if item else ()
        position = Position(len(self.entries), len(self.history), self._snapshot.reseat)
        return evolve(
            self,
            entries=self.entries.plus(entry),
            history=self.history.plus(*items),
            snapshots=self.snapshots.plus(*map(self._snapshot.after, items)),
            players={**self.players, entry.id: change} if isinstance(change, Seats) else self.players,
            positions=self.positions.plus(entry.id, position),
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

    def _apply(self, snapshot: Snapshot, action: Any, items: Sequence[HistoryItem]) -> Step[Any]:
        """Return what an event leads to; a ruling and a new name leave the state as it is."""
        state, seated = (snapshot.step or self.start).state, snapshot.seated
        match action:
            case Ruling():
                return Step(state, (_settled(action, seated),))
            case Rename():
                return Step(state, rename(seated, action))
            case Reseat():
                start = _started(self.game, reseat(seated, action, items))
                text = T("Now playing: {names}.", names=Listing(action.seats))
                return evolve(start, messages=(why(text, PLAYERS_RULE), *start.messages))
            case Join():
                return join(self.game, state, action, seated.seats, snapshot.gone)
            case Leave():
                return leave(self.game, state, action, seated.seats, snapshot.gone)
        return self.game.apply(state, action)

    def _players_changed(self, entry: Entry) -> Explanation | None:
        """Return why an event is refused whose reporter has not seen the latest change of the players."""
        change = entry.change
        if not self.players or entry.expected_version is None or entry.expected_version >= self.version:
            return None
        unseen = [*self._seatings_since(max(0, entry.expected_version))]
        others = any(isinstance(one, Reseat) for one in unseen)
        same = isinstance(change, Reseat) or any(conflicts(change, one) for one in unseen)
        text = T("Somebody has just changed the players. Check them again; nothing was entered.")
        return why(text, OVERTAKEN_RULE, PLAYERS_RULE) if others or same else None

    def _seatings_since(self, version: int) -> Iterator[Seats]:
        """Yield the changes of the players since a version, including those that were undone or redone since."""
        for entry in self.entries[version:]:
            named = entry.change.entries if isinstance(entry.change, Undo | Redo) else (entry.id,)
            yield from (self.players[id] for id in named if id in self.players)

    def _correction_refusal(self, own: str, change: Change) -> Explanation | None:
        """Return why a correction has nothing to correct.

        :param own: the id of the correction itself, which it cannot name.
        """
        undone = self.undone

        def named(id: str | None) -> Param:
            """Return an entry's number, since players have not seen its id."""
            entry = self.entry(id or "")
            return self.number(entry) if entry else id or ""

        if own in targets(change):
            text = T("A correction cannot name itself: it reaches only what was entered before it.")
            return why(text, RULES[type(change)])
        wrong: str | None
        match change:
            case Undo(()):
                return why(T("There is nothing to undo."), UNDO_RULE)
            case Redo(()):
                return why(T("There is nothing to redo."), REDO_RULE)
            case Undo(entries):
                # an entry that is undone only by an undo that is named too must be named as well, so some may be undone
                # already, but not all
                wrong = next(
                    (e for e in entries if not self.entry(e)), entries[0] if undone.issuperset(entries) else None
                )
                text = T("There is no entry {entry} to undo, or it has been undone already.", entry=named(wrong))
            case Redo(entries):
                wrong = next((e for e in entries if e not in undone), None)
                text = T("Entry {entry} is not undone, so there is nothing to redo.", entry=named(wrong))
            case Amend(entry, _):
                acted = isinstance(getattr(self.entry(entry), "change", None), Act)
                wrong = None if acted and entry not in undone else entry
                text = T("There is no entry {entry} to correct, or it is undone.", entry=named(wrong))
            case _:
                return None
        return None if wrong is None else why(text, RULES[type(change)])

    def _replayed(self, corrected: "Record") -> "Record":
        """Replay the game after a correction, from the first item that changes."""
        undone, amended = corrected.undone, corrected._amended
        first = self._first_changed(undone, amended)
        items, snapshots = self.history[:first], self.snapshots[:first]
        snapshot = self._snapshot_before(first)
        conflicting: list[CorrectionConflict] = []
        same, moved = True, False
        for old in self.history[first:]:
            gone = old.entry.id in undone
            action = amended.get(old.entry.id, old.reported)
            same = same and gone == old.undone and action == old.action
            # the seat may now belong to another player than when it was reported
            moved = moved or (isinstance(action, Reseat) and gone != old.undone)
            if same:
                item = old
            elif gone:
                item = HistoryItem(old.entry, action, undone=True, step=None)
            else:
                try:
                    if moved and depends_on_seats(action) and self.positions[old.entry.id].reseat != snapshot.reseat:
                        raise Refused(why(T("It was entered while others were playing."), PLAYERS_RULE))
                    item = HistoryItem(old.entry, action, undone=False, step=self._apply(snapshot, action, items))
                except Refused as refused:
                    conflicting.append(CorrectionConflict(old.entry, refused.why, action))
                    moved = moved or isinstance(action, Reseat)
                    continue
            snapshot = snapshot.after(item)
            items, snapshots = items.plus(item), snapshots.plus(snapshot)
        if conflicting:
            raise NoLongerFits(conflicting)
        return evolve(corrected, history=items, snapshots=snapshots, skipped=False)

    @property
    def _amended(self) -> dict[str, Any]:
        """The current action of each amended entry, by the entry's id."""
        return amended_actions(self.amends, self.undone)

    def _first_changed(self, undone: frozenset[str], amended: Mapping[str, Any]) -> int:
        """Return a position in the history before which a correction changes nothing."""
        if self.skipped:
            return 0
        before = self._amended
        changed = {
            id for id in {*before, *amended} if id not in before or id not in amended or before[id] != amended[id]
        }
        positions = (self.positions[id].item for id in changed | (undone ^ self.undone) if id in self.positions)
        return min(positions, default=len(self.history))


@frozen
class Failure:
    """The point from which a log no longer makes sense.

    :param number: the place of the first entry that does not fit, counted from 1.
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
    """The result of replaying a log.

    :param record: the record of its valid prefix.
    :param states: the state after each valid entry, after the start of the game.
    :param failure: what stopped the replay; ``None`` if the whole log is valid.
    """

    record: Record
    states: tuple[Any, ...]
    failure: Failure | None = None


def replay(
    game: AnyGame, header: Header, entries: Iterable[Entry], each: Callable[[Record], object] | None = None
) -> Replay:
    """Replay a log from the start, up to the first entry that is not allowed.

    :param each: called with the record after every entry.
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


def ruling_text(ruling: Ruling) -> Text:
    """Return what a group has decided, and who was for it."""
    if not ruling.agreed:
        return T("Your ruling: {decision}", decision=ruling.decision)
    for_it = Listing(tuple(Player(seat) for seat in ruling.agreed))
    return T("Your ruling: {decision} (in favour: {players})", decision=ruling.decision, players=for_it)


def _settled(ruling: Ruling, seated: Header) -> Explanation:
    """Return the message for a ruling (companion.dispute)."""
    if not ruling.decision.strip():
        raise Refused(why(T("Write down what you have decided."), DISPUTE_RULE))
    refuse_unknown_seats(ruling.agreed, seated, DISPUTE_RULE)
    return Explanation(ruling_text(ruling), (*ruling.rules, DISPUTE_RULE))


def _started(game: AnyGame, header: Header) -> Step[Any]:
    return game.start(Setup(seats=len(header.seats), first=header.first, house=header.house))

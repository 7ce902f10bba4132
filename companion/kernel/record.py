"""A game in play: its log folded into lines, each an action that counts or is struck out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import Game, Remarks, ScoreLine, Setup, Step
from companion.kernel.log import Act, Amend, Change, Entry, Event, Header, Redo, Settle, Undo
from companion.kernel.text import Listing, Param, Player, Text, messages

T, N = messages("companion")

AnyGame: TypeAlias = Game[Any, Any]

UNDO_RULE: Final = "companion.undo"
REDO_RULE: Final = "companion.redo"
AMEND_RULE: Final = "companion.amend"
OVERTAKEN_RULE: Final = "companion.overtaken"
DISPUTE_RULE: Final = "companion.dispute"

_RULES: Final[dict[type, str]] = {Undo: UNDO_RULE, Redo: REDO_RULE, Amend: AMEND_RULE}


@frozen
class Line:
    """One event of the log as it stands now.

    :param entry: the entry that reported it.
    :param action: what counts: the reported action, the one that was put in its place, or a settled dispute.
    :param struck: whether it has been undone.
    :param step: what it led to; ``None`` if it is struck.
    """

    entry: Entry
    action: Any
    struck: bool
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


@frozen
class Misfit:
    """A later entry that would no longer be allowed, and why."""

    entry: Entry
    why: Explanation


class NoLongerFits(Refused):
    """A correction after which later entries would not be allowed; nothing has changed.

    :param misfits: those entries in order, each with its reason.
    """

    def __init__(self, why: Explanation, misfits: tuple[Misfit, ...]) -> None:
        super().__init__(why)
        self.misfits = misfits


@frozen
class Record:
    """A log and everything that follows from it. Immutable: ``after`` returns the next one.

    :param points: every point that counts, with the id of the entry that brought it.
    """

    game: AnyGame
    header: Header
    start: Step[Any]
    entries: tuple[Entry, ...] = ()
    lines: tuple[Line, ...] = ()
    step: Step[Any] | None = None
    points: tuple[tuple[str, ScoreLine], ...] = ()

    @classmethod
    def begin(cls, game: AnyGame, header: Header) -> "Record":
        """Return the record of a log without entries.

        :raises Refused: if the setup is not possible.
        """
        setup = Setup(seats=len(header.seats), first=header.first, house=header.house)
        return cls(game, header, game.start(setup))

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def state(self) -> Any:
        """The state after all that counts."""
        return (self.step or self.start).state

    @property
    def counting(self) -> Iterator[Line]:
        """The lines that are not struck out."""
        return (line for line in self.lines if not line.struck)

    def line(self, entry: str) -> Line | None:
        """Return the line of an entry, if the entry reported an event."""
        return next((line for line in reversed(self.lines) if line.entry.id == entry), None)

    def number(self, entry: Entry) -> int:
        """Return an entry's place in the log, counted from 1, as the players know it."""
        return self.entries.index(entry) + 1

    def describe(self, action: Any) -> Text:
        """Return what an action of a line reports, in a few words."""
        if isinstance(action, Settle):
            return T("Dispute settled: {question}", question=action.question or action.decision)
        return self.game.describe(action)

    def remarks(self, action: Any) -> tuple[Explanation, ...]:
        """Return what helps to judge what an action of a line reports."""
        if isinstance(action, Settle) or not isinstance(self.game, Remarks):
            return ()
        return self.game.remarks(action)

    def after(self, entry: Entry) -> "Record":
        """Return the record with one entry more.

        :raises Refused: if the entry is not allowed now.
        :raises NoLongerFits: if it is a correction that later entries do not survive.
        """
        change = entry.change
        if isinstance(change, Event):
            action = _reported(change)
            step = self._led_to(self.state, action)
            line = Line(entry, action, struck=False, step=step)
            points = self.points + _points(line)
            return evolve(self, entries=(*self.entries, entry), lines=(*self.lines, line), step=step, points=points)
        why = self._unreachable(entry.id, change)
        if why:
            raise Refused(why)
        return self._retold((*self.entries, entry))

    def skipping(self, entry: Entry) -> "Record":
        """Return the record with an entry more that never fitted and that a later entry strikes out."""
        change = entry.change
        line = (Line(entry, _reported(change), struck=True, step=None),) if isinstance(change, Event) else ()
        return evolve(self, entries=(*self.entries, entry), lines=self.lines + line)

    def _led_to(self, state: Any, action: Any) -> Step[Any]:
        """Return what an event leads to; a settled dispute leaves the state as it is.

        :raises Refused: if it is not allowed.
        """
        if not isinstance(action, Settle):
            return self.game.apply(state, action)
        if not action.decision.strip():
            raise Refused(_why(T("Write down what you have decided."), DISPUTE_RULE))
        seats = range(len(self.header.seats))
        if strangers := [seat for seat in action.agreed if seat not in seats]:
            raise Refused(_why(T("There is no seat {seat}.", seat=strangers[0]), DISPUTE_RULE))
        return Step(state, (Explanation(decided(action), (*action.rules, DISPUTE_RULE)),))

    def _unreachable(self, own: str, change: Change) -> Explanation | None:
        """Return why a correction has nothing to correct.

        :param own: the id of the correction itself, which it cannot name: it reaches only what was entered before it.
        """
        by_id = {entry.id: entry for entry in self.entries}
        struck = _struck(self.entries)

        def named(id: str) -> Param:
            """Say an entry's number rather than its id, which nobody at the table has seen."""
            return next((n for n, entry in enumerate(self.entries, start=1) if entry.id == id), id)

        if own in targets(change):
            text = T("A correction cannot name itself: it reaches only what was entered before it.")
            return _why(text, _RULES[type(change)])
        match change:
            case Undo(()):
                return _why(T("There is nothing to undo."), UNDO_RULE)
            case Redo(()):
                return _why(T("There is nothing to bring back."), REDO_RULE)
            case Undo(entries):
                # what is struck out only by an undo that goes too must be named once more, so some may be struck, but not all
                wrong = next((e for e in entries if e not in by_id), None)
                if wrong is not None or struck.issuperset(entries):
                    text = T(
                        "There is no entry {entry} to undo, or it is undone already.",
                        entry=named(wrong or entries[0]),
                    )
                    return _why(text, UNDO_RULE)
            case Redo(entries):
                wrong = next((e for e in entries if e not in struck), None)
                if wrong is not None:
                    text = T("Entry {entry} is not undone, so it cannot be brought back.", entry=named(wrong))
                    return _why(text, REDO_RULE)
            case Amend(target, _):
                if target in struck or not isinstance(getattr(by_id.get(target), "change", None), Act):
                    text = T("There is no entry {entry} to correct, or it is undone.", entry=named(target))
                    return _why(text, AMEND_RULE)
        return None

    def _retold(self, entries: tuple[Entry, ...]) -> "Record":
        """Tell the game again with all entries, from the first line that changed.

        :raises NoLongerFits: if a line that still counts is no longer allowed.
        """
        lines: list[Line] = []
        misfits: list[Misfit] = []
        step = self.start
        same = True
        struck, amended = _struck(entries), _amended(entries)
        for old in self.lines:
            gone = old.entry.id in struck
            action = amended.get(old.entry.id, old.reported)
            same = same and gone == old.struck and action == old.action
            if same:
                line = old
            elif gone:
                line = Line(old.entry, action, struck=True, step=None)
            else:
                try:
                    line = Line(old.entry, action, struck=False, step=self._led_to(step.state, action))
                except Refused as refused:
                    misfits.append(Misfit(old.entry, refused.why))
                    continue
            lines.append(line)
            step = line.step or step
        if misfits:
            raise NoLongerFits(_no_longer_fits(misfits), tuple(misfits))
        points = tuple(point for line in lines for point in _points(line))
        return evolve(self, entries=entries, lines=tuple(lines), step=step, points=points)


@frozen
class Failure:
    """Where a log stops to make sense.

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
    struck = _struck(log)
    record = Record.begin(game, header)
    states = [record.state]
    for number, entry in enumerate(log, start=1):
        try:
            record = record.after(entry)
        except Refused as refused:
            if entry.id not in struck:
                return Replay(record, tuple(states), Failure(number, log[number - 1 :], refused.why))
            record = record.skipping(entry)
        states.append(record.state)
        if each:
            each(record)
    return Replay(record, tuple(states))


def decided(settled: Settle) -> Text:
    """Return what a group has decided, and who was for it."""
    if not settled.agreed:
        return T("Your ruling: {decision}", decision=settled.decision)
    for_it = Listing(tuple(Player(seat) for seat in settled.agreed))
    return T("Your ruling: {decision} (for it: {players})", decision=settled.decision, players=for_it)


def _reported(event: Event) -> Any:
    return event if isinstance(event, Settle) else event.action


def _points(line: Line) -> tuple[tuple[str, ScoreLine], ...]:
    return tuple((line.entry.id, point) for point in line.step.points) if line.step else ()


def _struck(entries: Sequence[Entry]) -> set[str]:
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
    return {id for id, struck in gone.items() if struck}


def targets(change: Change) -> tuple[str, ...]:
    """Return the ids of the entries a correction names."""
    match change:
        case Undo(entries) | Redo(entries):
            return entries
        case Amend(entry, _):
            return (entry,)
        case _:
            return ()


def _amended(entries: tuple[Entry, ...]) -> dict[str, Any]:
    struck = _struck(entries)
    return {e.change.entry: e.change.action for e in entries if isinstance(e.change, Amend) and e.id not in struck}


def _why(text: Text, rule: str) -> Explanation:
    return Explanation(text, (rule,))


def _no_longer_fits(misfits: list[Misfit]) -> Explanation:
    text = N(
        "After this correction a later entry would no longer be allowed: {why} Nothing was changed.",
        "After this correction {n} later entries would no longer be allowed. The first: {why} Nothing was changed.",
        n=len(misfits),
        why=misfits[0].why.text,
    )
    return Explanation(text, (*misfits[0].why.rules, AMEND_RULE))

"""A session: the shell around one game in play. It knows the log, the clock and who listens, but no screen."""

import logging
from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from typing import Any, Final, Protocol, TypeAlias, TypeVar
from uuid import uuid4

from attrs import frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import View
from companion.kernel.log import Act, Amend, Change, Entry, Event, PrivateNote, Redo, Rename, Reseat, Settle, Undo
from companion.kernel.offers import Offer
from companion.kernel.record import (
    DISPUTE_RULE,
    OVERTAKEN_RULE,
    AnyGame,
    Failure,
    Line,
    NoLongerFits,
    Record,
    Replay,
    replay,
)
from companion.kernel.text import messages
from companion.scoring import ScoreSheet

T, N = messages("companion")

_UNDONE_ALREADY: Final = Explanation(T("This has just been undone already. Nothing was changed."), (OVERTAKEN_RULE,))
log: Final = logging.getLogger("companion.tables")

Listener: TypeAlias = Callable[[], None]
V = TypeVar("V")


class Journal(Protocol):
    """Where entries become durable."""

    def append(self, *entries: Entry) -> None:
        """Store entries, all or none, so that they survive a crash from now on.

        :raises StorageError: if they could not be stored; then nothing has changed.
        """


class Memory:
    """A journal that forgets: for a log read from a file, and for tests."""

    def append(self, *entries: Entry) -> None:
        """Do nothing."""


@frozen
class Submitted:
    """What became of a report.

    :param entry: the entry in the log.
    :param repeated: whether it was in the log already, so that nothing was added.
    :param told: what the referee says about it.
    """

    entry: Entry
    repeated: bool = False
    told: tuple[Explanation, ...] = ()


@frozen
class Dispute:
    """Why the table stands still.

    :param rules: ids of the rules it seems to be about, the likeliest first.
    """

    rules: tuple[str, ...] = ()


class Session:
    """One game in play, shared by every screen that shows it.

    :param replayed: the game's log as it was told.
    :param journal: where new entries become durable before anybody sees them.
    """

    def __init__(self, replayed: Replay, journal: Journal | None = None) -> None:
        self.failure: Failure | None = replayed.failure
        self.record: Record = replayed.record
        #: What the players argue about right now; while they do, nothing is reported.
        self.dispute: Dispute | None = None
        self._states = list(replayed.states)
        self._journal = journal or Memory()
        self._listeners: list[Listener] = []
        self._made: tuple[Record, dict[Hashable, Any]] = (self.record, {})

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.record.game

    @property
    def version(self) -> int:
        """How many entries there are; a screen reports with the version it shows."""
        return self.record.version

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, seat by seat."""
        return self.record.names

    @property
    def seating(self) -> str | None:
        """The entry by which the players sit as they do, if the table was not set up so."""
        lines = reversed([*self.record.counting] if self.record.players else ())
        return next((line.entry.id for line in lines if isinstance(line.action, Reseat)), None)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over(self.record.state)

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet."""
        return self._once("sheet", lambda: ScoreSheet.of_record(self.record))

    @property
    def last(self) -> Line | None:
        """The latest action that counts and is no private note: the one a plain "undo" of the table takes back."""
        return _last(self.record)

    @property
    def spoken(self) -> Line | None:
        """The latest of these after which the referee said something about the game: a mended name is none."""
        return next((line for line in reversed(self.record.lines) if _counts(line) and not _is_name(line)), None)

    @property
    def undone(self) -> tuple[str, ...]:
        """What a plain "redo" brings back: what the latest entry that touched the game undid, if it was an undo."""
        return _undone(self.record)

    def view(self, seat: int | None) -> View:
        """Return what a seat (``None``: the table) may see."""
        return self._once(("view", seat), lambda: self.game.view(self.record.state, seat))

    def offers(self, seat: int | None) -> tuple[Offer, ...]:
        """Return what a seat (``None``: the table) may report now; nothing while the log's end is unreadable."""
        if self.failure:
            return ()
        return self._once(("offers", seat), lambda: self.game.offers(self.record.state, seat))

    def submit(
        self, change: Change, *, by: int | None = None, base: int | None = None, id: str | None = None
    ) -> Submitted:
        """Judge a report and, if it is allowed, make it durable and show it. Nothing awaits in between.

        :param by: the seat that reports; ``None`` is the table.
        :param base: the version the reporter saw; ``None`` is the present one.
        :param id: the report's own id; repeating a report with the same id is harmless.
        :raises Refused: if it is not allowed now, somebody else has just reported the same event, or the log's end
            is unreadable and not yet repaired, or the table stands still.
        :raises NoLongerFits: if it is a correction that later entries do not survive.
        :raises StorageError: if it could not be made durable; then nothing has changed.
        """
        if id is not None and (known := next((e for e in self.record.entries if e.id == id), None)):
            return Submitted(known, repeated=True)
        self._refuse_standing_still(change)
        base = self.version if base is None else max(0, base)
        if isinstance(change, Act) and base < self.version:
            self._refuse_overtaken(change, base)
        if isinstance(change, Settle) and base < self.version:
            self._refuse_settled(base)
        if isinstance(change, Undo) and base < self.version:
            self._refuse_overtaken_undo(change)
        entry = _entry(change, by=by, base=base, id=id)
        record = self.record.after(entry)
        self._journal.append(entry)
        self.record = record
        self._states.append(record.state)
        if isinstance(change, Settle):
            self.dispute = None
        self._tell()
        told = record.step.told if isinstance(change, Event) and record.step else ()
        return Submitted(entry, told=told)

    def correct(self, *changes: Change, by: int | None = None) -> None:
        """Make corrections that only together are allowed, all or none; see :meth:`submit`."""
        self._refuse_standing_still(*changes)
        records = [self.record]
        for change in changes:
            records.append(records[-1].after(_entry(change, by=by, base=self.version)))
        self._journal.append(*records[-1].entries[self.version :])
        self.record = records[-1]
        self._states += [record.state for record in records[1:]]
        self._tell()

    def undo(self, *entries: str, by: int | None = None, base: int | None = None) -> Submitted:
        """Strike out entries, by default the latest that counted for who reports; see :meth:`submit`.

        Others' private notes are passed over by default, and go only with what they were about.
        """
        if entries:
            return self.submit(Undo(entries), by=by, base=base)
        last = _last(self._seen(base), by)
        latest = (last.entry.id,) if last else ()
        try:
            return self.submit(Undo(latest), by=by, base=base)
        except NoLongerFits as unfit:
            later = (self.record.line(misfit.entry.id) for misfit in unfit.misfits)
            notes = (line.entry.id for line in later if line and isinstance(line.action, PrivateNote))
            return self.submit(Undo((*latest, *notes)), by=by, base=base)

    def redo(self, *entries: str, by: int | None = None, base: int | None = None) -> Submitted:
        """Let undone entries count again, by default those of the undo who reports saw last; see :meth:`submit`."""
        return self.submit(Redo(entries or _undone(self._seen(base))), by=by, base=base)

    def amend(self, entry: str, action: Any, *, by: int | None = None, base: int | None = None) -> Submitted:
        """Put another action in the place of an entry's; see :meth:`submit`."""
        return self.submit(Amend(entry, action), by=by, base=base)

    def repair(self) -> Submitted:
        """Strike out the first entry that does not fit and all after it, so that the game can go on from there.

        :raises Refused: if somebody else has just done so.
        :raises StorageError: if it could not be made durable; then nothing has changed.
        """
        if not self.failure:
            raise Refused(_UNDONE_ALREADY)
        rest = self.failure.rest
        entry = _entry(Undo(tuple(e.id for e in rest)), by=None, base=self.version + len(rest))
        self._journal.append(entry)
        repaired = replay(self.game, self.record.header, (*self.record.entries, *rest, entry))
        self.record, self.failure = repaired.record, repaired.failure
        self._states = list(repaired.states)
        self._tell()
        return Submitted(entry)

    def stop(self, dispute: Dispute) -> None:
        """Let the table stand still: nothing is reported until the dispute is settled or dropped."""
        self.dispute = dispute
        self._tell()

    def go_on(self) -> None:
        """Drop the dispute without a decision."""
        self.dispute = None
        self._tell()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` after every change, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def _seen(self, base: int | None) -> Record:
        """Return the record somebody saw: two phones that undo "the last" at once mean the same entry."""
        if base is None or base >= self.version:
            return self.record
        return replay(self.game, self.record.header, self.record.entries[:base]).record

    def _once(self, what: Hashable, make: Callable[[], V]) -> V:
        """Return what follows from the record alone; screens ask for it many times over, so it is made once for all."""
        if self._made[0] is not self.record:
            self._made = (self.record, {})
        made = self._made[1]
        if what not in made:
            made[what] = make()
        found: V = made[what]
        return found

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception:  # what is stored is stored, whoever cannot hear of it
                log.exception("a listener failed")

    def _refuse_standing_still(self, *changes: Change) -> None:
        """Refuse everything while the log's end is unreadable, and all but a settlement during a dispute.

        :raises Refused: if the table stands still.
        """
        if self.failure:
            raise Refused(self.failure.why)
        if self.dispute and not all(isinstance(change, Settle) for change in changes):
            text = T("The table stands still while you settle a dispute. Nothing was added.")
            raise Refused(Explanation(text, (DISPUTE_RULE,)))

    def _refuse_overtaken(self, change: Act, base: int) -> None:
        """Refuse a report of an event that has been told since the reporter looked.

        :raises Refused: with what has been told instead.
        """
        game, then, now = self.game, self._states[base], self.record.state
        if game.moment(then, change.action) == game.moment(now, change.action):
            return
        since = [line for line in self.record.counting if line.entry in self.record.entries[base:]]
        if any(line.action == change.action for line in since):
            text = T("This has just been entered already. Nothing was added.")
        else:
            text = T("Somebody has just entered something else. Look at the table again; nothing was added.")
        raise Refused(Explanation(text, (OVERTAKEN_RULE,)))

    def _refuse_settled(self, base: int) -> None:
        """Refuse a decision if somebody else has recorded one since the reporter looked.

        :raises Refused: because two people at the same table mean the same dispute.
        """
        if any(isinstance(entry.change, Settle) for entry in self.record.entries[base:]):
            raise Refused(Explanation(T("This has just been entered already. Nothing was added."), (OVERTAKEN_RULE,)))

    def _refuse_overtaken_undo(self, change: Undo) -> None:
        """Refuse an undo that somebody else has just made.

        :raises Refused: if an entry to undo is struck out already.
        """
        if any(line.struck and line.entry.id in change.entries for line in self.record.lines):
            raise Refused(_UNDONE_ALREADY)


def _last(record: Record, by: int | None = None) -> Line | None:
    """Return the latest line that counts, passing over what others than ``by`` noted for themselves."""
    return next((line for line in reversed(record.lines) if _counts(line, by)), None)


def _counts(line: Line, by: int | None = None) -> bool:
    return not line.struck and not (isinstance(line.action, PrivateNote) and line.action.seat != by)


def _is_name(line: Line) -> bool:
    return isinstance(line.action, Rename)


def _undone(record: Record) -> tuple[str, ...]:
    latest = next((entry.change for entry in reversed(record.entries) if not _is_beside(entry.change)), None)
    return latest.entries if isinstance(latest, Undo) else ()


def _is_beside(change: Change) -> bool:
    """Tell whether an entry leaves the game as everybody sees it: a private note, a name, or what the group has decided."""
    return isinstance(change, Settle | Rename) or (isinstance(change, Act) and isinstance(change.action, PrivateNote))


def _entry(change: Change, *, by: int | None, base: int, id: str | None = None) -> Entry:
    return Entry(id or uuid4().hex[:12], change, datetime.now(UTC).isoformat(timespec="seconds"), by, base)

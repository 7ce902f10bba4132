"""A session: the shell around one game in play. It knows the log, the clock and who listens, but no screen."""

import logging
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from datetime import UTC, datetime
from itertools import takewhile
from math import inf
from secrets import token_hex
from typing import Any, Final, Protocol, TypeVar

from attrs import frozen

from companion.kernel.corrections import around
from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import View
from companion.kernel.log import Act, Amend, Change, Entry, Event, Join, PrivateNote, Redo, Rename, Reseat, Ruling, Undo
from companion.kernel.offers import Offer
from companion.kernel.record import DISPUTE_RULE, AnyGame, Failure, HistoryItem, NoLongerFits, Record, Replay, replay
from companion.kernel.text import Text, messages
from companion.kernel.text_limits import refuse_unwritable
from companion.scoring import ScoreSheet
from companion.storage.errors import StorageError
from companion.tables import last_seen, undo_redo
from companion.tables.agreement import NOT_ASKED, RULE, Proposal, Rights, ask_first
from companion.tables.conflicts import (
    ClientView,
    Conflict,
    ConflictCheck,
    EnteredAlready,
    refuse_late,
    undone_already,
    who,
)
from companion.tables.drafts import DraftKey, Drafts
from companion.tables.seat_ids import are_same, seat_ids
from companion.tables.signal import Listener, Signal

T, N = messages("companion")

#: After this part of the time of reading something new on a screen has been noticed, so that a tap may answer it.
_NOTICING: Final = 0.125

#: The rights of a page that can correct everything without agreement.
FREE: Final = Rights()

#: How many entries a screen may be behind before the log has to be replayed.
_RECENT: Final = 64

#: Who made the entries of a log that was read, and when: everybody has seen them.
_LONG_AGO: Final = (None, -inf)
log: Final = logging.getLogger("companion.tables")

#: What players have answered before their turn, by their seats; only their own screens show it.
_ANSWER: Final = DraftKey[Act]("queued answer")

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
    :param messages: what the referee says about it.
    """

    entry: Entry
    repeated: bool = False
    messages: tuple[Explanation, ...] = ()


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
    :param clock: what tells when something came in, in seconds; the clock of :class:`companion.tables.last_seen.SeenAt`.
    """

    def __init__(
        self, replayed: Replay, journal: Journal | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.failure: Failure | None = replayed.failure
        self.record: Record = replayed.record
        #: What the players argue about right now; while they do, nothing is reported.
        self.dispute: Dispute | None = None
        #: What somebody wants to correct that another has entered.
        self.proposal: Proposal | None = None
        self._signal = Signal()
        #: What has been put down and not been entered yet.
        self.drafts: Final = Drafts(self._signal.emit)
        #: For a report, the seats that made it too late, in the order in which they were heard.
        self._echoes: dict[str, list[int]] = {}
        self._states = list(replayed.states)
        #: The latest records, this one included: a screen that was tapped is seldom older.
        self._recent: deque[Record] = deque([self.record], maxlen=_RECENT)
        #: For each entry the page it came from, and when.
        self._entered: list[tuple[Hashable | None, float]] = [_LONG_AGO] * self.version
        self._clock = clock
        self._journal = journal or Memory()
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
        seated = [line.entry.id for line in self.record.seatings if isinstance(line.action, Reseat | Join)]
        return seated[-1] if seated else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over(self.record.state)

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet."""
        return self._once("sheet", lambda: ScoreSheet.of_record(self.record, self.view(None)))

    @property
    def last(self) -> HistoryItem | None:
        """The latest action that counts and is no private note."""
        return next((line for line in reversed(self.record.history) if _counts(line)), None)

    @property
    def last_message_item(self) -> HistoryItem | None:
        """The latest of these after which the referee said something about the game: no mended name, and no decision."""
        return next((line for line in reversed(self.record.history) if _counts(line) and not is_beside(line)), None)

    @property
    def rulings(self) -> tuple[HistoryItem, ...]:
        """What the group has decided since then; it stands beside what the referee said, and takes nothing away from it."""
        since = takewhile(lambda line: not _counts(line) or is_beside(line), reversed(self.record.history))
        return tuple(line for line in since if _counts(line) and isinstance(line.action, Ruling))[::-1]

    @property
    def redo_target(self) -> tuple[str, ...]:
        """What a plain "redo" brings back."""
        return self._once("undone", lambda: undo_redo.to_redo(self.record))

    @property
    def undo_label(self) -> Text | None:
        """What a plain "undo" of the table takes back is called; ``None`` if there is nothing to undo."""
        return self.undo_label_for(None)

    def undo_label_for(self, seat: int | None) -> Text | None:
        """Return what a plain "undo" of a seat (``None``: the table) takes back is called; ``None`` if there is nothing to undo."""
        return self._once(("undoes", seat), lambda: undo_redo.label(self.record, undo_redo.to_undo(self.record, seat)))

    @property
    def redo_label(self) -> Text | None:
        """What a plain "redo" brings back is called; ``None`` if there is nothing to bring back."""
        return self._once("redoes", lambda: undo_redo.label(self.record, self.redo_target))

    def before(self, line: HistoryItem) -> "Session":
        """Return the game as it was when a line was reported, to be told again; nothing is entered into it."""
        record = self.record.before(line)
        return Session(Replay(record, (record.state,) * (record.version + 1)))

    def view(self, seat: int | None) -> View:
        """Return what a seat (``None``: the table) may see."""
        return self._once(("view", seat), lambda: self.game.view(self.record.state, seat))

    def offers(self, seat: int | None) -> tuple[Offer, ...]:
        """Return what a seat (``None``: the table) may report now; nothing while the log's end is unreadable."""
        if self.failure:
            return ()
        return self._once(("offers", seat), lambda: self.game.offers(self.record.state, seat))

    def early_offers(self, seat: int) -> tuple[Offer, ...]:
        """Return what a seat may answer before it is its turn; what it answers counts when it is."""
        answers = getattr(self.game, "early_offers", None)
        if self.failure or self.dispute or not answers:
            return ()
        return self._once(("early_offers", seat), lambda: answers(self.record.state, seat))

    def queued_answer(self, seat: int) -> Act | None:
        """Return what a seat has answered before its turn."""
        return self.drafts.get(_ANSWER.of(seat))

    def queue_answer(self, seat: int, answer: Act | None) -> None:
        """Keep what a seat answers before its turn, or take it back.

        :raises Refused: if the tap came too late.
        """
        refuse_late()
        if answer:
            self.drafts.set(_ANSWER.of(seat), answer)
        else:
            self.drafts.clear(_ANSWER.of(seat))

    def reporters(self, entry: str) -> tuple[int, ...]:
        """Return the seats that have reported the same event at once, in the order in which they were heard."""
        first = self.record.entry(entry)
        heard = (first and first.by, *self._echoes.get(entry, ()))
        return tuple(dict.fromkeys(seat for seat in heard if seat is not None))

    def submit(
        self,
        change: Change,
        *,
        by: int | None = None,
        expected_version: int | None = None,
        id: str | None = None,
        page: Hashable | None = None,
        rights: Rights = FREE,
    ) -> Submitted:
        """Judge a report and, if it is allowed, make it durable and show it. Nothing awaits in between.

        :param by: the seat that reports; ``None`` is the table.
        :param expected_version: the version the reporter's screen was drawn from; ``None`` is the present one.
        :param id: the report's own id; repeating a report with the same id is harmless.
        :param page: stands for the page it was reported on, whose own reports are no news there; ``None`` is no page,
            but somebody who reads as fast as the referee writes.
        :param rights: the page's rights to correct without agreement.
        :raises NeedsAgreement: if it needs another player's agreement; the reporter may then :meth:`propose` it.
        :raises Overtaken: if somebody else has just reported the same, or something that makes another of it; whoever
            is sure may then :meth:`insist`.
        :raises Refused: if it is not allowed now, can only be the event that was just reported, came too late, the
            log's end is unreadable and not yet repaired, the table stands still, or a text in it cannot be written down.
        :raises NoLongerFits: if it is a correction that later entries do not survive.
        :raises StorageError: if it could not be made durable; then nothing has changed.
        """
        if id is not None and (known := self.record.entry(id)):
            return Submitted(known, repeated=True)
        return self._enter((change,), self._sight(expected_version, page), by=by, page=page, id=id, rights=rights)

    def correct(
        self,
        *changes: Change,
        by: int | None = None,
        expected_version: int | None = None,
        page: Hashable | None = None,
        rights: Rights = FREE,
        without: frozenset[str] = frozenset(),
    ) -> Submitted:
        """Make corrections that are allowed only together, all or none; see :meth:`submit`.

        :param without: the ids of the later entries that a single correction may drop. Those of them that still fit are
            kept; if others do not fit, nothing is changed.
        """
        sight = self._sight(expected_version, page)
        return self._enter(changes, sight, by=by, page=page, rights=rights, without=without)

    def insist(
        self,
        asked: Conflict,
        *,
        by: int | None = None,
        page: Hashable | None = None,
        rights: Rights = FREE,
    ) -> Submitted:
        """Enter what was asked about, judged as it stands now; see :meth:`submit`."""
        sight = self._sight(asked.told, page, known=asked.told)
        return self._enter(asked.changes, sight, by=by, page=page, rights=rights, without=asked.without)

    def undo(
        self,
        *entries: str,
        by: int | None = None,
        expected_version: int | None = None,
        page: Hashable | None = None,
        rights: Rights = FREE,
    ) -> Submitted:
        """Strike out entries, by default the latest report or correction that counted for who reports; see :meth:`submit`.

        Others' private notes are passed over by default, and go only with what they were about.
        """
        if entries:
            return self.submit(Undo(entries), by=by, expected_version=expected_version, page=page, rights=rights)
        self._refuse_standing_still()
        sight = self._sight(expected_version, page)
        latest = undo_redo.to_undo(self._seen(sight.expected_version), by)
        self._ask_for_the_last(latest, sight, by)
        try:
            return self.submit(Undo(latest), by=by, expected_version=expected_version, page=page, rights=rights)
        except NoLongerFits as unfit:
            later = (self.record.item(conflict.entry.id) for conflict in unfit.conflicts)
            notes = (line.entry.id for line in later if line and isinstance(line.action, PrivateNote))
            return self.submit(
                Undo((*latest, *notes)), by=by, expected_version=expected_version, page=page, rights=rights
            )

    def redo(
        self,
        *entries: str,
        by: int | None = None,
        expected_version: int | None = None,
        page: Hashable | None = None,
        rights: Rights = FREE,
    ) -> Submitted:
        """Let undone entries count again, by default those of the undo who reports saw last; see :meth:`submit`."""
        if entries:
            return self.submit(Redo(entries), by=by, expected_version=expected_version, page=page, rights=rights)
        self._refuse_standing_still()
        sight = self._sight(expected_version, page)
        undone = undo_redo.to_redo(self._seen(sight.expected_version))
        self._ask_for_the_undone(undone, sight)
        return self.submit(Redo(undone), by=by, expected_version=expected_version, page=page, rights=rights)

    def amend(
        self,
        entry: str,
        action: Any,
        *,
        by: int | None = None,
        expected_version: int | None = None,
        page: Hashable | None = None,
    ) -> Submitted:
        """Put another action in the place of an entry's; see :meth:`submit`."""
        return self.submit(Amend(entry, action), by=by, expected_version=expected_version, page=page)

    def repair(self) -> Submitted:
        """Strike out the first entry that does not fit and all after it, so that the game can go on from there.

        :raises Refused: if somebody else has just done so, or the tap came too late.
        :raises StorageError: if it could not be made durable; then nothing has changed.
        """
        refuse_late()
        if not self.failure:
            raise undone_already()
        rest = self.failure.rest
        entry = _entry(Undo(tuple(e.id for e in rest)), _now(), by=None, expected_version=self.version + len(rest))
        self._journal.append(entry)
        repaired = replay(self.game, self.record.header, (*self.record.entries, *rest, entry))
        self.record, self.failure = repaired.record, repaired.failure
        self._states = list(repaired.states)
        self._recent = deque([self.record], maxlen=_RECENT)
        self._entered = [_LONG_AGO] * self.version
        self._signal.emit()
        return Submitted(entry)

    def pause(self, dispute: Dispute) -> None:
        """Let the table stand still: nothing is reported until the dispute is settled or dropped.

        :raises Refused: if the tap came too late.
        """
        refuse_late()
        self.dispute = dispute
        self._signal.emit()

    def resume(self) -> None:
        """Drop the dispute without a decision.

        :raises Refused: if the tap came too late.
        """
        refuse_late()
        self.dispute = None
        self._signal.emit()

    def propose(self, proposal: Proposal) -> None:
        """Ask the other players to agree to a correction; it takes the place of what was asked before.

        :raises Refused: if the tap came too late.
        """
        refuse_late()
        self.proposal = proposal
        self._signal.emit()

    def agree(self, proposal: Proposal, rights: Rights = FREE) -> Submitted | None:
        """Agree to a proposal. Once all required players have agreed, it is judged against the present log and entered.

        It raises what :meth:`submit` raises.

        :param rights: the rights of the agreeing page.
        :return: the result; ``None`` while another player has to agree, too.
        :raises Refused: also if the proposal is no longer open, or the page cannot agree (companion.roles).
        """
        if self.proposal is not proposal:
            raise Refused(Explanation(T("That has been settled already."), (RULE,)))
        self.proposal = proposal.agreed_by(rights)
        try:
            if self.proposal:
                return None
            return self.correct(*proposal.changes, by=proposal.by, page=rights.page, without=proposal.without)
        finally:
            self._signal.emit()

    def withdraw(self, proposal: Proposal, rights: Rights = FREE) -> None:
        """Leave everything as it is: nobody agrees, or whoever asked does not want it any more.

        :param rights: the rights of the page that drops it.
        :raises Refused: if the tap came too late, or that page is not asked (companion.roles).
        """
        refuse_late()
        if self.proposal is proposal:
            if not proposal.answered_by(rights):
                raise Refused(NOT_ASKED)
            self.proposal = None
            self._signal.emit()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` after every change, until the returned function is called."""
        return self._signal.subscribe(listener)

    def _enter(
        self,
        changes: tuple[Change, ...],
        sight: ClientView,
        *,
        by: int | None,
        page: Hashable | None,
        id: str | None = None,
        rights: Rights = FREE,
        without: frozenset[str] = frozenset(),
    ) -> Submitted:
        """Judge changes, all or none of them, make them durable and show them; see :meth:`submit`.

        :param without: the ids of the later entries that a single correction may drop.
        """
        self._refuse_standing_still(*changes)
        try:
            ConflictCheck(self.record, self._states, sight, changes, self._seen, without).judge()
        except EnteredAlready as late:
            if by is not None:
                self._echoes.setdefault(late.entry, []).append(by)
                self._signal.emit()
            raise
        at = _now()

        def after(changes: Iterable[Change]) -> list[Record]:
            records = [self.record]
            for change in changes:
                records.append(records[-1].after(_entry(change, at, by=by, expected_version=sight.certain, id=id)))
            return records

        dropped: frozenset[str] = frozenset()
        try:
            records = after(changes)
        except NoLongerFits as unfit:
            if len(changes) > 1:
                raise
            plan = around(self.record, changes[0], unfit.conflicts)
            dropped = plan.ids
            if not dropped <= without:
                raise
            records = after(plan.changes)
        ask_first(self.record, records[-1], changes, by, rights, dropped)
        entries = records[-1].entries[self.version :]
        self._journal.append(*entries)
        self._follow_seats(records[-1])
        self.record = records[-1]
        self._states += [record.state for record in records[1:]]
        self._recent += records[1:]
        self._entered += [(page, self._clock())] * len(entries)
        if any(isinstance(change, Ruling) for change in changes):
            self.dispute = None
        self._signal.emit()
        step = self.record.step
        self._enter_queued_answer()
        return Submitted(entries[-1], messages=step.messages if isinstance(changes[-1], Event) and step else ())

    def _follow_seats(self, after: Record) -> None:
        """Discard drafts if the seats belong to other players now, so that no player gets another one's draft."""
        if not are_same(self.record, after) and seat_ids(after)[: len(self.names)] != seat_ids(self.record):
            self.drafts.discard()

    def _enter_queued_answer(self) -> None:
        """Enter the answer of a player whose turn has come; discard the answers that nobody is asked for any more."""
        asked, answers = self.view(None).asked, self.drafts.owned(_ANSWER)
        for seat, answer in answers.items():
            if seat not in asked and answer.action not in [offer.action() for offer in self.early_offers(seat)]:
                self.drafts.clear(_ANSWER.of(seat))
        for seat in asked:
            if seat in answers:
                self.drafts.clear(_ANSWER.of(seat))
                try:
                    self.submit(answers[seat], by=seat)
                except (Refused, StorageError):
                    log.warning("an answer that was given before its turn could not be entered", exc_info=True)
                return

    def _sight(self, expected_version: int | None, page: Hashable | None, known: int = 0) -> ClientView:
        """Return what a page had seen of the log when it was tapped.

        :param expected_version: the version its screen was drawn from.
        :param known: of how many entries its reader was told besides.
        """
        expected_version = self.version if expected_version is None else min(max(0, expected_version), self.version)
        read = inf if page is None else last_seen.seen_at().read
        noticed = read + last_seen.READING * (1 - _NOTICING)
        unread, unseen = [], []
        for place in reversed(range(self.version)):
            entered_on, at = self._entered[place]
            if place < expected_version and at <= read:
                break
            other = page is None or entered_on != page
            if other:
                unread.append(place)
            else:  # whoever insisted there was told of what came before
                known = max(known, self.record.entries[place].expected_version or 0)
            if place >= expected_version or (other and at > noticed):
                unseen.append(place)
        return ClientView(
            expected_version,
            *(tuple(place for place in reversed(places) if place >= known) for places in (unread, unseen)),
        )

    def _ask_for_the_last(self, last: tuple[str, ...], sight: ClientView, by: int | None) -> None:
        """Make sure that "the last" is what whoever undoes it had read, and not what came up under the finger.

        :param last: what a plain "undo" takes back on the screen that was tapped.
        :raises Overtaken: if something else is the last by now.
        :raises Refused: if there is nothing more to undo.
        """
        if sight.certain == self.version:
            return
        meant, now = (undo_redo.to_undo(record, by) for record in (self._seen(sight.certain), self.record))
        head = ConflictCheck(self.record, self._states, sight, (), self._seen)
        if meant and self.record.undone.issuperset(meant):
            if not now:
                raise undone_already()
            text = T(
                "Entry {n} has just been undone already: {that}. Undo entry {m} as well: {what}?",
                n=self._number(meant),
                that=self._called(meant),
                m=self._number(now),
                what=self._called(now),
            )
            head.ask(text, T("Yes, undo it"), Undo(now))
        if unread := [entry for place in sight.unread if (entry := self.record.entries[place]).id in last]:
            text = T("{who} has just entered “{what}”. Undo that?", who=who(unread[-1]), what=self._called(last))
            head.ask(text, T("Yes, undo it"), Undo(last))

    def _ask_for_the_undone(self, undone: tuple[str, ...], sight: ClientView) -> None:
        """Make sure that what a redo brings back is what whoever taps it had read to be undone.

        :raises Overtaken: if something else has been undone by now.
        """
        meant = undo_redo.to_redo(self._seen(sight.certain))
        if meant and undone and meant != undone:
            n, what = self._number(undone), self._called(undone)
            text = T("Entry {n} has just been undone: {what}. Bring that back?", n=n, what=what)
            ConflictCheck(self.record, self._states, sight, (), self._seen).ask(
                text, T("Yes, bring it back"), Redo(undone)
            )

    def _number(self, entries: tuple[str, ...]) -> int:
        """Return the place in the log of what is taken back or brought back, as the players know it."""
        return max(self.record.number(entry) for entry in map(self.record.entry, entries) if entry)

    def _called(self, entries: tuple[str, ...]) -> Text:
        return undo_redo.label(self.record, entries) or T("Nothing to undo")

    def _seen(self, expected_version: int) -> Record:
        """Return the record somebody saw: two phones that undo "the last" at once mean the same entry."""
        version = min(expected_version, self.version)
        recent = next((record for record in reversed(self._recent) if record.version == version), None)
        return recent or replay(self.game, self.record.header, self.record.entries[:version]).record

    def _once(self, what: Hashable, make: Callable[[], V]) -> V:
        """Return what follows from the record alone; screens ask for it many times over, so it is made once for all."""
        if self._made[0] is not self.record:
            self._made = (self.record, {})
        made = self._made[1]
        if what not in made:
            made[what] = make()
        found: V = made[what]
        return found

    def _refuse_standing_still(self, *changes: Change) -> None:
        """Refuse everything while the log's end is unreadable, and all but a settlement during a dispute.

        :raises Refused: if the table stands still, or the tap came too late.
        """
        refuse_late()
        if self.failure:
            raise Refused(self.failure.why)
        if self.dispute and not all(isinstance(change, Ruling) for change in changes):
            text = T("Play is paused while you settle a dispute. Nothing was entered.")
            raise Refused(Explanation(text, (DISPUTE_RULE,)))


def _counts(line: HistoryItem) -> bool:
    return not line.undone and not isinstance(line.action, PrivateNote)


def is_beside(line: HistoryItem) -> bool:
    """Tell whether a line stands beside what the referee said about the game, and takes nothing away from it."""
    return isinstance(line.action, Rename | Ruling)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _entry(change: Change, at: str, *, by: int | None, expected_version: int, id: str | None = None) -> Entry:
    """Return a report as an entry of a moment; what is entered in one go has the same.

    :raises Refused: if it holds a text that cannot be written down.
    """
    entry = Entry(id or token_hex(6), change, at, by, expected_version)
    # what a correction names is there already
    refuse_unwritable((entry.id, change if isinstance(change, Event) else getattr(change, "action", None)))
    return entry

"""A session: one game in play with its log, its clock and its listeners. It knows no screen."""

import logging
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import UTC, datetime
from functools import partial, wraps
from itertools import takewhile
from math import inf
from secrets import token_hex
from typing import Any, Concatenate, Final, ParamSpec, TypedDict, TypeVar, Unpack, get_args

from attrs import field, frozen

from companion.kernel.corrections import plan_around
from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import View
from companion.kernel.history import HistoryItem
from companion.kernel.log import Act, Amend, Change, Entry, Event, Join, PrivateNote, Redo, Rename, Reseat, Ruling, Undo
from companion.kernel.offers import Offer
from companion.kernel.record import DISPUTE_RULE, AnyGame, Failure, Record, Replay, replay
from companion.kernel.text import Text, messages
from companion.kernel.text_limits import refuse_unwritable
from companion.kernel.undo import NoLongerFits
from companion.scoring import ScoreSheet
from companion.storage.errors import StorageError
from companion.storage.library import Journal
from companion.tables import blocking, last_seen, undo_redo
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

#: The share of the reading time after which a new message counts as noticed: a later tap may respond to it.
_NOTICING: Final = 0.125

#: The rights of a page that can correct everything without agreement.
FREE: Final = Rights()

#: A screen that is further behind than this, in entries, makes the log be replayed.
_RECENT: Final = 64

#: Page and time of entries that were read from storage: every page has seen them.
_LONG_AGO: Final = (None, -inf)
log: Final = logging.getLogger("companion.tables")

#: What players have answered before their turn, by their seats; only their own screens show it.
_ANSWER: Final = DraftKey[Act]("queued answer")

V = TypeVar("V")
P = ParamSpec("P")


def _in_turn(method: Callable[Concatenate["Session", P], V]) -> Callable[Concatenate["Session", P], V]:
    """Let a change wait until the one before it has been stored: it is judged by the state after that."""

    @wraps(method)
    def in_turn(session: "Session", /, *values: P.args, **named: P.kwargs) -> V:
        with session.turn:
            return method(session, *values, **named)

    return in_turn


class Sent(TypedDict, total=False):
    """Where a report comes from.

    :param by: the seat that reports; ``None`` is the table.
    :param expected_version: the version the tapped screen showed; ``None`` is the current one.
    :param page: identifies the reporting page, which knows its own entries; ``None`` is a client that has read
        everything up to ``expected_version``.
    :param rights: the page's rights to correct without agreement.
    """

    by: int | None
    expected_version: int | None
    page: Hashable | None
    rights: Rights


@frozen
class Submitted:
    """The result of a report.

    :param entry: the entry in the log.
    :param repeated: whether it was in the log before, so that nothing was added.
    :param messages: the referee's messages.
    """

    entry: Entry
    repeated: bool = False
    messages: tuple[Explanation, ...] = ()


@frozen
class Dispute:
    """A dispute, which pauses the game.

    :param rules: ids of the rules it is probably about, the likeliest first.
    :param id: distinguishes it from an earlier one about the same rules.
    """

    rules: tuple[str, ...] = ()
    id: str = field(factory=partial(token_hex, 6))


class Session:
    """One game in play, shared by all screens that show it.

    :param replayed: the replayed log.
    :param journal: persists new entries before any screen shows them; ``None`` for a log that is only read.
    :param clock: returns the time of an entry in seconds; the clock of :mod:`companion.tables.last_seen`.
    """

    def __init__(
        self, replayed: Replay, journal: Journal | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.failure: Failure | None = replayed.failure
        self.record: Record = replayed.record
        #: The open dispute; nothing can be reported until it is settled or dropped.
        self.dispute: Dispute | None = None
        #: A proposed correction of another player's entry.
        self.proposal: Proposal | None = None
        self._signal = Signal()
        #: What has been put down but not entered yet.
        self.drafts: Final = Drafts(self._signal.emit)
        #: For an entry, the seats that reported the same event later, in order of arrival.
        self._echoes: dict[str, list[int]] = {}
        self._states = list(replayed.states)
        #: The latest records, including the current one; a tapped screen is seldom older.
        self._recent: deque[Record] = deque([self.record], maxlen=_RECENT)
        #: For each entry, the page that made it and the time.
        self._entered: list[tuple[Hashable | None, float]] = [_LONG_AGO] * self.version
        self._clock = clock
        self._journal = journal
        #: Lets changes in one after another.
        self.turn: Final = blocking.Turn()
        self._cache: tuple[Record, dict[Hashable, Any]] = (self.record, {})

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.record.game

    @property
    def version(self) -> int:
        """The number of entries; a screen reports with the version it shows."""
        return self.record.version

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, seat by seat."""
        return self.record.names

    @property
    def seating(self) -> str | None:
        """The id of the entry that seated the current players; ``None`` if the setup did."""
        seated = [line.entry.id for line in self.record.seatings if isinstance(line.action, Reseat | Join)]
        return seated[-1] if seated else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over(self.record.state)

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet."""
        return self._cached("sheet", lambda: ScoreSheet.of_record(self.record, self.view(None)))

    @property
    def last(self) -> HistoryItem | None:
        """The latest action that counts and is not a private note."""
        return next((line for line in reversed(self.record.history) if _counts(line)), None)

    @property
    def last_message_item(self) -> HistoryItem | None:
        """The latest of these with messages about the game, which renames and rulings have not."""
        return next((line for line in reversed(self.record.history) if _counts(line) and not is_beside(line)), None)

    @property
    def rulings(self) -> tuple[HistoryItem, ...]:
        """The rulings since then, which add to the messages of the referee and replace none."""
        since = takewhile(lambda line: not _counts(line) or is_beside(line), reversed(self.record.history))
        return tuple(line for line in since if _counts(line) and isinstance(line.action, Ruling))[::-1]

    @property
    def redo_target(self) -> tuple[str, ...]:
        """The entries that "redo" restores by default."""
        return self._cached("undone", lambda: undo_redo.to_redo(self.record))

    def undo_label_for(self, seat: int | None) -> Text | None:
        """Return what "undo" of a seat (``None``: the table) undoes by default; ``None`` if there is nothing to undo."""
        return self._cached(
            ("undoes", seat), lambda: undo_redo.label(self.record, undo_redo.to_undo(self.record, seat))
        )

    @property
    def redo_label(self) -> Text | None:
        """What "redo" restores by default; ``None`` if there is nothing to redo."""
        return self._cached("redoes", lambda: undo_redo.label(self.record, self.redo_target))

    @property
    def queued_answers(self) -> dict[int, Act]:
        """All answers given before their turn, by seat."""
        return self.drafts.owned(_ANSWER)

    def restore(self, dispute: Dispute | None, answers: Mapping[int, Act], drafts: list[Any]) -> None:
        """Restore what lay on the table and is in no log; see :mod:`companion.tables.moments`."""
        self.dispute = dispute
        self.drafts.replace(drafts)
        self.drafts.clear(*map(_ANSWER.of, self.queued_answers.keys() - answers.keys()))
        for seat, answer in answers.items():
            self.drafts.set(_ANSWER.of(seat), answer)
        self._signal.emit()

    def keep_drafts(self, stale: "Session") -> None:
        """Take over what pages have put down, from the session of the same players that this one replaces."""
        if seat_ids(stale.record) == seat_ids(self.record):
            self.drafts.keep(stale.drafts)

    def before(self, line: HistoryItem) -> "Session":
        """Return the game before an entry, for correcting it; nothing is entered into that session."""
        record = self.record.before(line)
        return Session(Replay(record, (record.state,) * (record.version + 1)))

    def view(self, seat: int | None) -> View:
        """Return the view of a seat (``None``: the table)."""
        return self._cached(("view", seat), lambda: self.game.view(self.record.state, seat))

    def offers(self, seat: int | None) -> tuple[Offer, ...]:
        """Return the offers for a seat (``None``: the table); none while the end of the log is unreadable."""
        if self.failure:
            return ()
        return self._cached(("offers", seat), lambda: self.game.offers(self.record.state, seat))

    def early_offers(self, seat: int) -> tuple[Offer, ...]:
        """Return the offers that a seat may answer before its turn; the answer is entered when its turn comes."""
        answers = getattr(self.game, "early_offers", None)
        if self.failure or self.dispute or not answers:
            return ()
        return self._cached(("early_offers", seat), lambda: answers(self.record.state, seat))

    def queued_answer(self, seat: int) -> Act | None:
        """Return the answer that a seat has given before its turn."""
        return self.drafts.get(_ANSWER.of(seat))

    def queue_answer(self, seat: int, answer: Act | None) -> None:
        """Queue the answer of a seat until its turn; ``None`` withdraws it.

        :raises Refused: if the tap came too late.
        """
        refuse_late()
        if answer:
            self.drafts.set(_ANSWER.of(seat), answer)
        else:
            self.drafts.clear(_ANSWER.of(seat))

    def reporters(self, entry: str) -> tuple[int, ...]:
        """Return the seats that have reported the event of an entry, in order of arrival."""
        first = self.record.entry(entry)
        informed = (first and first.by, *self._echoes.get(entry, ()))
        return tuple(dict.fromkeys(seat for seat in informed if seat is not None))

    @_in_turn
    def submit(self, change: Change, *, id: str | None = None, **sent: Unpack[Sent]) -> Submitted:
        """Validate a change; if it is allowed, persist it and emit the signal. Other changes wait meanwhile.

        :param id: the id of the entry; repeating a report with the same id adds nothing.
        :param sent: where the report comes from; see :class:`Sent`.
        :raises NeedsAgreement: if another player has to agree; the client may then :meth:`propose` it.
        :raises Conflict: if another page has just reported the same event, or one that changes the meaning of this
            one; the client may then :meth:`insist`.
        :raises Refused: if it is not allowed now, can only be the event that was just reported, came too late, the
            log's end is unreadable and not yet repaired, the table stands still, or a text in it cannot be written down.
        :raises NoLongerFits: if it is a correction that later entries do not fit.
        :raises StorageError: if it could not be stored; nothing is changed then.
        :raises TypeError: if it is no change of a log, such as a report without its ``Act``.
        """
        if not isinstance(change, get_args(Change)):
            raise TypeError(f"{change!r} is no change of a log; a report is submitted as Act(report)")
        if id is not None and (known := self.record.entry(id)):
            return Submitted(known, repeated=True)
        return self._enter((change,), self._client_view(sent), id=id, **sent)

    @_in_turn
    def correct(self, *changes: Change, without: frozenset[str] = frozenset(), **sent: Unpack[Sent]) -> Submitted:
        """Submit several corrections, all or none; see :meth:`submit`.

        :param without: the ids of the later entries that a single correction may drop. Those of them that still fit are
            kept; if others do not fit, nothing is changed.
        """
        return self._enter(changes, self._client_view(sent), without=without, **sent)

    @_in_turn
    def insist(self, asked: Conflict, **sent: Unpack[Sent]) -> Submitted:
        """Submit the changes of a conflict in spite of it, as of the version of the question; see :meth:`submit`."""
        sent["expected_version"] = asked.seen
        client = self._client_view(sent, known=asked.seen)
        return self._enter(asked.changes, client, without=asked.without, **sent)

    @_in_turn
    def undo(self, *entries: str, **sent: Unpack[Sent]) -> Submitted:
        """Undo entries, by default the latest report or correction on the tapped screen; see :meth:`submit`.

        Others' private notes are passed over by default, and go only with what they were about.
        """
        if entries:
            return self.submit(Undo(entries), **sent)
        self._refuse_while_paused()
        client = self._client_view(sent)
        latest = undo_redo.to_undo(self._record_at(client.expected_version), sent.get("by"))
        self._check_undo(latest, client, sent.get("by"))
        try:
            return self.submit(Undo(latest), **sent)
        except NoLongerFits as unfit:
            later = (self.record.item(conflict.entry.id) for conflict in unfit.conflicts)
            notes = (line.entry.id for line in later if line and isinstance(line.action, PrivateNote))
            return self.submit(Undo((*latest, *notes)), **sent)

    @_in_turn
    def redo(self, *entries: str, **sent: Unpack[Sent]) -> Submitted:
        """Redo undone entries, by default those of the latest undo on the tapped screen; see :meth:`submit`."""
        if entries:
            return self.submit(Redo(entries), **sent)
        self._refuse_while_paused()
        client = self._client_view(sent)
        undone = undo_redo.to_redo(self._record_at(client.expected_version))
        self._check_redo(undone, client)
        return self.submit(Redo(undone), **sent)

    def amend(self, entry: str, action: Any, **sent: Unpack[Sent]) -> Submitted:
        """Replace the action of an entry; see :meth:`submit`."""
        return self.submit(Amend(entry, action), **sent)

    @_in_turn
    def repair(self) -> Submitted:
        """Undo the first entry that does not fit and all later ones, so that the game can go on from there.

        :raises Refused: if another page has just done so, or the tap came too late.
        :raises StorageError: if it could not be stored; nothing is changed then.
        """
        refuse_late()
        if not self.failure:
            raise undone_already()
        rest = self.failure.rest
        entry = _entry(Undo(tuple(e.id for e in rest)), _now(), by=None, expected_version=self.version + len(rest))
        self._persist(entry)
        repaired = replay(self.game, self.record.header, (*self.record.entries, *rest, entry))
        self.record, self.failure = repaired.record, repaired.failure
        self._states = list(repaired.states)
        self._recent = deque([self.record], maxlen=_RECENT)
        self._entered = [_LONG_AGO] * self.version
        self._signal.emit()
        return Submitted(entry)

    def pause(self, dispute: Dispute) -> None:
        """Pause the game: nothing can be reported until the dispute is settled or dropped.

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
        """Ask the other players to agree to a correction; it replaces the previous proposal.

        :raises Refused: if the tap came too late.
        """
        refuse_late()
        self.proposal = proposal
        self._signal.emit()

    @_in_turn
    def agree(self, proposal: Proposal, rights: Rights = FREE) -> Submitted | None:
        """Agree to a proposal. Once all required players have agreed, it is validated against the current log and entered.

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
        """Drop a proposal: a player does not agree, or the one who made it withdraws it.

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
        client: ClientView,
        *,
        id: str | None = None,
        without: frozenset[str] = frozenset(),
        **sent: Unpack[Sent],
    ) -> Submitted:
        """Validate changes, all or none, persist them and emit the signal; see :meth:`submit`.

        :param without: the ids of the later entries that a single correction may drop.
        """
        self._refuse_while_paused(*changes)
        by = sent.get("by")
        try:
            ConflictCheck(self.record, self._states, client, changes, self._record_at, without).judge()
        except EnteredAlready as late:
            if by is not None:
                self._echoes.setdefault(late.entry, []).append(by)
                self._signal.emit()
            raise
        at = _now()

        def after(changes: Iterable[Change]) -> list[Record]:
            records = [self.record]
            for change in changes:
                records.append(
                    records[-1].after(_entry(change, at, by=by, expected_version=client.read_version, id=id))
                )
            return records

        dropped: frozenset[str] = frozenset()
        try:
            records = after(changes)
        except NoLongerFits as unfit:
            if len(changes) > 1:
                raise
            plan = plan_around(self.record, changes[0], unfit.conflicts)
            dropped = plan.ids
            if not dropped <= without:
                raise
            records = after(plan.changes)
        ask_first(self.record, records[-1], changes, by, sent.get("rights", FREE), dropped)
        entries = records[-1].entries[self.version :]
        self._persist(*entries)
        self._follow_seats(records[-1])
        self.record = records[-1]
        self._states += [record.state for record in records[1:]]
        self._recent += records[1:]
        self._entered += [(sent.get("page"), self._clock())] * len(entries)
        if any(isinstance(change, Ruling) for change in changes):
            self.dispute = None
        self._signal.emit()
        step = self.record.step
        self._enter_queued_answer()
        return Submitted(entries[-1], messages=step.messages if isinstance(changes[-1], Event) and step else ())

    def _persist(self, *entries: Entry) -> None:
        if self._journal:
            blocking.call(self._journal.append, *entries)

    def _follow_seats(self, after: Record) -> None:
        """Discard the drafts if the seats belong to other players now."""
        if not are_same(self.record, after) and seat_ids(after)[: len(self.names)] != seat_ids(self.record):
            self.drafts.discard()

    def _enter_queued_answer(self) -> None:
        """Enter the answer of a player whose turn has come; discard the answers that nobody is asked for any more."""
        asked, answers = self.view(None).asked, self.queued_answers
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

    def _client_view(self, sent: Sent, known: int = 0) -> ClientView:
        """Return what a page had shown of the log when it was tapped.

        :param known: the number of entries the player had seen when the question was asked.
        """
        page, shown = sent.get("page"), sent.get("expected_version")
        expected_version = self.version if shown is None else min(max(0, shown), self.version)
        read = inf if page is None else last_seen.seen_at().read
        noticed = read + last_seen.READING * (1 - _NOTICING)
        unread, unnoticed = [], []
        for place in reversed(range(self.version)):
            entered_on, at = self._entered[place]
            if place < expected_version and at <= read:
                break
            other = page is None or entered_on != page
            if other:
                unread.append(place)
            else:  # insisting there acknowledged the entries before it
                known = max(known, self.record.entries[place].expected_version or 0)
            if place >= expected_version or (other and at > noticed):
                unnoticed.append(place)
        return ClientView(
            expected_version,
            *(tuple(place for place in reversed(places) if place >= known) for places in (unread, unnoticed)),
        )

    def _check_undo(self, last: tuple[str, ...], client: ClientView, by: int | None) -> None:
        """Check that undo means the entry the player had read, not one that appeared under the finger.

        :param last: what "undo" undoes by default on the tapped screen.
        """
        if client.read_version == self.version:
            return
        target, now = (undo_redo.to_undo(record, by) for record in (self._record_at(client.read_version), self.record))
        check = ConflictCheck(self.record, self._states, client, (), self._record_at)
        if target and self.record.undone.issuperset(target):
            if not now:
                raise undone_already()
            text = T(
                "Entry {n} has just been undone already: {that}. Undo entry {m} as well: {what}?",
                n=self._number(target),
                that=self._label(target),
                m=self._number(now),
                what=self._label(now),
            )
            check.ask(text, T("Yes, undo it"), Undo(now))
        if unread := [entry for place in client.unread if (entry := self.record.entries[place]).id in last]:
            text = T("{who} has just entered “{what}”. Undo that?", who=who(unread[-1]), what=self._label(last))
            check.ask(text, T("Yes, undo it"), Undo(last))

    def _check_redo(self, undone: tuple[str, ...], client: ClientView) -> None:
        """Check that redo means the undo the player had read.

        :param undone: what "redo" restores by default on the tapped screen.
        """
        target = undo_redo.to_redo(self._record_at(client.read_version))
        if target and undone and target != undone:
            n, what = self._number(undone), self._label(undone)
            text = T("Entry {n} has just been undone: {what}. Restore that?", n=n, what=what)
            ConflictCheck(self.record, self._states, client, (), self._record_at).ask(
                text, T("Yes, restore it"), Redo(undone)
            )

    def _number(self, entries: tuple[str, ...]) -> int:
        """Return the number, as players see it, of the latest of some entries."""
        return max(self.record.number(entry) for entry in map(self.record.entry, entries) if entry)

    def _label(self, entries: tuple[str, ...]) -> Text:
        return undo_redo.label(self.record, entries) or T("Nothing to undo")

    def _record_at(self, expected_version: int) -> Record:
        """Return the record at a version: two phones that undo at once mean the same entry."""
        version = min(expected_version, self.version)
        recent = next((record for record in reversed(self._recent) if record.version == version), None)
        return recent or replay(self.game, self.record.header, self.record.entries[:version]).record

    def _cached(self, what: Hashable, make: Callable[[], V]) -> V:
        """Return a value that depends on the record alone, from the cache if it has been computed."""
        if self._cache[0] is not self.record:
            self._cache = (self.record, {})
        made = self._cache[1]
        if what not in made:
            made[what] = make()
        found: V = made[what]
        return found

    def _refuse_while_paused(self, *changes: Change) -> None:
        """Refuse all changes while the end of the log is unreadable, and all but rulings during a dispute."""
        refuse_late()
        if self.failure:
            raise Refused(self.failure.why)
        if self.dispute and not all(isinstance(change, Ruling) for change in changes):
            text = T("Play is paused while you settle a dispute. Nothing was entered.")
            raise Refused(Explanation(text, (DISPUTE_RULE,)))


def _counts(line: HistoryItem) -> bool:
    return not line.undone and not isinstance(line.action, PrivateNote)


def is_beside(line: HistoryItem) -> bool:
    """Return whether an entry leaves the messages about the game as they are."""
    return isinstance(line.action, Rename | Ruling)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _entry(change: Change, at: str, *, by: int | None, expected_version: int, id: str | None = None) -> Entry:
    """Return a change as an entry.

    :param at: the time of entry, the same for all changes that are entered together.
    """
    entry = Entry(id or token_hex(6), change, at, by, expected_version)
    # the entries that a correction names are stored already
    refuse_unwritable((entry.id, change if isinstance(change, Event) else getattr(change, "action", None)))
    return entry

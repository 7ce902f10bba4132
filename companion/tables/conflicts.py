"""Conflict checks: whether a report still means what it meant on the screen that was tapped."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final, NoReturn

from attrs import frozen

from companion.kernel.corrections import in_effect
from companion.kernel.explain import Explanation, Refused
from companion.kernel.history import HistoryItem
from companion.kernel.log import Act, Amend, Change, Entry, Join, Leave, PrivateNote, Redo, Rename, Reseat, Ruling, Undo
from companion.kernel.record import OVERTAKEN_RULE, Record
from companion.kernel.text import Param, Player, Text, messages
from companion.kernel.undo import targets
from companion.tables.last_seen import seen_at

T, N = messages("companion")

_ENTERED_ALREADY: Final = T("This has just been entered already. Nothing was added.")
_UNDONE_ALREADY: Final = T("This has just been undone already. Nothing was changed.")
_REDONE_ALREADY: Final = T("This has just been restored already. Nothing was changed.")
_SOMETHING_ELSE: Final = T("Somebody has just entered something else. Check the table again; nothing was entered.")
_LATE: Final = T("This entry took too long to arrive. Nothing was entered; check the table and enter it again.")


class Conflict(Refused):
    """Another page was faster. The reporter may insist; nothing has changed.

    :param yes: the label of insisting.
    :param changes: what insisting enters.
    :param seen: number of entries at the time of the question; the reporter knows of all of them.
    :param without: the ids of the later entries that it may drop.
    """

    def __init__(
        self, text: Text, yes: Text, changes: tuple[Change, ...], seen: int, without: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(Explanation(text, (OVERTAKEN_RULE,)))
        self.yes = yes
        self.changes = changes
        self.seen = seen
        self.without = without


class EnteredAlready(Refused):
    """A report of an event that another page has just reported.

    :param entry: the entry that reported it first.
    """

    def __init__(self, entry: str) -> None:
        super().__init__(Explanation(_ENTERED_ALREADY, (OVERTAKEN_RULE,)))
        self.entry = entry


@frozen
class ClientView:
    """What the reporter had seen of the log at the time of the tap.

    :param expected_version: number of entries from which the tapped screen was drawn.
    :param unread: positions, from 0, of others' entries that came after that screen or too late to be read on it. The
        reporter does not know of them: the report may mean something else, or repeat one of them by chance.
    :param unnoticed: positions of all entries that came after that screen, and of others' entries that came just before
        the tap. The reporter cannot have reacted to them: the button under the finger may have changed.
    """

    expected_version: int
    unread: tuple[int, ...] = ()
    unnoticed: tuple[int, ...] = ()

    @property
    def read_version(self) -> int:
        """The number of entries up to which everything had been read."""
        return min((self.expected_version, *self.unread[:1]))


@frozen
class ConflictCheck:
    """Checks reports made on an older view of the log against its current state.

    :param states: the state after each entry; the first is before any.
    :param changes: the reports, which are asked about together.
    :param seen: returns the record with a given number of entries.
    :param without: the ids of the later entries that it may drop.
    """

    record: Record
    states: list[Any]
    client: ClientView
    changes: tuple[Change, ...]
    seen: Callable[[int], Record]
    without: frozenset[str] = frozenset()

    def judge(self) -> None:
        """Check whether every report still means what its reporter meant.

        :raises Conflict: if the reporter may insist.
        :raises Refused: if it is no longer possible.
        """
        if self.client.read_version == self.record.version:
            return
        for change in self.changes:
            match change:
                case Act(action):
                    self._judge_event(action)
                case Ruling():
                    self._judge_settlement()
                case Rename() | Reseat() | Join() | Leave():
                    pass  # the log itself validates these against the current players
                case _:
                    self._judge_correction(change)
        counting = self.record.active if self.without else ()
        if dropped := tuple(line.entry.id for line in counting if line.entry.id in self.without):
            self._judge_correction(Undo(dropped))

    def ask(self, text: Text, yes: Text, change: Change | None = None) -> NoReturn:
        """Ask whether a report is meant anyway.

        :param change: what insisting enters, if that differs from the report.
        :raises Conflict: always.
        """
        if change:
            raise Conflict(text, yes, (change,), self.record.version)
        raise Conflict(text, yes, self.changes, self.record.version, self.without)

    @property
    def _since(self) -> list[tuple[int, Entry]]:
        """The entries that the reporter may not have seen, each with its position."""
        places = sorted({*self.client.unread, *self.client.unnoticed})
        since = {entry.id: entry for entry in in_effect(self.record.entries[places[0] :])} if places else {}
        known = ((place, self.record.entries[place].id) for place in places)
        return [(place, since[id]) for place, id in known if id in since]

    def _is_overtaken(self, action: Any) -> bool:
        """Return whether entries that the reporter had not seen turn the report into a different event."""

        def event(version: int) -> Hashable:
            return self.record.game.event_key(self.states[version], action)

        unnoticed = self.client.unnoticed
        return (
            bool(unnoticed)
            and event(unnoticed[0]) != event(self.record.version)
            and any(event(place) != event(place + 1) for place in unnoticed)
        )

    def _judge_event(self, action: Any) -> None:
        """Refuse an event that has been reported meanwhile, and ask about one that may be another of the same kind."""
        possible = self.record.game.refusal(self.record.state, action) is None
        overtaken = self._is_overtaken(action)
        instead: tuple[Entry, Any] | None = None
        for place, entry in self._since:
            for reported in self._brought(entry):
                # a different event may have the same description, and the reporter did not know of it
                alike = possible and self.record.describe(reported) == self.record.describe(action)
                if alike or self._same(place, reported, action):
                    if not possible or place not in self.client.unread:
                        raise EnteredAlready(entry.id)
                    what = (
                        T("{who} has just restored that. Did it happen again?", who=who(entry))
                        if isinstance(entry.change, Redo)
                        else T("{who} has just entered that. Did it happen again?", who=who(entry))
                    )
                    self.ask(what, T("Yes, it happened again"))
                instead = entry, reported
        if not overtaken:
            return
        text = _SOMETHING_ELSE
        if instead:
            text = T(
                "{who} has just entered something else: “{what}”. Check the table again; nothing was entered.",
                who=who(instead[0]),
                what=self.record.describe(instead[1]),
            )
        if not possible:
            raise _overtaken(text)
        self.ask(text, T("Enter “{what}” as well", what=self.record.describe(action)))

    def _brought(self, entry: Entry) -> Iterator[Any]:
        """Return the events that count because of an entry."""
        named = entry.change.entries if isinstance(entry.change, Redo) else (entry.id,)
        for line in map(self.record.item, named):
            if line and not line.undone and isinstance(line.entry.change, Act):
                yield line.action

    def _same(self, place: int, reported: Any, action: Any) -> bool:
        """Return whether two reports describe the same event, even if one names the cards and the other the result."""
        if reported == action or isinstance(action, PrivateNote) or isinstance(reported, PrivateNote):
            return bool(reported == action)
        game, before = self.record.game, self.states[place]
        if game.event_key(before, reported) != game.event_key(before, action):
            return False
        try:
            steps = [game.apply(before, each) for each in (reported, action)]
        except Refused:
            return False
        seats = (None, *range(len(self.record.names)))
        one, other = ([step.points, *(game.view(step.state, seat) for seat in seats)] for step in steps)
        return one == other

    def _judge_settlement(self) -> None:
        """Ask about a ruling if another page has just recorded one: it is probably about the same dispute."""
        for place, entry in self._since:
            if not isinstance(entry.change, Ruling):
                continue
            if place not in self.client.unread:
                raise _overtaken(_ENTERED_ALREADY)
            decision = entry.change.decision
            text = T(
                "{who} has just saved a decision: “{decision}” Save yours as well?",
                who=who(entry),
                decision=decision,
            )
            self.ask(text, T("Save mine as well"))

    def _judge_correction(self, change: Change) -> None:
        """Refuse a correction of an entry that was corrected meanwhile; other corrections do not matter."""
        since = self._since
        if any(isinstance(entry.change, Undo | Redo | Amend) for _, entry in since):
            then = self.seen(self.client.read_version)
            lines = [line for line in map(self.record.item, targets(change)) if line]
            if (
                isinstance(change, Undo | Redo)
                and lines
                and all(one.undone == isinstance(change, Undo) for one in lines)
            ):
                raise _overtaken(_UNDONE_ALREADY if isinstance(change, Undo) else _REDONE_ALREADY)
            for line in lines:
                was = then.item(line.entry.id)
                # the entry was seen at least briefly, as first reported
                seen = (was.undone, was.action) if was else (False, line.reported)
                if seen != (line.undone, line.action):
                    self._judge_changed(change, line)
        if isinstance(change, Redo):
            for line in filter(None, map(self.record.item, change.entries)):
                for place, entry in since:
                    self._judge_replaced(line, place, entry)

    def _judge_changed(self, change: Change, line: HistoryItem) -> None:
        """Refuse a correction of an entry that another page has just corrected, or ask about it."""
        at = {"n": self.record.number(line.entry), "what": self.record.describe(line.action)}
        match change:
            case Undo() if line.undone:
                raise _overtaken(_UNDONE_ALREADY)
            case Undo():
                self.ask(T("Entry {n} has just been corrected: it is “{what}” now. Undo it?", **at), T("Yes, undo it"))
            case Redo() if not line.undone:
                raise _overtaken(_REDONE_ALREADY)
            case Amend() if line.undone:
                text = T("Entry {n} has just been undone. Nothing was changed; redo it first.", n=at["n"])
                raise _overtaken(text)
            case Amend(_, action) if action == line.action:
                raise _overtaken(_ENTERED_ALREADY)
            case Amend():
                text = T("Entry {n} has just been corrected: it is “{what}” now. Use yours instead?", **at)
                self.ask(text, T("Yes, mine counts"))

    def _judge_replaced(self, line: HistoryItem, place: int, entry: Entry) -> None:
        """Ask before an undone event is redone although another report has replaced it."""
        if not line.undone or not isinstance(line.entry.change, Act):
            return
        game = self.record.game
        event = game.event_key(self.record.before(line).state, line.action)
        for reported in self._brought(entry):
            if event == game.event_key(self.states[place], reported) and event != game.event_key(
                self.states[place + 1], reported
            ):
                text = T(
                    "{who} has just entered “{what}” in its place. Restore “{that}” as well?",
                    who=who(entry),
                    what=self.record.describe(reported),
                    that=self.record.describe(line.action),
                )
                self.ask(text, T("Yes, restore it"))


def who(entry: Entry) -> Param:
    """Return the player who made an entry, if the log has one."""
    return T("Somebody") if entry.by is None else Player(entry.by)


def refuse_late() -> None:
    """Refuse a tap that took too long to arrive.

    :raises Refused: if the current message is such a tap (companion.overtaken).
    """
    if seen_at().late:
        raise _overtaken(_LATE)


def undone_already() -> Refused:
    """Return the refusal of an undo that another page has just made."""
    return _overtaken(_UNDONE_ALREADY)


def _overtaken(text: Text) -> Refused:
    return Refused(Explanation(text, (OVERTAKEN_RULE,)))

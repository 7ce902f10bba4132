"""Whether a report still means what it meant on the screen that was tapped, or somebody else has been there first."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final, NoReturn

from attrs import frozen

from companion.kernel.corrections import in_effect
from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Act, Amend, Change, Entry, Join, Leave, PrivateNote, Redo, Rename, Reseat, Ruling, Undo
from companion.kernel.record import OVERTAKEN_RULE, HistoryItem, Record, targets
from companion.kernel.text import Param, Player, Text, messages
from companion.tables.last_seen import seen_at

T, N = messages("companion")

_ENTERED_ALREADY: Final = T("This has just been entered already. Nothing was added.")
_UNDONE_ALREADY: Final = T("This has just been undone already. Nothing was changed.")
_REDONE_ALREADY: Final = T("This has just been brought back already. Nothing was changed.")
_SOMETHING_ELSE: Final = T("Somebody has just entered something else. Look at the table again; nothing was added.")
_LATE: Final = T("This report took too long to arrive. Nothing was entered; look at the table and report it again.")


class Conflict(Refused):
    """A report that somebody else was faster than, and on which whoever made it may insist; nothing has changed.

    :param yes: what insisting says.
    :param changes: what insisting enters.
    :param told: how many entries there are now: of all these whoever is asked knows.
    :param without: the ids of the later entries that it may drop.
    """

    def __init__(
        self, text: Text, yes: Text, changes: tuple[Change, ...], told: int, without: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(Explanation(text, (OVERTAKEN_RULE,)))
        self.yes = yes
        self.changes = changes
        self.told = told
        self.without = without


class EnteredAlready(Refused):
    """A report of an event that somebody else has just reported.

    :param entry: the entry that told it first.
    """

    def __init__(self, entry: str) -> None:
        super().__init__(Explanation(_ENTERED_ALREADY, (OVERTAKEN_RULE,)))
        self.entry = entry


@frozen
class ClientView:
    """What whoever reports had seen of the log.

    :param expected_version: how many entries the tapped screen was drawn from.
    :param unread: the places, counted from 0, of others' entries that came later or could not yet be read there.
    :param unseen: the places of what came later, those of the hasty tap itself included, or a moment before the tap:
        what was tapped may have been another button by the time it was judged.
    """

    expected_version: int
    unread: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()

    @property
    def certain(self) -> int:
        """How many entries had been read for certain."""
        return min((self.expected_version, *self.unread[:1]))


@frozen
class ConflictCheck:
    """The log as it is now, against which a report is judged that was made on an older sight of it.

    :param states: the state after each entry, the first one before any.
    :param changes: what is reported; all of it is asked about together.
    :param seen: returns the record with the given number of entries.
    :param without: the ids of the later entries that it may drop.
    """

    record: Record
    states: list[Any]
    client: ClientView
    changes: tuple[Change, ...]
    seen: Callable[[int], Record]
    without: frozenset[str] = frozenset()

    def judge(self) -> None:
        """Judge whether everything reported means now what it meant to whoever reports it.

        :raises Overtaken: if it may be meant all the same.
        :raises Refused: if it can no longer be meant.
        """
        if self.client.certain == self.record.version:
            return
        for change in self.changes:
            match change:
                case Act(action):
                    self._judge_event(action)
                case Ruling():
                    self._judge_settlement()
                case Rename() | Reseat() | Join() | Leave():
                    pass  # the log itself tells whether they are meant of the players who sit there
                case _:
                    self._judge_correction(change)
        counting = self.record.active if self.without else ()
        if dropped := tuple(line.entry.id for line in counting if line.entry.id in self.without):
            self._judge_correction(Undo(dropped))

    def ask(self, text: Text, yes: Text, change: Change | None = None) -> NoReturn:
        """Ask whoever reports whether it is meant all the same.

        :param change: what insisting enters, if that is not what was reported.
        :raises Overtaken: always.
        """
        if change:
            raise Conflict(text, yes, (change,), self.record.version)
        raise Conflict(text, yes, self.changes, self.record.version, self.without)

    @property
    def _since(self) -> list[tuple[int, Entry]]:
        """The entries that the reporter may not have seen, each with its position."""
        places = sorted({*self.client.unread, *self.client.unseen})
        since = {entry.id: entry for entry in in_effect(self.record.entries[places[0] :])} if places else {}
        known = ((place, self.record.entries[place].id) for place in places)
        return [(place, since[id]) for place, id in known if id in since]

    def _is_overtaken(self, action: Any) -> bool:
        """Tell whether what whoever reports had not seen makes another event of the report."""

        def event(version: int) -> Hashable:
            return self.record.game.event_key(self.states[version], action)

        unseen = self.client.unseen
        return (
            bool(unseen)
            and event(unseen[0]) != event(self.record.version)
            and any(event(place) != event(place + 1) for place in unseen)
        )

    def _judge_event(self, action: Any) -> None:
        """Refuse an event that has been told since, and ask about one that may be another of the same kind.

        :raises Refused: with what has been told instead.
        """
        possible = self.record.game.refusal(self.record.state, action) is None
        overtaken = self._is_overtaken(action)
        instead: tuple[Entry, Any] | None = None
        for place, entry in self._since:
            for told in self._brought(entry):
                # what is called alike may be another one, and whoever tapped did not know of that
                alike = possible and self.record.describe(told) == self.record.describe(action)
                if alike or self._same(place, told, action):
                    if not possible or place not in self.client.unread:
                        raise EnteredAlready(entry.id)
                    what = (
                        T("{who} has just brought that back. Another one?", who=who(entry))
                        if isinstance(entry.change, Redo)
                        else T("{who} has just entered that. Another one?", who=who(entry))
                    )
                    self.ask(what, T("Yes, another one"))
                instead = entry, told
        if not overtaken:
            return
        text = _SOMETHING_ELSE
        if instead:
            text = T(
                "{who} has just entered something else: “{what}”. Look at the table again; nothing was added.",
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

    def _same(self, place: int, told: Any, action: Any) -> bool:
        """Tell whether two people told the same, be it in other words: by the cards, or by what came of them."""
        if told == action or isinstance(action, PrivateNote) or isinstance(told, PrivateNote):
            return bool(told == action)
        game, before = self.record.game, self.states[place]
        if game.event_key(before, told) != game.event_key(before, action):
            return False
        try:
            steps = [game.apply(before, each) for each in (told, action)]
        except Refused:
            return False
        seats = (None, *range(len(self.record.names)))
        one, other = ([step.points, *(game.view(step.state, seat) for seat in seats)] for step in steps)
        return one == other

    def _judge_settlement(self) -> None:
        """Ask about a decision if somebody else has just recorded one: people at one table mean the same dispute.

        :raises Refused: with the decision that was recorded.
        """
        for place, entry in self._since:
            if not isinstance(entry.change, Ruling):
                continue
            if place not in self.client.unread:
                raise _overtaken(_ENTERED_ALREADY)
            decision = entry.change.decision
            text = T(
                "{who} has just recorded a decision: “{decision}” Record yours as well?",
                who=who(entry),
                decision=decision,
            )
            self.ask(text, T("Record mine as well"))

    def _judge_correction(self, change: Change) -> None:
        """Refuse a correction of what has been corrected since; what others corrected elsewhere is no hindrance.

        :raises Refused: with what has become of it.
        """
        since = self._since
        if any(isinstance(entry.change, Undo | Redo | Amend) for _, entry in since):
            then = self.seen(self.client.certain)
            lines = [line for line in map(self.record.item, targets(change)) if line]
            if (
                isinstance(change, Undo | Redo)
                and lines
                and all(one.undone == isinstance(change, Undo) for one in lines)
            ):
                raise _overtaken(_UNDONE_ALREADY if isinstance(change, Undo) else _REDONE_ALREADY)
            for line in lines:
                was = then.item(line.entry.id)
                # what is named has been seen, be it for a moment: as it was told first
                seen = (was.undone, was.action) if was else (False, line.reported)
                if seen != (line.undone, line.action):
                    self._judge_changed(change, line)
        if isinstance(change, Redo):
            for line in filter(None, map(self.record.item, change.entries)):
                for place, entry in since:
                    self._judge_replaced(line, place, entry)

    def _judge_changed(self, change: Change, line: HistoryItem) -> None:
        """Refuse a correction of an entry that somebody else has just corrected, or ask about it.

        :raises Refused: with what has become of the entry.
        """
        at = {"n": self.record.number(line.entry), "what": self.record.describe(line.action)}
        match change:
            case Undo() if line.undone:
                raise _overtaken(_UNDONE_ALREADY)
            case Undo():
                self.ask(T("Entry {n} has just been corrected: it is “{what}” now. Undo it?", **at), T("Yes, undo it"))
            case Redo() if not line.undone:
                raise _overtaken(_REDONE_ALREADY)
            case Amend() if line.undone:
                text = T("Entry {n} has just been undone. Nothing was changed; bring it back first.", n=at["n"])
                raise _overtaken(text)
            case Amend(_, action) if action == line.action:
                raise _overtaken(_ENTERED_ALREADY)
            case Amend():
                text = T("Entry {n} has just been corrected: it is “{what}” now. Put yours in its place?", **at)
                self.ask(text, T("Yes, mine counts"))

    def _judge_replaced(self, line: HistoryItem, place: int, entry: Entry) -> None:
        """Ask before an undone event is brought back beside one that was told anew in its place.

        :raises Overtaken: if there is one.
        """
        if not line.undone or not isinstance(line.entry.change, Act):
            return
        game = self.record.game
        event = game.event_key(self._before(line), line.action)
        for told in self._brought(entry):
            if event == game.event_key(self.states[place], told) and event != game.event_key(
                self.states[place + 1], told
            ):
                text = T(
                    "{who} has just entered “{what}” in its place. Bring “{that}” back as well?",
                    who=who(entry),
                    what=self.record.describe(told),
                    that=self.record.describe(line.action),
                )
                self.ask(text, T("Yes, bring it back"))

    def _before(self, line: HistoryItem) -> Any:
        """Return the state in which a line was reported, or would be."""
        return self.record.before(line).state


def who(entry: Entry) -> Param:
    """Return who made an entry, as far as the log knows."""
    return T("Somebody") if entry.by is None else Player(entry.by)


def refuse_late() -> None:
    """Refuse what was tapped so long ago that nobody means it any more.

    :raises Refused: if the running message is such a tap (companion.overtaken).
    """
    if seen_at().late:
        raise _overtaken(_LATE)


def undone_already() -> Refused:
    """Return the refusal of an undo that somebody else has just made."""
    return _overtaken(_UNDONE_ALREADY)


def _overtaken(text: Text) -> Refused:
    return Refused(Explanation(text, (OVERTAKEN_RULE,)))

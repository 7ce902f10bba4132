"""Agreement: others' entries are corrected only if another seat agrees, and others' names only if their owners do."""

import time
from collections.abc import Hashable, Iterable
from math import inf
from typing import Final

from attrs import evolve, field, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Amend, Change, Redo, Seats, Undo
from companion.kernel.record import Record
from companion.kernel.text import Player, Text, messages
from companion.tables import back_and_forth
from companion.tables.places import RULE as PLACES_RULE
from companion.tables.places import Places
from companion.tables.seat_ids import are_same, seat_ids
from companion.tables.visitors import Role

T, N = messages("companion")

RULE: Final = "companion.roles"

#: After so many seconds nobody waits any more for a phone that may be gone.
PATIENCE: Final = 20.0

#: Why a page cannot answer for another player.
NOT_ASKED: Final = Explanation(T("Another player has to answer that, at their own place."), (RULE,))


@frozen
class Rights:
    """What a page may correct without agreement, and whose agreement it can give.

    :param role: what its link lets it do.
    :param places: the seats its phone holds, and those that others hold.
    :param page: stands for the page; ``None`` is no page.
    """

    role: Role = Role.HOST
    places: Places = field(factory=Places)
    page: Hashable | None = None

    @property
    def others(self) -> frozenset[int]:
        """The seats whose entries it corrects only with agreement (companion.roles)."""
        return self.places.others if self.role is Role.SEAT else frozenset()

    @property
    def named(self) -> frozenset[int]:
        """The seats whose names it changes only with the agreement of their phones (companion.places)."""
        return frozenset() if self.role is Role.HOST else self.places.others

    def is_of_the_same_player(self, other: "Rights") -> bool:
        """Return whether another page is of the same seat, or unseated on the same phone."""
        here, there = self.places, other.places
        same_phone = bool(here.phone) and here.phone == there.phone
        return bool(here.ids & there.ids) or same_phone or (self.page is not None and self.page == other.page)


@frozen
class Proposal:
    """A correction that waits for other players to agree.

    :param changes: what would be entered.
    :param without: the later entries that would be dropped by it.
    :param what: what it would take back, bring back or correct.
    :param owner: a seat whose entry or name that is.
    :param by: the seat that reports it; ``None`` is the table.
    :param rights: those of the page on which it was proposed.
    :param awaits: the ids of the seats that have to agree themselves, since it changes their names; if there are none,
        any other seat agrees.
    :param at: when that was, on the clock of ``time.monotonic()``.
    """

    changes: tuple[Change, ...]
    what: Text
    owner: int
    by: int | None
    rights: Rights
    awaits: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    at: float = field(factory=time.monotonic)

    @property
    def rest(self) -> float:
        """How many seconds it still waits for another player; for a player's own name it waits for good."""
        return inf if self.awaits else max(0.0, self.at + PATIENCE - time.monotonic())

    @property
    def asker(self) -> int | None:
        """The seat that asks; ``None`` is the table."""
        return self.by if self.by is not None else self.rights.places.seat

    def is_of(self, rights: Rights) -> bool:
        """Return whether a page is of the player who asks."""
        return rights.is_of_the_same_player(self.rights)

    def agreed_by(self, rights: Rights) -> "Proposal | None":
        """Return what still has to be agreed to after a page has agreed; ``None`` if that is nothing.

        :raises Refused: if the page cannot agree: that takes another seat (companion.roles).
        """
        if rights.role is Role.HOST:
            return None
        if self.awaits:
            if left := self.awaits - rights.places.ids:
                if left == self.awaits:
                    text = T("Only {player} can agree to that, on their own phone.", player=Player(self.owner))
                    raise Refused(Explanation(text, (PLACES_RULE,)))
                return evolve(self, awaits=left)
            return None
        if not self.can_agree(rights) and not (self.is_of(rights) and not self.rest):
            raise Refused(NOT_ASKED)
        return None

    def answered_by(self, rights: Rights) -> bool:
        """Return whether a page can drop it: that of who asks, or one that can agree."""
        return self.is_of(rights) or self.can_agree(rights)

    def can_agree(self, rights: Rights) -> bool:
        """Return whether the question is put to a page."""
        if rights.role is Role.HOST:
            return True
        if self.awaits:
            return bool(self.awaits & rights.places.ids)
        return not self.is_of(rights) and (rights.role is Role.SCOREKEEPER or bool(rights.places.ids))


class NeedsAgreement(Refused):
    """A correction that other players have to agree to first."""

    def __init__(self, proposal: Proposal) -> None:
        player = Player(proposal.owner)
        if proposal.awaits:
            text = T("{player} has a phone of their own and has to agree to that first.", player=player)
            super().__init__(Explanation(text, (PLACES_RULE,)))
        else:
            text = T("{player} entered that. Another player has to agree to it first.", player=player)
            super().__init__(Explanation(text, (RULE,)))
        self.proposal = proposal


def ask_first(
    before: Record,
    after: Record,
    changes: tuple[Change, ...],
    by: int | None,
    rights: Rights,
    without: frozenset[str] = frozenset(),
) -> None:
    """Make sure that nothing is changed that needs another player's agreement.

    :param before: the log without the changes.
    :param after: the log with them.
    :param by: the seat that reports them.
    :param without: the later entries that are dropped by them.
    :raises NeedsAgreement: if they correct what another seat entered, or change the name of a seat on another phone.
    """
    corrected = dict.fromkeys((*(id for change in changes for id in _corrects(change)), *without))
    renamed = _renamed(before, after) & rights.named
    entries = sorted(filter(None, map(before.entry, corrected)), key=before.number)
    theirs = [entry.by for entry in entries if entry.by is not None and entry.by in rights.others]
    if renamed or theirs:
        told = after.describe(changes[-1]) if isinstance(changes[-1], Seats) else back_and_forth.told(before, corrected)
        what, ids = told or T("correction in the history"), seat_ids(before)
        owner = min(renamed) if renamed else theirs[-1]
        raise NeedsAgreement(
            Proposal(changes, what, owner, by, rights, frozenset(ids[seat] for seat in renamed), without)
        )


def _renamed(before: Record, after: Record) -> frozenset[int]:
    """Return the seats whose players have another name afterwards, or no seat any more."""
    if are_same(before, after):
        return frozenset()
    now = dict(zip(seat_ids(after), after.names, strict=True))
    was = enumerate(zip(seat_ids(before), before.names, strict=True))
    return frozenset(seat for seat, (id, name) in was if now.get(id) != name)


def _corrects(change: Change) -> Iterable[str]:
    match change:
        case Undo(entries) | Redo(entries):
            return entries
        case Amend(entry):
            return (entry,)
        case _:
            return ()

"""Agreement: correcting another seat's entries takes another seat's agreement; changing a name takes its owner's."""

import time
from collections.abc import Hashable
from math import inf
from typing import Final

from attrs import evolve, field, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Change, Seats
from companion.kernel.record import Record
from companion.kernel.text import Player, Text, messages
from companion.kernel.undo import targets
from companion.tables import undo_redo
from companion.tables.roles import Role
from companion.tables.seat_ids import are_same, seat_ids
from companion.tables.seat_tokens import RULE as PLACES_RULE
from companion.tables.seat_tokens import PhoneSeats

T, N = messages("companion")

RULE: Final = "companion.roles"

#: Seconds after which a phone that does not answer no longer blocks a proposal.
PATIENCE: Final = 20.0

#: Why a page cannot answer for another player.
NOT_ASKED: Final = Explanation(T("Another player has to answer that, on their own phone."), (RULE,))


@frozen
class Rights:
    """What a page may correct without agreement, and whose agreement it can give.

    :param role: the role its link grants.
    :param places: the seats of its phone, and those of other phones.
    :param page: identifies the page; ``None`` if there is none.
    """

    role: Role = Role.HOST
    places: PhoneSeats = field(factory=PhoneSeats)
    page: Hashable | None = None

    @property
    def others(self) -> frozenset[int]:
        """The seats whose entries the page can correct only with agreement (companion.roles)."""
        return self.places.others if self.role is Role.SEAT else frozenset()

    @property
    def named(self) -> frozenset[int]:
        """The seats whose names the page can change only if their phones agree (companion.places)."""
        return frozenset() if self.role is Role.HOST else self.places.others

    def is_of_the_same_player(self, other: "Rights") -> bool:
        """Return whether another page shares a seat, the phone or the page itself with this one."""
        here, there = self.places, other.places
        same_phone = bool(here.phone) and here.phone == there.phone
        return bool(here.ids & there.ids) or same_phone or (self.page is not None and self.page == other.page)


@frozen
class Proposal:
    """A correction that waits for other players to agree.

    :param changes: what would be entered.
    :param without: the ids of the later entries that it would drop.
    :param what: what it would undo, redo or correct.
    :param owner: a seat whose entry or name is changed.
    :param by: the seat that proposes it; ``None`` is the table.
    :param rights: the rights of the proposing page.
    :param awaits: the ids of the seats that have to agree themselves, since their names change; if empty, any other
        seat can agree.
    :param at: the time of the proposal, on the clock of ``time.monotonic()``.
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
        """How many seconds it still waits for another player; unlimited if it changes a player's name."""
        return inf if self.awaits else max(0.0, self.at + PATIENCE - time.monotonic())

    @property
    def asker(self) -> int | None:
        """The seat that asks; ``None`` is the table."""
        return self.by if self.by is not None else self.rights.places.seat

    def is_of(self, rights: Rights) -> bool:
        """Return whether a page belongs to the player who asks."""
        return rights.is_of_the_same_player(self.rights)

    def agreed_by(self, rights: Rights) -> "Proposal | None":
        """Return the proposal with the agreement that is still missing after a page has agreed; ``None`` if complete.

        :raises Refused: if the page cannot agree, which takes another seat (companion.roles).
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
        """Return whether a page can drop it: the asker's page, or one that can agree."""
        return self.is_of(rights) or self.can_agree(rights)

    def can_agree(self, rights: Rights) -> bool:
        """Return whether a page is asked to agree."""
        if rights.role is Role.HOST:
            return True
        if self.awaits:
            return bool(self.awaits & rights.places.ids)
        return not self.is_of(rights) and (rights.role is Role.SCOREKEEPER or bool(rights.places.ids))


class NeedsAgreement(Refused):
    """A correction is refused until other players agree."""

    def __init__(self, proposal: Proposal) -> None:
        player = Player(proposal.owner)
        if proposal.awaits:
            text = T("{player} has their own phone and has to agree to that first.", player=player)
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
    """Make sure that changes do not need another player's agreement.

    :param before: the log without the changes.
    :param after: the log with them.
    :param by: the seat that reports them.
    :param without: the ids of the later entries that they drop.
    :raises NeedsAgreement: if they correct what another seat entered, or change the name of a seat on another phone.
    """
    corrected = dict.fromkeys((*(id for change in changes for id in targets(change)), *without))
    renamed = _renamed(before, after) & rights.named
    entries = sorted(filter(None, map(before.entry, corrected)), key=before.number)
    theirs = [entry.by for entry in entries if entry.by is not None and entry.by in rights.others]
    if renamed or theirs:
        described = (
            after.describe(changes[-1]) if isinstance(changes[-1], Seats) else undo_redo.label(before, corrected)
        )
        what, ids = described or T("correction in the history"), seat_ids(before)
        owner = min(renamed) if renamed else theirs[-1]
        raise NeedsAgreement(
            Proposal(changes, what, owner, by, rights, frozenset(ids[seat] for seat in renamed), without)
        )


def _renamed(before: Record, after: Record) -> frozenset[int]:
    """Return the seats whose players are renamed or lose their seat."""
    if are_same(before, after):
        return frozenset()
    now = dict(zip(seat_ids(after), after.names, strict=True))
    was = enumerate(zip(seat_ids(before), before.names, strict=True))
    return frozenset(seat for seat, (id, name) in was if now.get(id) != name)

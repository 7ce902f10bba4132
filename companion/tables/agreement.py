"""Agreement: what somebody else has entered is corrected only if another player agrees (companion.roles)."""

import time
from collections.abc import Hashable, Iterable
from typing import Final

from attrs import field, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Amend, Change, Redo, Undo
from companion.kernel.record import Record
from companion.kernel.text import Player, Text, messages
from companion.tables import back_and_forth

T, N = messages("companion")

RULE: Final = "companion.roles"

#: After so many seconds nobody waits any more for a phone that may be gone.
PATIENCE: Final = 20.0


@frozen
class Proposal:
    """A correction that waits for another player to agree.

    :param changes: what would be entered.
    :param what: what it would take back, bring back or correct.
    :param owner: the seat whose entry that is.
    :param by: the seat that proposes it; ``None`` is the table.
    :param page: stands for the page on which it was proposed.
    :param at: when that was, on the clock of ``time.monotonic()``.
    """

    changes: tuple[Change, ...]
    what: Text
    owner: int
    by: int | None
    page: Hashable | None
    at: float = field(factory=time.monotonic)

    @property
    def rest(self) -> float:
        """How many seconds it still waits for another player."""
        return max(0.0, self.at + PATIENCE - time.monotonic())


class NeedsAgreement(Refused):
    """A correction that another player has to agree to first."""

    def __init__(self, proposal: Proposal) -> None:
        text = T("{player} entered that. Another player has to agree to it first.", player=Player(proposal.owner))
        super().__init__(Explanation(text, (RULE,)))
        self.proposal = proposal


def ask_first(
    record: Record, changes: tuple[Change, ...], others: frozenset[int], by: int | None, page: Hashable | None
) -> None:
    """Make sure that nothing is corrected which one of the others has entered.

    :param others: seats on other phones.
    :raises NeedsAgreement: if it is.
    """
    corrected = dict.fromkeys(id for change in changes for id in _corrects(change))
    theirs = [e.by for e in record.entries if e.id in corrected and e.by is not None and e.by in others]
    if theirs:
        what = back_and_forth.told(record, corrected) or T("correction in the history")
        raise NeedsAgreement(Proposal(changes, what, theirs[-1], by, page))


def _corrects(change: Change) -> Iterable[str]:
    match change:
        case Undo(entries) | Redo(entries):
            return entries
        case Amend(entry):
            return (entry,)
        case _:
            return ()

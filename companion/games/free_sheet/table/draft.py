"""The input that is not entered yet: a player and the sum typed so far."""

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from companion.games.free_sheet.reports import Scored
from companion.games.free_sheet.sums import terms
from companion.games.free_sheet.view import TableView
from companion.tables.drafts import DraftKey
from companion.ui.kit.table_context import Play

SIGNS: Final = "+-"


@frozen
class Draft:
    """The points typed for a player.

    :param round: the round of the input; in any other round the draft is discarded.
    :param entered: whether ``typed`` is the unchanged text of an entry under correction.
    """

    round: int
    seat: int
    typed: str = ""
    entered: bool = False

    def key(self, sign: str) -> "Draft":
        """Return the draft after a digit or sign.

        The first digit replaces an entry that is being corrected; a sign continues it. A sign replaces a previous sign.
        """
        before = self.typed
        if self.entered and sign not in SIGNS:
            before = ""
        elif sign in SIGNS and before[-1:] in (*SIGNS,):
            before = before[:-1]
        return evolve(self, typed=before + sign, entered=False)

    def rubbed_out(self) -> "Draft":
        """Return the draft without the last digit or sign."""
        return evolve(self, typed=self.typed[:-1], entered=False)

    @property
    def read(self) -> tuple[int, ...] | None:
        """The numbers typed so far, without a trailing sign."""
        return terms(self.typed.rstrip(SIGNS))


#: The draft of a page, kept while its screen is hidden.
TYPED: Final = DraftKey[Draft]("typed")


def draft(play: Play[TableView]) -> Draft:
    """Return the draft of this page: the kept one if it can still be entered, otherwise an empty one for the next player.

    A player's own phone begins a round with that player, so that all can type at once.
    """
    view, kept = play.view, play.drafts.get(TYPED)
    if kept and kept.round == view.round:
        return kept if kept.seat in view.missing else Draft(view.round, following(view.missing, kept.seat))
    if entered := play.corrected_report(Scored):
        return Draft(view.round, entered.seat, entered.points, entered=True)
    own = play.seat if play.is_players else None
    return Draft(view.round, own if own is not None and own in view.missing else view.missing[0])


def following(missing: Sequence[int], seat: int) -> int:
    """Return the next seat around the table whose points are missing.

    >>> following([0, 3], 1), following([0, 3], 3), following([2], 2)
    (3, 0, 2)
    """
    return next((other for other in missing if other > seat), missing[0])

"""Invariants of the tables of Bronzen and Pracherche."""

from collections.abc import Callable
from typing import Any, Final

from companion.games.bronzen import model
from companion.games.bronzen.chips import Chip
from companion.games.bronzen.pracherche.model import State as Pracherche
from companion.scoring import ScoreSheet


def _bronzen(state: model.State, sheet: ScoreSheet) -> None:
    """No card is lost, no chip is owed, and the state's totals are those of the sheet."""
    assert sum(stack.total for stack in state.stacks) + 2 * state.running.laid == 110
    assert all(min(stack.hand, stack.bunker) >= 0 for stack in state.stacks)
    for chip in Chip:
        assert all(account.count(chip) >= 0 for account in state.accounts)
        assert (state.in_bank(chip) or 0) >= 0
    assert state.streak is None or state.streak.chips > 0
    assert state.totals == sheet.totals


def _pracherche(state: Pracherche, sheet: ScoreSheet) -> None:
    """No card is lost, and every round has at most one winner."""
    assert sum(state.stacks) + 2 * state.running.laid == 110
    assert min(state.stacks) >= 0
    assert sum(sheet.totals) <= state.round


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"bronzen": _bronzen, "pracherche": _pracherche}

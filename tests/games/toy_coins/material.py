"""What always holds in Toy coins."""

from collections.abc import Callable
from typing import Any, Final

from companion.games.toy_coins.model import Hiding, State
from companion.games.toy_coins.numbers import NUMBERS

from companion.scoring import ScoreSheet


def _coins(state: State, sheet: ScoreSheet) -> None:
    """No player hides too many coins, the sum is named when all are hidden, and a round brings at most one point."""
    assert all(coins is None or 0 <= coins <= NUMBERS.coins.most for coins in state.hidden)
    assert isinstance(state.phase, Hiding) == (None in state.hidden)
    assert sum(sheet.totals) <= state.round * NUMBERS.points.exact


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"toy_coins": _coins}

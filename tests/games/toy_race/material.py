"""What always holds in Toy race."""

from collections.abc import Callable
from typing import Any, Final

from companion.games.toy_race.model import Running, State
from companion.games.toy_race.numbers import NUMBERS

from companion.scoring import ScoreSheet


def _race(state: State, sheet: ScoreSheet) -> None:
    """No player is past the goal, one stands there when a round is over, and every such round was won once."""
    left = [state.left(seat) for seat in state.seats]
    assert min(left) >= 0
    assert left.count(0) == (not isinstance(state.phase, Running))
    won = sum(sheet.points(seat=seat, column="win") for seat in state.seats)
    assert won == NUMBERS.points.win * (state.round - isinstance(state.phase, Running))


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"toy_race": _race}

"""What always holds on a free sheet."""

from collections.abc import Callable
from typing import Any, Final

from companion.games.free_sheet.model import GameOver, State
from companion.scoring import ScoreSheet


def _sheet(state: State, sheet: ScoreSheet) -> None:
    """The totals are those of the sheet, and every player has at most one number in each round, the running one included."""
    assert state.totals == sheet.totals
    complete = state.round if isinstance(state.phase, GameOver) else state.round - 1
    for seat in state.seats:
        numbers = [len([*sheet.lines(seat=seat, round=round)]) for round in range(1, state.round + 1)]
        reported = [round <= complete or state.points[seat] is not None for round in range(1, state.round + 1)]
        # a player who came late, has left, or was away for a while has none from then
        assert all(number <= there for number, there in zip(numbers, reported, strict=True))
        assert numbers[-1] == reported[-1] or isinstance(state.phase, GameOver)
    assert state.untouched or state.missing or isinstance(state.phase, GameOver)


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"free_sheet": _sheet}

"""What is conserved at a table of Slam!"""

from collections.abc import Callable
from typing import Any, Final

from companion.games.slam.model import Asking, GameOver, Judged, State
from companion.games.slam.unknown import AskPile
from companion.scoring import ScoreSheet


def _slam(state: State, sheet: ScoreSheet) -> None:
    """Every slam card is won, lost, waiting, running or still to come; no poet lies on two piles."""
    assert state.totals == sheet.totals
    over = isinstance(state.phase, GameOver)
    counting = isinstance(state.phase, Asking) and isinstance(state.phase.question, AskPile)
    done = sum(state.slams) + state.lost + state.waiting + (1 if state.gold is not None else 0)
    assert done == state.number - (0 if over or counting else 1)
    assert state.number <= state.tricks
    assert over or counting or state.gold is None
    assert state.waiting == 0 or state.house.nobody_admitted == "next"
    names = [poet.name for pile in state.piles for poet in pile if poet.name]
    assert len({*names}) == len(names)
    for seat in range(state.seats):
        heap = state.heap(seat)
        assert heap.low >= 0
        assert heap.high is None or heap.low <= heap.high
        # whoever has a slam card has a poet for it, though nobody may have told which
        assert over or counting or heap.low or not state.slams[seat]
    if isinstance(state.phase, Judged):
        evidence, verdict = state.phase.evidence, state.phase.verdict
        assert len(verdict.piles) == state.seats
        for seat, cards in enumerate(verdict.piles):
            assert len({*cards}) == len(cards) <= len(evidence.lineups[seat].poets)
            assert not cards or seat not in evidence.callers


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"slam": _slam}

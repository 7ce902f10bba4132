"""What is conserved at a table of LABTAG Schlamboree."""

from collections.abc import Callable
from typing import Any, Final

from companion.games.labtag.model import GameOver, Revealing, State
from companion.scoring import ScoreSheet


def _labtag(state: State, sheet: ScoreSheet) -> None:
    """No card is lost: it lies face down, in the match, on a victory pile, or is discarded; and trophies are points."""
    match = state.phase.match.cards if isinstance(state.phase, Revealing) else ()
    in_match = sum(len(cards) for cards in match if cards)
    hidden = sum(place.hidden for place in state.places)
    piles = tuple(len(place.pile) for place in state.places)
    laid = sum(bool(place.groups) for place in state.places)
    assert hidden + in_match + state.discarded + sum(piles) == laid * state.cards
    assert piles == sheet.totals
    assert sum(piles) <= state.matches
    if isinstance(state.phase, GameOver):
        assert hidden == 0


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"labtag": _labtag}

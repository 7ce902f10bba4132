"""What is conserved at a table of Letter Jam."""

from collections.abc import Callable
from typing import Any, Final

from companion.games.letter_jam.model import State
from companion.games.letter_jam.numbers import NUMBERS
from companion.scoring import ScoreSheet


def _letter_jam(state: State, sheet: ScoreSheet) -> None:
    """No card and no token is lost or made, nobody takes too many reds, and the points are those of the sheet."""
    card, players = state.card, state.places
    on_players = sum(player.length + (player.standing and player.done) for player in players)
    on_stands = sum(npc.left + npc.standing for npc in state.npcs)
    assert on_players + on_stands + state.stock + state.discards + len(state.bonus) == NUMBERS.material.letters
    assert min(state.stock, state.discards, state.leaves, state.centre, state.reds_left) >= 0
    behind = sum(npc.token for npc in state.npcs)
    greens = sum(player.greens for player in players) + state.leaves + state.centre + behind
    assert greens == card.leaves + card.centre + len(state.npcs) <= NUMBERS.material.green
    assert all(player.reds <= card.quota for player in players)
    assert all(npc.token == bool(npc.left) for npc in state.npcs if npc.turn)
    assert len(players) + len(state.npcs) == NUMBERS.material.stands
    assert len(state.clues) == sum(player.reds + player.greens for player in players)
    assert (state.points or (0,) * len(players)) == sheet.totals


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"letter_jam": _letter_jam}

"""Invariants of a table of Letter Jam."""

from collections.abc import Callable
from typing import Any, Final

from companion.games.letter_jam.model import State
from companion.games.letter_jam.numbers import NUMBERS
from companion.scoring import ScoreSheet


def _letter_jam(state: State, sheet: ScoreSheet) -> None:
    """No card and no token is lost or made, no player takes too many reds, and the points are those of the sheet.

    What no player has reported counts as not having happened; otherwise the number of cards has only an upper bound.
    """
    card, players = state.card, state.places
    on_players = sum(player.length + (player.standing is True and player.done) for player in players)
    on_stands = sum(npc.left + (npc.standing is True) for npc in state.npcs)
    there = on_players + on_stands + len(state.bonus)
    if state.stock is None or state.discards is None or state.least_stock is None:
        assert state.stock is state.discards is state.least_stock is None
        assert there <= NUMBERS.material.letters
    else:
        assert there + state.stock + state.discards == NUMBERS.material.letters
        assert 0 <= state.least_stock <= state.stock
        assert state.discards >= 0
        assert all(stand.standing is not None for stand in (*players, *state.npcs))
    assert min(state.leaves, state.centre, state.reds_left) >= 0
    assert all(0 <= player.perhaps <= player.length - player.at for player in players)
    assert all(0 < player.since <= len(state.clues) for player in players if player.perhaps)
    assert 0 <= state.doubted <= len(state.bonus)
    assert all(clue.brief is None or not clue.marks for clue in state.clues)
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

#: Questions whose answer may change nothing.
IDLE: Final = {"MovesOn": "its letter only goes into the own box, and may stand there already"}

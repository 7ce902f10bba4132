"""What the players see, the same for every seat."""

from typing import assert_never

from companion.games.toy_race.messages import T
from companion.games.toy_race.model import GameOver, RoundOver, Running, State

from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact, View
from companion.kernel.text import Player


def view(state: State) -> View:
    """Return what every player sees."""
    facts = tuple(Fact(T("Steps to go"), state.left(seat), seat, ("toy_race.goal",)) for seat in state.seats)
    match state.phase:
        case Running(seat):
            said, phase, rule = T("{player} rolls and goes, or stays.", player=Player(seat)), "running", "toy_race.turn"
        case RoundOver():
            said, phase, rule = T("Play another round, or stop here."), "round_over", "toy_race.round"
        case GameOver():
            said, phase, rule = T("The race is over."), "game_over", "toy_race.end"
        case _:
            assert_never(state.phase)
    return View(prompt=Explanation(said, (rule,), Tone.TODO), phase=phase, round=state.round, facts=facts)

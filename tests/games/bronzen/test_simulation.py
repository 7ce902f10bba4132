"""Random games with real cards, judged by the players' own books: the referee must always agree."""

from collections import Counter
from random import Random

import pytest
from attrs import evolve
from effort import cases
from games.bronzen.simulate import Seen, Simulation
from games.bronzen.table import GAME, action

from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.model import Decided, GameOver, Laying, Reveal, RoundOver, Stack, State, Trick
from companion.kernel.game import Setup

MOMENTS = {Reveal: "reveal", Laying: "laying", Decided: "answer", RoundOver: "round over", GameOver: "game over"}


def random_house(random: Random) -> dict[str, str | int]:
    """Return house rules, every question decided by chance."""
    house: dict[str, str | int] = {rule.key: random.choice(rule.options).id for rule in GAME.meta.house_rules}
    black, green, red = random.randint(1, 12), random.randint(0, 4), random.randint(0, 3)
    return house | {"bank_black": black, "bank_green": green, "bank_red": red, "rounds": 2, "target": 30}


def follow(simulation: Simulation) -> tuple[State, Seen]:
    """Report a simulated game and compare the state with the table after each report."""
    state = GAME.start(Setup(2, house=simulation.house)).state
    state = evolve(state, stacks=(Stack(simulation.short), Stack(110 - simulation.short)))
    books: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for number, (word, seen) in enumerate(simulation.play()):
        step = GAME.apply(state, action(word))
        state = step.state
        for point in step.points:
            books[point.seat][point.column] += point.points
        streak = state.streak
        referee = Seen(
            stacks=tuple((stack.hand, stack.bunker) for stack in state.stacks),
            lying=state.running.laid,
            chips=tuple((chips.black, chips.green, chips.red) for chips in state.accounts),
            interim=tuple(streak.chips if streak and streak.seat == seat else 0 for seat in SEATS),
            sheet=(dict(books[0]), dict(books[1])),
            moment=MOMENTS[type(state.phase)],
        )
        assert referee == seen, f"report {number}: {word}"
        assert state.totals == tuple(sum(sheet.values()) for sheet in seen.sheet)
    return state, seen


@pytest.mark.rule("bronzen.setup.decks", "bronzen.goal", "bronzen.showdown.survived", "bronzen.showdown.lost")
@cases("block", range(20), few=7)
def test_short_games_by_every_house_rule(block: int) -> None:
    """Anna begins with few cards, so that showdowns of every kind come up."""
    for seed in range(block * 20, block * 20 + 20):
        random = Random(seed)
        house = random_house(random) | {"length": "rounds", "rounds": 1}
        follow(Simulation(seed, house, short=random.randint(1, 12), cards=random.choice([0, 0.5, 1])))


@pytest.mark.rule("bronzen.score.rounds", "bronzen.double.points", "bronzen.einzel.points", "bronzen.jay.points")
@cases("seed", range(20), few=7)
def test_whole_games(seed: int) -> None:
    """Two full decks, several rounds."""
    random = Random(seed)
    follow(Simulation(seed, random_house(random), cards=random.choice([0, 0.5, 1])))


@pytest.mark.rule("bronzen.reveal", "bronzen.ruling.classification")
@pytest.mark.parametrize("seed", range(4))
def test_it_does_not_matter_how_a_game_is_reported(seed: int) -> None:
    """By result, by cards, or now this and now that: the same game, except for the cards that are known."""
    ends = [follow(Simulation(seed, {"length": "rounds", "rounds": 1}, cards=share)) for share in (0, 0.5, 1)]
    assert ends[0] == ends[1] == ends[2]
    assert ends[0][0].running == Trick()

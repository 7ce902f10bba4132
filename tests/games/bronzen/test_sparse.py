"""Pracherche reported with few details: the sheet is that of the same game reported trick by trick."""

from random import Random

import pytest
from effort import effort
from games.bronzen.test_pracherche import Table

from companion.games.bronzen.pracherche.model import RoundOver

#: How often a trick is reported in a mixed round, how often the cards are counted, and who wins how often, in tricks.
REPORTED, COUNTED, ANNA = 0.6, 0.05, (0.1, 0.4, 0.6, 0.9)


def exactly(dice: Random) -> list[list[str]]:
    """Return rounds reported trick by trick."""
    table, rounds = Table(), list[list[str]]()
    for _ in range(dice.randint(1, 3)):
        rounds.append([])
        bias = dice.choice(ANNA)
        while not isinstance(table.phase, RoundOver):
            word = dice.choices(["Anna wins", "Ben wins", "equal"], [bias, 1 - bias, 0.1])[0]
            rounds[-1].append(word)
            table.play(word)
        table.play("next round")
    return rounds


def mixed(words: list[str], dice: Random) -> list[str]:
    """Return a round of which only the beginning, some counts and the winner are reported."""
    table, reported = Table(), list[str]()
    tricks = iter(words[: dice.randint(0, len(words) - 1)])
    while not isinstance(table.phase, RoundOver) and (word := next(tricks, None)):
        if dice.random() < COUNTED and not table.state.running.laid:
            word = f"counted {(anna := dice.randint(1, 109))} {110 - anna}"
        elif dice.random() > REPORTED:
            continue
        if not isinstance(Table(*reported, word).phase, RoundOver):
            reported.append(word)
            table.play(word)
    return reported


@pytest.mark.rule("pracherche.end")
@pytest.mark.parametrize("seed", range(effort(few=10, many=60)))
def test_a_sparsely_reported_game_ends_with_the_points_of_its_exact_twin(seed: int) -> None:
    dice = Random(seed)
    exact, sparse, mix = Table(), Table(), Table()
    for words in exactly(dice):
        exact.play(*words)
        winner = f"{('Anna', 'Ben')[exact.phase.winner]} wins the round"
        sparse.play(winner)
        mix.play(*mixed(words, dice), winner)
        assert exact.phase == sparse.phase == mix.phase
        assert exact.stacks == sparse.stacks == mix.stacks
        for table in (exact, sparse, mix):
            table.play("next round")
    assert exact.points
    assert [(p.seat, p.round, p.points) for p in exact.points] == [(p.seat, p.round, p.points) for p in sparse.points]
    assert exact.won == sparse.won == mix.won

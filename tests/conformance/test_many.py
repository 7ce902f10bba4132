"""Thousands of games of every kind: none breaks, none loses anything, and most come to their end."""

from random import Random

import pytest
from conformance.material import check_conserved, sheet_of
from conformance.walks import Tape, walk
from effort import at_leisure, effort

from companion.kernel.record import AnyGame

#: Walks of each game, in parts that can be played beside each other.
GAMES, PARTS = effort(few=8, many=1000), 8
#: Lengths of the tapes: a walk ends with its game or with its tape.
SHORT, LONG = 100, 2500


@at_leisure
@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
def test_games_by_the_thousand(game: AnyGame, part: int) -> None:
    ended = 0
    for seed in range(part, GAMES, PARTS):
        random = Random(f"{game.meta.id} {seed}")
        steps = []
        for position in walk(game, Tape(random.randbytes(random.choice((SHORT, LONG))))):
            steps.append(position.step)
            # a legal action was found as long as the game goes on: no dead end
        state = position.state
        sheet = sheet_of(game, position.setup.seats, steps)
        check_conserved(game, state, sheet)
        assert sum(sheet.totals) == sum(line.points for step in steps for line in step.points)
        for seat in position.seats:
            assert game.view(state, seat).prompt.rules
        ended += game.is_over(state)
    assert ended or GAMES < PARTS * 10, "no walk comes to an end"

"""Every example of the rules, played with the numbers it names."""

from games.toy_race.table import Table, play
from lookup.examples import Example, Examples

EXAMPLES = Examples("toy_race")


def test_no_example_is_left_out() -> None:
    EXAMPLES.check()


@EXAMPLES.plays("toy_race.goal")
def test_anna_wins_the_round(example: Example) -> None:
    to_go, steps = example.numbers
    table = play(f"Anna goes {steps}", to_go=(to_go, 1))
    assert table.state.phase.winner == 0
    assert example.rule in table.cited


@EXAMPLES.plays("toy_race.steps")
def test_ben_may_not_go_too_far(example: Example) -> None:
    (steps,) = example.numbers
    table = Table(to_go=(1, 1), first=1)
    assert table.refused(f"Ben goes {steps}").rules == (example.rule,)
    table.play("Ben goes 1")


@EXAMPLES.plays("toy_race.points")
def test_points_for_the_goal_and_the_lead(example: Example) -> None:
    to_go, win, lead = example.numbers
    assert play("Anna goes 1", to_go=(1, to_go)).points["Anna"] == {"win": win, "lead": lead}

"""Every example of the rules, played with the numbers it names."""

from games.toy_coins.table import Table, play
from lookup.examples import Example, Examples

EXAMPLES = Examples("toy_coins")


def test_no_example_is_left_out() -> None:
    EXAMPLES.check()


@EXAMPLES.plays("toy_coins.hide")
def test_anna_may_not_hide_too_many(example: Example) -> None:
    most, too_many = example.numbers
    table = Table()
    assert table.refused(f"Anna hides {too_many}").rules == (example.rule,)
    table.play(f"Anna hides {most}")


@EXAMPLES.plays("toy_coins.name")
def test_ben_may_not_name_the_same(example: Example) -> None:
    named, again = example.numbers
    table = play("Anna hides 2", "Ben hides 2", f"Anna names {named}")
    assert table.refused(f"Ben names {again}").rules == (example.rule,)


@EXAMPLES.plays("toy_coins.points")
def test_ben_has_named_the_sum(example: Example) -> None:
    anna, ben, total, points = example.numbers
    table = play(f"Anna hides {anna}", f"Ben hides {ben}", "Anna names 4", f"Ben names {total}")
    assert table.points == {"Anna": {"exact": 0}, "Ben": {"exact": points}}
    assert example.rule in table.cited

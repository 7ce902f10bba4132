"""Every example of the rules, played with the numbers it names."""

from games.free_sheet.table import GAME, Table, play
from lookup.examples import Example, Examples

from companion.scoring import ScoreSheet

EXAMPLES = Examples("free_sheet")


def test_no_example_is_left_out() -> None:
    EXAMPLES.check()


def _places(table: Table) -> dict[str, int]:
    lines, view = [("", line) for line in table.lines], table.view
    sheet = ScoreSheet.of(GAME.meta.columns, len(table.names), 1, lines, lowest_wins=view.lowest_wins)
    return {table.names[rank.seat]: rank.place for rank in sheet.ranking}


@EXAMPLES.plays("free_sheet.sum")
def test_a_sum_is_added_up(example: Example) -> None:
    *parts, total = example.numbers
    table = play(f"Ben {'+'.join(map(str, parts))}")
    assert table.points["Ben"] == {"points": total}
    assert example.rule in table.cited


@EXAMPLES.plays("free_sheet.round")
def test_the_others_get_nothing(example: Example) -> None:
    players, points, nothing, round = example.numbers
    table = play(f"Anna {points}", players=players)
    assert table.state.round == round
    assert example.rule in table.noted
    table.play("the others 0")
    assert table.state.round == round + 1
    assert table.totals == (points, *[nothing] * (players - 1))


@EXAMPLES.plays("free_sheet.ties")
def test_a_shared_place_is_followed_by_none(example: Example) -> None:
    many, few, first, third = example.numbers
    table = play(f"Anna {many}", f"Ben {many}", f"Cem {few}", "last round", players=3)
    assert _places(table) == {"Anna": first, "Ben": first, "Cem": third}
    assert example.rule in table.cited


@EXAMPLES.plays("free_sheet.ruling.end")
def test_the_player_who_reaches_the_target_need_not_win(example: Example) -> None:
    target, much, little = example.numbers
    table = play(f"Anna {much}", f"Ben {little}", end="target", target=target, wins="fewest")
    assert table.over
    assert example.rule in table.cited
    assert _places(table)["Ben"] == 1


@EXAMPLES.plays("free_sheet.ruling.coming")
def test_a_player_who_joins_may_begin_with_what_the_table_gives(example: Example) -> None:
    rounds, anna, ben, nothing, start, made, _, *typed, highest = example.numbers
    table = play("Anna 10", "Ben 10", f"Anna {anna - 10}", f"Ben {ben - 10}")
    table.step = GAME.joined(table.state)
    assert table.state.round == rounds + 1
    assert table.totals == (anna, ben, nothing)
    table.names = ("Anna", "Ben", "Cem")
    table.play(f"Cem {'+'.join(map(str, typed))}")
    assert table.points["Cem"] == {"points": start + made}
    fewest = play("Anna 10", "Ben 10", f"Anna {anna - 10}", f"Ben {ben - 10}", wins="fewest")
    assert GAME.joined(fewest.state).state.totals == (anna, ben, highest)


@EXAMPLES.plays("free_sheet.ruling.negative")
def test_a_sum_below_nothing_is_refused(example: Example) -> None:
    one, other, _, _, left = example.numbers
    table = Table(negative="refused")
    assert table.refused(f"Anna {one}−{other}").rules == (example.rule,)
    assert table.play(f"Anna {other}-{one}").points["Anna"] == {"points": left}

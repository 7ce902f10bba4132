"""Every example of the rules, played with the numbers and cards it names."""

import re

import pytest
from games.labtag.table import NAMES, Duel, Table, duel, play
from lookup.examples import Example, Examples

from companion.games.labtag.cards import Card
from companion.i18n import Renderer

EXAMPLES = Examples("labtag")


def test_no_example_is_left_out() -> None:
    EXAMPLES.check()


def winner(example: Example) -> str:
    """Return who wins, as the example says at its end."""
    return re.findall(r"(\w+) wins", example.text)[-1]


def proof(match: Duel) -> str:
    """Return the proof as it is read in English."""
    say = Renderer("en", NAMES).text
    return " ".join(say(line.text) for line in match.table.step.messages)


def group(corners: list[str], flags: list[int]) -> str:
    """Return cards of these card values and LABTAG values."""
    return " ".join(f"{flag}/{corner}" for corner, flag in zip(corners, flags, strict=True))


def adding_up(strength: int, count: int) -> list[int]:
    """Return LABTAG values of so many cards that come to a strength."""
    return [strength - count + 1, *[1] * (count - 1)]


def apart(low: int, high: int) -> tuple[list[int], list[int]]:
    """Return LABTAG values of two cards each, much lower and much higher."""
    return [low] * 2, [high] * 2


# Setup


@EXAMPLES.plays("labtag.setup.draw")
def test_eight_cards_each(example: Example) -> None:
    (cards,) = example.numbers
    table = play(f"{cards} cards in 4", players=3)
    assert table.state.cards == cards
    table.play(f"Anna lays {cards - 3} 1 1 1")
    assert table.refused(f"Ben lays {cards - 2} 1 1 1").rules[0] == "labtag.setup.draw"


@EXAMPLES.plays("labtag.setup.groups")
def test_ten_cards_in_five_groups(example: Example) -> None:
    cards, groups, *sizes = example.numbers
    table = play(f"{cards} cards in {groups}", f"Anna lays {' '.join(map(str, sizes))}")
    assert [each.size for each in table.state.places[0].groups] == sizes


@EXAMPLES.plays("labtag.setup.group_count")
def test_suitable_numbers_of_groups(example: Example) -> None:
    four, cards, odd, three, as_many, *even = example.numbers
    for players, number, suitable in ((four, cards, [odd]), (three, as_many, even)):
        for groups in range(min(suitable) - 1, max(suitable) + 2):
            warned = "labtag.setup.group_count" in play(f"{number} cards in {groups}", players=players).cited
            assert warned is ((players + groups) % 2 == 0)
            assert groups not in suitable or not warned


@EXAMPLES.plays("labtag.special.one_each")
def test_king_and_ace_but_not_two_kings(example: Example) -> None:
    (kings,) = example.numbers
    table = play("Anna 1 against Ben 1", sizes=((2,), (2,)))
    assert table.refused("Anna:" + " 1/K" * kings).rules[0] == example.rule
    table.play("Anna: 1/K 1/A")


# The turn


@EXAMPLES.plays("labtag.turn.largest")
def test_not_the_smaller(example: Example) -> None:
    ben, others = example.numbers
    table = Table(sizes=((1,) * ben, (1,) * ben, (1,) * others, (1,) * others))
    assert table.refused("Anna 1 against Ben 1").rules == (example.rule,)
    for name in ("Cem", "Dora"):
        Table(sizes=((1,) * ben, (1,) * ben, (1,) * others, (1,) * others)).play(f"Anna 1 against {name} 1")


@EXAMPLES.plays("labtag.ruling.skipped")
def test_cem_picks_instead_of_ben(example: Example) -> None:
    table = Table(sizes=((1, 1), (1,), (1,))).play("Anna 1 against Ben 1", "Anna: 9/9", "Ben: 1/1")
    assert table.turn in example.text.split(".")[1]
    assert table.turn == "Cem"
    assert example.rule in table.firsts


@EXAMPLES.plays("labtag.ruling.left_over")
def test_the_group_left_over(example: Example) -> None:
    groups, matches, left, *_ = example.numbers
    table = Table(sizes=((1,) * groups,) * 3)
    while not table.over:
        turn = table.state.phase.turn
        seats = (turn, table.state.opponents(turn)[0])
        mine, theirs = (f"{NAMES[seat]} {_first(table, seat)}" for seat in seats)
        table.play(f"{mine} against {theirs}", f"{NAMES[seats[0]]}: 9/9", f"{NAMES[seats[1]]}: 1/1")
    assert table.state.matches == matches
    assert table.state.discarded == matches + left
    assert example.rule in table.firsts


def _first(table: Table, seat: int) -> int:
    return [group.face_down for group in table.state.places[seat].groups].index(True) + 1


# The match


@EXAMPLES.plays("labtag.match.strength")
def test_strength(example: Example) -> None:
    first, second, total, single = example.numbers
    match = duel(f"{first}/2 {second}/2", f"{single}/9")
    assert match.winner == winner(example)
    assert f"{first} + {second} = {total}" in proof(match)
    assert match.proof[-1] == example.rule


@EXAMPLES.plays("labtag.match.tie_values")
def test_tied_kings_and_card_values(example: Example) -> None:
    strength, mine, total, *theirs, other = example.numbers
    left = group([str(mine), "K"], adding_up(strength, 2))
    right = group([*map(str, theirs), "K"], adding_up(strength, 3))
    match = duel(left, right)
    assert match.winner == winner(example)
    assert f"Two kings cancel each other out: the strength decides. Anna: LABTAG values {strength - 1} + 1" in proof(
        match
    )
    assert f"Both have a strength of {strength}." in proof(match)
    assert f"wins the tie-break, {total} against {other}." in proof(match)
    assert match.proof[-1] == example.rule


@EXAMPLES.plays("labtag.match.tie_legendary")
def test_more_golden_cards(example: Example) -> None:
    more, fewer = example.numbers
    left = ["5*/5"] * more + ["5/5"] * fewer
    right = ["5*/5"] * fewer + ["5/5"] * more
    match = duel(" ".join(left), " ".join(right))
    assert match.winner == winner(example)
    assert f"wins with {more} legendary cards against {fewer}" in proof(match)
    assert match.proof[-1] == example.rule


@EXAMPLES.plays("labtag.match.trophy")
def test_the_highest_is_the_trophy(example: Example) -> None:
    *flags, trophy = example.numbers
    match = duel(" ".join(f"{flag}/5" for flag in flags), "1/1")
    assert match.winner == winner(example)
    assert match.table.piles[0] == f"{trophy}/5"
    assert match.table.state.discarded == len(flags)


@EXAMPLES.plays("labtag.ruling.highest_card")
def test_which_of_three_is_the_trophy(example: Example) -> None:
    cards = re.findall(r"\d+/\w+", example.text)
    flag, corner = example.numbers[-2:]
    assert duel(" ".join(cards), "1/1").table.piles[0] == f"{flag}/{corner}"


# Special cards


@EXAMPLES.plays("labtag.special.jack")
@pytest.mark.parametrize("flags", [apart(1, 90), apart(90, 1)])
def test_card_values_with_a_jack(example: Example, flags: tuple[list[int], list[int]]) -> None:
    nine, mine, *theirs, total = example.numbers
    match = duel(group(["B", str(nine)], flags[0]), group([str(value) for value in theirs], flags[1]))
    assert match.winner == winner(example)
    assert f"wins with the greater strength, {total} against {mine}." in proof(match)
    assert match.proof[0] == match.proof[-1] == example.rule


@EXAMPLES.plays("labtag.special.queen")
def test_the_lowest_wins(example: Example) -> None:
    mine, theirs = example.numbers
    match = duel(f"{mine}/D", f"{theirs}/9")
    assert match.winner == winner(example)
    assert match.proof[0] == match.proof[-1] == example.rule


@EXAMPLES.plays("labtag.ruling.jack_and_queen")
def test_jack_and_queen_from_both_sides(example: Example) -> None:
    nine, mine, seven, theirs = example.numbers
    match = duel(f"1/B 1/{nine}", f"90/D 90/{seven}")
    assert match.winner == winner(example)
    assert f"wins with the lower strength, {theirs} against {mine}." in proof(match)
    assert example.rule in match.cited


@EXAMPLES.plays("labtag.special.king")
def test_a_single_king(example: Example) -> None:
    (strong,) = example.numbers
    match = duel("1/K", " ".join(["90/10"] * strong))
    assert match.winner == winner(example)
    assert match.proof == [example.rule]


@EXAMPLES.plays("labtag.special.ace")
def test_an_ace_against_plain_cards_and_against_a_king(example: Example) -> None:
    loses, wins = duel("90/A 90/9", "1/1"), duel("1/A", "90/K 90/9")
    assert (loses.winner, wins.winner) == ("Ben", "Anna")  # "Against Ben's plain cards she loses. … she wins."
    assert re.findall(r"she (\w+)", example.text) == ["loses", "wins"]
    assert loses.proof == wins.proof == [example.rule]


@EXAMPLES.plays("labtag.special.two_aces")
def test_two_aces(example: Example) -> None:
    mine, theirs = example.numbers
    match = duel(f"{mine}/A", f"{theirs}/A")
    assert match.winner == winner(example)
    assert match.proof[0] == example.rule
    assert f"wins with the greater strength, {mine} against {theirs}." in proof(match)


@EXAMPLES.plays("labtag.special.own_king")
def test_an_own_king_is_cancelled(example: Example) -> None:
    match = duel("90/K 90/A", "1/1")
    assert "Anna loses by her ace" in example.text
    assert match.winner == "Ben"
    assert match.proof == [example.rule, "labtag.special.ace"]


@EXAMPLES.plays("labtag.special.all_four")
def test_all_four_against_aces(example: Example) -> None:
    specials, mine, nine, theirs, single = example.numbers
    four = " ".join(f"5/{letter}" for letter in "BDKA"[:specials])
    ben, cem = duel(four, f"1/A 1/{nine}"), duel(four, "90/A")
    assert re.findall(r"she (\w+)", example.text) == ["wins", "loses"]
    assert (ben.winner, cem.winner) == ("Anna", "Ben")
    assert f"wins with the lower strength, {mine} against {theirs}." in proof(ben)
    assert f"wins with the lower strength, {single} against {mine}." in proof(cem)
    assert example.rule in ben.cited & cem.cited


# The end


def ended(*piles: list[str]) -> Table:
    """Return the end of a game with these victory piles; its last match was drawn."""
    table = Table(sizes=((1,), (1,)), piles=tuple(map(" ".join, piles)))
    return table.play("Anna 1 against Ben 1", "Anna: 5/3", "Ben: 5/3")


@EXAMPLES.plays("labtag.final.tie_card")
def test_the_highest_card_at_the_end(example: Example) -> None:
    points, mine, theirs = example.numbers
    table = ended([f"{mine}/2", *["1/1"] * (points - 1)], [f"{theirs}/9"] * points)
    assert table.places[0] == (1, winner(example))
    assert table.view.proof[0].rules[0] == example.rule


@EXAMPLES.plays("labtag.final.tie_legendary")
def test_legendary_trophies_at_the_end(example: Example) -> None:
    points, flag, value, more, fewer = example.numbers
    highest = Card(flag, value).to_text()
    rest = points - 1
    piles = ([highest, *["1*/1"] * n, *["1/1"] * (rest - n)] for n in (more, fewer))
    table = ended(*piles)
    assert table.places[0] == (1, winner(example))
    assert table.view.proof[0].rules[0] == example.rule

"""Doubling: who may double, its price and its points."""

import pytest
from games.bronzen.table import POINTS, play

from companion.games.bronzen.chips import Chip
from companion.games.bronzen.model import Decided, Laying, Reveal

RICH = ((9, 9, 9), (9, 9, 9))
NONE = (0, 0, 0)


@pytest.mark.rule("bronzen.double.example", "bronzen.double.points", "bronzen.double.ladder", "bronzen.jay.points")
def test_the_example_of_the_rules() -> None:
    """Left (Anna) has a black and a green chip, right (Ben) two of each colour."""
    table = play("color", "jay", "Anna wins", chips=((1, 1, 0), (2, 2, 2)))
    assert table.stakes["Anna"] == POINTS.jay

    table.play("Ben doubles")
    assert table.chips == ((1, 1, 0), (1, 2, 2))
    table.play("X 2H")  # the joker beats the two
    assert table.stakes["Anna"] == POINTS.jay + POINTS.double_1

    table.play("Ben doubles", "Anna wins")
    assert table.chips == ((1, 1, 0), (1, 1, 2))
    assert table.stakes["Anna"] == POINTS.jay + POINTS.double_2

    table.play("Ben doubles")
    assert table.chips == ((1, 1, 0), (1, 1, 1))
    table.play("color", "2S 6H")  # the six of hearts beats the two of spades
    assert table.stakes["Ben"] == POINTS.jay  # nothing for the own doubles

    table.play("Anna doubles", "Ben wins")
    assert table.stakes["Ben"] == POINTS.jay + POINTS.double_1

    table.play("Anna doubles")
    assert table.chips == (NONE, (1, 1, 1))
    assert table.stakes == {"Anna": POINTS.jay + POINTS.double_3, "Ben": POINTS.jay + POINTS.double_2}

    end = table.play("Ben wins")  # Anna has no red chip and can do nothing more
    assert end.phase is Reveal
    assert end.points == {"Anna": {}, "Ben": {"jay": POINTS.jay, "double_2": POINTS.double_2}}
    assert end.chips == (NONE, (1, 1, 1))  # all that was staked is in the bank
    laid = 1 + 2 + 5 + 2 + 2 + 2 + 2 + 2 + 2
    assert end.stacks == ((55 - laid, 0), (55 - laid, 2 * laid))


@pytest.mark.rule("bronzen.double.example", "bronzen.double.ladder", "bronzen.double.points")
def test_the_other_end_of_the_example() -> None:
    """Had left won: 2 + 3 points, and right, who has doubled three times, could do nothing more."""
    table = play("color", "jay", "Anna wins", chips=((1, 1, 0), (2, 2, 2)))
    table.play("Ben doubles", "Anna wins", "Ben doubles", "Anna wins", "Ben doubles", "color", "Ben wins")
    table.play("Anna doubles", "Ben wins", "Anna doubles", "Anna wins")
    assert table.phase is Reveal
    assert "bronzen.double.ladder" in table.cited
    assert table.points == {"Anna": {"jay": POINTS.jay, "double_3": POINTS.double_3}, "Ben": {}}


@pytest.mark.rule("bronzen.double.when")
def test_an_einzel_cannot_be_doubled() -> None:
    table = play("Anna wins", chips=RICH)
    assert table.phase is Reveal
    assert table.refused("Ben doubles").rules == ("bronzen.double.when",)


@pytest.mark.rule("bronzen.double.when")
@pytest.mark.parametrize("special", ["color", "counter", "double-c", "jay"])
def test_after_any_special_the_loser_may_double(special: str) -> None:
    table = play(special, "Anna wins", chips=RICH)
    assert table.phase is Decided
    assert table.play("Ben doubles").phase is Laying


@pytest.mark.rule("bronzen.double.when", "bronzen.double.who")
def test_nobody_doubles_before_the_cards_of_the_special_are_laid() -> None:
    assert play("color", chips=RICH).refused("Ben doubles").rules == ("not offered",)


@pytest.mark.rule("bronzen.double.who")
def test_only_who_is_losing_doubles_or_gives_up() -> None:
    table = play("color", "Anna wins", chips=RICH)
    assert table.refused("Anna doubles").rules == ("bronzen.double.who",)
    assert table.refused("Anna gives up").rules == ("bronzen.double.who",)
    table.play("Ben gives up")
    assert table.cards == (55 + 3, 55 - 3)
    assert table.state.last_winner == 0


@pytest.mark.rule("bronzen.double.ladder", "bronzen.ruling.double_order")
def test_black_then_green_then_red_and_no_fourth() -> None:
    table = play("color", "Anna wins", chips=RICH)
    table.play("Ben doubles", "Anna wins", "Ben doubles", "Anna wins", "Ben doubles")
    assert table.chips == ((9, 9, 9), (8, 8, 8))
    table.play("Anna wins")
    assert table.phase is Reveal
    assert "bronzen.double.ladder" in table.cited
    assert table.points["Anna"] == {"double_3": POINTS.double_3}


@pytest.mark.rule("bronzen.double.ladder", "bronzen.ruling.double_order")
def test_each_climbs_an_own_ladder() -> None:
    table = play("color", "Anna wins", "Ben doubles", "Anna wins", "Ben doubles", "Ben wins", chips=RICH)
    assert table.play("Anna doubles").chips == ((8, 9, 9), (8, 8, 9))


@pytest.mark.rule("bronzen.ruling.double_order")
def test_a_later_special_does_not_reset_the_ladder_but_the_next_trick_does() -> None:
    table = play("color", "Anna wins", "Ben doubles", "jay", "Anna wins", "Ben doubles", chips=RICH)
    assert table.chips[1] == (8, 8, 9)
    table.play("Anna wins", "Ben gives up", "color", "Anna wins", "Ben doubles")
    assert table.chips[1] == (7, 8, 9)


@pytest.mark.rule("bronzen.double.cards")
def test_after_a_double_one_card_face_down_and_one_open_decide_anew() -> None:
    table = play("jay", "Anna wins", "Ben doubles", chips=RICH)
    assert table.laying == 1
    table.play("Ben wins")
    assert table.phase is Decided
    assert table.view.winning == 1
    assert table.cards == (55 - 1 - 5 - 2, 55 - 1 - 5 - 2)


@pytest.mark.rule("bronzen.double.cards", "bronzen.special.chain")
def test_a_special_among_the_new_cards_is_played_at_no_further_cost() -> None:
    table = play("color", "Anna wins", "Ben doubles", "double-c", chips=RICH)
    assert table.laying == 3
    assert table.chips[1] == (8, 9, 9)
    assert table.play("Anna wins").stakes == {"Anna": POINTS.double_1}


@pytest.mark.rule("bronzen.double.no_chip", "bronzen.ruling.no_forced_double")
@pytest.mark.parametrize("account", [NONE, (0, 2, 0), (0, 0, 3)])
def test_without_a_black_chip_the_trick_is_lost_at_once(account: tuple[int, int, int]) -> None:
    table = play("color", "Anna wins", chips=(NONE, account))
    assert table.phase is Reveal
    assert {"bronzen.double.no_chip", "bronzen.ruling.no_forced_double"} <= table.cited
    assert table.chips[1] == account


@pytest.mark.rule("bronzen.double.no_chip", "bronzen.ruling.no_forced_double")
def test_several_black_chips_do_not_stand_in_for_a_green_one() -> None:
    table = play("color", "Anna wins", "Ben doubles", "Anna wins", chips=(NONE, (9, 0, 9)))
    assert table.phase is Reveal
    assert table.points["Anna"] == {"double_1": POINTS.double_1}


@pytest.mark.rule("bronzen.ruling.fresh_chips", "bronzen.einzel.booking")
def test_chips_just_booked_may_be_staked_in_the_same_trick() -> None:
    table = play("2x Anna wins", "counter", "Ben wins")
    assert table.phase is Decided
    assert table.play("Anna doubles").chips[0] == (1, 0, 0)


@pytest.mark.rule("bronzen.double.points", "bronzen.ruling.highest_double")
@pytest.mark.parametrize(("times", "column"), [(1, "double_1"), (2, "double_2"), (3, "double_3")])
def test_the_winner_scores_the_highest_double_of_the_other(times: int, column: str) -> None:
    """Three doubles bring 3 points, not 1 + 2 + 3."""
    table = play("color", "Anna wins", *["Ben doubles", "Anna wins"] * times, chips=RICH)
    if times < 3:
        table.play("Ben gives up")
    assert table.points == {"Anna": {column: getattr(POINTS, column)}, "Ben": {}}


@pytest.mark.rule("bronzen.double.points")
def test_own_doubles_bring_nothing() -> None:
    table = play("color", "Anna wins", "Ben doubles", "Ben wins", chips=(NONE, (1, 0, 0)))
    assert table.phase is Reveal
    assert table.points == {"Anna": {}, "Ben": {}}


@pytest.mark.rule("bronzen.double.points")
def test_ben_doubled_twice_and_anna_once() -> None:
    words = ("color", "Anna wins", "Ben doubles", "Anna wins", "Ben doubles", "Ben wins", "Anna doubles")
    assert play(*words, chips=RICH).stakes == {"Anna": POINTS.double_2, "Ben": POINTS.double_1}
    assert play(*words, "Anna wins", chips=((1, 0, 0), (1, 1, 0))).points == {
        "Anna": {"double_2": POINTS.double_2},
        "Ben": {},
    }
    assert play(*words, "Ben wins", chips=((1, 0, 0), (1, 1, 0))).points == {
        "Anna": {},
        "Ben": {"double_1": POINTS.double_1},
    }


@pytest.mark.rule("bronzen.double.stakes")
def test_all_staked_chips_go_back_to_the_bank() -> None:
    house: dict[str, str | int] = {"bank": "limited", "bank_black": 20, "bank_red": 20}
    table = play("color", "Anna wins", "Ben doubles", "Ben wins", "Anna doubles", chips=RICH, house=house)
    assert table.state.in_bank(Chip.BLACK) == 20 - 18  # two on the table, sixteen on the accounts
    table.play("Anna wins", "Ben gives up")
    assert table.chips == ((8, 9, 9), (8, 9, 9))
    assert table.state.in_bank(Chip.BLACK) == 20 - 16
    assert "bronzen.double.stakes" in table.cited


@pytest.mark.rule("bronzen.double.stakes")
def test_without_stakes_nothing_goes_back() -> None:
    assert "bronzen.double.stakes" not in play("color", "Anna wins").cited

"""Exchanging chips, and a bank that runs out."""

import pytest
from games.bronzen.table import POINTS, Table, play

from companion.games.bronzen.chips import LADDER, Chip

NONE = (0, 0, 0)


@pytest.mark.rule("bronzen.exchange.up")
def test_three_black_for_a_green_and_three_green_for_a_red() -> None:
    table = play("3x Anna: black for green", chips=((9, 0, 0), NONE))
    assert table.chips[0] == (0, 3, 0)
    assert table.play("Anna: green for red").chips[0] == (0, 0, 1)


@pytest.mark.rule("bronzen.exchange.down")
def test_a_red_for_two_green_and_a_green_for_two_black() -> None:
    table = play("Ben: red for green", chips=(NONE, (0, 0, 1)))
    assert table.chips[1] == (0, 2, 0)
    assert table.play("2x Ben: green for black").chips[1] == (4, 0, 0)


@pytest.mark.rule("bronzen.exchange.up", "bronzen.exchange.down")
def test_up_and_down_again_costs_a_chip() -> None:
    assert play("Ben: black for green", "Ben: green for black", chips=(NONE, (3, 0, 0))).chips[1] == (2, 0, 0)


@pytest.mark.rule("bronzen.exchange.up", "bronzen.exchange.down")
@pytest.mark.parametrize("wish", ["black for red", "red for black", "green for green"])
def test_only_neighbouring_colours_are_exchanged(wish: str) -> None:
    refused = Table(chips=((9, 9, 9), NONE)).refused(f"Anna: {wish}")
    assert refused.rules == ("bronzen.exchange.up", "bronzen.exchange.down")
    assert refused.text.message.endswith("black and green, green and red.")


@pytest.mark.rule("bronzen.exchange.between")
def test_after_a_round_it_is_too_late_to_exchange() -> None:
    over = play("Ben wins", cards=((1, 0), (109, 0)), chips=((3, 0, 0), NONE))
    assert over.refused("Anna: black for green").rules == ("not offered",)


@pytest.mark.rule("bronzen.exchange.up", "bronzen.exchange.down", "bronzen.exchange.account")
@pytest.mark.parametrize(
    ("wish", "rule"),
    [
        ("black for green", "bronzen.exchange.up"),
        ("green for red", "bronzen.exchange.up"),
        ("green for black", "bronzen.exchange.down"),
        ("red for green", "bronzen.exchange.down"),
    ],
)
def test_nobody_gives_more_chips_than_the_account_holds(wish: str, rule: str) -> None:
    account = (2, 2, 0) if rule == "bronzen.exchange.up" else NONE
    assert Table(chips=(account, (9, 9, 9))).refused(f"Anna: {wish}").rules == ("bronzen.exchange.account", rule)


@pytest.mark.rule("bronzen.exchange.account", "bronzen.term.interim", "bronzen.term.account")
def test_chips_of_the_interim_account_are_not_exchanged() -> None:
    table = Table(chips=((1, 0, 0), NONE), streak=("Anna", 3))
    assert table.refused("Anna: black for green").rules[0] == "bronzen.exchange.account"
    table.play("Ben wins", "Anna: black for green")
    assert table.chips[0] == (1, 1, 0)


@pytest.mark.rule("bronzen.exchange.example", "bronzen.einzel.booking", "bronzen.einzel.streak")
def test_the_first_example_of_the_rules() -> None:
    """A wins four Einzels and loses the fifth."""
    table = play("3x Anna wins")
    assert table.refused("Anna: black for green")
    table.play("Anna wins")
    assert table.refused("Anna: black for green")
    table.play("Ben wins")
    assert table.chips[0] == (4, 0, 0)
    assert table.interim == ("Ben", 1)
    assert table.play("Anna: black for green").chips[0] == (1, 1, 0)


@pytest.mark.rule("bronzen.exchange.example", "bronzen.exchange.between")
def test_the_second_example_of_the_rules() -> None:
    """A Color comes instead: booked at once, exchanged only after the trick."""
    table = play("4x Anna wins", "color")
    assert table.chips[0] == (4, 0, 0)
    assert table.refused("Anna: black for green").rules == ("bronzen.exchange.between",)
    table.play("Ben wins")
    assert table.refused("Anna: black for green").rules == ("bronzen.exchange.between",)
    table.play("Anna gives up", "Anna: black for green")
    assert table.chips[0] == (1, 1, 0)


@pytest.mark.rule("bronzen.exchange.between")
def test_during_a_trick_the_exchange_is_shown_with_its_reason() -> None:
    table = play("color", chips=((9, 9, 9), (9, 9, 9)))
    closed = [offer.closed for offer in table.offers if offer.kind.__name__ == "Exchange"]
    assert len(closed) == 8
    assert all(why and why.rules == ("bronzen.exchange.between",) for why in closed)


# A limited bank


@pytest.mark.rule("bronzen.ruling.bank_limit")
def test_the_bank_is_unlimited_unless_the_table_sets_a_limit() -> None:
    assert [*map(Table().state.in_bank, LADDER)] == [None, None, None]
    assert play("50x Anna wins", "Ben wins").chips[0] == (50, 0, 0)


@pytest.mark.rule("bronzen.ruling.bank_limit")
def test_an_empty_bank_gives_no_chip_for_an_einzel() -> None:
    table = play("6x Anna wins", house={"bank": "limited", "bank_black": 5})
    assert table.interim == ("Anna", 5)
    assert table.state.in_bank(Chip.BLACK) == 0
    assert "bronzen.ruling.bank_limit" in table.cited
    table.play("Ben wins")
    # Decision: only chips that were taken are booked, so the sixth Einzel counts for nothing.
    assert table.points["Anna"] == {"einzel": POINTS.einzel}
    assert table.chips[0] == (5, 0, 0)
    assert table.interim is None  # the bank had no chip for Ben either, but his Einzel broke the streak


@pytest.mark.rule("bronzen.ruling.bank_limit", "bronzen.double.stakes")
def test_staked_chips_come_back_and_can_be_won_again() -> None:
    table = play("Anna wins", "color", "Ben wins", "Anna doubles", house={"bank": "limited", "bank_black": 1})
    assert table.state.in_bank(Chip.BLACK) == 0  # it lies beside the trick
    table.play("Ben wins")
    assert table.state.in_bank(Chip.BLACK) == 1
    assert table.play("Ben wins").interim == ("Ben", 1)


@pytest.mark.rule("bronzen.ruling.bank_limit")
def test_the_bank_cannot_exchange_what_it_does_not_hold() -> None:
    house: dict[str, str | int] = {"bank": "limited", "bank_black": 6, "bank_green": 1, "bank_red": 0}
    table = play("Anna: black for green", chips=((6, 0, 0), NONE), house=house)
    assert [*map(table.state.in_bank, LADDER)] == [3, 0, 0]
    assert table.refused("Anna: black for green").rules == ("bronzen.ruling.bank_limit",)
    table.play("Anna: green for black")
    assert [*map(table.state.in_bank, LADDER)] == [1, 1, 0]
    full = Table(chips=((0, 3, 0), NONE), house=house | {"bank_green": 3})
    assert full.refused("Anna: green for red").rules == ("bronzen.ruling.bank_limit",)
    short = Table(chips=((0, 1, 0), (5, 0, 0)), house=house)
    assert short.refused("Anna: green for black").rules == ("bronzen.ruling.bank_limit",)  # 1 left, 2 are due


@pytest.mark.rule("bronzen.ruling.bank_limit", "bronzen.ruling.chips_next_round")
def test_chips_carried_over_are_missing_in_the_bank_of_the_next_round() -> None:
    house: dict[str, str | int] = {"bank": "limited", "bank_black": 60, "chips": "carry"}
    table = play("55x Anna wins", "next round", house=house)
    assert table.chips == ((55, 0, 0), NONE)
    assert table.state.in_bank(Chip.BLACK) == 5

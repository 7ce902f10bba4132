"""The last card. Anna is the short player unless a test says otherwise."""

import pytest
from games.bronzen.table import POINTS, Table, play

from companion.games.bronzen.model import Decided, Laying, Reveal, RoundOver

NONE = (0, 0, 0)
RICH = (9, 9, 9)


def anna_has(hand: int, bunker: int = 0, chips: tuple[tuple[int, int, int], ...] = (RICH, RICH), **house: str) -> Table:
    """Return a table at which Anna has few cards and both have chips enough."""
    return Table(cards=((hand, bunker), (110 - hand - bunker, 0)), chips=(chips[0], chips[1]), house=dict(house))


def bronzed(table: Table, winner: str, **outstanding: int) -> bool:
    """Return whether the round is over with the points of a Bronzen for the winner and these besides."""
    loser = {"Anna": "Ben", "Ben": "Anna"}[winner]
    return table.phase is RoundOver and table.points == {winner: {**outstanding, "bronzen": POINTS.bronzen}, loser: {}}


# Short


@pytest.mark.rule("bronzen.showdown.short", "bronzen.ruling.shortage")
def test_the_example_of_the_rules() -> None:
    """A Double-C comes up, and Anna has two cards left: both lay one face down, then the showdown."""
    table = anna_has(3).play("double-c")
    assert table.laying == 1
    assert table.state.last_card_of == (0,)
    assert {"bronzen.showdown.short", "bronzen.ruling.shortage"} <= table.noted
    assert bronzed(table.play("Ben wins"), "Ben")


@pytest.mark.rule("bronzen.ruling.shortage", "bronzen.showdown.short")
@pytest.mark.parametrize(
    ("special", "left", "face_down"),
    [
        ("jay", 3, 2),
        ("jay", 1, 0),
        ("jay", 4, 3),
        ("jay", 5, 4),
        ("jay", 6, 4),
        ("double-c", 2, 1),
        ("counter", 2, 1),
        ("counter", 1, 0),
        ("color", 1, 0),
    ],
)
def test_both_lay_what_is_due_or_all_but_one_card_of_the_shorter(special: str, left: int, face_down: int) -> None:
    table = anna_has(left + 1).play(special)
    assert table.laying == face_down
    assert table.state.last_card_of == ((0,) if left == face_down + 1 else ())


@pytest.mark.rule("bronzen.showdown.short", "bronzen.ruling.reshuffle_mid_trick")
def test_hand_stack_and_bunker_count_together() -> None:
    table = anna_has(2, 2).play("double-c")
    assert table.laying == 2
    assert {"bronzen.ruling.reshuffle_mid_trick", "bronzen.showdown.short"} <= table.noted
    assert table.play("Anna wins").stacks[0] == (8, 0)


@pytest.mark.rule("bronzen.showdown.short", "bronzen.double.cards")
def test_short_in_a_double() -> None:
    table = anna_has(4).play("color", "Ben wins")
    assert table.cards[0] == 1
    table.play("Anna doubles")
    assert table.laying == 0
    assert table.state.last_card_of == (0,)


@pytest.mark.rule("bronzen.ruling.both_short", "bronzen.ruling.shortage")
def test_if_both_are_short_the_one_with_fewer_cards_is_the_short_player() -> None:
    """Twelve Double-Cs: 49 cards of each lie there. Anna has 2 left, Ben 12; a Jay calls for 4."""
    table = play("12x double-c", "jay", cards=((51, 0), (59, 0)))
    assert table.cards == (2, 10)
    assert (table.laying, table.state.last_card_of) == (1, (0,))
    assert table.play("Anna wins").stacks == ((102, 0), (8, 0))


# Won or lost


@pytest.mark.rule("bronzen.showdown.clear_win", "bronzen.showdown.lost", "bronzen.bronzen.points", "bronzen.goal")
@pytest.mark.parametrize("end", ["Ben wins", "color", "counter", "double-c"])
def test_a_higher_card_of_the_other_or_any_special_loses_the_showdown(end: str) -> None:
    table = anna_has(3).play("double-c", end)
    assert bronzed(table, "Ben")
    assert {
        "bronzen.showdown.clear_win",
        "bronzen.showdown.lost",
        "bronzen.bronzen.points",
        "bronzen.goal",
    } <= table.cited
    assert table.cards == (0, 110)


@pytest.mark.rule("bronzen.showdown.clear_win")
def test_the_higher_card_of_the_short_player_does_not_help_in_a_color() -> None:
    assert bronzed(anna_has(3).play("double-c", "KH 4H"), "Ben")


@pytest.mark.rule("bronzen.ruling.survived_showdown", "bronzen.showdown.lost", "bronzen.jay.points")
def test_a_jay_in_the_showdown_itself_counts_for_the_other() -> None:
    assert bronzed(anna_has(3).play("double-c", "jay"), "Ben", jay=POINTS.jay)
    assert bronzed(anna_has(1).play("jay"), "Ben", jay=POINTS.jay)


@pytest.mark.rule("bronzen.ruling.several_jays", "bronzen.ruling.survived_showdown")
@pytest.mark.parametrize(("jays", "counted"), [("each", 2), ("once", 1)])
def test_a_second_jay_in_the_showdown(jays: str, counted: int) -> None:
    assert bronzed(anna_has(3, jays=jays).play("jay", "jay"), "Ben", jay=counted * POINTS.jay)


@pytest.mark.rule("bronzen.showdown.lost", "bronzen.double.points", "bronzen.jay.points")
def test_the_winner_of_the_showdown_gets_what_is_outstanding() -> None:
    """A Jay came up and Anna has doubled once: 2 + 1 points, and 6 for the Bronzen."""
    table = anna_has(7).play("jay", "Ben wins", "Anna doubles", "Ben wins")
    assert bronzed(table, "Ben", jay=POINTS.jay, double_1=POINTS.double_1)
    assert table.chips == ((8, 9, 9), RICH)  # the stake is in the bank


@pytest.mark.rule("bronzen.showdown.survived", "bronzen.ruling.survived_showdown")
def test_a_survived_showdown_brings_the_cards_and_nothing_else() -> None:
    table = anna_has(3).play("jay")
    assert table.stakes == {"Ben": POINTS.jay}  # nothing to gain for Anna
    table.play("Anna wins")
    assert table.phase is Reveal
    assert table.stacks == ((6, 0), (104, 0))
    assert table.points == {"Anna": {}, "Ben": {}}
    assert {"bronzen.showdown.survived", "bronzen.ruling.survived_showdown"} <= table.cited


@pytest.mark.rule("bronzen.showdown.survived", "bronzen.ruling.survived_showdown", "bronzen.double.stakes")
def test_doubles_of_both_lapse_in_a_survived_showdown() -> None:
    table = anna_has(7).play("color", "Anna wins", "Ben doubles", "Ben wins", "Anna doubles")
    assert table.cards[0] == 2
    assert table.laying == 1
    assert table.stakes == {"Ben": POINTS.double_1}
    table.play("Anna wins")
    assert table.phase is Reveal
    assert table.points == {"Anna": {}, "Ben": {}}
    assert table.chips == ((8, 9, 9), (8, 9, 9))
    assert "bronzen.double.stakes" in table.cited
    assert table.stacks[0] == (14, 0)


@pytest.mark.rule("bronzen.showdown.no_doubling")
def test_nobody_doubles_in_or_after_a_showdown() -> None:
    table = anna_has(3).play("double-c")
    assert table.refused("Anna doubles").rules[0] == "not offered"
    lost = anna_has(3).play("double-c", "Ben wins")
    assert lost.refused("Anna doubles").rules == ("bronzen.showdown.no_doubling",)
    survived = anna_has(3).play("double-c", "Anna wins")
    assert survived.phase is Reveal  # Ben has chips, but is not asked
    assert survived.refused("Ben doubles")


# The very last card


@pytest.mark.rule("bronzen.ruling.very_last_card")
def test_an_exact_count_is_a_showdown_without_points_for_who_survives() -> None:
    """A Color and a Jay have come up, and Anna has exactly the 5 cards she needs."""
    table = anna_has(8).play("color", "jay")
    assert (table.cards[0], table.laying) == (5, 4)
    assert table.state.last_card_of == (0,)
    assert table.stakes == {"Ben": POINTS.jay}
    table.play("Anna wins")
    assert table.phase is Reveal
    assert table.points == {"Anna": {}, "Ben": {}}


@pytest.mark.rule("bronzen.ruling.very_last_card")
def test_by_the_house_rule_an_exact_count_keeps_the_points_and_only_bars_doubling() -> None:
    table = anna_has(8, exact_count="keeps_points").play("color", "jay")
    assert table.stakes == {"Anna": POINTS.jay, "Ben": POINTS.jay}
    table.play("Anna wins")
    assert table.phase is Reveal  # Ben has chips, but is not asked
    assert table.points == {"Anna": {"jay": POINTS.jay}, "Ben": {}}
    assert table.stacks == ((16, 0), (94, 0))
    assert "bronzen.ruling.very_last_card" in table.cited


@pytest.mark.rule("bronzen.ruling.very_last_card", "bronzen.double.points", "bronzen.double.stakes")
def test_an_exact_count_after_a_double_keeps_the_points_for_the_double() -> None:
    table = anna_has(7, exact_count="keeps_points").play(
        "color", "Anna wins", "Ben doubles", "Ben wins", "Anna doubles"
    )
    table.play("Anna wins")
    assert table.points == {"Anna": {"double_1": POINTS.double_1}, "Ben": {}}
    assert table.chips == ((8, 9, 9), (8, 9, 9))


@pytest.mark.rule("bronzen.ruling.very_last_card", "bronzen.showdown.survived")
def test_if_cards_are_missing_the_house_rule_keeps_nothing() -> None:
    table = anna_has(5, exact_count="keeps_points").play("jay", "Anna wins")
    assert table.points == {"Anna": {}, "Ben": {}}


@pytest.mark.rule("bronzen.ruling.very_last_card", "bronzen.showdown.clear_win")
@pytest.mark.parametrize("end", ["Ben wins", "color"])
def test_an_exact_count_is_lost_like_any_showdown(end: str) -> None:
    assert bronzed(anna_has(6, exact_count="keeps_points").play("jay", end), "Ben", jay=POINTS.jay)


@pytest.mark.rule("bronzen.ruling.very_last_card", "bronzen.showdown.clear_win", "bronzen.showdown.lost")
@pytest.mark.parametrize("special", ["color", "counter", "double-c"])
def test_with_one_card_left_a_special_at_the_start_of_a_trick_loses(special: str) -> None:
    table = anna_has(1)
    assert table.state.last_card_of == (0,)
    assert "bronzen.ruling.very_last_card" in table.noted
    assert bronzed(table.play(special), "Ben")


@pytest.mark.rule("bronzen.ruling.very_last_card", "bronzen.einzel.booking")
def test_the_streak_that_such_a_special_ends_is_booked() -> None:
    table = play("5x Anna wins", "jay", cards=((104, 0), (6, 0)))
    assert table.points == {"Anna": {"einzel": POINTS.einzel, "jay": POINTS.jay, "bronzen": POINTS.bronzen}, "Ben": {}}


# One card and a plain pair


@pytest.mark.rule("bronzen.ruling.one_card_einzel", "bronzen.einzel.chip")
def test_who_wins_a_plain_pair_with_the_only_card_takes_the_chip_and_breaks_the_streak() -> None:
    table = Table(cards=((1, 0), (109, 0)), streak=("Ben", 5)).play("Anna wins")
    assert table.phase is Reveal
    assert table.stacks == ((2, 0), (108, 0))
    assert table.interim == ("Anna", 1)
    assert table.chips[1] == (5, 0, 0)
    assert table.points == {"Anna": {}, "Ben": {"einzel": POINTS.einzel}}
    assert "bronzen.ruling.one_card_einzel" in table.cited


@pytest.mark.rule("bronzen.ruling.one_card_einzel", "bronzen.ruling.pending_streak", "bronzen.goal")
def test_if_the_other_wins_that_pair_the_other_takes_the_chip_too() -> None:
    table = Table(cards=((1, 0), (109, 0)), streak=("Ben", 4)).play("Ben wins")
    assert bronzed(table, "Ben", einzel=POINTS.einzel)  # the fifth chip makes the points
    assert table.chips[1] == (5, 0, 0)


@pytest.mark.rule("bronzen.ruling.one_card_einzel", "bronzen.ruling.no_chip_einzel")
def test_by_the_house_rule_such_a_pair_brings_no_chip_but_still_breaks_the_streak() -> None:
    house: dict[str, str | int] = {"one_card_chip": "no_chip"}
    table = Table(cards=((1, 0), (109, 0)), streak=("Ben", 6), house=house).play("Anna wins")
    assert table.interim is None
    assert table.points == {"Anna": {}, "Ben": {"einzel": POINTS.einzel}}
    assert {"bronzen.ruling.one_card_einzel", "bronzen.ruling.no_chip_einzel"} <= table.cited
    lost = Table(cards=((1, 0), (109, 0)), streak=("Ben", 4), house=house).play("Ben wins")
    assert bronzed(lost, "Ben")  # four chips make no points
    assert lost.chips[1] == (4, 0, 0)


@pytest.mark.rule("bronzen.ruling.one_card_einzel", "bronzen.ruling.very_last_card")
def test_such_a_pair_is_judged_alike_if_an_exact_count_keeps_the_points() -> None:
    table = anna_has(1, exact_count="keeps_points").play("Anna wins")
    assert table.interim == ("Anna", 1)
    assert table.stacks[0] == (2, 0)


@pytest.mark.rule("bronzen.ruling.one_card_einzel", "bronzen.ruling.bank_limit")
def test_with_an_empty_bank_the_last_card_brings_no_chip_either() -> None:
    house: dict[str, str | int] = {"bank": "limited", "bank_black": 4}
    table = Table(cards=((1, 0), (109, 0)), streak=("Ben", 4), house=house).play("Ben wins")
    assert bronzed(table, "Ben")
    assert table.chips[1] == (4, 0, 0)


# Streaks at the end


@pytest.mark.rule("bronzen.ruling.pending_streak")
@pytest.mark.parametrize(("choice", "points"), [("book", 2), ("forfeit", 0)])
def test_a_streak_still_pending_when_the_round_ends(choice: str, points: int) -> None:
    """Anna wins her sixth Einzel in a row and with it Ben's last card."""
    table = play("6x Anna wins", cards=((104, 0), (6, 0)), house={"pending_streak": choice})
    assert table.points["Anna"] == ({"einzel": POINTS.einzel} if points else {}) | {"bronzen": POINTS.bronzen}
    assert table.chips[0] == ((6 if points else 0), 0, 0)
    assert table.interim is None
    assert "bronzen.ruling.pending_streak" in table.cited


@pytest.mark.rule("bronzen.ruling.pending_streak", "bronzen.einzel.booking")
def test_a_streak_of_the_loser_has_been_ended_by_the_last_trick_and_is_booked_in_any_case() -> None:
    house: dict[str, str | int] = {"pending_streak": "forfeit"}
    table = Table(cards=((1, 0), (109, 0)), streak=("Anna", 5), house=house).play("Ben wins")
    assert table.points == {"Anna": {"einzel": POINTS.einzel}, "Ben": {"bronzen": POINTS.bronzen}}


@pytest.mark.rule("bronzen.ruling.pending_streak", "bronzen.ruling.no_chip_einzel")
def test_a_streak_is_pending_even_if_the_last_pair_brought_no_chip() -> None:
    house: dict[str, str | int] = {"one_card_chip": "no_chip"}
    table = Table(cards=((1, 0), (109, 0)), streak=("Ben", 5), house=house).play("Ben wins")
    assert bronzed(table, "Ben", einzel=POINTS.einzel)


# Doubling with the last card


@pytest.mark.rule("bronzen.ruling.double_last_card")
def test_with_one_card_left_the_loser_may_double() -> None:
    table = anna_has(4).play("color", "Ben wins")
    assert table.cards[0] == 1
    table.play("Anna doubles")
    assert table.stakes == {"Ben": POINTS.double_1}
    assert bronzed(anna_has(4).play("color", "Ben wins", "Anna doubles", "color"), "Ben", double_1=POINTS.double_1)
    assert table.play("Anna wins").stacks[0] == (8, 0)


@pytest.mark.rule("bronzen.ruling.double_last_card")
def test_by_the_house_rule_nobody_doubles_with_the_last_card() -> None:
    table = anna_has(4, double_last_card="forbidden").play("color", "Ben wins")
    assert table.phase is Reveal
    assert "bronzen.ruling.double_last_card" in table.cited
    assert table.cards[0] == 1
    assert table.chips[0] == RICH
    two_left = anna_has(5, double_last_card="forbidden").play("color", "Ben wins")
    assert two_left.play("Anna doubles").phase is Laying


@pytest.mark.rule("bronzen.ruling.double_against_one_card")
@pytest.mark.parametrize("choice", ["allowed", "forbidden"])
def test_the_loser_may_double_against_a_last_card(choice: str) -> None:
    """Anna leads with one card left. Ben doubles; both lay one open card, and Anna must win clearly."""
    table = anna_has(4, double_last_card=choice).play("color", "Anna wins")
    assert table.phase is Decided
    table.play("Ben doubles")
    assert (table.laying, table.state.last_card_of) == (0, (0,))
    assert table.stakes == {}  # Anna would survive without points, and has not doubled
    assert bronzed(table.play("color"), "Ben")


@pytest.mark.rule("bronzen.ruling.double_against_one_card", "bronzen.ruling.survived_showdown")
def test_who_survives_such_a_double_gets_nothing_for_it() -> None:
    table = anna_has(4).play("color", "Anna wins", "Ben doubles", "Anna wins")
    assert table.phase is Reveal
    assert table.points == {"Anna": {}, "Ben": {}}
    assert table.chips[1] == (8, 9, 9)


# Both with the last card: only a trick of 55 cards each gets there


@pytest.mark.rule("bronzen.ruling.both_short", "bronzen.showdown.short")
def test_both_lay_the_last_card_and_somebody_wins() -> None:
    table = play("12x double-c", "jay", "jay")
    assert (table.cards, table.laying) == ((1, 1), 0)
    assert table.state.last_card_of == (0, 1)
    assert table.stakes == {"Anna": 2 * POINTS.jay, "Ben": 2 * POINTS.jay}
    table.play("Ben wins")
    assert bronzed(table, "Ben", jay=2 * POINTS.jay)
    assert "bronzen.ruling.both_short" in table.cited
    assert table.cards == (0, 110)


@pytest.mark.rule("bronzen.ruling.both_short", "bronzen.ruling.survived_showdown")
def test_the_winner_between_two_last_cards_also_gets_the_points_for_doubles() -> None:
    table = play("12x double-c", "jay", "Anna wins", "Ben doubles", chips=(RICH, RICH))
    assert table.cards == (1, 1)
    assert table.stakes == {"Anna": POINTS.jay + POINTS.double_1, "Ben": POINTS.jay}
    assert bronzed(table.play("Anna wins"), "Anna", double_1=POINTS.double_1, jay=POINTS.jay)
    assert table.chips == (RICH, (8, 9, 9))


@pytest.mark.rule("bronzen.ruling.both_short", "bronzen.double.stakes")
def test_if_nobody_wins_both_take_their_cards_back_and_the_points_lapse() -> None:
    table = play("12x double-c", "jay", "Anna wins", "Ben doubles", "color", chips=(RICH, RICH))
    assert table.phase is Reveal
    assert table.stacks == ((55, 0), (55, 0))
    assert table.points == {"Anna": {}, "Ben": {}}
    assert table.chips == (RICH, (8, 9, 9))
    assert "bronzen.ruling.both_short" in table.cited
    assert play("13x double-c", "2x color").play("Anna wins").interim == ("Anna", 1)


@pytest.mark.rule("bronzen.ruling.both_short")
def test_by_the_house_rule_the_round_is_drawn() -> None:
    table = play("13x double-c", "2x color", house={"both_short": "drawn"})
    assert table.phase is RoundOver
    assert table.view.round_winner is None
    assert table.points == {"Anna": {}, "Ben": {}}
    assert table.view.prompt.rules == ("bronzen.ruling.both_short",)
    assert table.play("next round").stacks == ((55, 0), (55, 0))


@pytest.mark.rule("bronzen.ruling.both_short", "bronzen.einzel.booking")
def test_a_streak_that_such_a_trick_ended_stays_booked() -> None:
    table = play("13x double-c", "2x color", streak=("Ben", 5))
    assert table.points["Ben"] == {"einzel": POINTS.einzel}
    assert table.chips[1] == (5, 0, 0)

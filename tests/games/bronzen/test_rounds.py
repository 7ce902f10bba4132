"""Several rounds, the length of a game, recounts, and refusals."""

from itertools import product
from typing import Any

import pytest
from attrs import evolve
from games.bronzen.table import GAME, POINTS, Table, action, play

from companion.games.bronzen.model import GameOver, Reveal, RoundOver
from companion.kernel.explain import Refused
from companion.kernel.game import Setup

NONE = (0, 0, 0)
ANNA_BRONZES_BEN = "55x Anna wins"  # 55 chips at once, and the Bronzen
BRONZED = 11 * POINTS.einzel + POINTS.bronzen


@pytest.mark.rule("bronzen.goal", "bronzen.bronzen.points")
def test_the_player_with_no_card_left_loses() -> None:
    table = play("54x Anna wins")
    assert table.phase is Reveal
    assert table.cards == (109, 1)
    table.play("Anna wins")
    assert table.phase is RoundOver
    assert table.cards == (110, 0)
    assert table.points == {"Anna": {"einzel": 11 * POINTS.einzel, "bronzen": POINTS.bronzen}, "Ben": {}}


@pytest.mark.rule("bronzen.goal")
def test_an_empty_hand_stack_is_not_the_end_while_there_is_a_bunker() -> None:
    assert play("Ben wins", cards=((1, 1), (108, 0))).phase is Reveal


@pytest.mark.rule("bronzen.score.rounds")
def test_points_are_added_over_the_rounds() -> None:
    table = play(ANNA_BRONZES_BEN, "next round", "jay", "Ben wins")
    assert [(line.seat, line.round, line.column, line.points) for line in table.lines] == [
        (0, 1, "einzel", 11 * POINTS.einzel),
        (0, 1, "bronzen", POINTS.bronzen),
        (1, 2, "jay", POINTS.jay),
    ]
    assert table.state.totals == (BRONZED, POINTS.jay)
    assert table.view.round == 2


@pytest.mark.rule("bronzen.score.rounds", "bronzen.setup.hand_stack")
def test_a_new_round_begins_as_the_first_did() -> None:
    table = play("Anna wins", "53x Anna wins", "jay", "next round")
    assert table.stacks == ((55, 0), (55, 0))
    assert table.interim is None
    assert (table.view.trick, table.phase) == (1, Reveal)


@pytest.mark.rule("bronzen.ruling.chips_next_round", "bronzen.setup.bank")
@pytest.mark.parametrize(("choice", "chips"), [("reset", (NONE, NONE)), ("carry", ((2, 1, 0), (1, 0, 3)))])
def test_chips_after_a_round(choice: str, chips: tuple[tuple[int, int, int], ...]) -> None:
    table = play("color", cards=((109, 0), (1, 0)), chips=((2, 1, 0), (1, 0, 3)), house={"chips": choice})
    table.play("next round")
    assert table.chips == chips
    assert "bronzen.ruling.chips_next_round" in table.cited


@pytest.mark.rule("bronzen.ruling.chips_next_round", "bronzen.ruling.pending_streak")
@pytest.mark.parametrize(("choice", "black"), [("book", 5), ("forfeit", 0)])
def test_a_pending_streak_reaches_the_next_round_only_if_it_is_booked(choice: str, black: int) -> None:
    house: dict[str, str | int] = {"chips": "carry", "pending_streak": choice}
    assert play("5x Anna wins", "next round", cards=((105, 0), (5, 0)), house=house).chips[0] == (black, 0, 0)


# How long


@pytest.mark.rule("bronzen.ruling.rounds")
def test_an_open_game_lasts_until_the_players_stop() -> None:
    table = play(*[ANNA_BRONZES_BEN, "next round"] * 6, ANNA_BRONZES_BEN)
    assert table.phase is RoundOver
    assert table.play("finish").phase is GameOver
    assert GAME.is_over(table.state)
    assert table.state.totals == (7 * BRONZED, 0)


@pytest.mark.rule("bronzen.ruling.rounds", "bronzen.score.rounds")
def test_a_number_of_rounds() -> None:
    table = play(ANNA_BRONZES_BEN, house={"length": "rounds", "rounds": 2})
    assert table.phase is RoundOver
    table.play("next round", "54x Ben wins", "color")
    assert table.phase is GameOver
    assert table.offers == ()
    assert "bronzen.ruling.rounds" in table.cited


@pytest.mark.rule("bronzen.ruling.rounds")
def test_a_target() -> None:
    house: dict[str, str | int] = {"length": "target", "target": BRONZED + 3 * POINTS.einzel}
    table = play(ANNA_BRONZES_BEN, house=house)
    assert table.phase is RoundOver
    # Decision: the target is checked when a round ends, so that a Bronzen can still turn the game.
    table.play("next round", "2x Ben wins", "15x Anna wins", "Ben wins")
    assert table.state.totals == (BRONZED + 3 * POINTS.einzel, 0)
    assert table.phase is Reveal
    table.play(f"{table.cards[1] - 1}x Anna wins", "color")
    assert table.phase is GameOver


@pytest.mark.rule("bronzen.ruling.rounds", "bronzen.ruling.both_short")
def test_a_drawn_round_counts_as_a_round() -> None:
    # Decision: who agreed on a number of rounds has played one, even if no player won it.
    house: dict[str, str | int] = {"length": "rounds", "rounds": 1, "both_short": "drawn"}
    table = play("13x double-c", "2x color", house=house)
    assert table.phase is GameOver
    assert table.view.round_winner is None


@pytest.mark.rule("bronzen.ruling.rounds")
def test_the_players_may_stop_before_the_agreed_end() -> None:
    # Decision: the agreed length binds no player to play on.
    assert play(ANNA_BRONZES_BEN, "finish", house={"length": "rounds"}).phase is GameOver


# Recounts


@pytest.mark.rule("bronzen.ruling.recount")
def test_a_recount_takes_over_what_was_counted() -> None:
    table = play("3x Anna wins", "counted 50+8 49+3")
    assert table.stacks == ((50, 8), (49, 3))
    assert table.interim == ("Anna", 3)
    assert table.play("Anna wins").interim == ("Anna", 4)


@pytest.mark.rule("bronzen.ruling.recount", "bronzen.ruling.shuffle_moment")
def test_who_counts_no_hand_stack_shuffles_the_bunker() -> None:
    assert play("counted 0+58 52+0").stacks == ((58, 0), (52, 0))


@pytest.mark.rule("bronzen.ruling.recount", "bronzen.setup.decks", "bronzen.goal")
@pytest.mark.parametrize(
    ("counted", "rules"),
    [
        ("55+0 54+0", ("bronzen.ruling.recount", "bronzen.setup.decks")),
        ("55+0 55+1", ("bronzen.ruling.recount", "bronzen.setup.decks")),
        ("60+-5 55+0", ("bronzen.ruling.recount", "bronzen.setup.decks")),
        ("0+0 55+55", ("bronzen.goal", "bronzen.ruling.recount")),
        ("110+0 0+0", ("bronzen.goal", "bronzen.ruling.recount")),
    ],
)
def test_a_recount_accounts_for_every_card_and_nobody_has_none(counted: str, rules: tuple[str, ...]) -> None:
    assert Table().refused(f"counted {counted}").rules == rules


@pytest.mark.rule("bronzen.ruling.recount")
def test_a_number_below_zero_is_not_reported_as_a_wrong_sum() -> None:
    """Here the sum is right, so another number must be wrong."""
    assert "fewer than 0" in Table().refused("counted 60+-5 55+0").text.message


@pytest.mark.rule("bronzen.ruling.recount", "bronzen.exchange.wait")
def test_a_report_in_between_makes_an_exchange_or_a_recount_no_other_event() -> None:
    """Unless it was the same, or a trick moved cards that were counted."""
    before, counted = play(chips=((6, 0, 0), NONE)), action("counted 54+0 56+0")
    exchange, won = action("Anna: black for green"), action("Anna wins")
    for reported, same in ((counted, {exchange, won}), (exchange, {counted, won}), (won, {exchange})):
        after = GAME.apply(before.state, reported).state
        for other in (counted, exchange, won):
            assert (GAME.event_key(before.state, other) == GAME.event_key(after, other)) == (other in same)


# Refusals

MOMENTS = {
    "reveal": Table(),
    "laying": play("color"),
    "decided": play("color", "Anna wins", chips=(NONE, (1, 0, 0))),
    "round over": play(ANNA_BRONZES_BEN),
    "game over": play(ANNA_BRONZES_BEN, "finish"),
}
MEETINGS = ("Anna wins", "Ben wins", "color", "counter", "double-c", "jay", "7H 9S")
ANSWERS = ("Ben doubles", "Ben gives up")
BETWEEN = ("Anna: black for green", "counted 55+0 55+0")
AFTER = ("next round", "finish")

#: The rule that forbids a report at the wrong moment; missing ones are allowed, or refused for another reason.
WRONG_MOMENT = {
    **dict.fromkeys(product(["decided"], MEETINGS), "not offered"),
    **dict.fromkeys(product(["round over"], MEETINGS), "not offered"),
    **dict.fromkeys(product(["reveal"], ANSWERS), "bronzen.double.when"),
    **dict.fromkeys(product(["laying"], ANSWERS), "not offered"),
    **dict.fromkeys(product(["round over"], ANSWERS), "bronzen.showdown.no_doubling"),
    **dict.fromkeys(product(["laying", "decided"], BETWEEN[:1]), "bronzen.exchange.between"),
    **dict.fromkeys(product(["laying", "decided"], BETWEEN[1:]), "bronzen.ruling.recount"),
    **dict.fromkeys(product(["reveal", "laying", "decided"], AFTER), "not offered"),
    **dict.fromkeys(product(["round over"], BETWEEN), "not offered"),
    **dict.fromkeys(product(["game over"], (*MEETINGS, *ANSWERS, *BETWEEN, *AFTER)), "bronzen.score.rounds"),
}


@pytest.mark.rule("bronzen.double.who", "bronzen.double.when", "bronzen.exchange.between", "bronzen.goal")
@pytest.mark.rule("bronzen.ruling.recount", "bronzen.showdown.no_doubling", "bronzen.score.rounds")
@pytest.mark.parametrize(("moment", "word"), WRONG_MOMENT)
def test_every_report_at_the_wrong_moment_is_refused_with_its_rule(moment: str, word: str) -> None:
    assert MOMENTS[moment].refused(word).rules[0] == WRONG_MOMENT[moment, word]


@pytest.mark.rule("bronzen.reveal", "bronzen.double.who", "bronzen.score.rounds")
@pytest.mark.parametrize(
    ("moment", "word"),
    [
        *product(["reveal", "laying"], MEETINGS),
        *product(["decided"], ANSWERS),
        ("reveal", BETWEEN[1]),
        *product(["round over"], AFTER),
    ],
)
def test_every_report_at_its_moment_is_taken(moment: str, word: str) -> None:
    table = MOMENTS[moment]
    assert GAME.refusal(table.state, action(word)) is None


@pytest.mark.rule("bronzen.setup.decks")
@pytest.mark.parametrize("word", ["Anna wins", "Anna doubles", "Anna gives up", "Anna: black for green"])
def test_there_is_no_third_seat(word: str) -> None:
    report: Any = action(word)
    why = GAME.refusal(Table().state, evolve(report, seat=2))
    assert why
    assert why.rules == ("companion.players",)


@pytest.mark.rule("bronzen.ruling.rounds", "bronzen.ruling.bank_limit")
@pytest.mark.parametrize(
    "house", [{"length": "forever"}, {"rounds": 0}, {"bank_black": 0}, {"target": "many"}, {"aces": "low"}]
)
def test_a_house_rule_that_does_not_exist_is_refused(house: dict[str, str | int]) -> None:
    with pytest.raises(Refused):
        GAME.start(Setup(2, house=house))


# The same event from two phones


@pytest.mark.rule("bronzen.order.simultaneous")
@pytest.mark.parametrize(
    "words",
    [
        ("Anna wins", "Anna wins"),
        ("color", "color"),
        ("color", "Anna wins"),
        ("color", "Anna wins", "Ben doubles"),
        ("color", "Anna wins", "Ben gives up"),
        ("Ben: black for green",),
        (ANNA_BRONZES_BEN, "next round"),
    ],
)
def test_what_has_been_reported_is_another_event_afterwards(words: tuple[str, ...]) -> None:
    table = play(*words[:-1], chips=(NONE, (9, 0, 0)))
    before, last = table.state, action(words[-1])
    after = table.play(words[-1]).state
    assert GAME.event_key(before, last) != GAME.event_key(after, last)


@pytest.mark.rule("bronzen.exchange.between")
def test_an_exchange_of_one_does_not_overtake_that_of_the_other() -> None:
    table = Table(chips=((3, 0, 0), (3, 0, 0)))
    before, hers = table.state, action("Anna: black for green")
    after = table.play("Ben: black for green").state
    assert GAME.event_key(before, hers) == GAME.event_key(after, hers)

"""Players, circle, chips, hands, stock; how the table is kept and counted anew."""

import pytest
from games.schlafmuetze.table import GAME, Table, play

from companion.games.schlafmuetze.cards import COLOURS, Colour
from companion.games.schlafmuetze.phases import LastCard, Opening, Running
from companion.games.schlafmuetze.reports import CircleTold, KeepEveryCard, Laid, Recount, TopTold, WrongCard
from companion.kernel.explain import Refused
from companion.kernel.game import Setup


@pytest.mark.rule("schlafmuetze.setup.players")
def test_three_to_eight_play() -> None:
    for seats in range(3, 9):
        assert GAME.start(Setup(seats)).state.seats == seats
    for seats in (2, 9):
        with pytest.raises(Refused):
            GAME.start(Setup(seats))


@pytest.mark.rule("schlafmuetze.setup.players")
def test_nobody_else_sits_at_the_table() -> None:
    assert Table(seats=3).refused("Dora red at 12") == {"companion.players"}
    table = play("Anna red at 12", "halt", seats=3)
    assert table.refused("Dora doubts Anna") == {"companion.players"}


@pytest.mark.rule("schlafmuetze.setup.hands")
@pytest.mark.parametrize(
    ("seats", "hand", "stock"), [(3, 10, 66), (4, 9, 60), (5, 8, 56), (6, 7, 54), (7, 7, 47), (8, 6, 48)]
)
def test_hands_and_stock_follow_from_the_players(seats: int, hand: int, stock: int) -> None:
    table = Table(seats=seats)
    assert table.hands == (hand,) * seats
    assert table.state.stock == stock
    assert "schlafmuetze.setup.hands" in table.cited


@pytest.mark.rule("schlafmuetze.setup.circle", "schlafmuetze.ruling.circle_order")
def test_the_colours_take_turns_around_the_circle() -> None:
    # Decision: red lies at twelve o'clock unless the table says otherwise, so that no player has to tell it.
    table = Table()
    assert [table.top(at) for at in (12, 1, 2, 3, 4)] == ["red", "blue", "green", "yellow", "red"]
    assert all([card.colour for card in table.state.circle].count(colour) == 3 for colour in COLOURS)
    table.play("circle YGBRYGBRYGBR")
    assert [table.top(at) for at in (12, 1, 2, 3, 11)] == ["yellow", "green", "blue", "red", "red"]


@pytest.mark.rule("schlafmuetze.setup.circle")
@pytest.mark.parametrize("colours", ["RBGYRBGYRBYG", "RRBBGGYYRBGY", "RBGRBGRBGRBG", "RBGY"])
def test_colours_out_of_turn_are_refused(colours: str) -> None:
    assert Table().refused(f"circle {colours}") == {"schlafmuetze.setup.circle"}


@pytest.mark.rule("schlafmuetze.setup.circle")
def test_no_word_lies_twice_in_the_circle() -> None:
    twice = ("EIS", "AUTO", "eis") + ("",) * 9
    assert Table().why_not(CircleTold(COLOURS * 3, twice)).rules == ("schlafmuetze.setup.circle",)
    table = play("top 1 blue AUTO")
    assert table.top(1) == "blue AUTO"
    assert table.refused("top 2 green auto") == {"schlafmuetze.setup.circle"}
    assert table.refused("top 2 red") == {"schlafmuetze.setup.circle"}
    assert table.play("Anna red at 1").refused("circle RBGYRBGYRBGY") == {"not offered"}


@pytest.mark.rule("schlafmuetze.setup.chips", "schlafmuetze.setup.target")
def test_sixteen_chips_lie_in_the_middle_and_thirty_is_the_target() -> None:
    table = Table()
    assert table.state.middle == 16
    assert table.chips == (0, 0, 0, 0)
    assert table.state.house.target == 30
    assert {"schlafmuetze.setup.chips", "schlafmuetze.setup.target"} <= table.cited
    assert Table(house={"target": 12}).state.house.target == 12
    assert "schlafmuetze.setup.target" not in Table(house={"length": "open"}).cited


@pytest.mark.rule("schlafmuetze.combine.piles")
def test_later_a_word_may_show_twice() -> None:
    # Decision: once cards are laid, tops are as they are; a word reported wrong must not hold up the next card.
    table = play("top 1 blue AUTO", "Anna red at 12", "Ben green auto at 4", "top 3 blue auto")
    assert (table.top(1), table.top(3), table.top(4)) == ("blue AUTO", "blue AUTO", "green AUTO")


# How much is reported


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_only_what_needs_a_referee_is_reported() -> None:
    table = Table(house={"keeping": "referee_only"})
    table.play("goes on")
    assert table.refused("Anna red at 12") == {"schlafmuetze.ruling.keeping"}
    assert table.hands is None
    assert table.pausing is None
    assert table.colour is None
    assert table.refused("goes on") == {"schlafmuetze.ruling.keeping"}
    assert Table().refused("goes on") == {"schlafmuetze.ruling.keeping"}
    assert play("Anna red at 12").refused("Ben out") == {"schlafmuetze.ruling.keeping"}


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_the_keeping_changes_in_mid_round() -> None:
    table = play("Anna red at 12", "Ben blue at 12", "referee only")
    assert (table.hands, table.colour, table.pausing, table.view.every_card) == (None, None, None, False)
    assert table.refused("referee only") == {"not offered"}
    assert table.refused("every card") == {"schlafmuetze.ruling.keeping"}
    assert "schlafmuetze.cards" in table.refused("every card 9 9 9 9 Cleo red")
    assert table.refused("every card 5 0 7 8 Cleo red") == {"schlafmuetze.end.out"}
    table.play("every card 5 6 7 8 Cleo red")
    assert table.hands == (5, 6, 7, 8)
    assert (table.colour, table.pausing) == ("red", "Cleo")
    # Decision: a pile no player has reported yet may show any colour; it is known once a card is laid on it.
    assert table.top(12) == "?"
    table.play("Anna green at 5")
    assert table.top(5) == "green"
    assert table.refused("every card 5 6 7 8 Cleo red") == {"not offered"}


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_the_keeping_changes_before_the_first_card_and_between_rounds() -> None:
    table = play("referee only", "every card")
    assert table.hands == (9, 9, 9, 9)
    assert table.top(12) == "red"
    table.play("referee only")
    assert table.why_not(KeepEveryCard((9, 9, 9, 9))).rules == ("not offered",)
    over = play("goes on", "Anna out", "nobody doubts", "counted 0 3 4 5", house={"keeping": "referee_only"})
    over.play("every card", "next round", "Ben red at 12")
    assert over.hands == (9, 8, 9, 9)


# Counting anew


@pytest.mark.rule("schlafmuetze.ruling.recount")
def test_a_recount_puts_hands_chips_and_stock_right() -> None:
    table = play("Anna red at 12", "Ben blue at 12")
    assert table.hands == (8, 8, 9, 9)
    table.play("recount Cleo 7 2", "stock 55")
    assert table.hands == (8, 8, 7, 9)
    assert table.chips == (0, 0, 2, 0)
    assert table.state.stock == 55
    assert table.state.laid == 96 - 32 - 55
    assert table.refused("recount Cleo 80 0") == {"schlafmuetze.ruling.recount", "schlafmuetze.cards"}
    assert "schlafmuetze.end.out" in table.refused("recount Cleo 0 0")
    assert "schlafmuetze.setup.chips" in table.refused("recount Cleo 5 17")
    assert "schlafmuetze.ruling.recount" in table.refused("recount Cleo - 0")
    assert "schlafmuetze.setup.hands" in table.refused("stock 61")
    assert Table().refused("recount Anna 8 0") == {"not offered"}
    assert Table().refused("stock 59") == {"not offered"}


@pytest.mark.rule("schlafmuetze.ruling.recount", "schlafmuetze.score.minus", "schlafmuetze.end.out")
def test_hands_are_counted_before_the_round_is_scored() -> None:
    # Decision: the last card lies and the hands are counted; what differs from the table is put right before it scores.
    table = play("Anna red at 12", "Ben blue at 4", hands=(5, 1, 5, 5))
    assert table.phase is LastCard
    assert "schlafmuetze.end.out" in table.refused("recount Cleo 0 0")
    assert "schlafmuetze.end.out" in table.refused("recount Ben 1 0")
    table.play("recount Cleo 7 1", "recount Ben 0 2", "stock 50", "nobody doubts")
    assert table.points == {"Anna": {"cards": 4}, "Ben": {}, "Cleo": {"cards": 7, "chips": 1}, "Dora": {"cards": 5}}


@pytest.mark.rule("schlafmuetze.ruling.recount", "schlafmuetze.ruling.keeping")
def test_without_single_cards_only_chips_and_stock_are_recounted() -> None:
    table = play("goes on", "recount Anna - 3", "stock 40", house={"keeping": "referee_only"})
    assert table.chips == (3, 0, 0, 0)
    assert table.state.stock == 40
    assert table.why_not(Recount(0, 5, 0)).rules == ("schlafmuetze.ruling.keeping",)


@pytest.mark.rule("schlafmuetze.combine.piles", "schlafmuetze.ruling.recount")
def test_a_wrongly_reported_pile_is_corrected_and_the_colour_with_it() -> None:
    table = play("Anna red at 12", "Ben blue at 12", "top 12 green EIS")
    assert table.top(12) == "green EIS"
    assert table.colour == "green"
    table.play("top 3 red")
    assert table.colour == "green"
    assert table.why_not(TopTold(12, Colour.RED)).rules == ("not offered",)


@pytest.mark.rule("schlafmuetze.combine.piles", "schlafmuetze.colour.forced", "schlafmuetze.ruling.recount")
def test_the_latest_card_is_put_right_though_nothing_else_shows_its_colour() -> None:
    table = play("Anna red at 12", "Ben blue at 4", circle="RRGYRRGYRRGY")
    assert table.play("top 4 green").colour == "green"
    # what the latest card demands is its own colour, whatever the other piles show
    table = play("Anna red at 12", "Ben blue at 4", "Cleo red at 4", circle="RGGYRGGYGGGY")
    assert table.play("top 12 yellow", "top 4 yellow").colour == "yellow"


@pytest.mark.rule("schlafmuetze.combine.piles", "schlafmuetze.ruling.new_colour")
def test_a_colour_that_was_named_stays_when_a_pile_is_put_right() -> None:
    # Cleo's word is rejected, and Ben names the colour that his own card at four o'clock happens to have.
    table = play(
        *("Anna red at 12", "Ben blue at 4", "Cleo green at 1", "halt", "Dora doubts Cleo", "votes nnnn", "name blue"),
        house={"new_colour": "may_repeat"},
    )
    assert table.play("top 4 yellow").colour == "blue"


def test_a_correction_is_the_same_event_while_what_it_counts_is_as_it_was() -> None:
    before, after = play("Anna red at 12"), play("Anna red at 12", "Ben blue at 12")
    said = Recount(0, 8, 0)
    assert GAME.event_key(before.state, said) == GAME.event_key(after.state, said)
    for of_another in (Recount(1, 9, 0), TopTold(0, Colour.GREEN), KeepEveryCard((8, 9, 9, 9), 0, Colour.RED)):
        assert GAME.event_key(before.state, of_another) != GAME.event_key(after.state, of_another)
    for card in (Laid(2, 0, Colour.RED), WrongCard(2)):
        assert GAME.event_key(before.state, card) != GAME.event_key(after.state, card)
    assert GAME.event_key(after.state, WrongCard(2)) != GAME.event_key(after.state, WrongCard(3))
    assert before.phase is Running
    assert Table().phase is Opening


@pytest.mark.rule("schlafmuetze.ruling.recount")
def test_what_lies_on_the_circle_is_counted_into_no_hand() -> None:
    table = play("Anna red at 12", "Ben blue at 12")
    # Anna's card may still be doubted by a call that came first, Ben's as well: two of the 96 are in no hand
    most = 96 - 60 - 8 - 8 - 9 - 2
    assert "schlafmuetze.ruling.recount" in table.refused(f"recount Dora {most + 1} 0")
    table.play(f"recount Dora {most} 0")
    assert table.state.laid == 2


@pytest.mark.rule("schlafmuetze.combine.piles")
def test_a_colour_that_is_demanded_shows_on_some_pile() -> None:
    table = play("Anna red at 12", "stuck", "name blue")
    piles = [at for at in range(1, 13) if table.top(at).startswith(f"{table.colour}")]
    for at in piles[:-1]:
        table.play(f"top {at} yellow")
    assert table.refused(f"top {piles[-1]} yellow") == {"schlafmuetze.colour.forced", "schlafmuetze.combine.piles"}


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_what_nobody_keeps_any_more_is_not_counted() -> None:
    table = play("Anna red at 12", "halt", "Ben doubts Anna", "votes nnnn")
    table.play("referee only", "goes on")
    assert table.hands is None
    assert (table.state.laid, table.state.latest) == (0, None)


@pytest.mark.rule("schlafmuetze.ruling.recount", "schlafmuetze.ruling.latest_card")
def test_no_more_cards_go_back_than_lie_there_after_the_stock_was_counted() -> None:
    reported = ("Anna red at 12", "stuck", "name blue", "Ben green at 1", "Cleo yellow at 2", "Anna red at 3")
    table = play(*reported, "halt", "Ben doubts Anna", "votes nnn", "name red", seats=3)
    assert table.state.latest.before
    assert table.play("stock 66").state.latest.before is None


@pytest.mark.rule("schlafmuetze.ruling.recount")
def test_a_hand_that_still_holds_cards_can_be_recounted_down_to_one() -> None:
    forms = [offer for offer in play("Anna red at 12").offers if offer.kind is Recount]
    cards = [field for offer in forms for field in offer.fields if field.name == "cards"]
    assert [(field.low, field.default) for field in cards] == [(1, 8), (1, 9), (1, 9), (1, 9)]  # type: ignore[union-attr]

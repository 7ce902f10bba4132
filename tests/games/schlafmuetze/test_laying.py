"""The opening, colour and pause, speed, and what happens when no player can lay a card."""

import pytest
from games.schlafmuetze.table import Table, play

from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.phases import Disputed, GameOver, LastCard, Naming, RoundOver, Running
from companion.games.schlafmuetze.reports import Laid

REFEREE: dict[str, str | int] = {"keeping": "referee_only"}


# The first card


@pytest.mark.rule("schlafmuetze.start.dealer", "schlafmuetze.combine.two_words")
def test_the_dealer_lays_the_first_card_on_any_colour() -> None:
    for at in range(1, 13):
        table = play(f"Ben green at {at}", first=1)
        assert table.hands == (9, 8, 9, 9)
    assert "schlafmuetze.start.dealer" in Table(first=1).refused("Anna green at 1")
    assert Table().why_not(Laid(0, 12, Colour.RED)).rules == ("not offered",)


@pytest.mark.rule("schlafmuetze.start.pass_left")
def test_the_players_to_the_left_try_when_the_dealer_cannot() -> None:
    table = play("Cleo cannot", first=2)
    assert table.asked == "Dora"
    assert "schlafmuetze.start.pass_left" in table.refused("Cleo red at 1")
    assert "schlafmuetze.start.pass_left" in table.refused("Cleo cannot")
    table.play("Dora cannot", "Anna red at 1")
    assert table.pausing == "Anna"
    assert "not offered" in table.refused("Ben cannot")
    assert table.refused("circle RBGYRBGYRBGY") == {"not offered"}


@pytest.mark.rule("schlafmuetze.ruling.nobody_opens")
def test_nobody_can_open_and_all_draw() -> None:
    table = play("Anna cannot", "Ben cannot", "Cleo cannot", "Dora cannot")
    assert table.hands == (10, 10, 10, 10)
    assert table.state.stock == 56
    assert table.asked == "Anna"


@pytest.mark.rule("schlafmuetze.ruling.nobody_opens", "schlafmuetze.ruling.stock_short")
def test_nobody_can_open_with_a_small_or_an_empty_stock() -> None:
    # Decision: with too few cards for all, the dealer's left neighbour draws first.
    cannot = ("Anna cannot", "Ben cannot", "Cleo cannot")
    table = play(*cannot, seats=3, hands=(47, 23, 24), stock=2)
    assert table.hands == (47, 24, 25)
    assert "schlafmuetze.ruling.stock_short" in table.cited
    table.play(*cannot)
    assert table.phase is GameOver
    assert table.points == {"Anna": {"cards": 47}, "Ben": {"cards": 24}, "Cleo": {"cards": 25}}


@pytest.mark.rule("schlafmuetze.ruling.nobody_opens")
def test_nobody_can_open_and_the_cards_are_dealt_anew() -> None:
    table = play("Ben cannot", "Cleo cannot", "Anna cannot", seats=3, first=1, house={"nobody_opens": "redeal"})
    assert table.hands == (10, 10, 10)
    assert table.state.stock == 66
    assert table.asked == "Ben"
    assert table.state.round == 1


@pytest.mark.rule("schlafmuetze.ruling.nobody_opens", "schlafmuetze.start.pass_left", "schlafmuetze.ruling.keeping")
def test_the_opening_where_cards_are_not_reported() -> None:
    table = play("Anna cannot", "Ben cannot", "Cleo cannot", seats=3, house=REFEREE)
    assert table.hands == (11, 11, 11)
    assert table.state.stock == 63
    assert table.play("goes on").phase is Running


# Colour and pause


@pytest.mark.rule("schlafmuetze.colour.forced", "schlafmuetze.combine.piles")
def test_the_next_card_goes_on_the_colour_just_laid() -> None:
    # the rules' example: red AUTO was laid, and the next compound needs a red pile
    table = play("top 1 blue BAHN", "Anna red AUTO at 1")
    assert table.colour == "red"
    assert table.top(1) == "red AUTO"
    assert len(table.state.circle) == 12
    assert table.refused("Ben blue at 2") == {"schlafmuetze.colour.forced", "schlafmuetze.ruling.wrong_card"}
    for at in (12, 4, 8, 1):
        table.play(f"Ben blue at {at}")
        table = play("top 1 blue BAHN", "Anna red AUTO at 1")


@pytest.mark.rule("schlafmuetze.colour.own_free")
def test_the_own_card_may_have_any_colour() -> None:
    for colour in Colour:
        table = play("Anna green at 12", f"Ben {colour.value} at 2")
        assert table.colour == colour.value


@pytest.mark.rule("schlafmuetze.pause")
def test_nobody_lays_two_cards_in_a_row() -> None:
    table = play("Anna red at 12")
    assert table.pausing == "Anna"
    assert table.refused("Anna red at 12") == {"schlafmuetze.pause", "schlafmuetze.ruling.wrong_card"}
    table.play("Ben red at 12", "Anna red at 12")
    assert table.pausing == "Anna"
    assert table.hands == (7, 8, 9, 9)


@pytest.mark.rule("schlafmuetze.ruling.wrong_card")
def test_a_wrong_card_goes_back_and_may_cost_a_chip() -> None:
    table = play("Anna red at 12", "Anna wrong", "Ben wrong")
    assert table.chips == (0, 0, 0, 0)
    assert table.hands == (8, 9, 9, 9)
    table = play("Anna red at 12", "Anna wrong", "Ben wrong", house={"wrong_card": "chip"})
    assert table.chips == (1, 1, 0, 0)
    assert Table().refused("Anna wrong") == {"not offered"}


# Speed


@pytest.mark.rule("schlafmuetze.speed.first_card")
def test_the_card_laid_first_is_the_one_that_is_reported() -> None:
    table = play("Anna red at 12", "Ben blue at 4")
    assert table.colour == "blue"
    assert "schlafmuetze.colour.forced" in table.refused("Cleo green at 8")
    assert "schlafmuetze.speed.first_card" in table.noted


@pytest.mark.rule("schlafmuetze.speed.dispute_agreed", "schlafmuetze.ruling.agreement")
def test_all_agree_on_the_card_that_was_reported() -> None:
    table = play("Anna red at 12", "Ben blue at 4", "who first? latest")
    assert table.phase is Disputed
    assert "not offered" in table.refused("Cleo blue at 5")
    table.play("Ben first")
    assert (table.colour, table.pausing, table.hands) == ("blue", "Ben", (8, 8, 9, 9))
    table.play("halt", "Cleo doubts Ben")


@pytest.mark.rule("schlafmuetze.speed.dispute_agreed", "schlafmuetze.ruling.agreement")
def test_all_agree_on_a_card_that_was_not_reported() -> None:
    table = play("Anna red at 12", "Ben blue at 4", "who first? latest")
    assert table.refused("Anna first") == {"schlafmuetze.pause", "schlafmuetze.speed.first_card"}
    table.play("Cleo first")
    assert (table.colour, table.pausing, table.hands) == ("red", "Anna", (8, 9, 9, 9))
    assert table.top(4) == "red"
    assert table.refused("Ben blue at 4") == {"schlafmuetze.speed.dispute_agreed"}
    assert table.refused("halt") == {"schlafmuetze.speed.dispute_agreed"}
    table.play("Cleo green at 8")
    assert (table.colour, table.pausing) == ("green", "Cleo")


@pytest.mark.rule("schlafmuetze.speed.dispute_agreed")
def test_a_dispute_about_cards_that_were_not_reported() -> None:
    table = play("Anna red at 12", "Ben blue at 4", "who first? others")
    assert table.refused("Ben first") == {"schlafmuetze.pause", "schlafmuetze.speed.first_card"}
    table.play("Dora first")
    assert table.hands == (8, 8, 9, 9)
    # no player but Dora lays now, no player is stuck, and who was first is settled
    for word in ("stuck", "who first? latest", "who first? others", "halt", "Cleo green at 4"):
        assert "schlafmuetze.speed.dispute_agreed" in table.refused(word)
    # Decision: a claimed card that turns out wrong goes back, and the race is on again.
    table.play("Dora wrong", "Cleo green at 4")
    assert table.pausing == "Cleo"


@pytest.mark.rule("schlafmuetze.speed.dispute_open")
def test_without_agreement_all_take_back_and_another_colour_is_named() -> None:
    table = play("Anna red at 12", "Ben blue at 4", "who first? latest", "not agreed")
    assert table.phase is Naming
    assert table.namer == "Anna"
    assert table.hands == (8, 9, 9, 9)
    assert table.allowed == {"blue", "green", "yellow"}
    assert "schlafmuetze.ruling.new_colour" in table.refused("name red")
    table.play("name green")
    assert (table.colour, table.pausing) == ("green", "Anna")
    assert "schlafmuetze.pause" in table.refused("Anna red at 2")
    # an open dispute closes the doubt on the latest card
    assert "schlafmuetze.ruling.doubt_closed" in table.refused("halt")


@pytest.mark.rule("schlafmuetze.speed.dispute_open", "schlafmuetze.ruling.same_colour")
def test_the_same_colour_stays_if_no_other_shows() -> None:
    table = play("Anna red at 12", "who first? others", "not agreed", circle="R" * 12)
    assert table.phase is Running
    assert (table.colour, table.pausing) == ("red", "Anna")
    assert "schlafmuetze.ruling.same_colour" in table.cited


@pytest.mark.rule("schlafmuetze.start.dealer", "schlafmuetze.speed.first_card")
def test_nobody_races_for_the_first_card() -> None:
    assert Table().refused("who first? others") == {"schlafmuetze.start.dealer"}
    assert play("Anna red at 12").refused("who first? latest") == {"schlafmuetze.start.dealer"}
    # nor if it happens to be a last card as well
    out = play("Anna red at 12", hands=(1, 9, 9, 9))
    assert out.phase is LastCard
    assert out.refused("who first? latest") == {"schlafmuetze.start.dealer"}
    assert play("Anna red at 12").refused("Ben first") == {"not offered"}
    assert play("Anna red at 12").refused("not agreed") == {"not offered"}


@pytest.mark.rule("schlafmuetze.ruling.agreement", "schlafmuetze.speed.dispute_open")
def test_a_last_card_in_dispute() -> None:
    out = ("Anna red at 12", "Ben blue at 4")
    table = play(*out, hands=(5, 1, 5, 5))
    assert table.phase is LastCard
    assert table.refused("who first? others") == {"not offered"}
    table.play("who first? latest", "Ben first")
    assert table.phase is LastCard
    # a last card agreed on can still be doubted
    table.play("halt", "Cleo doubts Ben")
    table = play(*out, "who first? latest", "Cleo first", hands=(5, 1, 5, 5))
    assert table.hands == (4, 1, 5, 5)
    table = play(*out, "who first? latest", "not agreed", "name green", hands=(5, 1, 5, 5))
    assert (table.hands, table.colour, table.pausing) == ((4, 1, 5, 5), "green", "Anna")


@pytest.mark.rule("schlafmuetze.speed.dispute_agreed", "schlafmuetze.speed.dispute_open", "schlafmuetze.ruling.keeping")
def test_disputes_where_cards_are_not_reported() -> None:
    table = play("goes on", "who first? others", "Ben first", house=REFEREE)
    assert table.phase is Running
    # Ben's card lies now: the colour that was named is used up, and the tried colours count anew
    agreed = play("goes on", "stuck on red", "name blue", "who first? others", "Ben first", house=REFEREE)
    assert (agreed.colour, agreed.state.tried) == (None, ())
    assert table.refused("who first? latest") == {"schlafmuetze.speed.first_card"}
    table.play("who first? others", "not agreed", "name blue")
    assert table.colour == "blue"
    table.play("who first? others", "not agreed")
    assert table.allowed == {"red", "green", "yellow"}
    table.play("name red", "goes on")
    assert table.colour is None
    table.play("Anna out", "who first? latest", "Anna first")
    assert table.phase is LastCard
    assert table.play("who first? latest", "Ben first").phase is Running
    assert table.play("Anna out", "who first? latest", "not agreed").phase is Naming


@pytest.mark.rule("schlafmuetze.speed.first_card", "schlafmuetze.speed.dispute_open")
def test_a_card_before_the_colour_was_named_is_not_in_question_any_more() -> None:
    # Decision: "just laid" ends when a colour has been named; the word of that card may still be doubted.
    rejected = ("Anna red at 12", "Ben blue at 4", "Cleo green at 1", "halt", "Dora doubts Cleo", "votes nnnn")
    table = play(*rejected, "name yellow")
    assert table.refused("who first? latest") == {"schlafmuetze.speed.first_card"}
    assert table.play("halt", "Anna doubts Ben").state.latest is not None


# Stuck


@pytest.mark.rule("schlafmuetze.stuck.draw")
def test_all_but_the_pausing_player_draw_and_a_new_colour_is_named() -> None:
    table = play("Anna red at 12", "stuck")
    assert table.hands == (8, 10, 10, 10)
    assert table.state.stock == 57
    assert table.namer == "Anna"
    assert table.refused("Ben blue at 1") == {"not offered"}
    table.play("name blue")
    assert (table.colour, table.pausing) == ("blue", "Anna")
    table.play("Cleo green at 1")
    assert table.hands == (8, 10, 9, 10)


@pytest.mark.rule("schlafmuetze.stuck.again", "schlafmuetze.ruling.stuck_colours")
def test_each_new_colour_has_not_been_tried() -> None:
    table = play("Anna red at 12", "stuck", "name blue", "stuck")
    assert table.allowed == {"green", "yellow"}
    assert "schlafmuetze.stuck.again" in table.refused("name red")
    assert table.hands == (8, 11, 11, 11)
    assert "schlafmuetze.stuck.again" in table.cited


@pytest.mark.rule("schlafmuetze.stuck.end", "schlafmuetze.ruling.stuck_colours", "schlafmuetze.score.minus")
def test_the_round_ends_when_no_colour_helps() -> None:
    table = play("Anna red at 12", "stuck", "name blue", "stuck", "name green", "stuck")
    # no player is asked for the only colour left
    assert table.colour == "yellow"
    assert "schlafmuetze.ruling.settled" in table.cited
    table.play("stuck")
    assert "schlafmuetze.stuck.end" in table.cited
    # no further draw, and no player is exempt
    assert table.points == {"Anna": {"cards": 8}, "Ben": {"cards": 12}, "Cleo": {"cards": 12}, "Dora": {"cards": 12}}
    assert table.sleepy == {"Ben", "Cleo", "Dora"}
    assert table.state.phase == RoundOver(None, (8, 12, 12, 12), (0, 0, 0, 0), (1, 2, 3), 1)


@pytest.mark.rule("schlafmuetze.ruling.stuck_colours", "schlafmuetze.stuck.end")
def test_a_colour_that_does_not_show_counts_as_tried() -> None:
    table = play("Anna red at 12", "stuck", circle="RRRRRRRRRRRB", house={"asking": "everything"})
    assert table.allowed == {"blue"}
    assert "schlafmuetze.ruling.new_colour" in table.refused("name green")
    assert table.play("name blue", "stuck").phase is RoundOver


@pytest.mark.rule("schlafmuetze.ruling.tried_anew")
def test_tried_colours_count_anew_once_a_card_is_laid() -> None:
    table = play("Anna red at 12", "stuck", "name blue", "Ben green at 1", "stuck")
    assert table.allowed == {"red", "blue", "yellow"}
    # even if that card is rejected later
    table = play("Anna red at 12", "stuck", "name blue", "Ben green at 1", "halt", "Cleo doubts Ben", "votes nnnn")
    assert table.play("name yellow", "stuck").allowed == {"red", "blue", "green"}
    # and when a colour is named for another reason
    table = play("Anna red at 12", "stuck", "name blue", "who first? others", "not agreed", "name yellow", "stuck")
    assert table.allowed == {"red", "blue", "green"}


@pytest.mark.rule("schlafmuetze.ruling.stock_short")
def test_a_small_stock_is_drawn_clockwise() -> None:
    table = play("Anna red at 12", "Ben red at 12", "stuck", stock=2)
    assert table.hands == (8, 8, 10, 10)
    assert table.state.stock == 0
    assert "schlafmuetze.ruling.stock_short" in table.cited
    table.play("name blue", "stuck")
    assert table.hands == (8, 8, 10, 10)
    assert "schlafmuetze.ruling.stock_short" in table.cited


@pytest.mark.rule("schlafmuetze.ruling.doubt_closed", "schlafmuetze.stuck.draw")
def test_a_draw_closes_the_doubt() -> None:
    table = play("Anna red at 12", "stuck", "name blue")
    assert "schlafmuetze.ruling.doubt_closed" in table.refused("halt")


@pytest.mark.rule("schlafmuetze.start.pass_left", "schlafmuetze.colour.forced")
def test_stuck_is_of_the_colour_demanded() -> None:
    assert Table().refused("stuck") == {"not offered"}
    assert play("Anna red at 12").refused("stuck on blue") == {"schlafmuetze.colour.forced"}
    assert play("Anna red at 12").refused("name blue") == {"not offered"}


@pytest.mark.rule(
    "schlafmuetze.stuck.draw", "schlafmuetze.stuck.again", "schlafmuetze.stuck.end", "schlafmuetze.ruling.keeping"
)
def test_stuck_where_cards_are_not_reported() -> None:
    table = play("goes on", house=REFEREE)
    assert table.refused("stuck") == {"schlafmuetze.ruling.stuck_colours"}
    table.play("stuck on red")
    # Decision: which colours show is not known here, so cards are drawn when a colour has been named.
    assert table.state.stock == 60
    table.play("name blue")
    assert table.state.stock == 57
    assert table.allowed == set()
    table.play("stuck")
    assert table.allowed == {"green", "yellow"}
    table.play("name green", "goes on", "stuck on green")
    assert table.allowed == {"red", "blue", "yellow"}
    table.play("no colour left", "counted 3 4 5 6")
    assert table.points["Dora"] == {"cards": 6}
    assert table.state.stock == 54


@pytest.mark.rule("schlafmuetze.ruling.stuck_colours", "schlafmuetze.stuck.end")
def test_a_colour_is_left_to_name() -> None:
    assert play("Anna red at 12", "stuck").refused("no colour left") == {"schlafmuetze.ruling.stuck_colours"}
    assert play("Anna red at 12").refused("no colour left") == {"not offered"}
    stuck = play(
        "goes on", *["stuck on red", "name blue", "stuck", "name green", "stuck", "name yellow", "stuck"], house=REFEREE
    )
    assert "schlafmuetze.stuck.end" in stuck.cited

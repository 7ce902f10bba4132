"""Halt, the vote, what a rejected word and a failed doubt bring."""

from typing import Any

import pytest
from games.schlafmuetze.table import Table, play

from companion.games.schlafmuetze.model import majority
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import GameOver, Halted, LastCard, Naming, Opening, RoundOver, Running, Voting
from companion.games.schlafmuetze.reports import Doubted

REFEREE: dict[str, str | int] = {"keeping": "referee_only"}
TWO = ("Anna red at 12", "Ben blue at 4")


@pytest.mark.rule("schlafmuetze.doubt.halt")
def test_halt_stops_everything() -> None:
    table = play(*TWO, "halt")
    assert table.phase is Halted
    for word in ("Cleo green at 5", "stuck", "halt", "Anna wrong", "who first? others", "Cleo no"):
        assert table.refused(word) == {"not offered"}
    assert {
        "schlafmuetze.combine.sense",
        "schlafmuetze.combine.forms",
        "schlafmuetze.combine.no_derivation",
    } <= table.noted


@pytest.mark.rule("schlafmuetze.doubt.halt", "schlafmuetze.ruling.latest_card")
def test_the_call_comes_before_a_card_laid_at_the_same_moment() -> None:
    # Cleo's card was reported, but Dora had called "Halt" at Ben's word before: Cleo takes it back.
    table = play(*TWO, "Cleo green at 5", "halt", "Dora doubts Ben")
    assert table.hands == (8, 8, 9, 9)
    assert table.top(5) == "blue"
    table.play("votes nnnn")
    assert table.hands == (8, 9, 9, 9)
    assert table.chips == (0, 1, 0, 0)
    assert (table.namer, table.allowed) == ("Anna", {"blue", "green", "yellow"})


@pytest.mark.rule("schlafmuetze.ruling.latest_card")
def test_a_word_stands_once_the_next_card_lies() -> None:
    table = play(*TWO, "Cleo green at 5", "Dora red at 2", "halt")
    assert {lying.seat for lying in table.view.doubtable} == {2, 3}
    assert table.refused("Anna doubts Ben") == {"schlafmuetze.ruling.latest_card"}


@pytest.mark.rule("schlafmuetze.ruling.latest_card")
def test_a_late_card_closes_no_older_doubt() -> None:
    rejected = ("halt", "Cleo doubts Ben", "votes nnny", "name green")
    for late in ((), ("Cleo green at 5",)):
        table = play(*TWO, *late, *rejected, "halt")
        # Ben's card is back in his hand, so Anna's is the latest again
        assert table.view.authors == (0,)
        assert table.play("Ben doubts Anna", "votes nnnn").asked == "Ben"
        assert table.hands == (9, 9, 9, 9)
    # and so on, one rejected word after the other; once a colour was named, no call came before the latest card
    table = play(*TWO, "Cleo green at 5", "halt", "Dora doubts Cleo", "votes nnnn", "name red", "halt")
    assert table.refused("Cleo doubts Anna") == {"schlafmuetze.ruling.latest_card"}
    assert table.play("Cleo doubts Ben", "votes nnnn", "name green", "halt").view.authors == (0,)
    # a word that was voted on stands, and with it all before
    table = play(
        *TWO, "halt", "Cleo doubts Ben", "votes yyyy", "Cleo green at 5", "halt", "Dora doubts Cleo", "votes nnnn"
    )
    assert table.play("name red").refused("halt") == {
        "schlafmuetze.ruling.doubt_closed",
        "schlafmuetze.ruling.latest_card",
    }


@pytest.mark.rule("schlafmuetze.ruling.latest_card", "schlafmuetze.ruling.recount")
def test_no_more_cards_go_back_than_lie_there_after_a_recount() -> None:
    table = play(*TWO, "Cleo green at 5", "recount Dora 10 0", "halt", "Dora doubts Cleo", "votes nnnn", "name red")
    assert table.state.laid == 1
    table.play("halt", "Cleo doubts Ben", "votes nnnn", "name green")
    assert (table.state.laid, table.state.latest) == (0, None)


@pytest.mark.rule("schlafmuetze.doubt.vote", "schlafmuetze.ruling.first_vote")
def test_the_doubter_votes_first_then_clockwise() -> None:
    table = play(*TWO, "halt", "Dora doubts Ben")
    assert table.phase is Voting
    assert table.refused("Anna no") == {"not offered"}
    assert table.refused("Cleo green at 5") == {"not offered"}
    # the doubter is free to let the word stand
    table.play("Dora yes", "Anna no", "Ben yes")
    # two of four let it stand: it is decided, whatever Cleo still says
    assert table.phase is Running
    assert table.refused("Dora yes") == {"not offered"}
    assert table.play("Cleo no").chips == (0, 0, 0, 1)
    assert table.refused("Cleo no") == {"not offered"}
    assert table.chips == (0, 0, 0, 1)


@pytest.mark.rule("schlafmuetze.doubt.vote", "schlafmuetze.ruling.first_vote")
def test_with_several_doubters_the_first_caller_begins() -> None:
    table = play(*TWO, "halt", "Cleo+Anna doubt Ben", "Cleo no", "Dora no", "Anna no")
    assert table.phase is Naming


@pytest.mark.rule("schlafmuetze.doubt.rejected", "schlafmuetze.ruling.after_rejection")
def test_a_rejected_card_goes_back_and_costs_a_chip() -> None:
    table = play(*TWO, "halt", "Cleo doubts Ben", "votes nnny")
    assert table.hands == (8, 9, 9, 9)
    assert table.chips == (0, 1, 0, 0)
    assert table.top(4) == "red"
    assert table.state.middle == NUMBERS.chips.middle - 1
    # back to the moment before the card: Anna pauses still and names the colour, Ben may play on
    assert table.namer == "Anna"
    table.play("name green", "Ben blue at 2")
    assert table.hands == (8, 8, 9, 9)


@pytest.mark.rule("schlafmuetze.ruling.after_rejection")
def test_as_a_house_rule_the_author_names_the_colour_and_pauses() -> None:
    table = play(*TWO, "halt", "Cleo doubts Ben", "votes nnny", house={"names_colour": "author"})
    assert table.namer == "Ben"
    table.play("name green")
    assert "{player} pauses." in [each.text.message for each in table.step.messages]
    assert table.pausing == "Ben"
    assert "schlafmuetze.pause" in table.refused("Ben red at 2")
    table.play("Anna red at 2")


@pytest.mark.rule("schlafmuetze.ruling.new_colour")
def test_the_new_colour_is_another_one() -> None:
    rejected = (*TWO, "halt", "Cleo doubts Ben", "votes nnnn")
    assert "schlafmuetze.ruling.new_colour" in play(*rejected).refused("name red")
    assert play(*rejected, "name red", house={"new_colour": "may_repeat"}).colour == "red"
    # a dispute calls for another colour nevertheless
    open_dispute = (*TWO, "who first? latest", "not agreed")
    assert "schlafmuetze.ruling.new_colour" in play(*open_dispute, house={"new_colour": "may_repeat"}).refused(
        "name red"
    )


@pytest.mark.rule("schlafmuetze.ruling.same_colour")
def test_no_other_colour_shows_after_a_rejected_word() -> None:
    table = play(*TWO, "halt", "Cleo doubts Ben", "votes nnnn", circle="R" * 12)
    assert table.phase is Running
    assert (table.colour, table.pausing) == ("red", "Anna")


@pytest.mark.rule("schlafmuetze.doubt.upheld")
def test_without_a_majority_the_doubter_takes_the_chip() -> None:
    table = play(*TWO, "halt", "Cleo doubts Ben", "votes nnyy")
    assert table.phase is Running
    assert table.chips == (0, 0, 1, 0)
    assert (table.colour, table.pausing, table.hands) == ("blue", "Ben", (8, 8, 9, 9))
    # a word voted on is not doubted again
    assert "schlafmuetze.ruling.doubt_closed" in table.refused("halt")
    assert "schlafmuetze.ruling.doubt_closed" in table.refused("who first? latest")


@pytest.mark.rule("schlafmuetze.doubt.upheld", "schlafmuetze.ruling.several_doubters")
def test_each_of_several_doubters_takes_a_chip_and_none_if_they_were_right() -> None:
    table = play(*TWO, "halt", "Cleo+Dora doubt Ben", "votes nnyy")
    assert table.chips == (0, 0, 1, 1)
    table = play(*TWO, "halt", "Cleo+Dora doubt Ben", "votes nnny")
    assert table.chips == (0, 1, 0, 0)
    # named twice is doubting once
    assert play(*TWO, "halt", "Cleo+Cleo doubt Ben", "votes yyyy").chips == (0, 0, 1, 0)


@pytest.mark.rule("schlafmuetze.ruling.vote", "schlafmuetze.doubt.upheld")
@pytest.mark.parametrize(
    ("votes", "seats", "house", "rejected"),
    [
        ("nnyy", 4, "all", False),
        ("nnny", 4, "all", True),
        ("nny", 3, "all", True),
        ("nyy", 3, "all", False),
        ("nn", 3, "not_author", True),
        ("ny", 3, "not_author", False),
        ("nny", 4, "not_author", True),
    ],
)
def test_a_majority_of_all_who_vote_is_needed(votes: str, seats: int, house: str, rejected: bool) -> None:
    table = play(*TWO, "halt", "Cleo doubts Ben", f"votes {votes}", seats=seats, house={"votes": house})
    assert table.chips[1] == rejected
    assert table.chips[2] == (not rejected)


@pytest.mark.rule("schlafmuetze.ruling.vote", "schlafmuetze.doubt.vote")
def test_as_a_house_rule_the_author_does_not_vote() -> None:
    table = play(*TWO, "halt", "Anna doubts Ben", "Anna no", house={"votes": "not_author"})
    assert table.refused("Ben yes") == {"not offered"}
    assert table.view.voters == (0, 2, 3)
    assert majority(len(table.view.voters)) == 2


@pytest.mark.rule("schlafmuetze.ruling.first_card_rejected")
def test_the_first_word_of_the_round_is_rejected() -> None:
    first = ("Anna cannot", "Ben blue at 4", "halt", "Cleo doubts Ben", "votes nnnn")
    table = play(*first)
    assert table.phase is Opening
    assert (table.asked, table.pausing, table.colour) == ("Cleo", None, None)
    # every player may try again before no player can open
    table.play("Cleo cannot", "Dora cannot", "Anna cannot")
    assert table.asked == "Ben"
    assert play(*first, house={"first_rejected": "dealer"}).asked == "Anna"


@pytest.mark.rule("schlafmuetze.ruling.doubt_closed")
def test_who_may_doubt() -> None:
    table = play(*TWO, "halt")
    assert table.refused("Ben doubts Ben") == {"schlafmuetze.ruling.doubt_closed"}
    assert table.why_not(Doubted((), 1)).rules == ("schlafmuetze.doubt.halt",)
    # the pausing player may
    assert play("Anna red at 12", "Ben blue at 4", "halt", "Anna doubts Ben").phase is Voting
    assert Table().refused("halt") == {"schlafmuetze.doubt.halt"}
    assert play(*TWO).refused("Anna doubts Ben") == {"not offered"}


@pytest.mark.rule("schlafmuetze.ruling.chips")
def test_more_chips_are_due_than_there_are() -> None:
    doubt = ("halt", "Cleo+Dora doubt Ben", "votes yyyy")
    but_one = NUMBERS.chips.middle - 1 - 7
    table = play(*TWO, *doubt, chips=(but_one, 7, 0, 0))
    assert table.chips == (but_one, 7, 1, 1)
    assert table.state.middle == -1
    assert "schlafmuetze.ruling.chips" in table.cited & table.noted
    table = play(*TWO, *doubt, chips=(but_one, 7, 0, 0), house={"chips": "cap"})
    assert table.chips == (but_one, 7, 1, 0)
    assert "schlafmuetze.ruling.chips" in table.cited


# The last card


@pytest.mark.rule("schlafmuetze.ruling.last_card_doubted", "schlafmuetze.end.out", "schlafmuetze.goal.round")
def test_a_last_card_wins_when_nobody_doubts_it() -> None:
    table = play(*TWO, hands=(5, 1, 5, 5))
    assert table.phase is LastCard
    assert {"not offered"} == table.refused("Cleo red at 5")
    assert not table.lines
    table.play("nobody doubts")
    assert table.phase is RoundOver
    assert table.points == {"Anna": {"cards": 4}, "Ben": {}, "Cleo": {"cards": 5}, "Dora": {"cards": 5}}
    assert play(*TWO).refused("nobody doubts") == {"not offered"}


@pytest.mark.rule("schlafmuetze.ruling.last_card_doubted")
def test_a_last_card_that_is_rejected_goes_back() -> None:
    table = play(*TWO, "halt", "Cleo doubts Ben", "votes nnnn", hands=(5, 1, 5, 5))
    assert table.hands == (4, 1, 5, 5)
    assert table.phase is Naming
    assert "schlafmuetze.doubt.tip" in table.play("name green").noted


@pytest.mark.rule("schlafmuetze.ruling.doubt_closed", "schlafmuetze.doubt.upheld")
def test_a_last_card_that_stands_ends_the_round() -> None:
    table = play(*TWO, "halt", "Cleo doubts Ben", "votes nyyy", hands=(5, 1, 5, 5))
    assert table.phase is RoundOver
    assert table.points["Cleo"] == {"cards": 5, "chips": 1}
    assert table.points["Ben"] == {}


# Where cards are not reported


@pytest.mark.rule("schlafmuetze.doubt.rejected", "schlafmuetze.doubt.upheld", "schlafmuetze.ruling.keeping")
def test_doubts_where_cards_are_not_reported() -> None:
    table = play("goes on", "halt", "Cleo+Anna doubt Ben", "votes nnyy", house=REFEREE)
    assert (table.chips, table.phase) == ((1, 0, 1, 0), Running)
    table.play("halt", "Cleo doubts Dora", "votes nnny")
    assert (table.chips, table.phase, table.namer) == ((1, 0, 1, 1), Naming, None)
    table.play("name green")
    assert table.colour == "green"
    author = play("goes on", "halt", "Cleo doubts Ben", "votes nnnn", house=REFEREE | {"names_colour": "author"})
    assert author.namer == "Ben"


@pytest.mark.rule("schlafmuetze.ruling.first_card_rejected", "schlafmuetze.ruling.keeping")
def test_the_first_word_where_cards_are_not_reported() -> None:
    table = play("halt", "Cleo doubts Anna", "votes nnnn", house=REFEREE)
    assert (table.phase, table.asked, table.hands) == (Opening, "Ben", (9, 9, 9, 9))
    table.play("halt", "Cleo doubts Ben", "votes yyyy")
    assert (table.phase, table.hands) == (Running, None)


@pytest.mark.rule("schlafmuetze.ruling.last_card_doubted", "schlafmuetze.doubt.halt", "schlafmuetze.ruling.keeping")
def test_the_last_card_where_cards_are_not_reported() -> None:
    def table(*words: str, **more: Any) -> Table:
        return play("goes on", "Ben out", *words, house=REFEREE, **more)

    assert table("halt", "Cleo doubts Ben", "votes nnnn").phase is Naming
    assert table("halt", "Cleo doubts Ben", "votes yyyy", "counted 4 0 5 6").points["Cleo"] == {"cards": 5, "chips": 1}
    # the call came before Ben's last card: it goes back
    late = table("halt", "Cleo doubts Dora")
    assert "schlafmuetze.doubt.halt" in late.cited
    assert late.play("votes yyyy").phase is Running
    assert play("goes on", house=REFEREE).play("Ben out", "nobody doubts", "counted 30 0 1 1").phase is GameOver
    # the first card need not be reported
    assert play("Ben out", "nobody doubts", "counted 3 0 1 1", house=REFEREE).phase is RoundOver
    assert Table().refused("Ben out") == {"schlafmuetze.ruling.keeping"}


@pytest.mark.rule("schlafmuetze.start.dealer", "schlafmuetze.start.pass_left", "schlafmuetze.ruling.keeping")
def test_the_first_word_is_that_of_the_player_who_is_asked() -> None:
    table = play("Anna cannot", "halt", house=REFEREE)
    assert table.view.authors[0] == 1
    assert table.refused("Cleo doubts Anna's first") == {"schlafmuetze.start.dealer"}
    assert table.play("Cleo doubts Ben", "votes nnnn").asked == "Cleo"
    # Decision: no player has to tell that the first card lies; the word of another shows it.
    later = play("Anna cannot", "halt", "Cleo doubts Anna", "votes nnnn", house=REFEREE)
    assert (later.phase, later.chips) == (Naming, (1, 0, 0, 0))
    assert later.play("name red", "halt", "Cleo doubts Ben's first", "votes nnnn").asked == "Cleo"


@pytest.mark.rule("schlafmuetze.ruling.first_card_rejected", "schlafmuetze.ruling.keeping")
def test_the_first_word_is_doubted_after_it_was_reported() -> None:
    # "First card laid" comes before "Halt!": who opened is known, and the doubt says that it is about that card.
    table = play("Anna cannot", "goes on", "halt", house=REFEREE)
    assert table.refused("Ben doubts Cleo's first") == {"schlafmuetze.start.dealer"}
    table.play("Dora doubts Ben's first", "votes nnnn")
    assert (table.phase, table.asked, table.hands) == (Opening, "Cleo", (9, 9, 9, 9))
    # without a word of it, a later card is meant: a player is pausing
    later = play("goes on", "halt", "Dora doubts Anna", "votes nnnn", house=REFEREE)
    assert later.phase is Naming
    # once another event shows that more cards lie, the first word stands
    moved = play("goes on", "stuck on red", "name blue", "goes on", "halt", house=REFEREE)
    assert moved.refused("Cleo doubts Anna's first") == {"schlafmuetze.ruling.latest_card"}
    assert play(*TWO, "halt").refused("Cleo doubts Ben's first") == {"schlafmuetze.ruling.latest_card"}


@pytest.mark.rule("schlafmuetze.ruling.new_colour", "schlafmuetze.ruling.same_colour", "schlafmuetze.ruling.keeping")
def test_the_new_colour_where_cards_are_not_reported() -> None:
    named = ("goes on", "stuck on red", "name blue")
    table = play(*named, "halt", "Cleo doubts Ben", "votes nnnn", house=REFEREE)
    assert table.allowed == {"red", "green", "yellow"}
    assert "schlafmuetze.ruling.new_colour" in table.refused("name blue")
    # no player but the table knows which colours show: if no other does, it stays blue
    table.play("no colour left")
    assert (table.phase, table.colour) == (Running, "blue")
    assert "schlafmuetze.ruling.same_colour" in table.cited
    assert play(*named, "who first? others", "not agreed", "no colour left", house=REFEREE).colour == "blue"
    # where every colour may be named, one of them shows
    free = play("goes on", "halt", "Cleo doubts Ben", "votes nnnn", house=REFEREE)
    assert "schlafmuetze.ruling.stuck_colours" in free.refused("no colour left")


@pytest.mark.rule("schlafmuetze.ruling.latest_card", "schlafmuetze.ruling.after_rejection")
def test_two_cards_of_one_player_on_top_of_each_other() -> None:
    # By the house rule Cleo pauses after her rejected word, so Ben may lay two cards with no valid one in between.
    table = play(
        *(*TWO, "Cleo green at 1", "halt", "Dora doubts Cleo", "votes nnnn", "name yellow", "Ben red at 3", "halt"),
        house={"names_colour": "author"},
    )
    assert table.view.authors == (1,)
    assert {offer.value("author") for offer in table.offers} == {1}
    assert table.play("Anna doubts Ben", "votes nnnn").top(3) == "yellow"

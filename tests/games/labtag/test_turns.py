"""Whose turn it is, whom it may hit, what becomes of the cards, and how the game ends."""

import pytest
from games.labtag.table import GAME, Table, duel, play

from companion.games.labtag.cards import Card
from companion.games.labtag.model import Choosing, GameOver, Revealing, Trophy
from companion.games.labtag.reports import Picked, Revealed, TrophyChosen

ONES = (1, 1, 1)


def match(left: str, right: str, *, winner: str = "Anna") -> tuple[str, str, str]:
    """Return the reports of a match, written ``Anna 1``, ``Ben 1``, in which each has one card."""
    cards = {left: "9/9" if left.startswith(winner) else "1/1", right: "9/9" if right.startswith(winner) else "1/1"}
    return (
        f"{left} against {right}",
        f"{left.split()[0]}: {cards[left]}",
        f"{right.split()[0]}: {cards[right]}",
    )


# Picking


@pytest.mark.rule("labtag.turn.choice")
def test_one_own_group_and_one_of_an_opponent() -> None:
    table = Table(sizes=(ONES, ONES))
    assert table.refused("Anna 1 against Anna 2").rules == ("labtag.turn.largest",)
    assert table.refused("Anna 4 against Ben 1").rules == ("labtag.turn.choice",)
    assert table.refused("Anna 1 against Ben 4").rules == ("labtag.turn.choice",)
    assert table.refused("Anna 1 against Cem 1").rules == ("companion.players",)
    assert table.refused("Ben 1 against Anna 1").rules[0] == "labtag.turn.next"
    why = GAME.refusal(table.state, Picked(0, -1, (1, 0)))
    assert why is not None
    assert why.rules == ("labtag.turn.choice",)
    assert table.play("Anna 3 against Ben 2").phase is Revealing


@pytest.mark.rule("labtag.turn.choice")
def test_a_group_that_was_turned_up_is_gone() -> None:
    table = play(*match("Anna 1", "Ben 2"), sizes=(ONES, ONES))
    assert table.refused("Ben 2 against Anna 2").rules == ("labtag.turn.choice",)
    assert table.refused("Ben 1 against Anna 1").rules == ("labtag.turn.choice",)
    offer = next(offer for offer in table.offers if offer.kind is Picked)
    own, against = offer.fields
    assert [option.value for option in own.options] == [0, 2]  # type: ignore[union-attr]
    assert [option.value for option in against.options] == [(0, 1), (0, 2)]  # type: ignore[union-attr]
    numbers = [[dict(option.label.params)["number"] for option in field.options] for field in (own, against)]  # type: ignore[union-attr]
    assert numbers == [[1, 3], [2, 3]], "people count from one"


@pytest.mark.rule("labtag.turn.largest")
def test_only_the_opponent_with_the_most_groups() -> None:
    """Ben has 4 groups face down, Cem and Dora 5: Cem or Dora, not Ben."""
    table = Table(sizes=((2,) * 3, (2,) * 4, (2,) * 5, (2,) * 5))
    assert table.refused("Anna 1 against Ben 1").rules == ("labtag.turn.largest",)
    assert table.view.opponents == (2, 3)
    assert GAME.refusal(table.state, Picked(0, 0, (2, 0))) is None
    assert GAME.refusal(table.state, Picked(0, 0, (3, 4))) is None
    assert "labtag.turn.largest" in {note.rules[0] for note in table.view.notes}


@pytest.mark.rule("labtag.turn.largest")
def test_the_own_groups_do_not_matter() -> None:
    table = Table(sizes=((2,) * 5, (2,) * 3, (2,) * 2))
    assert table.view.opponents == (1,)


@pytest.mark.rule("labtag.turn.largest")
def test_groups_count_and_not_cards() -> None:
    table = Table(sizes=((1, 1), (1, 1), (9,)))
    assert table.refused("Anna 1 against Cem 1").rules == ("labtag.turn.largest",)
    assert not table.play("Anna 1 against Ben 1").view.notes


# Turning up


@pytest.mark.rule("labtag.turn.reveal")
def test_both_groups_are_turned_up_in_any_order() -> None:
    table = play("Anna 1 against Ben 1", sizes=((2, 1), (1, 1)))
    assert table.refused("Anna 2 against Ben 2").rules == ("not offered",)
    table.play("Ben: 15/9")
    assert table.refused("Ben: 15/9").rules == ("labtag.turn.reveal",)
    assert table.face_down == (2, 1)
    table.play("Anna: 12/7 7/4")
    assert table.piles == ("12/7", "")
    assert table.face_down == (1, 1)


@pytest.mark.rule("labtag.turn.reveal", "labtag.ruling.blocked")
def test_a_group_has_as_many_cards_as_were_laid() -> None:
    table = play("Anna 1 against Ben 1", sizes=((2, 1), (1, 1), (1, 1)))
    assert table.refused("Anna: 12/7").rules == ("labtag.ruling.blocked", "labtag.setup.groups")
    assert table.refused("Anna: 12/7 1/1 2/2").rules[0] == "labtag.ruling.blocked"
    assert table.refused("Cem: 12/7").rules == ("not offered",)


# The trophy


@pytest.mark.rule("labtag.match.trophy", "labtag.final.points")
def test_the_winner_keeps_the_highest_own_card() -> None:
    table = play("Anna 1 against Ben 1", "Anna: 3/2 12/7 7/4", "Ben: 15/9", sizes=((3, 1), (1, 1)))
    assert table.piles == ("12/7", "")
    assert table.state.discarded == 3
    assert [(line.seat, line.column, line.points) for line in table.lines] == [(0, "trophies", 1)]


@pytest.mark.rule("labtag.match.trophy")
def test_the_trophy_is_an_own_card() -> None:
    table = play("Anna 1 against Ben 1", "Anna: 3/K", "Ben: 15/9", sizes=(ONES, ONES))
    assert table.piles == ("3/K", "")


@pytest.mark.rule("labtag.ruling.highest_card")
@pytest.mark.parametrize(
    ("option", "choices"),
    [("labtag", ["12/9"]), ("card_value", ["8/10"]), ("free", ["12/4", "12/9", "8/10", "5/K"])],
)
def test_which_card_is_the_highest(option: str, choices: list[str]) -> None:
    """With LABTAG values first the 12 with the card value 9 is the trophy."""
    table = duel("12/4 12/9 8/10 5/K", "1/1", highest_card=option).table
    if len(choices) == 1:
        assert table.piles[0] == choices[0]
    else:
        assert isinstance(table.state.phase, Trophy)
        assert [card.to_text() for card in table.state.phase.cards] == choices


@pytest.mark.rule("labtag.ruling.highest_card")
def test_specials_count_one_when_the_highest_card_is_sought() -> None:
    assert duel("12/2 12/K", "1/1").table.piles[0] == "12/2"
    assert duel("30/K 12/2", "1/1", highest_card="card_value").table.piles[0] == "12/2"
    assert duel("30/2 12/2", "1/1", highest_card="card_value").table.piles[0] == "30/2"


@pytest.mark.rule("labtag.ruling.trophy_choice", "labtag.match.trophy")
def test_the_winner_chooses_among_equal_cards_before_the_next_turn() -> None:
    table = play("Anna 1 against Ben 1", "Anna: 12/7 12*/7 9/9", "Ben: 15/9", sizes=((3, 1), (1, 1)))
    assert table.phase is Trophy
    assert not table.lines
    assert table.refused("Ben 1 against Anna 2").rules[0] == "not offered"
    assert table.refused("Ben takes 15/9").rules[0] == "labtag.ruling.trophy_choice"
    assert table.refused("Anna takes 9/9").rules == ("labtag.match.trophy", "labtag.ruling.highest_card")
    assert [offer.action() for offer in table.offers] == [
        TrophyChosen(0, Card(12, 7)),
        TrophyChosen(0, Card(12, 7, golden=True)),
    ]
    table.play("Anna takes 12*/7")
    assert table.piles == ("12*/7", "")
    assert table.turn == "Ben"
    assert table.refused("Anna takes 12*/7").rules == ("not offered",)


@pytest.mark.rule("labtag.ruling.trophy_choice")
def test_cards_that_are_alike_leave_no_choice() -> None:
    # Decision: cards are alike to the referee if they are equally high and both legendary or both not; names do not matter.
    assert duel("12/7 12/7", "1/1").table.piles[0] == "12/7"
    named = Table(sizes=((2, 1), (1, 1))).play("Anna 1 against Ben 1", "Ben: 1/1")
    named.step = GAME.apply(named.state, Revealed(0, (Card(12, 7, name="Flask"), Card(12, 7, name="Tube"))))
    assert [card.name for card in named.state.places[0].known] == ["Flask"]
    assert named.turn == "Ben"
    assert named.refused("Ben takes 12/7").rules == ("labtag.ruling.trophy_choice", "labtag.match.trophy")
    assert named.refused("Anna takes 12/8").rules == ("labtag.match.trophy", "labtag.ruling.highest_card")
    named.report(TrophyChosen(0, Card(12, 7, name="Tube")))
    assert [card.name for card in named.state.places[0].known] == ["Tube"], "which of them it is may still be told"
    assert named.state.phase == Choosing(1)
    # Decision: the last match ends the game at once, and nothing is reported after the end.
    last = Table(sizes=((2,), (1,))).play("Anna 1 against Ben 1", "Ben: 1/1")
    last.step = GAME.apply(last.state, Revealed(0, (Card(12, 7, name="Flask"), Card(12, 7, name="Tube"))))
    assert last.over
    assert last.why_not(TrophyChosen(0, Card(12, 7, name="Tube"))).rules == ("labtag.final.points", "labtag.goal")


@pytest.mark.rule("labtag.turn.start")
def test_nobody_says_that_the_starting_player_was_drawn() -> None:
    """The referee does not know whether the starting player was drawn or kept."""
    table = Table().play("all lay 1 cards in 1")
    (said,) = (said for said in table.step.messages if "labtag.turn.start" in said.rules)
    assert said.text.message == "All groups lie face down. {player} starts."


# Turns


@pytest.mark.rule("labtag.turn.next")
def test_the_turn_goes_to_the_left() -> None:
    table = Table(sizes=(ONES, ONES, ONES), first=1)
    assert table.turn == "Ben"
    table.play(*match("Ben 1", "Cem 1"))
    assert table.turn == "Cem"
    table.play(*match("Cem 2", "Anna 1"))
    assert table.turn == "Anna"


@pytest.mark.rule("labtag.ruling.skipped", "labtag.turn.next")
def test_who_has_no_group_is_skipped() -> None:
    table = Table(sizes=((1, 1), (1,), (1, 1)))
    table.play("Anna 1 against Cem 1", "Anna: 9/9", "Cem: 1/1")
    assert table.turn == "Ben"
    table.play("Ben 1 against Anna 2", "Ben: 1/1", "Anna: 9/9")
    assert table.over  # only Cem has a group left


@pytest.mark.rule("labtag.ruling.skipped")
def test_a_skipped_player_is_named() -> None:
    table = play("Anna 1 against Ben 1", "Anna: 9/9", "Ben: 1/1", sizes=((1, 1), (1,), (1,)))
    assert table.turn == "Cem"
    assert "labtag.ruling.skipped" in table.firsts
    # Cem is on turn although it would be Ben's, and picks from Anna, the only one left
    assert table.view.opponents == (0,)


# The end


@pytest.mark.rule("labtag.turn.next")
def test_the_game_ends_when_all_cards_are_turned_up() -> None:
    table = play(*match("Anna 1", "Ben 1"), sizes=((1,), (1,)))
    assert table.phase is GameOver
    assert "labtag.turn.next" in table.firsts
    assert not table.offers
    for word in ("Anna 1 against Ben 1", "Anna: 1/1", "Anna takes 1/1", "Anna lays 1", "1 cards in 1"):
        assert table.refused(word).rules == ("labtag.final.points", "labtag.goal")


@pytest.mark.rule("labtag.ruling.left_over", "labtag.ruling.players")
def test_a_group_without_an_opponent_is_discarded() -> None:
    table = play("Anna 1 against Ben 1", "Anna: 9/9", "Ben: 1/1", sizes=((1, 3, 2), (1,)))
    assert table.phase is GameOver
    assert table.firsts.count("labtag.ruling.left_over") == 1
    assert table.face_down == (0, 0)
    assert table.state.discarded == 6
    assert table.piles == ("9/9", "")


@pytest.mark.rule("labtag.ruling.left_over")
def test_a_drawn_match_can_be_the_last_one() -> None:
    table = play("Anna 1 against Ben 1", "Anna: 5/3", "Ben: 5/3", sizes=((1, 1), (1,)))
    assert table.over
    assert table.places == [(1, "Anna"), (1, "Ben")]


@pytest.mark.rule("labtag.final.points")
def test_most_trophies_win() -> None:
    table = play(*match("Anna 1", "Ben 1"), sizes=((1,), (1,)), piles=("1/1", "99/9"))
    assert table.places == [(1, "Anna"), (2, "Ben")]  # 2 against 1
    assert table.said[-1] == "{player} wins the game with {n} trophy."
    assert not table.view.proof


def ended(*piles: str, house: dict[str, str | int] | None = None) -> Table:
    """Return a table with these victory piles at the end; the last match was drawn."""
    sizes = ((1,), (1,), *((),) * (len(piles) - 2))
    table = Table(sizes=sizes, piles=piles, house=house)
    return table.play("Anna 1 against Ben 1", "Anna: 5/3", "Ben: 5/3")


@pytest.mark.rule("labtag.final.tie_card", "labtag.ruling.final_tie")
def test_the_highest_card_settles_a_tie() -> None:
    """Highest trophies of 20 and 18 at equal points."""
    table = ended("2/2 20/3", "18/9 17/9")
    assert table.places == [(1, "Anna"), (2, "Ben")]
    assert table.firsts[-2:] == ["labtag.final.tie_card", "labtag.final.points"]
    assert ended("2/2 20/3", "20/9 1/1").places[0] == (1, "Ben")  # then by the card value


@pytest.mark.rule("labtag.ruling.highest_card", "labtag.ruling.final_tie")
def test_the_highest_card_at_the_end_by_house_rule() -> None:
    piles = ("20/3", "18/9")
    assert ended(*piles, house={"highest_card": "card_value"}).places[0] == (1, "Ben")
    assert ended(*piles, house={"highest_card": "free"}).places[0] == (1, "Anna")


@pytest.mark.rule("labtag.final.tie_legendary", "labtag.ruling.final_tie")
def test_legendary_trophies_settle_what_is_still_a_tie() -> None:
    table = ended("20/3 1/1", "20/3 1/K")
    assert table.places == [(1, "Ben"), (2, "Anna")]
    assert table.firsts[-2] == "labtag.final.tie_legendary"
    # only the single highest card is compared: a higher second card does not help
    assert ended("20/3 19/1", "20/3 1*/1").places[0] == (1, "Ben")


@pytest.mark.rule("labtag.final.draw")
def test_level_in_everything_is_a_draw() -> None:
    table = ended("20/3 1/1", "20/3 5/2")
    assert table.places == [(1, "Anna"), (1, "Ben")]
    assert table.firsts[-1] == "labtag.final.draw"


@pytest.mark.rule("labtag.ruling.final_tie")
def test_lower_places_are_settled_in_the_same_way() -> None:
    table = ended("9/9 8/8", "20/3", "20/4", "7/7")
    assert table.places == [(1, "Anna"), (2, "Cem"), (3, "Ben"), (4, "Dora")]
    assert [line.rules[0] for line in table.view.proof] == ["labtag.final.tie_card"] * 2
    assert ended("9/9", "", "").places == [(1, "Anna"), (2, "Ben"), (2, "Cem")]


@pytest.mark.rule("labtag.turn.next")
def test_a_choice_is_one_event_of_its_turn() -> None:
    """A second phone that picks in the same turn reports the same event; the next turn's choice is another one."""
    table = Table(sizes=(ONES, ONES))
    choices = [Picked(0, own, (1, 0)) for own in (0, 1)]
    (event,) = {GAME.event_key(table.state, choice) for choice in choices}
    table.play("Anna 1 against Ben 1", "Anna: 1/1", "Ben: 9/9")
    assert GAME.event_key(table.state, choices[1]) != event


@pytest.mark.rule("labtag.turn.next")
def test_two_may_report_their_cards_at_the_same_time() -> None:
    """The same report twice is one event; the cards of the other are another event."""
    table = play("Anna 1 against Ben 1", sizes=(ONES, ONES))
    before, mine, theirs = table.state, Revealed(0, (Card(1, 1),)), Revealed(1, (Card(9, 9),))
    after = GAME.apply(before, mine).state
    assert GAME.event_key(before, mine) != GAME.event_key(after, mine)
    assert GAME.event_key(before, theirs) == GAME.event_key(after, theirs)
    assert isinstance(table.state.phase, Revealing)
    assert not isinstance(after.phase, Choosing)

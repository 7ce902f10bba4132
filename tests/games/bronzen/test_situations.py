"""The five situations, the streak of Einzels and chains of specials."""

from collections import Counter
from itertools import pairwise

import pytest
from games.bronzen.table import NAMES, POINTS, play

from companion.games.bronzen.cards import DECK, Card, Special, meet
from companion.games.bronzen.model import Decided, Laying, Reveal
from companion.i18n import Renderer
from companion.kernel.offers import Choice, Composite


@pytest.mark.rule("bronzen.reveal", "bronzen.ruling.classification")
def test_the_3025_first_reveals() -> None:
    """Of the 55 × 55 first reveals 2,184 are Einzel, 624 Color, 156 Counter, 52 Double-C and 9 Jay."""
    found = [meet(left, right) for left in DECK for right in DECK]
    assert Counter(f if isinstance(f, Special) else "einzel" for f in found) == {
        "einzel": 1092 * POINTS.einzel,
        Special.COLOR: 624,
        Special.COUNTER: 156,
        Special.DOUBLE_C: 52,
        Special.JAY: 9,
    }
    assert found.count(0) == found.count(1) == 1092


@pytest.mark.rule(
    "bronzen.reveal", "bronzen.einzel", "bronzen.color", "bronzen.counter", "bronzen.double_c", "bronzen.jay"
)
@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ("8S KC", "Ben wins"),
        ("KC 8S", "Anna wins"),
        ("8S KS", "color"),
        ("8S 8C", "counter"),
        ("8S 8S", "double-c"),
        ("X X", "jay"),
        ("X AH", "Anna wins"),
        ("2D X", "Ben wins"),
    ],
)
def test_telling_the_cards_is_telling_the_situation(cards: str, word: str) -> None:
    """Both ways lead to the same stacks, chips and phase; only the open cards are known in one."""
    by_cards, by_word = play(cards), play(word)
    assert by_cards.cited == by_word.cited
    assert by_cards.stacks == by_word.stacks
    assert by_cards.interim == by_word.interim
    assert (by_cards.phase, by_cards.laying) == (by_word.phase, by_word.laying)


@pytest.mark.rule("bronzen.rank")
def test_two_is_lowest_and_the_joker_highest() -> None:
    order = ["2H", "3S", "4H", "5S", "6H", "7S", "8H", "9S", "10H", "JS", "QH", "KS", "AH", "X"]
    cards = [Card.from_text(text) for text in order]
    for low, high in pairwise(cards):
        assert meet(low, high) == 1
        assert meet(high, low) == 0


@pytest.mark.rule("bronzen.ruling.classification", "bronzen.rank")
@pytest.mark.parametrize("other", [card for card in DECK if card.suit])
def test_a_joker_has_no_suit_and_beats_every_other_card(other: Card) -> None:
    assert meet(DECK[-1], other) == 0
    assert meet(other, DECK[-1]) == 1


# Einzel


@pytest.mark.rule("bronzen.einzel", "bronzen.einzel.chip")
def test_an_einzel_brings_both_cards_into_the_bunker_and_a_chip_into_the_interim_account() -> None:
    table = play("9H JC")
    assert table.stacks == ((54, 0), (54, 2))
    assert table.interim == ("Ben", 1)
    assert table.chips == ((0, 0, 0), (0, 0, 0))


@pytest.mark.rule("bronzen.einzel.streak", "bronzen.term.interim", "bronzen.term.account")
def test_a_streak_gathers_chips_that_nobody_can_use_yet() -> None:
    table = play("4x Anna wins")
    assert table.interim == ("Anna", 4)
    assert table.chips[0] == (0, 0, 0)
    assert "bronzen.exchange.account" in table.refused("Anna: black for green").rules


@pytest.mark.rule("bronzen.einzel.booking", "bronzen.einzel.streak")
@pytest.mark.parametrize("end", ["Ben wins", "color", "counter", "double-c", "jay"])
def test_a_streak_is_booked_when_the_other_wins_an_einzel_or_a_special_comes_up(end: str) -> None:
    table = play("3x Anna wins", end)
    assert table.chips[0] == (3, 0, 0)
    assert table.interim == (("Ben", 1) if end == "Ben wins" else None)
    assert "bronzen.einzel.booking" in table.cited


@pytest.mark.rule("bronzen.einzel.booking")
def test_winning_on_does_not_book() -> None:
    assert "bronzen.einzel.booking" not in play("12x Anna wins").cited


@pytest.mark.rule("bronzen.einzel.points", "bronzen.ruling.streak_points")
@pytest.mark.parametrize(("chips", "times"), [(1, 0), (4, 0), (5, 1), (7, 1), (9, 1), (10, 2), (11, 2), (15, 3)])
def test_points_for_every_full_five_chips_booked_at_once(chips: int, times: int) -> None:
    """The authors' own: 7 chips bring 2 points, 11 chips bring 4."""
    table = play(f"{chips}x Anna wins", "Ben wins")
    assert table.points == {"Anna": {"einzel": times * POINTS.einzel} if times else {}, "Ben": {}}
    assert table.chips[0] == (chips, 0, 0)


@pytest.mark.rule("bronzen.ruling.streak_points")
def test_nothing_is_carried_over_to_the_next_streak() -> None:
    table = play("4x Anna wins", "Ben wins", "6x Anna wins", "Ben wins")
    assert table.points["Anna"] == {"einzel": POINTS.einzel}
    assert table.chips == ((10, 0, 0), (1, 0, 0))


# Specials


@pytest.mark.rule("bronzen.color", "bronzen.counter", "bronzen.double_c", "bronzen.jay")
@pytest.mark.parametrize(("special", "face_down"), [("color", 1), ("counter", 2), ("double-c", 3), ("jay", 4)])
def test_a_special_calls_for_its_cards_face_down_and_one_open(special: str, face_down: int) -> None:
    table = play(special)
    assert table.phase is Laying
    assert table.laying == face_down
    assert table.stacks == ((54, 0), (54, 0))
    table.play("Anna wins")
    assert table.stacks == ((54 - face_down - 1, 2 * (face_down + 2)), (54 - face_down - 1, 0))


@pytest.mark.rule("bronzen.color")
def test_in_a_color_the_ranks_of_the_matching_cards_do_not_count() -> None:
    assert play("AH 3H", "2S 4C").state.last_winner == 1


@pytest.mark.rule("bronzen.special.chain")
def test_specials_follow_one_another_and_only_the_topmost_cards_count() -> None:
    table = play("AH 3H")
    assert table.laying == 1
    table.play("6C 6H")
    assert table.laying == 2
    table.play("QS QS")
    assert table.laying == 3
    table.play("X X")
    assert table.laying == 4
    table.play("2D 3S")
    assert table.phase is Reveal
    assert table.cards == (55 - 15, 55 + 15)  # 1 + 2 + 3 + 4 + 5 cards of Anna's


@pytest.mark.rule("bronzen.special.cards_only")
def test_a_trick_with_a_special_brings_no_chip() -> None:
    table = play("color", "Anna wins")
    assert table.interim is None
    assert table.chips == ((0, 0, 0), (0, 0, 0))
    assert "bronzen.special.cards_only" in table.cited


@pytest.mark.rule("bronzen.special.cards_only", "bronzen.einzel.streak")
def test_a_trick_with_a_special_neither_continues_nor_begins_a_streak() -> None:
    table = play("3x Anna wins", "color", "Anna wins", "Anna wins")
    assert table.chips[0] == (3, 0, 0)
    assert table.interim == ("Anna", 1)


@pytest.mark.rule("bronzen.jay.points")
@pytest.mark.parametrize("specials", [["jay"], ["jay", "counter"], ["color", "jay"], ["color", "jay", "double-c"]])
def test_the_final_winner_of_a_trick_with_a_jay_gets_its_points(specials: list[str]) -> None:
    table = play(*specials)
    assert table.stakes == {"Anna": POINTS.jay, "Ben": POINTS.jay}
    assert table.play("Ben wins").points == {"Anna": {}, "Ben": {"jay": POINTS.jay}}


@pytest.mark.rule("bronzen.jay.points", "bronzen.double.who")
def test_the_jay_goes_to_the_final_winner_not_to_the_first_leader() -> None:
    table = play("jay", "Anna wins", "Ben doubles", "Ben wins", chips=((0, 0, 0), (1, 0, 0)))
    assert table.points == {"Anna": {}, "Ben": {"jay": POINTS.jay}}


@pytest.mark.rule("bronzen.ruling.several_jays")
@pytest.mark.parametrize(("jays", "counted"), [("each", 2), ("once", 1)])
def test_two_jays_in_one_trick(jays: str, counted: int) -> None:
    points = counted * POINTS.jay
    table = play("X X", "jay", house={"jays": jays})
    assert table.stakes == {"Anna": points, "Ben": points}
    assert table.play("Anna wins").points["Anna"] == {"jay": points}
    assert "bronzen.ruling.several_jays" in table.cited
    (line,) = table.lines
    assert ("by the house rule" in line.why.text.message) == (jays == "once")


# Cards that cannot be there


@pytest.mark.rule("bronzen.ruling.same_card_twice", "bronzen.setup.decks")
def test_the_same_card_cannot_lie_open_a_third_time_in_one_trick() -> None:
    table = play("QS QS")
    assert table.refused("QS 2H").rules == ("bronzen.ruling.same_card_twice", "bronzen.setup.decks")
    assert table.refused("2H QS").rules[0] == "bronzen.ruling.same_card_twice"
    assert play("QS 3S").refused("QS QS")
    table.play("QH 2C")
    table.play("QS QS")  # a new trick


@pytest.mark.rule("bronzen.ruling.same_card_twice")
@pytest.mark.parametrize("third", ["jay", "X X"])
def test_six_jokers_make_three_jays_and_no_more(third: str) -> None:
    table = play("jay", "X X", third)
    assert table.refused("jay").rules[0] == "bronzen.ruling.same_card_twice"
    assert table.refused("X 2H").rules[0] == "bronzen.ruling.same_card_twice"
    closed = {offer.kind.__name__: offer.closed for offer in table.offers}
    assert closed["Jay"] == table.refused("jay")
    assert closed["DoubleC"] is None


@pytest.mark.rule("bronzen.ruling.same_card_twice")
def test_a_single_joker_leaves_room_for_only_two_more_jays() -> None:
    table = play("color", "X 2H", "Ben doubles", "jay", "jay", chips=((0, 0, 0), (1, 0, 0)))
    assert table.refused("jay")
    assert table.play("X 2D").phase is Reveal


@pytest.mark.rule("bronzen.ruling.same_card_twice")
def test_cards_that_lie_open_twice_are_not_offered_again() -> None:
    field = next(offer for offer in play("QS QS").offers if offer.kind.__name__ == "Cards").fields[0]
    assert isinstance(field, Composite)
    for part in field.parts:
        assert isinstance(part, Choice)
        assert Card.from_text("QS") not in {option.value for option in part.options}
        assert len(part.options) == 52  # 53 different cards but one


# The bunker


@pytest.mark.rule("bronzen.term.bunker", "bronzen.ruling.shuffle_moment")
def test_an_empty_hand_stack_is_renewed_at_the_end_of_the_trick_with_the_cards_just_won() -> None:
    table = play("Anna wins", cards=((1, 20), (80, 9)))
    assert table.stacks == ((22, 0), (79, 9))
    assert {"bronzen.term.bunker", "bronzen.ruling.shuffle_moment"} <= table.cited


@pytest.mark.rule("bronzen.term.bunker", "bronzen.ruling.shuffle_moment")
def test_the_loser_of_the_trick_renews_an_empty_hand_stack_too() -> None:
    assert play("Ben wins", cards=((1, 20), (80, 9))).stacks == ((20, 0), (79, 11))


@pytest.mark.rule("bronzen.ruling.reshuffle_mid_trick")
def test_a_hand_stack_that_runs_out_in_mid_trick() -> None:
    """A Counter: Anna lays the 1 card of her hand face down, shuffles the 8, lays one more face down and one open."""
    table = play("counter", cards=((2, 8), (100, 0)))
    assert table.stacks[0] == (1, 8)
    assert "bronzen.ruling.reshuffle_mid_trick" in table.noted
    table.play("color")
    assert table.stacks[0] == (6, 0)
    assert "bronzen.ruling.reshuffle_mid_trick" in table.cited


@pytest.mark.rule("bronzen.ruling.shuffle_moment", "bronzen.ruling.reshuffle_mid_trick")
def test_in_mid_trick_the_bunker_is_shuffled_only_when_a_card_is_needed() -> None:
    table = play("color", "Ben wins", cards=((3, 8), (99, 0)), chips=((1, 0, 0), (0, 0, 0)))
    assert table.phase is Decided
    assert table.stacks[0] == (0, 8)
    assert "bronzen.term.bunker" not in table.cited
    table.play("Anna doubles", "Anna wins")
    assert table.stacks[0] == (6, 10)  # the trick's own 10 cards lay in no player's bunker


@pytest.mark.rule("bronzen.ruling.shuffle_moment")
def test_a_trick_won_with_an_empty_hand_stack_is_shuffled_in_as_well() -> None:
    assert play("color", "Anna wins", cards=((3, 8), (99, 0))).stacks[0] == (8 + 6, 0)


@pytest.mark.rule("bronzen.jay.points", "bronzen.double.points")
def test_what_the_running_trick_would_bring_is_said_of_each_player() -> None:
    stakes = play("jay").view.stakes
    said = [Renderer("en", NAMES).text(stake.why.text) for stake in stakes]
    assert said == [f"{POINTS.jay} points if {name} wins this trick." for name in NAMES]
    assert all("bronzen.jay.points" in stake.why.rules for stake in stakes)
    doubled = play("color", "Anna wins", "Ben doubles", chips=((9, 9, 9), (9, 9, 9))).view.stakes
    assert [Renderer("en", NAMES).text(stake.why.text) for stake in doubled] == ["1 point if Anna wins this trick."]

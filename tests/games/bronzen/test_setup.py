"""The start: decks, chips and the sheet."""

from collections import Counter

import pytest
from attrs import asdict
from games.bronzen.table import GAME, NAMES, POINTS, Table, play

from companion.games.bronzen.cards import DECK, JOKER, Card, Suit
from companion.games.bronzen.model import Reveal
from companion.games.bronzen.view import order_note
from companion.kernel.explain import Refused
from companion.kernel.game import Setup


@pytest.mark.rule("bronzen.setup.decks")
def test_a_deck_holds_two_to_ace_in_four_suits_and_three_jokers() -> None:
    assert len(DECK) == 55
    assert {(card.rank, card.suit) for card in DECK if card.suit} == {(r, s) for r in range(2, 15) for s in Suit}
    assert Counter(card.rank for card in DECK)[JOKER] == 3
    with pytest.raises(ValueError, match="suit"):
        Card(15, Suit.HEARTS)  # above the ace there is only the joker
    for rank in (1, 16):
        with pytest.raises(ValueError, match="rank"):
            Card(rank, None)


@pytest.mark.rule("bronzen.setup.decks")
@pytest.mark.parametrize("seats", [1, 3])
def test_two_players(seats: int) -> None:
    with pytest.raises(Refused):
        GAME.start(Setup(seats))


@pytest.mark.rule("bronzen.setup.hand_stack")
def test_each_begins_with_a_hand_stack_of_55_and_no_bunker() -> None:
    assert Table().stacks == ((55, 0), (55, 0))
    assert Table().phase is Reveal


@pytest.mark.rule("bronzen.setup.bank")
def test_nobody_owns_a_chip_at_the_start() -> None:
    assert Table().chips == ((0, 0, 0), (0, 0, 0))
    assert Table().interim is None


@pytest.mark.rule("bronzen.setup.score_table")
def test_the_sheet_has_a_column_for_each_kind_of_stroke() -> None:
    assert {column.id: column.worth for column in GAME.meta.columns} == asdict(POINTS)


@pytest.mark.rule("bronzen.setup.score_table")
def test_a_round_in_strokes() -> None:
    """Two strokes for Einzel, one for 2× Double, one for Bronzen: 4 + 2 + 6 = 12 points."""
    table = play("10x Anna wins", "color", cards=((90, 0), (20, 0)), chips=((0, 0, 0), (1, 1, 0)))
    table.play("Anna wins", "Ben doubles", "Anna wins", "Ben doubles", "Anna wins")
    assert table.cards[1] == 3
    table.play("3x Anna wins")
    assert table.points == {
        "Anna": {"einzel": 2 * POINTS.einzel, "double_2": POINTS.double_2, "bronzen": POINTS.bronzen},
        "Ben": {},
    }
    assert table.state.totals == (2 * POINTS.einzel + POINTS.double_2 + POINTS.bronzen, 0)


@pytest.mark.rule("bronzen.order.dispute")
def test_who_goes_first_if_the_players_argue() -> None:
    older = Table(first=1, chips=((0, 0, 0), (1, 0, 0)))
    assert NAMES[older.view.goes_first] == "Ben"  # no player has won a trick yet: the older player
    assert NAMES[older.play("Anna wins").view.goes_first] == "Anna"  # the winner of the last trick
    older.play("counter", "Anna wins", "Ben doubles")
    assert NAMES[older.view.goes_first] == "Ben"  # who doubled
    older.play("color")
    assert NAMES[older.view.goes_first] == "Anna"  # a special is no double: the winner of the last trick again
    assert order_note(older.view).rules == ("bronzen.order.dispute", "bronzen.order.simultaneous")


@pytest.mark.rule("bronzen.order.dispute")
def test_who_goes_first_in_a_new_round() -> None:
    # Decision: a new round has no last trick yet, so the older player goes first.
    table = play("55x Anna wins", "next round", first=1)
    assert NAMES[table.view.goes_first] == "Ben"

"""Names of cards and chips."""

from typing import Final, assert_never

from companion.games.bronzen.cards import Card, Special, Suit
from companion.games.bronzen.chips import Chip
from companion.kernel.text import Text, messages

T, N = messages("bronzen")

SPECIALS: Final = {
    Special.COLOR: T("Color"),
    Special.COUNTER: T("Counter"),
    Special.DOUBLE_C: T("Double-C"),
    Special.JAY: T("Jay"),
}

CHIPS: Final = {Chip.BLACK: T("black"), Chip.GREEN: T("green"), Chip.RED: T("red")}


def chips_of(chip: Chip, n: int = 1) -> Text:
    """Return a number of chips of one colour, as the object of a sentence."""
    match chip:
        case Chip.BLACK:
            return N("a black chip", "{n} black chips", n=n)
        case Chip.GREEN:
            return N("a green chip", "{n} green chips", n=n)
        case Chip.RED:
            return N("a red chip", "{n} red chips", n=n)
        case _:
            assert_never(chip)


SUITS: Final = {
    Suit.HEARTS: T("hearts"),
    Suit.DIAMONDS: T("diamonds"),
    Suit.SPADES: T("spades"),
    Suit.CLUBS: T("clubs"),
}

_COURT: Final = {11: T("jack"), 12: T("queen"), 13: T("king"), 14: T("ace")}

#: The letters printed on the court cards of a deck of the country.
_CORNERS: Final = {11: T("J"), 12: T("Q"), 13: T("K"), 14: T("A")}


def rank_name(rank: int) -> Text:
    """Return the name of a rank, 2 to 14 (ace)."""
    return _COURT.get(rank) or T("{rank}", rank=rank)


def corner(rank: int) -> Text:
    """Return the corner of a card of a rank, 2 to 14 (ace)."""
    return _CORNERS.get(rank) or T("{rank}", rank=rank)


def card_name(card: Card) -> Text:
    """Return the name of a card."""
    if card.suit is None:
        return T("joker")
    return T("{rank} of {suit}", rank=rank_name(card.rank), suit=SUITS[card.suit])


def against(left: Card, right: Card) -> Text:
    """Return two cards of a comparison."""
    return T("{left} against {right}", left=card_name(left), right=card_name(right))

"""Names of colours and cards, and hours of the circle."""

from typing import Final

from companion.games.schlafmuetze.cards import PILES, Card, Colour
from companion.kernel.text import Listing, Text, messages

T, N = messages("schlafmuetze")

COLOUR_NAMES: Final = {
    Colour.RED: T("red"),
    Colour.BLUE: T("blue"),
    Colour.GREEN: T("green"),
    Colour.YELLOW: T("yellow"),
}


def hour(pile: int) -> int:
    """Return the hour of a pile on the clock.

    >>> hour(0), hour(1)
    (12, 1)
    """
    return pile or PILES


def card_name(card: Card) -> Text:
    """Return the name of a card, with its word and colour if known."""
    if card.colour is None:
        return T("{word}", word=card.word) if card.word else T("unknown")
    if not card.word:
        return COLOUR_NAMES[card.colour]
    return T("{word} ({colour})", word=card.word, colour=COLOUR_NAMES[card.colour])


def tops(circle: tuple[Card, ...]) -> Listing:
    """Return the names of the cards around the circle, each with its hour."""
    return Listing(tuple(T("{hour}: {card}", hour=hour(at), card=card_name(card)) for at, card in enumerate(circle)))


def penalty_points(n: int) -> Text:
    """Return a number of penalty points."""
    return N("{n} penalty point", "{n} penalty points", n=n)


def capitals(word: str) -> str:
    """Return a word as printed on a card.

    >>> capitals(" Mütze ")
    'MÜTZE'
    """
    return " ".join(word.upper().split())

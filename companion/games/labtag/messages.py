"""The words of the table: names of cards and specials."""

from typing import Final

from companion.games.labtag.cards import Card, Special
from companion.kernel.text import Text, messages

T, N = messages("labtag")

#: The specials in the middle of a sentence.
SPECIAL_NAMES: Final = {
    Special.JACK: T("jack (B)"),
    Special.QUEEN: T("queen (D)"),
    Special.KING: T("king (K)"),
    Special.ACE: T("ace (A)"),
}


def cards_of(number: int) -> Text:
    """Return a number of cards."""
    return N("{n} card", "{n} cards", n=number)


def groups_of(number: int) -> Text:
    """Return a number of groups."""
    return N("{n} group", "{n} groups", n=number)


def card_name(card: Card) -> Text:
    """Return a card's name, if it has one, and its two values: the LABTAG value first."""
    values = T("{labtag}/{value}", labtag=card.labtag, value=card.corner)
    if card.golden:
        values = T("{labtag}★/{value}", labtag=card.labtag, value=card.corner)
    return T("{name} ({values})", name=card.name, values=values) if card.name else values


def card_words(card: Card) -> Text:
    """Return a card in words, for screen readers."""
    said = T("LABTAG value {labtag}, card value {value}", labtag=card.labtag, value=card.corner)
    if card.golden:
        said = T("{card}, golden", card=said)
    return T("{name}: {card}", name=card.name, card=said) if card.name else said

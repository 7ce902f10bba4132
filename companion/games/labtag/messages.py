"""Names of cards and specials."""

from typing import Final

from companion.games.labtag.cards import Card, Special
from companion.kernel.text import Text, messages

T, N = messages("labtag")

#: Specials, as within a sentence.
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
    """Return a card as "name (LABTAG value/card value)", without the name if it has none."""
    value = {"labtag": card.labtag, "value": card.corner}
    values = T("{labtag}★/{value}", **value) if card.golden else T("{labtag}/{value}", **value)
    return T("{name} ({values})", name=card.name, values=values) if card.name else values


def card_words(card: Card) -> Text:
    """Return the description of a card for screen readers."""
    text = T("LABTAG value {labtag}, card value {value}", labtag=card.labtag, value=card.corner)
    if card.golden:
        text = T("{card}, golden", card=text)
    return T("{name}: {card}", name=card.name, card=text) if card.name else text

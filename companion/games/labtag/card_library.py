"""The printed cards that a device remembers, and how they are stored: each is entered once and then picked by a tap."""

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from companion.games.labtag.cards import FLAGS, VALUES, Card, Special, corner, value_from_text
from companion.games.labtag.messages import T
from companion.games.labtag.meta import META
from companion.kernel.cards import CardFile, InvalidCard, JsonForm
from companion.kernel.text import Text


@frozen
class Collection:
    """All known cards, the latest last."""

    cards: tuple[Card, ...] = ()


def merged(known: Iterable[Card], more: Iterable[Card]) -> tuple[Card, ...]:
    """Return the known cards with the new ones added; a named card replaces a nameless one with the same values.

    >>> from companion.games.labtag.cards import Card
    >>> [card.to_text() for card in merged([Card(12, 7)], [Card(12, 7, name="Flask"), Card(12, 7), Card(3, 2)])]
    ['12/7 Flask', '3/2']
    """
    found = list(dict.fromkeys(known))
    for card in more:
        same = [number for number, other in enumerate(found) if _values(other) == _values(card)]
        unnamed = [number for number in same if not found[number].name]
        if card in found or (same and not card.name):
            continue
        if unnamed:
            found[unnamed[0]] = card
        else:
            found.append(card)
    return tuple(found)


def _values(card: Card) -> tuple[object, ...]:
    return card.labtag, card.value, card.golden


def _wrong(card: InvalidCard) -> Text:
    match card.field:
        case "value":
            return T(
                "Card {number} of the file: its card value must be a number from {low} to {high}, or B, D, K or A.",
                number=card.number,
                low=VALUES.start,
                high=VALUES.stop - 1,
            )
        case "golden" | "name":
            return T(
                "Card {number} of the file: “golden” must be true or false, and the name a text.", number=card.number
            )
        case _:
            return T(
                "Card {number} of the file: its LABTAG value must be a number from {low} to {high}.",
                number=card.number,
                low=FLAGS.start,
                high=FLAGS.stop - 1,
            )


#: How the cards are stored and exported.
FILE: Final = CardFile[Collection](
    "labtag",
    META.title,
    Collection,
    _wrong,
    most=5000,
    joined=merged,
    forms=(JsonForm(int | Special, lambda raw: value_from_text(str(raw)), corner),),
)

"""The cards that a table remembers: entered once, picked by a tap from then on, carried along as a JSON file."""

from collections.abc import Iterable
from typing import Any, Final

from companion.games.labtag.cards import FLAGS, VALUES, Card, value_from_text
from companion.games.labtag.messages import T
from companion.games.labtag.meta import META
from companion.kernel.cards import CardFile, WrongFile

#: More cards than this are no collection of anybody.
MOST: Final = 5000


def merged(known: Iterable[Card], more: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards known and those that are new; a name makes a card known by its values better known.

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


def to_json(cards: Iterable[Card]) -> dict[str, Any]:
    """Return cards as an object of JSON."""
    return {
        "cards": [
            {"name": card.name, "labtag": card.labtag, "value": card.corner, "golden": card.golden} for card in cards
        ]
    }


def from_json(raw: Any) -> tuple[Card, ...]:
    """Return cards from an object of JSON, or from a bare list, as they were once kept.

    :raises WrongFile: if one of them is no card.
    """
    cards = raw.get("cards") if isinstance(raw, dict) else raw
    if not isinstance(cards, list) or len(cards) > MOST:
        raise WrongFile(T("This is no file of LABTAG cards: it has no list of cards that can be read."))
    return tuple(_card(number, entry) for number, entry in enumerate(cards, start=1))


def _values(card: Card) -> tuple[object, ...]:
    return card.labtag, card.value, card.golden


def _card(number: int, raw: Any) -> Card:
    """Return one card of a file.

    :raises WrongFile: with the number of the card and what is wrong with it.
    """
    fields = raw if isinstance(raw, dict) else {}
    labtag, corner = fields.get("labtag"), fields.get("value")
    golden, name = fields.get("golden", False), fields.get("name", "")
    if type(labtag) is not int or labtag not in FLAGS:
        raise WrongFile(
            T(
                "Card {number} of the file: its LABTAG value must be a number from {low} to {high}.",
                number=number,
                low=FLAGS.start,
                high=FLAGS.stop - 1,
            )
        )
    if not isinstance(golden, bool) or not isinstance(name, str):
        raise WrongFile(
            T("Card {number} of the file: “golden” must be true or false, and the name a text.", number=number)
        )
    try:
        name.encode()
        return Card(labtag, value_from_text(str(corner)), golden, name)
    except ValueError:
        raise WrongFile(
            T(
                "Card {number} of the file: its card value must be a number from {low} to {high}, or B, D, K or A.",
                number=number,
                low=VALUES.start,
                high=VALUES.stop - 1,
            )
        ) from None


#: How the cards are kept and carried.
FILE: Final = CardFile[tuple[Card, ...]](
    "labtag", META.title, (), to_json, from_json, merged, lambda cards: len(cards) <= MOST
)

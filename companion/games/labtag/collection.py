"""The cards that a table remembers: entered once, picked by a tap from then on, carried along as a JSON file."""

import json
from collections.abc import Iterable
from typing import Any, Final

from companion.games.labtag.cards import FLAGS, VALUES, Card, value_from_text
from companion.games.labtag.messages import T
from companion.kernel.text import Text

#: What a file of cards says it is.
KIND: Final = "labtag-cards"
VERSION: Final = 1
#: More cards than this are no collection of anybody.
MOST: Final = 5000


class WrongFile(Exception):
    """A text that is no file of cards; nothing has been taken from it.

    :param why: what is wrong with it.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


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


def to_json(cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Return cards as values of JSON."""
    return [{"name": card.name, "labtag": card.labtag, "value": card.corner, "golden": card.golden} for card in cards]


def from_json(raw: Any) -> tuple[Card, ...]:
    """Return cards from values of JSON.

    :raises WrongFile: if one of them is no card.
    """
    if not isinstance(raw, list) or len(raw) > MOST:
        raise WrongFile(T("This is no file of LABTAG cards: it has no list of cards that can be read."))
    return tuple(_card(number, entry) for number, entry in enumerate(raw, start=1))


def write(cards: Iterable[Card]) -> str:
    """Return the text of a file of cards."""
    lines = ",\n".join("    " + json.dumps(card, ensure_ascii=False) for card in to_json(cards))
    return f'{{\n  "format": "{KIND}",\n  "version": {VERSION},\n  "cards": [\n{lines}\n  ]\n}}\n'


def read(text: str) -> tuple[Card, ...]:
    """Return the cards in a file's text, all of them or none.

    :raises WrongFile: if it is no file of cards, or one of the cards is wrong.
    """
    try:
        raw = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        raise WrongFile(T("This is no file of cards: it cannot be read as JSON.")) from None
    if not isinstance(raw, dict) or raw.get("format") != KIND:
        raise WrongFile(T("This is no file of LABTAG cards: it does not say so."))
    if raw.get("version") != VERSION:
        raise WrongFile(T("This file of cards needs another version of this program."))
    return from_json(raw.get("cards"))


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

"""The cards of Schlafmütze and the circle of piles."""

from enum import Enum
from typing import Final

from attrs import frozen

from companion.games.schlafmuetze.numbers import NUMBERS

PILES: Final = NUMBERS.circle.piles


class Colour(Enum):
    """The colours of the cards."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


#: The colours in the order of the circle, from twelve o'clock on (schlafmuetze.setup.circle).
COLOURS: Final = tuple(Colour(name) for name in NUMBERS.circle.colours)


@frozen
class Card:
    """The known facts of the top card of a pile; its word is in capitals."""

    colour: Colour | None = None
    word: str = ""


#: The circle after the deal, with unknown words.
FRESH_CIRCLE: Final = tuple(Card(COLOURS[place % len(COLOURS)]) for place in range(PILES))
UNKNOWN_CARD: Final = Card()
#: A circle whose cards are all unknown.
UNKNOWN_CIRCLE: Final = (UNKNOWN_CARD,) * PILES

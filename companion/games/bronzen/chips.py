"""The chips: colours, exchange rates, and a player's account."""

from enum import Enum
from itertools import pairwise
from typing import Final

from attrs import evolve, frozen

from companion.games.bronzen.numbers import NUMBERS


class Chip(Enum):
    """The colours of chips, ascending in value."""

    BLACK = "black"
    GREEN = "green"
    RED = "red"


#: The chip of a player's first, second and third double in a trick (bronzen.double.ladder).
LADDER: Final = tuple(Chip(name) for name in NUMBERS.chips.ladder)

_UP: Final = NUMBERS.exchange.up_give, NUMBERS.exchange.up_get
_DOWN: Final = NUMBERS.exchange.down_give, NUMBERS.exchange.down_get

#: Chips given and received in an exchange (bronzen.exchange.up, bronzen.exchange.down).
RATES: Final = {
    **dict.fromkeys(pairwise(LADDER), _UP),
    **{(high, low): _DOWN for low, high in pairwise(LADDER)},
}


def exchange_rule(give: Chip, get: Chip) -> str:
    """Return the rule under which a colour is exchanged for another."""
    return "bronzen.exchange.up" if LADDER.index(give) < LADDER.index(get) else "bronzen.exchange.down"


@frozen
class Chips:
    """A number of chips of each colour."""

    black: int = 0
    green: int = 0
    red: int = 0

    def count(self, chip: Chip) -> int:
        """Return how many there are of a colour."""
        return int(getattr(self, chip.value))

    def plus(self, chip: Chip, number: int) -> "Chips":
        """Return these chips with ``number`` more of a colour (fewer if negative)."""
        return evolve(self, **{chip.value: self.count(chip) + number})

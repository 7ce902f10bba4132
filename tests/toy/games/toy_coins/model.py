"""The state of Toy coins."""

from typing import TypeAlias

from attrs import frozen
from companion.games.toy_coins.numbers import NUMBERS


@frozen
class Hiding:
    """The players hide their coins, in any order."""


@frozen
class Naming:
    """It is a player's turn to name the sum."""

    seat: int


@frozen
class RoundOver:
    """All hands are open."""


@frozen
class GameOver:
    """The players have stopped."""


Phase: TypeAlias = Hiding | Naming | RoundOver | GameOver


@frozen
class State:
    """A game in progress.

    :param hidden: the coins in each player's hand; ``None`` until they are hidden.
    :param named: the sum each player has named; ``None`` until then.
    :param first: the seat that names first in this round.
    """

    hidden: tuple[int | None, ...]
    named: tuple[int | None, ...]
    first: int
    phase: Phase
    round: int = 1

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.hidden))

    @property
    def total(self) -> int:
        """The sum of all coins that are hidden."""
        return sum(coins or 0 for coins in self.hidden)

    @property
    def possible(self) -> range:
        """The sums that all hands together can have (toy_coins.name)."""
        return range(len(self.hidden) * NUMBERS.coins.most + 1)


def replaced(values: tuple[int | None, ...], seat: int, value: int) -> tuple[int | None, ...]:
    """Return the values with another one for a seat."""
    return (*values[:seat], value, *values[seat + 1 :])

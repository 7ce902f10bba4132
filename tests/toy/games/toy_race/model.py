"""The state of a race."""

from typing import TypeAlias

from attrs import evolve, frozen
from companion.games.toy_race.house import House
from companion.games.toy_race.numbers import NUMBERS


@frozen
class Running:
    """It is a player's turn.

    :param seat: whose turn it is.
    :param turns: how many turns the round has had.
    """

    seat: int
    turns: int = 0


@frozen
class RoundOver:
    """A player has reached the goal."""

    winner: int


@frozen
class GameOver:
    """The players have stopped."""


Phase: TypeAlias = Running | RoundOver | GameOver


@frozen
class State:
    """A race in progress.

    :param goal: how many steps the race is long.
    :param places: how far each seat has come.
    """

    goal: int
    places: tuple[int, ...]
    phase: Phase
    round: int = 1

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.places))

    def left(self, seat: int) -> int:
        """Return how many steps a seat is from the goal."""
        return self.goal - self.places[seat]

    def furthest(self, seat: int) -> int:
        """Return how many steps a seat may go at most (toy_race.steps)."""
        return min(NUMBERS.steps.most, self.left(seat))

    def moved(self, seat: int, steps: int) -> "State":
        """Return the state after a seat went some steps."""
        places = (*self.places[:seat], self.places[seat] + steps, *self.places[seat + 1 :])
        return evolve(self, places=places)


def goal(house: House) -> int:
    """Return how many steps it is to the goal (toy_race.ruling.length)."""
    return NUMBERS.goal.long if house.length == "long" else NUMBERS.goal.short

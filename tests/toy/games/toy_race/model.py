"""The state of a race."""

from typing import Final, TypeAlias

from attrs import frozen

from companion.resources import numbers

NUMBERS: Final = numbers("toy_race")


@frozen
class Advanced:
    """The player on ``seat`` went some steps."""

    seat: int
    steps: int


@frozen
class Passed:
    """The player on ``seat`` stayed where they were."""

    seat: int


@frozen
class NextRound:
    """Everybody goes back to the start, and ``starter`` begins."""

    starter: int


@frozen
class Finished:
    """The players stop after this round."""


Action: TypeAlias = Advanced | Passed | NextRound | Finished


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
    """Somebody has reached the goal."""

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

    def left(self, seat: int) -> int:
        """Return how many steps a seat is from the goal."""
        return self.goal - self.places[seat]

"""The phases of a game of Schlafmütze."""

from enum import Enum
from typing import TypeAlias

from attrs import frozen

from companion.games.schlafmuetze.cards import Colour


@frozen
class Opening:
    """The first card is expected from ``asked``, after ``passed`` players could not lay one."""

    asked: int
    passed: int = 0


@frozen
class Running:
    """All but the pausing player race to lay the next card.

    :param claimed: the player whose card was agreed to stay but has not been reported.
    """

    claimed: int | None = None


@frozen
class LastCard:
    """A player has laid the last card; the win is final unless it is doubted."""

    seat: int


#: The phases in which "Halt" can be called.
Playing: TypeAlias = Opening | Running | LastCard


@frozen
class Halted:
    """A player has called "Halt"."""

    before: Playing


@frozen
class Voting:
    """All vote on a word.

    :param doubters: the players who doubt it, the first caller first.
    :param words: the two card words and the compound, if reported.
    :param against: the votes so far, in order.
    """

    before: Playing
    doubters: tuple[int, ...]
    author: int
    words: tuple[str, str, str] = ("", "", "")
    against: tuple[bool, ...] = ()


@frozen
class Disputed:
    """Players disagree about whose card was first.

    :param latest: whether the last reported card is one of those in question.
    """

    before: Running | LastCard
    latest: bool


class Cause(Enum):
    """The cause of a new colour; the value is its rule."""

    REJECTED = "schlafmuetze.doubt.rejected"
    DISPUTE = "schlafmuetze.speed.dispute_open"
    STUCK = "schlafmuetze.stuck.draw"


@frozen
class Naming:
    """A new colour is to be named.

    :param by: the player who names it; ``None`` for the pausing player if unknown.
    :param draws: whether cards are drawn when the colour is named.
    """

    cause: Cause
    by: int | None
    allowed: tuple[Colour, ...]
    draws: bool = False


@frozen
class Counting:
    """The round is over and the hands are counted.

    :param winner: the player without cards; ``None`` if no player could continue.
    :param hands: the cards in each hand; ``None`` where not counted yet.
    """

    winner: int | None
    hands: tuple[int | None, ...]


@frozen
class RoundOver:
    """The round has been scored.

    :param sleepy: the players with the most cards.
    :param dealer: the dealer of the next round.
    """

    winner: int | None
    hands: tuple[int, ...]
    chips: tuple[int, ...]
    sleepy: tuple[int, ...]
    dealer: int


@frozen
class GameOver:
    """The last round has been scored."""

    winner: int | None
    hands: tuple[int, ...]
    chips: tuple[int, ...]
    sleepy: tuple[int, ...]


Phase: TypeAlias = Opening | Running | LastCard | Halted | Voting | Disputed | Naming | Counting | RoundOver | GameOver

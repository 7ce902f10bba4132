"""What goes on at a table of Schlafmütze."""

from enum import Enum
from typing import TypeAlias

from attrs import frozen

from companion.games.schlafmuetze.cards import Colour


@frozen
class Opening:
    """The first card is awaited.

    :param asked: who may lay it.
    :param passed: how many could not.
    """

    asked: int
    passed: int = 0


@frozen
class Running:
    """Everybody but the pausing player tries to be first.

    :param claimed: whose card lies by agreement but has not been told yet.
    """

    claimed: int | None = None


@frozen
class LastCard:
    """A player has laid the last card; the win is final when nobody doubts it."""

    seat: int


#: What goes on until somebody calls "Halt".
Playing: TypeAlias = Opening | Running | LastCard


@frozen
class Halted:
    """Somebody has called "Halt".

    :param before: what was going on.
    """

    before: Playing


@frozen
class Voting:
    """All vote on a word.

    :param doubters: who doubts it, the first caller first.
    :param author: whose word it is.
    :param words: the two card words and the compound, as far as they were told.
    :param against: the votes so far, in order.
    """

    before: Playing
    doubters: tuple[int, ...]
    author: int
    words: tuple[str, str, str] = ("", "", "")
    against: tuple[bool, ...] = ()


@frozen
class Disputed:
    """Nobody is sure whose card was first.

    :param before: what was going on.
    :param latest: whether the card told last is one of those in question.
    """

    before: Running | LastCard
    latest: bool


class Cause(Enum):
    """Why a new colour is named; the value is the rule that wants one."""

    REJECTED = "schlafmuetze.doubt.rejected"
    DISPUTE = "schlafmuetze.speed.dispute_open"
    STUCK = "schlafmuetze.stuck.draw"


@frozen
class Naming:
    """A new colour is to be named.

    :param by: who names it; ``None`` stands for the pausing player where nobody keeps track of who that is.
    :param allowed: the colours that may be named.
    :param draws: whether cards are still to be drawn when the colour is named.
    """

    cause: Cause
    by: int | None
    allowed: tuple[Colour, ...]
    draws: bool = False


@frozen
class Counting:
    """The round is over and the hands are to be counted.

    :param winner: who has no cards left; ``None`` if nobody could go on.
    :param hands: the cards in each hand; ``None`` where they have not been counted yet.
    """

    winner: int | None
    hands: tuple[int | None, ...]


@frozen
class RoundOver:
    """The round has been scored.

    :param hands: the cards each had left.
    :param chips: the chips each had.
    :param sleepy: who held the most cards.
    :param dealer: who deals if another round follows.
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

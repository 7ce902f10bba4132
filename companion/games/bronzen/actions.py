"""What the players report at a table of Bronzen."""

from typing import Final, TypeAlias

from attrs import frozen

from companion.games.bronzen.cards import TWO_JOKERS, Card, Special
from companion.games.bronzen.model import Chip


@frozen
class Einzel:
    """The two open cards differ in rank and suit; ``seat`` has the higher one."""

    seat: int


@frozen
class Color:
    """The two open cards have the same suit."""


@frozen
class Counter:
    """The two open cards have the same rank."""


@frozen
class DoubleC:
    """The same card lies open twice."""


@frozen
class Jay:
    """Two jokers lie open."""


@frozen
class Cards:
    """These two cards lie open, seat 0's and seat 1's."""

    cards: tuple[Card, Card]


@frozen
class Double:
    """The losing player doubles with the chip that is due."""

    seat: int


@frozen
class GiveUp:
    """The losing player gives up the trick."""

    seat: int


@frozen
class Exchange:
    """A player exchanges chips with the bank, once, at the rate of the rules."""

    seat: int
    give: Chip
    get: Chip


@frozen
class Recount:
    """The players have counted their cards."""

    hands: tuple[int, int]
    bunkers: tuple[int, int]


@frozen
class NextRound:
    """Both shuffle their own deck for another round."""


@frozen
class Finish:
    """The players stop after this round."""


Meeting: TypeAlias = Einzel | Color | Counter | DoubleC | Jay | Cards
Action: TypeAlias = Meeting | Double | GiveUp | Exchange | Recount | NextRound | Finish

#: The reports that name a special.
SPECIAL_OF: Final[dict[type, Special]] = {
    Color: Special.COLOR,
    Counter: Special.COUNTER,
    DoubleC: Special.DOUBLE_C,
    Jay: Special.JAY,
}


def cards_told(action: Meeting) -> tuple[Card, ...]:
    """Return the open cards that a report names; a Jay names them as well as the cards do."""
    match action:
        case Cards(cards):
            return cards
        case Jay():
            return TWO_JOKERS
        case _:
            return ()

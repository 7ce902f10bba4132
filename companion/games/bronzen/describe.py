"""What a report of Bronzen says, in a few words."""

from typing import assert_never

from companion.games.bronzen.actions import (
    SPECIAL_OF,
    Action,
    Cards,
    Color,
    Counter,
    Double,
    DoubleC,
    Einzel,
    Exchange,
    Finish,
    GiveUp,
    Jay,
    NextRound,
    Recount,
)
from companion.games.bronzen.messages import CHIPS, SPECIALS, T, card_name
from companion.kernel.text import Player, Text


def describe(action: Action) -> Text:
    """Return what an action reports, in a few words."""
    match action:
        case Einzel(seat):
            return T("{player} wins", player=Player(seat))
        case Color() | Counter() | DoubleC() | Jay():
            return SPECIALS[SPECIAL_OF[type(action)]]
        case Cards((left, right)):
            return T("{left} against {right}", left=card_name(left), right=card_name(right))
        case Double(seat):
            return T("{player} doubles", player=Player(seat))
        case GiveUp(seat):
            return T("{player} gives up", player=Player(seat))
        case Exchange(seat, give, get):
            return T("{player} exchanges {give} for {get}", player=Player(seat), give=CHIPS[give], get=CHIPS[get])
        case Recount():
            return T("The cards are recounted")
        case NextRound():
            return T("Next round")
        case Finish():
            return T("End of the game")
        case _:
            assert_never(action)

"""What a report of Bronzen says, in a few words."""

from typing import assert_never

from companion.games.bronzen import actions
from companion.games.bronzen.messages import CHIPS, SPECIALS, T, card_name
from companion.kernel.text import Player, Text


def describe(action: actions.Action) -> Text:
    """Return what an action reports, in a few words."""
    match action:
        case actions.Einzel(seat):
            return T("{player} wins", player=Player(seat))
        case actions.Color() | actions.Counter() | actions.DoubleC() | actions.Jay():
            return SPECIALS[actions.SPECIAL_OF[type(action)]]
        case actions.Cards((left, right)):
            return T("{left} against {right}", left=card_name(left), right=card_name(right))
        case actions.Double(seat):
            return T("{player} doubles", player=Player(seat))
        case actions.GiveUp(seat):
            return T("{player} gives up", player=Player(seat))
        case actions.Exchange(seat, give, get):
            return T("{player} exchanges {give} for {get}", player=Player(seat), give=CHIPS[give], get=CHIPS[get])
        case actions.Recount():
            return T("The cards are recounted")
        case actions.NextRound():
            return T("Next round")
        case actions.Finish():
            return T("End of the game")
        case _:
            assert_never(action)

"""Toy coins as the program plays it."""

from companion.games.toy_coins.house import House
from companion.games.toy_coins.messages import T
from companion.games.toy_coins.meta import META
from companion.games.toy_coins.model import GameOver, Hiding, State
from companion.games.toy_coins.reports import Finished, Hidden, Named, NextRound
from companion.games.toy_coins.view import CoinsView, view

from companion.kernel.report import Effects, GameOfReports


class ToyCoins(GameOfReports[State, House]):
    """A guessing game for two to four."""

    meta = META
    house = House
    reports = (Hidden, Named, NextRound, Finished)
    over = GameOver

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """Every player hides coins (toy_coins.hide)."""
        effects = Effects(State((None,) * seats, (None,) * seats, first, Hiding()))
        effects.say(T("Everybody hides coins."), "toy_coins.hide")
        return effects

    def view(self, state: State, seat: int | None) -> CoinsView:
        return view(state, seat)

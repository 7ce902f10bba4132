"""LABTAG Schlamboree as the program plays it."""

from companion.games.labtag.highlights import highlights
from companion.games.labtag.house import House
from companion.games.labtag.messages import T
from companion.games.labtag.meta import META
from companion.games.labtag.model import GameOver, Place, State
from companion.games.labtag.reports import REPORTS
from companion.games.labtag.view import TableView, view
from companion.kernel.report import Effects, GameOfReports


class Labtag(GameOfReports[State, House]):
    """The card game LABTAG Schlamboree for two to six."""

    meta = META
    house = House
    reports = REPORTS
    over = GameOver
    highlights = staticmethod(highlights)

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """Start with drawing cards (labtag.setup.draw, labtag.turn.start)."""
        effects = Effects(State(house, first, (Place(),) * seats))
        effects.todo(
            T("Everybody draws the same number of cards from their own collection."),
            "labtag.setup.draw",
            "labtag.setup.no_duplicates",
        )
        return effects

    def view(self, state: State, seat: int | None) -> TableView:
        return view(state)

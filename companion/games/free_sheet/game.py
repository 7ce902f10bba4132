"""The free sheet as a game of the program."""

from collections.abc import Iterator, Sequence

from companion.games.free_sheet.highlights import highlights
from companion.games.free_sheet.house import House
from companion.games.free_sheet.join_leave import joined, left, returned
from companion.games.free_sheet.messages import T
from companion.games.free_sheet.meta import META
from companion.games.free_sheet.model import GameOver, State
from companion.games.free_sheet.reports import Finished, OthersNothing, Scored
from companion.games.free_sheet.revisions import UPCASTERS
from companion.games.free_sheet.view import TableView, view
from companion.kernel.game import Step
from companion.kernel.history import HistoryLine
from companion.kernel.report import Effects, GameOfReports
from companion.kernel.text import Player, Text


class FreeSheet(GameOfReports[State, House]):
    """Any other game: the referee only keeps the score."""

    meta = META
    house = House
    reports = (Scored, OthersNothing, Finished)
    over = GameOver
    upcasters = UPCASTERS

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """Start with empty totals (free_sheet.sheet, free_sheet.ruling.dealer)."""
        effects = Effects(State(house, (0,) * seats, (None,) * seats, dealt=(first,)))
        if house.wins == "fewest":
            effects.note(
                T("You play, the sheet counts. The fewest points win."), "free_sheet.sheet", "free_sheet.ruling.wins"
            )
        else:
            effects.note(
                T("You play, the sheet counts. The most points win."), "free_sheet.sheet", "free_sheet.ruling.wins"
            )
        if dealers := effects.state.dealers:
            text = T("Round {round}: {player} deals.", round=1, player=Player(dealers[0]))
            effects.todo(text, "free_sheet.ruling.dealer")
        return effects

    def joined(self, state: State) -> Step[State]:
        return joined(state)

    def left(self, state: State, seat: int) -> Step[State]:
        return left(state, seat)

    def returned(self, state: State, seat: int) -> Step[State]:
        return returned(state, seat)

    def view(self, state: State, seat: int | None) -> TableView:
        return view(state)

    def highlights(self, history: Sequence[HistoryLine]) -> Iterator[Text]:
        """Yield the high points of a game that is over."""
        return highlights(history)

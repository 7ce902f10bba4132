"""The free sheet as a game of the program."""

from collections.abc import Iterator, Sequence

from companion.games.free_sheet import join_leave
from companion.games.free_sheet.house import House
from companion.games.free_sheet.messages import T
from companion.games.free_sheet.meta import META
from companion.games.free_sheet.model import GameOver, State
from companion.games.free_sheet.reports import Finished, OthersNothing, Scored
from companion.games.free_sheet.revisions import UPCASTERS
from companion.games.free_sheet.shared import announce_dealer
from companion.games.free_sheet.view import TableView, view
from companion.kernel.history import HistoryLine
from companion.kernel.report import Effects, GameOfReports
from companion.kernel.text import Text
from companion.scoring.highlights import best_round, longest_lead


class FreeSheet(GameOfReports[State, House]):
    """Any other game: the referee only keeps the score."""

    meta = META
    house = House
    reports = (Scored, OthersNothing, Finished)
    over = GameOver
    upcasters = UPCASTERS

    joined = staticmethod(join_leave.joined)
    left = staticmethod(join_leave.left)
    returned = staticmethod(join_leave.returned)

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """Start with empty totals (free_sheet.sheet, free_sheet.ruling.dealer)."""
        effects = Effects(State(house, (0,) * seats, (None,) * seats, dealt=(first,)))
        text = T("You play, the sheet counts. The most points win.")
        if house.wins == "fewest":
            text = T("You play, the sheet counts. The fewest points win.")
        effects.note(text, "free_sheet.sheet", "free_sheet.ruling.wins")
        announce_dealer(effects)
        return effects

    def view(self, state: State, seat: int | None) -> TableView:
        return view(state)

    def highlights(self, history: Sequence[HistoryLine]) -> Iterator[Text]:
        """Yield the best round, if most points win, and the longest lead."""
        if history:
            state = history[0].before
            fewest = state.house.wins == "fewest"
            if not fewest:
                yield from best_round(history)
            yield from longest_lead(history, len(state.totals), lowest_wins=fewest)

"""The rules of Bronzen as a game of the program."""

from collections.abc import Iterator, Sequence

from companion.games.bronzen.highlights import highlights
from companion.games.bronzen.house import House
from companion.games.bronzen.messages import T
from companion.games.bronzen.meta import META
from companion.games.bronzen.model import GameOver, Reveal, State, Tally
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.reports import REPORTS
from companion.games.bronzen.revisions import UPCASTERS
from companion.games.bronzen.view import TableView, view
from companion.kernel.history import HistoryLine
from companion.kernel.report import Effects, GameOfReports
from companion.kernel.text import Text


class Bronzen(GameOfReports[State, House]):
    """The card game Bronzen for two."""

    meta = META
    house = House
    reports = REPORTS
    over = GameOver
    upcasters = UPCASTERS

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """Both shuffle for the first round (bronzen.setup.decks, bronzen.setup.hand_stack, bronzen.setup.bank)."""
        every_trick = house.keeping == "tricks"
        effects = Effects(State(house, first, every_trick, phase=Reveal() if every_trick else Tally()))
        effects.todo(
            T("Both shuffle their own {n} cards; all chips lie in the bank.", n=NUMBERS.deck.size),
            "bronzen.setup.decks",
            "bronzen.setup.hand_stack",
            "bronzen.setup.bank",
        )
        return effects

    def view(self, state: State, seat: int | None) -> TableView:
        return view(state)

    def highlights(self, history: Sequence[HistoryLine]) -> Iterator[Text]:
        """Yield the high points of a game that is over."""
        return highlights(history)

"""The rules of Pracherche as a game of the program."""

from collections.abc import Iterator, Sequence

from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import T
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.pracherche.meta import META, House
from companion.games.bronzen.pracherche.model import GameOver, State
from companion.games.bronzen.pracherche.reports import Cards, Equal, Finish, Higher, NextRound, Recount, RoundWon
from companion.games.bronzen.pracherche.view import TableView, view
from companion.kernel.history import HistoryLine
from companion.kernel.report import Effects, GameOfReports
from companion.kernel.text import Player, Text
from companion.scoring.highlights import longest_lead, longest_run, scored


class Pracherche(GameOfReports[State, House]):
    """The card game Pracherche for two."""

    meta = META
    house = House
    reports = (Higher, Equal, Cards, RoundWon, Recount, NextRound, Finish)
    over = GameOver

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """Both shuffle their own deck (pracherche.setup)."""
        effects = Effects(State())
        effects.todo(T("Both shuffle their own {n} cards.", n=NUMBERS.deck.size), "pracherche.setup")
        return effects

    def view(self, state: State, seat: int | None) -> TableView:
        return view(state)

    def highlights(self, history: Sequence[HistoryLine]) -> Iterator[Text]:
        """Yield the most rounds won in a row, and the longest lead."""
        yield from longest_run(
            (line.seat for line in scored(history)),
            lambda seat, n: T("Longest run: {player} with {n} rounds in a row", player=Player(seat), n=n),
        )
        yield from longest_lead(history, len(SEATS))

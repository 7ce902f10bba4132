"""Slam! as the program plays it."""

from collections.abc import Mapping
from typing import ClassVar

from companion.games.slam.cards import Gold
from companion.games.slam.highlights import highlights
from companion.games.slam.house import House
from companion.games.slam.join_leave import joined, left, returned
from companion.games.slam.messages import GOLD, T
from companion.games.slam.meta import META
from companion.games.slam.model import GameOver, State
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports import REPORTS
from companion.games.slam.revisions import forgotten_before, settled_before, unknown_as_zero
from companion.games.slam.view import TableView, view
from companion.kernel.game import Upcaster
from companion.kernel.report import Effects, GameOfReports


class SlamGame(GameOfReports[State, House]):
    """The card game Slam! for two to six."""

    meta = META
    house = House
    reports = REPORTS
    over = GameOver
    joined = staticmethod(joined)
    left = staticmethod(left)
    returned = staticmethod(returned)
    highlights = staticmethod(highlights)
    upcasters: ClassVar[Mapping[int, Upcaster]] = {1: unknown_as_zero, 2: settled_before, 3: forgotten_before}

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """The cards are shuffled and dealt (slam.setup.slams, slam.setup.poets).

        :param first: the player named as the youngest.
        """
        effects = Effects(
            State(
                house,
                seats,
                first,
                slams=(0,) * seats,
                piles=((),) * seats,
                more=(False,) * seats,
                fewer=(0,) * seats,
                entering=(None,) * seats,
                counted=(None,) * seats,
            )
        )
        championship = house.championship
        text = T(
            "Shuffle the {n} slam cards, one side each; the gold card “{gold}” goes to the bottom.",
            n=house.slams,
            gold=GOLD[championship],
        )
        effects.todo(text, "slam.setup.slams", "slam.ruling.length")
        text = T(
            "Shuffle the poets, deal {n} to each; the rest is the draw pile. A die lies ready.", n=NUMBERS.setup.hand
        )
        effects.todo(text, "slam.setup.poets")
        text = T("Everybody should know the same about the coming slams, or at least which gold card it is.")
        effects.note(text, "slam.setup.gold_choice", "slam.setup.gold_tip")
        if championship is Gold.TEAM and seats >= NUMBERS.setup.many_players:
            text = T("With {n} players the Landesmeisterschaft is recommended as the gold card.", n=seats)
            effects.note(text, "slam.setup.gold_choice", "slam.gold.team_one")
        if championship is Gold.TEAM:
            text = T("For a first game the Landesmeisterschaft is recommended as the gold card.")
            effects.note(text, "slam.setup.gold_choice")
        if seats > NUMBERS.setup.players_best:
            effects.note(T("Slam! plays best with two to four."), "slam.players")
        return effects

    def view(self, state: State, seat: int | None) -> TableView:
        return view(state)

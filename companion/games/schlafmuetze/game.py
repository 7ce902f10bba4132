"""The rules engine of Schlafmütze."""

from attrs import evolve

from companion.games.schlafmuetze import join_leave
from companion.games.schlafmuetze.dealing import deal
from companion.games.schlafmuetze.highlights import highlights
from companion.games.schlafmuetze.house import House
from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.meta import META
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import GameOver, Opening
from companion.games.schlafmuetze.reports import REPORTS
from companion.games.schlafmuetze.reports.colours import ColourNamed
from companion.games.schlafmuetze.reports.doubts import Doubted, Voted
from companion.games.schlafmuetze.revisions import UPCASTERS
from companion.games.schlafmuetze.view import TableView, view
from companion.kernel.explain import Explanation
from companion.kernel.game import Step
from companion.kernel.report import Effects, GameOfReports, Report


class Schlafmuetze(GameOfReports[State, House]):
    """The word game Schlafmütze for three to eight."""

    meta = META
    house = House
    reports = REPORTS
    over = GameOver
    upcasters = UPCASTERS
    joined = staticmethod(join_leave.joined)
    left = staticmethod(join_leave.left)
    returned = staticmethod(join_leave.returned)
    highlights = staticmethod(highlights)

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """Deal the first round (schlafmuetze.setup.circle, schlafmuetze.setup.hands, schlafmuetze.setup.chips)."""
        nothing = (0,) * seats
        every_card = house.keeping == "every_card"
        effects = Effects(
            State(house, seats, first, every_card, Opening(first), None, 0, chips=nothing, totals=nothing)
        )
        if house.length == "target":
            text = T("Playing to {points} penalty points.", points=house.target)
            effects.note(text, "schlafmuetze.setup.target", "schlafmuetze.goal.game")
        deal(effects, first)
        return effects

    def apply(self, state: State, action: Report[State]) -> Step[State]:
        """Apply a report; events unrelated to a settled vote clear that vote (schlafmuetze.ruling.settled)."""
        step = super().apply(state, action)
        kept = isinstance(action, Voted | ColourNamed) or state.house.recall == "last_entered"
        if kept or state.settled is None or step.state.settled is not state.settled:
            return step
        return evolve(step, state=evolve(step.state, settled=None))

    def view(self, state: State, seat: int | None) -> TableView:
        return view(state)

    def remarks(self, action: Report[State]) -> tuple[Explanation, ...]:
        """Return what the word check finds in a doubted word (schlafmuetze.combine.forms)."""
        return action.remarks() if isinstance(action, Doubted) else ()

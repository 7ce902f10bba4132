"""The view of the sheet; it has no secrets."""

from typing import Final

from attrs import frozen

from companion.games.free_sheet.messages import N, T
from companion.games.free_sheet.model import GameOver, State
from companion.games.free_sheet.shared import round_title
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact, View
from companion.kernel.text import Listing, Player, Text

#: Number of missing players that are named; more are counted.
_NAMED: Final = 2


@frozen(kw_only=True)
class TableView(View):
    """The view of a sheet, the same for all; see :class:`~companion.games.free_sheet.model.State`."""

    points: tuple[int | None, ...]
    missing: tuple[int, ...]
    gone: frozenset[int]
    totals: tuple[int, ...]
    over: bool

    @property
    def dealer(self) -> int | None:
        """The dealer of this round."""
        return self.dealers[-1] if self.dealers and not self.over else None


def view(state: State) -> TableView:
    """Return the view of a state."""
    over = isinstance(state.phase, GameOver)
    prompt = Explanation(_asked(state), ("free_sheet.points", "free_sheet.round"), Tone.TODO)
    if over:
        prompt = Explanation(T("The game is over."), ("free_sheet.end",), Tone.TODO)
    totals = tuple(Fact(T("Points"), total, seat, ("free_sheet.points",)) for seat, total in enumerate(state.totals))
    rounds = tuple(
        Fact(T("This round"), points, seat, ("free_sheet.round",))
        for seat, points in enumerate(state.points)
        if points is not None
    )
    return TableView(
        prompt=prompt,
        phase="over" if over else "telling",
        round=state.round,
        facts=(*totals, *rounds),
        lowest_wins=state.house.wins == "fewest",
        dealers=state.dealers,
        points=state.points,
        missing=state.missing,
        gone=state.gone,
        totals=state.totals,
        over=over,
    )


def _asked(state: State) -> Text:
    round, missing = round_title(state), state.missing
    if not state.untouched and len(missing) > _NAMED:
        return N(
            "{round}: {n} player’s points are missing.",
            "{round}: {n} players’ points are missing.",
            n=len(missing),
            round=round,
        )
    if not state.untouched:
        players = Listing(tuple(map(Player, missing)))
        return T("{round}: points still missing from {players}.", round=round, players=players)
    if dealers := state.dealers:
        return T("{round}: {player} deals. Enter everybody’s points.", round=round, player=Player(dealers[-1]))
    return T("{round}: enter everybody’s points.", round=round)

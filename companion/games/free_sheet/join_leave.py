"""Joining a sheet late, leaving it early, and coming back."""

from typing import Final

from attrs import evolve

from companion.games.free_sheet.messages import N, T
from companion.games.free_sheet.model import State
from companion.games.free_sheet.shared import announce_dealer, end_round
from companion.kernel.game import Step
from companion.kernel.report import Effects
from companion.kernel.text import Player

_RULE: Final = "free_sheet.ruling.coming"


def joined(state: State) -> Step[State]:
    """Add a column that takes points from this round on (free_sheet.ruling.coming).

    If the fewest points win, an empty column would be an advantage, so the column starts with the highest total.
    """
    effects = Effects(evolve(state, totals=(*state.totals, 0), points=(*state.points, None)))
    if start := _start(state):
        _start_with(effects, start)
        return effects.step()
    text = N(
        "{player} has an empty column: no points for the round before, and plays from round {round} on.",
        "{player} has an empty column: no points for the {n} rounds before, and plays from round {round} on.",
        n=state.round - 1,
        player=Player(len(state.totals)),
        round=state.round,
    )
    if state.round == 1:
        text = T("{player} has an empty column and plays from this round on.", player=Player(len(state.totals)))
    effects.note(text, _RULE)
    return effects.step()


def _start(state: State) -> int:
    """Return a newcomer's starting points: the highest total before the current round, if the fewest points win."""
    if state.house.wins != "fewest" or state.house.newcomers == "empty":
        return 0
    return max(state.totals[seat] - (state.points[seat] or 0) for seat in state.present)


def _start_with(effects: Effects[State], points: int) -> None:
    """Enter the starting points in the previous round, since the newcomer also plays the current one."""
    state, seat = effects.state, len(effects.state.totals) - 1
    text = N(
        "{player} starts with {n} point, the highest total, and plays from round {round} on.",
        "{player} starts with {n} points, the highest total, and plays from round {round} on.",
        n=points,
        player=Player(seat),
        round=state.round,
    )
    message = effects.say(text, _RULE, "free_sheet.ruling.wins")
    effects.score(seat, state.round - 1, "points", points, message)
    effects.change(totals=(*state.totals[:-1], points))


def left(state: State, seat: int) -> Step[State]:
    """Close a player's column; the round continues without it (free_sheet.ruling.coming)."""
    effects = Effects(evolve(state, gone=state.gone | {seat}))
    if state.dealt[-1] == seat and state.untouched:  # once points are entered, this round has been dealt
        effects.change(dealt=state.dealt[:-1].plus(effects.state.left_of(seat)))
        announce_dealer(effects)
    if not effects.state.untouched:
        end_round(effects)
    return effects.step()


def returned(state: State, seat: int) -> Step[State]:
    """Reopen a player's column with its points; the rounds between score nothing (free_sheet.ruling.coming)."""
    effects = Effects(evolve(state, gone=state.gone - {seat}))
    text = N(
        "{player} carries on with {n} point and plays from round {round} on.",
        "{player} carries on with {n} points and plays from round {round} on.",
        n=state.totals[seat],
        player=Player(seat),
        round=state.round,
    )
    effects.note(text, _RULE)
    return effects.step()

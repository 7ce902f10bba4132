"""What is conserved at a table, game by game; a game without an entry conserves nothing that can be counted."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from companion.games.bronzen import model, pracherche
from companion.kernel.game import Step
from companion.kernel.record import AnyGame
from companion.scoring import ScoreSheet


def bronzen(state: model.State, sheet: ScoreSheet) -> None:
    """No card is lost, no chip is owed, and the state's totals are those of the sheet."""
    assert sum(stack.total for stack in state.stacks) + 2 * state.running.laid == 110
    assert all(min(stack.hand, stack.bunker) >= 0 for stack in state.stacks)
    for chip in model.Chip:
        assert all(account.count(chip) >= 0 for account in state.accounts)
        assert (state.in_bank(chip) or 0) >= 0
    assert state.streak is None or state.streak.chips > 0
    assert state.totals == sheet.totals


def pracherche_cards(state: pracherche.State, sheet: ScoreSheet) -> None:
    """No card is lost, and every round has at most one winner."""
    assert sum(state.stacks) + 2 * state.laid == 110
    assert min(state.stacks) >= 0
    assert sum(sheet.totals) <= state.round


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {
    "bronzen": bronzen,
    "pracherche": pracherche_cards,
}


def sheet_of(game: AnyGame, seats: int, steps: Sequence[Step[Any]]) -> ScoreSheet:
    """Return the sheet after some steps, each named by its place."""
    points = [(str(number), line) for number, step in enumerate(steps) for line in step.points]
    rounds = game.view(steps[-1].state, None).round
    return ScoreSheet.of(game.meta.columns, seats, rounds, points, lowest_wins=game.meta.lowest_wins)


def check_conserved(game: AnyGame, state: Any, sheet: ScoreSheet) -> None:
    """Assert that nothing on the table is lost or made."""
    if conserved := CONSERVED.get(game.meta.id):
        conserved(state, sheet)

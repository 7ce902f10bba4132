"""What is conserved at a table: each game says it in ``tests/games/<folder>/material.py``, if anything can be counted."""

import importlib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

from companion.kernel.game import Step
from companion.kernel.record import AnyGame
from companion.scoring import ScoreSheet


def sheet_of(game: AnyGame, seats: int, steps: Sequence[Step[Any]]) -> ScoreSheet:
    """Return the sheet after some steps, each named by its place."""
    points = [(str(number), line) for number, step in enumerate(steps) for line in step.points]
    meta, view = game.meta, game.view(steps[-1].state, None)
    return ScoreSheet.of(meta.columns, seats, view.round, points, lowest_wins=meta.lowest_wins, ranks=view.ranks)


def check_conserved(game: AnyGame, state: Any, sheet: ScoreSheet) -> None:
    """Assert that nothing on the table is lost or made."""
    if conserved := _conserved(game.meta.folder).get(game.meta.id):
        conserved(state, sheet)


@cache
def _conserved(folder: str) -> dict[str, Callable[[Any, ScoreSheet], None]]:
    if find_spec(f"games.{folder}") is None or find_spec(f"games.{folder}.material") is None:
        return {}
    found: dict[str, Callable[[Any, ScoreSheet], None]] = importlib.import_module(f"games.{folder}.material").CONSERVED
    return found

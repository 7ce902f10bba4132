"""What is conserved at a table, and what of it matters: each game says it in ``tests/games/<folder>/material.py``, if there is more to say
than that everything does.
"""

import importlib
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

from companion.kernel.game import Step
from companion.kernel.record import AnyGame
from companion.scoring import ScoreSheet, lowest_wins


def sheet_of(game: AnyGame, seats: int, steps: Sequence[Step[Any]]) -> ScoreSheet:
    """Return the sheet after some steps, each named by its place."""
    points = [(str(number), line) for number, step in enumerate(steps) for line in step.points]
    meta, view = game.meta, game.view(steps[-1].state, None)
    lowest = lowest_wins(meta, view)
    return ScoreSheet.of(meta.columns, seats, view.round, points, lowest_wins=lowest, ranks=view.ranks)


def check_conserved(game: AnyGame, state: Any, sheet: ScoreSheet) -> None:
    """Assert that nothing on the table is lost or made."""
    if conserved := _said(game.meta.folder, "CONSERVED").get(game.meta.id):
        conserved(state, sheet)


def books_of(game: AnyGame, state: Any) -> Hashable:
    """Return what of a state matters for the rest of the game: all of it, unless the game says what does not."""
    books = _said(game.meta.folder, "BOOKS").get(game.meta.id)
    return books(state) if books else state


def idle(game: AnyGame) -> Mapping[str, str]:
    """Return the reports that are asked for although no answer matters, each with the reason."""
    found: Mapping[str, str] = _said(game.meta.folder, "IDLE")
    return found


@cache
def _said(folder: str, name: str) -> Mapping[str, Any]:
    """Return what a game says of its material under a name."""
    if find_spec(f"games.{folder}") is None or find_spec(f"games.{folder}.material") is None:
        return {}
    found: Mapping[str, Any] = getattr(importlib.import_module(f"games.{folder}.material"), name, {})
    return found

"""The games: one folder each, found by looking. A folder's ``GAMES`` names what it holds."""

import importlib
import pkgutil
from functools import cache

from companion.kernel.record import AnyGame


@cache
def games() -> dict[str, AnyGame]:
    """Return every game found, by its id, in the order of their folders."""
    found: dict[str, AnyGame] = {}
    for folder in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        if folder.ispkg:
            module = importlib.import_module(f"{__name__}.{folder.name}")
            found |= {game.meta.id: game for game in module.GAMES}
    return found

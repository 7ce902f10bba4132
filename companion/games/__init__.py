"""Finds the games: every folder here, and every package installed under the entry point ``companion.games``."""

import importlib
import logging
import pkgutil
import traceback
from collections.abc import Iterator
from functools import cache

from companion import resources
from companion.kernel.record import AnyGame
from companion.kernel.text import Text, messages

T, N = messages("companion")
_log = logging.getLogger(__name__)


@cache
def games() -> dict[str, AnyGame]:
    """Return every game found by its id, the program's own first; a game that cannot be started is left out."""
    return {game.meta.id: game for found in _found() if not isinstance(found, Text) for game in found}


@cache
def left_out() -> tuple[Text, ...]:
    """Return the reasons why games were left out."""
    return tuple(found for found in _found() if isinstance(found, Text))


def _found() -> Iterator[tuple[AnyGame, ...] | Text]:
    """Yield the games of each folder, or why there are none: an error in one game does not affect the others."""
    taken = set[str]()
    own = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    for folder in dict.fromkeys((*own, *sorted(resources.installed_games()))):
        found = _load(folder)
        if isinstance(found, Text):
            yield found
            continue
        if double := next((game.meta.id for game in found if game.meta.id in taken), None):
            yield T("The game in {folder} is left out: another one has the id {id}", folder=folder, id=double)
            continue
        if strange := next((game.meta.folder for game in found if game.meta.folder != folder), None):
            yield T("The game in {folder} is left out: its folder is called {other}", folder=folder, other=strange)
            continue
        taken |= {game.meta.id for game in found}
        yield found
    for folder in sorted(resources.entry_points().keys() - resources.installed_games().keys()):
        yield T("The installed game {folder} is left out: the program has a folder of that name", folder=folder)


def _load(folder: str) -> tuple[AnyGame, ...] | Text:
    """Return the games of a folder, or why they cannot be started."""
    package = resources.game_package(folder)
    try:
        return tuple(importlib.import_module(package).GAMES)
    except resources.MissingNumber as missing:
        return T("{file} has no number “{key}”", file=str(missing.file), key=missing.key)
    except resources.UnreadableNumbers as unreadable:
        return T("{file} cannot be read: {error}", file=str(unreadable.file), error=unreadable.why)
    except Exception as error:  # a game may come from anywhere
        _log.debug("the game in %s cannot be started", package, exc_info=True)
        return T(
            "The game in the folder {folder} cannot be started: {error} ({place})",
            folder=folder,
            error=repr(error),
            place=_place_of(error),
        )


def _place_of(error: Exception) -> str:
    """Return the file and line of an error: where the file was found wrong, or the innermost line that ran."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    ran = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    return f"{ran[-1].filename}:{ran[-1].lineno}" if ran else "?"

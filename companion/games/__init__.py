"""The games: one folder each, found by looking. A folder's ``GAMES`` names what it holds."""

import importlib
import logging
import pkgutil
from collections.abc import Iterator
from functools import cache

from companion.kernel.record import AnyGame
from companion.kernel.text import Text, messages
from companion.resources import MissingNumber, UnreadableNumbers

T, N = messages("companion")
_log = logging.getLogger(__name__)


@cache
def games() -> dict[str, AnyGame]:
    """Return every game found, by its id, in the order of their folders; one that cannot be started is left out."""
    return {game.meta.id: game for found in _folders() if not isinstance(found, Text) for game in found}


@cache
def left_out() -> tuple[Text, ...]:
    """Return why games were left out."""
    return tuple(found for found in _folders() if isinstance(found, Text))


def _folders() -> Iterator[tuple[AnyGame, ...] | Text]:
    """Yield the games of each folder, or why there are none: what is wrong with one game does not touch the others."""
    for folder in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        if not folder.ispkg:
            continue
        try:
            yield importlib.import_module(f"{__name__}.{folder.name}").GAMES
        except MissingNumber as missing:
            yield T("{file} has no number “{key}”", file=str(missing.file), key=missing.key)
        except UnreadableNumbers as unreadable:
            yield T("{file} cannot be read: {error}", file=str(unreadable.file), error=unreadable.why)
        except Exception as error:  # the folder of a game may come from anywhere
            _log.debug("the game in %s cannot be started", folder.name, exc_info=True)
            text = T(
                "The game in the folder {folder} cannot be started: {error}", folder=folder.name, error=repr(error)
            )
            yield text

"""The kinds of actions: their names in a log."""

import re
from collections.abc import Iterable
from typing import Any


def kind_of(game: str, action: type) -> str:
    """Return the kind of an action class in a log.

    >>> class DoubleC: ...
    >>> kind_of("bronzen", DoubleC)
    'bronzen.double_c'
    """
    return f"{game}.{re.sub(r'(?<!^)(?=[A-Z])', '_', action.__name__).lower()}"


def kinds(game: str, actions: Iterable[type]) -> dict[str, type[Any]]:
    """Return a game's action classes by their kind."""
    return {kind_of(game, action): action for action in actions}

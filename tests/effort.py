"""The effort of a test: small on every run, large with ``COMPANION_THOROUGH`` set (``-m thorough``)."""

import os
from collections.abc import Callable, Collection, Sequence
from itertools import product
from typing import Any

import pytest

#: Whether the run is thorough.
THOROUGH = "COMPANION_THOROUGH" in os.environ


#: For a slow test of things that rarely break: it runs in the thorough run, or when named.
at_leisure: pytest.MarkDecorator = pytest.mark.at_leisure


def effort(*, few: int, many: int) -> int:
    """Return the number of tries.

    :param few: enough to notice common faults.
    :param many: enough to find rare faults.
    """
    return many if THOROUGH else few


def cases(
    names: str, values: Sequence[Any], *, few: int, ids: Sequence[str] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Parametrize a test with the first few of its cases, and with all of them in the thorough run.

    :param names: the arguments, as of ``pytest.mark.parametrize``.
    :param few: number of values that suffice to notice common faults.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        tried = effort(few=few, many=len(values))
        parametrized = pytest.mark.parametrize(names, values[:tried], ids=ids[:tried] if ids else None)(test)
        decorated: Callable[..., None] = pytest.mark.thorough(parametrized)
        return decorated

    return decorate


def pairs(
    names: str, many: Collection[Any], few: Sequence[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Parametrize a test with pairs in which each value occurs, and with all pairs in the thorough run.

    For two arguments that do not depend on each other, such as the game and the size of the page.

    :param names: the arguments, as of ``pytest.mark.parametrize``.
    :param many: values of the first argument.
    :param few: values of the second one, which take turns.
    """
    turns = [(value, few[number % len(few)]) for number, value in enumerate(many)]
    return cases(names, turns + [pair for pair in product(many, few) if pair not in turns], few=len(turns))

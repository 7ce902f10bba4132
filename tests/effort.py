"""How much a test takes upon itself: little on every run, much with ``COMPANION_THOROUGH`` set (``-m thorough``)."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import pytest

#: Whether there is time.
THOROUGH = "COMPANION_THOROUGH" in os.environ


#: For a test that takes long and finds what is rarely broken: it waits until there is time, or is asked for by its name.
at_leisure: pytest.MarkDecorator = pytest.mark.at_leisure


def effort(*, few: int, many: int) -> int:
    """Return how often something is tried.

    :param few: enough to notice what is broken.
    :param many: enough to find what is rarely broken.
    """
    return many if THOROUGH else few


def cases(
    names: str, values: Sequence[Any], *, few: int, ids: Sequence[str] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a test meet the first few of its cases every time, and all of them where there is time.

    :param names: the arguments, as of ``pytest.mark.parametrize``.
    :param few: so many of the values are enough to notice what is broken.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        tried = effort(few=few, many=len(values))
        parametrized = pytest.mark.parametrize(names, values[:tried], ids=ids[:tried] if ids else None)(test)
        decorated: Callable[..., None] = pytest.mark.thorough(parametrized)
        return decorated

    return decorate

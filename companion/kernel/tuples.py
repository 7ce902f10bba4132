"""Changed copies of tuples."""

from collections.abc import Collection
from typing import TypeVar

T = TypeVar("T")


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the items with one replaced.

    :param place: its index, counted from 0.

    >>> with_item(("a", "b", "c"), 1, "B")
    ('a', 'B', 'c')
    """
    return (*items[:place], item, *items[place + 1 :])


def flipped(on: Collection[T], one: T) -> tuple[T, ...]:
    """Return the items with one added at the end, or removed if it is among them.

    >>> flipped((0, 2), 2), flipped((0, 2), 1)
    ((0,), (0, 2, 1))
    """
    return tuple(each for each in on if each != one) if one in on else (*on, one)

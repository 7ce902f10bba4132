"""Tuples of frozen values in which one value changes."""

from typing import TypeVar

T = TypeVar("T")


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at a place counted from 0.

    >>> with_item(("a", "b", "c"), 1, "B")
    ('a', 'B', 'c')
    """
    return (*items[:place], item, *items[place + 1 :])

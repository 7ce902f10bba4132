"""Telling figures: what a game finds worth counting of its players over all evenings, declared in its folder's ``figures.py``."""

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from attrs import frozen

from companion.kernel.history import HistoryLine
from companion.kernel.text import Text

#: How it is said: so many, so many of so many, or so many each time.
Shape: TypeAlias = Literal["count", "share", "mean"]


@frozen
class Found:
    """What a line of a game adds to a figure.

    :param of: what it adds to that of which the figure is a share, or over which it is a mean.
    """

    seat: int
    amount: int
    of: int = 0


@frozen(eq=False)
class GameStat:
    """A telling figure of a game.

    :param key: what it is kept under; unique in its game.
    :param rule: id of the rule it comes from.
    :param find: what a line adds to it, from the line and the state before it.
    """

    key: str
    title: Text
    rule: str
    find: Callable[[HistoryLine], Iterable[Found]]
    shape: Shape = "count"

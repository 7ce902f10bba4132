"""The statistics of a game: values for each player over all games, declared in its ``stats.py``."""

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from attrs import frozen

from companion.kernel.history import HistoryLine
from companion.kernel.text import Text

#: How a statistic reads: a number, a number out of a total, or a mean.
Shape: TypeAlias = Literal["count", "share", "mean"]


@frozen
class Found:
    """The contribution of a line of the history to a statistic.

    :param of: the contribution to the total of a share, or to the count of a mean.
    """

    seat: int
    amount: int
    of: int = 0


@frozen(eq=False)
class GameStat:
    """A statistic of a game.

    :param key: the key under which it is stored; unique in its game.
    :param rule: id of the rule it comes from.
    :param find: returns the contributions of a line.
    """

    key: str
    title: Text
    rule: str
    find: Callable[[HistoryLine], Iterable[Found]]
    shape: Shape = "count"

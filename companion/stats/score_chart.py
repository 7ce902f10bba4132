"""A chart of the scores of a game: its geometry, for a screen and for a picture to draw."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final

from attrs import frozen

#: Margins in pixels, for the labels of the axes and the players.
_LEFT, _TOP, _RIGHT, _BOTTOM = 44.0, 14.0, 40.0, 26.0

#: Approximate number of grid lines, and maximum number of labelled rounds.
_ACROSS: Final = 4
_NAMED: Final = 10

#: Minimum distance in pixels between the labels of two lines.
_APART: Final = 24.0


@frozen
class Mark:
    """A label of an axis and its position."""

    at: float
    text: str


@frozen
class Chart:
    """Positions in the chart, in pixels from its upper left corner.

    :param lines: the points of each seat's line, from the start.
    :param ends: the vertical position of each seat's label at the end of its line.
    :param levels: the horizontal grid lines, the lowest first.
    :param rounds: the labelled rounds.
    """

    width: float
    height: float
    lines: tuple[tuple[tuple[float, float], ...], ...]
    ends: tuple[float, ...]
    levels: tuple[Mark, ...]
    rounds: tuple[Mark, ...]

    @property
    def left(self) -> float:
        """The left end of the lines."""
        return _LEFT

    @property
    def right(self) -> float:
        """The right end of the lines."""
        return self.width - _RIGHT


def chart(course: Sequence[Sequence[int]], width: float, height: float, *, right: float = _RIGHT) -> Chart:
    """Return the chart of a course.

    :param course: the totals of all seats after each round.
    :param right: the width at the right of the lines.
    """
    totals = [[0] * len(course[0]), *course]
    low, high = min(map(min, totals)), max(map(max, totals))
    step = _step(high - low)
    floor_, ceiling = step * floor(low / step), max(step * ceil(high / step), step * floor(low / step) + step)

    def across(round: int) -> float:
        return _LEFT + (width - _LEFT - right) * round / max(1, len(totals) - 1)

    def up(points: int) -> float:
        return height - _BOTTOM - (height - _TOP - _BOTTOM) * (points - floor_) / (ceiling - floor_)

    drawn = tuple(
        tuple((across(round), up(row[seat])) for round, row in enumerate(totals)) for seat in range(len(course[0]))
    )
    every = ceil((len(totals) - 1) / _NAMED) or 1
    return Chart(
        width,
        height,
        drawn,
        _spread([line[-1][1] for line in drawn], _TOP, height - _BOTTOM),
        tuple(Mark(up(level), str(level)) for level in range(floor_, ceiling + 1, step)),
        tuple(Mark(across(round), str(round)) for round in range(every, len(totals), every)),
    )


def _step(span: int) -> int:
    """Return a round step that divides a span into a few parts.

    >>> [_step(span) for span in (0, 3, 17, 260)]
    [1, 1, 5, 100]
    """
    wanted = max(1.0, span / _ACROSS)
    power = 10 ** floor(log10(wanted))
    return int(next(each * power for each in (1, 2, 5, 10) if each * power >= wanted))


def _spread(wanted: Sequence[float], top: float, bottom: float) -> tuple[float, ...]:
    """Return heights moved apart so that labels do not overlap."""
    order = sorted(range(len(wanted)), key=lambda seat: wanted[seat])
    apart = min(_APART, (bottom - top) / max(1, len(wanted) - 1))
    placed = dict.fromkeys(order, 0.0)
    last = top - apart
    for seat in order:
        placed[seat] = last = max(wanted[seat], last + apart)
    last = bottom + apart
    for seat in reversed(order):
        placed[seat] = last = min(placed[seat], last - apart)
    return tuple(placed[seat] for seat in range(len(wanted)))

"""The points of a game, added up by round, seat and column as they are scored."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import evolve, field, frozen

from companion.kernel.game import ScoreLine
from companion.kernel.persistent import Map, Vector

#: A score line and the id of its entry.
Point: TypeAlias = tuple[str, ScoreLine]
#: Sums by seat and column; the column ``None`` stands for all columns.
Sums: TypeAlias = Mapping[tuple[int, str | None], int]


@frozen
class Part:
    """Some points in the order in which they were scored, and their sums."""

    points: Vector[Point] = field(factory=Vector)
    sums: Sums = field(factory=dict, eq=False)

    def plus(self, point: Point) -> "Part":
        """Return the part with one more score line."""
        _, line = point
        of_seat, of_column = (line.seat, None), (line.seat, line.column)
        sums = {
            **self.sums,
            of_seat: self.sums.get(of_seat, 0) + line.points,
            of_column: self.sums.get(of_column, 0) + line.points,
        }
        return Part(self.points.plus(point), sums)


@frozen
class Tally:
    """All points of a game and those of each round. Immutable: :meth:`plus` returns the next one."""

    all: Part = field(factory=Part)
    rounds: Map[int, Part] = field(factory=Map, eq=False)

    @classmethod
    def of(cls, points: Iterable[Point]) -> "Tally":
        """Return the tally of some points."""
        return cls().plus(points)

    def plus(self, points: Iterable[Point]) -> "Tally":
        """Return the tally with more points."""
        tally = self
        for point in points:
            number = point[1].round
            of_round = tally.rounds.get(number, Part()).plus(point)
            tally = evolve(tally, all=tally.all.plus(point), rounds=tally.rounds.plus(number, of_round))
        return tally

    def part(self, round: int | None) -> Part:
        """Return the points of a round; ``None`` stands for all rounds."""
        return self.all if round is None else self.rounds.get(round, Part())

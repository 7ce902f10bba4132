"""The score sheet: columns, rounds, totals and the ranking, folded from score lines."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import gt, lt

from attrs import frozen

from companion.kernel.game import Column, Meta, ScoreLine, View
from companion.kernel.record import Record
from companion.kernel.tally import Tally


def lowest_wins(meta: Meta, view: View) -> bool:
    """Return whether the fewest points win: as the table has decided, otherwise as in the game's meta."""
    return meta.lowest_wins if view.lowest_wins is None else view.lowest_wins


@frozen
class Scored:
    """A score line and the id of its entry."""

    entry: str
    line: ScoreLine


@frozen
class Rank:
    """The place of a seat in the ranking. Tied seats share a place, and the next places are skipped."""

    place: int
    seat: int
    total: int


@frozen
class ScoreSheet:
    """The score sheet.

    :param seats: the number of seats.
    :param rounds: the number of rounds begun.
    :param tally: all points, added up.
    :param lowest_wins: whether the fewest points win.
    :param ranks: the place of each seat, if it does not follow from the points alone.
    :param gone: the seats of those who have left; they rank behind all who stayed (companion.coming).
    """

    columns: tuple[Column, ...]
    seats: int
    rounds: int
    tally: Tally
    lowest_wins: bool
    ranks: tuple[int, ...] | None
    gone: frozenset[int] = frozenset()

    @classmethod
    def of(
        cls,
        columns: tuple[Column, ...],
        seats: int,
        rounds: int,
        points: Iterable[tuple[str, ScoreLine]],
        *,
        lowest_wins: bool = False,
        ranks: tuple[int, ...] | None = None,
        gone: frozenset[int] = frozenset(),
    ) -> "ScoreSheet":
        """Return the sheet of score lines, each given with the id of its entry."""
        return cls(columns, seats, rounds, Tally.of(points), lowest_wins, ranks, gone)

    @classmethod
    def of_record(cls, record: Record, view: View | None = None) -> "ScoreSheet":
        """Return the sheet of a record.

        :param view: the table's view, if the caller has it already.
        """
        meta, view = record.game.meta, view or record.game.view(record.state, None)
        seats, fewest = len(record.names), lowest_wins(meta, view)
        return cls(meta.columns, seats, view.round, record.tally, fewest, view.ranks, record.gone)

    @property
    def scored(self) -> tuple[Scored, ...]:
        """All score lines, in the order in which they were scored."""
        return tuple(self.lines())

    def lines(
        self, *, seat: int | None = None, round: int | None = None, column: str | None = None
    ) -> Iterator[Scored]:
        """Yield the score lines of a cell, a row or a column; ``None`` stands for all."""
        for entry, line in self.tally.part(round).points:
            if seat in (None, line.seat) and column in (None, line.column):
                yield Scored(entry, line)

    def points(self, *, seat: int, round: int | None = None, column: str | None = None) -> int:
        """Return the points of a seat in a cell, a round or the whole game; ``None`` stands for all."""
        return self.tally.part(round).sums.get((seat, column), 0)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each seat."""
        return tuple(self.points(seat=seat) for seat in range(self.seats))

    @property
    def course(self) -> tuple[tuple[int, ...], ...]:
        """The totals of all seats after each round, including rounds without points."""
        last = max((line.round for _, line in self.tally.all.points), default=0)
        each = ([self.points(seat=seat, round=round) for round in range(1, last + 1)] for seat in range(self.seats))
        return tuple(zip(*map(accumulate, each), strict=True))

    @property
    def ranking(self) -> tuple[Rank, ...]:
        """The seats by place, tied seats in seat order."""
        better, totals = lt if self.lowest_wins else gt, self.totals
        places: Sequence[int] = self.ranks or [1 + sum(better(other, total) for other in totals) for total in totals]
        if self.gone:
            last = [(seat in self.gone, place) for seat, place in enumerate(places)]
            places = [1 + sum(other < own for other in last) for own in last]
        return tuple(sorted(map(Rank, places, range(self.seats), totals), key=lambda rank: (rank.place, rank.seat)))

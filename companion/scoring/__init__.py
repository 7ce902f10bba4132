"""The score sheet: columns, rounds, totals and the ranking, folded from score lines."""

from collections.abc import Iterable, Iterator, Sequence
from operator import gt, lt

from attrs import frozen

from companion.kernel.game import Column, Meta, ScoreLine, View
from companion.kernel.record import Record
from companion.kernel.tally import Tally


def lowest_wins(meta: Meta, view: View) -> bool:
    """Tell whether the fewest points win: the table's own decision comes before what is known of the game."""
    return meta.lowest_wins if view.lowest_wins is None else view.lowest_wins


@frozen
class Scored:
    """A score line and the entry that brought it."""

    entry: str
    line: ScoreLine


@frozen
class Rank:
    """A seat's place; seats that nothing tells apart share it, and the next place is skipped."""

    place: int
    seat: int
    total: int


@frozen
class ScoreSheet:
    """The sheet on the table.

    :param seats: number of players.
    :param rounds: number of rounds begun.
    :param tally: all points, added up.
    :param ranks: every seat's place, if the game has settled more than the points can tell.
    :param gone: the seats of those who have left; they come behind all who stayed (companion.coming).
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
        """Return the sheet of some points, each with the id of the entry that brought it."""
        return cls(columns, seats, rounds, Tally.of(points), lowest_wins, ranks, gone)

    @classmethod
    def of_record(cls, record: Record, view: View | None = None) -> "ScoreSheet":
        """Return the sheet of a game in play.

        :param view: the table's view, if it is known already.
        """
        meta, view = record.game.meta, view or record.game.view(record.state, None)
        seats, fewest = len(record.names), lowest_wins(meta, view)
        return cls(meta.columns, seats, view.round, record.tally, fewest, view.ranks, record.gone)

    @property
    def scored(self) -> tuple[Scored, ...]:
        """All lines, in the order in which they came."""
        return tuple(self.lines())

    def lines(
        self, *, seat: int | None = None, round: int | None = None, column: str | None = None
    ) -> Iterator[Scored]:
        """Yield the lines a number of the sheet is made of; ``None`` stands for all."""
        for entry, line in self.tally.part(round).points:
            if seat in (None, line.seat) and column in (None, line.column):
                yield Scored(entry, line)

    def points(self, *, seat: int, round: int | None = None, column: str | None = None) -> int:
        """Return a cell, a round's sum or a total."""
        return self.tally.part(round).sums.get((seat, column), 0)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's total."""
        return tuple(self.points(seat=seat) for seat in range(self.seats))

    @property
    def ranking(self) -> tuple[Rank, ...]:
        """The seats from the first place on, those that share a place in seat order."""
        better, totals = lt if self.lowest_wins else gt, self.totals
        places: Sequence[int] = self.ranks or [1 + sum(better(other, total) for other in totals) for total in totals]
        if self.gone:
            last = [(seat in self.gone, place) for seat, place in enumerate(places)]
            places = [1 + sum(other < own for other in last) for own in last]
        return tuple(sorted(map(Rank, places, range(self.seats), totals), key=lambda rank: (rank.place, rank.seat)))

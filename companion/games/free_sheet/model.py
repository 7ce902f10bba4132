"""The state of a free sheet."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from attrs import field, frozen

from companion.games.free_sheet.house import House
from companion.kernel.persistent import Vector


@frozen
class Running:
    """The points of a round are being entered."""


@frozen
class GameOver:
    """The sheet is closed."""


Phase: TypeAlias = Running | GameOver


def _vector(seats: Iterable[int]) -> Vector[int]:
    return Vector.of(seats)


@frozen
class State:
    """The state of a sheet.

    :param totals: each player's points, including those entered for this round.
    :param points: the points of this round; ``None`` where they are missing.
    :param dealt: the dealer of each round, the current one included.
    :param gone: the seats of players who have left (free_sheet.ruling.coming).
    """

    house: House
    totals: tuple[int, ...]
    points: tuple[int | None, ...]
    dealt: Vector[int] = field(converter=_vector)
    round: int = 1
    phase: Phase = Running()
    gone: frozenset[int] = frozenset()

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.totals))

    @property
    def present(self) -> tuple[int, ...]:
        """The seats of players who have not left."""
        return tuple(seat for seat in self.seats if seat not in self.gone)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose points of this round are missing."""
        return tuple(seat for seat in self.present if self.points[seat] is None)

    @property
    def untouched(self) -> bool:
        """Whether no points of this round have been entered."""
        return all(points is None for points in self.points)

    @property
    def dealers(self) -> Sequence[int]:
        """The dealer of each round, the current one included; empty if dealers are not noted (free_sheet.ruling.dealer)."""
        return () if self.house.dealer == "nobody" else self.dealt[: self.round]

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise among the players present."""
        return next((other for other in self.present if other > seat), self.present[0])

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most points, or the fewest where those win (free_sheet.ruling.wins)."""
        best = (min if self.house.wins == "fewest" else max)(self.totals[seat] for seat in self.present)
        return tuple(seat for seat in self.present if self.totals[seat] == best)

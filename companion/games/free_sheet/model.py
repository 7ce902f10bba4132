"""The state of a free sheet."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from attrs import field, frozen

from companion.games.free_sheet.house import House
from companion.kernel.persistent import Vector


@frozen
class Running:
    """Everybody's points of a round are told."""


@frozen
class GameOver:
    """The sheet is closed."""


Phase: TypeAlias = Running | GameOver


def _vector(seats: Iterable[int]) -> Vector[int]:
    return Vector.of(seats)


@frozen
class State:
    """A sheet that is being written.

    :param first: who deals the first round.
    :param totals: everybody's points so far, those told of this round included.
    :param told: the points of this round; ``None`` while nobody has told them.
    :param dealt: who deals in each round begun, the running one included.
    :param gone: who has left; nobody asks them any more (free_sheet.ruling.coming).
    """

    house: House
    totals: tuple[int, ...]
    told: tuple[int | None, ...]
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
        """The seats of those who have not left."""
        return tuple(seat for seat in self.seats if seat not in self.gone)

    @property
    def missing(self) -> tuple[int, ...]:
        """Whose points of this round are not told yet."""
        return tuple(seat for seat in self.present if self.told[seat] is None)

    @property
    def untouched(self) -> bool:
        """Whether nothing of this round is told yet."""
        return all(points is None for points in self.told)

    @property
    def dealers(self) -> Sequence[int]:
        """Who deals in each round, the running one included (free_sheet.ruling.dealer)."""
        return () if self.house.dealer == "nobody" else self.dealt[: self.round]

    def left_of(self, seat: int) -> int:
        """Return who sits next to somebody, clockwise, of those who are there."""
        return next((other for other in self.present if other > seat), self.present[0])

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has the most points, or the fewest where those win (free_sheet.ruling.wins)."""
        best = (min if self.house.wins == "fewest" else max)(self.totals[seat] for seat in self.present)
        return tuple(seat for seat in self.present if self.totals[seat] == best)

"""The state of a free sheet."""

from typing import TypeAlias

from attrs import frozen

from companion.games.free_sheet.house import House


@frozen
class Telling:
    """Everybody's points of a round are told."""


@frozen
class GameOver:
    """The sheet is closed."""


Phase: TypeAlias = Telling | GameOver


@frozen
class State:
    """A sheet that is being written.

    :param first: who deals the first round.
    :param totals: everybody's points so far, those told of this round included.
    :param told: the points of this round; ``None`` while nobody has told them.
    """

    house: House
    first: int
    totals: tuple[int, ...]
    told: tuple[int | None, ...]
    round: int = 1
    phase: Phase = Telling()

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.totals))

    @property
    def missing(self) -> tuple[int, ...]:
        """Whose points of this round are not told yet."""
        return tuple(seat for seat in self.seats if self.told[seat] is None)

    @property
    def untouched(self) -> bool:
        """Whether nothing of this round is told yet."""
        return len(self.missing) == len(self.told)

    @property
    def dealers(self) -> tuple[int, ...]:
        """Who deals in each round, the running one included (free_sheet.ruling.dealer)."""
        if self.house.dealer == "nobody":
            return ()
        return tuple((self.first + number) % len(self.totals) for number in range(self.round))

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has the most points, or the fewest where those win (free_sheet.ruling.wins)."""
        best = (min if self.house.wins == "fewest" else max)(self.totals)
        return tuple(seat for seat in self.seats if self.totals[seat] == best)

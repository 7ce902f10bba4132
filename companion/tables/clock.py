"""The clock on the table: for all or for each, down from a time or up, with pause. It reads no clock itself: the moment is always given."""

from collections.abc import Callable
from typing import Final

from attrs import evolve, frozen

#: What there is to choose from, in seconds; 0 counts up. A table that reads on stage gives three to five minutes.
TIMES: Final = (30, 60, 120, 180, 300, 600, 0)


@frozen
class Clock:
    """A clock as it stands.

    :param limit: how many seconds there are, for each if it is not for all; 0 counts up.
    :param spent: the seconds that were spent before it was started last: one number for all, or one for each seat.
    :param running: whose time it is, by the place in ``spent``; ``None`` while it is paused.
    :param since: when it was started last, in seconds of the clock by which all moments are given.
    :param shown: whose time is shown while it is paused.
    """

    limit: int
    spent: tuple[float, ...] = (0.0,)
    running: int | None = None
    since: float = 0.0
    shown: int = 0

    @property
    def each(self) -> bool:
        """Whether everybody has time of their own."""
        return len(self.spent) > 1

    def seconds(self, whose: int, now: float) -> float:
        """Return what somebody has left, or has spent where it counts up."""
        spent = self.spent[whose] + (max(now - self.since, 0.0) if self.running == whose else 0.0)
        return max(self.limit - spent, 0.0) if self.limit else spent

    def is_up(self, now: float) -> bool:
        """Tell whether the time of whoever it is shown for is over."""
        return bool(self.limit) and self.seconds(self.shown, now) == 0.0

    def paused(self, now: float) -> "Clock":
        """Return it standing still."""
        if self.running is None:
            return self
        whose = self.running
        spent = self.spent[whose] + max(now - self.since, 0.0)
        return evolve(self, running=None, spent=(*self.spent[:whose], spent, *self.spent[whose + 1 :]))

    def started(self, now: float) -> "Clock":
        """Return it going on for whom it is shown."""
        return evolve(self.paused(now), running=self.shown, since=now)

    def passed_on(self, now: float) -> "Clock":
        """Return it with the next one's time, which runs if the one before did."""
        after = evolve(self.paused(now), shown=(self.shown + 1) % len(self.spent))
        return after if self.running is None else after.started(now)

    def anew(self) -> "Clock":
        """Return it from the start, standing still."""
        return Clock(self.limit, (0.0,) * len(self.spent))


class Clocks:
    """The clocks of all tables, as long as the program runs; every page at a table shows the same one.

    :param changed: is told of which table a clock has changed.
    """

    def __init__(self, changed: Callable[[str], None]) -> None:
        self._changed = changed
        self._clocks: dict[str, Clock] = {}

    def of(self, table: str) -> Clock | None:
        """Return the clock of a table, if it has one."""
        return self._clocks.get(table)

    def put(self, table: str, clock: Clock | None) -> None:
        """Put a clock on a table, change it or take it away."""
        if clock:
            self._clocks[table] = clock
        else:
            self._clocks.pop(table, None)
        self._changed(table)

"""The clock on the table: for all or for each, down from a time or up, with pause; it outlasts the program."""

import logging
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from companion.storage.errors import StorageError
from companion.storage.library import Library
from companion.storage.merge import CLOCK

log: Final = logging.getLogger(__name__)

#: What there is to choose from, in seconds; 0 counts up.
TIMES: Final = (30, 60, 120, 180, 300, 600, 0)

#: Nobody is on the clock for longer: who reads such a time has read a clock that is wrong.
_DAY: Final = 24 * 60 * 60.0

#: Reads a clock, in seconds.
Reading: TypeAlias = Callable[[], float]


@frozen
class Clock:
    """A clock as it stands. It reads no clock itself: the moment is always given.

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

    def passed_on(self, now: float, there: Sequence[int]) -> "Clock":
        """Return it with the next one's time, which runs if the one before did.

        :param there: whose turns there are; who has joined since has spent nothing yet.
        """
        whose = next((seat for seat in there if seat > self.shown), there[0])
        spent = (*self.spent, *(0.0,) * (whose + 1 - len(self.spent)))
        after = evolve(evolve(self, spent=spent).paused(now), shown=whose)
        return after if self.running is None else after.started(now)

    def anew(self) -> "Clock":
        """Return it from the start, standing still."""
        return Clock(self.limit, (0.0,) * len(self.spent))


class Clocks:
    """The clocks of all tables; every page at a table shows the same one.

    While the program runs they go by its own clock, which nobody sets. Between two runs only the clock on the wall has gone on: it is
    believed where it can be right, and never where somebody would lose more time than has passed for sure.

    :param library: where they are kept.
    :param changed: is told of which table a clock has changed.
    :param wall: reads the time of day.
    :param own: reads the program's own clock.
    """

    def __init__(
        self,
        library: Library,
        changed: Callable[[str], None],
        *,
        wall: Reading = time.time,
        own: Reading = time.monotonic,
    ) -> None:
        self._library = library
        self._changed = changed
        self._wall = wall
        self._own = own
        self._clocks: dict[str, Clock | None] = {}

    def of(self, table: str) -> Clock | None:
        """Return the clock of a table, if it has one."""
        if table not in self._clocks:
            self._clocks[table] = self._taken_up(table)
        return self._clocks[table]

    def put(self, table: str, clock: Clock | None) -> None:
        """Put a clock on a table, change it or take it away."""
        self._clocks[table] = clock
        key = f"{CLOCK}{table}"
        try:
            if clock:
                self._library.set_setting(key, self._written(clock))
            else:
                self._library.forget_setting(key)
        except StorageError:  # it goes on as long as the program does
            log.warning("the clock of the table %s cannot be kept", table, exc_info=True)
        self._changed(table)

    def _written(self, clock: Clock) -> dict[str, Any]:
        still = clock.paused(self._own())
        since = {"wall": self._wall(), "own": self._own()} if clock.running is not None else None
        return {"limit": still.limit, "spent": still.spent, "shown": still.shown, "since": since}

    def _taken_up(self, table: str) -> Clock | None:
        """Return the clock of a table as an earlier run has kept it; one that ran has gone on."""
        try:
            kept = self._library.setting(f"{CLOCK}{table}")
        except StorageError:
            log.warning("the clock of the table %s cannot be read", table, exc_info=True)
            return None
        match kept:
            case {
                "limit": int(limit),
                "spent": [*spent],
                "shown": int(shown),
                "since": since,
            } if all(isinstance(each, float | int) for each in spent) and 0 <= shown < len(spent):
                clock = Clock(limit, tuple(spent), shown=shown)
            case _:
                return None
        match since:
            case {"wall": float(wall), "own": float(own)} if (gone := self._gone(wall, own)) is not None:
                return clock.started(self._own() - gone)
        return clock

    def _gone(self, wall: float, own: float) -> float | None:
        """Return how many seconds have passed for sure since two readings; ``None`` if nobody can know."""
        passed = self._wall() - wall
        if not 0.0 <= passed <= _DAY:
            return None
        # the machine's own clock goes on between two programs until it is switched off; a page's begins with the page
        counted = self._own() - own
        return min(passed, counted) if counted >= 0.0 and sys.platform != "emscripten" else passed

"""The clock on the table: for all or for each, down from a time or up, with pause; it outlasts the program."""

import logging
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from attrs import define, evolve, field, frozen

from companion.storage.errors import StorageError
from companion.storage.library import Library
from companion.storage.merge import CLOCK

log: Final = logging.getLogger(__name__)

#: What there is to choose from, in seconds; 0 counts up.
TIMES: Final = (30, 60, 120, 180, 300, 600, 0)

#: Longest time in seconds; a longer one comes from a wrong system clock.
_DAY: Final = 24 * 60 * 60.0

#: Reads a clock, in seconds.
Reading: TypeAlias = Callable[[], float]


@frozen
class Clock:
    """The state of a clock. It reads no time itself: every method gets the current time.

    :param limit: seconds available, per player if not shared; 0 counts up.
    :param spent: seconds spent before the latest start: one number if shared, otherwise one per seat.
    :param running: index into ``spent`` of the running time; ``None`` while paused.
    :param since: time of the latest start, in seconds of the same clock as all other times.
    :param shown: index of the time shown while paused.
    """

    limit: int
    spent: tuple[float, ...] = (0.0,)
    running: int | None = None
    since: float = 0.0
    shown: int = 0

    @property
    def each(self) -> bool:
        """Whether each player has their own time."""
        return len(self.spent) > 1

    def seconds(self, whose: int, now: float) -> float:
        """Return the remaining seconds of a player, or the spent ones if the clock counts up."""
        spent = self.spent[whose] + (max(now - self.since, 0.0) if self.running == whose else 0.0)
        return max(self.limit - spent, 0.0) if self.limit else spent

    def is_up(self, now: float) -> bool:
        """Return whether the time shown is over."""
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
        """Return the clock with the next player's time, running if the clock was running.

        :param there: the seats that take turns; players who joined since have spent nothing.
        """
        whose = next((seat for seat in there if seat > self.shown), there[0])
        spent = (*self.spent, *(0.0,) * (whose + 1 - len(self.spent)))
        after = evolve(evolve(self, spent=spent).paused(now), shown=whose)
        return after if self.running is None else after.started(now)

    def anew(self) -> "Clock":
        """Return it from the start, standing still."""
        return Clock(self.limit, (0.0,) * len(self.spent))


@define(eq=False)
class Clocks:
    """The clocks of all tables, shared by all pages.

    While the program runs they use a monotonic clock. After a restart only the wall clock shows how much time has passed; it is
    used only where it is plausible, and never to a player's disadvantage.

    :param library: where they are stored.
    :param changed: called with the id of a table whose clock has changed.
    :param wall: returns the wall clock time.
    :param own: returns the monotonic time.
    """

    _library: Library
    _changed: Callable[[str], None]
    _wall: Reading = time.time
    _own: Reading = time.monotonic
    _clocks: dict[str, Clock | None] = field(factory=dict, init=False)

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
        except StorageError:  # the clock continues while the program runs
            log.warning("the clock of the table %s cannot be kept", table, exc_info=True)
        self._changed(table)

    def _written(self, clock: Clock) -> dict[str, Any]:
        still = clock.paused(self._own())
        since = {"wall": self._wall(), "own": self._own()} if clock.running is not None else None
        return {"limit": still.limit, "spent": still.spent, "shown": still.shown, "since": since}

    def _taken_up(self, table: str) -> Clock | None:
        """Return the clock of a table as stored by an earlier run; one that was running has continued."""
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
        """Return the seconds that have passed for certain between two readings; ``None`` if unknown."""
        passed = self._wall() - wall
        if not 0.0 <= passed <= _DAY:
            return None
        # the machine's monotonic clock survives a restart of the program; a page's starts with the page
        counted = self._own() - own
        return min(passed, counted) if counted >= 0.0 and sys.platform != "emscripten" else passed

"""Rate limit for wrong keys and codes, per client address."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from attrs import define

#: Wrong keys that cost nothing: a mistyped link, or an old bookmark.
_FREE: Final = 5
#: Delay of the first late refusal in seconds; it doubles with each further one.
_FIRST: Final = 0.25
#: Longest delay of a refusal in seconds; within the time that a request may take.
_LATEST: Final = 8.0
#: Seconds without a wrong key after which the count starts over.
_FORGIVEN: Final = 600.0
#: Number of addresses remembered; the least recent are forgotten first.
_MOST: Final = 1024


@define
class _Attempts:
    wrong: int = 0
    latest: float = 0.0


class RateLimiter:
    """Delays refusals of wrong keys, per client; a right key is never delayed by other clients' mistakes.

    :param clock: monotonic time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._places: OrderedDict[Hashable, _Attempts] = OrderedDict()
        #: Number of wrong keys so far.
        self.total = 0

    def wrong(self, place: Hashable) -> float:
        """Record a wrong key and return the delay of its refusal in seconds.

        >>> guesses = RateLimiter()
        >>> [guesses.wrong("192.168.1.5") for _ in range(12)]
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
        """
        now = self._clock()
        self.total += 1
        guesser = self._places.setdefault(place, _Attempts())
        self._places.move_to_end(place)
        if now - guesser.latest > _FORGIVEN:
            guesser.wrong = 0
        guesser.wrong, guesser.latest = guesser.wrong + 1, now
        while len(self._places) > _MOST:
            self._places.popitem(last=False)
        return _late(guesser.wrong)

    def waits(self, place: Hashable) -> float:
        """Return for how many seconds short codes from an address are not checked."""
        guesser = self._places.get(place)
        return max(0.0, guesser.latest + _late(guesser.wrong) - self._clock()) if guesser else 0.0


def _late(wrong: int) -> float:
    over = wrong - _FREE
    return min(_FIRST * 2.0 ** min(over - 1, 16), _LATEST) if over > 0 else 0.0

"""Guesses: keys that were wrong, by where they came from, and how long the next refusal lets them wait."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from attrs import define

#: So many wrong keys are a slip: a typed link, or the bookmark of last week.
_FREE: Final = 5
#: The first refusal that comes late does so by this many seconds, each further one by twice as many as the one before.
_FIRST: Final = 0.25
#: A refusal is never later, in seconds: it stays within the time in which a request has to come.
_LATEST: Final = 8.0
#: Whoever guesses nothing for so many seconds begins anew.
_FORGIVEN: Final = 600.0
#: So many places are remembered; those that were heard of longest ago are forgotten first.
_MOST: Final = 1024


@define
class _Attempts:
    wrong: int = 0
    latest: float = 0.0


class RateLimiter:
    """Tells how late a wrong key is refused; one that is right never asks here, so nobody waits for others' mistakes.

    :param clock: seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._places: OrderedDict[Hashable, _Attempts] = OrderedDict()

    def wrong(self, place: Hashable) -> float:
        """Note a wrong key, and return by how many seconds its refusal is to come late.

        >>> guesses = RateLimiter()
        >>> [guesses.wrong("192.168.1.5") for _ in range(12)]
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
        """
        now = self._clock()
        guesser = self._places.setdefault(place, _Attempts())
        self._places.move_to_end(place)
        if now - guesser.latest > _FORGIVEN:
            guesser.wrong = 0
        guesser.wrong, guesser.latest = guesser.wrong + 1, now
        while len(self._places) > _MOST:
            self._places.popitem(last=False)
        return _late(guesser.wrong)

    def waits(self, place: Hashable) -> float:
        """Return for how many seconds nothing short, such as a code said aloud, is to be looked at from there."""
        guesser = self._places.get(place)
        return max(0.0, guesser.latest + _late(guesser.wrong) - self._clock()) if guesser else 0.0


def _late(wrong: int) -> float:
    """Return by how many seconds the refusal of the latest of so many wrong keys comes late."""
    over = wrong - _FREE
    return min(_FIRST * 2.0 ** min(over - 1, 16), _LATEST) if over > 0 else 0.0

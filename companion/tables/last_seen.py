"""What the user had seen of the table at the time of a tap; the server sets it for each message of a page."""

import time
from contextvars import ContextVar
from typing import Final

from attrs import frozen

#: Seconds for which something must be on a screen until it counts as read.
READING: Final = 2.0


@frozen
class SeenAt:
    """What was on the tapped screen.

    :param read: what the referee knew at this time, on the clock of ``time.monotonic()``, had been on the screen long
        enough to be read; later changes had not.
    :param late: whether the tap took too long to arrive.
    """

    read: float
    late: bool = False


#: Set for each message of a page whose client says when it was sent.
SEEN_AT: Final[ContextVar[SeenAt | None]] = ContextVar("glance", default=None)


def seen_at() -> SeenAt:
    """Return what the user had seen; without data from the client, everything older than :data:`READING`."""
    return SEEN_AT.get() or SeenAt(time.monotonic() - READING)

"""What somebody had seen of the table when a screen was tapped; the server says so for each message a page sends."""

import time
from contextvars import ContextVar
from typing import Final

from attrs import frozen

#: How long something has to stand on a screen until it has been read, in seconds.
READING: Final = 2.0


@frozen
class SeenAt:
    """What whoever tapped had seen.

    :param read: what the referee knew at this moment, on the clock of ``time.monotonic()``, had stood on the tapped
        screen long enough to be read; what came later had not.
    :param late: whether the tap was on its way for so long that nobody means it any more.
    """

    read: float
    late: bool = False


#: Set for each message of a page whose client says when it was sent.
SEEN_AT: Final[ContextVar[SeenAt | None]] = ContextVar("glance", default=None)


def seen_at() -> SeenAt:
    """Return what whoever tapped had seen; without the client's word, what stood there for the time of reading."""
    return SEEN_AT.get() or SeenAt(time.monotonic() - READING)

"""Draws pages one after another: the page whose user has tapped comes first, and between two pages others are answered."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Final
from weakref import WeakKeyDictionary


class RedrawQueue:
    """The pages of an event loop that have to be drawn; used in the thread of the loop only.

    If all pages of a table were drawn in one turn of the loop, the next tap, even at another table, would wait for all of
    them, and after it each of them would be drawn again.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], None], Context]] = deque()
        self._running = False

    def add(self, redraw: Callable[[], None], context: Context, first: bool) -> None:
        """Redraw a page in its turn.

        :param context: that of the page.
        :param first: whether it comes before all others.
        """
        (self._waiting.appendleft if first else self._waiting.append)((redraw, context))
        if not self._running:
            self._running = True
            asyncio.get_running_loop().call_soon(self._next)  # when all pages of the table are in

    def _next(self) -> None:
        if not self._waiting:
            self._running = False
            return
        redraw, context = self._waiting.popleft()
        asyncio.get_running_loop().call_soon(self._next)
        context.run(redraw)


_queues: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, RedrawQueue]] = WeakKeyDictionary()


def redraw_queue() -> RedrawQueue:
    """Return the queue of the running loop."""
    return _queues.setdefault(asyncio.get_running_loop(), RedrawQueue())

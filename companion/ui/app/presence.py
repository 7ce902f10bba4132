"""Who is at a page: whether it is shown at all, and when somebody touched it last."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

import flet as ft

from companion.tables.signal import Signal

#: After so many seconds without a touch, nobody is there any more.
IDLE: Final = 60.0

_GONE: Final = (ft.AppLifecycleState.HIDE, ft.AppLifecycleState.PAUSE)
_HERE: Final = (ft.AppLifecycleState.SHOW, ft.AppLifecycleState.RESUME)


class Presence:
    """What is known of whoever is at a page.

    :param came: tells that the page is shown again.
    :param went: tells that it is not shown any more: the phone was turned off, or shows something else.
    """

    def __init__(self, page: ft.Page) -> None:
        self.came = Signal()
        self.went = Signal()
        self._shown = True
        self._touched = time.monotonic()
        page.on_app_lifecycle_state_change = self._change

    def touch(self) -> None:
        """Note that somebody has just touched the page."""
        self._touched = time.monotonic()

    async def left_alone(self) -> None:
        """Wait until nobody has touched the page for :data:`IDLE` seconds."""
        while (rest := self._touched + IDLE - time.monotonic()) > 0:
            await asyncio.sleep(rest)

    def _change(self, event: Any) -> None:
        if event.state in _GONE and self._shown:
            self._shown = False
            self.went.emit()
        elif event.state in _HERE and not self._shown:
            self._shown = True
            self.came.emit()


def use_while_here(presence: Presence, page: Any, here: bool, leave: Callable[[], None]) -> None:
    """Call ``leave`` as soon as nobody is at the page, while ``here`` holds.

    :param page: the page that is drawn.
    """
    off: Any = ft.use_ref(None)

    def watch() -> None:
        if not here:
            return
        presence.touch()
        stop = presence.went.subscribe(leave)

        async def wait() -> None:
            await presence.left_alone()
            leave()

        waiting = page.run_task(wait)

        def end() -> None:
            stop()
            waiting.cancel()

        off.current = end

    def rest() -> None:
        if off.current:
            off.current()
            off.current = None

    ft.use_effect(watch, dependencies=[here], cleanup=rest)

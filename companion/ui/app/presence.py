"""Presence: whether a page is shown, and when it was last touched."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

import flet as ft

from companion.tables.signal import Signal
from companion.ui.runtime.hooks import use_lasting

#: Seconds without a touch after which a user counts as away.
IDLE: Final = 60.0

_GONE: Final = (ft.AppLifecycleState.HIDE, ft.AppLifecycleState.PAUSE)
_HERE: Final = (ft.AppLifecycleState.SHOW, ft.AppLifecycleState.RESUME)


class Presence:
    """Presence of the user of one page.

    :param came: emitted when the page is shown again.
    :param went: emitted when the page is hidden.
    """

    def __init__(self, page: ft.Page) -> None:
        self.came = Signal()
        self.went = Signal()
        self._shown = True
        self._touched = time.monotonic()
        page.on_app_lifecycle_state_change = self._change

    def touch(self) -> None:
        """Record a touch."""
        self._touched = time.monotonic()

    async def left_alone(self) -> None:
        """Wait until the page has not been touched for :data:`IDLE` seconds."""
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
    """Call ``leave`` as soon as the user is away, while ``here`` holds.

    :param page: the rendered page.
    """

    def watch() -> Callable[[], None] | None:
        if not here:
            return None
        presence.touch()
        stop = presence.went.subscribe(leave)

        async def wait() -> None:
            await presence.left_alone()
            leave()

        waiting = page.run_task(wait)

        def end() -> None:
            stop()
            waiting.cancel()

        return end

    use_lasting(watch, here)

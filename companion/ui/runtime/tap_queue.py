"""Runs the taps of one page one by one, each after the screen of the one before has been drawn."""

import asyncio
import itertools
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion import flet_patches
from companion.flet_patches import Dispatch
from companion.tables.blocking import Handling


@frozen
class Tap:
    """A tap on a page.

    :param control: id of the tapped control.
    :param number: number of taps on the page so far.
    """

    control: int
    number: int


_tap: Final[ContextVar[Tap | None]] = ContextVar("tap", default=None)
#: Turns of the event loop without a pending render after which the screen counts as settled; sessions request a render
#: one turn after the change.
_STILL_TURNS: Final = 4
_MOST_TURNS: Final = 100
#: Events of a finger or keyboard; key events come from the page, and two in a row are never a double tap.
_KEY: Final = "keyboard_event"
_TAPS: Final = frozenset(("click", "tap", "change", "select", "submit", "long_press", _KEY))


def one_by_one(page: ft.Page, tapped: Callable[[], object] = lambda: None) -> None:
    """Handle the events of a page in the order in which they were sent, each on the screen that the previous one left.

    A browser may send two events at once: a calendar reports the chosen day and that it was closed.

    :param tapped: called at each tap; see :func:`tap`.
    """
    numbers, turn = itertools.count(1), asyncio.Lock()

    def around(dispatch: Dispatch) -> Dispatch:
        async def in_turn(control_id: int, event_name: str, event_data: Any) -> None:
            is_tap = event_name in _TAPS
            if is_tap:
                tapped()
            async with turn:
                if is_tap:
                    number = next(numbers)
                    _tap.set(None if event_name == _KEY else Tap(control_id, number))
                handler = Handling(dispatch(control_id, event_name, event_data))
                handling = asyncio.ensure_future(handler)
                await asyncio.sleep(0)
                await handler.unblocked()
                if is_tap:
                    await _drawn(page)
            await handling  # a handler that waits for the device does not hold up the events after it

        return in_turn

    flet_patches.around_events(page, around)


async def _drawn(page: ft.Page) -> None:
    """Wait until pending renders are done, but not forever."""
    still_for = 0
    for _ in range(_MOST_TURNS):
        await asyncio.sleep(0)
        still_for = 0 if flet_patches.has_to_draw(page) else still_for + 1
        if still_for == _STILL_TURNS:
            return


def tap() -> Tap | None:
    """Return the tap whose handler runs."""
    return _tap.get()

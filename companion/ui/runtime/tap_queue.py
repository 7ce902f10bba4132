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


@frozen
class Tap:
    """What somebody has just done on a page.

    :param control: what was tapped, by its number on the page.
    :param number: how many taps the page has seen up to this one.
    """

    control: int
    number: int


_tap: Final[ContextVar[Tap | None]] = ContextVar("tap", default=None)
#: So many turns of the loop without a drawing to come, and the screen is at rest: what follows a session asks for its
#: drawing one turn after the change.
_STILL_TURNS: Final = 4
_MOST_TURNS: Final = 100
#: The events that come from a finger or a keyboard; a key is pressed on the page, and two of them are never one by mistake.
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
                handling = asyncio.ensure_future(dispatch(control_id, event_name, event_data))
                if is_tap:
                    await _drawn(page)
                else:
                    await asyncio.sleep(0)
            await handling  # a handler that waits for the device does not hold up the events after it

        return in_turn

    flet_patches.around_events(page, around)


async def _drawn(page: ft.Page) -> None:
    """Wait until what is to be drawn has been drawn, but not for a screen that never comes to rest."""
    still_for = 0
    for _ in range(_MOST_TURNS):
        await asyncio.sleep(0)
        still_for = 0 if flet_patches.has_to_draw(page) else still_for + 1
        if still_for == _STILL_TURNS:
            return


def tap() -> Tap | None:
    """Return the tap whose handler runs."""
    return _tap.get()

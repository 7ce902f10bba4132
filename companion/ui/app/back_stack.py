"""The way back: whatever lies above a screen is a step of its own, so that the phone's back gesture takes that away first.

How the steps lie in the browser's history is up to the page, see ``way.js``.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion import flet_patches
from companion.flet_patches import Dispatch

#: Whether what is drawn is out of sight, for as long as another part of the table is looked at in its place.
OutOfSight: Final[Any] = ft.create_context(False)

#: What the address of a screen ends with while something lies above it, and how much.
_ABOVE: Final = re.compile(r"[?&]above=(\d+)$")
#: The most screens remembered on the way to the current one.
_LONGEST_TRAIL: Final = 20


@frozen(eq=False)
class _Step:
    """What lies above the screen.

    :param close: takes it away.
    :param covers: whether nothing below it can be reached, as below a window; otherwise it stands in the place of a part of it.
    """

    close: Callable[[], None]
    covers: bool


class BackStack:
    """What lies above the screen of one page, the topmost last."""

    def __init__(self, page: ft.Page) -> None:
        self._page = page
        self._route = _plain(page.route or "/")
        self._lying: list[_Step] = []
        #: What the page was told to show, or has said that it shows.
        self._address = self._route
        #: What the page was told to show and has not yet said that it does.
        self._told: list[str] = []
        #: The screens on the way to the current one, oldest first.
        self._trail: list[str] = []
        self._changed = False
        self._menu: Callable[[], None] | None = None
        flet_patches.around_events(page, self._around)

    def go(self, route: str) -> None:
        """Show another screen; what lies above this one stays or goes as whoever laid it there likes, but is no step any more."""
        self._lying.clear()
        self._leave_for(route)
        self._show(route)

    @property
    def before(self) -> str | None:
        """The screen from which the current one was opened; ``None`` if it was opened by its address."""
        return self._trail[-1] if self._trail else None

    def _leave_for(self, route: str) -> None:
        """Record the screen from which the next one is opened; opening a screen on the way again goes back to it."""
        if route in self._trail:
            del self._trail[self._trail.index(route) :]
        elif route != self._route:
            self._trail = [*self._trail, self._route][-_LONGEST_TRAIL:]
        self._route = route

    def lay(self, close: Callable[[], None], *, covers: bool = False) -> Callable[[], None]:
        """Make something that lies above the screen from now on a step.

        :param close: takes it away.
        :param covers: whether nothing below it can be reached.
        :return: what is called when it is gone, however that came.
        """
        layer = _Step(close, covers)
        self._lying.append(layer)
        self._change()

        def gone() -> None:
            if layer in self._lying:
                self._lying.remove(layer)
                self._change()

        return gone

    @property
    def any(self) -> bool:
        """Whether something lies above the screen."""
        return bool(self._lying)

    @property
    def cover(self) -> bool:
        """Whether something lies there below which nothing can be reached."""
        return any(layer.covers for layer in self._lying)

    def leave(self) -> None:
        """Take away what lies topmost."""
        self._lying.pop().close()
        self._change()

    def open_menu(self) -> None:
        """Make a menu a step that has just been opened; the page itself closes it, of which nobody else is able."""
        self.close_menu()
        self._menu = self.lay(lambda: None, covers=True)

    def close_menu(self) -> None:
        """Let the menu be no step any more."""
        if self._menu:
            self._menu()
        self._menu = None

    def _change(self) -> None:
        """Let the page know how much lies there, once for all that changes in one drawing."""
        if not self._changed:
            self._changed = True
            asyncio.get_running_loop().call_soon(self._settle)

    def _settle(self) -> None:
        self._changed = False
        many = len(self._lying)
        mark = "&" if "?" in self._route else "?"
        address = f"{self._route}{mark}above={many}" if many else self._route
        if address != self._address:
            self._show(address)

    def _show(self, address: str) -> None:
        if address != self._address:
            self._told.append(address)
        self._address = address
        self._page.navigate(address)

    def _around(self, dispatch: Dispatch) -> Dispatch:
        def heard(control_id: int, event_name: str, event_data: Any) -> Awaitable[None]:
            if event_name == "route_change" and not self._is_other_screen(event_data["route"]):
                return _nothing()
            return dispatch(control_id, event_name, event_data)

        return heard

    def _is_other_screen(self, address: str) -> bool:
        """Tell whether the page shows another screen now; if somebody has gone back, what lay above that step is taken away."""
        if address in self._told:
            del self._told[: self._told.index(address) + 1]
            return not _ABOVE.search(address)
        route, above = _plain(address), _ABOVE.search(address)
        same = route == self._route
        left = int(above[1]) if above and same else 0
        self._leave_for(route)
        self._address = address
        closed = self._lying[left:]
        del self._lying[left:]
        flet_patches.stand_before(self._page)
        for layer in reversed(closed):
            layer.close()
        self._change()  # somebody may have gone forward to what is not there any more
        return not same


def _plain(address: str) -> str:
    return _ABOVE.sub("", address)


async def _nothing() -> None:
    pass


def use_back_step(layers: BackStack, there: object, close: Callable[[], None], *, covers: bool = False) -> None:
    """Let the phone's back gesture take something away that lies above the screen.

    :param there: what lies there, if anything does: what comes in its place is to be taken away by itself.
    :param covers: whether nothing below it can be reached.
    """
    behind = ft.use_context(OutOfSight)
    laid = bool(there) and not behind
    latest: Any = ft.use_ref(None)
    latest.current = close
    gone: Any = ft.use_ref(None)

    def lay() -> None:
        if laid:
            gone.current = layers.lay(lambda: latest.current(), covers=covers)

    def end() -> None:
        if gone.current:
            gone.current()
            gone.current = None

    ft.use_effect(lay, dependencies=[there, laid], cleanup=end)

"""The back stack: everything above a screen is a step of its own that the phone's back gesture closes first.

``way.js`` maps the steps to the browser's history.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion import flet_patches
from companion.flet_patches import Dispatch
from companion.ui.runtime.hooks import use_lasting

#: Context: whether this part of the screen is hidden while another part of the table is shown in its place.
OutOfSight: Final[Any] = ft.create_context(False)

#: Suffix of a screen's address: the number of steps above it.
_ABOVE: Final = re.compile(r"[?&]above=(\d+)$")
#: The most screens remembered on the way to the current one.
_LONGEST_TRAIL: Final = 20


@frozen(eq=False)
class _Step:
    """A step above a screen.

    :param close: closes it.
    :param covers: whether it blocks everything below, like a dialog; otherwise it replaces a part of the screen.
    """

    close: Callable[[], None]
    covers: bool


class BackStack:
    """The steps above the screen of one page, topmost last."""

    def __init__(self, page: ft.Page) -> None:
        self._page = page
        self._route = _plain(page.route or "/")
        self._lying: list[_Step] = []
        #: The route the page was asked to show, or has reported.
        self._address = self._route
        #: Routes the page was asked to show and has not reported yet.
        self._requested: list[str] = []
        #: The screens on the way to the current one, oldest first.
        self._trail: list[str] = []
        self._changed = False
        self._menu: Callable[[], None] | None = None
        flet_patches.around_events(page, self._around)

    def go(self, route: str) -> None:
        """Go to another screen; parts above the current one are no longer steps, whether or not their owner closes them."""
        self._lying.clear()
        self._leave_for(route)
        self._show(route)

    @property
    def before(self) -> str | None:
        """The screen from which the current one was opened; ``None`` if it was opened by its address."""
        return self._trail[-1] if self._trail else None

    def _leave_for(self, route: str) -> None:
        """Record the screen from which the next one is opened; opening an earlier screen again goes back to it."""
        if route in self._trail:
            del self._trail[self._trail.index(route) :]
        elif route != self._route:
            self._trail = [*self._trail, self._route][-_LONGEST_TRAIL:]
        self._route = route

    def lay(self, close: Callable[[], None], *, covers: bool = False) -> Callable[[], None]:
        """Add a step.

        :param close: closes it.
        :param covers: whether it blocks everything below.
        :return: must be called when it has been closed in any way.
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
        """Whether there is a step."""
        return bool(self._lying)

    @property
    def cover(self) -> bool:
        """Whether a step blocks everything below."""
        return any(layer.covers for layer in self._lying)

    def leave(self) -> None:
        """Close the topmost step."""
        self._lying.pop().close()
        self._change()

    def open_menu(self) -> None:
        """Add an opened menu as a step; only the page itself can close it."""
        self.close_menu()
        self._menu = self.lay(lambda: None, covers=True)

    def close_menu(self) -> None:
        """Let the menu be no step any more."""
        if self._menu:
            self._menu()
        self._menu = None

    def _change(self) -> None:
        """Send the page the number of steps, once for all changes of a frame."""
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
            self._requested.append(address)
        self._address = address
        self._page.navigate(address)

    def _around(self, dispatch: Dispatch) -> Dispatch:
        def dispatch_unless_same(control_id: int, event_name: str, event_data: Any) -> Awaitable[None]:
            if event_name == "route_change" and not self._is_other_screen(event_data["route"]):
                return _nothing()
            return dispatch(control_id, event_name, event_data)

        return dispatch_unless_same

    def _is_other_screen(self, address: str) -> bool:
        """Return whether the page shows another screen; after going back, close the steps above that entry."""
        if address in self._requested:
            del self._requested[: self._requested.index(address) + 1]
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
        self._change()  # the user may have gone forward to a closed step
        return not same


def _plain(address: str) -> str:
    return _ABOVE.sub("", address)


async def _nothing() -> None:
    pass


def use_back_step(layers: BackStack, there: object, close: Callable[[], None], *, covers: bool = False) -> None:
    """Make a part of the screen a step of the back stack while it is open.

    :param there: identifies the open part, ``None`` if closed; another part in its place is a step of its own.
    :param covers: whether it blocks everything below.
    """
    behind = ft.use_context(OutOfSight)
    laid = bool(there) and not behind
    latest: Any = ft.use_ref(None)
    latest.current = close
    use_lasting(lambda: layers.lay(lambda: latest.current(), covers=covers) if laid else None, there, laid)

"""The context: what every screen of one page needs at hand."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeAlias
from weakref import WeakKeyDictionary

import flet as ft
from attrs import Factory, define, field, frozen

from companion.i18n import Renderer
from companion.kernel.explain import Explanation
from companion.kernel.text import Text
from companion.lookup import RuleBook
from companion.tables.access import Access
from companion.tables.roles import Grant, Role
from companion.tables.signal import Signal
from companion.tables.tables import Tables
from companion.ui.app.back_stack import BackStack
from companion.ui.app.preferences import Preferences
from companion.ui.app.presence import Presence
from companion.ui.app.shortcuts import Keys

log: Final = logging.getLogger("companion.ui")

#: From this size of the type on, there is no room for two things in a line.
LARGE: Final = 1.3

#: From this size of the type on, there is no room for buttons that stay in reach below what is read.
HUGE: Final = 1.5

#: Below this height in pixels, a page is that of a phone held across.
LOW: Final = 480.0

#: Pixels by which a page may grow before what fits into it is counted anew.
STEP: Final = 30.0

#: The size of a page that does not tell its own.
USUAL: Final = (390.0, 844.0)

#: In the pocket, after so many seconds a tap is answered, and a service of the device is in nobody's way.
_DRAWN: Final = 0.06

Layout: TypeAlias = Literal["phone", "tablet", "desktop"]


_services: Final[WeakKeyDictionary[ft.Page, dict[type[ft.Service], ft.Service]]] = WeakKeyDictionary()


@frozen
class Why:
    """What somebody wants to know: why the referee said something, or what a rule says.

    :param rules: ids of the rules it rests on, the deciding one first.
    :param said: what the referee said; ``None`` for a rule that was looked up.
    :param names: the players' names.
    :param table: the table at which it was asked.
    :param each: of several things said at once, what each asks; then there is nothing else.
    """

    rules: tuple[str, ...] = ()
    said: Text | None = None
    names: tuple[str, ...] = ()
    table: str | None = None
    each: tuple["Why", ...] = ()


class Invitation(Protocol):
    """The way in for a phone."""

    @property
    def links(self) -> tuple[str, ...]:
        """One per address of this machine, the one to try first in front."""

    @property
    def code(self) -> str:
        """What can be said aloud instead."""

    @property
    def address(self) -> str:
        """Where that is typed."""


class Lan(Protocol):
    """The switch that lets phones on the same network in."""

    @property
    def changed(self) -> Signal:
        """Beats when the way to join has changed, such as an expired code."""

    @property
    def urls(self) -> tuple[str, ...]:
        """The links phones can open, key included; empty while the door is closed."""

    @property
    def pocket(self) -> str | None:
        """The path at which the program for a phone's own browser is served too; ``None`` while it is not."""

    async def open(self) -> None:
        """Let phones in.

        :raises OSError: if no port can be had.
        """

    async def close(self) -> None:
        """Let nobody in any more."""

    def invitation(self, route: str = "/", to: Grant | None = None) -> Invitation | None:
        """Return the way in, or ``None`` while the door is closed.

        :param route: where it leads.
        :param to: what it lets somebody do; without it, what the link to the room does.
        :raises StorageError: if its link is new and cannot be stored.
        """

    async def renew(self, to: Grant | None = None) -> None:
        """Change the key of a link, so that it ends; there is another in its place."""


@define(eq=False)
class AppContext:
    """What all pages share: the tables, the rules, and the door for phones.

    :param data: the folder everything is kept in.
    :param lan: the switch for phones; ``None`` where there is no server.
    :param notice: what is to be told about the data since the start.
    :param kept: what is said of where everything is kept, if that is no folder anybody could look into.
    :param assets: below which address a page finds its pictures; a site may lie anywhere on its host.
    :param pocket: the address of the program in a phone's own browser, if it is known; what is passed on opens there.
    :param brought: a file that another program of the device has handed over and nobody has looked at yet; see :meth:`bring`.
    :param arrivals: tells that one has.
    """

    tables: Tables
    rules: RuleBook
    data: Path
    lan: Lan | None = None
    notice: Explanation | None = None
    kept: Text | None = None
    assets: str = "/"
    pocket: str | None = None
    brought: bytes | None = None
    arrivals: Signal = field(factory=Signal)

    def bring(self, content: bytes) -> None:
        """Have a file looked at that another program of the device has handed over."""
        self.brought = content
        self.arrivals.emit()


@frozen(eq=False)
class PageContext:
    """What every screen of one page needs at hand. A new one is made when the page's preferences or its size class change.

    :param locale: the language of this page.
    :param layout: its size class.
    :param size: its width and height in pixels, to a step.
    :param device: how much larger than usual the device itself sets its type.
    :param explain: opens "why?", or closes it.
    :param prefer: changes some of the device's preferences, each by its name.
    :param tint: gives the page a game's colour, ``#rrggbb``, or the neutral one.
    :param passes: what the links that its device has come by let it do.
    :param presence: who is at it.
    :param layers: what lies above the screen.
    :param keys: what the keys do.
    :param show_keys: lists them.
    :param access: the tables as far as the page may see and change them.
    :param origin: where its browser has it from, such as ``https://games.example``; empty where there is no browser.
    :param region: where its device is at home, such as ``GB``, if it says so.
    """

    app: AppContext
    page: ft.Page
    preferences: Preferences
    locale: str
    layout: Layout
    size: tuple[float, float]
    device: float
    signal: Signal
    explain: Callable[[Why | None], None]
    prefer: Callable[..., None]
    tint: Callable[[str | None], None]
    grants: tuple[Grant, ...]
    presence: Presence
    back_stack: BackStack
    keys: Keys
    show_keys: Callable[[], None]
    origin: str = ""
    region: str = ""
    access: Access = field(
        init=False, default=Factory(lambda self: Access(self.app.tables, self.grants), takes_self=True)
    )

    @property
    def host(self) -> bool:
        """Whether the page is shown on the machine that runs the program."""
        return self.role() is Role.HOST

    def role(self, table: str | None = None) -> Role | None:
        """Return what the page may do at a table, or in the room as a whole; ``None`` if it knows nothing of it.

        A link leads to all tables at which its players went on.
        """
        return self.access.role(table)

    @property
    def lan(self) -> Lan | None:
        """The switch for phones, in the host's hands alone: whoever holds the key could put out all others."""
        return self.app.lan if self.host else None

    def renderer(self, names: tuple[str, ...] = ()) -> Renderer:
        """Return the renderer of this page's language, for the players of a table."""
        return Renderer(self.locale, names)

    def say(self, text: Text, names: tuple[str, ...] = ()) -> str:
        """Return a text in this page's language."""
        return self.renderer(names).text(text)

    def names(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of a table's players as they are shown; whoever gave none is called by the seat."""
        return tuple(map(self.renderer(given).name, range(len(given))))

    @property
    def reporter(self) -> str:
        """What stands for this page where it reports something."""
        id: str = self.page.session.id
        return id

    @property
    def low(self) -> bool:
        """Whether the page is as low as a phone that is held across."""
        return self.size[1] < LOW

    @property
    def scale(self) -> float:
        """How much larger than usual the type is, by the page's own setting and by the device's."""
        return self.preferences.text * self.device

    @property
    def large(self) -> bool:
        """Whether the type is so large that what stands beside a text moves below it."""
        return self.scale >= LARGE

    @property
    def huge(self) -> bool:
        """Whether the type is so large that the buttons scroll with the rest."""
        return self.scale >= HUGE

    @property
    def alone(self) -> bool:
        """Whether the page shows one thing at a time: nothing has room beside it, since it is small or the type is large."""
        return self.low or layout_of(self.size[0] / max(1.0, self.scale)) == "phone"

    def short(self, name: str) -> str:
        """Return a name that fits on a button across a phone."""
        most = 17 if self.large else 24
        return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"

    def ago(self, when: datetime) -> str:
        """Return how long ago something was."""
        return self.renderer().ago(when)

    def time(self, when: datetime) -> str:
        """Return hours and minutes as the device counts them."""
        return self.renderer().time(when, self.region)

    def go(self, route: str) -> None:
        """Show another screen."""
        self.back_stack.go(route)

    def buzz(self, kind: Literal["light_impact", "heavy_impact"] = "light_impact") -> None:
        """Let the device be felt, if its owner likes that."""
        if self.preferences.haptics:
            self.soon(lambda: getattr(self.service(ft.HapticFeedback), kind)())

    def ring(self) -> None:
        """Let the device be heard, if its owner likes that."""
        from companion.ui.app.sound import Bell, rings

        if self.preferences.sound and rings(self.page):
            self.soon(lambda: self.service(Bell).play())

    def announce(self, said: str) -> None:
        """Let a screen reader say something."""
        self.soon(lambda: self.service(ft.SemanticsService).announce_message(said))

    def toast(self, said: str, *, action: str | None = None, on_action: Callable[[], None] | None = None) -> None:
        """Show a short message at the bottom, with an action such as "undo"."""
        bar = ft.SnackBar(
            content=ft.Text(said),
            action=ft.SnackBarAction(label=action, on_click=lambda: on_action() if on_action else None)
            if action
            else None,
            behavior=ft.SnackBarBehavior.FLOATING,
            duration=6000 if action else 3500,
        )
        self.page.show_dialog(bar)
        self.announce(said)

    def service(self, kind: type[ft.Service]) -> Any:
        """Return a service of the device, the same one every time: each new one is a control the page has to be told of."""
        made = _services.setdefault(self.page, {})
        if kind not in made:
            made[kind] = kind()
        return made[kind]

    def soon(self, service: Callable[[], Awaitable[Any]]) -> None:
        """Call a service of the device without waiting; a device that refuses is no reason to stop.

        In the pocket the screen that answers a tap goes first: one thread draws it and would hear of each service before.
        """

        async def call() -> None:
            if self.page.pyodide:
                await asyncio.sleep(_DRAWN)
            try:
                await asyncio.wait_for(service(), 3.0)
            except Exception:
                log.info("the device refused a service", exc_info=True)

        self.page.run_task(call)


#: The context of the page a component is drawn for.
CurrentPage: Final[Any] = ft.create_context(None)


def use_page_context() -> PageContext:
    """Return the context of the page this component is drawn for."""
    context = ft.use_context(CurrentPage)
    assert isinstance(context, PageContext)
    return context


def use_layout() -> Layout:
    """Return the size class of the page; the component is drawn anew only when the class changes."""
    return use_page_context().layout


def step_of(size: tuple[float | None, float | None]) -> tuple[float, float]:
    """Return the size of a page to a step: a page is drawn anew when that changes, not with every pixel."""
    wide, high = ((pixels or usual) // STEP * STEP for pixels, usual in zip(size, USUAL, strict=True))
    return wide, high


def layout_of(width: float | None) -> Layout:
    """Return the Material size class of a width in pixels."""
    if (width or 0) < 600:
        return "phone"
    return "tablet" if (width or 0) < 1200 else "desktop"

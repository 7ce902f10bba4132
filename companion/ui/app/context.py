"""The contexts shared by all pages and by all screens of one page."""

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
from companion.tables.seat_tokens import new_phone
from companion.tables.signal import Signal
from companion.tables.tables import Tables
from companion.ui.app.back_stack import BackStack
from companion.ui.app.preferences import Preferences
from companion.ui.app.presence import Presence
from companion.ui.app.shortcuts import Keys

log: Final = logging.getLogger("companion.ui")

#: From this size of the type on, there is no room for two things in a line.
LARGE: Final = 1.3

#: Text scale from which buttons no longer stay below the content.
HUGE: Final = 1.5

#: Below this height in pixels, a page is that of a phone held across.
LOW: Final = 480.0

#: Change of the window in pixels before a page is laid out again.
STEP: Final = 30.0

#: Assumed size of a page that does not report its own.
USUAL: Final = (390.0, 844.0)

#: In the static site, delay in seconds after a tap before services are called.
_DRAWN: Final = 0.06

Layout: TypeAlias = Literal["phone", "tablet", "desktop"]


_services: Final[WeakKeyDictionary[ft.Page, dict[type[ft.Service], ft.Service]]] = WeakKeyDictionary()


@frozen
class Why:
    """A question about a message of the referee, or about a rule.

    :param rules: ids of the cited rules, the deciding one first.
    :param said: the message; ``None`` for a rule that was looked up.
    :param names: the players' names.
    :param table: the table at which it was asked.
    :param each: questions about several messages; the other fields are unused then.
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
        """The code that can be said aloud instead."""

    @property
    def address(self) -> str:
        """Where that is typed."""


class Lan(Protocol):
    """The switch for phones on the same network."""

    @property
    def changed(self) -> Signal:
        """Beats when the way to join has changed, such as an expired code."""

    @property
    def urls(self) -> tuple[str, ...]:
        """The links phones can open, key included; empty while the door is closed."""

    @property
    def is_fixed(self) -> bool:
        """Whether phones are always let in, since all pages join by a link."""

    @property
    def is_warned_about(self) -> bool:
        """Whether browsers warn about the certificate, because this machine made it."""

    @property
    def pocket(self) -> str | None:
        """The path at which the program for a phone's own browser is served too; ``None`` while it is not."""

    async def open(self) -> None:
        """Let phones in.

        :raises OSError: if no port is available.
        """

    async def close(self) -> None:
        """Disconnect phones and let none in."""

    def invitation(self, route: str = "/", to: Grant | None = None) -> Invitation | None:
        """Return an invitation, or ``None`` while phones are not let in.

        :param route: the route it leads to.
        :param to: the grant of its link; by default that of the room.
        :raises StorageError: if its link is new and cannot be stored.
        """

    async def renew(self, to: Grant | None = None) -> None:
        """Change the key of a link, so that it ends; there is another in its place."""


class RoomControl(Protocol):
    """What its host can do with a room of a server for many groups."""

    @property
    def title(self) -> str:
        """How its people call it."""

    def host_link(self) -> str:
        """Return the link of its host.

        :raises StorageError: if it is new and cannot be stored.
        """

    async def new_host_link(self) -> str:
        """End the link of its host and return a new one; pages that came by the old one have to open it.

        :raises StorageError: if it cannot be stored; then the old one stays valid.
        """

    def passkey_page(self) -> str | None:
        """Return the address of the page on which its host saves a passkey; ``None`` if the server knows no passkeys."""

    async def delete(self) -> None:
        """Delete it with everything in it.

        :raises StorageError: if it cannot be deleted.
        """


@define(eq=False)
class AppContext:
    """State shared by all pages: the tables, the rules, and the switch for phones.

    :param data: the data folder.
    :param lan: the switch for phones; ``None`` without a server.
    :param room: the room on a server for many groups; ``None`` for a household.
    :param notice: a message about the data, from the start of the program.
    :param kept: describes where data is stored, if not in a folder.
    :param assets: base address of pictures; a static site may be anywhere on its host.
    :param pocket: the address of the static site, if known; shared games open there.
    :param brought: a file shared by another program of the device and not opened yet; see :meth:`bring`.
    :param arrivals: emitted when a file has been shared.
    :param fetch_ahead: takes a file ``*.pack`` that a game is going to read; the static site then fetches it.
    """

    tables: Tables
    rules: RuleBook
    data: Path
    lan: Lan | None = None
    room: RoomControl | None = None
    notice: Explanation | None = None
    kept: Text | None = None
    assets: str = "/"
    pocket: str | None = None
    brought: bytes | None = None
    arrivals: Signal = field(factory=Signal)
    fetch_ahead: Callable[[Path], object] = lambda _: None

    def bring(self, content: bytes) -> None:
        """Open a file shared by another program of the device."""
        self.brought = content
        self.arrivals.emit()


@frozen(eq=False)
class PageContext:
    """State of one page, for all its screens. Replaced when the preferences or the size class change.

    :param locale: the language of this page.
    :param layout: its size class.
    :param size: its width and height in pixels, rounded.
    :param device: text scale of the device.
    :param redraw: renders all screens of the page again.
    :param explain: opens "why?", or closes it.
    :param prefer: changes preferences of the device by name.
    :param tint: sets the page's colour to that of a game, ``#rrggbb``, or to the neutral one.
    :param grants: the grants of the links by which its device was authorized.
    :param presence: whether the page is shown and used.
    :param back_stack: the steps above the screen.
    :param keys: the keyboard shortcuts.
    :param show_keys: lists them.
    :param access: the tables as far as the page may see and change them.
    :param origin: origin of the page in its browser, such as ``https://games.example``; empty without a browser.
    :param region: region of the device, such as ``GB``, if known.
    """

    app: AppContext
    page: ft.Page
    preferences: Preferences
    locale: str
    layout: Layout
    size: tuple[float, float]
    device: float
    redraw: Callable[[], None]
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
        init=False,
        default=Factory(lambda self: Access(self.app.tables, self.grants, self.preferences.phone), takes_self=True),
    )

    @property
    def host(self) -> bool:
        """Whether the page may do everything: it is on the machine that runs the program, or came by the host's link."""
        return self.role() is Role.HOST

    @property
    def is_own_machine(self) -> bool:
        """Whether the page is shown on the machine that runs the program, which is the table's and no player's."""
        return self.host and not (self.app.lan and self.app.lan.is_fixed)

    def role(self, table: str | None = None) -> Role | None:
        """Return what the page may do at a table, or in the room as a whole; ``None`` if it knows nothing of it.

        A link leads to all tables at which its players went on.
        """
        return self.access.role(table)

    def identify(self) -> str | None:
        """Return the token of this phone, creating one if necessary; ``None`` on the machine that runs the program."""
        if self.is_own_machine:
            return None
        phone = self.preferences.phone or new_phone()
        if phone != self.preferences.phone:
            self.prefer(phone=phone)
        return phone

    @property
    def lan(self) -> Lan | None:
        """The switch for phones, for the host only: with the key a guest could lock out all others."""
        return self.app.lan if self.host else None

    def renderer(self, names: tuple[str, ...] = ()) -> Renderer:
        """Return the renderer of this page's language, for the players of a table."""
        return Renderer(self.locale, names)

    def say(self, text: Text, names: tuple[str, ...] = ()) -> str:
        """Return a text in this page's language."""
        return self.renderer(names).text(text)

    def names(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """Return the displayed names of a table's players; unnamed players are named by their seat."""
        return tuple(map(self.renderer(given).name, range(len(given))))

    @property
    def reporter(self) -> str:
        """The id of this page as a reporter."""
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
        """Whether the text is so large that controls beside it move below it."""
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
        """Play a sound, if the preferences allow it."""
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
        """Return the page's instance of a service; each instance is a control that is registered with the client."""
        made = _services.setdefault(self.page, {})
        if kind not in made:
            made[kind] = kind()
        return made[kind]

    def soon(self, service: Callable[[], Awaitable[Any]]) -> None:
        """Call a service of the device without waiting; errors are ignored.

        In the static site one thread does everything: the frame that answers the tap is rendered first.
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


def step_of(size: tuple[float | None, float | None]) -> tuple[float, float]:
    """Return the rounded size of the page: it renders when that changes, not with every pixel."""
    wide, high = ((pixels or usual) // STEP * STEP for pixels, usual in zip(size, USUAL, strict=True))
    return wide, high


def layout_of(width: float | None) -> Layout:
    """Return the Material size class of a width in pixels."""
    if (width or 0) < 600:
        return "phone"
    return "tablet" if (width or 0) < 1200 else "desktop"

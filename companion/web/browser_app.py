"""The program in the phone's own browser: wired as in :mod:`companion.app`, and kept by the browser instead of a disk."""

import asyncio
import contextvars
import gc
import json
import logging
import random
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import flet as ft
from attrs import define, field

from companion.app import furnish
from companion.kernel.text import messages
from companion.storage.database import Unusable, damaged
from companion.storage.errors import StorageError, storage
from companion.storage.sqlite import SqliteStore
from companion.tables.languages import PREFERRED
from companion.tables.roles import GRANTS, HOST
from companion.ui.app.context import AppContext
from companion.ui.app.preferences import KEPT
from companion.ui.shell import dress_ahead, load_screens, main_of
from companion.web.prerender import Prerender
from companion.web.warmup import warm_up

T, N = messages("companion")
log: Final = logging.getLogger("companion.web")

#: Where the browser's database is mounted.
DATA: Final = Path("/data")
#: Delay after the last message of the page before other changes are looked for, in seconds.
_QUIET: Final = 0.1
#: How long to wait after the browser could not store something, in seconds.
_AGAIN: Final = 2.0
#: Number of callbacks that run before the browser gets its turn.
_TOGETHER: Final = 64
#: Allocations after which garbage is collected; about fifty taps.
_MANY: Final = 50_000
#: When the first screen is surely there, in seconds.
_BEGUN: Final = 5.0
#: Work postponed until the page has been answered; the list keeps it alive.
_afterwards: Final[list["asyncio.Future[None]"]] = []

#: Where the games are, as the settings say it, with and without a promise of the browser.
LASTING: Final = T("this browser, on this device. It will not delete them by itself.")
PASSING: Final = T("this browser, on this device. It may delete them when space runs low.")
UNPROMISED: Final = T(
    "The browser may delete your games when space runs low. Most browsers keep them once Companion "
    "is on the home screen."
)
_WARNED: Final = "pocket.unpromised"
#: Message about games that could not be read; a path would be useless here.
SPOILT: Final = T(
    "The saved games were damaged. What could be recovered is here; check whether it is complete. "
    "Nothing is deleted: the old file can be saved in the settings."
)
NEWER: Final = T(
    "The saved games need a newer version of Companion; it starts a new library. "
    "Nothing is deleted: the old file can be saved in the settings."
)


@define(eq=False)
class Gate:
    """Holds messages for the page until everything stored before them is durable.

    So no screen shows what a killed browser would have lost, and code that stores data need not care.

    :param changes: returns how much has been written so far.
    :param keep: makes it durable, all or nothing.
    :param post: sends a packet to the page.
    :param report: reports that storing fails, ``unkept``, or works again, ``kept``.
    """

    _changes: Callable[[], int]
    _keep: Callable[[], Awaitable[None]]
    _post: Callable[[bytes], None]
    _report: Callable[[str], None]
    _kept: int = field(default=-1, init=False)  # a new start has written something
    _waiting: list[bytes] = field(factory=list, init=False)
    _keeping: asyncio.Task[None] | None = field(default=None, init=False)

    def send(self, packet: bytes) -> None:
        """Send a packet to the page once earlier changes are durable."""
        self._waiting.append(packet)
        self.look()

    def look(self) -> None:
        """Make pending changes durable and send the packets that wait for them."""
        if self._keeping:
            return
        if self._changes() == self._kept:
            self._pass()
        else:
            self._keeping = asyncio.ensure_future(self._make_durable())

    async def settled(self) -> None:
        """Wait until everything is durable."""
        self.look()
        if self._keeping:
            await self._keeping

    def _pass(self) -> None:
        packets, self._waiting = self._waiting, []
        for packet in packets:
            self._post(packet)

    async def _make_durable(self) -> None:
        failed = False
        while (now := self._changes()) != self._kept:
            packets, self._waiting = self._waiting, []
            try:
                await self._keep()
            except Exception:
                self._waiting = [*packets, *self._waiting]
                if not failed:
                    log.exception("the browser does not keep the data")
                    self._report("unkept")
                failed = True
                await asyncio.sleep(_AGAIN)
                continue
            self._kept = now
            for packet in packets:
                self._post(packet)
        self._keeping = None
        if failed:
            self._report("kept")
        self._pass()


def run_together(loop: Any) -> None:
    """Make an event loop run all ready callbacks in one turn of the browser's event loop.

    Pyodide requests a turn, with a stack of its own, for each callback: a tap takes about thirty.
    """
    ready: deque[asyncio.Handle] = deque()
    turning = False

    def call_soon(
        callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, loop, context=context)
        ready.append(handle)
        ask()
        return handle

    def ask() -> None:
        nonlocal turning
        if not turning:
            turning = True
            loop.call_later(0, turn)

    def turn() -> None:
        nonlocal turning
        try:
            for _ in range(_TOGETHER):
                if not ready:
                    break
                handle = ready.popleft()
                if not handle.cancelled():
                    handle._run()
        finally:
            turning = False
            if ready:
                ask()

    loop.call_soon = call_soon


def said_together(loop: asyncio.AbstractEventLoop, post: Callable[[list[bytes]], None]) -> Callable[[bytes], None]:
    """Return a function that sends all packets of one turn together: the client redraws everything for each message."""
    said: list[bytes] = []

    def say() -> None:
        packets = said.copy()
        said.clear()
        post(packets)

    def hear(packet: bytes) -> None:
        if not said:
            loop.call_later(0, say)
        said.append(packet)

    return hear


def prepare() -> None:
    """Import everything the program may need, so that it is part of the stored memory snapshot."""
    from companion import resources
    from companion.games import games
    from companion.i18n import catalog
    from companion.lookup.search import index
    from companion.ui.kit.game_screen import screen_of

    deque(load_screens(), maxlen=0)
    for game in games().values():
        screen_of(game.meta)
        _ = game.actions  # a game is loaded when it is asked for more than its name
    for locale in resources.locales():
        for domain in resources.catalogs(locale):
            catalog(locale, domain)
    index()
    _ = ft.TextField, ft.Slider  # the largest of the controls that no first screen has
    warm_up()
    gc.collect()
    gc.freeze()


async def run(site: Any) -> None:
    """Open the data and show the program, until the page is closed.

    :param site: what the worker can do, see ``site/worker.js``.
    """
    import flet_js  # type: ignore[import-not-found]
    from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

    random.seed()  # a memory that was kept would deal the same cards every time
    site.step(0.7)
    known = json.loads(await site.open())
    site.step(0.75)
    before = damaged(DATA)
    app = furnish(DATA, late=True)
    library = app.tables.library
    if (now := damaged(DATA)) != before:
        app.notice = storage(NEWER if now[0].why is Unusable.NEWER else SPOILT)
    loop = asyncio.get_running_loop()
    run_together(loop)
    report = said_together(loop, lambda packets: site.packets(to_js(packets)))
    gate = Gate(lambda: library.changes, site.keep, report, site.report)
    ahead = Prerender(gate.send)

    def received() -> None:
        loop.call_later(_QUIET, gate.look)

    def used() -> None:
        loop.call_soon(gate.look)  # entries become durable while the next frame renders

    def lasting(promised: bool) -> None:
        app.kept = LASTING if promised else PASSING
        if promised or app.notice or library.setting(_WARNED) or not library.games():
            return
        app.notice = storage(UNPROMISED)
        library.set_setting(_WARNED, True)
        gate.look()

    def brought(content: Any) -> None:
        app.bring(bytes(content.to_py()))

    app.pocket = app.assets = known["home"]
    app.fetch_ahead = lambda path: site.fetch(path.name)
    lasting(known["lasting"])
    assert isinstance(library.store, SqliteStore)
    library.store.on_use(used)
    gate.look()  # nothing is shown before it is kept
    site.step(0.8)
    site.on(create_proxy(gate.settled), create_proxy(received), create_proxy(lasting), create_proxy(brought))
    GRANTS.set(HOST)
    PREFERRED.set(tuple(known["languages"]))
    KEPT.set(known["preferences"])

    def begins(page: ft.Page) -> None:
        ahead.made(page)
        dress_ahead(app, page)

    ft.run(main_of(app), before_main=begins)
    await flet_js.start_connection(ahead.post)
    flet_js.send = await ahead.foresee(known["page"], flet_js.send)
    _afterwards.append(asyncio.ensure_future(_settle_down(app, site.whole)))


async def _settle_down(app: AppContext, whole: Callable[[], Awaitable[bool]]) -> None:
    """Load the rules and the other screens; afterwards collect garbage, except among what exists already.

    :param whole: returns whether the whole program has been loaded; the network may fail during a first visit.
    """
    await asyncio.sleep(_BEGUN)
    while not await whole():
        await asyncio.sleep(_BEGUN)
    _ = app.rules.all
    for _ in load_screens():
        await asyncio.sleep(0)
    with suppress(StorageError):  # the next write reports the error
        app.tables.library.begin()
    gc.freeze()
    gc.set_threshold(_MANY)
    gc.enable()

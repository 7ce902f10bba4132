"""Starts the program as the machine allows: in a window, in the browser, or as a server alone."""

import asyncio
import contextlib
import importlib
import importlib.util
import inspect
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion import resources
from companion.kernel.text import Text, messages
from companion.qr import qr_terminal
from companion.server.network import CannotListen
from companion.server.server import Server
from companion.tables.roles import GRANTS, HOST

T, N = messages("companion")

#: Seconds to wait for the window's client, which is downloaded once, before the browser is used instead.
_FETCH: Final = 8.0


def run(
    main: Callable[..., Any],
    *,
    data: Path,
    host: str = "127.0.0.1",
    port: int | None = None,
    lan: bool = False,
    open_browser: bool = True,
    desktop: bool = True,
    say: Callable[[Text], None],
    ready: Callable[[Server], None] | None = None,
    assets: Path | None = resources.ASSETS,
    **options: Any,
) -> int:
    """Run the program until its window is closed or the process is stopped, and return the exit code.

    :param main: called by Flet for each new page.
    :param data: the data folder.
    :param host: address to listen on; an address other than loopback lets phones in from the start.
    :param port: port to listen on; by default the usual one, or a free one if that is taken.
    :param lan: whether phones on the network are let in from the start; can be switched at any time.
    :param open_browser: whether to open the browser if there is no window.
    :param desktop: whether to open a window if the machine can.
    :param say: prints a text.
    :param ready: called once with the server, before it starts.
    :param assets: folder of pictures and fonts.
    :param options: further options of :class:`Server`.
    """

    async def serve() -> None:
        with _Stop() as stop:
            server = Server(main, data=data, host=host, port=port, assets=assets, **options)
            if ready:
                ready(server)
            async with server:
                if lan:
                    await server.open_lan()
                say(T("Companion is ready at {url}", url=server.url))
                if not server.own_door and not server.has_rooms:
                    say(T("The host opens {link}", link=server.host_link()))
                if not server.has_rooms and (invitation := server.invitation()):
                    say(_invite(invitation.link))
                say(T("Press Ctrl+C to stop it."))
                if desktop and await _window_can_be_had(server, say):
                    await _window(main, assets, stop)
                    return
                if open_browser:
                    _browse(server.url, say)
                await stop.wait()

    try:
        asyncio.run(serve())
    except CannotListen as closed:
        say(closed.why.text)
        return 1
    return 0


def _invite(link: str) -> Text:
    """Return the invitation for the terminal, with a QR code if it can print one."""
    out = sys.stdout
    try:
        "▀▄█".encode(out.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return T("Phones on the same network open {link}", link=link)
    code = qr_terminal(link, colour=out.isatty())
    return T("Phones on the same network scan this code, or open {link}\n\n{code}\n", link=link, code=code)


class _Stop:
    """Set when the process is asked to stop; a second signal stops it at once."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        self._before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}

    def __enter__(self) -> "_Stop":
        self.listen()
        return self

    def __exit__(self, *error: object) -> None:
        for each, handler in self._before.items():
            signal.signal(each, handler)

    def listen(self) -> None:
        """Install the signal handlers, also over handlers that were installed since."""
        for each in self._before:
            signal.signal(each, self._end)

    async def wait(self) -> None:
        await self._stopping.wait()

    def _end(self, *_: object) -> None:
        for each in self._before:
            signal.signal(each, signal.SIG_DFL)
        self._loop.call_soon_threadsafe(self._stopping.set)


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _browse(url: str, say: Callable[[Text], None]) -> None:
    """Open a browser that does not take over the terminal, if there is one."""

    def work() -> None:
        import webbrowser

        opened = False
        if _has_display() or os.environ.get("BROWSER"):
            with contextlib.suppress(webbrowser.Error, OSError):
                opened = webbrowser.open(url)
        if not opened:
            say(T("No browser could be opened. Open {url} in yours.", url=url))

    # Some browsers block their caller until they are closed.
    threading.Thread(target=work, daemon=True).start()


async def _window_can_be_had(server: Server, say: Callable[[Text], None]) -> bool:
    """Return whether the window's client is installed or could be downloaded in a few seconds."""
    if not _has_display() or os.environ.get("FLET_FORCE_WEB_SERVER") or not importlib.util.find_spec("flet_desktop"):
        return False
    await server.prepared()  # Flet is being imported, and two threads must not do that at once
    import flet.version

    # an optional extra, not installed where types are checked
    version = importlib.import_module("flet_desktop.version").version
    # Flet would install the matching version without asking.
    if version != flet.version.flet_version:
        return False
    if os.environ.get("FLET_VIEW_PATH") or any(Path.home().glob(f".flet/client/flet-desktop-*-{version}*/flet*")):
        return True
    say(T("Fetching the window, which is done once. This takes a few seconds."))
    # In a process of its own: the download has no timeout and prints its progress.
    fetching = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import flet_desktop; flet_desktop.ensure_client_cached()",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        return await asyncio.wait_for(fetching.wait(), _FETCH) == 0
    except TimeoutError:
        return False
    finally:
        if fetching.returncode is None:
            fetching.kill()
            await fetching.wait()


async def _window(main: Callable[..., Any], assets: Path | None, stop: _Stop) -> None:
    """Show the program in a window until it is closed or the process is stopped."""
    import flet as ft

    pages: list[ft.Page] = []

    async def shown(page: ft.Page) -> None:
        pages.append(page)
        GRANTS.set(HOST)
        result = main(page)
        if inspect.isawaitable(result):
            await result

    folder = str(assets) if assets and assets.is_dir() else None
    window = asyncio.create_task(ft.run_async(shown, assets_dir=folder, no_cdn=True))
    stopping = asyncio.create_task(stop.wait())
    # Flet installs signal handlers that do nothing while a window is open.
    await asyncio.sleep(0)
    stop.listen()
    await asyncio.wait({window, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if not window.done():
        for page in pages:
            view: Any = page.window
            with contextlib.suppress(Exception):
                await asyncio.wait_for(view.destroy(), 1)
        await asyncio.wait({window}, timeout=1)
    stopping.cancel()
    window.cancel()
    await asyncio.gather(window, stopping, return_exceptions=True)
    if not window.cancelled() and (error := window.exception()):
        raise error

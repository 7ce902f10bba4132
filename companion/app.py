"""Where everything is wired: the library, the tables, the rules, the screens and the server.

Each part is imported when its turn comes: nobody waits for a screen before the address is served.
"""

import logging
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.kernel.text import messages

if TYPE_CHECKING:
    import asyncio

    import flet as ft

    from companion.kernel.text import Text
    from companion.server.certificate import Certificate
    from companion.storage.library import Library, Opened
    from companion.tables.roles import Grant
    from companion.tables.signal import Signal
    from companion.tables.tables import Tables
    from companion.ui.app.context import AppContext, Invitation, Lan

T, N = messages("companion")
log: Final = logging.getLogger(__name__)

#: How long what another program has changed may go unnoticed, in seconds.
_LOOK: Final = 1.0


def data_folder() -> Path:
    """Return where games are kept unless somebody says otherwise: the user's, or a packaged app's own."""
    if packaged := os.environ.get("FLET_APP_STORAGE_DATA"):
        return Path(packaged)
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)


#: Where the pocket is built unless somebody says otherwise, and what says where that was: both beside the games.
_POCKET: Final = "pocket"
_BUILT_AT: Final = "pocket.at"


def pocket_folder(data: Path) -> Path:
    """Return where the program for the phone's own browser was built last."""
    with suppress(OSError, UnicodeDecodeError):
        return Path((data / _BUILT_AT).read_text(encoding="utf-8"))
    return data / _POCKET


def remember_pocket(data: Path, folder: Path) -> None:
    """Note where the program for the phone's own browser was built, for whoever serves these games."""
    with suppress(OSError):  # then it has to be named
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        (data / _BUILT_AT).write_text(str(folder.absolute()), encoding="utf-8")


def furnish(data: Path, *, late: bool = False) -> "AppContext":
    """Return the app with all its tables.

    :param late: read no rules before somebody asks for one, and see :meth:`companion.storage.library.Library.open`.
    :raises StorageError: if the data folder cannot be used.
    """
    from companion.storage.library import Library

    return _furnished(Library.open(data, late=late), data, late)


def _furnished(opened: "Opened", data: Path, late: bool = False) -> "AppContext":
    from companion.games import games, left_out
    from companion.kernel.explain import Explanation
    from companion.kernel.text import Listing
    from companion.lookup import rulebook
    from companion.tables.tables import Tables
    from companion.ui.app.context import AppContext

    _empty_bin(opened.library)
    rules = rulebook()
    missing = (*left_out(), *(() if late else rules.left_out))
    notice = Explanation(T("Left out: {why}", why=Listing(missing)), ()) if missing else None
    return AppContext(Tables(opened.library, games()), rules, data, notice=opened.notice or notice)


def _empty_bin(library: "Library") -> None:
    """Remove what was deleted long ago; whoever cannot do that now does it at another start."""
    from datetime import UTC, datetime

    from companion.storage.errors import StorageError

    try:
        library.empty_bin(datetime.now(UTC))
    except StorageError:
        log.warning("the bin cannot be emptied", exc_info=True)


class _Door:
    """The switch in the app that lets phones in."""

    def __init__(self, server: Any, pocket: Path) -> None:
        self._server = server
        self._pocket = pocket

    @property
    def changed(self) -> "Signal":
        """Beats when the way to join has changed."""
        pulse: Signal = self._server.changed
        return pulse

    @property
    def urls(self) -> tuple[str, ...]:
        """The links phones can open."""
        invitation = self.invitation()
        return invitation.links if invitation else ()

    def invitation(self, route: str = "/", to: "Grant | None" = None) -> "Invitation | None":
        """The way in, while the door is open."""
        given: Invitation | None = self._server.invitation(route, *([to] if to else []))
        return given

    @property
    def pocket(self) -> str | None:
        """The path of the program for a phone's own browser, while it is there."""
        from companion.server.site import POCKET, is_site

        return POCKET if is_site(self._pocket) else None

    async def open(self) -> None:
        """Let phones in."""
        await self._server.open_lan()

    async def close(self) -> None:
        """Let nobody in any more."""
        await self._server.close_lan()

    async def renew(self, to: "Grant | None" = None) -> None:
        """Change a key, so that its old link ends."""
        await self._server.new_key(*([to] if to else []))


async def _follow(tables: "Tables") -> None:
    """Look for ever whether another program has changed the library, such as ``companion import``."""
    import asyncio

    from companion.storage.errors import StorageError

    while True:
        await asyncio.sleep(_LOOK)
        try:
            tables.follow()
            tables.library.checkpoint_when_due()
        except StorageError:  # who reports something learns of it
            log.warning("the library cannot be looked at", exc_info=True)


def run(
    *,
    data: Path,
    say: "Callable[[Text], None]",
    host: str = "127.0.0.1",
    port: int | None = None,
    lan: bool = False,
    open_browser: bool = True,
    desktop: bool = True,
    pocket: Path | None = None,
    certificate: "Certificate | None" = None,
) -> int:
    """Serve the app until it is told to end, and return the exit code.

    :param pocket: folder of the site that ``companion web`` has built; by default where it did that last.
    :param certificate: what phones are spoken to with by https; without it by plain http.
    :raises StorageError: if the data folder cannot be used.
    """
    from companion.server.launch import run as serve
    from companion.storage.library import Library

    opened = Library.open(data)
    site = pocket or pocket_folder(data)
    door: Lan
    show: Callable[[ft.Page], Awaitable[None]]
    tables: Tables | None = None
    following: asyncio.Task[None] | None = None

    def ready(server: Any) -> None:
        nonlocal door
        door = _Door(server, site)

    def prepare() -> None:
        from companion.ui.shell import main_of

        nonlocal show, tables
        app = _furnished(opened, data)
        tables = app.tables
        app.lan = door
        if app.notice:
            say(app.notice.text)
        show = main_of(app)

    async def main(page: "ft.Page") -> None:
        import asyncio

        nonlocal following
        assert tables
        if following is None or following.done():  # a failed one is not reused
            following = asyncio.create_task(_follow(tables))
        await show(page)

    def playing(table: str) -> str:
        return tables.playing(table) if tables else table

    try:
        return serve(
            main,
            prepare=prepare,
            ready=ready,
            data=data,
            pocket=site,
            certificate=certificate,
            playing=playing,
            host=host,
            port=port,
            lan=lan,
            open_browser=open_browser,
            desktop=desktop,
            say=say,
        )
    finally:
        opened.library.close()


async def main(page: "ft.Page") -> None:
    """Show the app on one page, its own and only one."""
    from companion.tables.languages import PREFERRED, of_environment
    from companion.tables.roles import GRANTS, HOST
    from companion.ui.shell import main_of

    GRANTS.set(HOST)
    PREFERRED.set(of_environment())
    app = furnish(data_folder())
    await main_of(app)(page)
    page.run_task(_follow, app.tables)


def show() -> None:
    """Show the app in the client it is packed with, without a server: what ``flet build`` starts."""
    from flet import run as show_in_client

    from companion.resources import ASSETS

    show_in_client(main, assets_dir=str(ASSETS))

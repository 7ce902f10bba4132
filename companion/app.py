"""Wires everything: the library, the tables, the rules, the screens and the server.

Modules are imported late: the address is served before the screens are loaded.
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
    """Return the default data folder: the user's, or that of a packaged app."""
    if packaged := os.environ.get("FLET_APP_STORAGE_DATA"):
        return Path(packaged)
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)


#: Default folder of the static site, and the file with its last location; both are in the data folder.
_POCKET: Final = "pocket"
_BUILT_AT: Final = "pocket.at"


def pocket_folder(data: Path) -> Path:
    """Return where the program for the phone's own browser was built last."""
    with suppress(OSError, UnicodeDecodeError):
        return Path((data / _BUILT_AT).read_text(encoding="utf-8"))
    return data / _POCKET


def remember_pocket(data: Path, folder: Path) -> None:
    """Store where the static site was built, for the server of this data folder."""
    with suppress(OSError):  # then it has to be named
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        (data / _BUILT_AT).write_text(str(folder.absolute()), encoding="utf-8")


def furnish(data: Path, *, late: bool = False) -> "AppContext":
    """Return the app with all its tables.

    :param late: whether to read rules on first use, and to open the library late (:meth:`companion.storage.library.Library.open`).
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
    """Remove games that were deleted long ago; a failure is retried at the next start."""
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
        pulse: Signal = self._server.changed
        return pulse

    @property
    def urls(self) -> tuple[str, ...]:
        invitation = self.invitation()
        return invitation.links if invitation else ()

    def invitation(self, route: str = "/", to: "Grant | None" = None) -> "Invitation | None":
        given: Invitation | None = self._server.invitation(route, *([to] if to else []))
        return given

    @property
    def is_fixed(self) -> bool:
        return not self._server.own_door

    @property
    def is_warned_about(self) -> bool:
        made: bool = self._server.has_own_certificate
        return made

    @property
    def pocket(self) -> str | None:
        from companion.server.site import POCKET, is_site

        return POCKET if is_site(self._pocket) else None

    async def open(self) -> None:
        await self._server.open_lan()

    async def close(self) -> None:
        await self._server.close_lan()

    async def renew(self, to: "Grant | None" = None) -> None:
        await self._server.new_key(*([to] if to else []))


async def _follow(tables: "Tables") -> None:
    """Watch forever for changes to the library by other programs, such as ``companion import``."""
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
    pocket: Path | None = None,
    **options: Any,
) -> int:
    """Serve the app until the process is stopped, and return the exit code.

    :param pocket: folder of the static site built by ``companion web``; by default its last location.
    :param options: further options of :func:`companion.server.launch.run`.
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

    def figures() -> dict[str, dict[tuple[str, ...], float]]:
        return {"tables": {(): tables.in_memory if tables else 0}}

    try:
        options |= {"prepare": prepare, "ready": ready, "playing": playing, "figures": figures}
        return serve(main, data=data, pocket=site, say=say, **options)
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

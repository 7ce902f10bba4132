"""Wires everything: the library, the tables, the rules, the screens and the server.

Modules are imported late: the address is served before the screens are loaded.
"""

import gc
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.kernel.text import messages

if TYPE_CHECKING:
    import asyncio

    import flet as ft

    from companion.kernel.text import Text
    from companion.server.rooms import Room, RoomStore
    from companion.server.server import Server
    from companion.storage.library import Library, Opened
    from companion.tables.roles import Grant
    from companion.tables.signal import Signal
    from companion.tables.tables import Tables
    from companion.ui.app.context import AppContext, Invitation

T, N = messages("companion")
log: Final = logging.getLogger(__name__)

#: How long what another program has changed may go unnoticed, in seconds, if nothing reports it.
_LOOK: Final = 1.0

#: Allocations after which garbage is collected: drawing a page makes some ten thousand objects, hardly any of them garbage.
_MANY: Final = 50_000

#: The room of a database that is served if none is named.
ROOM: Final = "home"


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


def open_library(data: Path, database: str | None = None, room: str = ROOM) -> "Opened":
    """Open the library of a room in a database, or without one that of the data folder.

    :raises StorageError: if it cannot be used.
    """
    from companion.storage.library import Library, Opened

    return Opened(Library.of_room(database, room), None) if database else Library.open(data)


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
    """The switch in the app that lets phones in.

    :param room: the room it leads to, on a server with rooms.
    """

    def __init__(self, server: "Server", pocket: Path, room: "Room | None" = None) -> None:
        self._server = server
        self._pocket = pocket
        self._room = room

    @property
    def changed(self) -> "Signal":
        return self._room.links.codes.changed if self._room else self._server.changed

    @property
    def urls(self) -> tuple[str, ...]:
        invitation = self.invitation()
        return invitation.links if invitation else ()

    def invitation(self, route: str = "/", to: "Grant | None" = None) -> "Invitation | None":
        from companion.server.keys import ROOM

        return self._server.invitation(route, to or ROOM, self._room)

    @property
    def is_fixed(self) -> bool:
        return not self._server.own_door

    @property
    def is_warned_about(self) -> bool:
        return self._server.has_own_certificate

    @property
    def pocket(self) -> str | None:
        from companion.server.site import POCKET, is_site

        return POCKET if is_site(self._pocket) else None

    async def open(self) -> None:
        await self._server.open_lan()

    async def close(self) -> None:
        await self._server.close_lan()

    async def renew(self, to: "Grant | None" = None) -> None:
        from companion.server.keys import ROOM

        await self._server.new_key(to or ROOM, self._room)


class _Room:
    """What the host of a room can do with it; see :class:`companion.ui.app.context.RoomControl`."""

    def __init__(self, server: "Server", room: "Room") -> None:
        self._server = server
        self._room = room

    @property
    def title(self) -> str:
        return self._room.title

    def host_link(self) -> str:
        return self._server.host_link(self._room)

    async def new_host_link(self) -> str:
        return await self._server.new_host_link(self._room)

    def passkey_page(self) -> str | None:
        return self._server.passkey_page(self._room)

    async def delete(self) -> None:
        import asyncio

        # in a task of its own: this one belongs to a page that is disconnected meanwhile
        await asyncio.shield(asyncio.create_task(self._server.delete_room(self._room)))


class _Household:
    """A library with its tables and pages: that of this machine, or of a room.

    :param app: what its pages share.
    """

    def __init__(self, app: "AppContext") -> None:
        from companion.ui.shell import main_of

        self.tables = app.tables
        self._show = main_of(app)
        self._following: asyncio.Task[None] | None = None

    async def show(self, page: "ft.Page") -> None:
        """Show a new page."""
        import asyncio

        if self._following is None or self._following.done():  # a failed one is not reused
            self._following = asyncio.create_task(_follow(self.tables))
        await self._show(page)

    def close(self) -> None:
        """Close the library."""
        from companion.storage.errors import StorageError

        if self._following:
            self._following.cancel()
        try:
            self.tables.keep_moments()
        except StorageError:
            log.warning("what lies on the tables cannot be stored", exc_info=True)
        self.tables.library.close()


async def _follow(tables: "Tables") -> None:
    """Watch forever for changes to the library by other programs, such as ``companion import``."""
    import asyncio

    from companion.storage.errors import StorageError
    from companion.tables.blocking import Handling

    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    async def look() -> None:
        try:
            tables.follow()
            tables.keep_moments()
            tables.library.checkpoint_when_due()
        except StorageError:  # who reports something learns of it
            log.warning("the library cannot be looked at", exc_info=True)

    def on_change() -> None:
        with suppress(RuntimeError):  # the loop has just been closed
            loop.call_soon_threadsafe(changed.set)

    tables.library.follow(on_change)
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), _LOOK)
        changed.clear()
        await Handling(look())


def _room_store(data: Path, database: str | None) -> "RoomStore":
    """Return what keeps the rooms of a server: a database, or without one the data folder.

    :raises StorageError: if the database cannot be used.
    """
    if database:
        from companion.storage.errors import of_hosted

        with of_hosted():
            from companion.server.database_rooms import DatabaseRooms

        return DatabaseRooms(database)
    from companion.server.rooms import FOLDER, RoomFolders

    return RoomFolders(data / FOLDER)


def run(
    *,
    data: Path,
    say: "Callable[[Text], None]",
    pocket: Path | None = None,
    rooms: bool = False,
    database: str | None = None,
    room: str = ROOM,
    **options: Any,
) -> int:
    """Serve the app until the process is stopped, and return the exit code.

    :param pocket: folder of the static site built by ``companion web``; by default its last location.
    :param rooms: whether to serve rooms for many groups instead of one household.
    :param database: address of a database that has the games in place of the data folder.
    :param room: the room in it.
    :param options: further options of :func:`companion.server.launch.run`.
    :raises StorageError: if the data folder cannot be used.
    """
    from companion.server.launch import run as serve
    from companion.server.rooms import CURRENT_ROOM, Rooms
    from companion.storage.errors import StorageError

    opened = None if rooms else open_library(data, database, room)
    store = _room_store(data, database) if rooms else None
    site = pocket or pocket_folder(data)
    server: Server
    households: dict[Room | None, _Household] = {}

    def close(room: "Room") -> None:
        if household := households.pop(room, None):
            household.close()

    def ready(made: "Server") -> None:
        nonlocal server
        server = made

    def furnished(room: "Room | None") -> _Household:
        library = store.library(room.name) if store and room else opened
        assert library
        app = _furnished(library, data)
        app.lan = _Door(server, site, room)
        if store and room:
            from companion.storage.library import Quota

            app.tables.library.quota = Quota()
            app.room = _Room(server, room)
            app.kept = T("the room “{room}” on this server", room=room.title)
        elif app.notice:
            say(app.notice.text)
        return households.setdefault(room, _Household(app))

    def prepare() -> None:
        if opened:
            furnished(None)
        else:
            from companion.lookup import rulebook
            from companion.ui import shell  # noqa: F401  # the screens are loaded before the first room is opened

            rulebook()
        gc.freeze()  # what is loaded by now stays
        gc.set_threshold(_MANY)

    async def main(page: "ft.Page") -> None:
        from companion.ui.shell import show_error

        room = CURRENT_ROOM.get()
        try:
            household = households.get(room) or furnished(room)
            if store and room:
                store.visit(room.name)
                household.tables.library.refuse_phones(server.phones(room))
        except StorageError as error:  # of a room; a household is opened before
            log.warning("a room cannot be opened", exc_info=True)
            show_error(page, error.why)
            return
        await household.show(page)

    def playing(table: str) -> str:
        room = CURRENT_ROOM.get()
        with suppress(StorageError):  # the page says why
            if household := households.get(room) or (furnished(room) if room else None):
                return household.tables.playing(table)
        return table

    def figures() -> dict[str, dict[tuple[str, ...], float]]:
        return {"tables": {(): sum(each.tables.in_memory for each in households.values())}}

    all_rooms = Rooms(store, close) if store else None
    try:
        options |= {"prepare": prepare, "ready": ready, "playing": playing, "figures": figures, "rooms": all_rooms}
        return serve(main, data=data, pocket=site, say=say, **options)
    finally:
        for household in households.values():
            household.close()
        if opened:
            opened.library.close()
        if store:
            store.close()


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

"""The server: one app on two listeners, one for this machine and one for phones on the network."""

import asyncio
import contextlib
import functools
import importlib
import ipaddress
import logging
import socket
import ssl
import time
from collections import ChainMap, Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from attrs import evolve, frozen
from starlette.types import ASGIApp, Receive, Scope, Send

from companion import flet_patches, resources
from companion.kernel.text import messages
from companion.server import network
from companion.server.certificate import Certificate
from companion.server.guard import KEYS, Gatekeeper, Guard
from companion.server.keys import ROOM, KeyFiles
from companion.server.limits import ConnectionPool, Limits, Stage
from companion.server.links import Links
from companion.server.proxy import Deployment
from companion.server.resumable_ws import LINK_ENDED, ResumableSockets
from companion.server.rooms import KEPT, Room, Rooms, RoomsGuard
from companion.server.rooms import ROOM as ROOM_KEY
from companion.server.status import Figures, LoopDelay, StatusPages
from companion.storage.errors import StorageError
from companion.tables.roles import HOST, Grant

if TYPE_CHECKING:
    from companion.server.page import PageLook

T, N = messages("companion")
log: Final = logging.getLogger(__name__)

PORT: Final = 8550
#: Path of the root certificate that a phone has to trust.
ROOT: Final = "trust.crt"
_LOOPBACK: Final = "127.0.0.1"
#: Modules needed by requests that arrive while Flet is being imported.
_NEEDED_MEANWHILE: Final = ("anyio._backends._asyncio", "companion.server.login_page", "companion.server.ws_handoff")
#: Interval between checks for expired codes, in seconds.
_LOOK_AT_CODES: Final = 20.0
#: Interval between checks for rooms without visits, in seconds, and how long a room has to be found so, at every check.
#: A clock that was wrong once therefore deletes nothing.
_LOOK_AT_ROOMS: Final = 3600.0
_IDLE: Final = 7 * 24 * 3600.0
#: Seconds that open requests may take when a listener is closed.
_PATIENCE: Final = 2
#: Seconds in which a page opens the new link of its host.
_TAKING_OVER: Final = 3.0
#: Interval between checks for what other processes did to rooms, in seconds.
_FOLLOW_ROOMS: Final = 1.0
#: Seconds without a page after which a room is closed, to be opened again for the next one.
_UNUSED: Final = 600.0
#: Content security policies that are remembered: one for each name of the server, and each room.
_POLICIES: Final = 256


@frozen
class Invitation:
    """The links for phones on the network.

    :param links: one per address of this machine, the most promising first; they carry the key.
    :param code: a code that can be said aloud instead, until the next one is shown.
    :param address: where the code is typed, without a scheme.
    """

    links: tuple[str, ...]
    code: str
    address: str

    @property
    def link(self) -> str:
        """The link to show."""
        return self.links[0]


class Server:
    """Serves a Flet app in the running event loop.

    :param main: called by Flet for each new page.
    :param data: the data folder, which holds the key.
    :param port: port of the listener for this machine; by default the usual one, or a free one if that is taken.
    :param host: ``127.0.0.1``; another address, or ``0.0.0.0`` for all, also opens the listener for the network at start,
        on the same port.
    :param assets: folder of pictures and fonts.
    :param look: look of the page while it loads.
    :param limits: limits of connections; by default derived from the system's limit of open files.
    :param prepare: slow preparation before the first page; runs beside the event loop while the address is served already.
    :param pocket: folder of the static site, served below ``/pocket/`` if it exists.
    :param certificate: certificate for phones; without one they use plain HTTP.
    :param playing: returns the table that a table's link leads to now.
    :param deployment: the proxies in front of the server, its public address, and whether this machine gets in without a key.
    :param status: address and port of the status pages, if they are served; see :mod:`companion.server.status`.
    :param figures: returns further figures for them.
    :param rooms: the rooms of a server for many groups, which then serves nothing else.
    """

    def __init__(
        self,
        main: Callable[..., Any],
        *,
        data: Path,
        port: int | None = None,
        host: str = _LOOPBACK,
        assets: Path | None = resources.ASSETS,
        look: "PageLook | None" = None,
        limits: Limits | None = None,
        prepare: Callable[[], None] | None = None,
        pocket: Path | None = None,
        certificate: Certificate | None = None,
        playing: Callable[[str], str] = lambda table: table,
        deployment: Deployment | None = None,
        status: tuple[str, int] | None = None,
        figures: Callable[[], Figures] = dict,
        rooms: Rooms | None = None,
    ) -> None:
        self._main = main
        self._rooms = rooms
        self._links = Links(KeyFiles(data))
        #: Emitted when the result of :meth:`invitation` has changed.
        self.changed = self._links.codes.changed
        self._asked_port = port
        self._host = host
        self._assets = assets if assets is not None and assets.is_dir() else None
        self._look = look
        self._limits = limits or Limits.of_system()
        self._pool = ConnectionPool(self._limits)
        self._prepare = prepare
        self._pocket = pocket
        self._certificate = certificate
        self._playing = playing
        self._deployment = deployment or Deployment()
        self._status, self._more_figures = status, figures
        self._delay = LoopDelay()
        self._running = contextlib.AsyncExitStack()
        self._changing = asyncio.Lock()
        #: Keys whose pages are about to open a new link.
        self._taking_over: set[str] = set()
        self._flet: asyncio.Task[ASGIApp] | None = None
        self._local: _Door | None = None
        self._lan: _Door | None = None

    async def start(self) -> None:
        """Start serving this machine.

        :raises CannotListen: if another program uses the port, or the address is not available.
        """
        own_door, asked = self._deployment.own_door, self._asked_port
        host = _LOOPBACK if own_door else self._host
        listener = network.listen_near(host, PORT) if asked is None else network.listen(host, asked)
        try:
            await self._context(())  # a missing certificate is reported at once
            app = await self._app()
            self._sockets, self._lan_lines = (
                ResumableSockets(app, self._let_go_of_sessions, most=most)
                for most in (self._limits.own_message, self._limits.message)
            )
            self._guard = Guard(self._sockets)
            self._lan_guard = self._guard_of_phones()
            if own_door:
                own = evolve(self._limits, message=self._limits.own_message)
                self._local = await _Door.open(self._guard, self._pool, own, [listener])
                if not _is_loopback(self._host):
                    everywhere = ipaddress.ip_address(self._host).is_unspecified
                    await self.open_lan(self.port, network.addresses() if everywhere else (self._host,))
            else:
                context = await self._context(_reached_at((self._host,)))
                self._lan = await _Door.open(self._lan_guard, self._pool, self._limits, [listener], context)
            if self._status:
                await self._serve_status(*self._status)
            self._running.push_async_callback(self._settle)
            for forever in (
                self._end_codes(),
                self._delete_idle_rooms(),
                self._follow_rooms(),
                self._close_unused_rooms(),
            ):
                self._running.callback(asyncio.create_task(forever).cancel)
            self._begin_to_prepare()
        except BaseException:
            await self.stop()
            listener.close()  # only now: the program that serves it has to be disconnected first
            raise

    async def stop(self) -> None:
        """Stop serving and disconnect all clients, quickly."""
        serves = self._local or self._lan
        await self.close_lan()
        if serves:
            await self._guard.expel()
            await asyncio.gather(self._sockets.end(), self._lan_lines.end())
        if self._local:
            await self._local.close()
            self._local = None
        await self._running.aclose()

    async def __aenter__(self) -> "Server":
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stop()

    @property
    def port(self) -> int:
        """The port of the listener for this machine or, if it has none, of the one for phones."""
        door = self._local or self._lan
        assert door, "not started"
        return door.port

    @property
    def own_door(self) -> bool:
        """Whether this machine gets in without a key."""
        return self._deployment.own_door

    @property
    def has_rooms(self) -> bool:
        """Whether it serves rooms for many groups instead of one household."""
        return self._rooms is not None

    @property
    def has_own_certificate(self) -> bool:
        """Whether this machine made the certificate itself, so that browsers warn about it."""
        return self._certificate is not None and self._certificate.root() is not None

    @property
    def url(self) -> str:
        """The program's address on this machine or, if it has no door of its own, the public one."""
        return f"http://{_LOOPBACK}:{self.port}/" if self._local else self._homes()[0]

    async def open_lan(self, port: int | None = None, hosts: tuple[str, ...] = ("0.0.0.0",)) -> Invitation:
        """Let phones on the network in and return their links; safe to call twice.

        :param port: the port; by default the one after this machine's own, or a free one if that is taken.
        :param hosts: addresses to listen on.
        :raises PortInUse: if another program uses it.
        """
        async with self._changing:
            if self._lan is None:
                take = network.listen_near if port is None else network.listen
                with _all_or_none() as listeners:
                    for host in hosts or ("0.0.0.0",):
                        listeners.append(take(host, self.port + 1 if port is None else port))
                    context = await self._context(_reached_at(hosts))
                    self._lan = await _Door.open(self._lan_guard, self._pool, self._limits, listeners, context)
                    self.changed.emit()
        invitation = self.invitation()
        assert invitation
        return invitation

    async def close_lan(self) -> None:
        """Close the listener for phones and disconnect them."""
        async with self._changing:
            if self._lan:
                listener_id, self._lan = self._lan, None
                await self._lan_guard.expel()
                await listener_id.close()
                self.changed.emit()

    def _guard_of_phones(self) -> "Guard | RoomsGuard":
        if self._rooms is None:
            return Guard(self._lan_lines, self._links, self._playing, self._deployment)
        from companion.server.front_page import FrontPage
        from companion.server.passkeys import PASSKEY, PasskeyPage, Passkeys

        self._passkeys = passkeys = Passkeys(self._rooms, self._deployment)
        front = FrontPage(self._rooms, passkeys, self.host_link, self._deployment.base)

        async def inside(scope: Scope, receive: Receive, send: Send) -> None:
            of_passkeys = scope["type"] == "http" and scope["path"].split("/")[1] == PASSKEY
            app = PasskeyPage(passkeys, scope[ROOM_KEY]) if of_passkeys else self._lan_lines
            await app(scope, receive, send)

        return RoomsGuard(inside, self._rooms, front, self._playing, self._deployment)

    def invitation(self, path: str = "/", to: Grant = ROOM, room: Room | None = None) -> Invitation | None:
        """Return the links for phones, or ``None`` while they are not let in.

        :param path: the route the link leads to, for example that of a table.
        :param to: the grant of the link; by default that of the room.
        :param room: the room it leads to, on a server with rooms.
        :raises StorageError: if the link is new and cannot be stored.
        """
        if self._lan is None:
            return None
        links = self._links_of(room)
        target = f"{quote(path.lstrip('/'))}?key={links.key(to)}"
        homes = self._homes(room)
        address = homes[0].partition("://")[2].rstrip("/")
        return Invitation(tuple(f"{home}{target}" for home in homes), links.code(to), address)

    def host_link(self, room: Room | None = None) -> str:
        """Return a link for the host, which no code replaces: for a server whose own machine needs a key.

        :param room: the room it leads to, on a server with rooms.
        :raises StorageError: if the link is new and cannot be stored.
        """
        return f"{self._homes(room)[0]}?key={self._links_of(room).key(HOST[0])}"

    def passkey_page(self, room: Room) -> str | None:
        """Return the address of the page on which the host of a room saves a passkey; ``None`` without passkeys."""
        from companion.server.passkeys import PASSKEY, is_available

        return f"{self._homes(room)[0]}{PASSKEY}" if is_available() else None

    def _links_of(self, room: Room | None) -> Links:
        return room.links if room else self._links

    def _homes(self, room: Room | None = None) -> tuple[str, ...]:
        """Return the addresses of the listener for phones: the public one or, without one, those of this machine."""
        below = room.below if room else ""
        if self._deployment.public:
            return (f"{self._deployment.public}{below}",)
        assert self._lan
        scheme, hosts = "https" if self._certificate else "http", _reached_at(self._lan.hosts)
        return tuple(f"{scheme}://{f'[{host}]' if ':' in host else host}:{self._lan.port}/{below}" for host in hosts)

    async def _context(self, hosts: Sequence[str]) -> ssl.SSLContext | None:
        if not self._certificate:
            return None
        return await asyncio.to_thread(self._certificate.context, (*hosts, *network.addresses()))

    async def prepared(self) -> None:
        """Wait until pages can be shown.

        :raises Exception: if the preparation failed; the next call tries again.
        """
        await self._prepared_flet()

    async def new_key(self, to: Grant = ROOM, room: Room | None = None) -> None:
        """Replace a key: its link is revoked, and phones authorized by it need a new invitation.

        :param to: the grant of the link.
        :param room: the room it leads to, on a server with rooms.
        :raises StorageError: if the new key cannot be stored.
        """
        links = self._links_of(room)
        await self._end_key(links.end(to))
        links.codes.changed.emit()

    async def new_host_link(self, room: Room) -> str:
        """Return a new link for the host of a room; the old one ends a moment later, when the caller's page has opened it.

        :raises StorageError: if it cannot be stored; then the old one stays valid.
        """
        ended = room.links.end(HOST[0])

        self._taking_over.add(ended)

        async def end() -> None:
            await asyncio.sleep(_TAKING_OVER)
            self._taking_over.discard(ended)
            await self._end_key(ended)

        self._running.callback(asyncio.create_task(end()).cancel)
        return self.host_link(room)

    async def delete_room(self, room: Room) -> None:
        """Delete a room with everything in it, and disconnect its phones.

        :raises StorageError: if it cannot be deleted; its phones then join it again.
        """
        assert self._rooms
        await self._end_pages(room)
        self._rooms.delete(room)
        self._guard_of_rooms.forget(room)

    def phones(self, room: Room) -> int:
        """Return the number of connected pages of a room."""
        return self._guard_of_rooms.of(room).pages

    @property
    def _guard_of_rooms(self) -> RoomsGuard:
        assert isinstance(self._lan_guard, RoomsGuard)
        return self._lan_guard

    async def _end_key(self, ended: str) -> None:
        """End the pages that were authorized by a key."""
        await self._lan_guard.expel(LINK_ENDED, ended)
        await self._lan_lines.end(lambda scope: ended in scope.get(KEYS, ()))

    async def _end_pages(self, room: Room) -> None:
        """End all pages of a room."""
        await self._guard_of_rooms.of(room).expel(LINK_ENDED)
        await self._lan_lines.end(lambda scope: scope.get(ROOM_KEY) is room)

    async def _serve_status(self, host: str, port: int) -> None:
        door = await _Door.open_plain(StatusPages(self._figures, self._trouble), network.listen(host, port))
        self.status_port = door.port
        self._running.push_async_callback(door.close)
        self._running.callback(asyncio.create_task(self._delay.watch()).cancel)

    def _figures(self) -> Figures:
        pages = Counter(self._sockets.pages()) + Counter(self._lan_lines.pages())
        return {
            "connections": {(stage.value,): self._pool.count(stage) for stage in Stage},
            "pages": {(state,): pages[state] for state in ("connected", "asleep")},
            "rooms": {(): len(tuple(self._rooms or ()))},
            "wrong_keys_total": {(): self._lan_guard.guesses.total},
            "loop_delay_seconds": {(): self._delay.seconds},
            **self._more_figures(),
        }

    def _trouble(self) -> str | None:
        if self._flet and self._flet.done() and _failed(self._flet):
            return "the program could not be prepared"
        return None if self._flet and self._flet.done() else "starting"

    async def _end_codes(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_AT_CODES)
            for links in (self._links, *(room.links for room in self._rooms or ())):
                links.codes.end_with_the_evening()

    async def _delete_idle_rooms(self) -> None:
        idle_since: dict[str, float] = {}
        while self._rooms is not None:
            with contextlib.suppress(StorageError):  # tried again later
                now, idle = time.monotonic(), {room.name: room for room in self._rooms.idle()}
                idle_since = {name: idle_since.get(name, now) for name in idle}
                for name, since in idle_since.items():
                    if now - since >= _IDLE:
                        log.warning("the room %s is deleted: it had no visit for %s days", name, KEPT)
                        await self.delete_room(idle[name])
            await asyncio.sleep(_LOOK_AT_ROOMS)

    async def _follow_rooms(self) -> None:
        """End the pages here whose link or room was ended by another process."""
        versions: dict[str, object] = {}
        while self._rooms is not None:
            await asyncio.sleep(_FOLLOW_ROOMS)
            for room in self._rooms:
                with contextlib.suppress(StorageError):  # tried again in a second
                    version = self._rooms.store.version(room.name)
                    if room.name in versions and versions[room.name] == version:
                        continue
                    if self._rooms.find(room.name):
                        for key in self._guard_of_rooms.of(room).ended() - self._taking_over:
                            await self._end_key(key)
                        versions[room.name] = version
                    else:
                        await self._end_pages(room)
                        self._rooms.close(room)
                        self._guard_of_rooms.forget(room)

    async def _close_unused_rooms(self) -> None:
        used: dict[Room, float] = {}
        while self._rooms is not None:
            now, asleep = time.monotonic(), {scope.get(ROOM_KEY) for scope in self._lan_lines.scopes()}
            for room in self._rooms:
                if room not in used or self.phones(room) or room in asleep:
                    used[room] = now
                elif now - used[room] >= _UNUSED:
                    self._rooms.close(room)
            await asyncio.sleep(_UNUSED / 10)

    async def _app(self) -> ASGIApp:
        """Return the ASGI app of all listeners, started once."""
        from companion.lookup.print_routes import FOLDER, Pages
        from companion.server.page import PageLook, at_home, client_folder, make_pages, policy
        from companion.server.site import Site
        from companion.server.static import Static, version_of

        look = self._look or PageLook(fonts=resources.FONTS if self._assets else {}, splash=_splash(self._assets))
        folders = [*([self._assets] if self._assets else []), client_folder()]
        version = await asyncio.to_thread(version_of, folders)
        pages = make_pages(look, version)
        printed = Pages("../rules/{}".format)
        if self._certificate and (root := self._certificate.root()):
            pages[ROOT] = root
        made = ChainMap(pages, printed)  # type: ignore[arg-type]  # only read
        index = pages["index.html"]

        @functools.lru_cache(maxsize=_POLICIES)
        def policy_of(host: str, home: str) -> str:
            return policy(at_home(index, home).decode(), host)

        static: ASGIApp = Static(made, folders, version, policy_of)
        if self._pocket:
            static = Site(self._pocket, static)
        # Import now what is needed while another thread imports Flet; see _prepare_flet.
        for module in _NEEDED_MEANWHILE:
            importlib.import_module(module)

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            # Flet's app gets websockets only, so that its documentation pages, its uploads and its headers for
            # foreign sites do not exist.
            if scope["type"] == "websocket":
                await (await self._prepared_flet())(scope, receive, send)
                return
            if scope["path"].startswith(f"/{FOLDER}"):  # generated from the games' rules, which are imported by then
                await self._prepared_flet()
            await static(scope, receive, send)

        return app

    async def _prepared_flet(self) -> ASGIApp:
        """Return Flet's app once it is ready; after a failure, start another attempt."""
        if self._flet is None or _failed(self._flet):
            self._begin_to_prepare()
        assert self._flet
        return await asyncio.shield(self._flet)

    def _begin_to_prepare(self) -> None:
        self._flet = asyncio.create_task(self._prepare_flet())
        self._flet.add_done_callback(_failed)  # callers that wait get the exception; otherwise it is ignored

    async def _let_go_of_sessions(self) -> None:
        if self._flet and self._flet.done() and not _failed(self._flet):
            await flet_patches.let_go_of_sessions()  # earlier there are none, and Flet is only partly imported

    async def _settle(self) -> None:
        if self._flet:
            await asyncio.wait({self._flet})

    async def _prepare_flet(self) -> ASGIApp:
        """Return Flet's app. Its import takes a third of a second, so the server accepts requests before it is ready.

        Meanwhile the event loop must not import anything: if two threads import modules that import each other, Python
        gives one of them a partly initialised module, and the import fails.
        """
        fastapi = await asyncio.to_thread(importlib.import_module, "flet_web.fastapi")
        if self._prepare:
            await asyncio.to_thread(self._prepare)
        flet = fastapi.app(self._main, no_cdn=True, session_timeout_seconds=0)
        await self._running.enter_async_context(flet.router.lifespan_context(flet))
        app: ASGIApp = flet
        return app


def _failed(task: "asyncio.Task[ASGIApp]") -> bool:
    """Return whether a task has ended without a result."""
    return task.done() and (task.cancelled() or task.exception() is not None)


def _reached_at(hosts: Sequence[str]) -> tuple[str, ...]:
    """Return the reachable addresses of a listener; without a network, this machine's own as an example."""
    bound = tuple(host for host in hosts if not ipaddress.ip_address(host).is_unspecified)
    return bound or network.addresses() or (_LOOPBACK,)


def _is_loopback(host: str) -> bool:
    return host == "localhost" or ipaddress.ip_address(host).is_loopback


def _splash(assets: Path | None) -> str | None:
    """Return the HTML shown while the client loads, if there is any, with the texts for a lost connection."""
    from companion.server.page import loading_screen

    if not assets or not assets.joinpath("splash.html").is_file():
        return None
    said = {
        "lost": T("No connection at the moment. Companion keeps trying; what has been entered is safe."),
        "ended": T(
            "This link no longer works. To come back, scan the new QR code on the host’s screen, under "
            "“Settings → Phones at this table”."
        ),
        "large": T(
            "This is too large to be sent this way, and nothing was imported. Use a file for a long text; on "
            "the device Companion runs on, a file can have up to 64 MB."
        ),
    }
    return loading_screen(assets, said)


@contextlib.contextmanager
def _all_or_none() -> Iterator[list[socket.socket]]:
    """Collect sockets and close them if an exception is raised."""
    listeners: list[socket.socket] = []
    try:
        yield listeners
    except BaseException:
        for listener in listeners:
            listener.close()
        raise


class _Door:
    """Listening sockets served by one uvicorn in a task of its own."""

    def __init__(
        self,
        uvicorn: Any,
        serving: "asyncio.Task[None]",
        listeners: list[socket.socket],
        receiving: "list[asyncio.Task[None]]",
    ) -> None:
        self._uvicorn = uvicorn
        self._serving = serving
        self._listeners = listeners if receiving else []  # without, uvicorn accepts on them and closes them itself
        self._receiving = receiving
        names = [listener.getsockname() for listener in listeners]
        self.hosts: tuple[str, ...] = tuple(name[0] for name in names)
        self.port: int = names[0][1]

    @classmethod
    async def open(
        cls,
        guard: Gatekeeper,
        pool: ConnectionPool,
        limits: Limits,
        listeners: list[socket.socket],
        context: ssl.SSLContext | None = None,
    ) -> "_Door":
        """Start serving an authorized app on sockets, by https if there is a TLS context."""
        import uvicorn

        from companion.server.http_gate import HttpGate, let_in

        config = uvicorn.Config(guard, http=HttpGate, ws_max_size=limits.message, **_UVICORN)
        # uvicorn would accept all connections at once; here it only runs and ends what it is given
        server, serving = await _uvicorn(config, [])
        first: Callable[[], asyncio.Protocol]
        first = functools.partial(HttpGate, guard, pool, limits, config, server.server_state)
        if context:
            from companion.server.tls_redirect import TlsRedirect

            first = functools.partial(TlsRedirect, first, context, id(guard), pool, limits)
        return cls(
            server, serving, listeners, [asyncio.create_task(let_in(each, first, pool, limits)) for each in listeners]
        )

    @classmethod
    async def open_plain(cls, app: ASGIApp, listener: socket.socket) -> "_Door":
        """Start serving an app that needs no authorization, such as the status pages."""
        import uvicorn

        server, serving = await _uvicorn(uvicorn.Config(app, **_UVICORN), [listener])
        return cls(server, serving, [listener], [])

    async def close(self) -> None:
        for task in self._receiving:
            task.cancel()
        await asyncio.gather(*self._receiving, return_exceptions=True)
        for listener in self._listeners:
            listener.close()
        self._uvicorn.should_exit = True
        await self._serving


#: Settings of every uvicorn: the HTTP gate hands websockets over itself, and lower log levels would log requests with keys.
_UVICORN: Final[Mapping[str, Any]] = {
    "ws": "none",
    "lifespan": "off",
    "log_config": None,
    "log_level": "warning",
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
    "timeout_graceful_shutdown": _PATIENCE,
}


async def _uvicorn(config: Any, listeners: list[socket.socket]) -> "tuple[Any, asyncio.Task[None]]":
    """Return a running uvicorn that leaves signals to the surrounding program, and its task."""
    import uvicorn

    class Quiet(uvicorn.Server):
        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    server = Quiet(config)
    serving = asyncio.create_task(server.serve(listeners))
    while not server.started and not serving.done():
        await asyncio.sleep(0.001)
    if serving.done():
        serving.result()
    return server, serving

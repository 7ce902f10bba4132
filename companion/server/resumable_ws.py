"""Resumable websockets: a page's session with Flet survives lost connections.

Phones sleep and leave the network. Flet's client reconnects by fetching the whole control tree again, and Flutter then
compares each control with the one it replaces, map by map and twice on every level, which takes minutes for a tree thirty
levels deep (``Control.==`` by ``MapEquality`` in ``InheritedNotifier``). So Flet never learns that a connection was lost: both
ends number their messages and keep those that are not confirmed, and the next connection continues after the last confirmed
message, with scroll position, forms and focus unchanged. A page that is reloaded starts a new session at its address, for
the same reason. The other end is ``line.js``.

A connection begins with ``{"line": id or null, "got": n}`` from the page. The server answers in the same form with the
channel's id, or with ``{"gone": true}`` if the channel no longer exists; then the page starts over. ``most`` in the answer is
the size limit of the page's messages in bytes; when it changes, another text message says so. The page does not send longer
messages. If one was already in flight, the connection closes, and the page resends only its header, which is counted and
otherwise ignored.
Text messages control the channel: ``{"got": n}`` from the page confirms and requests a heartbeat, which is
``{"got": n, "clock": t}``; ``{"bye": true}`` ends the channel.
Binary messages are Flet's, behind a header: from the server the message number and the server's clock; from the page the
message number, the time up to which the screen had been read, and the time of sending, both on the server's clock in seconds.
"""

import asyncio
import json
import logging
import math
import os
import secrets
import struct
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.server.message_checks import fault, paced
from companion.tables.last_seen import SEEN_AT, SeenAt
from companion.tables.message_size import ALLOWANCE, MessageSizes
from companion.tables.shown_table import SHOWN_TABLE, ShownTable

log = logging.getLogger(__name__)

#: Subprotocol of pages with resumable channels; other clients speak plain Flet.
PROTOCOL: Final = "companion.line.1"

#: A tap that was in flight for longer than this is ignored, in seconds.
LATE: Final = 3.0

#: Close code: the link by which the page was authorized has ended.
LINK_ENDED: Final = 4003

#: Scope key of the function that sets the size limit of a connection's messages.
LONGEST: Final = "companion longest"

#: Memory that a sleeping phone takes, in bytes: Flet's session and the messages it has missed.
_SLEEPER: Final = 3 << 20

#: The limit of the memory of a container.
_CONTAINER: Final = Path("/sys/fs/cgroup/memory.max")

#: Longest text message of a client, in characters.
_CONTROL: Final = 1000

#: Number of queued messages above which no more heartbeats are queued.
_TEXTS: Final = 100

_SERVER_HEAD: Final = struct.Struct(">Id")
_CLIENT_HEAD: Final = struct.Struct(">Idd")


def memory() -> int | None:
    """Return the memory this process may use in bytes: that of its container or of the machine; ``None`` if unknown."""
    with suppress(OSError, ValueError):
        return int(_CONTAINER.read_text(encoding="ascii"))  # "max" where there is no limit
    with suppress(OSError, ValueError, AttributeError):  # not on Windows
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def sleeping_phones(memory: int | None) -> int:
    """Return how many sleeping phones keep their place: as many as fit into an eighth of the memory.

    :param memory: in bytes, if known.

    >>> [sleeping_phones(each) for each in (None, 512 << 20, 4 << 30, 32 << 30)]
    [16, 21, 170, 1365]
    """
    return max(16, (memory or 0) // 8 // _SLEEPER)


@frozen
class Timeouts:
    """Limits of what is kept for disconnected pages.

    :param away: number of disconnected channels; see :func:`sleeping_phones`.
    :param night: seconds for which a disconnected channel is kept.
    :param missed: bytes kept for a disconnected page; a page that missed more starts over, which is faster.
    :param unconfirmed: bytes that a connected page may leave unconfirmed.
    :param waiting: messages of a page that may wait for Flet.
    :param hurry: seconds within which a client has to send its first message.
    :param ending: seconds that a session may take to end by itself; less than a closing server waits for it.
    """

    away: int = field(factory=lambda: sleeping_phones(memory()))
    night: float = 12 * 3600.0
    missed: int = 256 * 1024
    unconfirmed: int = 8 * 1024 * 1024
    waiting: int = 1000
    hurry: float = 10.0
    ending: float = 1.0


class ResumableSockets:
    """ASGI middleware that gives pages resumable channels; HTTP requests pass through.

    :param app: the app that the pages are connected to.
    :param sweep: called when sessions have ended, to release what the app keeps for them.
    :param most: size limit of a page's messages in bytes.
    """

    def __init__(
        self,
        app: ASGIApp,
        sweep: Callable[[], Awaitable[None]],
        patience: Timeouts | None = None,
        *,
        most: int,
    ) -> None:
        self._app = app
        self._most = most
        self._sweep = sweep
        self._patience = patience or Timeouts()
        self._channels: dict[str, _Channel] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or a websocket for as long as it is connected."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
        elif (await receive())["type"] == "websocket.connect":
            known = PROTOCOL in scope["subprotocols"]
            await send({"type": "websocket.accept", "subprotocol": PROTOCOL if known else None})
            socket = _Socket(send, scope)
            try:
                await (self._serve_channel if known else self._serve_plain)(scope, paced(receive, self._most), socket)
            finally:
                await socket.close()

    def pages(self) -> Mapping[str, int]:
        """Return the number of pages that are connected, and of those that sleep."""
        asleep = sum(channel.socket is None for channel in self._channels.values())
        return {"connected": len(self._channels) - asleep, "asleep": asleep}

    def scopes(self) -> list[Scope]:
        """Return the scope of the first connection of each channel."""
        return [channel.scope for channel in self._channels.values()]

    async def end(self, such: Callable[[Scope], bool] = lambda _: True) -> None:
        """End channels; their pages start over when they reconnect.

        :param such: selects channels by the scope of their first connection; by default all.
        """
        await self._end(*(channel for channel in self._channels.values() if such(channel.scope)))

    async def _serve_channel(self, scope: Scope, receive: Receive, socket: "_Socket") -> None:
        """Serve a new channel or resume an interrupted one."""
        hello = await self._introduction(receive)
        wanted = _control(hello) if hello else None
        if wanted is None:
            return
        await self._make_room()
        channel = self._channels.get(str(wanted.get("line")))
        if channel is None and wanted.get("line"):
            socket.put_text({"gone": True})
            return
        if channel is None:
            channel = _Channel(self._app, scope, self._patience, self._most)
            self._channels[channel.id] = channel
        channel.resume(socket, _count(wanted))
        bye = False
        try:
            while channel.socket is socket and (message := await receive())["type"] == "websocket.receive":
                if packet := message.get("bytes"):
                    fine = channel.receive_packet(packet)
                else:
                    control = _control(message)
                    bye = bool(control and control.get("bye"))
                    fine = control is not None and channel.confirm(_count(control))
                if bye or not fine:
                    break
                socket.put_text(channel.heartbeat())
        finally:
            if channel.socket is socket:
                channel.detach(0.0 if bye else self._patience.night)
            await self._make_room()

    async def _serve_plain(self, scope: Scope, receive: Receive, socket: "_Socket") -> None:
        """Serve a client without channels, such as Flet's desktop window."""
        connection = _Connection(self._app, scope, self._patience, self._most)
        connection.attach(socket)
        try:
            message = await self._introduction(receive)
            while (
                message and message["type"] == "websocket.receive" and connection.deliver(message.get("bytes") or b"")
            ):
                message = await receive()
        finally:
            await self._end(connection)

    async def _introduction(self, receive: Receive) -> Message | None:
        try:
            return await asyncio.wait_for(receive(), self._patience.hurry)
        except TimeoutError:
            return None

    async def _make_room(self) -> None:
        """Drop channels that have ended or were away for too long, and some more if there are too many.

        Of too many, the table with the most loses the one that was away longest, so that no table takes the place of another.
        """
        away = sorted((each for each in self._channels.values() if each.socket is None), key=lambda each: each.until)
        now = time.monotonic()
        ended = [each for each in away if each.is_over or each.until <= now]
        tables: dict[str | None, list[_Channel]] = {}
        for channel in away:
            if channel not in ended:
                tables.setdefault(channel.table, []).append(channel)
        for _ in range(len(away) - len(ended) - self._patience.away):
            ended.append(max(tables.values(), key=len).pop(0))
        await self._end(*ended)

    async def _end(self, *connections: "_Connection") -> None:
        if connections:
            for connection in connections:
                self._channels.pop(connection.id, None)
            await asyncio.gather(*(connection.end() for connection in connections))
            await self._sweep()


class _Socket:
    """A websocket connection with a send queue, so that senders never wait."""

    def __init__(self, send: Send, scope: Scope) -> None:
        self._send = send
        #: Sets the size limit of the client's messages in bytes; does nothing on a server with a fixed limit.
        self.allow: Callable[[int], None] = scope.get(LONGEST, lambda _: None)
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self._sending = asyncio.create_task(self._work())

    def put(self, packet: bytes) -> None:
        self._queue.put_nowait({"type": "websocket.send", "bytes": packet})

    def put_text(self, control: dict[str, Any]) -> None:
        if self._queue.qsize() < _TEXTS:  # a client that requests heartbeats without reading them gets no more
            self._queue.put_nowait({"type": "websocket.send", "text": json.dumps(control)})

    def hang_up(self) -> None:
        """Close the connection once everything is sent."""
        self._queue.put_nowait(None)

    async def close(self) -> None:
        """Send the rest if that takes no time, and close."""
        self.hang_up()
        await asyncio.wait({self._sending}, timeout=1.0)
        self._sending.cancel()

    async def _work(self) -> None:
        try:
            while message := await self._queue.get():
                await self._send(message)
            await self._send({"type": "websocket.close", "code": 1000})
        except (OSError, RuntimeError):
            return  # the client is gone; the receiving side notices


class _Connection:
    """A session with the app, whether or not its client is connected; starts with the client's first message."""

    def __init__(self, app: ASGIApp, scope: Scope, patience: Timeouts, most: int) -> None:
        self._app = app
        #: The scope of its first connection.
        self.scope = scope
        self._patience = patience
        self._inbox: asyncio.Queue[tuple[Message, SeenAt | None]] = asyncio.Queue()
        self._talking: asyncio.Task[None] | None = None
        #: Whether the app has started to listen.
        self._listened = False
        self._ended = False
        self.id = secrets.token_urlsafe(16)
        #: The current connection.
        self.socket: _Socket | None = None
        self._shown = ShownTable()
        self._allowance = MessageSizes(most)
        self._allowance.changed = self._allow
        #: Bytes of messages waiting for Flet.
        self._waiting = 0

    def attach(self, socket: _Socket) -> None:
        self.socket = socket
        self._allow()

    def _allow(self) -> None:
        if self.socket:
            self.socket.allow(self._allowance.longest)

    @property
    def table(self) -> str | None:
        """The table that its page shows."""
        return self._shown.id

    @property
    def is_over(self) -> bool:
        return self._ended or (self._talking is not None and self._talking.done())

    def deliver(self, packet: bytes, seen: SeenAt | None = None) -> bool:
        """Pass a message of the client to the app; return whether it is valid."""
        full = self._inbox.qsize() >= self._patience.waiting or self._waiting > self._allowance.most
        if self.is_over or full or fault(packet, first=self._talking is None, allowance=self._allowance):
            return False
        if self._talking is None:
            self._inbox.put_nowait(({"type": "websocket.connect"}, None))
            self._talking = asyncio.create_task(self._run())
        self._inbox.put_nowait(({"type": "websocket.receive", "bytes": packet}, seen))
        self._waiting += len(packet)
        return True

    async def end(self) -> None:
        """End the session and wait until it has ended."""
        self._ended = True
        if self._talking:
            if self._listened:
                self._inbox.put_nowait(({"type": "websocket.disconnect", "code": 1001}, None))
                await asyncio.wait({self._talking}, timeout=self._patience.ending)
            # An app that is still being prepared need not start for a client that is gone.
            self._talking.cancel()

    def _say(self, packet: bytes) -> None:
        if self.socket:
            self.socket.put(packet)

    async def _run(self) -> None:
        ALLOWANCE.set(self._allowance)
        SHOWN_TABLE.set(self._shown)
        try:
            await self._app(self.scope, self._next, self._tell)
        except Exception:
            log.exception("a conversation failed")
        finally:
            if self.socket:
                await self.socket.close()

    async def _next(self) -> Message:
        self._listened = True
        message, seen = await self._inbox.get()
        self._waiting -= len(message.get("bytes", b""))
        SEEN_AT.set(seen)
        return message

    async def _tell(self, message: Message) -> None:
        if message["type"] == "websocket.send" and not self._ended:
            self._say(message["bytes"])


class _Channel(_Connection):
    """A session that continues on the next connection when one is lost."""

    def __init__(self, app: ASGIApp, scope: Scope, patience: Timeouts, most: int) -> None:
        super().__init__(app, scope, patience, most)
        self._allowance.changed = self._allow_and_say
        #: Time until which it is kept without a connection.
        self.until = 0.0
        self._received = 0
        self._sent = 0
        #: Messages that the client has not confirmed, with their numbers.
        self._kept: deque[tuple[int, bytes]] = deque()
        self._weight = 0

    def resume(self, socket: _Socket, got: int) -> None:
        """Continue on a connection after the client's last confirmed message."""
        before = self.socket
        self.attach(socket)
        if before:
            before.hang_up()
        socket.put_text({"line": self.id, **self.heartbeat(), "most": self._most})
        self.confirm(got)
        for _, packet in self._kept:
            socket.put(packet)

    @property
    def _most(self) -> int:
        return self._allowance.longest + _CLIENT_HEAD.size

    def _allow(self) -> None:
        if self.socket:
            self.socket.allow(self._most)

    def _allow_and_say(self) -> None:
        self._allow()
        if self.socket:
            self.socket.put_text({"most": self._most, **self.heartbeat()})

    def detach(self, patience: float) -> None:
        """Continue without a connection for the given number of seconds."""
        self.socket, self.until = None, time.monotonic() + patience
        self._ended = self._ended or self._talking is None  # a client that never sent a message has nothing to resume
        self._check()

    def heartbeat(self) -> dict[str, Any]:
        return {"got": self._received, "clock": time.monotonic()}

    def confirm(self, got: int) -> bool:
        while self._kept and self._kept[0][0] <= got:
            self._weight -= len(self._kept.popleft()[1])
        return True

    def receive_packet(self, packet: bytes) -> bool:
        """Pass a message of the client to the app, once and in order; return whether it is valid."""
        if len(packet) < _CLIENT_HEAD.size:
            return False
        number, read, made = _CLIENT_HEAD.unpack_from(packet)
        if number <= self._received:
            return True
        now = time.monotonic()
        seen = SeenAt(min(read, now) if math.isfinite(read) else 0.0, late=not now - made <= LATE)
        if number > self._received + 1:
            return False
        withdrawn = len(packet) == _CLIENT_HEAD.size
        if not withdrawn and not self.deliver(packet[_CLIENT_HEAD.size :], seen):
            return False
        self._received = number
        return True

    def _say(self, packet: bytes) -> None:
        self._sent += 1
        packet = _SERVER_HEAD.pack(self._sent, time.monotonic()) + packet
        self._kept.append((self._sent, packet))
        self._weight += len(packet)
        super()._say(packet)
        self._check()

    def _check(self) -> None:
        """End the channel if the client has missed too much; one file of any size may be in flight."""
        largest = max((len(packet) for _, packet in self._kept), default=0) if self.socket else 0
        if self._weight - largest > (self._patience.unconfirmed if self.socket else self._patience.missed):
            self._kept.clear()
            self._weight = 0
            self._ended = True
            self._inbox.put_nowait(({"type": "websocket.disconnect", "code": 1001}, None))


def _control(message: Message) -> dict[str, Any] | None:
    text = message.get("text")
    if not text or len(text) > _CONTROL:
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _count(control: dict[str, Any]) -> int:
    got = control.get("got")
    return got if isinstance(got, int) else 0

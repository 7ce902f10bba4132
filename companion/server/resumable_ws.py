"""Lines: the conversation of a page with Flet, which outlives the connections that carry it.

Phones sleep, and walk out of the network. Flet's client comes back by having the whole tree of its screen sent again, and
Flutter then asks of each control whether it equals the one it replaces: a comparison of maps within maps that looks at
everything below twice on every level, so that thirty levels take for ever (``Control.==`` by ``MapEquality`` in
``InheritedNotifier``). So Flet never learns that a connection was lost. Both ends number their messages and keep what the
other has not confirmed; the next connection goes on where the last one ended, with scroll, forms and focus as they were. A page
that is loaded anew begins anew at its address, for the same reason: it is not given the tree it had.
The other end is ``line.js``.

A connection begins with ``{"line": id or null, "got": n}`` from the page. The server answers in the same form with the
line's id, or with ``{"gone": true}`` if the line no longer exists; then the page starts over. ``most`` in the answer is
the size limit of a message of the page in bytes; when it changes, another text says so. The page does not send longer
messages. If one was already on its way, the connection ends, and the page sends only its header instead, which is
counted and otherwise ignored.
Texts are for the line itself: ``{"got": n}`` from the page confirms and asks for a sign of life, which is ``{"got": n, "clock": t}``;
``{"bye": true}`` ends the line.
Binary messages are Flet's behind a head: from the server their number and its clock; from the page their number, up to when
what was told had been read, and when they were made, both on the server's clock in seconds.
"""

import asyncio
import json
import logging
import math
import secrets
import struct
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from attrs import frozen
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.server.message_checks import fault, paced
from companion.tables.last_seen import SEEN_AT, SeenAt
from companion.tables.message_size import ALLOWANCE, MessageSizes

log = logging.getLogger(__name__)

#: The subprotocol by which a page says that it talks on a line; other clients talk to Flet as it is.
PROTOCOL: Final = "companion.line.1"

#: A tap that was on its way for longer, in seconds, is not meant any more.
LATE: Final = 3.0

#: Why a connection is closed: the link it came by has ended.
LINK_ENDED: Final = 4003

#: The key of a conversation's scope with the function that limits the messages of its connection.
LONGEST: Final = "companion longest"

#: The longest text of a client, in characters.
_CONTROL: Final = 1000

#: So many messages for a connection may wait until no more signs of life are added.
_TEXTS: Final = 100

_TOLD: Final = struct.Struct(">Id")
_HEARD: Final = struct.Struct(">Idd")


@frozen
class Timeouts:
    """What is kept, and for how long.

    :param away: so many lines of pages that are away; one keeps about a megabyte.
    :param night: for so many seconds.
    :param missed: bytes kept for a page that is away; one that has missed more begins anew, which is quicker.
    :param unconfirmed: bytes a page that is there may leave unconfirmed.
    :param waiting: messages of a page that may wait for Flet.
    :param hurry: seconds within which a client has to say something.
    :param ending: seconds a left conversation may take to end by itself; less than a closing door waits for it.
    """

    away: int = 16
    night: float = 12 * 3600.0
    missed: int = 256 * 1024
    unconfirmed: int = 8 * 1024 * 1024
    waiting: int = 1000
    hurry: float = 10.0
    ending: float = 1.0


class ResumableSockets:
    """Lets pages talk to an app on lines; requests pass through.

    :param app: what the pages talk to.
    :param sweep: is called when conversations have ended for good, to let go of what the app keeps of them.
    :param most: bytes that a message of a page can have.
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
        self._lines: dict[str, _Channel] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or carry a conversation as long as the connection lasts."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
        elif (await receive())["type"] == "websocket.connect":
            known = PROTOCOL in scope["subprotocols"]
            await send({"type": "websocket.accept", "subprotocol": PROTOCOL if known else None})
            wire = _Socket(send, scope)
            try:
                await (self._carry if known else self._pass)(scope, paced(receive, self._most), wire)
            finally:
                await wire.close()

    async def end(self, such: Callable[[Scope], bool] = lambda _: True) -> None:
        """End lines; who comes back begins anew.

        :param such: tells by what a line began with whether it is to end; all, if that is not said.
        """
        await self._end(*(line for line in self._lines.values() if such(line.scope)))

    async def _carry(self, scope: Scope, receive: Receive, wire: "_Socket") -> None:
        """Carry a line, a new one or one that was interrupted."""
        hello = await self._introduction(receive)
        wanted = _control(hello) if hello else None
        if wanted is None:
            return
        await self._make_room()
        line = self._lines.get(str(wanted.get("line")))
        if line is None and wanted.get("line"):
            wire.put_text({"gone": True})
            return
        if line is None:
            line = _Channel(self._app, scope, self._patience, self._most)
            self._lines[line.id] = line
        line.take(wire, _count(wanted))
        bye = False
        try:
            while line.wire is wire and (message := await receive())["type"] == "websocket.receive":
                if packet := message.get("bytes"):
                    fine = line.hear(packet)
                else:
                    control = _control(message)
                    bye = bool(control and control.get("bye"))
                    fine = control is not None and line.confirm(_count(control))
                if bye or not fine:
                    break
                wire.put_text(line.sign_of_life())
        finally:
            if line.wire is wire:
                line.leave(0.0 if bye else self._patience.night)
            await self._make_room()

    async def _pass(self, scope: Scope, receive: Receive, wire: "_Socket") -> None:
        """Let a client talk that knows of no lines, such as Flet's own for a window."""
        talk = _Connection(self._app, scope, self._patience, self._most)
        talk.carried_by(wire)
        try:
            message = await self._introduction(receive)
            while message and message["type"] == "websocket.receive" and talk.hand_on(message.get("bytes") or b""):
                message = await receive()
        finally:
            await self._end(talk)

    async def _introduction(self, receive: Receive) -> Message | None:
        try:
            return await asyncio.wait_for(receive(), self._patience.hurry)
        except TimeoutError:
            return None

    async def _make_room(self) -> None:
        """Forget the lines that have ended or are away for too long and, if there are too many, those away for longest."""
        away = sorted((line for line in self._lines.values() if line.wire is None), key=lambda line: line.until)
        too_many = len(away) - self._patience.away
        now = time.monotonic()
        await self._end(*(line for n, line in enumerate(away) if n < too_many or line.is_over or line.until <= now))

    async def _end(self, *talks: "_Connection") -> None:
        """End conversations for good."""
        if talks:
            for talk in talks:
                self._lines.pop(talk.id, None)
            await asyncio.gather(*(talk.end() for talk in talks))
            await self._sweep()


class _Socket:
    """A connection: sends in order what it is given, without keeping anybody waiting."""

    def __init__(self, send: Send, scope: Scope) -> None:
        self._send = send
        #: Sets the size limit of the client's messages in bytes; a server without such a setter has a fixed limit.
        self.allow: Callable[[int], None] = scope.get(LONGEST, lambda _: None)
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self._sending = asyncio.create_task(self._work())

    def put(self, packet: bytes) -> None:
        self._queue.put_nowait({"type": "websocket.send", "bytes": packet})

    def put_text(self, control: dict[str, Any]) -> None:
        if self._queue.qsize() < _TEXTS:  # who asks for signs of life and does not read them needs no more of them
            self._queue.put_nowait({"type": "websocket.send", "text": json.dumps(control)})

    def hang_up(self) -> None:
        """Close the connection once everything is sent."""
        self._queue.put_nowait(None)

    async def close(self) -> None:
        """Send what is left, if that takes no time, and hang up."""
        self.hang_up()
        await asyncio.wait({self._sending}, timeout=1.0)
        self._sending.cancel()

    async def _work(self) -> None:
        try:
            while message := await self._queue.get():
                await self._send(message)
            await self._send({"type": "websocket.close", "code": 1000})
        except (OSError, RuntimeError):
            return  # the client is gone, which who receives learns


class _Connection:
    """A conversation with the app, by a client that is there or not; it begins with the client's first message."""

    def __init__(self, app: ASGIApp, scope: Scope, patience: Timeouts, most: int) -> None:
        self._app = app
        #: The connection it began with.
        self.scope = scope
        self._patience = patience
        self._inbox: asyncio.Queue[tuple[Message, SeenAt | None]] = asyncio.Queue()
        self._talking: asyncio.Task[None] | None = None
        #: Whether the app has begun to listen.
        self._listened = False
        self._ended = False
        self.id = secrets.token_urlsafe(16)
        #: The connection that carries it.
        self.wire: _Socket | None = None
        self._allowance = MessageSizes(most)
        self._allowance.changed = self._allow
        #: Bytes of messages that wait for Flet.
        self._waiting = 0

    def carried_by(self, wire: _Socket) -> None:
        """Continue on a connection."""
        self.wire = wire
        self._allow()

    def _allow(self) -> None:
        """Set the size limit of messages to the current allowance."""
        if self.wire:
            self.wire.allow(self._allowance.longest)

    @property
    def is_over(self) -> bool:
        """Whether nobody talks any more."""
        return self._ended or (self._talking is not None and self._talking.done())

    def hand_on(self, packet: bytes, glance: SeenAt | None = None) -> bool:
        """Hand on a message of the client to the app, and tell whether it was one."""
        full = self._inbox.qsize() >= self._patience.waiting or self._waiting > self._allowance.most
        if self.is_over or full or fault(packet, first=self._talking is None, allowance=self._allowance):
            return False
        if self._talking is None:
            self._inbox.put_nowait(({"type": "websocket.connect"}, None))
            self._talking = asyncio.create_task(self._talk())
        self._inbox.put_nowait(({"type": "websocket.receive", "bytes": packet}, glance))
        self._waiting += len(packet)
        return True

    async def end(self) -> None:
        """End the conversation, and wait until it has."""
        self._ended = True
        if self._talking:
            if self._listened:
                self._inbox.put_nowait(({"type": "websocket.disconnect", "code": 1001}, None))
                await asyncio.wait({self._talking}, timeout=self._patience.ending)
            # An app that is still being prepared need not start for a client that is gone.
            self._talking.cancel()

    def _say(self, packet: bytes) -> None:
        if self.wire:
            self.wire.put(packet)

    async def _talk(self) -> None:
        ALLOWANCE.set(self._allowance)
        try:
            await self._app(self.scope, self._next, self._tell)
        except Exception:
            log.exception("a conversation failed")
        finally:
            if self.wire:
                await self.wire.close()

    async def _next(self) -> Message:
        self._listened = True
        message, glance = await self._inbox.get()
        self._waiting -= len(message.get("bytes", b""))
        SEEN_AT.set(glance)
        return message

    async def _tell(self, message: Message) -> None:
        if message["type"] == "websocket.send" and not self._ended:
            self._say(message["bytes"])


class _Channel(_Connection):
    """A conversation that goes on with the next connection when one is lost."""

    def __init__(self, app: ASGIApp, scope: Scope, patience: Timeouts, most: int) -> None:
        super().__init__(app, scope, patience, most)
        self._allowance.changed = self._allow_and_say
        #: How long it is kept without a connection.
        self.until = 0.0
        self._heard = 0
        self._told = 0
        #: What the client has not confirmed, each with its number.
        self._kept: deque[tuple[int, bytes]] = deque()
        self._weight = 0

    def take(self, wire: _Socket, got: int) -> None:
        """Go on with a connection, from what the client has got so far."""
        before = self.wire
        self.carried_by(wire)
        if before:
            before.hang_up()
        wire.put_text({"line": self.id, **self.sign_of_life(), "most": self._most})
        self.confirm(got)
        for _, packet in self._kept:
            wire.put(packet)

    @property
    def _most(self) -> int:
        return self._allowance.longest + _HEARD.size

    def _allow(self) -> None:
        if self.wire:
            self.wire.allow(self._most)

    def _allow_and_say(self) -> None:
        self._allow()
        if self.wire:
            self.wire.put_text({"most": self._most, **self.sign_of_life()})

    def leave(self, patience: float) -> None:
        """Go on without a connection for some seconds."""
        self.wire, self.until = None, time.monotonic() + patience
        self._ended = self._ended or self._talking is None  # who never said a word has nothing to come back to
        self._check()

    def sign_of_life(self) -> dict[str, Any]:
        """Return what tells the client that it is heard."""
        return {"got": self._heard, "clock": time.monotonic()}

    def confirm(self, got: int) -> bool:
        """Forget what the client has got."""
        while self._kept and self._kept[0][0] <= got:
            self._weight -= len(self._kept.popleft()[1])
        return True

    def hear(self, packet: bytes) -> bool:
        """Hand on a message of the client, once and in order, and tell whether it was one."""
        if len(packet) < _HEARD.size:
            return False
        number, read, made = _HEARD.unpack_from(packet)
        if number <= self._heard:
            return True
        now = time.monotonic()
        seen = SeenAt(min(read, now) if math.isfinite(read) else 0.0, late=not now - made <= LATE)
        if number > self._heard + 1:
            return False
        withdrawn = len(packet) == _HEARD.size
        if not withdrawn and not self.hand_on(packet[_HEARD.size :], seen):
            return False
        self._heard = number
        return True

    def _say(self, packet: bytes) -> None:
        self._told += 1
        packet = _TOLD.pack(self._told, time.monotonic()) + packet
        self._kept.append((self._told, packet))
        self._weight += len(packet)
        super()._say(packet)
        self._check()

    def _check(self) -> None:
        """End it if the client has missed too much; one file of any size may be on its way to it."""
        largest = max((len(packet) for _, packet in self._kept), default=0) if self.wire else 0
        if self._weight - largest > (self._patience.unconfirmed if self.wire else self._patience.missed):
            self._kept.clear()
            self._weight = 0
            self._ended = True
            self._inbox.put_nowait(({"type": "websocket.disconnect", "code": 1001}, None))


def _control(message: Message) -> dict[str, Any] | None:
    """Return what a client says of the line, or ``None`` if it is nothing of the kind."""
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

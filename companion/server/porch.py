"""The porch: every connection waits here until it has shown that it may come in."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import unquote

import h11
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from companion.server.asgi import Message, Scope
from companion.server.guard import Guard
from companion.server.limits import Caller, Crowd, Limits, Stage, place_of

log = logging.getLogger(__name__)

_PLAIN: Final = ((b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"))
#: How long to wait where there is no file left for a newcomer, in seconds.
_NO_FILE: Final = 0.1


async def let_in(listener: socket.socket, porch: Callable[[], "Porch"], crowd: Crowd, limits: Limits) -> None:
    """Take the newcomers of a socket one by one, for ever; each has its place before the next one comes."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            newcomer, _ = await loop.sock_accept(listener)
            await loop.connect_accepted_socket(porch, newcomer)
        except OSError:
            await asyncio.sleep(_NO_FILE)
        if crowd.rushing:
            await asyncio.sleep(limits.breath)


class Porch(asyncio.Protocol):
    """One connection: whoever may not come in is answered and let go before anything else is done.

    It speaks as much HTTP as the program needs: requests without a body, one after the other. What is asked ahead
    waits, what is too long or takes too long ends the connection. A websocket is handed on to uvicorn.

    :param guard: decides who may come in, and gives what was asked for.
    :param crowd: all connections of both doors.
    """

    def __init__(
        self,
        guard: Guard,
        crowd: Crowd,
        limits: Limits,
        config: Config,
        state: ServerState,
    ) -> None:
        self._guard = guard
        self._crowd = crowd
        self._limits = limits
        self._config = config
        self._state = state
        self._loop = asyncio.get_running_loop()
        self._h11 = h11.Connection(h11.SERVER, limits.head)
        self._answering: asyncio.Task[None] | None = None
        self._writable = asyncio.Event()
        self._writable.set()
        self._heard = 0
        #: The answer to the present request is the last one.
        self._last = False
        #: The last answer is written.
        self._leaving = False

    # What the connection reports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection; another one may have to go for it."""
        self._transport = cast(asyncio.Transport, transport)
        self._peer = transport.get_extra_info("peername")
        self._caller = Caller((id(self._guard), place_of(self._peer)), self._transport.abort)
        self._connections.add(self)
        self._crowd.enter(self._caller, Stage.STRANGER)
        self._timer = self._loop.call_later(self._limits.head_time, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (the protocol's)
        """Forget the connection."""
        self._crowd.leave(self._caller)
        self._connections.discard(self)
        self._timer.cancel()
        self._writable.set()

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request."""
        self._heard += len(data)
        too_much = self._heard > self._limits.ahead
        if too_much and (self._answering or self._leaving):
            self._transport.abort()
        elif not self._leaving:
            self._h11.receive_data(data[: self._limits.ahead])
            if self._answering:
                self._transport.pause_reading()
            else:
                self._next()
                self._last = self._last or too_much

    def eof_received(self) -> bool:
        """Let a client that says no more read what it is being told."""
        self._last = True
        return self._answering is not None

    def pause_writing(self) -> None:
        """Wait until the client has read more."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Go on writing."""
        self._writable.set()

    def shutdown(self) -> None:
        """End the connection, after the present answer; uvicorn calls this when its door is closed."""
        if self._answering:
            self._last = True
        else:
            self._transport.close()

    @property
    def _connections(self) -> set[Any]:
        return self._state.connections

    # Requests

    def _next(self) -> None:
        """Answer the next request, if it is there as a whole."""
        try:
            request = self._h11.next_event()
            if not isinstance(request, h11.Request):
                self._transport.resume_reading()
                return
            # No page sends a body: it is not read, and the connection ends with the answer.
            self._last = not isinstance(self._h11.next_event(), h11.EndOfMessage)
        except h11.RemoteProtocolError as error:
            self._dismiss(error.error_status_hint)
            return
        scope = self._scope(request)
        if not self._guard.admits(scope):
            self._dismiss(HTTPStatus.FORBIDDEN, *self._guard.refusal(scope))
        elif scope["type"] == "websocket":
            self._hand_on(request)
        else:
            self._timer.cancel()
            self._crowd.enter(self._caller, Stage.VISITOR)
            self._answering = self._loop.create_task(self._answer(scope))
            self._state.tasks.add(self._answering)
            self._answering.add_done_callback(self._state.tasks.discard)

    def _scope(self, request: h11.Request) -> Scope:
        """Return a request in the words of ASGI."""
        headers = list(request.headers)
        given = {name: value.lower() for name, value in headers}
        path, _, query = request.target.partition(b"?")
        talk = given.get(b"upgrade") == b"websocket" and b"upgrade" in given.get(b"connection", b"")
        return {
            "type": "websocket" if talk else "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": request.http_version.decode("ascii"),
            "method": request.method.decode("ascii"),
            "scheme": "http",
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "query_string": query,
            "root_path": "",
            "headers": headers,
            "client": self._peer,
            "server": self._transport.get_extra_info("sockname"),
        }

    def _hand_on(self, request: h11.Request) -> None:
        """Let a page talk: from here on the connection is uvicorn's."""
        if request.method != b"GET" or request.http_version != b"1.1" or self._last or self._h11.trailing_data[0]:
            self._dismiss(HTTPStatus.BAD_REQUEST)
            return
        if not self._crowd.enter(self._caller, Stage.TALK):
            self._dismiss(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        self._timer.cancel()
        self._connections.discard(self)
        headers = b"".join(b"%b: %b\r\n" % pair for pair in request.headers)
        talk = Talk(self._limits, lambda: self._crowd.leave(self._caller), self._config, self._state)
        self._transport.set_protocol(talk)
        talk.connection_made(self._transport)
        talk.data_received(b"GET %b HTTP/1.1\r\n%b\r\n" % (request.target, headers))

    # Answers

    async def _answer(self, scope: Scope) -> None:
        try:
            await self._guard(scope, self._wait_for_nothing, self._send)
        except asyncio.CancelledError:  # its door is closed, and the client has taken too long
            self._transport.abort()
            raise
        except Exception:
            if not self._transport.is_closing():
                log.exception("no answer to %s", scope["path"])
        finally:
            self._answering = None
        if self._transport.is_closing():
            return
        if self._h11.our_state is h11.SEND_RESPONSE:
            self._dismiss(HTTPStatus.INTERNAL_SERVER_ERROR)
        elif self._h11.our_state not in (h11.DONE, h11.MUST_CLOSE):
            self._transport.abort()  # the client would take half an answer for a whole one
        elif self._last or self._h11.our_state is h11.MUST_CLOSE:
            self._leave()
        else:
            self._h11.start_next_cycle()
            self._heard = 0
            self._timer = self._loop.call_later(self._limits.head_time, self._transport.close)
            self._next()

    async def _wait_for_nothing(self) -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: Message) -> None:
        """Write a part of an answer, as fast as the client reads.

        :raises ConnectionError: if it is gone, or does not read.
        """
        if message["type"] == "http.response.start":
            self._write(self._response(HTTPStatus(message["status"]), message.get("headers", ())))
            return
        body = memoryview(message.get("body", b""))
        for at in range(0, len(body), self._limits.piece):
            self._write(h11.Data(data=bytes(body[at : at + self._limits.piece])))
            await self._read()
        if not message.get("more_body", False):
            self._write(h11.EndOfMessage())

    async def _read(self) -> None:
        if not self._writable.is_set():
            try:
                await asyncio.wait_for(self._writable.wait(), self._limits.unread_time)
            except TimeoutError:
                self._transport.abort()
        if self._transport.is_closing():
            raise ConnectionAbortedError("the client is gone")

    def _response(self, status: HTTPStatus, headers: Sequence[tuple[bytes, bytes]]) -> h11.Response:
        if self._last:
            headers = [*headers, (b"connection", b"close")]
        given = [*self._state.default_headers, *headers]
        return h11.Response(status_code=status, headers=given, reason=status.phrase.encode())

    def _write(self, event: h11.Event) -> None:
        data = self._h11.send(event)
        if data and not self._transport.is_closing():
            self._transport.write(data)

    def _dismiss(self, status: int, headers: Sequence[tuple[bytes, bytes]] = _PLAIN, body: bytes | None = None) -> None:
        """Answer in one piece, and be done with this client."""
        self._last = True
        known = HTTPStatus(status)
        body = known.phrase.encode() if body is None else body
        with contextlib.suppress(h11.LocalProtocolError):  # an answer is half written
            self._write(self._response(known, [*headers, (b"content-length", str(len(body)).encode())]))
            self._write(h11.Data(data=body))
            self._write(h11.EndOfMessage())
        self._leave()

    def _leave(self) -> None:
        """Close once the client has read what was written: closed at once, it might lose that."""
        self._leaving = True
        self._heard = 0
        self._timer.cancel()
        self._timer = self._loop.call_later(self._limits.farewell, self._transport.abort)
        self._transport.resume_reading()
        with contextlib.suppress(OSError):
            self._transport.write_eof()


class Talk(WebSocketsSansIOProtocol):
    """A websocket whose answers have to be read.

    :param left: is told when it is over.
    """

    def __init__(self, limits: Limits, left: Callable[[], None], config: Config, state: ServerState) -> None:
        super().__init__(config, state, {})
        self._limits = limits
        self._left = left
        self._watch: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._left()
        self._unwatch()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait until the client has read more, if it reads at all."""
        super().pause_writing()
        self._look(None)

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        self._unwatch()

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not even read the answers to those before."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def data_received(self, data: bytes) -> None:
        """Take what the page says; a request that websockets cannot read is refused, which uvicorn would leave waiting."""
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_complete:
            self.handshake_complete = self.close_sent = True
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            self.transport.close()

    def _look(self, before: int | None) -> None:
        """End the connection if the client has read nothing since the last look."""
        unread = self.transport.get_write_buffer_size()
        if before is not None and unread >= before:
            self.transport.abort()
        else:
            self._watch = self.loop.call_later(self._limits.unread_time, self._look, unread)

    def _unwatch(self) -> None:
        if self._watch:
            self._watch.cancel()

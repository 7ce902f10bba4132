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
from starlette.types import Message, Scope
from uvicorn.config import Config
from uvicorn.server import ServerState

from companion.server.guard import REFUSED, Guard
from companion.server.limits import Client, ConnectionPool, Limits, Stage, place_of

log = logging.getLogger(__name__)

_PLAIN: Final = ((b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"))
_REFUSED: Final = (
    (b"content-type", b"text/html; charset=utf-8"),
    *((name.encode(), value.encode()) for name, value in REFUSED.items()),
)
#: How long to wait where there is no file left for a newcomer, in seconds.
_NO_FILE: Final = 0.1


async def let_in(
    listener: socket.socket, porch: Callable[[], asyncio.Protocol], crowd: ConnectionPool, limits: Limits
) -> None:
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


class HttpGate(asyncio.Protocol):
    """One connection: whoever may not come in is answered and let go before anything else is done.

    It speaks as much HTTP as the program needs: requests without a body, one after the other. What is asked ahead
    waits, what is too long or takes too long ends the connection. A websocket is handed on to uvicorn.

    :param guard: decides who may come in, and gives what was asked for.
    :param crowd: all connections of both doors.
    """

    def __init__(
        self,
        guard: Guard,
        crowd: ConnectionPool,
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
        self._heard = 0
        #: The present request is for the headers alone.
        self._for_head = False
        #: The answer to the present request is the last one.
        self._last = False
        #: The last answer is written.
        self._leaving = False

    # What the connection reports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection; another one may have to go for it."""
        self._transport = cast(asyncio.Transport, transport)
        self._outlet = _Outlet(self._transport, self._limits)
        self._secure = transport.get_extra_info("sslcontext") is not None
        self._place = place_of(transport.get_extra_info("peername"))
        self._caller = Client((id(self._guard), self._place), self._transport.abort)
        self._connections.add(self)
        self._crowd.enter(self._caller, Stage.STRANGER)
        self._timer = self._loop.call_later(self._limits.head_time, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (the protocol's)
        """Forget the connection."""
        self._crowd.leave(self._caller)
        self._connections.discard(self)
        self._timer.cancel()
        self._outlet.flow()

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
        return self._answering is not None and not self._secure

    def pause_writing(self) -> None:
        """Wait until the client has read more."""
        self._outlet.stem()

    def resume_writing(self) -> None:
        """Go on writing."""
        self._outlet.flow()

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
            self._for_head = request.method == b"HEAD"
            # No page sends a body: it is not read, and the connection ends with the answer.
            self._last = not isinstance(self._h11.next_event(), h11.EndOfMessage)
        except h11.RemoteProtocolError as error:
            self._dismiss(error.error_status_hint)
            return
        scope = _scope(request, self._transport, "https" if self._secure else "http")
        if not self._guard.admits(scope):
            self._turn_away(scope)
        elif scope["type"] == "websocket":
            self._hand_on(request)
        else:
            self._timer.cancel()
            self._crowd.enter(self._caller, Stage.VISITOR)
            self._answering = self._loop.create_task(self._answer(scope))
            self._state.tasks.add(self._answering)
            self._answering.add_done_callback(self._state.tasks.discard)

    def _turn_away(self, scope: Scope) -> None:
        """Refuse a request; the more keys were guessed from there, the later."""
        said = self._guard.refusal(scope)
        if late := self._guard.lateness(scope, self._place):
            self._transport.pause_reading()
            self._timer.cancel()
            self._timer = self._loop.call_later(late, self._dismiss, HTTPStatus.FORBIDDEN, said, _REFUSED)
        else:
            self._dismiss(HTTPStatus.FORBIDDEN, said, _REFUSED)

    def _hand_on(self, request: h11.Request) -> None:
        """Let a page talk: from here on the connection is uvicorn's."""
        if request.method != b"GET" or request.http_version != b"1.1" or self._last or self._h11.trailing_data[0]:
            self._dismiss(HTTPStatus.BAD_REQUEST)
            return
        if not self._crowd.enter(self._caller, Stage.TALK):
            self._dismiss(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        from companion.server.ws_handoff import WebSocketHandoff

        self._timer.cancel()
        self._connections.discard(self)
        headers = b"".join(b"%b: %b\r\n" % pair for pair in request.headers)
        talk = WebSocketHandoff(self._limits, lambda: self._crowd.leave(self._caller), self._config, self._state)
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
        body = memoryview(b"" if self._for_head else message.get("body", b""))
        for at in range(0, len(body), self._limits.piece):
            self._write(h11.Data(data=bytes(body[at : at + self._limits.piece])))
            await self._outlet.read()
        if not message.get("more_body", False):
            self._write(h11.EndOfMessage())

    def _response(self, status: HTTPStatus, headers: Sequence[tuple[bytes, bytes]]) -> h11.Response:
        if self._last:
            headers = [*headers, (b"connection", b"close")]
        given = [*self._state.default_headers, *headers]
        return h11.Response(status_code=status, headers=given, reason=status.phrase.encode())

    def _write(self, event: h11.Event) -> None:
        self._outlet.write(self._h11.send(event))

    def _dismiss(self, status: int, said: str | None = None, headers: Sequence[tuple[bytes, bytes]] = _PLAIN) -> None:
        """Answer in one piece, and be done with this client."""
        self._last = True
        known = HTTPStatus(status)
        body = (said or known.phrase).encode()
        with contextlib.suppress(h11.LocalProtocolError):  # an answer is half written
            self._write(self._response(known, [*headers, (b"content-length", str(len(body)).encode())]))
            self._write(h11.Data(data=b"" if self._for_head else body))
            self._write(h11.EndOfMessage())
        self._leave()

    def _leave(self) -> None:
        """Close once the client has read what was written: closed at once, it might lose that."""
        self._leaving = True
        self._heard = 0
        self._timer.cancel()
        self._timer = self._loop.call_later(self._limits.farewell, self._transport.abort)
        self._transport.resume_reading()
        if self._secure:  # which ends both directions, after what is written
            self._transport.close()
            return
        with contextlib.suppress(OSError):
            self._transport.write_eof()


class _Outlet:
    """What is written to a client that may be slow to read it, or gone."""

    def __init__(self, transport: asyncio.Transport, limits: Limits) -> None:
        self._transport = transport
        self._limits = limits
        self._flows = asyncio.Event()
        self._flows.set()

    def stem(self) -> None:
        """Hold back: the client has much to read."""
        self._flows.clear()

    def flow(self) -> None:
        """Go on."""
        self._flows.set()

    def write(self, data: bytes | None) -> None:
        """Write something, if there is anything to write and somebody to read it."""
        if data and not self._transport.is_closing():
            self._transport.write(data)

    async def read(self) -> None:
        """Wait until the client has read what was written.

        :raises ConnectionError: if it is gone, or does not read.
        """
        if not self._flows.is_set():
            try:
                await asyncio.wait_for(self._flows.wait(), self._limits.unread_time)
            except TimeoutError:
                self._transport.abort()
        if self._transport.is_closing():
            raise ConnectionAbortedError("the client is gone")


def _scope(request: h11.Request, transport: asyncio.Transport, scheme: str) -> Scope:
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
        "scheme": scheme,
        "path": unquote(path.decode("ascii")),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": headers,
        "client": transport.get_extra_info("peername"),
        "server": transport.get_extra_info("sockname"),
    }

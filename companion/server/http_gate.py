"""The HTTP gate: a connection stays here until its request is authorized."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Hashable, Sequence
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import unquote

import h11
from attrs import define, field
from starlette.types import Message, Scope
from uvicorn.config import Config
from uvicorn.server import ServerState

from companion.server.guard import REFUSED, Gatekeeper
from companion.server.limits import Client, ConnectionPool, Limits, Stage, place_of
from companion.storage.errors import StorageError

log = logging.getLogger(__name__)

_PLAIN: Final = ((b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"))
_REFUSED: Final = (
    (b"content-type", b"text/html; charset=utf-8"),
    *((name.encode(), value.encode()) for name, value in REFUSED.items()),
)
#: Delay before retrying when the process has no free file descriptor, in seconds.
_NO_FILE: Final = 0.1


async def let_in(
    listener: socket.socket, gate: Callable[[], asyncio.Protocol], pool: ConnectionPool, limits: Limits
) -> None:
    """Accept connections on a listening socket, one at a time, forever; each is registered in the pool before the next."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            newcomer, _ = await loop.sock_accept(listener)
            await loop.connect_accepted_socket(gate, newcomer)
        except OSError:
            await asyncio.sleep(_NO_FILE)
        if pool.rushing:
            await asyncio.sleep(limits.breath)


@define(eq=False, slots=False)
class HttpGate(asyncio.Protocol):
    """One HTTP connection. Unauthorized requests are answered and closed before anything else happens.

    Supports only the HTTP that the program needs: requests without a body, one after the other. Pipelined requests
    wait; a request that is too long or too slow ends the connection. A websocket is handed over to uvicorn.

    :param guard: authorizes requests and serves them.
    :param pool: the connections of both listeners.
    """

    _guard: Gatekeeper
    _pool: ConnectionPool
    _limits: Limits
    _config: Config
    _state: ServerState
    _answering: asyncio.Task[None] | None = field(default=None, init=False)
    _received: int = field(default=0, init=False)
    #: Whether the current request is a HEAD request.
    _for_head: bool = field(default=False, init=False)
    #: Whether the connection closes after the current answer.
    _last: bool = field(default=False, init=False)
    #: Whether the last answer has been written.
    _leaving: bool = field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._h11 = h11.Connection(h11.SERVER, self._limits.head)

    # Connection events

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the connection; another one may be closed to make room."""
        self._transport = cast(asyncio.Transport, transport)
        self._outlet = _Outlet(self._transport, self._limits)
        self._secure = transport.get_extra_info("sslcontext") is not None
        self._client = Client((id(self._guard), place_of(transport.get_extra_info("peername"))), self._transport.abort)
        self._connections.add(self)
        self._pool.enter(self._client, Stage.STRANGER)
        self._timer = self._loop.call_later(self._limits.head_time, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (the protocol's)
        """Unregister the connection."""
        self._pool.leave(self._client)
        self._connections.discard(self)
        self._timer.cancel()
        self._outlet.flow()

    def data_received(self, data: bytes) -> None:
        """Buffer a piece of a request."""
        self._received += len(data)
        too_much = self._received > self._limits.ahead
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
        """Keep the connection open for writing after the client has sent EOF."""
        self._last = True
        return self._answering is not None and not self._secure

    def pause_writing(self) -> None:
        """Pause writing until the client has read more."""
        self._outlet.stem()

    def resume_writing(self) -> None:
        """Resume writing."""
        self._outlet.flow()

    def shutdown(self) -> None:
        """Close the connection after the current answer; uvicorn calls this when its listener closes."""
        if self._answering:
            self._last = True
        else:
            self._transport.close()

    @property
    def _connections(self) -> set[Any]:
        return self._state.connections

    # Requests

    def _next(self) -> None:
        """Answer the next request once it is complete."""
        try:
            request = self._h11.next_event()
            if not isinstance(request, h11.Request):
                self._transport.resume_reading()
                return
            self._for_head = request.method == b"HEAD"
            # No page sends a body: it is not read, and the connection closes after the answer.
            self._last = not isinstance(self._h11.next_event(), h11.EndOfMessage)
        except h11.RemoteProtocolError as error:
            self._dismiss(error.error_status_hint)
            return
        try:
            scope = self._guard.seen(_scope(request, self._transport, "https" if self._secure else "http"))
            admitted = self._guard.admits(scope)
        except StorageError:  # the database of the rooms
            self._dismiss(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        if not admitted:
            self._turn_away(scope)
        elif scope["type"] == "websocket":
            self._hand_on(request, scope)
        else:
            self._timer.cancel()
            self._pool.enter(self._client, Stage.VISITOR, self._place(scope))
            self._answering = self._loop.create_task(self._answer(scope))
            self._state.tasks.add(self._answering)
            self._answering.add_done_callback(self._state.tasks.discard)

    def _turn_away(self, scope: Scope) -> None:
        """Refuse a request, with a delay that grows with the number of wrong keys from its address."""
        said = self._guard.refusal(scope)
        if late := self._guard.lateness(scope):
            self._transport.pause_reading()
            self._timer.cancel()
            self._timer = self._loop.call_later(late, self._dismiss, HTTPStatus.FORBIDDEN, said, _REFUSED)
        else:
            self._dismiss(HTTPStatus.FORBIDDEN, said, _REFUSED)

    def _place(self, scope: Scope) -> Hashable:
        return (id(self._guard), self._guard.place(scope))

    def _hand_on(self, request: h11.Request, scope: Scope) -> None:
        if request.method != b"GET" or request.http_version != b"1.1" or self._last or self._h11.trailing_data[0]:
            self._dismiss(HTTPStatus.BAD_REQUEST)
            return
        if not self._pool.enter(self._client, Stage.TALK, self._place(scope)):
            self._dismiss(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        from companion.server.ws_handoff import WebSocketHandoff

        self._timer.cancel()
        self._connections.discard(self)
        headers = b"".join(b"%b: %b\r\n" % pair for pair in request.headers)
        found = ("client", "scheme", "path", "root_path")
        seen = {name: value for name, value in scope.items() if name in found or name.startswith("companion ")}
        talk = WebSocketHandoff(self._limits, lambda: self._pool.leave(self._client), seen, self._config, self._state)
        self._transport.set_protocol(talk)
        talk.connection_made(self._transport)
        talk.data_received(b"GET %b HTTP/1.1\r\n%b\r\n" % (request.target, headers))

    # Answers

    async def _answer(self, scope: Scope) -> None:
        try:
            await self._guard(scope, self._wait_for_nothing, self._send)
        except asyncio.CancelledError:  # the listener is closed, and the client took too long
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
            self._transport.abort()  # the client would take a partial answer for a complete one
        elif self._last or self._h11.our_state is h11.MUST_CLOSE:
            self._leave()
        else:
            self._h11.start_next_cycle()
            self._received = 0
            self._timer = self._loop.call_later(self._limits.head_time, self._transport.close)
            self._next()

    async def _wait_for_nothing(self) -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: Message) -> None:
        """Write a part of an answer, as fast as the client reads."""
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
        """Send a complete answer and close the connection."""
        self._last = True
        known = HTTPStatus(status)
        body = (said or known.phrase).encode()
        with contextlib.suppress(h11.LocalProtocolError):  # a partial answer has been written
            self._write(self._response(known, [*headers, (b"content-length", str(len(body)).encode())]))
            self._write(h11.Data(data=b"" if self._for_head else body))
            self._write(h11.EndOfMessage())
        self._leave()

    def _leave(self) -> None:
        """Close once the client has read everything: an immediate close could discard it."""
        self._leaving = True
        self._received = 0
        self._timer.cancel()
        self._timer = self._loop.call_later(self._limits.farewell, self._transport.abort)
        self._transport.resume_reading()
        if self._secure:  # closes both directions once everything is written
            self._transport.close()
            return
        with contextlib.suppress(OSError):
            self._transport.write_eof()


class _Outlet:
    """Flow control for a client that may read slowly or disconnect."""

    def __init__(self, transport: asyncio.Transport, limits: Limits) -> None:
        self._transport = transport
        self._limits = limits
        self._flows = asyncio.Event()
        self._flows.set()

    def stem(self) -> None:
        self._flows.clear()

    def flow(self) -> None:
        self._flows.set()

    def write(self, data: bytes | None) -> None:
        if data and not self._transport.is_closing():
            self._transport.write(data)

    async def read(self) -> None:
        """Wait until the client has read everything."""
        if not self._flows.is_set():
            try:
                await asyncio.wait_for(self._flows.wait(), self._limits.unread_time)
            except TimeoutError:
                self._transport.abort()
        if self._transport.is_closing():
            raise ConnectionAbortedError("the client is gone")


def _scope(request: h11.Request, transport: asyncio.Transport, scheme: str) -> Scope:
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

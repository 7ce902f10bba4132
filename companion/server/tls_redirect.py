"""Accepts TLS connections and redirects plain HTTP to https."""

import asyncio
import re
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable, Hashable
from typing import Final, cast

from attrs import define, field

from companion.server.limits import Client, ConnectionPool, Limits, Stage, place_of

#: First byte of a TLS handshake.
_HELLO: Final = 0x16
_REQUEST: Final = re.compile(
    rb"(?:GET|HEAD) (/[!-~]*) HTTP/1\.[01]\r\n(?:.*\r\n)?host: *([\w.\-:\[\]]+) *\r\n", re.I | re.S
)
_ELSEWHERE: Final = (
    b"HTTP/1.1 307 Temporary Redirect\r\nlocation: https://%b%b\r\ncache-control: no-store\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)
_UNCLEAR: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


@define(eq=False, slots=False)
class TlsRedirect(asyncio.Protocol):
    """A connection before its TLS handshake; counts as unauthenticated until then.

    asyncio's own TLS server neither counts pending handshakes nor lets a plain HTTP request be answered.

    :param gate: creates the protocol that serves the connection after the handshake.
    :param listener_id: identifies the listener in the connection pool.
    """

    _gate: Callable[[], asyncio.Protocol]
    _context: ssl.SSLContext
    _listener_id: Hashable
    _pool: ConnectionPool
    _limits: Limits
    _loop: asyncio.AbstractEventLoop = field(factory=asyncio.get_running_loop, init=False)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the connection; another one may be closed to make room."""
        self._transport = cast(asyncio.Transport, transport)
        self._client = Client(
            (self._listener_id, place_of(transport.get_extra_info("peername"))), self._transport.abort
        )
        self._pool.enter(self._client, Stage.STRANGER)
        self._timer = self._loop.call_later(self._limits.head_time, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (the protocol's)
        """Unregister the connection."""
        self._pool.leave(self._client)
        self._timer.cancel()

    def data_received(self, data: bytes) -> None:
        """Read the first bytes to distinguish TLS from plain HTTP."""
        self._timer.cancel()
        if data[0] == _HELLO:
            self._greet(data)
            return
        plain = _REQUEST.match(data)
        self._transport.write(_ELSEWHERE % (plain[2], plain[1]) if plain else _UNCLEAR)
        self._transport.close()

    def _greet(self, data: bytes) -> None:
        ended = self._loop.create_future()
        ended.add_done_callback(self._greeted)
        secured = SSLProtocol(
            self._loop,
            self._gate(),
            self._context,
            ended,
            server_side=True,
            ssl_handshake_timeout=self._limits.head_time,  # type: ignore[arg-type]  # seconds of any kind
            ssl_shutdown_timeout=self._limits.farewell,
        )
        self._transport.set_protocol(secured)
        secured.connection_made(self._transport)
        for at in range(0, len(data), secured.max_size):
            piece = data[at : at + secured.max_size]
            secured.get_buffer(len(piece))[: len(piece)] = piece
            secured.buffer_updated(len(piece))

    def _greeted(self, ended: "asyncio.Future[None]") -> None:
        """Give up the place in the pool: the gate has its own by now, or the handshake failed."""
        ended.cancelled() or ended.exception()
        self._pool.leave(self._client)

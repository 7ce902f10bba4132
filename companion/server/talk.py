"""The talk of a page with the server, once the porch has let it in."""

import asyncio
from collections.abc import Callable

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from companion.server.limits import Limits


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

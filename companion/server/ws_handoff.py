"""Websockets of authorized pages, handed over from the HTTP gate."""

import asyncio
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, cast

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode
from websockets.http11 import Request

from companion.server.limits import Limits
from companion.server.resumable_ws import LONGEST
from companion.tables.message_size import SHORT

#: Bytes read at once: a thousand frames, which take a few milliseconds.
_PIECE: Final = 6 * 1024
#: Frames per second, and the largest burst of frames: a file takes a few hundred.
_FRAMES: Final = 200.0
_AT_ONCE: Final = 4000.0


class WebSocketHandoff(WebSocketsSansIOProtocol):
    """A websocket that disconnects clients that do not read their answers or that send floods of frames.

    A frame without content costs as much as a message, and no page sends many of them.

    :param left: called when the connection is closed.
    :param seen: what the gate has found out about the request, for the scope: the client behind a proxy, and the scheme.
    """

    def __init__(
        self, limits: Limits, left: Callable[[], None], seen: Mapping[str, Any], config: Config, state: ServerState
    ) -> None:
        super().__init__(config, state, {})
        self._seen = seen
        self._limits = limits
        self._left = left
        self._watch: asyncio.TimerHandle | None = None
        self._frames, self._counted = _AT_ONCE, self.loop.time()
        self._longest = SHORT
        self._too_long = False

    def handle_connect(self, event: Request) -> None:
        """Start, and let the app set the size limit of messages."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            cast(dict[str, Any], self.scope).update({**self._seen, LONGEST: self._allow})

    def _allow(self, longest: int) -> None:
        self._longest = longest

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        self._left()
        self._unwatch()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Pause writing until the client has read more, or time out."""
        super().pause_writing()
        self._look(None)

    def resume_writing(self) -> None:
        """Resume writing."""
        super().resume_writing()
        self._unwatch()

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not even read the answers to earlier ones."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_events(self) -> None:
        """Process received data, and count the frames."""
        self._frames -= len(self.conn.events)
        super().handle_events()

    def data_received(self, data: bytes) -> None:
        """Process received data; refuse an invalid upgrade request, which uvicorn would leave unanswered."""
        for at in range(0, len(data), _PIECE):
            super().data_received(data[at : at + _PIECE])
            if self.transport.is_closing():
                return
            if self._floods():
                self.transport.abort()
                return
            if self.handshake_complete and not self._too_long and self._held > self._longest + _PIECE:
                self._refuse_long_message()
        if self.conn.handshake_exc and not self.handshake_complete:
            self.handshake_complete = self.close_sent = True
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            self.transport.close()

    @property
    def _held(self) -> int:
        return len(self.conn.reader.buffer) + (self.conn.current_size or 0)

    def _floods(self) -> bool:
        """Return whether more frames have arrived than any page sends."""
        now = self.loop.time()
        self._frames = min(_AT_ONCE, self._frames + (now - self._counted) * _FRAMES)
        self._counted = now
        return self._frames < 0

    def _refuse_long_message(self) -> None:
        """Close with "message too big" and discard the rest; an immediate disconnect might hide the reason."""
        self._too_long = self.close_sent = True
        self.conn.fail(CloseCode.MESSAGE_TOO_BIG)
        self.conn.reader.discard()
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.MESSAGE_TOO_BIG, "reason": ""})
        self.close_timer = self.loop.call_later(self._limits.farewell, self.transport.abort)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _look(self, before: int | None) -> None:
        """Close the connection if the client has read nothing since the last check."""
        unread = self.transport.get_write_buffer_size()
        if before is not None and unread >= before:
            self.transport.abort()
        else:
            self._watch = self.loop.call_later(self._limits.unread_time, self._look, unread)

    def _unwatch(self) -> None:
        if self._watch:
            self._watch.cancel()

"""A client on a resumable line, as a page with line.js: its connection may be lost and resumed."""

import asyncio
import contextlib
import json
import struct
from collections.abc import AsyncIterator
from typing import Any, Self

import websockets

from companion.server.resumable_ws import PROTOCOL
from harness.raw import RawClient

SENT = struct.Struct(">Id")
HEAD = struct.Struct(">Idd")


class Line:
    """A stand-in for a websocket.

    :param url: address of the websocket.
    """

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self._url = url
        self._headers = headers
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._kept: list[tuple[int, bytes]] = []
        self._sent = 0
        self.id: str | None = None
        self.got = 0
        #: Whether the server has dropped the line.
        self.gone = False
        #: The size limit of a message, in bytes.
        self.most = 0
        #: The server's clock at its latest message.
        self.clock = 0.0
        #: Added to the timestamp of each message.
        self.delay = 0.0

    async def dial(self) -> Self:
        """Connect, and resume the line if there was one."""
        self.socket = await websockets.connect(
            self._url, max_size=None, additional_headers=self._headers, subprotocols=[websockets.Subprotocol(PROTOCOL)]
        )
        await self.socket.send(json.dumps({"line": self.id, "got": self.got}))
        welcome = json.loads(await self.socket.recv())
        self.gone = bool(welcome.get("gone"))
        if not self.gone:
            self.id = welcome["line"]
            self._control(welcome)
            for _, packet in self._kept:
                await self.socket.send(packet)
            self._listening = asyncio.create_task(self._listen(self.socket))
        return self

    def lose(self) -> None:
        """Lose the connection, as a phone that walks out of the network."""
        self._listening.cancel()
        self.socket.transport.abort()

    async def send(self, body: bytes) -> None:
        """Send a message now, or after the next connection."""
        self._sent += 1
        packet = HEAD.pack(self._sent, self.clock, self.clock - self.delay) + body
        self._kept.append((self._sent, packet))
        if self.socket.state is websockets.State.OPEN:
            await self.socket.send(packet)

    async def confirm(self, **more: Any) -> None:
        """Ask for a reply."""
        await self.socket.send(json.dumps({"got": self.got, **more}))

    async def close(self) -> None:
        """Leave for good."""
        if self.socket.state is websockets.State.OPEN:
            await self.confirm(bye=True)
        await self.socket.close()
        await asyncio.gather(self._listening, return_exceptions=True)
        self._inbox.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (packet := await self._inbox.get()) is not None:
            yield packet

    async def _listen(self, socket: websockets.ClientConnection) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            await self._hear(socket)

    async def _hear(self, socket: websockets.ClientConnection) -> None:
        async for data in socket:
            if isinstance(data, str):
                self._control(json.loads(data))
                continue
            number, self.clock = SENT.unpack_from(data)
            if number == self.got + 1:
                self.got = number
                self._inbox.put_nowait(data[SENT.size :])

    def _control(self, said: dict[str, Any]) -> None:
        self.clock, self.most = said["clock"], said.get("most", self.most)
        self._kept = [(number, packet) for number, packet in self._kept if number > said["got"]]


class LineClient(RawClient):
    """A client whose connection may be lost and resumed."""

    @property
    def line(self) -> Line:
        """Its line."""
        line: Line = self._socket
        return line

    async def _dial(self) -> Line:
        return await Line(self._url, self._headers).dial()

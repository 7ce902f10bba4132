"""A stand-in for a proxy or a network: passes connections on, to the first of several targets that answers, until it is cut."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Self

_PIECE: Final = 1 << 16

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Target = Callable[[], Awaitable[Connection]]


def tcp(port: int) -> Target:
    """Return a target at a port of this machine."""
    return lambda: asyncio.open_connection("127.0.0.1", port)


class Relay:
    """Listens at a port of its own, as an asynchronous context.

    :param targets: where connections are passed on to, the first one that accepts them.
    """

    def __init__(self, targets: Sequence[Target]) -> None:
        self._targets = targets
        self._whole = asyncio.Event()
        self._whole.set()
        self._passing: set[asyncio.Task[None]] = set()
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        for passing in self._passing:
            passing.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    def cut(self) -> None:
        """Pass nothing on; both ends notice only that the other one is silent."""
        self._whole.clear()

    def mend(self) -> None:
        """Pass on again, also what was sent meanwhile."""
        self._whole.set()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        passing = asyncio.create_task(self._pass_on(reader, writer))
        self._passing.add(passing)
        passing.add_done_callback(self._passing.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        for target in self._targets:
            with contextlib.suppress(OSError):
                there = await target()
                break
        else:
            writer.close()
            return
        tasks = [asyncio.create_task(self._copy(*ends)) for ends in ((reader, there[1]), (there[0], writer))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for end in (writer, there[1]):
                with contextlib.suppress(OSError):
                    end.close()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(_PIECE):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()

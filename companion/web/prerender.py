"""The first screen before the page has asked for it: otherwise Python would wait while the client begins, and then the client for Python."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack

#: Properties of the page that decide its first screen, as far as they are known before the client runs.
_DECIDING: Final = ("route", "width", "height")
#: Smaller differences in pixels are ignored: the client counts device pixels.
_PIXEL: Final = 1.0


class Prerender:
    """Renders the first screen before the client asks for it.

    A page that was opened at another address or in another size is answered normally.

    :param post: sends a message to the page.
    """

    def __init__(self, post: Callable[[bytes], None]) -> None:
        self._post = post
        self._kept: list[bytes] | None = []
        self._foreseen: Mapping[str, Any] = {}
        self._hear: Callable[[Any], None]
        self._page: Any = None
        self._made = asyncio.Event()

    def post(self, packet: bytes) -> None:
        """Send the page a message of Flet once earlier changes are durable."""
        if self._kept is None:
            self._post(packet)
        else:
            self._kept.append(packet)

    def made(self, page: Any) -> None:
        """Know the page of Flet's that was made for what the page has said, or will say."""
        self._page = page
        self._made.set()

    async def foresee(self, page: Mapping[str, Any], hear: Callable[[Any], None]) -> Callable[[Any], None]:
        """Send Flet the first message that the page will send, and wait until it is processed.

        :param page: the known properties of the page.
        :param hear: receives a packet of the page.
        :return: the function that receives packets from then on.
        """
        self._foreseen, self._hear = page, hear
        said = {"session_id": None, "page_name": "", "page": {**page, "web": True, "pyodide": True}}
        hear(_Packet(b"\0" + msgpack.packb([MessageAction.REGISTER_CLIENT.value, said])))
        await self._made.wait()
        return self._received

    def _received(self, packet: Any) -> None:
        if (kept := self._kept) is None:
            return self._hear(packet)
        self._kept = None
        _, said = msgpack.unpackb(packet.to_py()[1:], ext_hook=decode_ext_from_msgpack)
        session = self._page.session
        if all(_alike(said["page"].get(name), self._foreseen[name]) for name in _DECIDING):
            session.apply_page_patch(said["page"])
            for each in kept:
                self._post(each)
            return None
        session.close()
        return self._hear(packet)


class _Packet(bytes):
    """A packet that looks like one from the page."""

    def to_py(self) -> bytes:
        """Return its bytes."""
        return self


def _alike(one: Any, other: Any) -> bool:
    numbers = isinstance(one, int | float) and isinstance(other, int | float)
    return abs(one - other) < _PIXEL if numbers else bool(one == other)

"""A client over the network without drawing: for load tests and tests of the whole server."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any, Self

import msgpack  # type: ignore[import-untyped]
import websockets
from flet.messaging.protocol import decode_ext_from_msgpack

from harness.mirror import CRASHED, EVENT, INVOKE, PATCH, PROPERTIES, REGISTER, Mirror, Node, ScreenFault, device


class RawClient(Mirror):
    """One connection to a server, as an asynchronous context.

    :param url: address of the websocket, such as ``ws://127.0.0.1:8550/ws``; add ``?key=…`` where a key is asked for.
    :param locale: the languages that the client accepts, as a browser sends them.
    :param headers: further headers of the request.
    :param services: answers of services by the name of the call.
    """

    def __init__(
        self,
        url: str,
        *,
        route: str = "/",
        width: float = 390,
        height: float = 844,
        platform: str = "android",
        dark: bool = False,
        locale: str = "de",
        headers: dict[str, str] | None = None,
        services: dict[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self._url = url
        self._device = device(width, height, platform, dark, route, True)
        self._headers = {"Accept-Language": locale, **(headers or {})}
        self._services = services or {}
        self._changed = asyncio.Event()
        self._fault: Exception | None = None
        self.session_id: str | None = None
        #: Number of messages and bytes received.
        self.messages = 0
        self.bytes = 0

    async def connect(self) -> None:
        """Connect or reconnect; a server that still knows the session resumes it.

        A new page is empty at first: wait for its contents with ``until``.
        """
        self._socket = await self._dial()
        known, self.page = self.session_id, {}
        self._listening = asyncio.create_task(self._listen())
        await self._send(REGISTER, {"session_id": known, "page_name": "", "page": self._device})
        await self.until(lambda: self.page, timeout=20)

    async def close(self) -> None:
        """Leave; the server keeps the session for a while."""
        await self._socket.close()
        await asyncio.gather(self._listening, return_exceptions=True)

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    @property
    def is_connected(self) -> bool:
        """Whether the server has not hung up."""
        return not self._listening.done()

    async def event(self, what: str | Node, name: str, data: Any = None, **properties: Any) -> None:
        """Report an event, after the properties that change with it; does not wait for its effect."""
        node = what if isinstance(what, dict) else self.find(what)
        if properties:
            node.update(properties)
            await self._send(PROPERTIES, {"id": node["_i"], "props": properties})
        await self._send(EVENT, {"target": node["_i"], "name": name, "data": data})

    async def tap(self, what: str | Node) -> None:
        """Wait for a control and tap it; does not wait for the effect."""
        await self._there(what)
        for node, name, properties, data in self.tap_events(what):
            await self.event(node, name, data, **properties)

    async def enter(self, what: str | Node, text: str) -> None:
        """Wait for a field and replace its text; does not wait for the effect."""
        await self._there(what)
        await self.event(self.field(what), "change", text, value=text)

    async def go(self, route: str) -> None:
        """Go to a route, as by the address line."""
        await self.event(self.page, "route_change", {"route": route}, route=route)

    async def until(self, condition: Callable[[], object], timeout: float = 5.0) -> float:
        """Wait until a condition holds, and return the time in seconds at which it did.

        :raises ScreenFault: if it does not hold within the timeout, or if the server reports an error.
        """
        end = time.perf_counter() + timeout
        while not condition():
            self._changed.clear()
            if self._fault:
                raise self._fault
            left = end - time.perf_counter()
            if left <= 0:
                raise ScreenFault(f"still not after {timeout} s; texts {self.texts()}")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, 0.25))
        return time.perf_counter()

    async def _dial(self) -> Any:
        return await websockets.connect(
            self._url, max_size=None, additional_headers=self._headers, user_agent_header="companion-test"
        )

    async def _there(self, what: str | Node) -> None:
        if isinstance(what, str):
            await self.until(lambda: self.all(what) or what in self.texts())

    async def _send(self, action: int, body: Any) -> None:
        await self._socket.send(b"\0" + msgpack.packb([action, body]))

    async def _listen(self) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            async for packet in self._socket:
                self.messages += 1
                self.bytes += len(packet)
                if not isinstance(packet, bytes) or packet[0] != 0:
                    continue
                action, body = msgpack.unpackb(packet[1:], ext_hook=decode_ext_from_msgpack, strict_map_key=False)
                try:
                    await self._receive(action, body)
                except ScreenFault as fault:
                    self._fault = fault
                self._changed.set()
        self._changed.set()

    async def _receive(self, action: int, body: Any) -> None:
        if action == REGISTER:
            self.session_id = body["session_id"]
            self.page = body["page_patch"]
        elif action == PATCH:
            self.patch(body["id"], body["patch"])
        elif action == INVOKE:
            answer = {"control_id": body["control_id"], "call_id": body["call_id"], "error": None}
            await self._send(INVOKE, {**answer, "result": self._services.get(body["name"])})
            if body["name"] == "push_route":
                await self.go(body["args"]["route"])
        elif action == CRASHED:
            raise ScreenFault(body["message"])

"""The words of ASGI, the interface between a server and what it serves."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers: TypeAlias = Iterable[tuple[bytes, bytes]]


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the value of a request's header, or ``None`` if it is missing or given twice."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0] if len(found) == 1 else None


async def answer(scope: Scope, send: Send, status: int, body: bytes = b"", headers: Headers = ()) -> None:
    """Answer a request in one piece; a HEAD request gets the headers alone.

    :param headers: whatever is to be said besides the length.
    """
    length = () if status == 304 else ((b"content-length", str(len(body)).encode()),)
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

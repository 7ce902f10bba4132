"""The files of the client: compressed once, and cached by the browser until the program changes."""

import asyncio
import contextlib
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from companion.server.asgi import Receive, Scope, Send, answer, header

_TYPES: Final = {
    "": "text/plain; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".otf": "font/otf",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
_COMPRESSED: Final = {".gif", ".gz", ".ico", ".jpg", ".jpeg", ".mp3", ".ogg", ".png", ".webp", ".whl", ".woff2", ".zip"}
_LEVEL: Final = 4
#: So much of a file is read at once, in bytes: a client that reads slowly does not hold the whole of it.
_PIECE: Final = 64 * 1024
_VERSIONED: Final = re.compile(r"v-([0-9a-f]{12})/(.*)")
#: Isolation lets the client use several threads where the browser allows it.
_ALWAYS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def version_of(folders: Sequence[Path]) -> str:
    """Return twelve hex digits that change with any file in the folders."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            stat = path.stat()
            digest.update(f"{path.relative_to(folder)} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:12]


@frozen
class _File:
    """A file that was found.

    :param size: its length in bytes.
    :param path: where it is; a made file has a body instead.
    :param stamp: changes with the content.
    """

    name: str
    stamp: str
    size: int
    path: Path | None = None
    body: bytes = b""

    def read(self, start: int = 0, length: int = -1) -> bytes:
        if self.path is None:
            return self.body[start:] if length < 0 else self.body[start : start + length]
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read(length)


class Static:
    """Serves files from memory and from folders, the first that has it; what is no file is a route of the app.

    Under ``/v-<version>/`` files may be kept for ever; elsewhere the browser asks each time whether they changed.

    :param made: files made at start, by path.
    :param folders: where else to look, in this order.
    :param version: of everything below the versioned path.
    :param policy: the content security policy for a host.
    """

    def __init__(
        self, made: Mapping[str, bytes], folders: Sequence[Path], version: str, policy: Callable[[str], str]
    ) -> None:
        self._made = {
            name: _File(name, hashlib.sha256(body).hexdigest(), len(body), body=body) for name, body in made.items()
        }
        self._folders = [folder.resolve() for folder in folders]
        self._version = version
        self._policy = policy
        self._small: dict[str, tuple[str, asyncio.Future[bytes]]] = {}

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer one request for a file."""
        if scope["method"] not in ("GET", "HEAD"):
            await answer(scope, send, 405, headers=((b"allow", b"GET, HEAD"),))
            return
        path = scope["path"].lstrip("/")
        versioned = _VERSIONED.fullmatch(path)
        file = self._find(versioned[2] if versioned else path)
        # A route may look like a file's name ("/rules/bronzen.jay.points"); only a page is asked for as one.
        if file is None and b"text/html" in (header(scope, b"accept") or b""):
            file = self._made["index.html"]
        if file is None:
            await answer(scope, send, 404, b"404", _ALWAYS)
            return
        lasting = versioned is not None and versioned[1] == self._version
        suffix = Path(file.name).suffix.lower()
        compress = suffix not in _COMPRESSED and b"gzip" in (header(scope, b"accept-encoding") or b"")
        etag = f'"{file.stamp}{"-gz" if compress else ""}"'.encode()
        kind = _TYPES.get(suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        host = (header(scope, b"host") or b"").decode("latin-1")
        headers = [
            *_ALWAYS,
            (b"content-type", kind.encode()),
            (b"content-security-policy", self._policy(host).encode()),
            (b"cache-control", b"private, max-age=31536000, immutable" if lasting else b"private, no-cache"),
            (b"etag", etag),
            (b"vary", b"accept-encoding"),
        ]
        if etag in (header(scope, b"if-none-match") or b""):
            await answer(scope, send, 304, headers=headers)
        elif compress:
            await answer(scope, send, 200, await self._compressed(file), [*headers, (b"content-encoding", b"gzip")])
        else:
            await _answer_with(file, scope, send, headers)

    def _find(self, path: str) -> _File | None:
        name = path or "index.html"
        if name in self._made:
            return self._made[name]
        if "\0" not in name and "\\" not in name:
            for folder in self._folders:
                found = folder / name
                # A name longer than the system allows is an error rather than a missing file.
                with contextlib.suppress(OSError):
                    if found.is_file() and found.resolve().is_relative_to(folder):
                        stat = found.stat()
                        return _File(name, f"{stat.st_mtime_ns:x}-{stat.st_size:x}", stat.st_size, found)
        # The app's own routes have no file; a missing picture or font, however, is missing.
        return self._made["index.html"] if Path(name).suffix in ("", ".html") else None

    async def _compressed(self, file: _File) -> bytes:
        """Return a file's compressed body, made by the first who asks while all others wait for it."""
        stamp, made = self._small.get(file.name, ("", None))
        if made is None or stamp != file.stamp:
            made = asyncio.ensure_future(asyncio.to_thread(lambda: gzip.compress(file.read(), _LEVEL, mtime=0)))
            self._small[file.name] = file.stamp, made
        return await asyncio.shield(made)


async def _answer_with(file: _File, scope: Scope, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
    """Answer with a file as it is, piece by piece as the client takes it."""
    length = (b"content-length", str(file.size).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [*headers, length]})
    if scope["method"] != "HEAD":
        for start in range(0, file.size, _PIECE):
            piece = await asyncio.to_thread(file.read, start, min(_PIECE, file.size - start))
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})

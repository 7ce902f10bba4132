"""Serves the client's files with Starlette, below a versioned path and with a content security policy."""

import hashlib
import mimetypes
import os
import re
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.server.page import at_home

# Media types that browsers insist on, whatever the system has registered.
for _suffix, _kind in (
    (".crt", "application/x-x509-ca-cert"),
    (".js", "text/javascript"),
    (".mjs", "text/javascript"),
    (".otf", "font/otf"),
    (".ttf", "font/ttf"),
    (".wasm", "application/wasm"),
    (".woff2", "font/woff2"),
):
    mimetypes.add_type(_kind, _suffix)

_START: Final = "index.html"
_LEVEL: Final = 4
#: Size in bytes from which a piece is compressed outside the event loop, so that taps need not wait.
_BESIDE: Final = 16 * 1024
_VERSIONED: Final = re.compile(r"/v-([0-9a-f]{12})(/.*)")
#: Cross-origin isolation lets the client use several threads where the browser supports it.
_ALWAYS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
}


def home_of(scope: Scope) -> str:
    """Return the path of the program's home, with a slash at both ends."""
    return f"{scope.get('root_path', '')}/"


def version_of(folders: Sequence[Path]) -> str:
    """Return twelve hex digits that change with any file in the folders."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            stat = path.stat()
            digest.update(f"{path.relative_to(folder)} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:12]


class Static:
    """Serves files from memory and from folders; a path that is no file is a route of the app.

    Files under ``/v-<version>/`` are cached forever; all others are revalidated.

    :param made: files generated at start, by path.
    :param folders: further folders, searched in this order.
    :param version: of the versioned path.
    :param policy: returns the content security policy for a host, and for the path of the program's home.
    """

    def __init__(
        self, made: Mapping[str, bytes], folders: Sequence[Path], version: str, policy: Callable[[str, str], str]
    ) -> None:
        self._lasting = _Kept(_compressed(Files(made, folders)))
        self._passing = _compressed(_Pages(made, folders))
        self._version = version
        self._policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request for a file."""
        versioned = _VERSIONED.fullmatch(scope["path"])
        lasts = versioned is not None and versioned[1] == self._version
        if versioned:
            scope = {**scope, "path": versioned[2]}
        always = {
            **_ALWAYS,
            "content-security-policy": self._policy(Headers(scope=scope).get("host", ""), home_of(scope)),
            "cache-control": "private, max-age=31536000, immutable" if lasts else "private, no-cache",
            "vary": "accept-encoding",
        }

        async def answer(message: Message) -> None:
            await send(dressed(message, always))

        await (self._lasting if lasts else self._passing)(scope, receive, answer)


def dressed(message: Message, always: Mapping[str, str]) -> Message:
    """Return a message with the headers of every answer.

    :param always: the headers.
    """
    if message["type"] != "http.response.start":
        return message
    headers = MutableHeaders(raw=list(message["headers"]))
    headers.update(always)
    if "etag" in headers:  # a strong one would make the compressed file a different one
        headers["etag"] = f"W/{headers['etag']}"
    return {**message, "headers": headers.raw}


def _compressed(app: ASGIApp) -> GZipMiddleware:
    return GZipMiddleware(app, compresslevel=_LEVEL, thread_minimum_size=_BESIDE)


class Files(StaticFiles):
    """Starlette's static files, and some in memory."""

    def __init__(self, made: Mapping[str, bytes], folders: Sequence[Path]) -> None:
        super().__init__()
        self.all_directories = list(folders)
        self._made = made

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the answer to a request for a file."""
        name = path.replace(os.sep, "/")
        try:
            if name in self._made and scope["method"] in ("GET", "HEAD"):
                return self._made_response(name, scope)
            return await super().get_response(path, scope)
        except HTTPException as error:
            return PlainTextResponse(error.detail, error.status_code, error.headers)
        except OSError:  # an invalid file name on this system
            return PlainTextResponse(HTTPStatus.NOT_FOUND.phrase, HTTPStatus.NOT_FOUND)

    def _made_response(self, name: str, scope: Scope) -> Response:
        body = at_home(self._made[name], home_of(scope)) if name == _START else self._made[name]
        tag = {"etag": f'"{hashlib.sha256(body).hexdigest()}"'}
        response = Response(body, media_type=mimetypes.guess_type(name)[0], headers=tag)
        seen = self.is_not_modified(response.headers, Headers(scope=scope))
        return NotModifiedResponse(response.headers) if seen else response


class _Pages(Files):
    """Files, and the page for routes of the app."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        # A route may look like a file name ("/rules/bronzen.jay.points"); only a page is requested as HTML.
        is_route = Path(path).suffix in ("", ".html") or "text/html" in Headers(scope=scope).get("accept", "")
        if answer.status_code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND) and is_route:
            return await super().get_response(_START, scope)
        return answer


class _Kept:
    """Caches compressed answers: a client has 15 MB, half a second of work for every new phone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._answers: dict[str, list[Message]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request from the cache, or let the app answer and cache that."""
        request, path = Headers(scope=scope), scope["path"]
        fits = "gzip" in request.get("accept-encoding", "") and "if-none-match" not in request
        if fits and scope["method"] == "GET" and path in self._answers:
            for message in self._answers[path]:
                await send(message)
            return
        answer: list[Message] = []

        async def noted(message: Message) -> None:
            if answer or "content-encoding" in Headers(raw=message.get("headers", [])):
                answer.append(message)
            await send(message)

        await self._app(scope, receive, noted)
        if answer:
            self._answers[path] = answer

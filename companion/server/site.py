"""Serves the static site, compressed for browsers that support it."""

import mimetypes
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.server.page import policy
from companion.server.static import Files, dressed

START: Final = "index.html"
#: The service worker, which the browser requests by itself: served as it is and not cached with the rest.
KEEPER: Final = "sw.js"

#: Path below which the program serves the static site.
POCKET: Final = "/pocket/"

_PACKED: Final = ".gz"
_TYPES: Final = {
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".otf": "font/otf",
    ".pack": "application/octet-stream",
    ".ttf": "font/ttf",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
#: Not cross-origin isolated, like the program's own page: files from the browser's cache lose that property.
_ALWAYS: Final = {
    "cache-control": "private, no-cache",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def is_site(folder: Path) -> bool:
    """Return whether a folder holds a built site."""
    return all((folder / name).is_file() for name in (START, KEEPER, "app.pack"))


def type_of(path: str) -> str:
    """Return the media type of a file of the site."""
    return _TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"


def as_sent(path: str, accepts: str, folder: Path) -> tuple[str, Mapping[str, str]]:
    """Return the name of the file to send and its headers: compressed if the browser supports it.

    :param accepts: the request's ``Accept-Encoding``.
    """
    said = {"content-type": type_of(path), "vary": "accept-encoding"}
    if "gzip" in accepts and (folder / f"{path}{_PACKED}").is_file():
        return f"{path}{_PACKED}", {**said, "content-encoding": "gzip"}
    return path, said


class Site:
    """Serves the static site to authorized clients, like any static host.

    :param folder: the built site; may be rebuilt at any time.
    :param otherwise: the app that answers while there is no site.
    """

    def __init__(self, folder: Path, otherwise: ASGIApp) -> None:
        self._folder = folder
        self._files = _Packed(folder)
        self._otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        path = scope["path"]
        if f"{path}/" == POCKET and is_site(self._folder):
            await RedirectResponse(f"{scope.get('root_path', '')}{POCKET}")(scope, receive, send)
        elif path.startswith(POCKET) and is_site(self._folder):
            inside = {**scope, "path": f"/{path.removeprefix(POCKET)}"}
            headers = {**_ALWAYS, "content-security-policy": _policy(self._folder)}

            async def send_message(message: Message) -> None:
                await send(dressed(message, headers))

            await self._files(inside, receive, send_message)
        else:
            await self._otherwise(scope, receive, send)


class _Packed(Files):
    """The files of a site, compressed where there is a compressed copy."""

    def __init__(self, folder: Path) -> None:
        super().__init__({}, [folder])
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the answer to a request for a file; an address within the program redirects to its route."""
        asked = Headers(scope=scope)
        name, said = as_sent(START if path == "." else path, asked.get("accept-encoding", ""), self._folder)
        answer = await super().get_response(name, scope)
        if answer.status_code == HTTPStatus.NOT_FOUND and "text/html" in asked.get("accept", ""):
            return RedirectResponse(f"{scope.get('root_path', '')}{POCKET}#/{quote(path)}")
        if answer.status_code < HTTPStatus.BAD_REQUEST:
            answer.headers.update(said)
        return answer


def _policy(folder: Path) -> str:
    """Return the content security policy of the site that is currently in a folder."""
    page = folder / START
    try:
        seen = page.stat()
        return _policy_of(page, seen.st_mtime_ns, seen.st_size)
    except OSError:  # the site is being rebuilt
        return policy("", "")


@lru_cache(1)
def _policy_of(page: Path, *_: int) -> str:
    return policy(page.read_text(encoding="utf-8"), "")

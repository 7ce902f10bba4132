"""Who may come in: the door before the program, for pages and websockets alike."""

import contextlib
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.server.key import Key
from companion.tables.languages import PREFERRED, accepted
from companion.tables.visitors import HOST, ORIGIN

COOKIE: Final = "companion_key"
_YEAR: Final = 365 * 24 * 3600
_NOT_KEPT: Final = {"cache-control": "no-store"}
_LOOPBACK: Final = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d+)?", re.IGNORECASE)


class Guard:
    """Lets a request through to an app, or refuses it with the same answer for every path.

    Without a key this is the door for the own machine: the address must be a loopback name, or a foreign page could
    reach the program under a name it controls (DNS rebinding). A websocket must come from a page of this server.

    :param app: what is guarded.
    :param refusal: what a refused visitor reads, by the languages they prefer.
    :param key: the key to be shown, as ``?key=`` or as the cookie set thereupon.
    """

    def __init__(self, app: ASGIApp, refusal: Callable[[tuple[str, ...]], str], key: Key | None = None) -> None:
        self._app = app
        self._refusal = refusal
        self._key = key
        self._talking: set[Send] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or websocket."""
        HOST.set(self._key is None)
        if not self.admits(scope):
            await self._refuse(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._talk(scope, receive, send)
        elif self._shown(scope) is not None:
            await self._welcome(scope)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def expel(self, code: int = 1001) -> None:
        """End every connection; who comes back must pass the door again.

        :param code: what the client is told.
        """
        for send in list(self._talking):
            with contextlib.suppress(OSError, RuntimeError):  # who is gone need not be told
                await send({"type": "websocket.close", "code": code})

    def admits(self, scope: Scope) -> bool:
        """Return whether a request may come in; looks at nothing but its head."""
        host = (_header(scope, b"host") or b"").decode("latin-1").lower()
        if scope["type"] == "websocket" and not _own(scope, host):
            return False
        if self._key is None:
            return _LOOPBACK.fullmatch(host) is not None
        return any(self._key.opens(key) for key in (self._shown(scope), _cookie(scope)) if key is not None)

    def refusal(self, scope: Scope) -> str:
        """Return what whoever may not come in reads."""
        return self._refusal(_languages(scope))

    def _shown(self, scope: Scope) -> str | None:
        """Return the key in the address; the door for the own machine knows none."""
        return dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("key") if self._key else None

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await PlainTextResponse(self.refusal(scope), 403, _NOT_KEPT)(scope, receive, send)

    def _welcome(self, scope: Scope) -> RedirectResponse:
        """Keep the key in a cookie and out of the address, where it would be seen and shared."""
        assert self._key
        rest = [(k, v) for k, v in parse_qsl(scope["query_string"].decode("latin-1"), True) if k != "key"]
        # One slash only: two would lead to another host.
        target = "/" + quote(scope["path"].lstrip("/\\")) + (f"?{urlencode(rest)}" if rest else "")
        response = RedirectResponse(target, 303, _NOT_KEPT)
        response.set_cookie(COOKIE, self._key.value, max_age=_YEAR, httponly=True, samesite="lax")
        return response

    async def _talk(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Flet's client says everything about its device except its languages; the request for the websocket does.
        PREFERRED.set(_languages(scope))
        ORIGIN.set((_header(scope, b"origin") or b"").decode("latin-1").lower())
        self._talking.add(send)
        try:
            await self._app(scope, receive, send)
        finally:
            self._talking.discard(send)


def _own(scope: Scope, host: str) -> bool:
    """Return whether a websocket comes from a page of this server."""
    origin = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"), None)
    # Programs that are no browsers send no origin, and no page can make a browser leave it out.
    try:
        return origin is None or urlsplit(origin.lower()).netloc == host
    except ValueError:
        return False


def _languages(scope: Scope) -> tuple[str, ...]:
    return accepted((_header(scope, b"accept-language") or b"").decode("latin-1"))


def _cookie(scope: Scope) -> str | None:
    """Return the key of the cookie; the library's parser gives up at the first cookie of others it dislikes."""
    for part in (_header(scope, b"cookie") or b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None


def _header(scope: Scope, name: bytes) -> bytes | None:
    """Return the value of a request's header, or ``None`` if it is missing or given twice."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0] if len(found) == 1 else None

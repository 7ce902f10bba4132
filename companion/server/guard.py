"""Authorizes requests and websockets before they reach the program."""

import contextlib
import re
import secrets
from collections.abc import Callable, Hashable
from typing import Final, Protocol
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.server.limits import place_of
from companion.server.links import Links
from companion.server.proxy import Deployment, came_through_a_proxy
from companion.server.rate_limit import RateLimiter
from companion.tables.languages import PREFERRED, accepted
from companion.tables.roles import GRANTS, HOST, ORIGIN, Grant, Role

COOKIE: Final = "companion_key"
#: Cookie for https: the prefix keeps plain pages from replacing it.
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
#: The same below the path of a room, which the other prefix does not allow.
ROOM_COOKIE: Final = f"__Secure-{COOKIE}"
#: Parameter with the page's languages, preferred first.
LANGUAGES: Final = "companion_languages"
#: Separator of the keys in the cookie.
_BETWEEN: Final = "."
#: Cookie that distinguishes phones behind one address.
PHONE: Final = "companion_phone"
_PHONE: Final = re.compile("[0-9a-f]{32}")
#: Scope key of requests that a trusted proxy has passed on.
PROXIED: Final = "companion proxied"
#: Scope key of the access keys by which a session was authorized.
KEYS: Final = "companion keys"
#: Most links that one phone keeps; the oldest is dropped for a new one.
_MOST: Final = 8
_YEAR: Final = 365 * 24 * 3600
_NOT_KEPT: Final = {"cache-control": "no-store"}
#: Headers of the login page: not cached, loads nothing, submits only to this server.
REFUSED: Final = {
    **_NOT_KEPT,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
}
_LOOPBACK: Final = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d+)?", re.IGNORECASE)


class Gatekeeper(Protocol):
    """What authorizes requests at a listener."""

    def seen(self, scope: Scope) -> Scope: ...
    def place(self, scope: Scope) -> Hashable: ...
    def admits(self, scope: Scope) -> bool: ...
    def refusal(self, scope: Scope) -> str: ...
    def lateness(self, scope: Scope) -> float: ...
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...
    async def expel(self, code: int = 1001, key: str | None = None) -> None: ...


class Guard:
    """ASGI middleware that authorizes requests or refuses them with the same answer for every path.

    Without a key it guards the listener for this machine: the Host must be a loopback name, or a foreign page could
    reach the program under a name it controls (DNS rebinding). A websocket must come from a page of this server.

    :param app: the guarded app.
    :param links: links whose keys authorize, as ``?key=``, as ``?code=``, or as the cookie set afterwards.
    :param playing: returns the table that a table's link leads to now, as its players may have moved on.
    :param deployment: the proxies in front of the server, and its public address.
    :param guesses: counts wrong keys and codes; rooms share one.
    """

    def __init__(
        self,
        app: ASGIApp,
        links: Links | None = None,
        playing: Callable[[str], str] = lambda table: table,
        deployment: Deployment | None = None,
        guesses: RateLimiter | None = None,
    ) -> None:
        self._app = app
        self._links = links
        self._playing = playing
        self._deployment = deployment or Deployment()
        self.guesses = guesses or RateLimiter()
        #: The access keys by which each connected page was authorized.
        self._talking: dict[Send, frozenset[str]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or websocket."""
        opened = self._opened(scope)
        GRANTS.set(HOST if self._links is None else tuple(opened.values()))
        if not self.admits(scope):
            await self._refuse(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._talk(scope, receive, send, frozenset(opened))
        elif self._links and {"key", "code"} & _asked(scope).keys():
            await self._welcome(scope, opened)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def expel(self, code: int = 1001, key: str | None = None) -> None:
        """Close connections; their clients must be authorized again.

        :param code: the websocket close code.
        :param key: closes only connections authorized by this key.
        """
        for send in [each for each, keys in self._talking.items() if key is None or key in keys]:
            with contextlib.suppress(OSError, RuntimeError):  # a client that is gone needs no close message
                await send({"type": "websocket.close", "code": code})

    @property
    def pages(self) -> int:
        """The number of connected pages."""
        return len(self._talking)

    def ended(self) -> frozenset[str]:
        """Return the keys by which pages are connected and whose links have ended.

        :raises StorageError: if another process has changed the keys, and they cannot be read.
        """
        used: frozenset[str] = frozenset().union(*self._talking.values())
        return used.difference(self._links.opened_by(used)) if self._links else frozenset()

    def seen(self, scope: Scope) -> Scope:
        """Return a request's scope as its client sees it: behind trusted proxies, and below the public address."""
        return seen(scope, self._deployment)

    def place(self, scope: Scope) -> Hashable:
        """Return what an authorized request counts for: its address or, behind a trusted proxy, its phone.

        A whole club may share one address there. A phone has its name from this server, but could take others: so it
        counts only for those who have a key.
        """
        phone = _cookie(scope, PHONE) if scope.get(PROXIED) else ""
        return phone if _PHONE.fullmatch(phone) else place_of(scope["client"])

    def admits(self, scope: Scope) -> bool:
        """Return whether a request is authorized; reads only its head."""
        host = (_header(scope, b"host") or b"").decode("latin-1").lower()
        if scope["type"] == "websocket" and not _own(scope, host, self._deployment.host):
            return False
        if self._links is None:  # a proxy on this machine would let everybody in without a key
            return _LOOPBACK.fullmatch(host) is not None and not came_through_a_proxy(scope["headers"])
        return bool(self._opened(scope))

    def refusal(self, scope: Scope) -> str:
        """Return the login page, with a field for the spoken code."""
        from companion.server.login_page import (  # imported late: loading the catalogs would delay the start
            FailedLogin,
            login_page,
        )

        tried = None
        if self._links and "code" in _asked(scope):
            tried = FailedLogin.WRONG if self._looks_at_codes(self._links, scope) else FailedLogin.TOO_OFTEN
        return login_page(languages(scope), tried, self._deployment.base)

    def _opened(self, scope: Scope) -> dict[str, Grant]:
        """Return the grants of the keys in a request, newest first; empty on the listener for this machine."""
        if self._links is None:
            return {}
        asked = _asked(scope)
        said = None
        if "code" in asked and self._looks_at_codes(self._links, scope):
            said = self._links.codes.key_of(asked["code"])
        shown = (asked.get("key"), said, *self._keys(scope).split(_BETWEEN))
        return self._links.opened_by(key for key in shown if key)

    def _looks_at_codes(self, links: Links, scope: Scope) -> bool:
        """Return whether a code in a request is checked at all.

        Codes are typed on a page, so websockets with one are refused: their guesses would not be counted. Short codes
        are not checked for an address that has to wait after wrong ones.
        """
        if scope["type"] == "websocket":
            return False
        return links.codes.are_long or not self.guesses.waits(place_of(scope["client"]))

    def lateness(self, scope: Scope) -> float:
        """Return the delay of a refusal in seconds; a request without a key or code is not a guess."""
        asked = _asked(scope)
        guessed = self._links and ({"key", "code"} & asked.keys() or self._keys(scope)) and not self._opened(scope)
        if not guessed:
            return 0.0
        self._count_code(asked)
        return self.guesses.wrong(place_of(scope["client"]))

    def _count_code(self, asked: dict[str, str]) -> None:
        if self._links and "code" in asked:
            self._links.codes.guessed_wrong()

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await HTMLResponse(self.refusal(scope), 403, REFUSED)(scope, receive, send)

    def _welcome(self, scope: Scope, opened: dict[str, Grant]) -> RedirectResponse:
        """Redirect to an address without keys and keep them in a cookie, so that they are neither seen nor shared."""
        asked = _asked(scope)
        if self._links and "code" in asked and self._links.codes.key_of(asked["code"]) is None:
            self._count_code(asked)  # an authorized client may guess, too
            self.guesses.wrong(place_of(scope["client"]))
        rest = [(k, v) for k, v in parse_qsl(scope["query_string"].decode("latin-1"), True) if k not in ("key", "code")]
        # A single slash: two would redirect to another host.
        path = scope["path"].lstrip("/\\") or _leads_to(next(iter(opened.values())))
        target = self._deployment.base + quote(self._now(path)) + (f"?{urlencode(rest)}" if rest else "")
        response = RedirectResponse(target, 303, _NOT_KEPT)
        keys, secure = _BETWEEN.join([*opened][:_MOST]), _is_secure(scope)
        path = self._deployment.base if self._deployment.below else "/"
        name = self._cookie_name(scope)
        response.set_cookie(name, keys, max_age=_YEAR, path=path, httponly=True, samesite="lax", secure=secure)
        if scope.get(PROXIED) and not _PHONE.fullmatch(_cookie(scope, PHONE)):
            named = secrets.token_hex(16)
            response.set_cookie(PHONE, named, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
        return response

    def _keys(self, scope: Scope) -> str:
        return _cookie(scope, self._cookie_name(scope))

    def _cookie_name(self, scope: Scope) -> str:
        """Return the name of the cookie with the keys; a room's is sent to that room only."""
        if not _is_secure(scope):
            return COOKIE
        return ROOM_COOKIE if self._deployment.below else SECURE_COOKIE

    def _now(self, path: str) -> str:
        """Return a path with a table replaced by the one that is played now on the same evening."""
        match path.split("/"):
            case ["table", table, *rest] if table:
                return "/".join(("table", self._playing(table), *rest))
        return path

    async def _talk(self, scope: Scope, receive: Receive, send: Send, keys: frozenset[str]) -> None:
        # Flet's client sends everything about its device except its languages; the websocket request has them.
        PREFERRED.set(languages(scope))
        ORIGIN.set((_header(scope, b"origin") or b"").decode("latin-1").lower())
        self._talking[send] = scope[KEYS] = keys
        try:
            await self._app(scope, receive, send)
        finally:
            del self._talking[send]


def seen(scope: Scope, deployment: Deployment) -> Scope:
    """Return a request's scope as its client sees it; its ``root_path`` is the path of the program's home."""
    peer, headers = scope["client"], scope["headers"]
    sender = deployment.proxies.sender(str(peer[0]) if peer else "", scope["scheme"], headers)
    if sender.is_proxied:
        scope = {**scope, "client": (sender.address, 0), "scheme": sender.scheme, PROXIED: True}
    return {**scope, "path": deployment.inner(scope["path"]), "root_path": deployment.base.rstrip("/")}


def _leads_to(to: Grant) -> str:
    """Return the path of a link that names none."""
    return f"table/{to.table}{'/board' if to.role is Role.VIEWER else ''}" if to.table else ""


def _asked(scope: Scope) -> dict[str, str]:
    return dict(parse_qsl(scope["query_string"].decode("latin-1")))


def _own(scope: Scope, host: str, public: str | None) -> bool:
    """Return whether a websocket comes from a page of this server.

    :param public: host of the public address, as a proxy may ask for another one.
    """
    origin = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"), None)
    # Programs that are not browsers send no Origin, and no page can make a browser omit it.
    try:
        return origin is None or urlsplit(origin.lower()).netloc in (host, public)
    except ValueError:
        return False


def languages(scope: Scope) -> tuple[str, ...]:
    """Return the languages of a request's client, preferred first."""
    said = _cookie(scope, LANGUAGES).replace("/", ",")
    return accepted(said or (_header(scope, b"accept-language") or b"").decode("latin-1"))


def _cookie(scope: Scope, wanted: str) -> str:
    """Return a cookie's value; the library's parser stops at the first invalid cookie of another program."""
    for part in (_header(scope, b"cookie") or b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return ""


def _is_secure(scope: Scope) -> bool:
    return scope["scheme"] in ("https", "wss")


def _header(scope: Scope, name: bytes) -> bytes | None:
    """Return a request header, or ``None`` if it is missing or repeated."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0] if len(found) == 1 else None

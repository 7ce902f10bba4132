"""Passkeys: they lead the host of a room back in if its link is lost.

The host saves one on a page of the room, and uses it on the front page. It identifies the room by itself, so that nothing has to be
typed. py_webauthn checks what authenticators sign; without it (the extra ``hosted``), no passkeys are offered.
"""

import hmac
import html
import json
import secrets
import time
from base64 import urlsafe_b64decode
from collections.abc import Callable
from importlib.util import find_spec
from ipaddress import ip_address
from string import Template
from typing import Any, Final
from urllib.parse import urlsplit

from attrs import evolve, frozen
from starlette.datastructures import Headers, QueryParams
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from companion.i18n import Renderer, negotiate
from companion.kernel.text import Text, messages
from companion.server.guard import languages
from companion.server.page import policy
from companion.server.plain_page import PLAIN_HEADERS, is_own, plain_page
from companion.server.proxy import Deployment
from companion.server.rooms import NAME, Room, Rooms, RoomStore
from companion.storage.errors import StorageError
from companion.tables.roles import GRANTS, HOST

T, N = messages("companion")

#: Path of the pages, on the front page and within a room.
PASSKEY: Final = "passkey"
#: Seconds within which a challenge has to be answered.
_FRESH: Final = 600.0
#: Bytes of a challenge: random ones, then the time, then the signature.
_RANDOM: Final = 16
_TIME: Final = 8
#: The most passkeys of a room.
_MOST: Final = 20


@frozen
class Passkey:
    """A passkey that a host has saved.

    :param id: as the authenticator calls it, in base64url.
    :param key: its public key, in base64url.
    :param count: the authenticator's counter, which shows that a key was copied.
    """

    id: str
    key: str
    count: int


class UnknownPasskey(Exception):
    """The answer of an authenticator is not valid here."""


def is_available() -> bool:
    """Return whether passkeys can be checked."""
    return find_spec("webauthn") is not None


class Challenges:
    """What an authenticator has to sign. They are signed, not stored, so that every process knows those of the others.

    :param secret: shared by all processes.
    :param clock: the wall clock in seconds.
    """

    def __init__(self, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self._secret = secret
        self._clock = clock

    def new(self) -> bytes:
        """Return a new challenge."""
        body = secrets.token_bytes(_RANDOM) + int(self._clock()).to_bytes(_TIME, "big")
        return body + self._signature(body)

    def is_fresh(self, challenge: bytes) -> bool:
        """Return whether it is one of this server, and not too old."""
        body, signature = challenge[: _RANDOM + _TIME], challenge[_RANDOM + _TIME :]
        age = self._clock() - int.from_bytes(body[_RANDOM:], "big")
        return hmac.compare_digest(signature, self._signature(body)) and -_FRESH <= age <= _FRESH

    def _signature(self, body: bytes) -> bytes:
        return hmac.digest(self._secret, body, "sha256")


class Passkeys:
    """Saves and checks the passkeys of all rooms.

    :param deployment: has the public address.
    :raises StorageError: if the secret of the challenges cannot be read.
    """

    def __init__(self, rooms: Rooms, deployment: Deployment) -> None:
        self._rooms = rooms
        self._store: RoomStore = rooms.store
        self._deployment = deployment
        self._challenges = Challenges(self._store.secret())

    def may_work(self, scope: Scope) -> bool:
        """Return whether browsers allow passkeys at the address of a request: it is a name, with https or of this machine."""
        scheme, host = self._origin(scope)
        name = urlsplit(f"//{host}").hostname or ""
        try:
            ip_address(name)
        except ValueError:
            return is_available() and (scheme == "https" or name == "localhost")
        return False

    def of(self, room: Room) -> list[Passkey]:
        """Return the passkeys of a room."""
        return self._store.passkeys(room.name)

    def forget(self, room: Room) -> None:
        """Remove the passkeys of a room."""
        self._store.put_passkeys(room.name, [])

    def options_to_save(self, room: Room, scope: Scope) -> str:
        """Return the options with which a browser makes a passkey for a room, as JSON."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import structs

        options = generate_registration_options(
            rp_id=self._rp_id(scope),
            rp_name="Companion",
            user_id=room.name.encode(),
            user_name=room.title,
            challenge=self._challenges.new(),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED
            ),
        )
        return options_to_json(options)

    def save(self, room: Room, answer: Any, scope: Scope) -> None:
        """Save the passkey that a browser has made.

        :param answer: the browser's credential, as JSON.
        :raises UnknownPasskey: if it was not made for a page of this server just now, or there are too many.
        :raises StorageError: if it cannot be stored.
        """
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        try:
            made = verify_registration_response(credential=answer, **self._expected(answer, scope))
        except Exception as error:  # whatever an authenticator or somebody else has sent
            raise UnknownPasskey from error
        new = Passkey(
            bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key), made.sign_count
        )
        known = [each for each in self.of(room) if each.id != new.id]
        if len(known) >= _MOST:
            raise UnknownPasskey
        self._store.put_passkeys(room.name, [*known, new])

    def options_to_open(self, scope: Scope) -> str:
        """Return the options with which a browser looks for a passkey, as JSON."""
        from webauthn import generate_authentication_options, options_to_json

        return options_to_json(
            generate_authentication_options(rp_id=self._rp_id(scope), challenge=self._challenges.new())
        )

    def opened(self, answer: Any, scope: Scope) -> Room:
        """Return the room of the passkey that a browser has used.

        :param answer: the browser's credential, as JSON.
        :raises UnknownPasskey: if it opens no room.
        :raises StorageError: if the rooms cannot be read.
        """
        from webauthn import base64url_to_bytes, verify_authentication_response

        try:
            name = _decoded(answer["response"]["userHandle"]).decode("ascii")
            room = self._rooms.find(name) if NAME.fullmatch(name) else None
            known = {each.id: each for each in self.of(room)} if room else {}
            passkey = known[answer["id"]]
            used = verify_authentication_response(
                credential=answer,
                credential_public_key=base64url_to_bytes(passkey.key),
                credential_current_sign_count=passkey.count,
                **self._expected(answer, scope),
            )
        except StorageError:
            raise
        except Exception as error:  # as above
            raise UnknownPasskey from error
        assert room
        if used.new_sign_count != passkey.count:
            self._store.put_passkeys(
                room.name, [*({**known, passkey.id: evolve(passkey, count=used.new_sign_count)}.values())]
            )
        return room

    def _expected(self, answer: Any, scope: Scope) -> dict[str, Any]:
        challenge = _decoded(json.loads(_decoded(answer["response"]["clientDataJSON"]))["challenge"])
        if not self._challenges.is_fresh(challenge):
            raise UnknownPasskey
        return {
            "expected_challenge": challenge,
            "expected_rp_id": self._rp_id(scope),
            "expected_origin": "://".join(self._origin(scope)),
        }

    def _origin(self, scope: Scope) -> tuple[str, str]:
        """Return scheme and host of the address at which the client sees the server."""
        if public := self._deployment.public:
            return urlsplit(public).scheme, urlsplit(public).netloc
        return scope["scheme"], Headers(scope=scope).get("host", "").lower()

    def _rp_id(self, scope: Scope) -> str:
        return urlsplit(f"//{self._origin(scope)[1]}").hostname or ""


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def answer_in(scope: Scope) -> Any:
    """Return what an authenticator has answered, from the address of a request, since requests have no body.

    :raises UnknownPasskey: if it is missing or no JSON.
    """
    try:
        return json.loads(QueryParams(scope["query_string"]).get("answer", ""))
    except (ValueError, RecursionError) as error:
        raise UnknownPasskey from error


#: JavaScript that makes or uses a passkey: bytes travel as base64url.
CLIENT: Final = """\
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=/g, "");
const plain = (made) => {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
    if (made.response[name]) response[name] = text(made.response[name]);
  return JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, response });
};
const ready = (options) => {
  options.challenge = bytes(options.challenge);
  if (options.user) options.user.id = bytes(options.user.id);
  return { publicKey: options };
};
"""

_PAGE: Final = Template(
    """\
<h1>$title</h1>
<p>$about</p>
<button id="save">$save</button>
<p role="alert">$there</p>
<button class="quiet" id="forget" $none>$forget</button>
<p><a href="./">$back</a></p>
"""
)
_STYLE: Final = ".quiet { background: none; border: 2px solid var(--line); color: inherit } a { color: inherit }\n"
_SCRIPT: Final = Template(
    """\
<script>
$client
const at = (id) => document.getElementById(id);
const alert = document.querySelector("[role=alert]");
const asked = async (method, made = "") => {
  const answer = await fetch("$path?answer=" + encodeURIComponent(made), { method });
  const said = await answer.json();
  alert.textContent = said.why;
  at("forget").hidden = said.none;
};
at("save").onclick = async () => {
  try {
    const options = await (await fetch("$path/options")).json();
    await asked("POST", plain(await navigator.credentials.create(ready(options))));
  } catch (error) {
    alert.textContent = $failed;
  }
};
at("forget").onclick = () => asked("DELETE").catch(() => { alert.textContent = $failed; });
</script>
"""
)
_TITLE: Final = T("A passkey for this room")
_ABOUT: Final = T(
    "If the host’s link is lost, a passkey leads back into the room, on this device or wherever your passkeys are kept: on the first page, "
    "by “Back in with a passkey”."
)
_SAVE: Final = T("Save a passkey")
_FORGET: Final = T("Remove all passkeys of this room")
_BACK: Final = T("Back to the room")
_FAILED: Final = T("No passkey was saved. Please try again.")
_NOT_ALLOWED: Final = T("Passkeys work only at an address with a name and https.")
#: Why a passkey opens nothing.
UNKNOWN: Final = T("This passkey opens no room here.")


class PasskeyPage:
    """ASGI app of the page on which the host of a room saves a passkey."""

    def __init__(self, passkeys: Passkeys, room: Room) -> None:
        self._passkeys = passkeys
        self._room = room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        say = Renderer(negotiate(languages(scope))).text
        try:
            answer = self._answer(scope, say)
        except UnknownPasskey:
            answer = self._said(say, 400, _FAILED)
        except StorageError as error:
            answer = self._said(say, 507, error.why.text)
        answer.headers.update(PLAIN_HEADERS)
        await answer(scope, receive, send)

    def _answer(self, scope: Scope, say: Callable[[Text], str]) -> Response:
        if not {*HOST} & {*GRANTS.get()}:
            return PlainTextResponse("", 403)
        if not self._passkeys.may_work(scope):
            return PlainTextResponse(say(_NOT_ALLOWED), 404)
        if scope["method"] == "GET" and scope["path"].endswith("/options"):
            return PlainTextResponse(self._passkeys.options_to_save(self._room, scope))
        if scope["method"] == "GET":
            return self._page(scope, say)
        if not is_own(scope):
            return PlainTextResponse("", 403)
        if scope["method"] == "DELETE":
            self._passkeys.forget(self._room)
        else:
            self._passkeys.save(self._room, answer_in(scope), scope)
        return self._said(say, 200, self._there)

    @property
    def _there(self) -> Text:
        number = len(self._passkeys.of(self._room))
        return N("{n} passkey is saved.", "{n} passkeys are saved.", n=number) if number else T("No passkey is saved.")

    def _said(self, say: Callable[[Text], str], status: int, why: Text) -> Response:
        return JSONResponse({"why": say(why), "none": not self._passkeys.of(self._room)}, status)

    def _page(self, scope: Scope, say: Callable[[Text], str]) -> Response:
        words = {
            "title": _TITLE,
            "about": _ABOUT,
            "save": _SAVE,
            "forget": _FORGET,
            "back": _BACK,
            "there": self._there,
        }
        none = "" if self._passkeys.of(self._room) else "hidden"
        main = _PAGE.substitute({name: html.escape(say(text)) for name, text in words.items()}, none=none)
        script = _SCRIPT.substitute(
            client=CLIENT, path=f"{scope['root_path']}/{PASSKEY}", failed=json.dumps(say(_FAILED))
        )
        page = plain_page(negotiate(languages(scope)), main, _STYLE, script)
        return HTMLResponse(page, headers={"content-security-policy": policy(page, "")})

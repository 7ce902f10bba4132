"""The front page of a server with rooms: makes a room, and shows its host's link."""

import html
import json
from base64 import b64encode
from collections.abc import Callable
from string import Template
from typing import Final

from starlette.datastructures import Headers, QueryParams
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from companion.i18n import Renderer, negotiate
from companion.kernel.text import Text, messages
from companion.server.guard import languages
from companion.server.page import policy
from companion.server.passkeys import CLIENT, PASSKEY, UNKNOWN, Passkeys, UnknownPasskey, answer_in
from companion.server.plain_page import PLAIN_HEADERS, is_own, plain_page
from companion.server.rooms import KEPT, TITLE, Room, RoomLimit, Rooms
from companion.storage.errors import StorageError

T, N = messages("companion")

#: Path that makes a room when it is posted to.
MAKE: Final = "rooms"

_STYLE: Final = """\
#title { font-size: 1.25rem; letter-spacing: 0; text-align: start; padding: 0 1rem }
#qr { display: block; width: 14rem; max-width: 100%; border-radius: .75rem; image-rendering: pixelated }
#link { overflow-wrap: anywhere; font-weight: 600 }
.screen a { display: block; box-sizing: border-box; text-align: center; padding: 1rem 0; border-radius: .75rem; margin-top: 1rem;
  font-weight: 600; text-decoration: none; border: 2px solid var(--line); color: inherit }
.screen #open { border-color: transparent; background: var(--felt); color: var(--on) }
.quiet { background: none; border: 2px solid var(--line); color: inherit }
[hidden] { display: none !important }
@media print { .screen { display: none } main { padding-top: 2rem } }
"""

_MAIN: Final = Template(
    """\
<section id="make" data-lost="$lost" data-unknown="$unknown">
<h1>Companion</h1>
<p>$about</p>
<form>
<label for="title">$called</label>
<input id="title" required maxlength="$longest" autocomplete="off" autofocus>
<button>$make</button>
</form>
<button class="quiet" id="back" $passkeys>$back</button>
<p role="alert"></p>
<p>$kept</p>
</section>
<section id="made" hidden>
<h1></h1>
<p>$keep</p>
<img id="qr" alt="">
<p id="link"></p>
<div class="screen">
<a id="open">$open</a>
<a id="save" $passkeys>$save</a>
<button class="quiet" id="copy">$copy</button>
<button class="quiet" id="print">$print</button>
</div>
</section>
"""
)

_SCRIPT: Final = Template(
    """\
<script>
$client
const at = (id) => document.getElementById(id);
const alert = document.querySelector("[role=alert]");
document.querySelector("form").onsubmit = async (event) => {
  event.preventDefault();
  const button = event.target.querySelector("button");
  button.disabled = true;
  try {
    const answer = await fetch($home + "$make?title=" + encodeURIComponent(at("title").value), { method: "POST" });
    const made = await answer.json();
    if (!answer.ok) throw made.why;
    document.querySelector("#made h1").textContent = made.title;
    at("qr").src = made.qr;
    at("link").textContent = at("open").href = made.link;
    at("save").href = made.link.replace("?", "$passkey?");
    at("make").hidden = true;
    at("made").hidden = false;
    at("open").focus();
  } catch (why) {
    alert.textContent = typeof why === "string" ? why : at("make").dataset.lost;
  }
  button.disabled = false;
};
at("back").onclick = async () => {
  try {
    const options = await (await fetch($home + "$passkey/options")).json();
    const used = plain(await navigator.credentials.get(ready(options)));
    const answer = await fetch($home + "$passkey?answer=" + encodeURIComponent(used), { method: "POST" });
    const opened = await answer.json();
    if (answer.ok) location.href = opened.link;
    else alert.textContent = opened.why;
  } catch (error) {
    alert.textContent = at("make").dataset.unknown;
  }
};
at("copy").onclick = () => navigator.clipboard.writeText(at("link").textContent);
at("print").onclick = () => print();
if (!navigator.clipboard) at("copy").hidden = true;
</script>
"""
)

_WORDS: Final = {
    "about": T(
        "The referee at the table for card and word games. Make a room for your group: its games, names and statistics are only for "
        "those who have its link."
    ),
    "called": T("What is your group called?"),
    "make": T("Make a room"),
    "kept": T("No account is needed. A room that nobody visits for {days} days is deleted.", days=KEPT),
    "keep": T(
        "This is the host’s link. Keep it: whoever has it can do everything in this room and invite the others, who get links of their "
        "own. Without it, only a passkey leads back in."
    ),
    "back": T("Back in with a passkey"),
    "save": T("Save a passkey"),
    "open": T("Open the room"),
    "copy": T("Copy the link"),
    "print": T("Print"),
}
_LOST: Final = T("No connection at the moment. Please try again.")
_NO_TITLE: Final = T("Please say what your group is called.")
_TOO_MANY: Final = T("Too many rooms were made from here today. Please try again tomorrow.")


class FrontPage:
    """ASGI app outside the rooms.

    :param passkeys: lead the host of a room back in.
    :param host_link: makes the link of a room's host.
    :param home: path of the program's home, with a slash at both ends.
    """

    def __init__(self, rooms: Rooms, passkeys: Passkeys, host_link: Callable[[Room], str], home: str) -> None:
        self._rooms = rooms
        self._passkeys = passkeys
        self._host_link = host_link
        self._home = home
        self._limit = RoomLimit()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        answer: Response
        if scope["path"] == f"/{MAKE}" and scope["method"] == "POST":
            answer = self._made(scope)
        elif scope["path"] == f"/{PASSKEY}" and scope["method"] == "POST":
            answer = self._opened(scope)
        elif scope["path"] == f"/{PASSKEY}/options" and self._passkeys.may_work(scope):
            answer = PlainTextResponse(self._passkeys.options_to_open(scope))
        elif scope["path"] == "/":
            answer = self._page(scope)
        elif scope["path"] == "/favicon.ico":
            answer = PlainTextResponse("", 404)
        else:
            answer = RedirectResponse(self._home, 303)
        answer.headers.update(PLAIN_HEADERS)
        await answer(scope, receive, send)

    def _page(self, scope: Scope) -> Response:
        locale = negotiate(languages(scope))
        say = Renderer(locale).text
        words = {name: html.escape(say(text)) for name, text in {**_WORDS, "lost": _LOST, "unknown": UNKNOWN}.items()}
        hidden = "" if self._passkeys.may_work(scope) else "hidden"
        main = _MAIN.substitute(words, longest=TITLE, passkeys=hidden)
        script = _SCRIPT.substitute(home=json.dumps(self._home), make=MAKE, passkey=PASSKEY, client=CLIENT)
        page = plain_page(locale, main, _STYLE, script)
        host = Headers(scope=scope).get("host", "")
        return HTMLResponse(page, headers={"content-security-policy": policy(page, host)})

    def _opened(self, scope: Scope) -> Response:
        """Return the host's link of the room that a passkey opens."""
        try:
            if not is_own(scope) or not self._passkeys.may_work(scope):
                raise UnknownPasskey
            return JSONResponse({"link": self._host_link(self._passkeys.opened(answer_in(scope), scope))})
        except UnknownPasskey:
            status, why = 403, UNKNOWN
        except StorageError as error:
            status, why = 507, error.why.text
        return JSONResponse({"why": Renderer(negotiate(languages(scope))).text(why)}, status)

    def _made(self, scope: Scope) -> Response:
        from companion.qr import qr_png

        say = Renderer(negotiate(languages(scope))).text

        def refused(status: int, why: Text) -> Response:
            return JSONResponse({"why": say(why)}, status)

        title = QueryParams(scope["query_string"]).get("title", "").strip()
        if not is_own(scope):
            return refused(403, _LOST)
        if not title or not title.isprintable():
            return refused(400, _NO_TITLE)
        if not self._limit.allows(scope):
            return refused(429, _TOO_MANY)
        try:
            room = self._rooms.make(title)
            link = self._host_link(room)
        except StorageError as error:
            return refused(507, error.why.text)
        return JSONResponse(
            {"title": room.title, "link": link, "qr": f"data:image/png;base64,{b64encode(qr_png(link)).decode()}"}, 201
        )

"""What Flet needs to have patched, and what of its private parts is touched: here, and nowhere else.

Each says why, and holds for the version in :data:`FLET`. ``tests/test_flet_patches.py`` shows for each that Flet by itself
still does what it is patched for, and that what the patch takes hold of is still there: where that test fails, a patch can
go, or has to follow Flet.
"""

import asyncio
import html
import json
import logging
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import MISSING
from functools import wraps
from typing import Any, Final, Protocol

log = logging.getLogger(__name__)

#: The version of Flet all this is for.
FLET: Final = "1.0.5"


# Messages and sessions


def write_messages_briefly() -> None:
    """Let messages say in a word what they are.

    Flet writes every message out for its log, whether anybody reads that or not, and with it all that the components on it
    refer to: each line of a history would spell the whole rulebook.
    """
    from flet.messaging.protocol import Message

    setattr(Message, "__str__", lambda message: message.action.name)  # noqa: B010


def answer_errors(page: Any, answer: Callable[[str], None]) -> None:
    """Let the program say that a handler has failed: Flet would cover the page with the error for good.

    :param answer: is given the error with its traceback.
    """
    page.session.error = answer


class Dispatch(Protocol):
    """What hands an event of a page to its handler."""

    def __call__(self, control_id: int, event_name: str, event_data: Any) -> Awaitable[None]:
        """Hand an event to the handler of a control."""


def around_events(page: Any, around: Callable[[Dispatch], Dispatch]) -> None:
    """Let a program stand around the handlers of a page.

    Flet draws some turns of the loop after a handler has run. Taps that come together, from a quick finger on a slow network,
    would meet the handlers of a screen that is out of date: two digits would make one.

    :param around: returns what is called instead.
    """
    page.session.dispatch_event = around(page.session.dispatch_event)


def has_to_draw(page: Any) -> bool:
    """Return whether something on a page waits to be drawn, which Flet tells nobody."""
    waiting: asyncio.Event = page.session._Session__updates_ready
    return waiting.is_set()


async def let_go_of_sessions() -> None:
    """Let go of the sessions Flet has no client for; it would only look for them now and then."""
    from flet_web.fastapi.flet_app_manager import app_manager  # type: ignore[import-untyped]

    sessions: dict[str, Any] = app_manager._FletAppManager__sessions
    for id in [id for id, session in sessions.items() if session.connection is None]:
        await app_manager.delete_session(id)


# Controls


def name(control: Any, key: str) -> None:
    """Give a control its key after it was made, which Flet refuses where it is a component."""
    control._values["key"] = key


#: What no control can be in.
_PLAIN: Final = frozenset({type(None), bool, int, float, str})


def pass_plain_values() -> None:
    """Let Flet look for controls only where there can be some.

    To find what came and what went it asks every property of every control, set or not: a quarter of what a tap costs.
    """
    from flet.controls.object_patch import DiffBuilder

    for name in ("_configure_dataclass", "_removed_controls"):
        setattr(DiffBuilder, name, _past_plain_values(getattr(DiffBuilder, name)))


def _past_plain_values(walk: Callable[..., Iterable[Any]]) -> Callable[..., Iterable[Any]]:
    @wraps(walk)
    def past(builder: Any, item: Any, *more: Any) -> Iterable[Any]:
        return () if item.__class__ in _PLAIN else walk(builder, item, *more)

    return past


def set_what_is_given() -> None:
    """Let a control be made by setting what it is given.

    Flet sets some sixty properties of each, one after the other, nearly all of them to what they are anyway.
    """
    from flet.controls.base_control import BaseControl

    seen: set[type] = set()

    def made(cls: type, *_: object, **__: object) -> Any:
        if cls not in seen:
            seen.add(cls)
            init = vars(cls).get("__init__")
            if init and init.__code__.co_filename == "<string>":  # dataclasses have written it
                setattr(cls, "__init__", _of_what_is_given(cls, init))  # noqa: B010
        return object.__new__(cls)

    setattr(BaseControl, "__new__", made)  # noqa: B010


def _of_what_is_given(cls: Any, init: Callable[..., None]) -> Callable[..., Any]:
    """Return what does the same as a control's ``__init__``, but leaves unset what has its default."""
    fields = vars(cls)["__dataclass_fields__"]
    code, unset = init.__code__, cls._prop_defaults
    by_place = code.co_varnames[1 : code.co_argcount]
    taken = frozenset((*by_place, *code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]))
    needed = [name for name in taken if fields[name].default is fields[name].default_factory is MISSING]
    later = {name: field.default for name, field in fields.items() if field._field_type.name == "_FIELD_INITVAR"}
    fresh = [(name, field.default_factory) for name, field in fields.items() if field.default_factory is not MISSING]
    plain = [(name, fields[name].default) for name in taken if name not in unset and name not in later]
    plain = [(name, default) for name, default in plain if default is not MISSING]

    @wraps(init)
    def given_alone(control: Any, *args: Any, **given: Any) -> Any:
        told = dict(zip(by_place, args, strict=False)) | given
        fits = len(told) == len(args) + len(given) and taken.issuperset(given) and all(name in told for name in needed)
        if not fits:
            return init(control, *args, **given)  # which says what is wrong
        for name, make in fresh:
            setattr(control, name, told.pop(name) if name in told else make())
        for name, default in plain:
            setattr(control, name, told.pop(name, default))
        after = [told.pop(name, default) for name, default in later.items()]
        for name, value in told.items():
            setattr(control, name, value)
        return control.__post_init__(*after)

    return given_alone


# The start page


#: Screen readers find the client's tree only after this button of Flutter's was pressed, which nobody would know.
SEMANTICS: Final = """<script>
(() => {
  const press = () => {
    const button = document.querySelector('flt-semantics-placeholder');
    if (!button) return;
    // on a phone Flutter believes only a click on the middle of its button
    const {left, top, width, height} = button.getBoundingClientRect();
    const where = {bubbles: true, clientX: left + width / 2, clientY: top + height / 2};
    button.dispatchEvent(new MouseEvent('click', where));
  };
  new MutationObserver(press).observe(document, {childList: true, subtree: true});
})();
</script>"""


#: A link may carry the way to a screen behind a "#": nothing of that leaves the phone, and any host of files serves it.
_FRAGMENT: Final = """if (flet.routeUrlStrategy === "path") {
  const enter = () => {
    if (!location.hash.startsWith("#/")) return false;
    history.replaceState(null, "", new URL(location.hash.slice(2), document.baseURI));
    return true;
  };
  enter();
  // before the client hears of it, which would take it for a step back
  addEventListener("popstate", (event) => {
    if (enter()) {
      event.stopImmediatePropagation();
      location.reload();
    }
  });
}
"""


def start_page(page: str, *, title: str, language: str, grounds: tuple[str, str], splash: str | None, base: str) -> str:
    """Put into Flet's ``index.html`` what it has no settings for; what finds no place is left out, and the page still works.

    That is its language, the colours while it loads, the press on Flutter's button, the addresses that can be kept for ever,
    and what it shows while it loads.

    :param grounds: colour of the ground and of the browser's frame while the client loads, light and dark.
    :param splash: HTML to show meanwhile, without scripts.
    :param base: below which address the client's files are asked for.
    """
    light, dark = grounds
    head = f"""<meta name="theme-color" content="{light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="{dark}" media="(prefers-color-scheme: dark)">
<style>
  html, body {{ background: {light}; }}
  @media (prefers-color-scheme: dark) {{ html, body {{ background: {dark}; }} }}
</style>
{SEMANTICS}
"""
    paths = f"""<script>
flet.canvasKitBaseUrl = "{base}canvaskit/";
flet.entrypointBaseUrl = "{base}";
flet.assetBase = "{base}";
{_FRAGMENT}</script>
"""
    page = _replace(r"<html[^>]*>", f'<html lang="{html.escape(language)}">', page)
    page = _replace(r"</head>", head + "</head>", page)
    # After Flet's own settings and before the scripts that read them.
    page = _replace(r'(?=<script src="python\.js">)', paths, page)
    page = re.sub(r'<script src="(?!/|https?:)', f'<script src="{base}', page)
    if splash is not None:
        if 'id="loading"' not in splash:
            splash = f'<div id="loading" role="status" aria-label="{html.escape(title)}">{splash}</div>'
        page = _replace(r'<div id="loading".*?</div>', splash, page)
        # Before the client, which takes whatever websocket there is when it begins.
        names = ("line.js", "way.js", "veil.js", "ring.js", "splash.js")
        scripts = "".join(f'<script src="{base}{name}"{" defer" * (name == "splash.js")}></script>\n' for name in names)
        page = _replace(r"</head>", scripts + "</head>", page)
    return page


def _replace(pattern: str, text: str, page: str) -> str:
    changed, n = re.subn(pattern, lambda _: text, page, count=1, flags=re.DOTALL)
    if not n:
        log.warning("the client's page has no %s", pattern)
    return changed


def fonts(manifest: bytes) -> bytes:
    """Take the fonts for mathematics out of the client's list: it loads every font of it before it shows anything."""
    return json.dumps([font for font in json.loads(manifest) if "KaTeX" not in font["family"]]).encode()


# The client without a server


def stand_before(page: Any) -> None:
    """Let the running context be that of a page, as it is in what Flet calls."""
    from flet.controls.context import _context_page

    _context_page.set(page)


#: Where the client looks for the player of a kind of animation that this program does not show, on every start.
_AFAR: Final = b"https://cdn.jsdelivr.net/npm/@rive-app/flutter-native-wasm@44.0.0/"
_NEAR: Final = b"rive/"


def without_rive(client: bytes) -> dict[str, bytes]:
    """Let the client ask nobody else for anything: what it would fetch at every start waits for ever instead.

    :param client: its ``main.dart.js``.
    :return: the files in the place of this one.
    """
    if _AFAR not in client:
        log.warning("the client does not look for rive any more")
    stub = b"globalThis.RiveNative = () => new Promise(() => {});\n"
    return {"main.dart.js": client.replace(_AFAR, _NEAR), "rive/wasm/rive_native.js": stub}

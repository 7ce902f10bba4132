"""The HTML page that starts Flet's client, generated at each start from the installed client."""

import base64
import hashlib
import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen

from companion import flet_patches, resources
from companion.i18n import Renderer
from companion.kernel.text import Text, messages

T, N = messages("companion")

#: The texts of the loading screen, by the names that ``splash.js`` uses.
START_WORDS: Final[Mapping[str, Text]] = {
    "loading": T("Loading …"),
    "once": T("Loading, just this once: {come} of {all} MB", come="{come}", all="{all}"),
    "starting": T("Starting …"),
    "stalled": T(
        "The download has stopped. Check the connection: loading continues by itself as soon as it is "
        "back. If it does not, try again; what is already here is kept."
    ),
    "slow": T(
        "This is taking unusually long. You can keep waiting, or close other apps and windows and then try again."
    ),
    "incomplete": T(
        "Companion could not be loaded completely. Check the connection, then try again; what is already here is kept."
    ),
    "refused": T(
        "This browser does not let Companion store anything. Allow this page to store data, "
        "or open it in a window that is not private. Then try again."
    ),
    "memory": T("There is not enough memory to start Companion. Close other apps and windows, then try again."),
    "unable": T(
        "This browser cannot run Companion: it is too old, or a strict setting such as Lockdown Mode forbids it. "
        "Update it, change the setting or take another browser. Then try again."
    ),
    "failed": T(
        "Companion could not be started. Try again; if that does not help, update this browser or take another one."
    ),
    "again": T("Try again"),
}

_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
#: Stands for the path of the program's home, which differs from room to room.
_HOME: Final = "/path-of-the-home/"
_HOST: Final = re.compile(r"[\w.\-:\[\]]+", re.ASCII)


@frozen
class PageLook:
    """The look of the page before the client runs.

    :param title: name of the program.
    :param lang: language of the page.
    :param light: colour of the browser's frame and of the background while loading.
    :param dark: the same for the dark theme.
    :param fonts: font files by family; the client loads them before its first frame.
    :param splash: HTML shown while the client loads, see :func:`loading_screen`.
    """

    title: str = "Companion"
    lang: str = "en"
    light: str = "#F3ECDD"
    dark: str = "#16130E"
    fonts: Mapping[str, str] = {}
    splash: str | None = field(default=None, repr=False)


def client_folder() -> Path:
    """Return the folder of the installed web client."""
    from flet_web import get_package_web_dir  # type: ignore[import-untyped]

    return Path(get_package_web_dir()).resolve()


def make_pages(look: PageLook, version: str) -> dict[str, bytes]:
    """Return the client's start files adapted to this program, by path; :func:`at_home` completes the page.

    :param version: the client's files are requested below ``v-<version>/``, so that they can be cached forever.
    """
    import flet_web

    client = client_folder()
    # Flet's own patches work on files.
    with tempfile.TemporaryDirectory() as folder:
        made = {name: Path(folder, name) for name in ("index.html", "assets/FontManifest.json")}
        for name, path in made.items():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes((client / name).read_bytes())
        flet_web.patch_index_html(
            index_path=str(made["index.html"]),
            base_href=_HOME,
            websocket_endpoint_path=f"{_HOME}ws",
            app_name=look.title,
            app_description=look.title,
            no_cdn=True,
        )
        flet_web.patch_font_manifest_json(manifest_path=str(made["assets/FontManifest.json"]))
        pages = {name: path.read_bytes() for name, path in made.items()}
    return {
        "index.html": flet_patches.start_page(
            pages["index.html"].decode(),
            title=look.title,
            language=look.lang,
            grounds=(look.light, look.dark),
            splash=look.splash,
            base=f"{_HOME}v-{version}/",
        ).encode(),
        "assets/FontManifest.json": flet_patches.fonts(pages["assets/FontManifest.json"], look.fonts),
        "main.dart.js": flet_patches.look_at_once((client / "main.dart.js").read_bytes()),
    }


def at_home(page: bytes, home: str) -> bytes:
    """Return a page of :func:`make_pages` for a home.

    :param home: path of the program's home, with a slash at both ends.
    """
    return page.replace(_HOME.encode(), home.encode())


def loading_screen(folder: Path, words: Mapping[str, Text] = {}, total: int = 0) -> str:
    """Return the HTML of the loading screen, with its script and its texts in each language.

    :param folder: the folder with ``splash.html`` and ``splash.js``.
    :param words: texts in addition to :data:`START_WORDS`.
    :param total: bytes that a first visit loads before its first screen; 0 if unknown.
    :raises OSError: if these files cannot be read.
    """
    said = {**START_WORDS, **words}
    spoken = {
        locale: {name: Renderer(locale).text(text) for name, text in said.items()} for locale in resources.locales()
    }
    data = json.dumps({"words": spoken, "total": total}, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    markup, script = (folder.joinpath(f"splash.{kind}").read_text(encoding="utf-8") for kind in ("html", "js"))
    return f"""{markup}<script type="application/json" id="splash-data">{as_data(data)}</script>
<script>{script}</script>
"""


def as_data(text: str) -> str:
    """Return JSON that is safe inside a ``<script>`` element."""
    return text.replace("<", "\\u003c")


def policy(page: str, host: str) -> str:
    """Return the content security policy of a page, which forbids requests to any other host.

    :param page: the HTML; its own scripts are allowed by their hashes.
    :param host: the page's host; older Safari does not count its websockets as 'self'.
    """
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in _SCRIPT.findall(page)]
    own = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    rules = {
        "default-src": "'self'",
        "script-src": "'self' 'wasm-unsafe-eval' blob: " + " ".join(f"'sha256-{value}'" for value in hashes),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data: blob:",
        "media-src": "'self' data: blob:",
        "connect-src": "'self' data: blob:" + own,
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())

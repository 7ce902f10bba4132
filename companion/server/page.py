"""The page that starts the client, made anew at each start from the client that is installed."""

import base64
import hashlib
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen

from companion import flet_patches

_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_HOST: Final = re.compile(r"[\w.\-:\[\]]+", re.ASCII)


@frozen
class Look:
    """How the page presents itself before the client runs.

    :param title: name of the program.
    :param lang: language of the page.
    :param light: colour of the browser's frame, and of the ground while loading.
    :param dark: the same for the dark theme.
    :param fonts: files of typefaces by their families: the client has them before it shows anything.
    :param splash: HTML shown while the client loads, until ``splash.js`` takes it away; it must hold no scripts.
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


def make_pages(look: Look, version: str) -> dict[str, bytes]:
    """Return the client's start files adapted to this program, by path.

    :param version: the client's files are asked for below ``/v-<version>/``, so that they can be kept for ever.
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
            base_href="/",
            websocket_endpoint_path="/ws",
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
            base=f"/v-{version}/",
        ).encode(),
        "assets/FontManifest.json": flet_patches.fonts(pages["assets/FontManifest.json"], look.fonts),
        "main.dart.js": flet_patches.look_at_once((client / "main.dart.js").read_bytes()),
    }


def policy(page: str, host: str) -> str:
    """Return the content security policy of a page: nothing is asked of any other host.

    :param page: its own scripts are allowed by their hashes.
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

"""The page that starts the client, made anew at each start from the client that is installed."""

import base64
import hashlib
import html
import json
import logging
import re
import tempfile
from pathlib import Path
from typing import Final

from attrs import field, frozen

log = logging.getLogger(__name__)

#: Screen readers find the client's tree only after this button of Flutter's was pressed, which nobody would know.
_SEMANTICS: Final = """<script>
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

_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_HOST: Final = re.compile(r"[\w.\-:\[\]]+", re.ASCII)


@frozen
class Look:
    """How the page presents itself before the client runs.

    :param title: name of the program.
    :param lang: language of the page.
    :param light: colour of the browser's frame, and of the ground while loading.
    :param dark: the same for the dark theme.
    :param splash: HTML shown while the client loads, until ``splash.js`` takes it away; it must hold no scripts.
    """

    title: str = "Companion"
    lang: str = "en"
    light: str = "#F3ECDD"
    dark: str = "#16130E"
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
        _drop_fonts(made["assets/FontManifest.json"])
        pages = {name: path.read_bytes() for name, path in made.items()}
    pages["index.html"] = _adapt(pages["index.html"].decode(), look, f"/v-{version}/").encode()
    return pages


def _drop_fonts(manifest: Path) -> None:
    """Take the fonts for mathematics out of the list: the client loads every font of it before it shows anything."""
    fonts = json.loads(manifest.read_bytes())
    manifest.write_text(json.dumps([font for font in fonts if "KaTeX" not in font["family"]]), encoding="utf-8")


def _adapt(page: str, look: Look, base: str) -> str:
    """Put what is ours into the client's page; a part that finds no place is left out, and the page still works."""
    head = f"""<meta name="theme-color" content="{look.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="{look.dark}" media="(prefers-color-scheme: dark)">
<style>
  html, body {{ background: {look.light}; }}
  @media (prefers-color-scheme: dark) {{ html, body {{ background: {look.dark}; }} }}
</style>
{_SEMANTICS}
"""
    paths = f"""<script>
flet.canvasKitBaseUrl = "{base}canvaskit/";
flet.entrypointBaseUrl = "{base}";
flet.assetBase = "{base}";
</script>
"""
    page = _replace(r"<html[^>]*>", f'<html lang="{html.escape(look.lang)}">', page)
    page = _replace(r"</head>", head + "</head>", page)
    # After Flet's own settings and before the scripts that read them.
    page = _replace(r'(?=<script src="python\.js">)', paths, page)
    page = re.sub(r'<script src="(?!/|https?:)', f'<script src="{base}', page)
    if look.splash is not None:
        waiting = look.splash
        if 'id="loading"' not in waiting:
            waiting = f'<div id="loading" role="status" aria-label="{html.escape(look.title)}">{waiting}</div>'
        page = _replace(r'<div id="loading".*?</div>', waiting, page)
        # Before the client, which takes whatever websocket there is when it begins.
        scripts = f'<script src="{base}line.js"></script>\n<script src="{base}splash.js" defer></script>\n'
        page = _replace(r"</head>", scripts + "</head>", page)
    return page


def _replace(pattern: str, text: str, page: str) -> str:
    changed, n = re.subn(pattern, lambda _: text, page, count=1, flags=re.DOTALL)
    if not n:
        log.warning("the client's page has no %s", pattern)
    return changed


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

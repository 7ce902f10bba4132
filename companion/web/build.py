"""Builds the pocket: a folder that any static host can serve, the same bytes for the same program every time."""

import gzip
import hashlib
import html
import json
import shutil
from collections.abc import Iterable, Mapping
from importlib.resources import files as inside
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from companion import flet_patches, resources
from companion.i18n import SOURCE_LOCALE, Renderer
from companion.kernel.text import messages
from companion.server.page import PageLook, as_data, loading_screen, policy
from companion.server.site import KEEPER, START, is_site, type_of
from companion.web import contents
from companion.web.contents import Files, Program

T, N = messages("companion")

#: Files beside the site that its users do not load.
_PICTURES: Final = "pictures/"
_ICONS: Final = ("icons/icon-192", "icons/icon-512", "icons/icon-maskable", "icons/apple-")
BESIDE: Final = (_PICTURES, *_ICONS, contents.LICENCES)

#: From this size on, in bytes on their way, a file is a part of its own.
_LARGE: Final = 100_000
#: File types that do not compress.
_PACKED_ALREADY: Final = {".png", ".woff2", ".jpg"}

#: What the page says by itself, where Python is not there yet or not any more.
WORDS: Final = {
    "elsewhere": T("Companion is open in another window. You can only play in one at a time."),
    "here": T("Continue here"),
    "taken": T("Companion continues in another window. Nothing is lost."),
    "new": T("A new version is ready."),
    "reload": T("Load it now"),
    "later": T("Later"),
    "unkept": T(
        "The browser cannot store anything just now, perhaps because the device is full. "
        "What you have just entered does not count yet; Companion keeps trying."
    ),
    "unfetched": T("Companion has not been loaded completely. Load it again as soon as you are online."),
    "stopped": T("Companion has stopped in this window. Everything you saw is saved."),
}


class Occupied(Exception):
    """A folder that holds something else than an older site."""


#: The files it takes in, by type and ending: logs, everything of a device, and either as the phones' share sheets let it pass.
FILES: Final = (
    ("application/jsonl", ".jsonl"),
    ("application/x-ndjson", ".jsonl"),
    ("application/json", ".json"),
    ("application/octet-stream", ".companion"),
    ("text/plain", ".txt"),
)

#: The description shown where apps are listed.
ABOUT: Final = T("The referee for card and word games: it keeps the score, the rules and the peace.")

#: Screenshots for app listings: name, size, form factor, and description.
PICTURES: Final = (
    ("table-phone", "390x844", "narrow", T("The table says what comes next")),
    ("rules-phone", "390x844", "narrow", T("Ask the rules in your own words")),
    ("why-phone", "390x844", "narrow", T("Every verdict has its rule")),
    ("table-tablet", "1180x820", "wide", T("Table, sheet and history side by side")),
)


@frozen
class Part:
    """A folder of the site, or a large file in it.

    :param packed: bytes transferred to the phone.
    """

    name: str
    files: int
    bytes: int
    packed: int


def build(folder: Path, program: Program | None = None) -> None:
    """Write the site of a program into a folder, which is emptied first if it holds an older one.

    :param program: by default this one.
    :raises Occupied: if there is something else in the folder.
    :raises OSError: if it cannot be written.
    """
    if folder.is_dir() and any(folder.iterdir()) and not is_site(folder):
        raise Occupied(folder)
    program = program or contents.companion()
    icons = {path: body for path, body in program.assets.items() if path.startswith(_ICONS)}
    kept: Files = {
        **{path: body for path, body in program.assets.items() if path not in icons},
        **contents.client(program),
        **contents.python(program),
        "pocket.js": _site("pocket.js"),
        "worker.js": _site("worker.js"),
        **_manifests(),
    }
    packed = {path: squeezed for path, body in kept.items() if (squeezed := _squeezed(path, body))}
    kept[START] = _page(program, {path: len(packed.get(path, body)) for path, body in kept.items()})
    if folder.is_dir():
        shutil.rmtree(folder)
    beside = {**_pictures(), **contents.licences(), **icons}
    for path, body in {**kept, **{f"{path}.gz": body for path, body in packed.items()}, **beside}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(body)
    (folder / KEEPER).write_bytes(_keeper(kept, packed))


def is_compiled(folder: Path) -> bool:
    """Return whether the modules of a built site are compiled."""
    return b'.pyc"' in (folder / contents.SETUP).read_bytes()


def parts(folder: Path) -> tuple[Part, ...]:
    """Return the parts of a built site, largest first: everything that a first visit loads."""
    found: dict[str, list[Path]] = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        beside = name.startswith(BESIDE) or contents.optional(name)
        if path.is_file() and path.suffix != ".gz" and not beside:
            small = _on_its_way(path) < _LARGE
            found.setdefault(
                f"{name.partition('/')[0]}/…" if small and "/" in name else "…" if small else name, []
            ).append(path)
    made = (
        Part(name, len(paths), sum(path.stat().st_size for path in paths), sum(map(_on_its_way, paths)))
        for name, paths in found.items()
    )
    return tuple(sorted(made, key=lambda part: -part.packed))


def _on_its_way(path: Path) -> int:
    packed = path.with_name(f"{path.name}.gz")
    return (packed if packed.exists() else path).stat().st_size


def _pictures() -> Files:
    """Return the files that are only used by app listings."""
    folder = inside("companion.web").joinpath("pictures")
    return {f"{_PICTURES}{name}.png": folder.joinpath(f"{name}.png").read_bytes() for name, *_ in PICTURES}


def _site(name: str) -> bytes:
    return inside("companion.web").joinpath("site", name).read_bytes()


def _squeezed(path: str, body: bytes) -> bytes | None:
    """Return a file packed for its way, if that is worth it."""
    if Path(path).suffix in _PACKED_ALREADY or path == START:
        return None
    squeezed = gzip.compress(body, 9, mtime=0)
    return squeezed if len(squeezed) < 0.95 * len(body) else None


def _hash(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _keeper(kept: Mapping[str, bytes], packed: Iterable[str]) -> bytes:
    squeezed = set(packed)
    listed = {
        path: {
            "hash": _hash(body),
            "type": type_of(path),
            "packed": path in squeezed,
            **({"optional": True} if contents.optional(path) else {}),
        }
        for path, body in sorted(kept.items())
    }
    rules = policy(kept[START].decode(), "")
    site = {"start": START, "files": listed, "policy": rules}
    code = _site(KEEPER).decode()
    version = _hash((_json(site) + code).encode())[:12]
    place = "/* the builder writes version, first page and files here */ null"
    assert place in code
    return code.replace(place, _json({"version": version, **site})).encode()


def _manifests() -> Files:
    """Return the web app manifest in each language."""
    made: Files = {}
    for locale in resources.locales():
        say = Renderer(locale).text
        manifest = json.loads((resources.ASSETS / "manifest.json").read_bytes())
        icon = next(icon for icon in manifest["icons"] if icon["sizes"] == "192x192")
        manifest |= {
            "id": "./",
            "scope": "./",
            "launch_handler": {"client_mode": ["navigate-existing", "auto"]},
            "share_target": {
                "action": "./handed",
                "method": "POST",
                "enctype": "multipart/form-data",
                "params": {
                    "title": "title",
                    "text": "text",
                    "url": "url",
                    "files": [{"name": "file", "accept": [kind for pair in FILES for kind in pair]}],
                },
            },
            "file_handlers": [{"action": "./", "accept": {kind: [ending] for kind, ending in FILES}}],
            "start_url": "./",
            "lang": locale,
            "description": say(ABOUT),
            "shortcuts": [
                {"name": say(name), "url": f"./#{route}", "icons": [icon]}
                for name, route in ((T("New game"), "/new"), (T("Rules"), "/rules"))
            ],
            "screenshots": [
                {
                    "src": f"{_PICTURES}{name}.png",
                    "type": "image/png",
                    "sizes": size,
                    "form_factor": kind,
                    "label": say(label),
                }
                for name, size, kind, label in PICTURES
            ],
        }
        made[_manifest_of(locale)] = json.dumps(manifest, indent=1, ensure_ascii=False).encode()
    return made


def _manifest_of(locale: str) -> str:
    return f"manifest.{locale}.json"


#: Prefixes of the paths that are loaded only after the first screen.
_LATER: Final = (contents.OTHERS, "icons/", "manifest.", "print/")


def _later(path: str) -> bool:
    return path.startswith(_LATER) or contents.optional(path)


def _page(program: Program, sizes: Mapping[str, int]) -> bytes:
    """Return the start page.

    :param sizes: the transfer size of each file, in bytes.
    """
    look = PageLook(title=program.title)
    first = {path: size for path, size in sorted(sizes.items()) if not _later(path)}
    site = {
        "words": {
            locale: {name: Renderer(locale).text(text) for name, text in WORDS.items()}
            for locale in resources.locales()
        },
        "sizes": first,
    }
    page = _site(START).decode()
    for hole, text in {
        "title": html.escape(look.title),
        "about": html.escape(Renderer().text(ABOUT)),
        "manifest": _manifest_of(SOURCE_LOCALE),
        "light": look.light,
        "dark": look.dark,
        "site": as_data(_json(site)),
        "splash": loading_screen(resources.ASSETS, total=sum(first.values())),
        "semantics": flet_patches.SEMANTICS,
    }.items():
        assert f"{{{{{hole}}}}}" in page, hole
        page = page.replace(f"{{{{{hole}}}}}", text)
    rules = policy(page, "").replace("; frame-ancestors 'none'", "")  # not allowed in a page's meta element
    return page.replace("{{policy}}", html.escape(rules, quote=True)).encode()

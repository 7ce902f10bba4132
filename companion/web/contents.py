"""The contents of the static site: the client, the browser's Python and the program, taken from the installed packages."""

import importlib.metadata
import importlib.util
import io
import json
import pickle
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from attrs import frozen

from companion import flet_patches, resources
from companion.i18n import catalogs
from companion.lookup.print_routes import Pages
from companion.lookup.search.words import language
from companion.server.page import client_folder
from companion.web.bytecode import OPENED, compiled

#: Files by their path on the site.
Files = dict[str, bytes]


@frozen
class Program:
    """A program that runs in the browser.

    :param entry: the module with the coroutine ``run``, called with the worker's functions, and ``warm_up``, which renders a first screen.
    :param python: its modules and data, by path below a folder on Python's import path.
    :param assets: its pictures and fonts, by path below the site.
    :param title: its name.
    :param fonts: font files among the assets, by family; the client loads them before the first screen.
    """

    entry: str
    python: Files
    assets: Files
    title: str
    fonts: Mapping[str, str] = {}


#: Pictures that ``flet build`` makes a packed app's own of.
_SHOP: Final = ("icon.png", "icon_android.png", "icon_ios.png", "icon_macos.png", "splash.png")

#: Files that are left out of each package Flet needs in a browser.
_FLET: Final = {
    "flet": (
        "flet/testing/*",
        "flet/auth/*",
        "*.pyi",
        "*/flet_socket_server.py",
        "*/flet_dart_bridge_server.py",
        "flet/pytest_plugin.py",
        "flet/utils/griffe_deprecations.py",
        # controls that the program does not use and Flet imports lazily: Apple's look, phone sensors, and large ones
        "flet/controls/cupertino/cupertino_[!c]*",
        "flet/controls/services/*meter.py",
        "flet/controls/services/gyroscope.py",
        "flet/controls/services/battery.py",
        "flet/controls/services/shake_detector.py",
        "flet/controls/services/screen_brightness.py",
        "flet/controls/core/dismissible.py",
        "flet/controls/core/page_view.py",
        "flet/controls/core/pagelet.py",
        "flet/controls/core/raw_image.py",
        "flet/controls/core/shimmer.py",
        "flet/controls/material/auto_complete.py",
        "flet/controls/material/banner.py",
        "flet/controls/material/datatable.py",
        "flet/controls/material/date_range_picker.py",
        "flet/controls/material/dropdown*.py",
        "flet/controls/material/expansion_panel.py",
        "flet/controls/material/range_slider.py",
        "flet/controls/material/reorderable_list_view.py",
        "flet/controls/material/search_bar.py",
        "flet/controls/material/segmented_button.py",
        "flet/controls/material/time_picker.py",
    ),
    "msgpack": ("*.so", "*.pyd", "*.pyx"),
    "repath": (),
    "six": (),
}


def companion() -> Program:
    """Return this program, in all its languages."""
    locales = resources.locales()
    modules = {
        **_package(
            "companion",
            "companion/cli/*",
            "companion/devtools/*",
            "companion/server/*",
            "companion/storage/postgres/*",
            "companion/web/generated.py",
            # modules that build the site
            "companion/web/b[uy]*.py",
            "companion/web/contents.py",
            "companion/web/preview_server.py",
            # what an installed program has inside, and a checkout beside it, is packed by itself
            "companion/rules_data/*",
            "companion/translations/*",
            "companion/ui/assets/*",
            "*/pictures/*",
            "*/site/*",
            # documentation
            "*.md",
            "*/NOTICE*",
            "*.schema.json",
        ),
        **_package("attr", "*.pyi"),
        **_package("attrs", "*.pyi"),
        **_package(
            "babel", "babel/*.dat", "babel/messages/*", "babel/support.py", "babel/languages.py", "babel/units.py"
        ),
        **_package("cattr"),
        **_package("cattrs", "cattrs/preconf/*"),
        **_package("segno", "segno/cli.py", "segno/helpers.py", "*.pyi"),
        **_package("snowballstemmer", *_other_stemmers(locales)),
        **_package("typing_extensions"),
    }
    modules |= _locale_data(locales)
    stemmers = "snowballstemmer/__init__.py"
    modules[stemmers] = _only_stemmers(modules[stemmers].decode(), locales).encode()
    for package in resources.installed_games().values():
        modules |= _package(package.partition(".")[0], "*/rules_data/*", "*/translations/*")
    places = [(root, "companion") for root in reversed(resources.OWN)]
    places += [
        (root, package.replace(".", "/"))
        for folder, package in resources.installed_games().items()
        if (root := resources.data_root(folder))
    ]
    for root, package in places:
        modules |= _data(root, package, locales)
    modules |= _about()
    assets = {
        path.relative_to(resources.ASSETS).as_posix(): path.read_bytes()
        for path in _files(resources.ASSETS)
        if path.name
        not in ("Icons.otf", "line.js", "splash.html", "splash.js", "manifest.json", "loading-animation.png", *_SHOP)
    }
    assets |= Pages("../#/rules/{}".format, resources.OWN)
    return Program("companion.web.browser_app", modules, assets, "Companion", resources.FONTS)


#: Babel's data that the program never reads; left empty.
_UNASKED: Final = {
    "all_currencies",
    "compound_unit_patterns",
    "currency_names",
    "currency_names_plural",
    "datetime_skeletons",
    "interval_formats",
    "meta_zones",
    "scripts",
    "territory_currencies",
    "territory_languages",
    "territory_zones",
    "time_zones",
    "unit_display_names",
    "variants",
    "windows_zone_mapping",
    "zone_aliases",
    "zone_territories",
}


def _locale_data(locales: Iterable[str]) -> Files:
    """Return what Babel has to know of some languages."""
    folder = _found("babel").parent
    spoken = {locale.partition("_")[0] for locale in locales}
    found = {}
    for path in ("global.dat", *(f"locale-data/{locale}.dat" for locale in ("root", *locales))):
        # a pickle of Babel's own, from the installed package
        known = {
            name: type(of)() if name in _UNASKED else of
            for name, of in pickle.loads((folder / path).read_bytes()).items()
        }
        if tags := known.get("likely_subtags"):
            known["likely_subtags"] = {tag: full for tag, full in tags.items() if tag.partition("_")[0] in spoken}
        found[f"babel/{path}"] = pickle.dumps(known, pickle.DEFAULT_PROTOCOL)
    return found


def _data(root: Path, package: str, locales: Iterable[str]) -> Files:
    """Return the rules and catalogs below a directory, in the formats that are fastest to read.

    :param package: the directory of the package that they belong to on the site.
    """
    found: Files = {}
    for path in _files(root / "rules_data"):
        target = f"{package}/{path.relative_to(root).as_posix()}"
        if path.name == "README.md":
            continue  # documentation
        if path.suffix == ".toml":
            said = json.dumps(resources.said(path), ensure_ascii=False)
            found[target.replace(".toml", ".json")] = said.encode()
        else:
            found[target] = path.read_bytes()
    for locale in locales:
        for domain, path in resources.catalogs(locale, (root,)).items():
            target = f"{package}/translations/{locale}/LC_MESSAGES/{domain}.mo"
            found[target] = catalogs.compiled(path, locale, domain)
    return found


def _about() -> Files:
    """Return the metadata of the program: its version, if it is known, and the entry points of installed games."""
    games = resources.installed_games()
    if not (version := resources.version()) and not games:
        return {}
    version = version or "0"
    folder = f"{resources.DISTRIBUTION.replace('-', '_')}-{version}.dist-info"
    about = f"Metadata-Version: 2.1\nName: {resources.DISTRIBUTION}\nVersion: {version}\n"
    found = {f"{folder}/METADATA": about.encode()}
    if games:
        lines = [f"[{resources.GAMES}]", *(f"{game} = {package}" for game, package in games.items())]
        found[f"{folder}/entry_points.txt"] = "\n".join(lines).encode()
    return found


def _other_stemmers(locales: Iterable[str]) -> tuple[str, ...]:
    """Return the modules of the languages the program does not speak."""
    spoken = {f"{language(locale)}_stemmer.py" for locale in locales} | {"basestemmer.py"}
    return tuple(
        f"snowballstemmer/{path.name}"
        for path in _found("snowballstemmer").parent.glob("*stemmer.py")
        if path.name not in spoken
    )


def _only_stemmers(package: str, locales: Iterable[str]) -> str:
    """Return the package of stemmers so that it asks only for those of some languages; it would load them all."""
    spoken = {language(locale) for locale in locales}

    def kept(line: re.Match[str]) -> str:
        return line[0] if (line[1] or line[2]) in spoken else ""

    return re.sub(r"^ +(?:from \.(\w+)_stemmer import \w+|'(\w+)': \w+,)\n", kept, package, flags=re.MULTILINE)


def modules(program: Program) -> Files:
    """Return everything Python needs beside its own library."""
    flet = {path: body for name, idle in _FLET.items() for path, body in _package(name, *idle).items()}
    own = {_ICONS: _named(flet[_ICONS], program.python.values()), _THEME: _of_no_kind(flet[_THEME])}
    return {**program.python, **flet, **own}


#: The number of each icon by its name; the client's font has those that are drawn.
_ICONS: Final = "flet/controls/material/icons.json"


def _named(icons: bytes, modules: Iterable[bytes]) -> bytes:
    """Return, of all icons, those that some modules name."""
    names = {name.decode() for body in modules for name in re.findall(rb"\bIcons\.([A-Z0-9_]+)", body)}
    return json.dumps({name: number for name, number in json.loads(icons).items() if name in names}).encode()


#: A theme loads ten modules of controls only to note of what kind some of its values are; no first screen has such controls.
_THEME: Final = "flet/controls/theme.py"


def _of_no_kind(theme: bytes) -> bytes:
    """Return the module of themes with its annotations as strings, which nothing evaluates here."""
    without = re.sub(rb"^from flet\.controls\.material\.\w+ import (?:\([^)]*\)|.*)\n", b"", theme, flags=re.MULTILINE)
    return b"from __future__ import annotations\n\n" + without


def client(program: Program) -> Files:
    """Return the client's files: of what draws, one kind that every browser can run."""
    kept = (
        "main.dart.js",
        "flutter.js",
        "version.json",
        "canvaskit/canvaskit.js",
        "canvaskit/canvaskit.wasm",
        "assets/AssetManifest.bin",
        "assets/AssetManifest.bin.json",
        "assets/fonts/*",
        "assets/shaders/*",
        "assets/packages/wakelock_plus/*",
    )
    folder = client_folder()
    files = {path.relative_to(folder).as_posix(): path for path in _files(folder)}
    found = {name: path.read_bytes() for name, path in files.items() if any(fnmatch(name, one) for one in kept)}
    own = {"Roboto": "assets/fonts/roboto.woff2", **program.fonts}
    found["assets/fonts/MaterialIcons-Regular.otf"] = (resources.ASSETS / "fonts" / "Icons.otf").read_bytes()
    found["assets/FontManifest.json"] = flet_patches.fonts(files["assets/FontManifest.json"].read_bytes(), own)
    found |= flet_patches.without_rive(flet_patches.look_at_once(found["main.dart.js"]))
    return found


#: What Python's modules are fetched as: those that the first screen needs, and all others.
MODULES: Final = "app.pack"
OTHERS: Final = "rest.pack"
#: Ending of the packs. A file of a game with this ending is a pack of its own, which no first visit loads: see :func:`optional`.
PACK: Final = ".pack"
#: What connects Python with the page: no rehearsal opens it, since only a browser has the other end.
_LINE: Final = ("flet/app.pyc", "flet/messaging/pyodide_connection.pyc", "flet/utils/pip.pyc")
#: What Python is started with: the module, the description of the browser's Python, and the content of each pack.
SETUP: Final = "python.json"
_LIBRARY: Final = "pyodide/python_stdlib.zip"


def python(program: Program) -> Files:
    """Return the browser's Python, its library, and the modules of a program."""
    folder = client_folder() / "pyodide"
    names = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
    files = {f"pyodide/{name}": (folder / name).read_bytes() for name in names}
    # begins before the program does, and knows what of it is compiled already
    generated = {"generated.py": _found("companion.web.generated").read_bytes()}
    source = {
        f"{part}/{path}": body
        for part, of in ((_LIBRARY, _library(folder)), (MODULES, {**modules(program), **generated}))
        for path, body in of.items()
    }
    made = compiled(source, folder, f"{MODULES}/{program.entry}") or source
    files[_LIBRARY] = _zipped(_below(_LIBRARY, made))
    lying = _below(MODULES, made)
    opened = json.loads(lying.pop(OPENED)) + list(_LINE) if OPENED in lying else lying
    own = {Path(path).name: [path] for path in sorted(lying) if path.endswith(PACK)}
    first = {path for path in opened if not path.endswith(PACK)}
    others = {path for path in lying if path not in first and not path.endswith(PACK)}
    parted = {MODULES: sorted(first), OTHERS: sorted(others), **own}
    for name, paths in parted.items():
        files[name] = b"".join(lying[path] for path in paths)
    lock = json.loads((folder / "pyodide-lock.json").read_bytes())
    setup = {
        "entry": program.entry,
        "lock": {"info": lock["info"], "packages": {}},
        "packs": {name: [(path, len(lying[path])) for path in paths] for name, paths in parted.items()},
    }
    files[SETUP] = json.dumps(setup, sort_keys=True, separators=(",", ":")).encode()
    return files


def optional(path: str) -> bool:
    """Return whether a file of the site is only fetched for a game that reads it, when it is opened."""
    return path.endswith(PACK) and path not in (MODULES, OTHERS)


def _below(folder: str, files: Files) -> Files:
    return {path.removeprefix(f"{folder}/"): body for path, body in files.items() if path.startswith(f"{folder}/")}


#: Folder of the licences of everything in the site.
LICENCES: Final = "licences/"

#: Packages in the site, by distribution name.
_DISTRIBUTIONS: Final = (
    "attrs",
    "Babel",
    "cattrs",
    "flet",
    "msgpack",
    "repath",
    "segno",
    "six",
    "snowballstemmer",
    "typing_extensions",
)


def licences() -> Files:
    """Return the licences of the client and of the packages; those of the fonts are beside the fonts."""
    found = {f"{LICENCES}client.txt": (client_folder() / "assets" / "NOTICES").read_bytes()}
    for notice in sorted(_found("companion.games").parent.glob("*/NOTICE*")):
        found[f"{LICENCES}{notice.parent.name}/{notice.name}"] = notice.read_bytes()
    for name in _DISTRIBUTIONS:
        for path in importlib.metadata.files(name) or ():
            if "LICEN" in path.name.upper() or "COPYING" in path.name.upper():
                found[f"{LICENCES}{name}/{path.name}"] = Path(str(path.locate())).read_bytes()
    return found


#: Modules of the standard library that do not work in a browser or are for developers.
_IDLE: Final = (
    "_pyrepl/*",
    "antigravity.py",
    "bdb.py",
    "cProfile.py",
    "cmd.py",
    "code.py",
    "compileall.py",
    "configparser.py",
    "ctypes/*",
    "curses/*",
    "dbm/*",
    "doctest.py",
    # input is UTF-8; the library itself reads the names in an archive as cp437
    "encodings/[ghjkmst]*.py",
    "encodings/big5*",
    "encodings/cp[!4]*",
    "encodings/euc*",
    "encodings/iso*",
    "encodings/p[at]*",
    "ensurepip/*",
    "fileinput.py",
    "ftplib.py",
    "http/[!_c]*.py",
    "idlelib/*",
    "imaplib.py",
    "lib2to3/*",
    "logging/[ch]*.py",
    "mailbox.py",
    "modulefinder.py",
    "multiprocessing/*",
    "netrc.py",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile*",
    "profiling/*",
    "pstats.py",
    "pyclbr.py",
    "pydoc.py",
    "pydoc_data/*",
    "rlcompleter.py",
    "shelve.py",
    "smtplib.py",
    "socketserver.py",
    "symtable.py",
    "tabnanny.py",
    "tarfile.py",
    "test/*",
    "timeit.py",
    "tkinter/*",
    "trace.py",
    "turtle.py",
    "turtledemo/*",
    "unittest/*",
    "urllib/ro*.py",
    "venv/*",
    "wave.py",
    "webbrowser.py",
    "wsgiref/*",
    "xml/[!_s]*",
    "xmlrpc/*",
    "zipapp.py",
)


def _library(folder: Path) -> Files:
    """Return the standard library without unused modules."""
    with zipfile.ZipFile(folder / "python_stdlib.zip") as whole:
        names = [name for name in whole.namelist() if not name.endswith("/")]
        return {name: whole.read(name) for name in names if not any(fnmatch(name, idle) for idle in _IDLE)}


def _zipped(files: Files) -> bytes:
    """Return files as Python reads them from one, not packed: the host packs it better."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(files):
            target.writestr(zipfile.ZipInfo(name), files[name])
    return made.getvalue()


def _package(name: str, *left_out: str) -> Files:
    """Return the files of an installed package or module."""
    origin = _found(name)
    if origin.name != "__init__.py":
        return {origin.name: origin.read_bytes()}
    root = origin.parent.parent
    files = {path.relative_to(root).as_posix(): path for path in _files(origin.parent)}
    return {path: file.read_bytes() for path, file in files.items() if not any(fnmatch(path, one) for one in left_out)}


def _found(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if not spec or not spec.origin:
        raise ModuleNotFoundError(name)
    return Path(spec.origin)


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path

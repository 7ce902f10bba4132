"""Lays out a folder in which ``flet build`` makes apps for shops and desktops; it packs the files beside one module."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.resources import ASSETS, OWN

#: Of the program, what serves, builds and tests it; pictures and scripts go beside it.
_IDLE: Final = {"cli", "devtools", "pocket", "postgres", "server", "assets", "__pycache__", "README.md"}
_DATA: Final = ("rules_data", "translations")
#: Files that only a server sends to a browser.
_SERVED: Final = (
    *("glyphs.js", "line.js", "manifest.json", "names.js", "photo.js", "picture.js", "print.js", "ring.js"),
    *("splash.html", "splash.js", "veil.js", "way.js"),
)

#: Where a packed app begins.
_MAIN: Final = '''"""Where a packed app begins."""

from companion.app import show

show()
'''


class Occupied(Exception):
    """A folder that is not empty."""


def lay_out(folder: Path) -> None:
    """Write all files of an app.

    :param folder: empty, or still to be created.
    :raises Occupied: if the folder is not empty.
    """
    package, root = OWN
    if folder.exists() and any(folder.iterdir()):
        raise Occupied(folder)
    shutil.copytree(package, folder / "companion", ignore=_without(_IDLE))
    for name in _DATA:
        shutil.copytree(root / name, folder / name)
    shutil.copytree(
        ASSETS, folder / "assets", ignore=shutil.ignore_patterns(*_SERVED, "*.svg", "loading-animation.png")
    )
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        shutil.copy(root / name, folder / name)
    (folder / "main.py").write_text(_MAIN, encoding="utf-8")


def _without(names: set[str]) -> Callable[[str, list[str]], set[str]]:
    return lambda _, found: names & set(found)

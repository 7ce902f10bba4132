"""The icons the program draws, as a font of their own: the client's holds more than eight thousand."""

import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.resources import ASSETS, OWN

PLACE: Final = ASSETS / "fonts" / "Icons.otf"

#: What Flutter draws by itself: in bars, menus, fields and pickers.
_FLUTTERS: Final = {
    "arrow_back",
    "arrow_drop_down",
    "arrow_drop_up",
    "cancel",
    "check",
    "chevron_left",
    "chevron_right",
    "clear",
    "close",
    "edit",
    "error",
    "expand_less",
    "expand_more",
    "keyboard_arrow_down",
    "keyboard_arrow_up",
    "menu",
    "more_vert",
    "search",
    "unfold_more",
    "warning",
}
_NAMED: Final = re.compile(r"\bIcons\.([A-Z0-9_]+)")


def needed(root: Path = OWN[0]) -> set[str]:
    """Return the names of the icons that the program draws, as Flet writes them but small."""
    return {name.lower() for path in root.rglob("*.py") for name in _NAMED.findall(path.read_text(encoding="utf-8"))}


def glyphs(names: Iterable[str], known: Iterable[str]) -> set[str]:
    """Return the glyph names of icons in a font; the plain form of an icon has a suffix.

    :raises LookupError: if the font has no glyph of a name.
    """
    there = set(known)
    found = set()
    for name in names:
        glyph = next((one for one in (f"{name}_baseline", name) if one in there), None)
        if not glyph:
            raise LookupError(name)
        found.add(glyph)
    return found


def subset(whole: Path) -> bytes:
    """Return the client's icon font without unused icons.

    :raises LookupError: if the font lacks an icon.
    """
    from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    font = TTFont(whole)
    cut = Subsetter(Options(desubroutinize=True, hinting=False))
    cut.populate(glyphs=glyphs(needed() | _FLUTTERS, font.getGlyphOrder()))
    cut.subset(font)
    made = io.BytesIO()
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(made)
    return made.getvalue()


def draw() -> None:
    """Write the font."""
    from companion.server.page import client_folder

    PLACE.write_bytes(subset(client_folder() / "assets" / "fonts" / "MaterialIcons-Regular.otf"))

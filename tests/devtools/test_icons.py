"""The icons of the pocket: every one that is drawn, and no others."""

import io

from fontTools.ttLib import TTFont

from companion.devtools.icons import PLACE, glyphs, needed, subset
from companion.server.page import client_folder

WHOLE = client_folder() / "assets" / "fonts" / "MaterialIcons-Regular.otf"


def test_every_icon_that_is_drawn_is_there() -> None:
    known = TTFont(PLACE).getGlyphOrder()
    assert glyphs(needed(), known) <= set(known)


def test_the_font_is_what_the_command_makes() -> None:
    made, kept = (TTFont(io.BytesIO(font)) for font in (subset(WHOLE), PLACE.read_bytes()))
    assert made.getGlyphOrder() == kept.getGlyphOrder()
    assert made.getBestCmap() == kept.getBestCmap()

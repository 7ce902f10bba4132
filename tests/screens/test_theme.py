"""Contrast: text at 4.5 to 1, signs and edges at 3 to 1, in both themes and in every game's colour."""

import pytest

from companion.games import games
from companion.ui.design.theme import contrast, roles

PAPERS = ("surface", "surface_container_low", "surface_container")
#: Background, and text colours on it.
TEXTS = [
    *((ground, ink) for ground in PAPERS for ink in ("on_surface", "on_surface_variant", "primary", "error")),
    *((ground, ink) for ground in PAPERS for ink in ("secondary", "tertiary")),
    *((f"{colour}_container", f"on_{colour}_container") for colour in ("primary", "secondary", "tertiary", "error")),
    *((colour, f"on_{colour}") for colour in ("primary", "secondary", "tertiary", "error")),
    *(("primary_container", ink) for ink in ("on_surface", "on_surface_variant")),
    *(("surface_container_high", ink) for ink in ("on_surface", "on_surface_variant")),
    *(("secondary_fixed", ink) for ink in ("on_secondary_fixed", "on_tertiary_fixed")),
    *(("inverse_surface", ink) for ink in ("on_inverse_surface", "inverse_primary")),
]
#: Ground, and the signs and edges drawn on it; ``outline`` is the edge of all that can be pressed or written into.
SIGNS = [
    *((ground, "outline") for ground in (*PAPERS, "surface_container_high", "primary_container")),
    *((ground, "on_tertiary_fixed_variant") for ground in PAPERS),
    *((f"{colour}_container", colour) for colour in ("primary", "secondary", "tertiary", "error")),
    ("primary_fixed", "on_primary_fixed"),
]
COLOURS = {"companion": None} | {game.meta.id: game.meta.colour for game in games().values()}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("colour", COLOURS.values(), ids=COLOURS.keys())
def test_everything_contrasts_with_its_background(colour: str | None, dark: bool) -> None:
    found = roles(colour, dark=dark)
    ratios = {
        (ground, ink): (contrast(found[ground], found[ink]), least)
        for pairs, least in ((TEXTS, 4.5), (SIGNS, 3.0))
        for ground, ink in pairs
    }
    assert not {pair: round(ratio, 2) for pair, (ratio, least) in ratios.items() if ratio < least}

"""The colours of the cards, each with its own shape, and buttons drawn in them."""

from collections.abc import Callable
from typing import Final

import flet as ft
import flet.canvas as cv

from companion.games.schlafmuetze.cards import Colour
from companion.ui.design import theme
from companion.ui.design.base import pressable, words

#: The printed colours, in both themes, and the colours of text on them.
GROUND: Final = {
    Colour.RED: "#A93226",
    Colour.BLUE: "#2A5599",
    Colour.GREEN: "#2B6B45",
    Colour.YELLOW: "#E2B33B",
}
INK: Final = {
    Colour.RED: "#FFFFFF",
    Colour.BLUE: "#FFFFFF",
    Colour.GREEN: "#FFFFFF",
    Colour.YELLOW: "#241C08",
}
#: Width of the edge of the selected one.
_EDGE: Final = 3.0
#: The corners of the shapes in a unit square; red is round.
_CORNERS: Final[dict[Colour, tuple[tuple[float, float], ...]]] = {
    Colour.RED: (),
    Colour.BLUE: ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
    Colour.GREEN: ((0.5, 0.04), (0.98, 0.92), (0.02, 0.92)),
    Colour.YELLOW: ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
}


def shape(colour: Colour, size: float, ink: str) -> ft.Control:
    """Draw the shape of a colour."""
    paint = ft.Paint(color=ink)
    corners = _CORNERS[colour]
    if not corners:
        shapes: list[cv.Shape] = [cv.Circle(size / 2, size / 2, size * 0.46, paint=paint)]
    else:
        (x, y), *more = [(size * x, size * y) for x, y in corners]
        path: list[cv.Path.PathElement] = [cv.Path.MoveTo(x, y), *[cv.Path.LineTo(*at) for at in more], cv.Path.Close()]
        shapes = [cv.Path(elements=path, paint=paint)]
    return cv.Canvas(shapes=shapes, width=size, height=size)


def swatch(
    colour: Colour,
    *,
    on_click: Callable[..., None],
    label: str,
    identifier: str,
    text: str | None = None,
    height: float = 48.0,
    dimmed: bool = False,
    chosen: bool | None = None,
) -> ft.Control:
    """Return a button in a card's colour, with its shape.

    :param chosen: whether it is selected, or was entered in the report under correction.
    """
    inside: list[ft.Control] = [shape(colour, 20.0, INK[colour])]
    if text is not None:
        inside.append(words(text, ft.TextThemeStyle.TITLE_MEDIUM, color=INK[colour], lines=1))
    box = ft.Container(
        ft.Row(inside, alignment=ft.MainAxisAlignment.CENTER, spacing=theme.Space.s, tight=True),
        height=height,
        bgcolor=GROUND[colour],
        border_radius=theme.Radii.button,
        alignment=ft.Alignment.CENTER,
        opacity=0.35 if dimmed else 1.0,
        border=ft.Border.all(_EDGE, ft.Colors.ON_SURFACE) if chosen else None,
    )
    return pressable(
        box,
        on_click=on_click,
        label=label,
        identifier=identifier,
        radius=theme.Radii.button,
        expand=True,
        selected=chosen or None,
    )

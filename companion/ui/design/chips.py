"""Poker chips: a colour, a number of edge marks that differs for each colour, and pips for the value."""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias

import flet as ft
import flet.canvas as cv

from companion.ui.design import theme
from companion.ui.design.base import drawing, words
from companion.ui.design.layout import stacked

ChipColour: TypeAlias = Literal["black", "green", "red"]

FILL: dict[ChipColour, str] = {"black": theme.CHIP_BLACK, "green": theme.CHIP_GREEN, "red": theme.CHIP_RED}
VALUE: dict[ChipColour, int] = {"black": 1, "green": 2, "red": 3}

#: Width of a stack, offsets of its chips to the right; a higher stack is not drawn higher.
STACK: Final = 56.0
LEANS: Final = (0.0, 1.5, -1.0, 0.7, -1.6, 1.0, -0.4, 1.2)


def _stroke(colour: ft.ColorValue, width: float) -> ft.Paint:
    return ft.Paint(color=colour, stroke_width=width, style=ft.PaintingStyle.STROKE)


def _chip_shapes(colour: ChipColour, size: float, text: str | None) -> list[cv.Shape]:
    middle, edge = size / 2, size * 0.13
    radius = middle - 1.0
    shapes: list[cv.Shape] = [cv.Circle(middle, middle, radius, paint=ft.Paint(color=FILL[colour]))]
    # the marks are one ring of two colours: separate shapes or dashes would be computed in every frame
    marks, ring = 2 + 2 * VALUE[colour], middle - edge / 2 - 1.0
    marked = _stroke(theme.CHIP_MARK, edge)
    marked.gradient = ft.PaintSweepGradient(
        center=(middle, middle),
        colors=[theme.CHIP_MARK, theme.CHIP_MARK, FILL[colour], FILL[colour], theme.CHIP_MARK],
        color_stops=[0.0, 0.35, 0.38, 0.97, 1.0],
        tile_mode=ft.GradientTileMode.REPEATED,
        end_angle=2 * math.pi / marks,
    )
    shapes.append(cv.Circle(middle, middle, ring, paint=marked))
    shapes.append(cv.Circle(middle, middle, size * 0.325, paint=_stroke(theme.CHIP_MARK, max(size * 0.022, 1.0))))
    shapes.append(cv.Circle(middle, middle, radius, paint=_stroke(theme.CHIP_RIM, 1.0)))
    if text is None:
        value, pip, gap = VALUE[colour], size * 0.052, size * 0.16
        for n in range(value):
            x = middle + (n - (value - 1) / 2) * gap
            shapes.append(cv.Circle(x, middle, pip, paint=ft.Paint(color=theme.CHIP_MARK)))
        return shapes
    style = ft.TextStyle(
        font_family=theme.SANS_BOLD,
        size=size * (0.38 if len(text) < 2 else 0.32),
        weight=ft.FontWeight.W_700,
        color=theme.CHIP_MARK,
        height=1.0,
    )
    return [*shapes, cv.Text(middle, middle, text, alignment=ft.Alignment.CENTER, style=style)]


def poker_chip(
    *, colour: ChipColour, label: str | None, count_text: str | None = None, size: float = 44.0, dimmed: bool = False
) -> ft.Control:
    """A chip from above with a number or the pips of its value."""
    shapes = _chip_shapes(colour, size, count_text)
    if dimmed:
        veil = ft.Paint(color=ft.Colors.with_opacity(0.6, theme.SHEET))
        shapes.append(cv.Circle(size / 2, size / 2, size / 2, paint=veil))
    return drawing(cv.Canvas(shapes=shapes, width=size, height=size), label=label)


def chip_stack(*, colour: ChipColour, count: int, count_text: str, label: str) -> ft.Control:
    """A stack of chips from the side with their number below; an empty place for none."""
    thick, body, high = STACK * 0.15, STACK - 4.0, STACK * 0.15 * len(LEANS) + 2.0
    corner, mark = thick * 0.35, ft.Paint(color=theme.CHIP_MARK)
    shapes: list[cv.Shape] = []
    if not count:
        edge = _stroke(ft.Colors.OUTLINE_VARIANT, 1.5)
        shapes.append(cv.Rect(1.0, high - thick, STACK - 2.0, thick - 1.0, corner, paint=edge))
    bands = 1 + VALUE[colour]
    band = body * 0.36 / bands
    for n, lean in enumerate(LEANS[:count]):
        top, left = high - thick * (n + 1), 2.0 + lean
        shapes.append(cv.Rect(left, top, body, thick - 0.8, corner, paint=ft.Paint(color=FILL[colour])))
        for b in range(bands):
            at = (b + 0.5 + (0.22 if n % 2 else -0.12)) / bands
            x = min(max(left + at * body - band / 2, left + corner), left + body - band - corner)
            shapes.append(cv.Rect(x, top, band, thick - 0.8, paint=mark))
        shapes.append(cv.Rect(left, top, body, thick - 0.8, corner, paint=_stroke(theme.CHIP_RIM, 0.8)))
    canvas = cv.Canvas(shapes=shapes, width=STACK, height=high)
    number = words(count_text, ft.TextThemeStyle.TITLE_MEDIUM, align=ft.TextAlign.CENTER)
    return drawing(stacked(canvas, number), label=label)

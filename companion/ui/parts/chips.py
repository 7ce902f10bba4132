"""Poker chips: a colour, a number of edge marks that tells it apart without the colour, and pips for its value."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import flet as ft
import flet.canvas as cv

from companion.ui import theme
from companion.ui.parts.base import drawing, words

ChipColour: TypeAlias = Literal["black", "green", "red"]

FILL: dict[ChipColour, str] = {"black": theme.CHIP_BLACK, "green": theme.CHIP_GREEN, "red": theme.CHIP_RED}
VALUE: dict[ChipColour, int] = {"black": 1, "green": 2, "red": 3}


def _stroke(colour: ft.ColorValue, width: float) -> ft.Paint:
    return ft.Paint(color=colour, stroke_width=width, style=ft.PaintingStyle.STROKE)


def _chip_shapes(colour: ChipColour, size: float, text: str | None) -> list[cv.Shape]:
    middle, edge = size / 2, size * 0.13
    radius = middle - 1.0
    shapes: list[cv.Shape] = [cv.Circle(middle, middle, radius, paint=ft.Paint(color=FILL[colour]))]
    # the marks are one dashed ring: a shape for each would have to be compared at every redraw
    marks, ring = 2 + 2 * VALUE[colour], middle - edge / 2 - 1.0
    period = 2 * math.pi * ring / marks
    dashed = _stroke(theme.CHIP_MARK, edge)
    dashed.stroke_dash_pattern = [period * 0.36, period * 0.64]
    shapes.append(cv.Circle(middle, middle, ring, paint=dashed))
    shapes.append(cv.Circle(middle, middle, size * 0.325, paint=_stroke(theme.CHIP_MARK, max(size * 0.022, 1.0))))
    shapes.append(cv.Circle(middle, middle, radius, paint=_stroke(theme.CHIP_RIM, 1.0)))
    if text is None:
        value, pip, gap = VALUE[colour], size * 0.052, size * 0.16
        for n in range(value):
            x = middle + (n - (value - 1) / 2) * gap
            shapes.append(cv.Circle(x, middle, pip, paint=ft.Paint(color=theme.CHIP_MARK)))
    else:
        shapes.append(
            cv.Text(
                middle,
                middle,
                text,
                alignment=ft.Alignment.CENTER,
                style=ft.TextStyle(
                    font_family=theme.SANS_BOLD,
                    size=size * (0.38 if len(text) < 2 else 0.32),
                    weight=ft.FontWeight.W_700,
                    color=theme.CHIP_MARK,
                    height=1.0,
                ),
            )
        )
    return shapes


def poker_chip(
    *,
    colour: ChipColour,
    label: str | None,
    count_text: str | None = None,
    size: float = 44.0,
    dimmed: bool = False,
    identifier: str | None = None,
) -> ft.Control:
    """One chip from above, with a number in its middle or the pips of its value."""
    shapes = _chip_shapes(colour, size, count_text)
    if dimmed:
        veil = ft.Paint(color=ft.Colors.with_opacity(0.6, theme.SHEET))
        shapes.append(cv.Circle(size / 2, size / 2, size / 2, paint=veil))
    canvas = cv.Canvas(shapes=shapes, width=size, height=size)
    return drawing(canvas, label=label, identifier=identifier)


def chip_stack(
    *,
    colour: ChipColour,
    count: int,
    count_text: str,
    label: str,
    width: float = 56.0,
    most: int = 8,
    identifier: str | None = None,
) -> ft.Control:
    """A stack of chips from the side, its number below; an empty place when there is none."""
    shown = max(0, min(count, most))
    thick = width * 0.15
    height = thick * most + 2.0
    shapes: list[cv.Shape] = []
    if not shown:
        shapes.append(
            cv.Rect(
                1.0,
                height - thick,
                width - 2.0,
                thick - 1.0,
                thick * 0.35,
                paint=_stroke(ft.Colors.OUTLINE_VARIANT, 1.5),
            )
        )
    bands = 1 + VALUE[colour]
    for n in range(shown):
        top = height - thick * (n + 1)
        lean = (0.0, 1.5, -1.0, 0.7, -1.6, 1.0, -0.4, 1.2)[n % 8]
        left = 2.0 + lean
        body = width - 4.0
        shapes.append(cv.Rect(left, top, body, thick - 0.8, thick * 0.35, paint=ft.Paint(color=FILL[colour])))
        band = body * 0.36 / bands
        for b in range(bands):
            at = (b + 0.5 + (0.22 if n % 2 else -0.12)) / bands
            x = min(max(left + at * body - band / 2, left + thick * 0.35), left + body - band - thick * 0.35)
            shapes.append(cv.Rect(x, top, band, thick - 0.8, paint=ft.Paint(color=theme.CHIP_MARK)))
        shapes.append(cv.Rect(left, top, body, thick - 0.8, thick * 0.35, paint=_stroke(theme.CHIP_RIM, 0.8)))
    column = ft.Column(
        controls=[
            cv.Canvas(shapes=shapes, width=width, height=height),
            words(count_text, ft.TextThemeStyle.TITLE_MEDIUM, align=ft.TextAlign.CENTER),
        ],
        spacing=theme.Space.xs,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return drawing(column, label=label, identifier=identifier)

"""Drawings for Letter Jam: the flower of the setup card, card stands, clue tokens and a jar of jam."""

import math
from collections.abc import Iterator
from typing import Final

import flet as ft
import flet.canvas as cv

from companion.games.letter_jam.numbers import SETUP_CARDS
from companion.games.letter_jam.view import Card
from companion.ui.design import theme

#: Colours of the clue tokens in both themes; their positions differ as well, so colour is never the only cue.
RED: Final = "#A62B2B"
GREEN: Final = "#2C6B48"
LEAF: Final = "#7FA66B"
PETAL: Final = "#E9B7A8"
POLLEN: Final = "#F0D58A"
RIM: Final = "#F4ECDA"

#: Height of the flower in its usual size.
FLOWER: Final = 104.0
_LEAF_STEP: Final = 32.0


def _fill(colour: ft.ColorValue) -> ft.Paint:
    return ft.Paint(color=colour)


def _stroke(colour: ft.ColorValue, width: float) -> ft.Paint:
    return ft.Paint(color=colour, stroke_width=width, style=ft.PaintingStyle.STROKE, stroke_cap=ft.StrokeCap.ROUND)


def _token(x: float, y: float, radius: float, colour: str, *, there: bool) -> Iterator[cv.Shape]:
    """Yield a token, or its empty place."""
    if there:
        yield cv.Circle(x, y, radius, paint=_fill(colour))
        yield cv.Circle(x, y, radius * 0.62, paint=_stroke(RIM, 1.5))
    else:
        yield cv.Circle(x, y, radius * 0.8, paint=_stroke(ft.Colors.with_opacity(0.45, colour), 1.5))


def _leaf(x: float, y: float, size: float, up: bool) -> cv.Shape:
    """Return a leaf on the stem, its tip up or down."""
    tip = y + (-size if up else size)
    middle = (y + tip) / 2
    wide = size * 0.52
    return cv.Path(
        elements=[
            cv.Path.MoveTo(x, y),
            cv.Path.CubicTo(x - wide, middle + (y - tip) * 0.15, x - wide * 0.6, tip, x + wide * 0.15, tip),
            cv.Path.CubicTo(x + wide * 1.1, tip + (y - tip) * 0.3, x + wide * 0.8, middle, x, y),
            cv.Path.Close(),
        ],
        paint=_fill(LEAF),
    )


def _around(middle: float, radius: float, n: int) -> Iterator[tuple[float, float]]:
    """Yield points on a circle, the first one at the top."""
    for number in range(n):
        angle = 2 * math.pi * number / n - math.pi / 2
        yield middle + radius * math.cos(angle), middle + radius * math.sin(angle)


def _leaves(card: Card, players: int) -> int:
    """Return the number of leaves, with or without a token."""
    return max(SETUP_CARDS[players].leaves, card.leaves)


def breadth(card: Card, players: int) -> float:
    """Return the flower's width per height."""
    return 1 + (_LEAF_STEP * ((_leaves(card, players) + 1) // 2) + 4.0) / FLOWER


def flower(card: Card, players: int, *, scale: float) -> cv.Canvas:
    """Draw the setup card: red tokens on petals around the centre, green ones on the leaves of its stem."""
    size = FLOWER * scale
    middle, reach, step = size / 2, size * 0.31, _LEAF_STEP * scale
    petals, leaves, centre = SETUP_CARDS[players].red, _leaves(card, players), card.centre
    columns = (leaves + 1) // 2
    shapes: list[cv.Shape] = [
        cv.Path(
            elements=[
                cv.Path.MoveTo(middle, middle),
                cv.Path.CubicTo(
                    middle + size * 0.5, middle + size * 0.16, size + step, middle - 2, size + step * columns, middle
                ),
            ],
            paint=_stroke(GREEN, 2.5 * scale),
        )
    ]
    for number in range(leaves):
        x = size + step * (number // 2) + step * 0.5
        up = number % 2 == 0
        length = size * 0.4
        shapes.append(_leaf(x, middle, length, up))
        y = middle + (-1 if up else 1) * length * 0.62
        shapes += _token(x + 1.5 * scale, y, size * 0.1, GREEN, there=number < card.leaves)
    shapes += [cv.Circle(x, y, size * 0.175, paint=_fill(PETAL)) for x, y in _around(middle, reach, petals)]
    for number, (x, y) in enumerate(_around(middle, reach * 1.06, petals)):
        shapes += _token(x, y, size * 0.1, RED, there=number < card.reds)
    shapes.append(cv.Circle(middle, middle, size * 0.17, paint=_fill(POLLEN)))
    apart, radius = (0.0, 0.1) if centre <= 1 else (0.075, 0.066)
    for x, y in _around(middle, size * apart, max(centre, 1)):
        shapes += _token(x, y, size * radius, GREEN, there=centre > 0)
    return cv.Canvas(shapes=shapes, width=size + step * columns + 4.0, height=size)


def jar(*, level: float, size: float = 96.0) -> cv.Canvas:
    """Draw a jar of jam, filled to a level from 0 to 1."""
    glass, jam = _stroke(ft.Colors.OUTLINE, size * 0.03), _fill(ft.Colors.PRIMARY)
    left, right, top, bottom = size * 0.18, size * 0.82, size * 0.24, size * 0.96
    inner = size * 0.035
    full = bottom - top - 2 * inner
    high = full * min(max(level, 0.0), 1.0)
    shapes: list[cv.Shape] = []
    if high > 1.0:
        shapes.append(
            cv.Rect(left + inner, bottom - inner - high, right - left - 2 * inner, high, size * 0.07, paint=jam)
        )
    shapes += [
        cv.Rect(left, top, right - left, bottom - top, size * 0.1, paint=glass),
        cv.Rect(size * 0.14, size * 0.08, size * 0.72, size * 0.15, size * 0.04, paint=_fill(POLLEN)),
        cv.Rect(size * 0.14, size * 0.08, size * 0.72, size * 0.15, size * 0.04, paint=glass),
    ]
    return cv.Canvas(shapes=shapes, width=size, height=size)


def stand(*, width: float, inside: ft.Control, standing: bool) -> ft.Control:
    """Draw a card stand, with a letter card or an empty place."""
    face = ft.Container(
        content=inside,
        width=width,
        height=width * 1.28,
        bgcolor=theme.CARD_FACE if standing else None,
        border=ft.Border.all(1.2, theme.CARD_EDGE),
        border_radius=width * 0.12,
        alignment=ft.Alignment.CENTER,
    )
    foot = ft.Container(width=width * 1.14, height=width * 0.2, bgcolor=ft.Colors.PRIMARY, border_radius=width * 0.06)
    return ft.Column([face, foot], spacing=-width * 0.08, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def token_dots(*, reds: int, greens: int, size: float = 11.0) -> ft.Control:
    """Draw the tokens a player has taken: red ones round, green ones pointed like a leaf."""
    rim = ft.Border.all(1.0, RIM)
    shapes: list[ft.Control] = [
        ft.Container(width=size, height=size, border_radius=size / 2, bgcolor=RED, border=rim) for _ in range(reds)
    ]
    leaf = ft.BorderRadius.only(top_left=size, bottom_right=size, top_right=1.0, bottom_left=1.0)
    shapes += [
        ft.Container(width=size, height=size, border_radius=leaf, bgcolor=GREEN, border=rim) for _ in range(greens)
    ]
    return ft.Row(shapes, spacing=2.0, tight=True)

"""Playing cards, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import flet as ft
import flet.canvas as cv

from companion.ui.design import theme
from companion.ui.design.base import Handler, drawing, pressable, words
from companion.ui.design.layout import beside

Suit: TypeAlias = Literal["hearts", "diamonds", "spades", "clubs"]
CardSize: TypeAlias = Literal["tiny", "small", "medium"]

RED: Final[frozenset[Suit]] = frozenset(("hearts", "diamonds"))

RATIO = 1.42
CARD_RADIUS = 10.0
WIDTH: dict[CardSize, float] = {"tiny": 34.0, "small": 46.0, "medium": 66.0}

# Outlines in a unit square: (x, y) starts, three pairs of numbers are a cubic curve, one pair a line.
_HEART = (
    (0.5, 0.96),
    (0.5, 0.96, 0.01, 0.63, 0.01, 0.31),
    (0.01, 0.11, 0.16, 0.04, 0.26, 0.04),
    (0.38, 0.04, 0.47, 0.12, 0.5, 0.22),
    (0.53, 0.12, 0.62, 0.04, 0.74, 0.04),
    (0.84, 0.04, 0.99, 0.11, 0.99, 0.31),
    (0.99, 0.63, 0.5, 0.96, 0.5, 0.96),
)
_DIAMOND = (
    (0.5, 0.0),
    (0.58, 0.17, 0.76, 0.38, 0.9, 0.5),
    (0.76, 0.62, 0.58, 0.83, 0.5, 1.0),
    (0.42, 0.83, 0.24, 0.62, 0.1, 0.5),
    (0.24, 0.38, 0.42, 0.17, 0.5, 0.0),
)
_SPADE = (
    (0.5, 0.02),
    (0.56, 0.18, 0.97, 0.42, 0.97, 0.64),
    (0.97, 0.79, 0.85, 0.85, 0.75, 0.85),
    (0.65, 0.85, 0.57, 0.79, 0.54, 0.71),
    (0.55, 0.84, 0.6, 0.93, 0.7, 0.98),
    (0.3, 0.98),
    (0.4, 0.93, 0.45, 0.84, 0.46, 0.71),
    (0.43, 0.79, 0.35, 0.85, 0.25, 0.85),
    (0.15, 0.85, 0.03, 0.79, 0.03, 0.64),
    (0.03, 0.42, 0.44, 0.18, 0.5, 0.02),
)
_CLUB_STEM = (
    (0.47, 0.5),
    (0.53, 0.5),
    (0.54, 0.78, 0.6, 0.92, 0.71, 0.98),
    (0.29, 0.98),
    (0.4, 0.92, 0.46, 0.78, 0.47, 0.5),
)
_CAP_LEFT = (
    (0.5, 0.84),
    (0.2, 0.84),
    (0.25, 0.66, 0.24, 0.5, 0.16, 0.48),
    (0.11, 0.47, 0.09, 0.55, 0.08, 0.64),
    (-0.05, 0.34, 0.14, 0.13, 0.32, 0.2),
    (0.42, 0.24, 0.5, 0.36, 0.5, 0.46),
)
_CAP_MIDDLE = (
    (0.36, 0.84),
    (0.29, 0.56, 0.35, 0.26, 0.54, 0.08),
    (0.56, 0.26, 0.74, 0.54, 0.64, 0.84),
)
_OUTLINES: dict[Suit, tuple[tuple[float, ...], ...]] = {
    "hearts": _HEART,
    "diamonds": _DIAMOND,
    "spades": _SPADE,
    "clubs": _CLUB_STEM,
}


def _outline(points: Sequence[tuple[float, ...]], x: float, y: float, size: float, paint: ft.Paint) -> cv.Path:
    elements: list[cv.Path.PathElement] = []
    for index, point in enumerate(points):
        p = [(x if n % 2 == 0 else y) + part * size for n, part in enumerate(point)]
        if len(p) == 6:
            elements.append(cv.Path.CubicTo(p[0], p[1], p[2], p[3], p[4], p[5]))
        elif index == 0:
            elements.append(cv.Path.MoveTo(p[0], p[1]))
        else:
            elements.append(cv.Path.LineTo(p[0], p[1]))
    elements.append(cv.Path.Close())
    return cv.Path(elements=elements, paint=paint)


def _suit_shapes(suit: Suit, x: float, y: float, size: float, colour: ft.ColorValue) -> list[cv.Shape]:
    paint = ft.Paint(color=colour)
    shapes: list[cv.Shape] = [_outline(_OUTLINES[suit], x, y, size, paint)]
    if suit == "clubs":
        leaves = ((0.5, 0.25), (0.24, 0.6), (0.76, 0.6))
        shapes.append(cv.Circle(x + 0.5 * size, y + 0.5 * size, 0.12 * size, paint=paint))
        shapes += [cv.Circle(x + a * size, y + b * size, 0.23 * size, paint=paint) for a, b in leaves]
    return shapes


def _mirrored(points: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
    return [tuple(1.0 - part if n % 2 == 0 else part for n, part in enumerate(point)) for point in points]


def _joker_shapes(x: float, y: float, size: float) -> list[cv.Shape]:
    cap, side, ink = ft.Paint(color=theme.CARD_BACK), ft.Paint(color=theme.CARD_RED), ft.Paint(color=theme.CARD_BLACK)
    shapes: list[cv.Shape] = [
        _outline(_CAP_LEFT, x, y, size, side),
        _outline(_mirrored(_CAP_LEFT), x, y, size, side),
        _outline(_CAP_MIDDLE, x, y, size, cap),
        cv.Rect(x + 0.16 * size, y + 0.83 * size, 0.68 * size, 0.12 * size, border_radius=size * 0.05, paint=ink),
    ]
    for a, b in ((0.08, 0.68), (0.545, 0.08), (0.92, 0.68)):
        shapes.append(cv.Circle(x + a * size, y + b * size, 0.075 * size, paint=ink))
    return shapes


def _sheet(shapes: list[cv.Shape], *, size: CardSize, back: bool = False, selected: bool = False) -> ft.Control:
    width = WIDTH[size]
    height = round(width * RATIO, 1)
    edge = ft.Colors.PRIMARY_FIXED_DIM if back else theme.CARD_EDGE
    # neither clipping nor a shadow on face-down cards: the start page shows seven, and each effect delays it
    shadow = ft.BoxShadow(
        blur_radius=width * 0.08,
        offset=ft.Offset(0.0, width * 0.02),
        color=ft.Colors.with_opacity(0.22, ft.Colors.SHADOW),
    )
    card = ft.Container(
        cv.Canvas(shapes=shapes, width=width, height=height),
        width=width,
        height=height,
        bgcolor=theme.CARD_BACK if back else theme.CARD_FACE,
        border_radius=width * 0.11,
        border=ft.Border.all(3.0, ft.Colors.PRIMARY) if selected else ft.Border.all(1.0, edge),
        shadow=None if back else shadow,
    )
    if not selected:
        return card
    tick = ft.Container(
        ft.Icon(ft.Icons.CHECK, size=width * 0.2, color=ft.Colors.ON_PRIMARY, apply_text_scaling=False),
        width=width * 0.3,
        height=width * 0.3,
        border_radius=width * 0.15,
        bgcolor=ft.Colors.PRIMARY,
        alignment=ft.Alignment.CENTER,
        right=0.0,
        top=0.0,
    )
    return ft.Stack(controls=[card, tick], width=width, height=height)


def _face(shapes: list[cv.Shape], label: str, selected: bool, on_click: Handler, identifier: str) -> ft.Control:
    """Return an open card in the small size."""
    card = drawing(_sheet(shapes, size="small", selected=selected), label=None)
    return pressable(card, on_click, identifier, label=label, radius=CARD_RADIUS)


def suit_mark(*, suit: Suit, label: str | None, size: float = 22.0) -> ft.Control:
    """A suit as a small picture, in black or red for the page's brightness."""
    colour = ft.Colors.ERROR if suit in RED else ft.Colors.ON_SURFACE
    shapes = _suit_shapes(suit, 0.0, 0.0, size, colour)
    return drawing(cv.Canvas(shapes=shapes, width=size, height=size), label=label)


def card_face(
    *, rank: str, suit: Suit, label: str, selected: bool = False, on_click: Handler, identifier: str
) -> ft.Control:
    """An open card with a large rank and a large suit."""
    width = WIDTH["small"]
    colour = theme.CARD_RED if suit in RED else theme.CARD_BLACK
    big, one = width * 0.54, len(rank) < 2
    style = ft.TextStyle(
        font_family=theme.SERIF,
        size=width * (0.56 if one else 0.5),
        weight=ft.FontWeight.W_600,
        color=colour,
        letter_spacing=0.0 if one else -width * 0.03,
    )
    corner = cv.Text(width * 0.09, width * RATIO * 0.02, rank, style=style)
    sign = _suit_shapes(suit, width * 0.9 - big, width * (RATIO - 0.1) - big, big, colour)
    return _face([corner, *sign], label, selected, on_click, identifier)


def joker_face(*, label: str, selected: bool = False, on_click: Handler, identifier: str) -> ft.Control:
    """A joker, drawn as a fool's cap with three bells."""
    width = WIDTH["small"]
    cap = width * 0.7
    shapes = _joker_shapes((width - cap) / 2, (width * RATIO - cap) / 2, cap)
    return _face(shapes, label, selected, on_click, identifier)


def _lattice(width: float, height: float) -> list[cv.Shape]:
    """The pattern of a back: a fine diagonal lattice inside a frame."""
    inset, step = width * 0.1, width * 0.16
    inner_w, inner_h = width - 2 * inset, height - 2 * inset
    paint = ft.Paint(
        color=ft.Colors.with_opacity(0.55, theme.CARD_BACK_LINE),
        stroke_width=max(width * 0.012, 0.8),
        style=ft.PaintingStyle.STROKE,
    )
    frame = cv.Rect(inset * 0.62, inset * 0.62, width - inset * 1.24, height - inset * 1.24, width * 0.05, paint=paint)
    ends: list[ft.OffsetValue] = []  # two of each line; a shape for each would be a third of the first screen
    count = int((inner_w + inner_h) // step) + 1
    for n in range(1, count):
        reach = n * step
        x1, y1 = (reach, 0.0) if reach <= inner_w else (inner_w, reach - inner_w)
        x2, y2 = (0.0, reach) if reach <= inner_h else (reach - inner_h, inner_h)
        ends += [(inset + x1, inset + y1), (inset + x2, inset + y2)]
        ends += [(width - inset - x1, inset + y1), (width - inset - x2, inset + y2)]
    return [frame, cv.Points(ends, cv.PointMode.LINES, paint=paint)]


def card_back(size: CardSize) -> ft.Control:
    """A card face down in the colour of the game; screen readers skip it."""
    return _sheet(_lattice(WIDTH[size], WIDTH[size] * RATIO), size=size, back=True)


def back_fan(*, count: int, count_text: str | None, label: str, most: int) -> ft.Control:
    """A fan of cards face down with their number beside it; an empty place for none.

    :param count_text: the number; ``None`` where there is no room for it.
    """
    width = WIDTH["small"]
    height, step = width * RATIO, width * 0.3
    shown = max(0, min(count, most))
    backs: list[ft.Control] = []
    for n in range(shown):
        off = n - (shown - 1) / 2
        backs.append(
            ft.Container(
                card_back("small"), left=6.0 + n * step, top=5.0 + abs(off) * 1.5, rotate=ft.Rotate(off * 0.07)
            )
        )
    if not backs:
        border = ft.Border.all(1.5, ft.Colors.OUTLINE_VARIANT)
        backs.append(
            ft.Container(width=width, height=height, left=6.0, top=5.0, border_radius=width * 0.11, border=border)
        )
    fan = ft.Stack(
        controls=backs,
        width=width + step * max(shown - 1, 0) + 12.0,
        height=height + 14.0,
        clip_behavior=ft.ClipBehavior.NONE,
    )
    number = [words(count_text, ft.TextThemeStyle.HEADLINE_MEDIUM)] if count_text else []
    return drawing(beside(fan, *number, tight=True), label=label)

"""Scores, tallies, lines of a ranking, and players' places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import flet as ft
import flet.canvas as cv

from companion.ui.design import theme
from companion.ui.design.base import Handler, drawing, pressable, soft, words
from companion.ui.design.layout import apart, beside, column, flowing, lines, wide
from companion.ui.design.surfaces import framed
from companion.ui.design.text_fit import reach

#: An empty line of text.
NOTHING: Final = "\u00a0"

#: Width of the place in a ranking, in pixels.
_PLACE: Final = 40.0

NumberSize: TypeAlias = Literal["small", "medium", "large"]

_NUMBER: dict[NumberSize, ft.TextThemeStyle] = {
    "small": ft.TextThemeStyle.HEADLINE_MEDIUM,
    "medium": ft.TextThemeStyle.DISPLAY_MEDIUM,
    "large": ft.TextThemeStyle.DISPLAY_LARGE,
}


def score_number(
    value: str,
    label: str,
    *,
    size: NumberSize = "medium",
    strong: bool = False,
    at_end: bool = False,
    on_click: Handler | None = None,
    identifier: str | None = None,
) -> ft.Control:
    """A large number; with a handler it can be pressed."""
    number = words(value, _NUMBER[size], color=ft.Colors.PRIMARY if strong else ft.Colors.ON_SURFACE, lines=1)
    if on_click is None or identifier is None:
        return ft.Semantics(content=number, label=label, exclude_semantics=True, container=True, identifier=identifier)
    return pressable(
        ft.Container(number, padding=ft.Padding.symmetric(horizontal=8.0, vertical=reach(_NUMBER[size]))),
        on_click,
        identifier,
        label=label,
        align=ft.Alignment.CENTER_RIGHT if at_end else ft.Alignment.CENTER_LEFT,
    )


# Positions and slants of the strokes of a group, slightly uneven as if drawn by hand: shares of the height.
_HAND = ((0.10, 0.05), (0.34, -0.03), (0.58, 0.04), (0.82, 0.0))


def tally(*, count: int, label: str, height: float = 28.0) -> ft.Control:
    """Tally marks, each fifth across the four before it."""
    pen = ft.Paint(
        color=ft.Colors.ON_SURFACE,
        stroke_width=height * 0.085,
        style=ft.PaintingStyle.STROKE,
        stroke_cap=ft.StrokeCap.ROUND,
    )
    groups: list[ft.Control] = []
    for first in range(0, count, 5):
        strokes = min(count - first, 5)
        shapes: list[cv.Shape] = []
        for at, slant in _HAND[: min(strokes, 4)]:
            x = height * (at + 0.06)
            shapes.append(cv.Line(x + slant * height, height * 0.08, x - slant * height, height * 0.92, paint=pen))
        if strokes == 5:
            shapes.append(cv.Line(height * 0.04, height * 0.74, height * 1.04, height * 0.26, paint=pen))
        width = height * (1.08 if strokes > 3 else 0.3 + 0.24 * (strokes - 1) + 0.06)
        groups.append(cv.Canvas(shapes=shapes, width=width, height=height))
    row = ft.Row(controls=groups, wrap=True, spacing=height * 0.28, run_spacing=height * 0.2, tight=True)
    return drawing(row, label=label)


def standing(
    mark: ft.Control,
    name: str,
    detail: str | None,
    points: ft.Control,
    *,
    scale: float,
    badge: ft.Control | None = None,
) -> ft.Control:
    """A line of a ranking: place or icon, player, details of the points, and the points.

    :param scale: the text scale.
    :param badge: the player's mark.
    """
    called: ft.Control = words(name, ft.TextThemeStyle.TITLE_LARGE)
    if badge:
        called = beside(badge, ft.Container(called, expand=True, expand_loose=True), tight=True)
    under_it = ft.Padding.only(left=_place_width(scale) + theme.Space.s)
    more = [ft.Container(soft(detail, ft.TextThemeStyle.BODY_MEDIUM), padding=under_it)] if detail else []
    return lines(ranked(at_place(mark, scale), called, points), *more)


def _place_width(scale: float) -> float:
    return _PLACE * max(1.0, 0.6 * scale)


def at_place(mark: ft.Control, scale: float) -> ft.Control:
    """The place or icon at the beginning of a line of a ranking, equally wide in every line.

    :param scale: the text scale.
    """
    return ft.Container(mark, width=_place_width(scale), alignment=ft.Alignment.CENTER_LEFT)


def ranked(place: ft.Control, who: ft.Control, points: ft.Control, *, below: bool | None = None) -> ft.Control:
    """The first row of a line of a ranking: the points stand at its end, or below the name if they do not fit.

    :param below: whether the points stand below, if it is known; otherwise the client decides.
    """
    if below:
        return lines(beside(place, wide(who)), ft.Row([points], alignment=ft.MainAxisAlignment.END))
    if below is not None:
        return beside(place, wide(who), points)
    named = beside(place, ft.Container(who, expand=True, expand_loose=True), tight=True)
    return beside(wide(apart(named, points)))


def value_fact(*, value: str, caption: str, label: str) -> ft.Control:
    """A small number with a caption, such as the cards left in a pile."""
    texts = lines(words(value, ft.TextThemeStyle.HEADLINE_SMALL, lines=1), soft(caption, ft.TextThemeStyle.LABEL_SMALL))
    return ft.Semantics(content=texts, label=label, exclude_semantics=True, container=True)


def tile_head(
    *, name: str, badge: ft.Control | None = None, score: ft.Control | None = None, large: bool = False
) -> ft.Control:
    """The first row of a player's place: mark, name, and the score at its end."""
    called: ft.Control = words(name, ft.TextThemeStyle.HEADLINE_MEDIUM if large else ft.TextThemeStyle.TITLE_MEDIUM)
    if badge:
        called = beside(badge, ft.Container(called, expand=True, expand_loose=True), tight=True)
    return apart(called, score) if score else called


def player_tile(
    *,
    name: str,
    badge: ft.Control | None = None,
    head: ft.Control | None = None,
    facts: Sequence[ft.Control] = (),
    chips: Sequence[ft.Control] = (),
    score: ft.Control | None = None,
    aside: ft.Control | None = None,
    winning: bool = False,
    won: bool = False,
    winning_text: str | None = None,
    large: bool = False,
    level: bool = False,
    expand: bool | int | None = None,
    identifier: str,
) -> ft.Control:
    """A player's place: name, facts and chips; a thick edge for the leader, a trophy for the winner.

    :param badge: the player's mark.
    :param head: the first row, if it exists already.
    :param aside: a button before the score, with ``level`` only.
    :param winning_text: shown for the leader; its line is reserved for all players, so that nothing moves.
    :param level: whether the place is as wide as the table, and the winning text stands beside the name.
    """
    if level:
        called = tile_head(name=name, badge=badge, large=large)
        ends = [words(winning_text, ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.PRIMARY)] if winning_text else []
        rows = [apart(called, *(ends if winning else []), *([score] if score else []))]
        if aside:
            rows = [beside(wide(lines(called, *(ends if winning else []))), aside, *([score] if score else []))]
    else:
        rows = [head or tile_head(name=name, badge=badge, score=score, large=large)]
        crown: list[ft.Control] = []
        if won:
            crown.append(ft.Icon(ft.Icons.EMOJI_EVENTS, size=18.0, color=ft.Colors.PRIMARY))
        if winning_text is not None:
            said = winning_text if winning else NOTHING
            crown.append(words(said, ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.PRIMARY, lines=1))
        if crown:
            rows = [lines(*rows, beside(*crown, spacing=theme.Space.xs, tight=True))]
    if facts:
        rows.append(flowing(facts, spacing=theme.Space.xl))
    if chips:
        rows.append(flowing(chips))
    below_each_other = column if level else lines  # stretched, so that the points stand at the table's edge
    tile = framed(
        below_each_other(*rows, spacing=theme.Space.m if large else theme.Space.xs),
        bold=winning,
        padding=theme.Space.l if large else ft.Padding.symmetric(horizontal=theme.Space.m, vertical=theme.Space.s),
    )
    return ft.Semantics(content=tile, container=True, identifier=identifier, expand=expand)

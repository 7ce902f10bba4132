"""The chart of a game's course: a line for each player in their colour, with their mark at its end."""

from collections.abc import Sequence
from typing import Final

import flet as ft
import flet.canvas as cv

from companion.stats.score_chart import chart
from companion.tables.avatars import Avatar
from companion.ui.design import theme
from companion.ui.design.base import drawing
from companion.ui.design.player_badge import GROUND, SIZE, badge

#: Height of the chart as a share of its width, and its least and greatest height in pixels.
_SHARE: Final = 0.55
_HEIGHTS: Final = (200.0, 360.0)


def course_chart(course: Sequence[Sequence[int]], marks: Sequence[Avatar], width: float, label: str) -> ft.Control:
    """Return the chart of a course; screen readers have the same numbers in a table.

    :param course: everybody's totals after each round.
    :param width: width in pixels.
    :param label: description for screen readers.
    """
    height = min(max(width * _SHARE, _HEIGHTS[0]), _HEIGHTS[1])
    drawn = chart(course, width, height)
    shapes: list[cv.Shape] = []
    for level in drawn.levels:
        edge = ft.Paint(color=ft.Colors.OUTLINE_VARIANT, stroke_width=1.0)
        shapes.append(cv.Line(drawn.left, level.at, drawn.right, level.at, paint=edge))
        shapes.append(_number(drawn.left - 8.0, level.at, level.text, ft.Alignment.CENTER_RIGHT))
    for round in drawn.rounds:
        shapes.append(_number(round.at, height - 12.0, round.text, ft.Alignment.CENTER))
    for mark, line in zip(marks, drawn.lines, strict=True):
        # a dark line below it gives every colour enough contrast in both themes
        for ink, wide in ((ft.Colors.ON_SURFACE_VARIANT, 5.0), (GROUND[mark.colour][0], 3.0)):
            path: list[cv.Path.PathElement] = [cv.Path.MoveTo(*line[0]), *(cv.Path.LineTo(*at) for at in line[1:])]
            shapes.append(cv.Path(path, paint=_stroke(ink, wide)))
    ends = [
        ft.Container(badge(mark, size=SIZE), left=drawn.right + 8.0, top=end - SIZE / 2)
        for mark, end in zip(marks, drawn.ends, strict=True)
    ]
    picture = ft.Stack([cv.Canvas(shapes=shapes, width=width, height=height), *ends], width=width, height=height)
    return drawing(picture, label=label, identifier="course")


def _stroke(ink: ft.ColorValue, width: float) -> ft.Paint:
    return ft.Paint(
        color=ink,
        stroke_width=width,
        style=ft.PaintingStyle.STROKE,
        stroke_join=ft.StrokeJoin.ROUND,
        stroke_cap=ft.StrokeCap.ROUND,
    )


def _number(x: float, y: float, text: str, align: ft.Alignment) -> cv.Shape:
    style = ft.TextStyle(font_family=theme.SANS, size=13.0, color=ft.Colors.ON_SURFACE_VARIANT)
    return cv.Text(x, y, text, alignment=align, style=style)

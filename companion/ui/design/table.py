"""Tables: a title and a cell for each player or column, in one row; wide tables scroll sideways."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

import flet as ft

from companion.tables.avatars import Avatar
from companion.ui.design.base import words
from companion.ui.design.layout import beside, column, lines, wide
from companion.ui.design.player_badge import badge, marked
from companion.ui.design.surfaces import paper
from companion.ui.design.text_fit import width_of
from companion.ui.design.theme import Space

_RIGHT: Final = ft.Alignment.CENTER_RIGHT

#: Padding of a number or a name in a cell.
CELL: Final = ft.Padding.symmetric(horizontal=8.0, vertical=6.0)

#: Pixels between two columns of texts, and whether a heading stays in one line, in order of preference.
_BETWEEN: Final = ((10.0, True), (10.0, False), (4.0, False))

#: Size of the marks in a table of texts.
_BADGE: Final = 18.0


def row(
    title: ft.Control | None,
    cells: Sequence[ft.Control],
    *,
    title_width: float | None = None,
    widths: float | Sequence[float] | None = None,
    bottom: bool = False,
    padding: ft.PaddingValue | None = None,
) -> ft.Control:
    """Return a row of a table: a title, and cells whose contents are aligned to the right.

    :param title_width: width of the title in pixels; without it the title takes what the cells leave.
    :param widths: width of each cell in pixels; without it all have an equal share.
    :param bottom: whether the cells are aligned at their lower edge, as headings are.
    :param padding: of the title and each cell.
    """
    each = widths if isinstance(widths, Sequence) else [widths] * len(cells)
    placed = [
        ft.Container(cell, width=width, expand=width is None or None, alignment=_RIGHT, padding=padding)
        for cell, width in zip(cells, each, strict=True)
    ]
    first: list[ft.Control] = []
    if title is not None:
        first = [wide(title) if title_width is None else ft.Container(title, width=title_width, padding=padding)]
    return beside(*first, *placed, spacing=0.0, foot=bottom, tight=title_width is not None and widths is not None)


def head(name: str, mark: Avatar, *, upright: bool) -> ft.Control:
    """Return a player's mark and name above a column of numbers.

    :param upright: whether the name is turned by a quarter, because it is wider than the column.
    """
    sign, end = badge(mark, size=20.0), ft.CrossAxisAlignment.END
    text = words(name, ft.TextThemeStyle.TITLE_SMALL, align=ft.TextAlign.LEFT if upright else ft.TextAlign.RIGHT)
    if not upright:
        return ft.Container(ft.Column([sign, text], spacing=2.0, tight=True, horizontal_alignment=end), padding=CELL)
    turned = ft.RotatedBox(content=ft.Container(text, padding=CELL), quarter_turns=3)
    return ft.Column([turned, sign], spacing=2.0, tight=True, horizontal_alignment=end)


def ruled(
    rows: Sequence[ft.Control], *, width: float | None = None, spacing: float = 0.0, identifier: str | None = None
) -> ft.Control:
    """Return rows on paper.

    :param width: width of the rows in pixels if they are wider than the paper; they then scroll sideways.
    """
    table = lines(*rows, spacing=spacing)
    shown = ft.Row([ft.Container(table, width=width)], scroll=ft.ScrollMode.AUTO) if width else table
    return paper(shown, padding=Space.m, identifier=identifier)


def text_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    room: float,
    scale: float,
    stacks: bool,
    identifier: str,
    of_rows: Sequence[Avatar] = (),
    of_heads: Sequence[Avatar | None] = (),
) -> ft.Control:
    """Return a table of texts on paper; for screen readers each cell names its row and column.

    :param room: width within the paper in pixels; a wider table scrolls sideways.
    :param scale: factor of the type size.
    :param stacks: whether a table that is too wide becomes a list, with a line for each cell, instead.
    :param of_rows: marks of the players in the rows.
    :param of_heads: marks of the players in the columns.
    """
    style = ft.TextThemeStyle
    first, others = _widths(heads, rows, room, scale, marked=bool(of_rows))
    total = first + sum(others)
    if stacks and total > room:
        columns = [
            lines(
                words(name, style.TITLE_SMALL),
                *(words(f"{head}: {cell}", style.BODY_MEDIUM) for head, cell in zip(heads[1:], cells, strict=True)),
            )
            for name, *cells in rows
        ]
        return paper(column(*columns), padding=Space.m, identifier=identifier)

    def line(cells: Sequence[ft.Control]) -> ft.Control:
        return row(cells[0], cells[1:], title_width=first, widths=others, padding=ft.Padding.symmetric(vertical=3.0))

    def cell(text: str, size: ft.TextThemeStyle, label: str) -> ft.Control:
        return words(text, size, align=ft.TextAlign.RIGHT, label=label)

    corner, *tops = heads
    drawn = [
        line([words(corner, style.LABEL_SMALL, label=corner), *(cell(top, style.LABEL_SMALL, top) for top in tops)])
    ]
    if any(of_heads):
        drawn.insert(0, line([badge(mark, size=_BADGE) if mark else ft.Container() for mark in of_heads]))
    for (name, *texts), mark in zip_longest(rows, of_rows):
        named = words(name, style.TITLE_SMALL, label=None if mark else name)
        cells = [
            cell(text, style.BODY_MEDIUM, f"{name}, {head}: {text}") for head, text in zip(tops, texts, strict=True)
        ]
        drawn.append(line([marked(mark, named, size=_BADGE) if mark else named, *cells]))
    return ruled(drawn, width=total if total > room else None, identifier=identifier)


def _widths(
    heads: Sequence[str], rows: Sequence[Sequence[str]], room: float, scale: float, *, marked: bool
) -> tuple[float, list[float]]:
    """Return the width of the first column and those of the others, in pixels."""
    style, (names, *columns) = ft.TextThemeStyle, [*zip(heads, *rows, strict=True)]
    named = max(width_of(name, style.TITLE_SMALL, scale) for name in names)
    named += _BADGE + 14.0 if marked else 0.0  # the gap after the mark, and a margin

    def others(between: float, *, whole: bool) -> list[float]:
        return [
            between
            + max(
                [
                    width_of(top, style.LABEL_SMALL, scale, whole=whole),
                    *(width_of(cell, style.BODY_MEDIUM, scale) for cell in cells),
                ]
            )
            for top, *cells in columns
        ]

    possible = [others(between, whole=whole) for between, whole in _BETWEEN]
    # if none fits, the columns need not be narrow
    found = next((each for each in possible if named + sum(each) <= room), possible[1])
    return max(room - sum(found), named), found

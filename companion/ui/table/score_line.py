"""The score line: everybody's score in a thin line above the board, in every size and position."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

import flet as ft

from companion.kernel.text import Player, messages
from companion.tables.avatars import Avatar
from companion.ui.app.context import PageContext
from companion.ui.design import player_badge
from companion.ui.design.base import words
from companion.ui.design.layout import beside, lines
from companion.ui.design.text_fit import ems
from companion.ui.design.theme import TYPE
from companion.ui.kit.game_screen import Count
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import memo_component

T, N = messages("companion")

SCORE_LINE: Final = "score-line"

_STYLE: Final = ft.TextThemeStyle.LABEL_MEDIUM
_SIZE, _LETTER_GAP = TYPE[_STYLE.name.lower()][1], TYPE[_STYLE.name.lower()][3]

#: The fewest letters of a shortened name; with fewer, the players' badges stand for the names.
_FEWEST: Final = 3

#: Type sizes that are tried, as shares of the page's; smaller than normal only if not even badges in two rows fit.
_SHARES: Final = (1.0, 0.85, 0.7)

#: The most rows of the line, on an upright page.
_MOST_ROWS: Final = 2

#: The gaps beside a value and between two counts, and the size of badge and icon, as shares of the type size.
_GAP: Final = 0.28
_APART: Final = 0.75
_BADGE: Final = 1.25


def score_line(play: AnyPlay) -> ft.Control | None:
    """Return the score line of a table, if its game has points."""
    counts = play.screen.counts(play) if play.screen.counts else totals(play)
    if not counts:
        return None
    label = "; ".join(play.say(count.label) for count in counts)
    shown = tuple((count.seat, count.value, count.icon, count.seat in play.view.asked) for count in counts)
    room = play.context.size[0] - 2 * play.layout.margin if play.layout.low else play.layout.room
    return ScoreLine(play.context, room, play.layout.margin, play.names, play.marks, shown, label, key="scores")


def totals(play: AnyPlay) -> tuple[Count, ...]:
    """Return the total of each player who has not left."""
    sheet, gone, number = play.session.sheet, play.session.record.gone, play.context.renderer().number
    if not sheet.columns:
        return ()
    return tuple(
        Count(number(total), T("{player}, total: {points}", player=Player(seat), points=total), seat)
        for seat, total in enumerate(sheet.totals)
        if seat not in gone
    )


@memo_component
def ScoreLine(
    context: PageContext,
    room: float,
    margin: float,
    names: tuple[str, ...],
    marks: tuple[Avatar, ...],
    counts: tuple[tuple[int | None, str, ft.IconData | None, bool], ...],
    label: str,
) -> ft.Control:
    """The counts as large as fits, in one row or else in two; none is out of sight."""
    size, called, rows = _fitting(context.scale, room, names, counts, 1 if context.low else _MOST_ROWS)
    cells = [_cell(context, size, called, marks, *count) for count in counts]
    each = -(-len(cells) // rows)
    lined = [cells[at : at + each] for at in range(0, len(cells), each)]
    if rows > 1:
        lined = [[_centred(cell) for cell in (*row, *[ft.Row()] * (each - len(row)))] for row in lined]
    drawn = [ft.Row(row, spacing=_APART * size, alignment=ft.MainAxisAlignment.SPACE_EVENLY) for row in lined]
    return ft.Container(
        ft.Semantics(content=lines(*drawn), label=label, exclude_semantics=True, container=True, identifier=SCORE_LINE),
        padding=ft.Padding.symmetric(horizontal=margin, vertical=3.0),
        border=ft.Border(bottom=ft.BorderSide(1.0, ft.Colors.OUTLINE_VARIANT)),
    )


def _fitting(
    scale: float,
    room: float,
    names: tuple[str, ...],
    counts: tuple[tuple[int | None, str, ft.IconData | None, bool], ...],
    most: int,
) -> tuple[float, tuple[str, ...] | None, int]:
    """Return the largest type size at which the line fits, the names, whole or shortened or ``None`` for badges, and the rows."""
    sizes = [_SIZE * max(1.0, scale * share) for share in _SHARES]
    for rows in range(1, most + 1):
        for shown in (tuple(_shortened(names)), (None,)):
            for size, called in product(sizes, shown):
                if _width(size, called, counts, rows) <= room:
                    return size, called, rows
    return sizes[-1] * room / _width(sizes[-1], None, counts, most), None, most


def _shortened(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the names whole, then ever shorter while they stay different.

    >>> list(_shortened(("Mareike", "Max")))
    [('Mareike', 'Max'), ('Mareik.', 'Max'), ('Marei.', 'Max'), ('Mare.', 'Max'), ('Mar.', 'Max')]
    """
    yield names
    for letters in range(max(map(len, names)) - 1, _FEWEST - 1, -1):
        short = tuple(name if len(name) <= letters else f"{name[:letters].rstrip(' -')}." for name in names)
        if len(set(short)) < len(set(names)):
            return
        yield short


def _width(
    size: float,
    called: tuple[str, ...] | None,
    counts: Iterable[tuple[int | None, str, object, bool]],
    rows: int,
) -> float:
    cells = []
    for seat, value, icon, current in counts:
        parts = [_text(value, size)]
        if seat is not None:
            parts.append(_text(called[seat], size) if called else _BADGE * size)
        parts += [_BADGE * size] * (bool(icon) + current)
        cells.append(sum(parts) + (len(parts) - 1) * _GAP * size)
    if rows > 1:  # cells of the same width
        cells = [max(cells)] * -(-len(cells) // rows)
    return sum(cells) + (len(cells) - 1) * _APART * size


def _text(text: str, size: float) -> float:
    return ems(text) * size + len(text) * _LETTER_GAP


def _cell(
    context: PageContext,
    size: float,
    called: tuple[str, ...] | None,
    marks: tuple[Avatar, ...],
    seat: int | None,
    value: str,
    icon: ft.IconData | None,
    current: bool,
) -> ft.Control:
    def text(written: str, color: ft.ColorValue) -> ft.Control:
        drawn = words(written, _STYLE, color=color)
        drawn.no_wrap, drawn.style = True, ft.TextStyle(size=size / context.device)
        return drawn

    parts: list[ft.Control] = []
    if current:
        parts.append(_icon(ft.Icons.ARROW_RIGHT, size, ft.Colors.PRIMARY))
    if seat is not None:
        if called:
            parts.append(text(called[seat], ft.Colors.ON_SURFACE if current else ft.Colors.ON_SURFACE_VARIANT))
        else:
            parts.append(player_badge.badge(marks[seat], size=_BADGE * size))
    if icon:
        parts.append(_icon(icon, size, ft.Colors.ON_SURFACE_VARIANT))
    parts.append(text(value, ft.Colors.PRIMARY))
    return beside(*parts, spacing=_GAP * size, tight=True)


def _centred(cell: ft.Control) -> ft.Control:
    return ft.Container(cell, expand=True, alignment=ft.Alignment.CENTER)


def _icon(icon: ft.IconData, size: float, color: ft.ColorValue) -> ft.Control:
    return ft.Icon(icon, size=_BADGE * size, color=color, apply_text_scaling=False)

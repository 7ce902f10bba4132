"""Blocks of a big board: each knows its height at any text size, so that the largest size that fits is found.

The text size follows from the space and the content, not from a setting: the board is read from a distance.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from math import ceil, inf
from typing import Final, Protocol

import flet as ft
from attrs import field, frozen

from companion.kernel.explain import Explanation
from companion.kernel.text import Text
from companion.ui.app.context import PageContext
from companion.ui.design import theme
from companion.ui.design.base import drawing, heading, words
from companion.ui.design.layout import beside
from companion.ui.design.text_fit import ems, lines_of
from companion.ui.kit.table_context import AnyPlay

#: How high a line of type is, and how far things are from each other, as shares of the size.
_LINE: Final = 1.2
_GAP: Final = 0.35

#: By so much two widths may differ that are the same.
_EXACT: Final = 1e-6

#: The smallest type that is tried, in pixels, and into how many sizes the way up from there is cut.
_LEAST: Final = 8.0
_STEPS: Final = 96

#: Heights of a number and of its caption, as shares of the block's height.
_NUMBER: Final = 0.78
_WORD: Final = 0.58


class Block(Protocol):
    """Something on a board that may be drawn in any size."""

    def high(self, size: float, wide: float) -> float:
        """Return how high it is, in pixels; infinite if it is cut or broken.

        :param size: of its type, in pixels.
        :param wide: how wide the room for it is, in pixels.
        """

    def draw(self, size: float, wide: float) -> ft.Control:
        """Draw it; see :meth:`high`."""


def largest(block: Block, wide: float, high: float, most: float) -> float:
    """Return the largest size in which a block has room, or the smallest if it has none in any.

    :param most: the largest that is tried.
    """

    def size_at(step: int) -> float:
        return float(_LEAST * (most / _LEAST) ** (step / _STEPS))

    # the larger the type, the higher the block: so the first step is sought on which it has no room any more
    too_large = bisect_left(range(_STEPS + 1), True, key=lambda step: block.high(size_at(step), wide) > high)
    return size_at(max(0, too_large - 1))


@frozen
class Piece:
    """Something that is drawn in one size as well as in any other.

    :param wide: how wide it is, in sizes of the type beside it.
    :param draw: draws it for a size of type in pixels.
    :param tall: how high it is, in sizes of the type beside it.
    """

    wide: float
    draw: Callable[[float], ft.Control]
    tall: float = 1.0


@frozen
class Shown:
    """What a game shows on a big board besides names, points and messages.

    :param before: pieces in front of each player.
    :param middle: pieces in the middle of the table.
    :param on: highlighted players; the player who is asked is highlighted anyway.
    :param after: pieces that stay visible when the game is over.
    :param asks: the next step, where the board words it differently from the game.
    :param settled: what else decided a finished game, most important first.
    """

    before: Mapping[int, Sequence[Piece]] = field(factory=dict)
    middle: Sequence[Piece] = ()
    on: frozenset[int] = frozenset()
    after: Mapping[int, Sequence[Piece]] = field(factory=dict)
    asks: Text | None = None
    settled: Sequence[Explanation] = ()


@frozen
class Said:
    """A text that wraps.

    :param share: its share of the block's size.
    :param heading: the identifier of a text that is a heading.
    """

    context: PageContext
    text: str
    style: ft.TextThemeStyle
    share: float = 1.0
    colour: ft.ColorValue = ft.Colors.ON_SURFACE
    heading: str | None = None

    def high(self, size: float, wide: float) -> float:
        lines = lines_of(self.text, size * self.share, wide)
        return inf if lines is None else lines * ceil(size * self.share * _LINE)

    def draw(self, size: float, wide: float) -> ft.Control:
        text = set_in(self.context, self.text, self.style, size * self.share, colour=self.colour)
        drawn = ft.Container(text, width=wide)
        return heading(drawn, identifier=self.heading) if self.heading else drawn


@frozen
class Pieces:
    """Things beside each other, and below each other where the line ends; one that is too wide for a line is smaller.

    :param share: of the block's size.
    """

    pieces: Sequence[Piece]
    share: float = 1.0

    def high(self, size: float, wide: float) -> float:
        unit, rows = self._rows(size, wide)
        return unit * (sum(max(each.tall for each in row) for row in rows) + _GAP * max(0, len(rows) - 1))

    def draw(self, size: float, wide: float) -> ft.Control:
        unit, rows = self._rows(size, wide)
        drawn = [beside(*(each.draw(unit) for each in row), spacing=_GAP * unit, tight=True) for row in rows]
        return ft.Column(drawn, spacing=_GAP * unit, tight=True)

    @property
    def wide(self) -> float:
        """How wide they are in one row, in sizes of the block."""
        return self.share * (sum(each.wide for each in self.pieces) + _GAP * max(0, len(self.pieces) - 1))

    def _rows(self, size: float, wide: float) -> tuple[float, list[list[Piece]]]:
        unit = min(size * self.share, wide / max((each.wide for each in self.pieces), default=1.0))
        rows: list[list[Piece]] = []
        taken = inf
        for piece in self.pieces:
            if taken + piece.wide > wide / unit + _EXACT:
                rows.append([])
                taken = 0.0
            rows[-1].append(piece)
            taken += piece.wide + _GAP
        return unit, rows


@frozen
class Below:
    """Blocks below each other."""

    blocks: Sequence[Block]
    gap: float = _GAP

    def high(self, size: float, wide: float) -> float:
        gaps = self.gap * size * max(0, len(self.blocks) - 1)
        return sum(block.high(size, wide) for block in self.blocks) + gaps

    def draw(self, size: float, wide: float) -> ft.Control:
        drawn = [block.draw(size, wide) for block in self.blocks]
        return ft.Column(drawn, spacing=self.gap * size, tight=True)


@frozen
class Paper:
    """A block on paper.

    :param edge: how far it is from the edge of the paper, as a share of the size.
    """

    inside: Block
    edge: float
    ground: ft.ColorValue = theme.SHEET

    def high(self, size: float, wide: float) -> float:
        return self.inside.high(size, wide - 2 * self.edge * size) + 2 * self.edge * size

    def draw(self, size: float, wide: float) -> ft.Control:
        inside = self.inside.draw(size, wide - 2 * self.edge * size)
        radius = ft.BorderRadius.all(theme.Radii.paper)
        return ft.Container(inside, width=wide, padding=self.edge * size, bgcolor=self.ground, border_radius=radius)


@frozen
class Grid:
    """Blocks of the same size in rows."""

    blocks: Sequence[Block]
    across: int
    gap: float = 0.2

    def high(self, size: float, wide: float) -> float:
        rows = -(-len(self.blocks) // self.across)
        return rows * self._row(size, wide) + self.gap * size * (rows - 1)

    def draw(self, size: float, wide: float) -> ft.Control:
        cell, row = self._cell(size, wide), self._row(size, wide)
        drawn: list[ft.Control] = [
            ft.Container(block.draw(size, cell), width=cell, height=row) for block in self.blocks
        ]
        rows = [drawn[at : at + self.across] for at in range(0, len(drawn), self.across)]
        gap = self.gap * size
        return ft.Column([beside(*each, spacing=gap, tight=True) for each in rows], spacing=gap, tight=True)

    def _row(self, size: float, wide: float) -> float:
        cell = self._cell(size, wide)
        return max(block.high(size, cell) for block in self.blocks)

    def _cell(self, size: float, wide: float) -> float:
        return (wide - self.gap * size * (self.across - 1)) / self.across


def set_in(
    context: PageContext,
    text: str,
    style: ft.TextThemeStyle,
    size: float,
    *,
    colour: ft.ColorValue = ft.Colors.ON_SURFACE,
    align: ft.TextAlign = ft.TextAlign.START,
) -> ft.Text:
    """Return a text of a fixed size that ignores the user's text scale."""
    line = words(text, style, color=colour, align=align)
    line.style = ft.TextStyle(size=size / context.device, height=_LINE, letter_spacing=0.0)
    return line


# What games draw


def number(play: AnyPlay, value: str, caption: str = "", *, label: Text | None = None) -> Piece:
    """Return a number with its word beside it, such as the cards left in a pile.

    :param label: the text for screen readers.
    """
    style, plain = ft.TextThemeStyle.TITLE_LARGE, ft.TextThemeStyle.BODY_LARGE
    wide = ems(value) * _NUMBER + (_GAP / 2 + ems(caption) * _WORD if caption else 0.0)

    def draw(size: float) -> ft.Control:
        figures = set_in(play.context, value, style, size * _NUMBER)
        soft = set_in(play.context, caption, plain, size * _WORD, colour=ft.Colors.ON_SURFACE_VARIANT)
        both = beside(figures, soft, spacing=_GAP / 2 * size, tight=True) if caption else figures
        return drawing(both, label=play.say(label)) if label else both

    return Piece(wide, draw)


def line(
    play: AnyPlay, text: Text | str, *, colour: ft.ColorValue = ft.Colors.ON_SURFACE, size: float = _NUMBER
) -> Piece:
    """Return a few words in one line.

    :param size: of the type, as a share of the height.
    """
    said = text if isinstance(text, str) else play.say(text)
    return Piece(
        ems(said) * size,
        lambda high: set_in(play.context, said, ft.TextThemeStyle.TITLE_LARGE, high * size, colour=colour),
    )


def sign(icon: ft.IconData, label: str | None = None, *, colour: ft.ColorValue = ft.Colors.PRIMARY) -> Piece:
    """Return a sign."""
    return Piece(1.0, lambda size: drawing(_icon(icon, size, colour), label=label))


def mark(play: AnyPlay, seat: int) -> Piece:
    """Return a player's mark."""
    return Piece(1.0, lambda size: play.badge(seat, size=size))


def counted(play: AnyPlay, icon: ft.IconData, value: str, label: Text) -> Piece:
    """Return a sign with a number behind it."""

    def draw(size: float) -> ft.Control:
        figures = set_in(play.context, value, ft.TextThemeStyle.TITLE_LARGE, size * _NUMBER)
        shown = beside(_icon(icon, size * 0.8, ft.Colors.ON_SURFACE_VARIANT), figures, spacing=0.1 * size, tight=True)
        return drawing(shown, label=play.say(label))

    return Piece(0.9 + ems(value) * _NUMBER, draw)


def _icon(icon: ft.IconData, size: float, colour: ft.ColorValue) -> ft.Icon:
    return ft.Icon(icon, size=size, color=colour, apply_text_scaling=False)


def together(*pieces: Piece, label: str | None = None, gap: float = 0.1) -> Piece:
    """Return a group of pieces.

    :param label: the text for screen readers; ``None`` lets each piece speak for itself.
    :param gap: distance between pieces, in units of the text size.
    """

    def draw(size: float) -> ft.Control:
        row = beside(*(piece.draw(size) for piece in pieces), spacing=gap * size, tight=True)
        return drawing(row, label=label) if label else row

    wide = sum(piece.wide for piece in pieces) + gap * max(0, len(pieces) - 1)
    return Piece(wide, draw, max(piece.tall for piece in pieces))


def facts(play: AnyPlay, seat: int | None) -> list[Piece]:
    """Return the facts about a player or the table that the view has in every game."""
    show = play.context.renderer(play.names).show
    return [number(play, show(fact.value), play.say(fact.label)) for fact in play.view.facts if fact.seat == seat]


def rounds(play: AnyPlay, most: int) -> list[Piece]:
    """Return the latest rounds of the sheet, the players below their marks; nothing before there are points.

    :param most: number of rounds.
    """
    sheet, show = play.session.sheet, play.context.renderer().number
    first = max(1, sheet.rounds - most + 1)
    reported = [number for number in range(first, sheet.rounds + 1) if any(sheet.lines(round=number))]
    if not reported:
        return []
    seats = range(sheet.seats)
    heads = [f"{number}." for number in reported]
    cells = [
        [
            show(sheet.points(seat=seat, round=each)) if any(sheet.lines(seat=seat, round=each)) else "–"
            for seat in seats
        ]
        for each in reported
    ]
    head = max(map(ems, heads)) * _NUMBER + _GAP
    wide = max(1.2, max(ems(cell) for row in cells for cell in row) * _NUMBER + _GAP)

    def place(content: ft.Control, size: float, broad: float) -> ft.Control:
        return ft.Container(content, width=broad * size, height=_LINE * size, alignment=ft.Alignment.CENTER_RIGHT)

    def text(value: str, size: float, colour: ft.ColorValue = ft.Colors.ON_SURFACE) -> ft.Control:
        return set_in(play.context, value, ft.TextThemeStyle.TITLE_LARGE, size * _NUMBER, colour=colour)

    def draw(size: float) -> ft.Control:
        marks = [place(ft.Container(), size, head), *(place(play.badge(seat, size=size), size, wide) for seat in seats)]
        rows = [ft.Row(marks, spacing=0.0, tight=True)]
        for name, row in zip(heads, cells, strict=True):
            numbers = [place(text(cell, size), size, wide) for cell in row]
            soft = place(text(name, size, ft.Colors.ON_SURFACE_VARIANT), size, head)
            rows.append(ft.Row([soft, *numbers], spacing=0.0, tight=True))
        return ft.Column(list(rows), spacing=0.0, tight=True)

    return [Piece(head + wide * len(seats), draw, _LINE * (len(reported) + 1))]

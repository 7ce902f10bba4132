"""The rounds of the sheet: a block for each, or one table of all of them in games with few columns."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final, Literal, TypeAlias

import flet as ft
from attrs import frozen

from companion.kernel.game import Column, Meta
from companion.kernel.text import Listing, Player, Text, messages
from companion.scoring import ScoreSheet
from companion.tables.avatars import Avatar
from companion.ui import design
from companion.ui.app.context import PageContext
from companion.ui.design import theme
from companion.ui.design.base import drawing, pressable, soft, words
from companion.ui.design.layout import apart, beside, column, lines
from companion.ui.design.player_badge import marked
from companion.ui.design.table import CELL, head, row, ruled
from companion.ui.design.text_fit import reach, width_of
from companion.ui.kit.titles import round_called
from companion.ui.runtime.hooks import memo_component

T, N = messages("companion")

#: Up to this number of columns a game has one table of all its rounds.
FEW: Final = 2

_MOST_STROKES: Final = 10
#: Width of that many strokes, in pixels.
_STROKES: Final = 48.0

#: Least width of a row's title beside the numbers, and of a number in the table of rounds, in pixels.
_TITLE: Final = 110.0
_NARROWEST: Final = 28.0

#: Padding left and right of a number or a name, in pixels.
_PADDING: Final = 16.0

#: Where a player's number stands: beside the title of its row, below it, or in a line of its own after the name.
Laid: TypeAlias = Literal["beside", "below", "listed"]


@frozen
class RoundPoints:
    """The numbers of one round.

    :param cells: for each column the points of each seat.
    :param pairs: for each column the two numbers behind the points of each seat.
    :param sums: points of each seat in the round.
    :param totals: the total of each seat, shown below the latest of several rounds.
    :param summed: whether the sums are shown.
    :param reported: whether something was entered for each seat, even if it is 0.
    :param dealer: the seat that deals, where it is recorded.
    :param over: whether the round has been played.
    """

    round: int
    cells: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[tuple[int, int] | None, ...], ...]
    sums: tuple[int, ...]
    totals: tuple[int, ...] | None
    summed: bool
    reported: tuple[bool, ...]
    dealer: int | None
    over: bool

    @classmethod
    def of(
        cls, score: ScoreSheet, round: int, dealers: Sequence[int] = (), *, summed: bool = True, over: bool = False
    ) -> "RoundPoints":
        """Return the numbers of a round.

        :param summed: whether the totals are included; they may be shown elsewhere on the page.
        :param over: whether the round has been played.
        """
        seats = range(score.seats)
        cells = (
            tuple(score.points(seat=seat, round=round, column=column.id) for seat in seats) for column in score.columns
        )
        pairs = (
            tuple(_pair(score, seat, round, column) if column.pair else None for seat in seats)
            for column in score.columns
        )
        sums = tuple(score.points(seat=seat, round=round) for seat in seats)
        reported = tuple(any(score.lines(seat=seat, round=round)) for seat in seats)
        totals = score.totals if summed and round == score.rounds > 1 else None
        dealer = dealers[round - 1] if round <= len(dealers) else None
        shown = summed or score.rounds > 1
        return cls(round, tuple(cells), tuple(pairs), sums, totals, shown, reported, dealer, over)


def _pair(score: ScoreSheet, seat: int, round: int, column: Column) -> tuple[int, int] | None:
    """Return the latest two numbers of a cell, such as tricks bid and made."""
    pairs = [each.line.pair for each in score.lines(seat=seat, round=round, column=column.id) if each.line.pair]
    return pairs[-1] if pairs else None


@frozen
class SheetLook:
    """What all rounds of a sheet have in common, as a value that compares.

    :param latest: opens the score lines of a number.
    """

    context: PageContext
    meta: Meta
    names: tuple[str, ...]
    marks: tuple[Avatar, ...]
    latest: SimpleNamespace

    def say(self, text: Text) -> str:
        """Return a text with the players' names."""
        return self.context.say(text, self.names)

    def heads(self, *, upright: bool) -> list[ft.Control]:
        """Return the players' marks and names."""
        return [head(name, mark, upright=upright) for name, mark in zip(self.names, self.marks, strict=True)]

    @property
    def head_width(self) -> float:
        """The width of the longest name, in pixels."""
        scale = self.context.scale
        return max(width_of(name, ft.TextThemeStyle.TITLE_SMALL, scale) for name in self.names) + _PADDING


# ---------------------------------------------------------------- A block for each round


@frozen
class BlockLayout:
    """How the block of a round is laid out.

    :param numbered: whether it is called by its number; the only round of a game without rounds is not.
    :param place: width of a player's cell, in pixels.
    :param upright: whether the names are turned by a quarter.
    """

    numbered: bool
    laid: Laid
    place: float
    upright: bool

    @classmethod
    def of(cls, look: SheetLook, room: float, *, numbered: bool) -> "BlockLayout":
        """Return the layout for the width of the paper, in pixels."""
        scale, seats = look.context.scale, len(look.names)
        digits = width_of("00", ft.TextThemeStyle.HEADLINE_MEDIUM, scale) + _PADDING
        place = max(104.0, digits + _STROKES) if seats <= 2 else max(72.0, digits)
        laid: Laid = "beside" if room - seats * place >= _TITLE * scale else "below"
        if room / seats < max(theme.Space.target, digits):
            laid = "listed"
        upright = (place if laid == "beside" else room / seats) < look.head_width
        return cls(numbered, laid, place, upright)


@frozen(eq=False)
class _Block:
    """The block of one round; see :func:`RoundBlock`."""

    look: SheetLook
    layout: BlockLayout
    called: Text
    round: int

    def title(self, text: Text) -> ft.Control:
        """Return the title of a row of sums."""
        return words(self.look.say(text), ft.TextThemeStyle.TITLE_MEDIUM, lines=1)

    def row(self, title: ft.Control, cells: Sequence[ft.Control], *, heads: bool = False) -> ft.Control:
        """Return a row: its title, and a cell for each player beside it, below it, or in a line of its own.

        :param heads: whether it is the row of the players' names.
        """
        title = ft.Semantics(content=title, container=True)  # each row is read by itself
        match self.layout.laid:
            case "listed":
                named = [
                    marked(mark, words(name, ft.TextThemeStyle.TITLE_SMALL))
                    for name, mark in zip(self.look.names, self.look.marks, strict=True)
                ]
                return column(title, *map(apart, named, cells), spacing=0.0)
            case "below":
                return lines(title, row(None, cells, bottom=heads))
            case "beside":
                return row(title, cells, widths=self.layout.place, bottom=heads)

    def number(self, points: int, what: Text, id: str, *, strong: bool = False, **part: Any) -> ft.Control:
        """Return a number that opens its score lines; 0 without score lines opens nothing."""
        label = self.look.say(T("{what}: {points}", what=what, points=points))
        if not points and not strong:
            return drawing(ft.Container(soft("–", ft.TextThemeStyle.BODY_LARGE), padding=CELL), label=label)
        return design.score_number(
            self.look.context.renderer().number(points),
            label,
            size="small",
            strong=strong,
            at_end=True,
            on_click=lambda _: self.look.latest.open(**part),
            identifier=id,
        )

    def cell(self, column: Column, seat: int, points: int, pair: tuple[int, int] | None) -> ft.Control:
        """Return a player's number in a column; few points are drawn as strokes too, as on paper.

        :param pair: two numbers to show before it.
        """
        round, player = self.round, Player(seat)
        what = T("{column}, {player}", column=column.title, player=player)
        if self.layout.numbered:
            what = T("{column}, {player}, {round}", column=column.title, player=player, round=self.called)
        value = self.number(points, what, f"cell-{round}-{column.id}-{seat}", seat=seat, round=round, column=column.id)
        if column.pair and pair:
            number = self.look.context.renderer().number
            shown = soft(f"{number(pair[0])}/{number(pair[1])}", ft.TextThemeStyle.BODY_LARGE)
            label = self.look.say(T("{what}: {first}, {second}", what=column.pair, first=pair[0], second=pair[1]))
            return beside(drawing(shown, label=label), value, spacing=4.0, tight=True)
        strokes = points // column.worth
        if not 0 < strokes <= _MOST_STROKES or len(self.look.names) > 2:
            return value
        label = self.look.say(N("{n} tally mark", "{n} tally marks", n=strokes))
        return beside(design.tally(count=strokes, label=label, height=18.0), value, spacing=0.0, tight=True)

    def sums(self, name: Text, sums: tuple[int, ...], id: str, **part: Any) -> ft.Control:
        """Return a row of sums."""
        cells = [
            self.number(
                points,
                T("{sum}, {player}", sum=name, player=Player(seat)),
                f"{id}-{seat}",
                strong=True,
                seat=seat,
                **part,
            )
            for seat, points in enumerate(sums)
        ]
        return self.row(self.title(name), cells)


@memo_component
def RoundBlock(look: SheetLook, layout: BlockLayout, shown: RoundPoints) -> ft.Control:
    """The block of one round, as on the paper sheet; the latest ends with the totals."""
    columns, called, round = look.meta.columns, round_called(look.meta, shown.round), shown.round
    block = _Block(look, layout, called, round)
    title, sums = (called, called) if layout.numbered else (T("Points"), T("Total"))
    rows: list[ft.Control] = []
    if layout.laid != "listed":
        rows.append(block.row(block.title(title), look.heads(upright=layout.upright), heads=True))
    elif len(columns) > FEW or any(column.pair for column in columns):
        rows.append(block.title(title))
    # a list of few columns has only the sums: a tap on one shows its parts
    for kind, points, pairs in zip(columns, shown.cells, shown.pairs, strict=True) if rows else ():
        worth = T("{column} ({worth})", column=kind.title, worth=kind.worth)
        named = words(look.say(worth), ft.TextThemeStyle.BODY_LARGE, lines=3)
        rows.append(
            block.row(named, [block.cell(kind, seat, points[seat], pairs[seat]) for seat in range(len(points))])
        )
    if shown.summed:
        rows += [ft.Divider(height=1.0, color=ft.Colors.OUTLINE)] if rows else []
        rows.append(block.sums(sums, shown.sums, f"round-{round}", round=round))
    if shown.totals:
        rows.append(block.sums(T("Total"), shown.totals, "all"))
    return ruled(rows, spacing=theme.Space.xs)


# ---------------------------------------------------------------- One table of all rounds


@frozen
class TableLayout:
    """How the table of all rounds is laid out.

    :param narrow: whether a whole round is tapped rather than a number, because there are many players.
    :param label: width of the rounds' names, in pixels.
    :param width: width of the table in pixels where it scrolls sideways.
    """

    narrow: bool
    label: float
    width: float | None

    @classmethod
    def of(cls, look: SheetLook, rounds: Sequence[RoundPoints], totals: Sequence[int], room: float) -> "TableLayout":
        """Return the layout for the width of the paper, in pixels."""
        style, context, seats = ft.TextThemeStyle, look.context, len(look.names)

        def widest(texts: Sequence[str], style: ft.TextThemeStyle) -> float:
            return max(width_of(text, style, context.scale) for text in texts)

        titles = [context.say(title) for title in (look.meta.round_name or T("Round"), T("Total"))]
        label, small = (widest(titles, style) + theme.Space.xs for style in (style.LABEL_LARGE, style.LABEL_SMALL))
        figures = [*map(context.renderer().number, (*totals, *(each for one in rounds for each in one.sums)))]
        spacious = max(look.head_width, theme.Space.target, widest(figures, style.HEADLINE_SMALL) + _PADDING)
        narrow = (room - label) / seats < spacious
        across = (room - (small if narrow else label)) / seats
        if across < max(_NARROWEST * context.scale, widest(figures, style.TITLE_MEDIUM) + 2.0):
            return cls(False, label, label + seats * spacious)
        return cls(narrow, small if narrow else label, None)


@memo_component
def TableLine(
    look: SheetLook,
    layout: TableLayout,
    title: str,
    name: Text,
    points: tuple[int, ...],
    id: str,
    round: int | None,
    reported: tuple[bool, ...],
    dealer: int | None,
    over: bool,
) -> ft.Control:
    """A round of the table of all rounds, or its totals.

    :param round: the round; ``None`` for the totals.
    :param over: whether the round has been played, so that a place without points opens the entry that decided it.
    """
    part: dict[str, Any] = {} if round is None else {"round": round}
    strong, latest = round is None, look.latest
    players: list[Any] = [
        T("{player} (dealt)", player=Player(seat)) if seat == dealer else Player(seat) for seat in range(len(points))
    ]
    figures = [
        _figure(look, layout, each if reported[seat] else None, strong=strong, deals=seat == dealer)
        for seat, each in enumerate(points)
    ]
    if layout.narrow:
        each = [T("{player} {points}", player=one, points=many) for one, many in zip(players, points, strict=True)]
        return pressable(
            _line(layout, title, figures),
            lambda _: latest.open(**part),
            id,
            label=look.say(T("{what}: {points}", what=name, points=Listing(tuple(each)))),
        )
    cells: list[ft.Control] = []
    for seat, (many, player) in enumerate(zip(points, players, strict=True)):
        what = T("{sum}, {player}", sum=name, player=player)
        if not (reported[seat] or over):
            nothing = look.say(T("{what}: nothing yet", what=what))
            cells.append(drawing(figures[seat], label=nothing, identifier=f"{id}-{seat}"))
            continue
        cells.append(
            pressable(
                figures[seat],
                lambda _, seat=seat: latest.open(seat=seat, **part),
                f"{id}-{seat}",
                label=look.say(T("{what}: {points}", what=what, points=many)),
                align=ft.Alignment.CENTER_RIGHT,
            )
        )
    return _line(layout, title, cells)


def _line(layout: TableLayout, title: str, cells: Sequence[ft.Control], *, heads: bool = False) -> ft.Control:
    small = layout.narrow and not title.isdecimal()
    style = ft.TextThemeStyle.LABEL_SMALL if small else ft.TextThemeStyle.LABEL_LARGE
    return row(words(title, style), cells, title_width=layout.label, bottom=heads)


def _figure(look: SheetLook, layout: TableLayout, points: int | None, *, strong: bool, deals: bool) -> ft.Control:
    """Return a number of the table; ``None`` stands for one that is not entered yet."""
    shown = "–" if points is None else look.context.renderer().number(points)
    style = ft.TextThemeStyle.HEADLINE_SMALL if strong else ft.TextThemeStyle.TITLE_LARGE
    if layout.narrow:
        style = ft.TextThemeStyle.TITLE_MEDIUM
    ink = ft.Colors.PRIMARY if strong else ft.Colors.ON_SURFACE if points else ft.Colors.ON_SURFACE_VARIANT
    number = words(shown, style, color=ink, lines=1)
    padding = ft.Padding.symmetric(horizontal=1.0 if layout.narrow else 8.0, vertical=reach(style))
    edge = ft.Border(bottom=ft.BorderSide(width=2.0, color=ft.Colors.PRIMARY)) if deals else None
    return ft.Container(ft.Container(number, border=edge), padding=padding)


@memo_component
def RoundsTable(
    look: SheetLook, layout: TableLayout, rounds: tuple[RoundPoints, ...], latest_first: bool
) -> ft.Control:
    """All rounds below each other with a cell for each player, and the totals.

    :param latest_first: whether totals and the latest round come first, as beside a table, where little of it is visible.
    """
    context, totals = look.context, rounds[-1].totals
    heads = look.heads(upright=layout.narrow)
    played: list[ft.Control] = [
        TableLine(
            look,
            layout,
            context.renderer().number(each.round),
            round_called(look.meta, each.round),
            each.sums,
            f"round-{each.round}",
            each.round,
            each.reported,
            each.dealer,
            each.over,
            key=str(each.round),
        )
        for each in rounds
    ]
    sums: list[ft.Control] = []
    if totals:
        total, all_ = T("Total"), (True,) * len(totals)
        line = TableLine(look, layout, context.say(total), total, totals, "all", None, all_, None, True, key="all")
        sums = [ft.Divider(height=1.0, color=ft.Colors.OUTLINE), line]
    drawn = [_line(layout, context.say(look.meta.round_name or T("Round")), heads, heads=True)]
    drawn += [*reversed(sums), *reversed(played)] if latest_first else [*played, *sums]
    if any(each.dealer is not None for each in rounds):
        drawn.append(soft(context.say(T("Whoever dealt a round is underlined.")), ft.TextThemeStyle.BODY_SMALL))
    return ruled(drawn, width=layout.width)

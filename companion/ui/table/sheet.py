"""The score sheet: every number opens the lines it is made of."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, Final, Literal, TypeAlias

import flet as ft
from attrs import evolve, frozen

from companion.kernel.game import Column, Meta
from companion.kernel.text import Listing, Player, Text, messages
from companion.scoring import Scored, ScoreSheet
from companion.tables.avatars import Avatar
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import use_above
from companion.ui.design import theme
from companion.ui.design.base import drawing, pressable, soft, words
from companion.ui.design.layout import apart, beside, column, flowing, lines, scrolling, wide
from companion.ui.design.player_badge import badge, marked
from companion.ui.design.text_fit import reach, width_of
from companion.ui.kit.final_ranking import outcome
from companion.ui.kit.table_context import AnyPlay
from companion.ui.kit.titles import round_called
from companion.ui.runtime.hooks import component, memo_component, use_latest, use_live, use_optional

T, N = messages("companion")

_CELL: Final = ft.Padding.symmetric(horizontal=8.0, vertical=6.0)
_MOST_STROKES: Final = 10
#: How wide so many are, in pixels.
_STROKES: Final = 48.0

#: So wide must the title of a row be able to be, beside the numbers.
_TITLE: Final = 110.0

#: A game with so few columns, or fewer, has one table of all its rounds.
_FEW: Final = 2

#: What a number or a name takes besides itself.
_BESIDE: Final = 16.0

#: What a line of the ranking takes besides a name and a total: a place, perhaps a shared one, a mark and what is between them.
_OF_RANK: Final = 130.0

#: What of that is there in any case.
_OF_ANY_RANK: Final = 102.0

#: How wide a player's number is in that table at the least.
_NARROWEST: Final = 28.0

#: Where a player's number stands: beside the title of its row, below it, or in a line of its own behind the name.
Laid: TypeAlias = Literal["beside", "below", "listed"]

#: Which part of a large screen the sheet has.
_SIDE: Final = 0.4


@component
def SheetPane(play: AnyPlay) -> ft.Control:
    """The totals, then a block per round: a row for each column, a place for each player.

    Nothing stands there that stands beside it, or above it: where the finish tells the totals, no row of them does.
    """
    context = use_page_context()
    use_live(play.session, context.signal)
    play = evolve(play)  # somebody may have come or gone since it was handed over
    opened, open_lines = use_optional(tuple)
    score = play.session.sheet
    content = None if opened is None else _lines(play, opened, lambda: open_lines(None))
    use_above(context, T("Where these points come from"), content, lambda: open_lines(None))
    latest = use_latest(open=lambda **part: open_lines(tuple(play.session.sheet.lines(**part))))
    numbered = score.rounds > 1 or play.view.heading is None
    room = _room(play)
    scale = context.scale
    heads = max(width_of(name, ft.TextThemeStyle.TITLE_SMALL, scale) for name in play.names) + _BESIDE
    digits = width_of("00", ft.TextThemeStyle.HEADLINE_MEDIUM, scale) + _BESIDE
    place = max(104.0, digits + _STROKES) if score.seats <= 2 else max(72.0, digits)
    laid: Laid = "beside" if room - score.seats * place >= _TITLE * scale else "below"
    if room / score.seats < max(theme.Space.target, digits):
        laid = "listed"
    finished = _finished(play)
    only_totals = _only_totals(play, score)
    # beside the table of a game that draws one, its places show everybody's points already, and so does any finish
    placed = not play.layout.alone and (play.session.is_over or bool(play.screen.board))
    blocks = [] if placed else [_ranking(play, score, latest if only_totals else None)]
    if play.meta.cooperative and placed and not play.session.is_over:  # but not what they are together
        blocks = [design.paper(content=_together(play, score), padding=theme.Space.m)]
    if only_totals:
        return column(*blocks, spacing=theme.Space.l)
    dealers = play.view.dealers
    rounds = tuple(RoundPoints.of(score, round, dealers, summed=not finished) for round in range(1, score.rounds + 1))
    upright = (place if laid == "beside" else room / score.seats) < heads
    titles = [context.say(title) for title in (play.meta.round_name or T("Round"), T("Total"))]
    label, small = (
        max(width_of(title, style, scale) for title in titles) + theme.Space.xs
        for style in (ft.TextThemeStyle.LABEL_LARGE, ft.TextThemeStyle.LABEL_SMALL)
    )
    figures = [
        context.renderer().number(each) for each in (*score.totals, *(each for one in rounds for each in one.sums))
    ]
    large, tight = (
        max(width_of(figure, style, scale) for figure in figures)
        for style in (ft.TextThemeStyle.HEADLINE_SMALL, ft.TextThemeStyle.TITLE_MEDIUM)
    )
    spacious = max(heads, theme.Space.target, large + _BESIDE)
    narrow = (room - label) / score.seats < spacious
    across = (room - (small if narrow else label)) / score.seats
    fits = across >= max(_NARROWEST * scale, tight + 2.0)
    if numbered and len(play.meta.columns) <= _FEW:
        table = RoundsTable(
            context,
            play.meta,
            play.names,
            play.marks,
            rounds,
            latest,
            narrow and fits,
            small if narrow and fits else label,
            None if fits else label + score.seats * spacious,
            not play.layout.alone,
            key="rounds",
        )
        return column(*blocks, table, spacing=theme.Space.l)
    blocks += [
        RoundBlock(
            context,
            play.meta,
            play.names,
            play.marks,
            each,
            latest,
            numbered,
            laid,
            place,
            upright,
            key=str(each.round),
        )
        for each in reversed(rounds)
    ]
    return column(*blocks, spacing=theme.Space.l)


def _finished(play: AnyPlay) -> bool:
    """Tell whether the finish of the game beside the sheet shows everybody's total; who plays together has only one there."""
    return play.session.is_over and not play.layout.alone and not play.meta.cooperative


def _only_totals(play: AnyPlay, score: ScoreSheet) -> bool:
    """Tell whether the numbers of the sheet are the totals, and nothing they are made of."""
    if play.view.heading is not None and score.rounds <= 1:  # its rounds are not counted
        return len(play.meta.columns) == 1
    return _finished(play) and score.rounds == 1 and len(play.meta.columns) <= _FEW


def tells_more(play: AnyPlay) -> bool:
    """Tell whether the sheet beside a table tells more than the table does: everybody's total stands there already."""
    placed = play.session.is_over or play.screen.board
    return not (placed and _only_totals(play, play.session.sheet))


def _room(play: AnyPlay) -> float:
    """Return how wide the paper of the sheet is within: on a tablet it lies beside the table."""
    width = play.context.size[0]
    if play.layout.alone:
        return width - 2 * theme.Space.l - 2 * theme.Space.m
    return width * _SIDE - 4 * theme.Space.m


def _head(name: str, mark: Avatar, *, upright: bool) -> ft.Control:
    """Return a player's mark and name above the numbers, upright where it is too long to lie."""
    sign, end = badge(mark, size=20.0), ft.CrossAxisAlignment.END
    text = words(name, ft.TextThemeStyle.TITLE_SMALL, align=ft.TextAlign.LEFT if upright else ft.TextAlign.RIGHT)
    if not upright:
        return ft.Container(ft.Column([sign, text], spacing=2.0, tight=True, horizontal_alignment=end), padding=_CELL)
    turned = ft.RotatedBox(content=ft.Container(text, padding=_CELL), quarter_turns=3)
    return ft.Column([turned, sign], spacing=2.0, tight=True, horizontal_alignment=end)


@frozen
class RoundPoints:
    """The numbers of one round as they stand on the sheet.

    :param cells: for each column the points of each seat.
    :param totals: everybody's total, below the latest of several rounds.
    :param summed: whether what each seat has in the round is told below its columns.
    :param told: whether something was written down for each seat, be it nothing.
    :param dealer: who deals, where that is written down.
    """

    round: int
    cells: tuple[tuple[int, ...], ...]
    sums: tuple[int, ...]
    totals: tuple[int, ...] | None
    summed: bool
    told: tuple[bool, ...]
    dealer: int | None

    @classmethod
    def of(cls, score: ScoreSheet, round: int, dealers: Sequence[int] = (), *, summed: bool = True) -> "RoundPoints":
        """Return the numbers of a round of a sheet.

        :param summed: whether the totals are told too, which may stand elsewhere on the page.
        """
        seats = range(score.seats)
        cells = (
            tuple(score.points(seat=seat, round=round, column=column.id) for seat in seats) for column in score.columns
        )
        sums = tuple(score.points(seat=seat, round=round) for seat in seats)
        told = tuple(any(score.lines(seat=seat, round=round)) for seat in seats)
        totals = score.totals if summed and round == score.rounds > 1 else None
        dealer = dealers[round - 1] if round <= len(dealers) else None
        return cls(round, tuple(cells), sums, totals, summed or score.rounds > 1, told, dealer)


@frozen(eq=False)
class _Block:
    """How the block of one round is drawn; see :func:`RoundBlock`."""

    context: PageContext
    names: tuple[str, ...]
    marks: tuple[Avatar, ...]
    called: Text
    round: int
    latest: SimpleNamespace
    numbered: bool
    laid: Laid
    place: float

    def say(self, text: Text) -> str:
        """Return a text with the players' names."""
        return self.context.say(text, self.names)

    def title(self, text: Text) -> ft.Control:
        """Return the title of a row of sums."""
        return words(self.say(text), ft.TextThemeStyle.TITLE_MEDIUM, lines=1)

    def row(self, title: ft.Control, cells: Iterable[ft.Control], *, heads: bool = False) -> ft.Control:
        """Return a row: its title, and a place for each player beside it or below it, or a line for each.

        :param heads: whether it is that of the players' names, which end at the same height.
        """
        right = ft.Alignment.CENTER_RIGHT
        title = ft.Semantics(content=title, container=True)  # each row is read by itself
        if self.laid == "listed":
            named = [
                marked(mark, words(name, ft.TextThemeStyle.TITLE_SMALL))
                for name, mark in zip(self.names, self.marks, strict=True)
            ]
            return column(title, *map(apart, named, cells), spacing=0.0)
        if self.laid == "below":
            spread = [ft.Container(cell, expand=True, alignment=right) for cell in cells]
            return lines(title, beside(*spread, spacing=0.0, foot=heads))
        placed = [ft.Container(cell, width=self.place, alignment=right) for cell in cells]
        return beside(wide(title), *placed, spacing=0.0, foot=heads)

    def number(self, points: int, what: Text, id: str, *, strong: bool = False, **part: Any) -> ft.Control:
        """Return a number that opens what it is made of; where nothing was scored there is nothing to open."""
        label = self.say(T("{what}: {points}", what=what, points=points))
        if not points and not strong:
            return drawing(ft.Container(soft("–", ft.TextThemeStyle.BODY_LARGE), padding=_CELL), label=label)
        return design.score_number(
            value=self.context.renderer().number(points),
            label=label,
            size="small",
            strong=strong,
            at_end=True,
            on_click=lambda _: self.latest.open(**part),
            identifier=id,
        )

    def cell(self, column: Column, seat: int, points: int) -> ft.Control:
        """Return a player's number in a column; few points are strokes too, as on paper."""
        round, player = self.round, Player(seat)
        what = T("{column}, {player}", column=column.title, player=player)
        if self.numbered:
            what = T("{column}, {player}, {round}", column=column.title, player=player, round=self.called)
        value = self.number(points, what, f"cell-{round}-{column.id}-{seat}", seat=seat, round=round, column=column.id)
        strokes = points // column.worth
        if not 0 < strokes <= _MOST_STROKES or len(self.names) > 2:
            return value
        label = self.say(N("{n} stroke", "{n} strokes", n=strokes))
        return beside(design.tally(count=strokes, label=label, height=18.0), value, spacing=0.0, tight=True)

    def summed(self, name: Text, sums: tuple[int, ...], id: str, **part: Any) -> ft.Control:
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
def RoundBlock(
    context: PageContext,
    meta: Meta,
    names: tuple[str, ...],
    marks: tuple[Avatar, ...],
    shown: RoundPoints,
    latest: SimpleNamespace,
    numbered: bool,
    laid: Laid,
    place: float,
    upright: bool,
) -> ft.Control:
    """The block of one round, as on the paper sheet; the latest ends with the totals.

    :param numbered: whether it is called by its number; the only one of a game that does not count rounds is not.
    :param place: how wide a player's place in a row is, in pixels.
    :param upright: whether the names are too long to lie.
    """
    called, round = round_called(meta, shown.round), shown.round
    block = _Block(context, names, marks, called, round, latest, numbered, laid, place)
    named, sums = (called,) * 2 if numbered else (T("Points"), T("Total"))
    rows: list[ft.Control] = []
    if laid != "listed":
        rows.append(
            block.row(
                block.title(named),
                [_head(name, mark, upright=upright) for name, mark in zip(names, marks, strict=True)],
                heads=True,
            )
        )
    elif len(meta.columns) > _FEW:
        rows.append(block.title(named))
    # of few columns the sums are told, and what they are made of when one is tapped
    for kind, points in zip(meta.columns, shown.cells, strict=True) if rows else ():
        worth = T("{column} ({worth})", column=kind.title, worth=kind.worth)
        title = words(block.say(worth), ft.TextThemeStyle.BODY_LARGE, lines=3)
        rows.append(block.row(title, [block.cell(kind, seat, points[seat]) for seat in range(len(names))]))
    if shown.summed:
        rows += [ft.Divider(height=1.0, color=ft.Colors.OUTLINE)] if rows else []
        rows.append(block.summed(sums, shown.sums, f"round-{round}", round=round))
    if shown.totals:
        rows.append(block.summed(T("Total"), shown.totals, "all"))
    return design.paper(content=lines(*rows, spacing=theme.Space.xs), padding=theme.Space.m)


@memo_component
def RoundsTable(
    context: PageContext,
    meta: Meta,
    names: tuple[str, ...],
    marks: tuple[Avatar, ...],
    rounds: tuple[RoundPoints, ...],
    latest: SimpleNamespace,
    narrow: bool,
    label_width: float,
    width: float | None,
    latest_first: bool,
) -> ft.Control:
    """All rounds below each other, a place for each player, and the totals.

    :param narrow: whether so many play that a whole round is tapped rather than a number.
    :param label_width: how wide what is said before the numbers is, in pixels.
    :param width: how wide it is where so many play that it is moved to and fro below the window.
    :param latest_first: whether the totals and the latest round stand at its top, as beside a table, where little of it is seen.
    """
    renderer = context.renderer(names)
    totals = rounds[-1].totals

    def ruled(title: str, cells: Iterable[ft.Control], *, heads: bool = False) -> ft.Control:
        style = ft.TextThemeStyle.LABEL_SMALL if narrow and not title.isdecimal() else ft.TextThemeStyle.LABEL_LARGE
        label = ft.Container(words(title, style), width=label_width)
        placed = [ft.Container(cell, expand=True, alignment=ft.Alignment.CENTER_RIGHT) for cell in cells]
        return beside(label, *placed, spacing=0.0, foot=heads)

    def figure(points: int, *, strong: bool = False, told: bool, deals: bool = False) -> ft.Control:
        shown = renderer.number(points) if told else "–"
        style = ft.TextThemeStyle.HEADLINE_SMALL if strong else ft.TextThemeStyle.TITLE_LARGE
        if narrow:
            style = ft.TextThemeStyle.TITLE_MEDIUM
        ink = ft.Colors.PRIMARY if strong else ft.Colors.ON_SURFACE if points else ft.Colors.ON_SURFACE_VARIANT
        number = words(shown, style, color=ink, lines=1)
        padding = ft.Padding.symmetric(horizontal=1.0 if narrow else 8.0, vertical=reach(style))
        edge = ft.Border(bottom=ft.BorderSide(width=2.0, color=ft.Colors.PRIMARY)) if deals else None
        return ft.Container(ft.Container(number, border=edge), padding=padding)

    def line(
        title: str,
        name: Text,
        points: tuple[int, ...],
        id: str,
        *,
        told: tuple[bool, ...] | None = None,
        dealer: int | None = None,
        **part: Any,
    ) -> ft.Control:
        strong = told is None
        figures = [
            figure(each, strong=strong, told=told is None or told[seat], deals=seat == dealer)
            for seat, each in enumerate(points)
        ]
        whose = [
            T("{player} (dealt)", player=Player(seat)) if seat == dealer else Player(seat) for seat in range(len(names))
        ]
        if narrow:
            each = [T("{player} {points}", player=one, points=many) for one, many in zip(whose, points, strict=True)]
            return pressable(
                ruled(title, figures),
                on_click=lambda _: latest.open(**part),
                label=renderer.text(T("{what}: {points}", what=name, points=Listing(tuple(each)))),
                identifier=id,
            )
        cells: list[ft.Control] = []
        for seat, (many, player) in enumerate(zip(points, whose, strict=True)):
            what = T("{sum}, {player}", sum=name, player=player)
            if told and not told[seat]:
                nothing = renderer.text(T("{what}: nothing yet", what=what))
                cells.append(drawing(figures[seat], label=nothing, identifier=f"{id}-{seat}"))
                continue
            cells.append(
                pressable(
                    figures[seat],
                    on_click=lambda _, seat=seat: latest.open(seat=seat, **part),
                    label=renderer.text(T("{what}: {points}", what=what, points=many)),
                    identifier=f"{id}-{seat}",
                    align=ft.Alignment.CENTER_RIGHT,
                )
            )
        return ruled(title, cells)

    heads = [_head(name, mark, upright=narrow) for name, mark in zip(names, marks, strict=True)]
    drawn = [ruled(context.say(meta.round_name or T("Round")), heads, heads=True)]
    played = [
        line(
            renderer.number(each.round),
            round_called(meta, each.round),
            each.sums,
            f"round-{each.round}",
            told=each.told,
            dealer=each.dealer,
            round=each.round,
        )
        for each in rounds
    ]
    ruled_off = ft.Divider(height=1.0, color=ft.Colors.OUTLINE)
    summed = [ruled_off, line(context.say(T("Total")), T("Total"), totals, "all")] if totals else []
    drawn += [*reversed(summed), *reversed(played)] if latest_first else [*played, *summed]
    if any(each.dealer is not None for each in rounds):
        drawn.append(soft(context.say(T("Whoever dealt a round is underlined.")), ft.TextThemeStyle.BODY_SMALL))
    table = lines(*drawn)
    if width:
        table = ft.Row([ft.Container(table, width=width)], scroll=ft.ScrollMode.AUTO)
    return design.paper(content=table, padding=theme.Space.m)


def _ranking(play: AnyPlay, score: ScoreSheet, latest: SimpleNamespace | None) -> ft.Control:
    """Everybody's place and total; a shared place is said to be shared, and who plays together has none.

    :param latest: opens the lines a total is made of, where no block below it does.
    """
    together = play.meta.cooperative
    ranking = sorted(score.ranking, key=lambda rank: rank.seat) if together else score.ranking
    places = [rank.place for rank in ranking]
    rows: list[ft.Control] = [_together(play, score)] if together else []
    large = not together and _have_room(play, score, ft.TextThemeStyle.DISPLAY_MEDIUM)
    for rank in ranking:
        called: list[ft.Control] = [words(play.names[rank.seat], ft.TextThemeStyle.TITLE_LARGE)]
        if not together and places.count(rank.place) > 1:
            called.append(soft(play.say(T("shared")), ft.TextThemeStyle.BODY_MEDIUM))
        name = play.who(rank.seat, lines(*called))
        total = design.score_number(
            value=play.context.renderer().number(rank.total),
            label=play.say(T("{player}, total: {points}", player=Player(rank.seat), points=rank.total)),
            size="medium" if large else "small",
            strong=not together and rank.place == 1,
            at_end=True,
            on_click=partial(_open, latest, rank.seat) if latest else None,
            identifier=f"total-{rank.seat}",
        )
        place = ft.Container() if together else _place(play, rank.place)
        below = not large and _too_broad(play, play.names[rank.seat], rank.total)
        rows.append(design.ranked(place, name, total, below=below))
    if not together:
        rows.append(soft(play.say(_standing(play, score)), ft.TextThemeStyle.BODY_MEDIUM))
    return design.paper(content=lines(*rows, spacing=theme.Space.xs))


def _open(latest: SimpleNamespace, seat: int, _: object) -> None:
    latest.open(seat=seat)


def _have_room(play: AnyPlay, score: ScoreSheet, style: ft.TextThemeStyle) -> bool:
    """Tell whether totals in a style leave room for the names beside them."""
    number, scale = play.context.renderer().number, play.context.scale
    name = max(width_of(name, ft.TextThemeStyle.TITLE_LARGE, scale) for name in play.names)
    total = max(width_of(number(total), style, scale) for total in score.totals)
    return name + total + _OF_RANK <= _room(play)


def _too_broad(play: AnyPlay, name: str, total: int) -> bool:
    """Tell whether a name leaves no room for a small total beside it."""
    number, scale = play.context.renderer().number(total), play.context.scale
    broad = width_of(name, ft.TextThemeStyle.TITLE_LARGE, scale)
    return broad + width_of(number, ft.TextThemeStyle.HEADLINE_MEDIUM, scale) + _OF_ANY_RANK > _room(play)


def _together(play: AnyPlay, score: ScoreSheet) -> ft.Control:
    """The sum for which all play, larger than what each has brought to it."""
    points = sum(score.totals)
    number = design.score_number(
        value=play.context.renderer().number(points),
        label=play.say(T("Together: {points}", points=points)),
        size="large" if play.layout.roomy else "medium",
        strong=True,
        at_end=True,
        identifier="together",
    )
    return beside(wide(apart(words(play.say(T("Together")), ft.TextThemeStyle.TITLE_LARGE), number)))


def _standing(play: AnyPlay, score: ScoreSheet) -> Text:
    """Return who leads, or after the end who has won, in a sentence."""
    leaders = [Player(rank.seat) for rank in score.ranking if rank.place == 1]
    if play.session.is_over:
        return outcome(play.session)
    if len(leaders) == score.seats:
        return T("All are level.")
    if len(leaders) > 1:
        return T("{players} share the lead.", players=Listing(tuple(leaders)))
    return T("{player} leads.", player=leaders[0])


def _place(play: AnyPlay, place: int) -> ft.Control:
    return ft.Container(soft(play.say(T("{place}.", place=place)), ft.TextThemeStyle.TITLE_MEDIUM), width=40.0)


def _lines(play: AnyPlay, scored: tuple[Scored, ...], close: Callable[[], None]) -> ft.Control:
    """The lines a number is made of, each with its reason, its rule and the way to the entry."""
    if not scored:
        return words(play.context.say(T("No points yet.")), ft.TextThemeStyle.BODY_LARGE)

    def line(number: int, scored: Scored) -> ft.Control:
        why = scored.line.why

        def show() -> None:
            close()
            play.go_to(scored.entry)

        points = play.context.renderer().signed(scored.line.points)
        reason = beside(
            wide(words(play.say(why.text), ft.TextThemeStyle.BODY_LARGE)),
            words(points, ft.TextThemeStyle.HEADLINE_SMALL, color=ft.Colors.PRIMARY),
            spacing=10.0,
            top=True,
        )

        def mend() -> None:
            close()
            if told := play.session.record.item(scored.entry):
                play.reopen(told)

        history, correct = play.say(T("Show in the history")), play.say(T("Correct this entry"))
        ways = [
            design.link_button(play.say(T("Why?")), lambda: play.why(why), f"line-why-{number}"),
            design.quiet_button(history, show, f"line-entry-{number}", outlined=False),
            design.quiet_button(correct, mend, f"line-amend-{number}", outlined=False),
        ]
        return design.paper(content=lines(reason, flowing(ways, spacing=10.0, apart=10.0)), padding=theme.Space.m)

    return scrolling(*(line(number, each) for number, each in enumerate(scored)))

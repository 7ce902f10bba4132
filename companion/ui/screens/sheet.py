"""The score sheet: every number opens the lines it is made of."""

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion.kernel.game import Column, Meta
from companion.kernel.text import Listing, Player, Text, messages
from companion.scoring import Scored, ScoreSheet
from companion.ui import parts, theme
from companion.ui.context import PageContext, use_page_context
from companion.ui.dialogs import above
from companion.ui.live import component, still, use_latest, use_live, use_maybe
from companion.ui.parts.base import words
from companion.ui.play import Play

T, N = messages("companion")

_CELL: Final = ft.Padding.symmetric(horizontal=8.0, vertical=6.0)
_MOST_STROKES: Final = 10


@component
def SheetPane(play: Play) -> ft.Control:
    """The totals, then a block per round: a row for each column, a place for each player."""
    context = use_page_context()
    use_live(play.session, context.pulse)
    opened, open_lines = use_maybe(tuple)
    score = play.session.sheet
    shown = (
        above(
            context,
            title=context.say(T("Where these points come from")),
            content=_lines(play, opened, lambda: open_lines(None)),
            layout=play.layout,
            on_close=lambda: open_lines(None),
        )
        if opened is not None
        else None
    )
    ft.use_dialog(shown)
    latest = use_latest(open=lambda **part: open_lines(tuple(play.session.sheet.lines(**part))))
    numbered = score.rounds > 1 or play.view.heading is None
    stacked = score.seats > (3 if play.layout == "phone" else 4)
    # beside the table the places already show everybody's total
    blocks = [_ranking(play, score)] if play.layout == "phone" or score.seats > 2 else []
    blocks += [
        RoundBlock(
            context, play.meta, play.names, RoundPoints.of(score, round), latest, numbered, stacked, key=str(round)
        )
        for round in range(score.rounds, 0, -1)
    ]
    return ft.Column(blocks, spacing=theme.Space.l, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


@frozen
class RoundPoints:
    """The numbers of one round as they stand on the sheet.

    :param cells: for each column the points of each seat.
    :param totals: everybody's total, below the latest of several rounds.
    """

    round: int
    cells: tuple[tuple[int, ...], ...]
    sums: tuple[int, ...]
    totals: tuple[int, ...] | None

    @classmethod
    def of(cls, score: ScoreSheet, round: int) -> "RoundPoints":
        """Return the numbers of a round of a sheet."""
        seats = range(score.seats)
        cells = (
            tuple(score.points(seat=seat, round=round, column=column.id) for seat in seats) for column in score.columns
        )
        sums = tuple(score.points(seat=seat, round=round) for seat in seats)
        return cls(round, tuple(cells), sums, score.totals if round == score.rounds > 1 else None)


@still
def RoundBlock(
    context: PageContext,
    meta: Meta,
    names: tuple[str, ...],
    shown: RoundPoints,
    latest: SimpleNamespace,
    numbered: bool,
    stacked: bool,
) -> ft.Control:
    """The block of one round, as on the paper sheet; the latest ends with the totals.

    :param numbered: whether it is called by its number; the only one of a game that does not count rounds is not.
    :param stacked: whether so many play that a row's title stands above its numbers.
    """
    say = context.renderer(names).text
    seats, round = range(len(names)), shown.round
    place = 104.0 if len(names) <= 2 else 72.0

    def row(title: ft.Control, cells: Iterable[ft.Control]) -> ft.Control:
        if stacked:
            spread = [ft.Container(cell, expand=True, alignment=ft.Alignment.CENTER_RIGHT) for cell in cells]
            return ft.Column([title, ft.Row(list(spread), spacing=0.0)], spacing=0.0, tight=True)
        placed = [ft.Container(cell, width=place, alignment=ft.Alignment.CENTER_RIGHT) for cell in cells]
        line: list[ft.Control] = [ft.Container(title, expand=True), *placed]
        return ft.Row(line, spacing=0.0, vertical_alignment=ft.CrossAxisAlignment.CENTER)

    def number(points: int, what: Text, id: str, *, strong: bool = False, **part: Any) -> ft.Control:
        if not points and not strong:
            return ft.Container(
                words("–", ft.TextThemeStyle.BODY_LARGE, color=ft.Colors.ON_SURFACE_VARIANT), padding=_CELL
            )
        return parts.score_number(
            value=context.renderer().number(points),
            label=say(T("{what}: {points}", what=what, points=points)),
            size="small",
            strong=strong,
            at_end=True,
            on_click=lambda _: latest.open(**part),
            identifier=id,
        )

    def cell(column: Column, seat: int, points: int) -> ft.Control:
        what = T("{column}, {player}", column=column.title, player=Player(seat))
        if numbered:
            what = T("{column}, {player}, round {round}", column=column.title, player=Player(seat), round=round)
        value = number(points, what, f"cell-{round}-{column.id}-{seat}", seat=seat, round=round, column=column.id)
        strokes = points // column.worth
        if not 0 < strokes <= _MOST_STROKES or len(names) > 2:
            return value
        label = say(N("{n} stroke", "{n} strokes", n=strokes))
        return ft.Row([parts.tally(count=strokes, label=label, height=18.0), value], spacing=0.0, tight=True)

    def title(text: Text) -> ft.Control:
        return words(say(text), ft.TextThemeStyle.TITLE_MEDIUM, lines=1)

    heads = [words(name, ft.TextThemeStyle.TITLE_SMALL, lines=2, align=ft.TextAlign.RIGHT) for name in names]
    named, sums = (T("Round {round}", round=round),) * 2 if numbered else (T("Points"), T("Total"))
    rows = [row(title(named), [ft.Container(head, padding=_CELL) for head in heads])]
    for column, points in zip(meta.columns, shown.cells, strict=True):
        worth = T("{column} ({worth})", column=column.title, worth=column.worth)
        heading = words(say(worth), ft.TextThemeStyle.BODY_LARGE, lines=3)
        rows.append(row(heading, [cell(column, seat, points[seat]) for seat in seats]))
    rows.append(ft.Divider(height=1.0, color=ft.Colors.OUTLINE))

    def summed(name: Text, sums: tuple[int, ...], id: str, **part: Any) -> ft.Control:
        whose = [T("{sum}, {player}", sum=name, player=Player(seat)) for seat in seats]
        return row(
            title(name),
            [number(sums[seat], whose[seat], f"{id}-{seat}", strong=True, seat=seat, **part) for seat in seats],
        )

    rows.append(summed(sums, shown.sums, f"round-{round}", round=round))
    if shown.totals:
        rows.append(summed(T("Total"), shown.totals, "all"))
    return parts.paper(content=ft.Column(rows, spacing=theme.Space.xs, tight=True), padding=theme.Space.m)


def _ranking(play: Play, score: ScoreSheet) -> ft.Control:
    """Everybody's place and total; a shared place is said to be shared, and who plays together has none."""
    rows: list[ft.Control] = []
    together = play.meta.cooperative
    ranking = sorted(score.ranking, key=lambda rank: rank.seat) if together else score.ranking
    for rank in ranking:
        rows.append(
            ft.Row(
                [
                    *([] if together else [_place(play, rank.place, [other.place for other in ranking])]),
                    ft.Container(words(play.names[rank.seat], ft.TextThemeStyle.TITLE_LARGE, lines=1), expand=True),
                    parts.score_number(
                        value=play.context.renderer().number(rank.total),
                        label=play.say(T("{player}, total: {points}", player=Player(rank.seat), points=rank.total)),
                        strong=not together and rank.place == 1,
                        at_end=True,
                        identifier=f"total-{rank.seat}",
                    ),
                ],
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            )
        )
    leaders = [rank.seat for rank in score.ranking if rank.place == 1]
    if play.meta.cooperative:
        said = T("Together: {points}", points=sum(score.totals))
    elif len(leaders) == score.seats:
        said = T("All are level.")
    elif len(leaders) > 1:
        said = T("{players} share the lead.", players=Listing(tuple(Player(seat) for seat in leaders)))
    else:
        said = T("{player} leads.", player=Player(leaders[0]))
    rows.append(words(play.say(said), ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT))
    return parts.paper(content=ft.Column(rows, spacing=theme.Space.xs, tight=True))


def _place(play: Play, place: int, places: list[int]) -> ft.Control:
    shared = places.count(place) > 1
    said = play.say(T("{place}. (shared)", place=place) if shared else T("{place}.", place=place))
    written = words(said, ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT)
    return ft.Container(written, width=96.0 if shared else 40.0)


def _lines(play: Play, lines: tuple[Scored, ...], close: Callable[[], None]) -> ft.Control:
    """The lines a number is made of, each with its reason, its rule and the way to the entry."""
    if not lines:
        return words(play.context.say(T("No points yet.")), ft.TextThemeStyle.BODY_LARGE)

    def show(entry: str) -> None:
        close()
        play.go_to(entry)

    rows: list[ft.Control] = []
    for number, scored in enumerate(lines):
        line = scored.line
        rows.append(
            parts.paper(
                content=ft.Column(
                    [
                        ft.Row(
                            [
                                ft.Container(words(play.say(line.why.text), ft.TextThemeStyle.BODY_LARGE), expand=True),
                                words(
                                    play.context.renderer().signed(line.points),
                                    ft.TextThemeStyle.HEADLINE_SMALL,
                                    color=ft.Colors.PRIMARY,
                                ),
                            ],
                            vertical_alignment=ft.CrossAxisAlignment.START,
                        ),
                        ft.Row(
                            [
                                parts.link_button(
                                    text=play.context.say(T("Why?")),
                                    on_click=lambda _, why=line.why: play.why(why),
                                    identifier=f"line-why-{number}",
                                ),
                                parts.quiet_button(
                                    text=play.context.say(T("Show in the history")),
                                    outlined=False,
                                    on_click=lambda _, entry=scored.entry: show(entry),
                                    identifier=f"line-entry-{number}",
                                ),
                            ],
                            wrap=True,
                        ),
                    ],
                    spacing=0.0,
                    tight=True,
                ),
                padding=theme.Space.m,
            )
        )
    return ft.Column(
        rows, spacing=theme.Space.s, scroll=ft.ScrollMode.AUTO, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )

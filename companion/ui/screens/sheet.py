"""The score sheet: every number opens the lines it is made of."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import flet as ft

from companion.kernel.game import Column
from companion.kernel.text import Listing, Player, Text, messages
from companion.scoring import Scored, ScoreSheet
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.desk import use_desk
from companion.ui.dialogs import sheet as above
from companion.ui.live import component, use_live, use_maybe
from companion.ui.parts.base import words
from companion.ui.play import Play

T, N = messages("companion")

_CELL: Final = ft.Padding.symmetric(horizontal=8.0, vertical=6.0)
_MOST_STROKES: Final = 10


@component
def SheetPane(play: Play) -> ft.Control:
    """The totals, then a block per round: a row for each column, a place for each player."""
    desk = use_desk()
    use_live(play.session, desk.pulse)
    opened, open_lines = use_maybe(tuple)
    score = play.session.sheet
    shown = (
        above(
            desk,
            title=desk.say(T("Where these points come from")),
            content=_lines(play, opened, lambda: open_lines(None)),
            layout=play.layout,
            on_close=lambda: open_lines(None),
        )
        if opened is not None
        else None
    )
    ft.use_dialog(shown)
    # beside the table the places already show everybody's total
    blocks = [_ranking(play, score)] if play.layout == "phone" or score.seats > 2 else []
    blocks += [_round(play, score, round, open_lines) for round in range(score.rounds, 0, -1)]
    return ft.Column(blocks, spacing=look.Space.l, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _round(play: Play, score: ScoreSheet, round: int, open_lines: Callable[[tuple[Scored, ...]], None]) -> ft.Control:
    """The block of one round, as on the paper sheet; the latest ends with the totals."""
    seats = range(score.seats)
    place = 104.0 if score.seats <= 2 else 72.0

    def row(title: ft.Control, cells: Iterable[ft.Control]) -> ft.Control:
        placed = [ft.Container(cell, width=place, alignment=ft.Alignment.CENTER_RIGHT) for cell in cells]
        line: list[ft.Control] = [ft.Container(title, expand=True), *placed]
        return ft.Row(line, spacing=0.0, vertical_alignment=ft.CrossAxisAlignment.CENTER)

    def number(what: Text, id: str, *, strong: bool = False, **part: Any) -> ft.Control:
        points = score.points(**part)
        if not points and not strong:
            return ft.Container(words("–", ft.TextThemeStyle.BODY_LARGE, color=ft.Colors.OUTLINE), padding=_CELL)
        lines = tuple(score.lines(**part))
        return parts.score_number(
            value=play.desk.renderer().number(points),
            label=play.say(T("{what}: {points}", what=what, points=points)),
            size="small",
            strong=strong,
            at_end=True,
            on_click=lambda _: open_lines(lines),
            identifier=id,
        )

    def cell(column: Column, seat: int) -> ft.Control:
        what = T("{column}, {player}, round {round}", column=column.title, player=Player(seat), round=round)
        value = number(what, f"cell-{round}-{column.id}-{seat}", seat=seat, round=round, column=column.id)
        strokes = score.points(seat=seat, round=round, column=column.id) // column.worth
        if not 0 < strokes <= _MOST_STROKES or score.seats > 2:
            return value
        label = play.say(N("{n} stroke", "{n} strokes", n=strokes))
        mark = parts.tally(count=strokes, label=label, height=18.0)
        return ft.Row([mark, value], spacing=0.0, tight=True)

    def title(text: Text) -> ft.Control:
        return words(play.say(text), ft.TextThemeStyle.TITLE_MEDIUM, lines=1)

    names = [words(play.names[seat], ft.TextThemeStyle.TITLE_SMALL, lines=2, align=ft.TextAlign.RIGHT) for seat in seats]
    named = T("Round {round}", round=round)
    rows = [row(title(named), [ft.Container(name, padding=_CELL) for name in names])]
    rows += [row(_column_title(play, column), [cell(column, seat) for seat in seats]) for column in play.meta.columns]
    rows.append(ft.Divider(height=1.0, color=ft.Colors.OUTLINE))
    sums = [
        number(
            T("Round {round}, {player}", round=round, player=Player(seat)),
            f"round-{round}-{seat}",
            strong=True,
            seat=seat,
            round=round,
        )
        for seat in seats
    ]
    rows.append(row(title(named), sums))
    if round == score.rounds > 1:
        totals = [
            number(T("Total, {player}", player=Player(seat)), f"all-{seat}", strong=True, seat=seat) for seat in seats
        ]
        rows.append(row(title(T("Total")), totals))
    return parts.paper(content=ft.Column(rows, spacing=look.Space.xs, tight=True), padding=look.Space.m)


def _column_title(play: Play, column: Column) -> ft.Control:
    title = T("{column} ({worth})", column=column.title, worth=column.worth)
    return words(play.say(title), ft.TextThemeStyle.BODY_LARGE, lines=2)


def _ranking(play: Play, score: ScoreSheet) -> ft.Control:
    """Everybody's place and total; a shared place is said to be shared."""
    rows: list[ft.Control] = []
    places = [rank.place for rank in score.ranking]
    for rank in score.ranking:
        shared = places.count(rank.place) > 1
        place = play.say(T("{place}. (shared)", place=rank.place) if shared else T("{place}.", place=rank.place))
        rows.append(
            ft.Row(
                [
                    ft.Container(
                        words(place, ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
                        width=96.0 if shared else 40.0,
                    ),
                    ft.Container(words(play.names[rank.seat], ft.TextThemeStyle.TITLE_LARGE, lines=1), expand=True),
                    parts.score_number(
                        value=play.desk.renderer().number(rank.total),
                        label=play.say(T("{player}, total: {points}", player=Player(rank.seat), points=rank.total)),
                        strong=rank.place == 1,
                        at_end=True,
                        identifier=f"total-{rank.seat}",
                    ),
                ],
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            )
        )
    leaders = [rank.seat for rank in score.ranking if rank.place == 1]
    if len(leaders) == score.seats:
        said = T("All are level.")
    elif len(leaders) > 1:
        said = T("{players} share the lead.", players=Listing(tuple(Player(seat) for seat in leaders)))
    else:
        said = T("{player} leads.", player=Player(leaders[0]))
    rows.append(words(play.say(said), ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT))
    return parts.paper(content=ft.Column(rows, spacing=look.Space.xs, tight=True))


def _lines(play: Play, lines: tuple[Scored, ...], close: Callable[[], None]) -> ft.Control:
    """The lines a number is made of, each with its reason, its rule and the way to the entry."""
    if not lines:
        return words(play.desk.say(T("No points yet.")), ft.TextThemeStyle.BODY_LARGE)

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
                                    play.desk.renderer().signed(line.points),
                                    ft.TextThemeStyle.HEADLINE_SMALL,
                                    color=ft.Colors.PRIMARY,
                                ),
                            ],
                            vertical_alignment=ft.CrossAxisAlignment.START,
                        ),
                        ft.Row(
                            [
                                parts.link_button(
                                    text=play.desk.say(T("Why?")),
                                    on_click=lambda _, why=line.why: play.why(why),
                                    identifier=f"line-why-{number}",
                                ),
                                parts.quiet_button(
                                    text=play.desk.say(T("Show in the history")),
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
                padding=look.Space.m,
            )
        )
    return ft.Column(
        rows, spacing=look.Space.s, scroll=ft.ScrollMode.AUTO, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )

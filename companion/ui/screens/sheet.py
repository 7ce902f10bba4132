"""The score sheet: every number opens the lines it is made of."""

from collections.abc import Iterable

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


@component
def SheetPane(play: Play) -> ft.Control:
    """Totals on top, then a block per round: a row for each column, a place for each player."""
    desk = use_desk()
    use_live(play.session, desk.pulse)
    opened, open_lines = use_maybe(tuple)
    score = play.session.sheet
    ft.use_dialog(
        above(
            desk,
            title=desk.say(T("Where these points come from")),
            content=_lines(play, opened),
            layout=play.layout,
            on_close=lambda: open_lines(None),
        )
        if opened is not None
        else None
    )

    def number(value: int, scored: Iterable[Scored], what: Text, *, strong: bool = False, id: str) -> ft.Control:
        lines = tuple(scored)
        return ft.Container(
            parts.score_number(
                value=desk.renderer().number(value),
                label=play.say(T("{what}: {points}", what=what, points=value)),
                size="small",
                strong=strong,
                at_end=True,
                on_click=lambda _: open_lines(lines),
                identifier=id,
            ),
            width=48.0,
            alignment=ft.Alignment.CENTER_RIGHT,
        )

    seats = range(score.seats)
    head: list[ft.Control] = [ft.Container(expand=True)]
    head += [
        ft.Container(
            words(play.names[seat], ft.TextThemeStyle.TITLE_SMALL, lines=2, align=ft.TextAlign.RIGHT),
            width=_width(score),
            padding=ft.Padding.only(right=8.0),
        )
        for seat in seats
    ]
    blocks: list[ft.Control] = [_ranking(play, score)]
    for round in range(score.rounds, 0, -1):
        rows: list[ft.Control] = [ft.Row(head, spacing=0.0)]
        for column in play.meta.columns:
            cells: list[ft.Control] = [_column_title(play, column)]
            for seat in seats:
                points = score.points(seat=seat, round=round, column=column.id)
                what = T("{column}, {player}, round {round}", column=column.title, player=Player(seat), round=round)
                strokes = points // column.worth if column.worth else 0
                mark = (
                    parts.tally(
                        count=strokes, label=play.say(N("{n} stroke", "{n} strokes", n=strokes)), height=18.0, most=10
                    )
                    if 0 < strokes <= 10 and score.seats <= 3
                    else ft.Container()
                )
                value = (
                    number(
                        points,
                        score.lines(seat=seat, round=round, column=column.id),
                        what,
                        id=f"cell-{round}-{column.id}-{seat}",
                    )
                    if points
                    else _blank()
                )
                cells.append(
                    ft.Row(
                        [mark, value],
                        width=_width(score),
                        spacing=0.0,
                        alignment=ft.MainAxisAlignment.END,
                        vertical_alignment=ft.CrossAxisAlignment.CENTER,
                    )
                )
            rows.append(
                ft.Container(ft.Row(cells, spacing=0.0, vertical_alignment=ft.CrossAxisAlignment.CENTER), height=None)
            )
        total: list[ft.Control] = [
            ft.Container(words(desk.say(T("Round {round}", round=round)), ft.TextThemeStyle.TITLE_MEDIUM), expand=True)
        ]
        for seat in seats:
            points = score.points(seat=seat, round=round)
            what = T("Round {round}, {player}", round=round, player=Player(seat))
            total.append(
                ft.Container(
                    number(points, score.lines(seat=seat, round=round), what, strong=True, id=f"round-{round}-{seat}"),
                    width=_width(score),
                    alignment=ft.Alignment.CENTER_RIGHT,
                )
            )
        rows += [ft.Divider(height=1.0, color=ft.Colors.OUTLINE), ft.Row(total, spacing=0.0)]
        blocks.append(
            parts.section(
                title=desk.say(T("Round {round}", round=round)),
                controls=[
                    parts.paper(content=ft.Column(rows, spacing=look.Space.xs, tight=True), padding=look.Space.m)
                ],
            )
        )
    return ft.Column(blocks, spacing=look.Space.l, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _width(score: ScoreSheet) -> float:
    return 96.0 if score.seats <= 2 else 72.0


def _blank() -> ft.Control:
    return ft.Container(
        words("–", ft.TextThemeStyle.BODY_LARGE, color=ft.Colors.OUTLINE),
        width=48.0,
        height=36.0,
        alignment=ft.Alignment.CENTER_RIGHT,
        padding=ft.Padding.only(right=8.0),
    )


def _column_title(play: Play, column: Column) -> ft.Control:
    title = (
        play.say(T("{column} ({worth})", column=column.title, worth=column.worth))
        if column.worth
        else play.say(column.title)
    )
    return ft.Container(words(title, ft.TextThemeStyle.BODY_LARGE, lines=2), expand=True)


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


def _lines(play: Play, lines: tuple[Scored, ...]) -> ft.Control:
    """The lines a number is made of, each with its reason, its rule and the way to the entry."""
    if not lines:
        return words(play.desk.say(T("No points yet.")), ft.TextThemeStyle.BODY_LARGE)
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
                                    on_click=lambda _, entry=scored.entry: play.go_to(entry),
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

"""The players' places: points of this round and total; a tap starts an entry or its correction."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import flet as ft

from companion.games.free_sheet.messages import T
from companion.games.free_sheet.reports import Scored
from companion.games.free_sheet.table.draft import Draft
from companion.games.free_sheet.view import TableView
from companion.kernel.text import Listing, Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import name, pressable, soft, words
from companion.ui.design.layout import apart, beside, column, wide
from companion.ui.design.text_fit import width_of
from companion.ui.kit.table_context import Play

#: The text style of totals, and the size of the sum sign in pixels.
_TOTAL: Final = ft.TextThemeStyle.LABEL_LARGE
_SIGN: Final = 15.0

#: Up to this number of digits, points are large beside a short total; the style of longer ones.
_FEW: Final = 4
_LONG: Final = ft.TextThemeStyle.TITLE_MEDIUM


def places(
    play: Play[TableView], typed: Draft, choose: Callable[[int], None], correct: Callable[[int], None]
) -> list[ft.Control]:
    """Return a place for each player.

    :param choose: selects a player without points for input.
    :param correct: starts the correction of a player's points.
    """
    short = _short(play)
    return [
        _place(play, seat, points, typed, partial(choose if points is None else correct, seat), short=short)
        for seat, points in enumerate(_points(play))
    ]


def _points(play: Play[TableView]) -> Sequence[int | None]:
    """Return the points of the round; in a correction, those of now except the corrected ones."""
    view, corrected = play.view, play.corrected_report(Scored)
    if not play.correction:
        return view.points
    sheet, round = play.current.sheet, view.round
    entered = [any(sheet.lines(seat=seat, round=round)) for seat in range(len(view.points))]
    return [
        sheet.points(seat=seat, round=round) if there and not (corrected and corrected.seat == seat) else None
        for seat, there in enumerate(entered)
    ]


def _totals(play: Play[TableView]) -> Sequence[int]:
    """Return the players' totals, also in a correction those of now."""
    return play.current.sheet.totals[: len(play.view.totals)] if play.correction else play.view.totals


def places_across(play: Play[TableView]) -> int:
    """Return the number of places in a row that leaves names and numbers uncut."""
    return _across(play, short=_short(play))


def _short(play: Play[TableView]) -> bool:
    """Return whether totals are marked by a sign instead of a word, because the word would leave one place per row."""
    return _across(play, short=False) == 1 < _across(play, short=True)


def _across(play: Play[TableView], *, short: bool) -> int:
    """Return the number of places in a row; points of a round are assumed to be as long as totals.

    :param short: whether totals are marked by a sign instead of a word.
    """
    names = play.layout.names_across(ft.TextThemeStyle.TITLE_MEDIUM, 2 if play.layout.alone else 4)
    number, around = play.context.renderer().number, 2 * theme.Space.m + theme.Space.l
    totals = [number(total) for total in _totals(play)]
    if short:
        around += max(width_of(total, _TOTAL, play.context.scale) for total in totals)
    else:
        totals = [f"{number(total)}{_total(play, total)}".replace(" ", "") for total in _totals(play)]
    return play.layout.across(totals, _LONG, names, around=around)


def _total(play: Play[TableView], points: int) -> str:
    return play.say(T("total {points}", points=points))


def _sum(play: Play[TableView], points: int, *, short: bool) -> ft.Control:
    if not short:
        return soft(_total(play, points), _TOTAL)
    sign = ft.Icon(ft.Icons.FUNCTIONS, size=_SIGN, color=ft.Colors.ON_SURFACE_VARIANT)
    return beside(sign, soft(play.context.renderer().number(points), _TOTAL), spacing=2.0, tight=True)


def _place(
    play: Play[TableView],
    seat: int,
    points: int | None,
    typed: Draft,
    choose: Callable[[], None],
    *,
    short: bool,
) -> ft.Control:
    view, number = play.view, play.context.renderer().number
    total, current = _totals(play)[seat], seat == typed.seat
    shown, ink = ("–", ft.Colors.ON_SURFACE_VARIANT) if points is None else (number(points), ft.Colors.ON_SURFACE)
    if current:
        shown, ink = number(sum(typed.read)) if typed.read else "…", ft.Colors.PRIMARY
    who = play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM))
    deals = [ft.Icon(ft.Icons.STYLE_OUTLINED, size=18.0, color=ft.Colors.PRIMARY)] if seat == view.dealer else []
    sum_ = _sum(play, total, short=short)
    if seat in view.gone:
        values = apart(
            soft(play.say(T("has left")), ft.TextThemeStyle.LABEL_LARGE), sum_
        )  # texts beside a sum would wrap
    else:
        style = _LONG if short and len(shown) > _FEW else ft.TextThemeStyle.HEADLINE_MEDIUM
        values = beside(wide(words(shown, style, color=ink, lines=1)), sum_)
    inside = column(apart(who, *deals), values, spacing=0.0)
    facts: list[Text] = [
        T("has left")
        if seat in view.gone
        else T("no points in this round yet")
        if points is None
        else T("{points} in this round", points=points),
        T("{points} in all", points=total),
    ]
    if deals:
        facts.append(T("deals"))
    tap = pressable(
        inside,
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=6.0),
        on_click=lambda _: choose(),
        label=play.say(T("{player}: {facts}", player=Player(seat), facts=Listing(tuple(facts)))),
        identifier=f"player-{seat}",
        selected=current,
    )
    ground = ft.Colors.PRIMARY_CONTAINER if current else theme.SHEET
    return design.framed(tap, bold=current, ground=ground, padding=0.0)

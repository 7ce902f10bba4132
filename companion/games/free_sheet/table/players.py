"""Everybody's place: the points of this round, large, and the total; a tap types them, or corrects them."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.free_sheet.messages import T
from companion.games.free_sheet.table.draft import Draft
from companion.games.free_sheet.table.play import Play
from companion.kernel.text import Listing, Player, Text
from companion.ui import parts, theme
from companion.ui.parts.base import name, pressable, soft, words
from companion.ui.parts.layout import apart, beside, column, wide


def places(play: Play, typed: Draft, choose: Callable[[int], None], correct: Callable[[int], None]) -> list[ft.Control]:
    """Return a place for each player.

    :param choose: types the points of somebody who has told none.
    :param correct: tells somebody's points again.
    """
    said = _said(play)
    return [
        _place(
            play, seat, typed, partial(choose if points is None else correct, seat), said(play, play.view.totals[seat])
        )
        for seat, points in enumerate(play.view.told)
    ]


def places_across(play: Play) -> int:
    """Return how many places stand in a row, so that neither names nor numbers are cut."""
    return _across(play, _said(play))


def _said(play: Play) -> Callable[[Play, int], str]:
    """Return how totals are said: by a word, unless all places would stand below each other for it."""
    return _sum if _across(play, _total) == 1 < _across(play, _sum) else _total


def _across(play: Play, said: Callable[[Play, int], str]) -> int:
    """Return how many places stand in a row whose totals are said like this, beside points of a round as high as these."""
    names = play.names_across(ft.TextThemeStyle.TITLE_MEDIUM, 2 if play.alone else 4)
    number = play.context.renderer().number
    figures = [f"{number(total)}{said(play, total)}".replace(" ", "") for total in play.view.totals]
    around = 2 * theme.Space.m + theme.Space.l
    return play.across(figures, ft.TextThemeStyle.TITLE_MEDIUM, names, around=around)


def _total(play: Play, points: int) -> str:
    return play.say(T("total {points}", points=points))


def _sum(play: Play, points: int) -> str:
    return f"Σ\u00a0{play.context.renderer().number(points)}"


def _place(play: Play, seat: int, typed: Draft, choose: Callable[[], None], sum_said: str) -> ft.Control:
    view, number = play.view, play.context.renderer().number
    points, total, current = view.told[seat], view.totals[seat], seat == typed.seat
    shown, ink = ("–", ft.Colors.ON_SURFACE_VARIANT) if points is None else (number(points), ft.Colors.ON_SURFACE)
    if current:
        shown, ink = number(sum(typed.read)) if typed.read else "…", ft.Colors.PRIMARY
    who = play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM))
    deals = [ft.Icon(ft.Icons.STYLE_OUTLINED, size=18.0, color=ft.Colors.PRIMARY)] if seat == view.dealer else []
    sum_ = soft(sum_said, ft.TextThemeStyle.LABEL_LARGE)
    if seat in view.gone:
        told = apart(
            soft(play.say(T("has left")), ft.TextThemeStyle.LABEL_LARGE), sum_
        )  # words beside a sum would break
    else:
        told = beside(wide(words(shown, ft.TextThemeStyle.HEADLINE_MEDIUM, color=ink, lines=1)), sum_)
    inside = column(apart(who, *deals), told, spacing=0.0)
    said: list[Text] = [
        T("has left")
        if seat in view.gone
        else T("no points in this round yet")
        if points is None
        else T("{points} in this round", points=points),
        T("{points} in all", points=total),
    ]
    if deals:
        said.append(T("deals"))
    tap = pressable(
        inside,
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=6.0),
        on_click=lambda _: choose(),
        label=play.say(T("{player}: {facts}", player=Player(seat), facts=Listing(tuple(said)))),
        identifier=f"player-{seat}",
        selected=current,
    )
    ground = ft.Colors.PRIMARY_CONTAINER if current else theme.SHEET
    return parts.framed(tap, bold=current, ground=ground, padding=0.0)

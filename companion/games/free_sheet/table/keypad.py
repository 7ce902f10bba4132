"""The keypad of the free sheet: digits, plus, minus, and the key that enters the points."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.free_sheet.messages import T
from companion.games.free_sheet.reports import OthersNothing
from companion.games.free_sheet.sums import written
from companion.games.free_sheet.table.draft import SIGNS, Draft
from companion.games.free_sheet.view import TableView
from companion.kernel.text import Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import name, pressable, words
from companion.ui.design.layout import beside, column, lines, wide
from companion.ui.kit.number_keys import CALCULATOR, backspace_key, digit_key, digit_rows
from companion.ui.kit.page import first_stop
from companion.ui.kit.table_context import Play

DIGITS: Final = "0123456789"
RUB_OUT: Final = T("Delete the last character")
_GAP: Final = 6.0
#: The gap between the lines on a low page, in pixels.
_TIGHT: Final = 4.0
#: From this number of signs on, a sum is written smaller.
_SHORT: Final = 14
#: The width of the keypad, in pixels; on a wider one a thumb has to travel.
_WIDEST: Final = 520.0
#: The text styles of the digits and signs, and of the enter key.
_KEY: Final = ft.TextThemeStyle.HEADLINE_SMALL
_ENTER: Final = ft.TextThemeStyle.TITLE_LARGE
_SIGNS: Final = {"+": (T("plus"), "+"), "-": (T("minus"), "−")}


def keypad(
    play: Play[TableView],
    typed: Draft,
    press: Callable[[str], None],
    back: Callable[[], None],
    enter: Callable[[], None],
) -> ft.Control:
    """Return the keypad, below the typed points.

    :param press: called with a digit or a sign.
    :param back: removes the last digit or sign.
    :param enter: enters the points and moves on to the next player.
    """
    ends = (backspace_key(play.say(RUB_OUT), back), *(_sign(play, sign, press) for sign in "-+"))
    rows = digit_rows(CALCULATOR, press, ends, style=_KEY, gap=_GAP)
    rows.append(beside(_rest(play), digit_key("0", press, style=_KEY), _next(play, typed, enter), spacing=_GAP))
    pad = column(_typed(play, typed), *rows, spacing=_TIGHT if play.context.low else _GAP)
    return ft.Container(ft.Container(pad, width=min(play.layout.room, _WIDEST)), alignment=ft.Alignment.CENTER)


def _typed(play: Play[TableView], typed: Draft) -> ft.Control:
    number, read = play.context.renderer().number, typed.read
    shown = [f"{written(read)}{_open(typed)}" if read else _open(typed).strip() or "…"]
    if read and len(read) > 1:
        shown.append(number(sum(read)))
    label = play.say(T("{player}: {points}", player=Player(typed.seat), points=" = ".join(shown)))
    large, small = ft.TextThemeStyle.HEADLINE_SMALL, ft.TextThemeStyle.TITLE_MEDIUM
    tight = play.context.low or play.context.huge
    style = large if len(shown[0]) < _SHORT and not tight else small
    who = play.who(typed.seat, name(play.names[typed.seat], small if tight else large))
    points: ft.Control = words(" = ".join(shown), style, color=ft.Colors.PRIMARY, align=ft.TextAlign.RIGHT, lines=2)
    if typed.entered:  # marked like selected text, since the next digit replaces it
        around = ft.Padding.symmetric(horizontal=theme.Space.s)
        points = ft.Container(
            points, bgcolor=ft.Colors.PRIMARY_CONTAINER, border_radius=theme.Radii.badge, padding=around
        )
    # below the name from the first digit on, so that no key moves while a sum grows
    line = lines(who, points, spacing=0.0) if play.context.huge else beside(wide(who), points)
    return ft.Semantics(content=line, label=label, exclude_semantics=True, container=True, identifier="typed")


def _open(typed: Draft) -> str:
    return f" {_SIGNS[typed.typed[-1]][1]}" if typed.typed[-1:] in (*SIGNS,) else ""


def _sign(play: Play[TableView], sign: str, press: Callable[[str], None]) -> ft.Control:
    called, shown = _SIGNS[sign]
    face, identifier = words(shown, _KEY, color=ft.Colors.PRIMARY), "plus" if sign == "+" else "minus"
    return design.key(face, label=play.say(called), on_click=partial(press, sign), identifier=identifier)


def _rest(play: Play[TableView]) -> ft.Control:
    """Return the key that gives 0 to all players without points; in an untouched round it shows the refusal."""
    offers = play.offered(OthersNothing)

    def give_nothing() -> None:
        if offers:
            play.actions.choose(offers[0])
        else:
            play.actions.refuse(play.refusal_of(OthersNothing()))

    ink = ft.Colors.ON_SURFACE if offers else ft.Colors.OUTLINE
    face = words(play.say(T("Rest 0")), ft.TextThemeStyle.LABEL_LARGE, color=ink, align=ft.TextAlign.CENTER)
    return design.key(face, label=play.say(T("The others get 0")), on_click=give_nothing, identifier="others-nothing")


def way_on(play: Play[TableView]) -> Text:
    """Return the text of the key that enters the points."""
    return T("Enter") if _is_last(play) else T("Next")


def _is_last(play: Play[TableView]) -> bool:
    return play.correction is not None or len(play.view.missing) == 1


def _next(play: Play[TableView], typed: Draft, enter: Callable[[], None]) -> ft.Control:
    """Return the key that enters the points; it is two keys wide and never moves.

    It has the keyboard focus first, since digits are typed wherever the focus is.
    """
    ready = typed.read is not None
    ink = ft.Colors.ON_PRIMARY if ready else ft.Colors.ON_SURFACE_VARIANT
    label = play.say(way_on(play))
    inside: ft.Control = ft.Icon(ft.Icons.CHECK if _is_last(play) else ft.Icons.ARROW_FORWARD, size=22.0, color=ink)
    if play.layout.across([label], _ENTER, 2, around=22.0 + 3 * theme.Space.s, gap=_GAP) == 2:
        inside = beside(words(label, _ENTER, color=ink, lines=1), inside, tight=True)
    box = ft.Container(
        inside,
        height=theme.Space.target,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY if ready else ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=theme.Radii.button,
    )
    key = pressable(
        box, on_click=lambda _: enter(), label=label, identifier="next", radius=theme.Radii.button, expand=True
    )
    key.expand = 2
    return first_stop(key)

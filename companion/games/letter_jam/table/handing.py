"""Handing the phone round: whose guess sheet is opened, and the curtain before it."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.table.modes import HOME, Go, Mode
from companion.games.letter_jam.table.pieces import heading, small_row
from companion.games.letter_jam.table.play import Play
from companion.games.letter_jam.table.sheet import PrivateSheet
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Player
from companion.ui import theme
from companion.ui.live import component, use_value
from companion.ui.pane import button, column, in_rows, pane, quiet_button
from companion.ui.parts.base import heading as header
from companion.ui.parts.base import soft, words
from companion.ui.parts.layout import stacked


def hand_out(play: Play, view: TableView, go: Go) -> ft.Control:
    """Whose sheet is it? Nothing of any sheet is here."""
    waiting = {player.seat for player in view.players if view.clue and view.clue.uses(player.seat)}
    buttons: list[ft.Control] = [
        button(
            play,
            play.names[seat],
            partial(go, Mode("curtain", seat)),
            f"sheet-{seat}",
            sublabel=T("is in the clue") if seat in waiting else None,
            leading=ft.Icon(ft.Icons.EDIT_NOTE, size=30.0, color=ft.Colors.PRIMARY),
            emphasis="tonal" if seat in waiting else "plain",
        )
        for seat in range(len(view.players))
    ]
    back = button(play, T("Back to the table"), partial(go, HOME), "sheets-back")
    asked = heading(play, T("Whose guess sheet? Hand over the phone; only its owner opens it."))
    return pane(play, [asked], column(*in_rows(buttons, 2), back))


@component
def Curtain(play: Play, seat: int, leave: Callable[[], None]) -> ft.Control:
    """A neutral page with a name; only a tap of that player draws the private part, and leaving takes it away again.

    On a phone that belongs to the seat there is nobody to hide from, and no curtain.
    """
    drawn, draw = use_value(play.seat == seat)
    if drawn:
        return PrivateSheet(play, seat, leave, key=f"private-{seat}")
    name = Player(seat)
    asked = play.say(T("Hand the phone to {player}", player=name))
    why = play.say(T("The guess sheet shows the letters of all the others. Nobody else looks."))
    middle = stacked(
        ft.Icon(ft.Icons.VISIBILITY_OFF_OUTLINED, size=64.0, color=ft.Colors.PRIMARY),
        header(words(asked, ft.TextThemeStyle.HEADLINE_LARGE, align=ft.TextAlign.CENTER), identifier="curtain"),
        soft(why, ft.TextThemeStyle.BODY_LARGE, align=ft.TextAlign.CENTER),
        spacing=theme.Space.l,
    )
    top = ft.Container(middle, padding=ft.Padding.only(top=theme.Space.xxl, left=theme.Space.l, right=theme.Space.l))
    mine = button(play, T("I am {player}: open my sheet", player=name), lambda: draw(True), "curtain-open")
    back = quiet_button(play, T("Back"), leave, "curtain-back", icon=ft.Icons.ARROW_BACK)
    return pane(play, [top], column(mine, small_row(back)))

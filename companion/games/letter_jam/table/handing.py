"""Handing the phone round: whose guess sheet is opened, and the curtain before it."""

from collections.abc import Callable

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.table.modes import HOME, Go, Mode
from companion.games.letter_jam.table.pieces import heading, quiet, small_row
from companion.games.letter_jam.table.play import Play
from companion.games.letter_jam.table.sheet import PrivateSheet
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Player
from companion.ui import parts, theme
from companion.ui.live import component, use_value
from companion.ui.pane import column, in_rows, pane
from companion.ui.parts.base import words


def hand_out(play: Play, view: TableView, go: Go) -> ft.Control:
    """Whose sheet is it? Nothing of any sheet is here."""
    waiting = {player.seat for player in view.players if view.clue and view.clue.uses(player.seat)}
    buttons: list[ft.Control] = [
        parts.verdict_button(
            title=play.names[player.seat],
            sublabel=play.say(T("is in the clue")) if player.seat in waiting else None,
            leading=ft.Icon(ft.Icons.EDIT_NOTE, size=30.0, color=ft.Colors.PRIMARY),
            emphasis="tonal" if player.seat in waiting else "plain",
            expand=True,
            on_click=lambda _, seat=player.seat: go(Mode("curtain", seat)),
            identifier=f"sheet-{player.seat}",
        )
        for player in view.players
    ]
    back = parts.verdict_button(
        title=play.say(T("Back to the table")),
        emphasis="primary",
        on_click=lambda _: go(HOME),
        identifier="sheets-back",
    )
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
    said = ft.Semantics(
        content=words(
            play.say(T("Hand the phone to {player}", player=name)),
            ft.TextThemeStyle.HEADLINE_LARGE,
            align=ft.TextAlign.CENTER,
        ),
        header=True,
        container=True,
        identifier="curtain",
    )
    why = words(
        play.say(T("The guess sheet shows the letters of all the others. Nobody else looks.")),
        ft.TextThemeStyle.BODY_LARGE,
        color=ft.Colors.ON_SURFACE_VARIANT,
        align=ft.TextAlign.CENTER,
    )
    middle = ft.Column(
        [ft.Icon(ft.Icons.VISIBILITY_OFF_OUTLINED, size=64.0, color=ft.Colors.PRIMARY), said, why],
        spacing=theme.Space.l,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    top = ft.Container(middle, padding=ft.Padding.only(top=theme.Space.xxl, left=theme.Space.l, right=theme.Space.l))
    mine = parts.verdict_button(
        title=play.say(T("I am {player}: open my sheet", player=name)),
        emphasis="primary",
        on_click=lambda _: draw(True),
        identifier="curtain-open",
    )
    back = quiet(play, T("Back"), leave, "curtain-back", icon=ft.Icons.ARROW_BACK)
    return pane(play, [top], column(mine, small_row(back)))

"""The ways to the guess sheets."""

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.table.modes import Go, Mode
from companion.games.letter_jam.table.pieces import quiet
from companion.games.letter_jam.table.play import Play
from companion.kernel.text import Player
from companion.ui import parts


def sheets_button(play: Play, go: Go) -> ft.Control:
    """The way to the sheets to hand out; on a phone of one's own, to the own sheet."""
    to = Mode("sheets") if play.seat is None else Mode("curtain", play.seat)
    return quiet(play, T("Guess sheets"), lambda: go(to), "sheets", icon=ft.Icons.EDIT_NOTE)


def sheet_button(play: Play, seat: int, go: Go, *, selected: bool = False) -> ft.Control:
    """The way to one player's sheet, through the curtain."""
    return parts.icon_button(
        icon=ft.Icons.EDIT_NOTE,
        label=play.say(T("{player}’s guess sheet", player=Player(seat))),
        on_click=lambda _: go(Mode("curtain", seat)),
        selected=selected,
        identifier=f"sheet-{seat}",
    )

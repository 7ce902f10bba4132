"""Buttons that open the guess sheets."""

from functools import partial

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.table.modes import Go, Mode
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Player
from companion.ui.kit.pane import quiet_button, sign_button
from companion.ui.kit.table_context import Play


def sheets_button(play: Play[TableView], go: Go) -> ft.Control:
    """Return the button to the list of sheets, or on a player's own phone to the own sheet."""
    to = Mode("sheets") if play.seat is None else Mode("curtain", play.seat)
    if play.context.low:
        return sign_button(play, ft.Icons.EDIT_NOTE, T("Guess sheets"), lambda: go(to), "sheets")
    return quiet_button(play, T("Guess sheets"), lambda: go(to), "sheets", icon=ft.Icons.EDIT_NOTE)


def sheet_button(play: Play[TableView], seat: int, go: Go, *, selected: bool = False) -> ft.Control:
    """Return the button to one player's sheet, behind the privacy screen."""
    name = T("{player}’s guess sheet", player=Player(seat))
    open_it = partial(go, Mode("curtain", seat))
    return sign_button(play, ft.Icons.EDIT_NOTE, name, open_it, f"sheet-{seat}", selected=selected)

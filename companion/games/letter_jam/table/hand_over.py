"""Passing the phone round: the guess sheets behind the privacy screen."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.table.modes import HOME, Go, Mode
from companion.games.letter_jam.table.pieces import heading
from companion.games.letter_jam.table.sheet import PrivateSheet
from companion.games.letter_jam.view import TableView
from companion.ui.design.layout import column
from companion.ui.kit.pane import button, in_rows, pane
from companion.ui.kit.privacy_screen import PrivacyScreen
from companion.ui.kit.table_context import Play


def hand_out(play: Play[TableView], view: TableView, go: Go) -> ft.Control:
    """Ask whose sheet to open; the page itself shows no sheet."""
    waiting = {player.seat for player in view.players if view.clue and view.clue.uses(player.seat)}
    buttons: list[ft.Control] = [
        button(
            play,
            play.names[seat],
            partial(go, Mode("curtain", seat)),
            f"sheet-{seat}",
            sublabel=T("is in the clue") if seat in waiting else None,
            leading=play.badge(seat),
            emphasis="tonal" if seat in waiting else "plain",
        )
        for seat in range(len(view.players))
    ]
    back = button(play, T("Back to the table"), partial(go, HOME), "sheets-back")
    asked = heading(play, T("Whose guess sheet? Hand over the phone; only its owner may open it."))
    return pane(play, [asked], column(*in_rows(buttons, 2), back))


def sheet_behind_curtain(play: Play[TableView], seat: int, leave: Callable[[], None]) -> ft.Control:
    """Return the privacy screen of a player, which opens that player's guess sheet."""
    why = T("The guess sheet shows everybody else’s letters. All others look away.")
    opened = partial(PrivateSheet, play, seat, leave, key=f"private-{seat}")
    return PrivacyScreen(play, seat, why, T("open my guess sheet"), opened, leave, key=f"curtain-{seat}")

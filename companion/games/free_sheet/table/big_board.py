"""The big board of the free sheet: its latest rounds."""

from typing import Final

import flet as ft

from companion.games.free_sheet.messages import T
from companion.games.free_sheet.view import TableView
from companion.ui.kit.big_board import Shown, rounds, sign
from companion.ui.kit.table_context import Play

#: The number of rounds shown.
_ROUNDS: Final = 4


def big_board(play: Play[TableView]) -> Shown:
    """Return the latest rounds and the dealer."""
    dealer = play.view.dealer
    deals = {} if dealer is None else {dealer: [sign(ft.Icons.STYLE_OUTLINED, play.say(T("deals")))]}
    return Shown(deals, rounds(play, _ROUNDS))

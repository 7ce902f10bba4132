"""The table of LABTAG Schlamboree on the screen: the groups face down, the two that meet, and a keypad for cards."""

from functools import partial
from typing import Final

import flet as ft

from companion.games.labtag.messages import T
from companion.games.labtag.table.board import Board
from companion.games.labtag.table.duel import Duel
from companion.games.labtag.table.end import standings, trophies
from companion.games.labtag.table.laying import GroupSizes, drawing_cards
from companion.games.labtag.table.library import collection
from companion.games.labtag.table.page import FEW, told
from companion.games.labtag.table.play import Play
from companion.ui import parts
from companion.ui.dialogs import use_above
from companion.ui.live import component, use_value
from companion.ui.pane import column, notes, pane
from companion.ui.play import TableScreen
from companion.ui.screens.history import said_line
from companion.ui.screens.table import GameOverButtons, prompt


@component
def LabtagTable(play: Play) -> ft.Control:
    """What to do next, what was said, what lies on the table, and under the thumb what may be reported."""
    view = play.view
    collecting, collect = use_value(False)
    use_above(play.context, T("Cards of this device"), collection(play) if collecting else None, lambda: collect(False))
    cards = partial(collect, True)
    key = f"{view.phase}-{view.match_number}"
    if view.over:
        proof = [said_line(play, line, f"proof-{number}") for number, line in enumerate(view.proof)]
        last = parts.section(title=play.say(T("The last match")), controls=told(play, view))
        return pane(play, [prompt(play), standings(play, view), *proof, last], GameOverButtons(play))
    if view.match and view.winner is None:
        return Duel(play, view, cards, key=f"duel-{key}")
    if view.winner is not None:
        choices = trophies(play)
        if len(choices) > FEW:
            return pane(play, [prompt(play), *choices, *told(play, view)])
        return pane(play, [prompt(play), *told(play, view)], column(*choices))
    if view.turn is not None:
        return Board(play, view, cards, key=f"board-{key}")
    if view.laying:
        return GroupSizes(play, view, cards, key=f"sizes-{view.laying[0]}")
    return pane(play, [prompt(play), *notes(play), *told(play, view)], drawing_cards(play, cards))


TABLES: Final[dict[str, TableScreen]] = {"labtag": LabtagTable}

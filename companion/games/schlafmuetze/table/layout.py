"""How the table's screen is laid out: what is to be seen, and the buttons under the thumb."""

from collections.abc import Sequence

import flet as ft

from companion.games.schlafmuetze.phases import Running
from companion.games.schlafmuetze.reports.doubts import Voted
from companion.games.schlafmuetze.table.play import Play
from companion.ui.pane import notes, pane
from companion.ui.screens.table import prompt, told_card


def laid_out(
    play: Play, middle: Sequence[ft.Control], foot: ft.Control | None, leading: ft.Control | None = None
) -> ft.Control:
    """What to do next, what lies on the table, and the buttons that stay in reach."""
    view = play.view
    told = told_card(play)
    last = play.session.spoken
    voted = isinstance(view.state_phase, Running) and last is not None and isinstance(last.action, Voted)
    # how a vote came out is what all wait for: it is not left below the circle
    seen = [prompt(play, leading=leading), *(told if voted else []), *middle, *notes(play), *([] if voted else told)]
    return pane(play, seen, foot)

"""The form for guessing an extra letter."""

from collections.abc import Callable

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.reports.deciding import BonusGuessed
from companion.games.letter_jam.table.letters import letter_card, letter_pad
from companion.games.letter_jam.table.pieces import heading, small_row
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Player
from companion.ui.design.layout import beside, centred, column
from companion.ui.kit.pane import button, pane, quiet_button
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value


@component
def BonusGuess(play: Play[TableView], seat: int, leave: Callable[[], None]) -> ft.Control:
    """Ask for the guess, then for whether it was right."""
    earlier = play.corrected_report(BonusGuessed)
    letter, set_letter = use_value((earlier.letter or "") if earlier else "")
    view = play.view
    top = [heading(play, T("{player}: say the letter aloud, tap it, then look.", player=Player(seat)))]
    if letter:
        top.append(centred(letter_card(letter, letter, 64.0)))

    def report(right: bool) -> None:
        if letter or not right:
            play.actions.report(BonusGuessed(seat, letter, right))
            leave()

    tapped = bool(letter)
    same = earlier.right if earlier and (earlier.letter or "") == letter else None
    right = button(
        play,
        T("That is right"),
        lambda: report(True),
        "guess-right",
        available=tapped,
        expand=True,
        entered=same is True,
    )
    wrong = button(
        play,
        T("That is wrong"),
        lambda: report(False),
        "guess-wrong",
        emphasis="plain",
        expand=True,
        entered=same is False,
    )
    cancel = quiet_button(play, T("No guess"), leave, "guess-cancel", icon=ft.Icons.CLOSE)
    return pane(
        play, top, column(*letter_pad(play, view.grey, letter, set_letter), beside(right, wrong), small_row(cancel))
    )

"""An extra letter, guessed aloud."""

from collections.abc import Callable

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.reports import BonusGuessed
from companion.games.letter_jam.table.letters import letter_card, letter_pad
from companion.games.letter_jam.table.pieces import across, heading, quiet, small_row
from companion.games.letter_jam.table.play import Play
from companion.kernel.text import Player, Text
from companion.ui import parts
from companion.ui.live import component, use_value
from companion.ui.pane import column, pane


@component
def BonusGuess(play: Play, seat: int, leave: Callable[[], None]) -> ft.Control:
    """The extra letter: guessed aloud first, then looked at."""
    letter, set_letter = use_value("")
    view = play.view
    top = [heading(play, T("{player}: say the letter aloud, tap it, then look.", player=Player(seat)))]
    if letter:
        top.append(ft.Row([letter_card(letter, letter, 64.0)], alignment=ft.MainAxisAlignment.CENTER))

    def tell(right: bool) -> None:
        if letter:
            play.report(BonusGuessed(seat, letter, right))
            leave()

    def answer(text: Text, right: bool, identifier: str) -> ft.Control:
        return parts.verdict_button(
            title=play.say(text),
            emphasis="primary" if right else "plain",
            available=bool(letter),
            expand=True,
            on_click=lambda _: tell(right),
            identifier=identifier,
        )

    answers = across(answer(T("It is"), True, "guess-right"), answer(T("It is not"), False, "guess-wrong"))
    cancel = quiet(play, T("No guess"), leave, "guess-cancel", icon=ft.Icons.CLOSE)
    return pane(play, top, column(*letter_pad(play, view.grey, letter, set_letter), answers, small_row(cancel)))

"""The table screen of Schlafmütze: the circle as a clock, one big "Halt!" button, and the vote."""

from typing import Final

import flet as ft

from companion.games.schlafmuetze.messages import COLOUR_NAMES, T
from companion.games.schlafmuetze.nouns import PACK
from companion.games.schlafmuetze.phases import (
    Counting,
    GameOver,
    Halted,
    LastCard,
    Opening,
    RoundOver,
    Running,
    Voting,
)
from companion.games.schlafmuetze.reports.doubts import AllAgree, Doubted
from companion.games.schlafmuetze.reports.ending import HandCounted
from companion.games.schlafmuetze.reports.laying import Laid, LastCardLaid
from companion.games.schlafmuetze.reports.setting import CircleTold, TopTold
from companion.games.schlafmuetze.table.big_board import big_board
from companion.games.schlafmuetze.table.buttons import buttons
from companion.games.schlafmuetze.table.circle import Clock, PileSelection, centre
from companion.games.schlafmuetze.table.colours import GROUND, INK, shape
from companion.games.schlafmuetze.table.counting import CountHands
from companion.games.schlafmuetze.table.doubt import DoubtForm, tally
from companion.games.schlafmuetze.table.layout import table_page
from companion.games.schlafmuetze.table.players import players
from companion.games.schlafmuetze.table.result import result
from companion.games.schlafmuetze.table.typed import CircleWords, PileWord
from companion.games.schlafmuetze.table.word_check import checked_word
from companion.games.schlafmuetze.view import TableView
from companion.ui.design.base import drawing
from companion.ui.kit.game_screen import GameScreen, Reopening
from companion.ui.kit.page import use_above
from companion.ui.kit.table_context import Play, use_part
from companion.ui.runtime.hooks import component, use_value


@component
def SchlafmuetzeTable(play: Play[TableView]) -> ft.Control:
    """Show the current page: the circle, or a form that needs an answer, with the buttons below."""
    ft.use_effect(lambda: play.context.app.fetch_ahead(PACK), dependencies=[])
    view = play.view
    laid, topped, circle = (
        play.corrected_report(Laid),
        play.corrected_report(TopTold),
        play.corrected_report(CircleTold),
    )
    pile, pick = use_value(laid.pile if laid else None)
    writing, write = use_value(topped.pile if topped else -1 if circle else None)
    dialog: ft.Control | None = None
    title = T("Word of a pile")
    if writing is not None and view.every_card:
        if writing < 0:
            title = T("Words of the circle")
            dialog = CircleWords(play, on_done=lambda: write(None), key="circle-words")
        else:
            dialog = PileWord(play, writing, on_done=lambda: write(None), key=f"pile-word-{writing}")
    use_above(play.context, title, dialog, lambda: write(None))
    laying = view.every_card and isinstance(view.state_phase, Opening | Running)
    selection = PileSelection(pile if laying else None, pick, write)
    use_part(play, selection.pile is not None, lambda: pick(None))  # the colours to tap stand at the top
    if isinstance(view.state_phase, Halted):
        return DoubtForm(play, key=f"doubt-{play.session.version}")
    return table_page(play, _middle(play, selection), buttons(play, selection), _demanded(play))


def _demanded(play: Play[TableView]) -> ft.Control | None:
    """Return the forced colour of the next card, for the head of the prompt."""
    view = play.view
    if view.colour is None or not isinstance(view.state_phase, Running):
        return None
    size = 60.0 if play.layout.roomy else 44.0
    box = ft.Container(
        shape(view.colour, size * 0.55, INK[view.colour]),
        width=size,
        height=size,
        bgcolor=GROUND[view.colour],
        border_radius=8.0,
        alignment=ft.Alignment.CENTER,
    )
    return drawing(box, label=play.say(COLOUR_NAMES[view.colour]), identifier=f"demanded-{view.colour.value}")


def _middle(play: Play[TableView], selection: PileSelection) -> list[ft.Control]:
    view = play.view
    match view.state_phase:
        case Counting() | LastCard() if not view.every_card:
            return [CountHands(play, key="counting")]
        case Opening() | Running() | LastCard():
            return [Clock(play, selection) if view.every_card else centre(play, selection), players(play)]
        case Voting() as voting:
            return [tally(play, voting), *checked_word(play, voting.words)]
        case RoundOver() | GameOver():
            return [result(play)]
        case _:
            return [players(play)]


_WORDS: Final = ("schlafmuetze.combine.forms", "schlafmuetze.combine.no_derivation")
SCREENS: Final = {
    "schlafmuetze": GameScreen(
        board=SchlafmuetzeTable,
        big_board=big_board,
        reopening=Reopening(
            pages=(Laid, LastCardLaid, CircleTold, TopTold, Doubted, AllAgree, HandCounted), unshown={Laid: ("word",)}
        ),
        in_sight={
            "opening": ("schlafmuetze.combine.two_words",),
            "running": ("schlafmuetze.colour.forced", "schlafmuetze.combine.sense"),
            "naming": ("schlafmuetze.colour.forced",),
            "doubt": _WORDS,
        },
    )
}

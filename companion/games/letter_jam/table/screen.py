"""The table of Letter Jam: which page is shown."""

from functools import partial

import flet as ft

from companion.games.letter_jam.table.bonus import BonusGuess
from companion.games.letter_jam.table.choosing import choose, talk
from companion.games.letter_jam.table.clue import Composer
from companion.games.letter_jam.table.dealing import dealing
from companion.games.letter_jam.table.deciding import clue_on_table, decide
from companion.games.letter_jam.table.glance import glance
from companion.games.letter_jam.table.handing import Curtain, hand_out
from companion.games.letter_jam.table.laying import WordBuilder, lay_words
from companion.games.letter_jam.table.modes import HOME, PHASES, Go, Mode
from companion.games.letter_jam.table.over import result
from companion.games.letter_jam.table.pieces import told
from companion.games.letter_jam.table.play import Play
from companion.games.letter_jam.table.revealing import ask_letters, reveal, words_laid
from companion.games.letter_jam.view import TableView
from companion.ui.live import component, use_value
from companion.ui.pane import notes, pane
from companion.ui.screens.table import GameOverButtons, prompt


@component
def LetterJamTable(play: Play) -> ft.Control:
    """What to do next and the state at a glance above, what can be tapped below."""
    view = play.view
    asked, ask = use_value(HOME)

    def go(to: Mode) -> None:
        play.refuse(None)
        ask(to)

    mode, home = _possible(view, asked), partial(go, HOME)
    match mode.what:
        case "home":
            return _home(play, view, go)
        case "give":
            return Composer(play, mode.seat, home, key=f"give-{mode.seat}-{mode.clue}")
        case "sheets":
            return hand_out(play, view, go)
        case "curtain":
            back = partial(go, Mode("sheets")) if play.seat is None else home
            return Curtain(play, mode.seat, back, key=f"curtain-{mode.seat}")
        case "guess":
            return BonusGuess(play, mode.seat, home, key=f"guess-{mode.seat}-{mode.clue}")
        case "word":
            return WordBuilder(play, mode.seat, None, home, key=f"word-{mode.seat}")
        case "fails":
            return ask_letters(play, view, mode.seat, home)


def _possible(view: TableView, asked: Mode) -> Mode:
    """Return what is asked for, or the first page if the game has gone on meanwhile."""
    if asked.what != "home" and view.phase not in PHASES[asked.what]:
        return HOME
    if asked.clue not in (None, len(view.clues)):
        return HOME
    if asked.what == "word" and any(laid and laid.word.revealed for laid in view.words):
        return HOME
    return asked


def _home(play: Play, view: TableView, go: Go) -> ft.Control:
    top: list[ft.Control] = [prompt(play)]
    match view.phase:
        case "preparing":
            top += [glance(play, view), *told(play), *notes(play)]
            bottom = dealing(play)
        case "choosing":
            top += [glance(play, view), *notes(play), *told(play), talk(play)]
            bottom = choose(play, view, go)
        case "deciding":
            assert view.clue
            top += [clue_on_table(play, view, view.clue), *told(play, view.clue.sayable.text)]
            bottom = decide(play, view, go)
        case "laying":
            top += [*notes(play), *told(play)]
            bottom = lay_words(play, view, go)
        case "revealing":
            top += [*notes(play), *words_laid(play, view)]
            bottom = reveal(play, view, go)
        case _:
            top += [result(play, view), *words_laid(play, view)]
            bottom = GameOverButtons(play)
    return pane(play, top, bottom)

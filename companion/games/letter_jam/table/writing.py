"""The form for noting a clue letter by letter on the own guess sheet."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft
from attrs import define

from companion.games.letter_jam.messages import ANY, BLANK, OWN, T, stand_name
from companion.games.letter_jam.model import Mark
from companion.games.letter_jam.places import JOKER
from companion.games.letter_jam.reports.sheet import Noted
from companion.games.letter_jam.sheets import Row
from companion.games.letter_jam.table.letters import STAR, cell, letter_pad
from companion.games.letter_jam.table.pieces import backspace, heading, small_row
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Player
from companion.tables.drafts import DraftKey
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing, pressable, soft, words
from companion.ui.design.layout import beside, column, flowing, stacked
from companion.ui.kit.pane import button, caption, pane, quiet_button
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

#: The pencil's position at the guesses.
_GUESSES: Final = -1


@define
class _Draft:
    """An unsaved note, kept while the privacy screen closes the sheet.

    :param row: the saved note when the draft was begun.
    """

    row: Row
    letters: str
    guesses: str

    @classmethod
    def of(cls, play: Play[TableView], key: DraftKey["_Draft"], row: Row) -> "_Draft":
        """Return the draft begun on this page, unless the saved note has changed since."""
        begun = play.drafts.get(key)
        if begun is None or begun.row != row:
            play.drafts.set(key, begun := cls(row, row.letters, row.guesses))
        return begun


#: Drafts by seat and number of the clue.
_NOTES: Final = DraftKey[_Draft]("notes")


@component
def RowWriter(play: Play[TableView], seat: int, row: Row, leave: Callable[[], None]) -> ft.Control:
    """Note one clue: the visible letters one after the other, then the guesses."""
    key = _NOTES.of((seat, row.clue.number))
    draft = _Draft.of(play, key, row)
    letters, set_letters = use_value(draft.letters)
    guesses, set_guesses = use_value(draft.guesses)
    pencil, put_pencil = use_value(draft.letters.find(BLANK))
    draft.letters, draft.guesses = letters, guesses
    # where the chips are unknown, only the owner knows the position of the own letter
    marks = row.clue.marks or (None,) * len(letters)
    unknown_chips = row.clue.brief is not None
    guessing = pencil == _GUESSES

    def with_letter(letter: str, place: int = pencil) -> str:
        """Return the clue with a letter for the card at a place, at every position of that card."""
        here = _card(marks[place], place)
        cards = (_card(mark, at) for at, mark in enumerate(marks))
        return "".join(letter if card == here else old for card, old in zip(cards, letters, strict=True))

    def put(letter: str) -> None:
        if guessing:
            set_guesses(lambda now: now.replace(letter, "") if letter in now else now + letter)
            return
        noted = with_letter(letter)
        set_letters(noted)
        put_pencil(noted.find(BLANK, pencil) if BLANK in noted[pencil:] else noted.find(BLANK))

    def rub_out() -> None:
        """Rub out what is at the pencil; where nothing is, go back to the letter before it."""
        if guessing and guesses:
            set_guesses(guesses[:-1])
            return
        written = [at for at, mark in enumerate(marks) if _is_written(mark, letters[at])]
        if last := [at for at in written if guessing or at <= pencil][-1:]:
            put_pencil(last[0])
            set_letters(with_letter(_unwritten(marks[last[0]]), last[0]))

    def save() -> None:
        if (letters, guesses) != (row.letters, row.guesses):
            play.actions.report(Noted(seat, row.clue.number, letters, guesses))
        play.drafts.clear(key)
        leave()

    cells = [
        _place(play, mark, letter, active=at == pencil, on_click=partial(put_pencil, at), number=at)
        for at, (mark, letter) in enumerate(zip(marks, letters, strict=True))
    ]
    top = [
        heading(play, T("Clue {number} by {player}", number=row.clue.number, player=Player(row.clue.giver))),
        flowing(cells, spacing=2.0, apart=6.0),
        _guess_line(play, guesses, active=guessing, on_click=lambda: put_pencil(_GUESSES)),
    ]
    done = button(play, T("Write it down"), save, "note-done", expand=True)
    asked = T("Now tap what your letter could be") if guessing else T("Tap the letters you see")
    pad = letter_pad(play, guesses if guessing else letters[pencil], put)
    back = backspace(play, T("Rub out"), rub_out, "rub-out")
    signs: list[ft.Control] = []
    if unknown_chips and not guessing:
        own = quiet_button(play, T("my letter: ?"), lambda: put(OWN), "own-letter", outlined=True)
        joker = quiet_button(play, T("joker: {star}", star=STAR), lambda: put(ANY), "joker-letter", outlined=True)
        signs.append(small_row(own, joker))
    return pane(play, top, column(caption(play, asked), *pad, *signs, beside(back, done)))


def _unwritten(mark: Mark | None) -> str:
    """Return what stands at a position on which nothing has been written."""
    return ANY if mark and mark.stand == JOKER else BLANK


def _is_written(mark: Mark | None, letter: str) -> bool:
    """Return whether the owner has written a letter that can be rubbed out."""
    given = mark and (mark.letter or letter == OWN)
    return not given and letter != _unwritten(mark)


def _card(mark: Mark | None, at: int) -> tuple[object, int]:
    """Return a key of the card at a position; where the chips are unknown, each position is a card of its own."""
    return (mark.stand, mark.turn) if mark else (None, at)


def _place(
    play: Play[TableView], mark: Mark | None, letter: str, *, active: bool, on_click: Callable[[], None], number: int
) -> ft.Control:
    """Show a letter of the clue with its stand; the own letter and public ones cannot be changed."""
    stand = (mark.letter or play.say(stand_name(mark.stand))) if mark else str(number + 1)
    below = play.say(T("you")) if letter == OWN else stand
    under = soft(below, ft.TextThemeStyle.LABEL_SMALL, lines=1)
    box = ft.Container(stacked(cell(letter, True, active=active, width=38.0), under, spacing=2.0), width=50.0)
    label = play.say(T("{stand}: {letter}", stand=stand, letter=letter))
    if mark and (letter == OWN or mark.letter):
        return drawing(box, label=label)
    return pressable(box, on_click=lambda _: on_click(), label=label, identifier=f"cell-{number}", radius=8.0)


def _guess_line(play: Play[TableView], guesses: str, *, active: bool, on_click: Callable[[], None]) -> ft.Control:
    text = play.say(T("Your letter: {letters}", letters=" ".join(guesses) or "…"))
    line = design.framed(
        ft.Row([words(text, ft.TextThemeStyle.TITLE_LARGE, color=ft.Colors.PRIMARY)]),
        bold=active,
        ground=ft.Colors.TRANSPARENT,
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=10.0),
        radius=theme.Radii.button,
    )
    return pressable(
        line,
        on_click=lambda _: on_click(),
        label=text,
        identifier="guesses",
        radius=theme.Radii.button,
    )

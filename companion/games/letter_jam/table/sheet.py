"""The guess sheets, each visible to its owner only, behind the privacy screen."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.letter_jam.messages import BLANK, T
from companion.games.letter_jam.reports.sheet import Boxed
from companion.games.letter_jam.sheets import Row, SheetView
from companion.games.letter_jam.table.deciding import BonusGuess, guessed, stay_or_move
from companion.games.letter_jam.table.laying import WordBuilder
from companion.games.letter_jam.table.letters import cell, drawn, letter_pad, spelled
from companion.games.letter_jam.table.pieces import HOME, Go, Mode, heading, small_row, still_deciding
from companion.games.letter_jam.table.writing import RowWriter
from companion.games.letter_jam.view import PlayerView, TableView
from companion.kernel.text import Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import pressable, soft, words
from companion.ui.design.layout import beside, column, flowing, lines, stacked, wide
from companion.ui.kit.pane import PROMPT, button, caption, fitting_rows, in_rows, pane, quiet_button
from companion.ui.kit.privacy_screen import PrivacyScreen
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value


@component
def PrivateSheet(play: Play[TableView], seat: int, leave: Callable[[], None]) -> ft.Control:
    """Show a player's guess sheet: boxes, clues and a form; a clue that is not noted yet opens first."""
    view: TableView = play.session.view(seat)  # type: ignore[assignment]
    sheet = view.guess_sheet
    writing, set_writing = use_value(_to_note(view))
    if sheet is None:
        return ft.Container()
    what, _, number = writing.partition("-")
    if what == "row" and (row := next((row for row in sheet.rows if row.clue.number == int(number)), None)):
        return RowWriter(play, seat, row, lambda: set_writing(""), key=f"write-{writing}")
    if what == "word":
        return WordBuilder(play, seat, sheet.boxes, lambda: set_writing(""), key=f"write-{writing}")
    if what == "guess":
        return BonusGuess(play, seat, lambda: set_writing(""), key=f"guess-{seat}")
    box = int(number) if what == "box" else None
    title = heading(play, T("{player}’s guess sheet", player=Player(seat)), "private-sheet")
    if play.context.large and not play.context.low:
        title.key = PROMPT  # the buttons follow it, above the clues
    top = [
        title,
        _boxes(play, sheet, box, lambda box: set_writing(f"box-{box}")),
        *_rows(play, sheet, lambda clue: set_writing(f"row-{clue}")),
    ]
    if box is not None:
        return pane(play, top, _fill(play, sheet, box, set_writing))
    bottom = _decision(play, sheet, set_writing)
    if view.phase == "laying":
        bottom.append(
            button(
                play,
                T("Lay my word"),
                lambda: set_writing("word"),
                "lay-word",
                sublabel=T("laid: {word}", word=spelled(sheet.word)) if sheet.word else None,
                emphasis="tonal",
            )
        )
    return pane(play, top, column(*bottom, button(play, T("Close the sheet"), leave, "close-sheet")))


def _to_note(view: TableView) -> str:
    """Return the part to write on first: the clue on the table, if its owner has not noted it yet."""
    rows = view.guess_sheet.rows if view.guess_sheet else ()
    here = next((row for row in rows if row.clue == view.clue), None)
    return f"row-{here.clue.number}" if here and BLANK in here.letters and not here.clue.brief else ""


def _fill(play: Play[TableView], sheet: SheetView, box: int, write: Callable[[str], None]) -> ft.Control:
    """Ask for the letter of a box; tapping the current letter rubs it out."""
    now = sheet.boxes[box - 1]

    def fill(letter: str) -> None:
        play.actions.report(Boxed(sheet.seat, box, "" if letter == now else letter))

    done = quiet_button(play, T("Done"), lambda: write(""), "box-done", icon=ft.Icons.CHECK)
    return column(
        caption(play, T("Letter {n}: tap your guess", n=box)),
        *letter_pad(play, now, fill),
        *_decision(play, sheet, write),
        small_row(done),
    )


def _decision(play: Play[TableView], sheet: SheetView, write: Callable[[str], None]) -> list[ft.Control]:
    """Ask on the own sheet for the guess of an extra letter, and for the decision; then show who is still deciding."""
    player = play.view.players[sheet.seat]
    asked: list[ft.Control] = []
    if player.may_guess:
        text = T("Guess the extra letter")
        asked.append(button(play, text, partial(write, "guess"), f"guess-{sheet.seat}", emphasis="tonal"))
    if player.guess:
        asked.append(caption(play, guessed(player.guess), ft.TextThemeStyle.TITLE_SMALL))
    if player.may_decide:
        asked += _stay_or_move(play, player, sheet)
    if player.moves is not None:
        asked += [soft(line, ft.TextThemeStyle.LABEL_LARGE) for line in still_deciding(play)]
    return asked


def _stay_or_move(play: Play[TableView], player: PlayerView, sheet: SheetView) -> list[ft.Control]:
    """Ask whether the player moves on or stays; a single guess is written into the box."""
    guesses = next((row.guesses for row in reversed(sheet.rows) if row.present and row.guesses), "")
    letter = "" if player.place.perhaps else sheet.boxes[player.place.at] or (guesses if len(guesses) == 1 else "")
    return [caption(play, T("My letter")), *in_rows(stay_or_move(play, player, letter), 2)]


def _boxes(play: Play[TableView], sheet: SheetView, chosen: int | None, on_box: Callable[[int], None]) -> ft.Control:
    """Show the box of each letter; that of the letter in the stand has a thick edge."""
    place = play.view.players[sheet.seat].place
    cells: list[ft.Control] = []
    for box, letter in enumerate(sheet.boxes, start=1):
        bold = box == chosen or (box == place.at + 1 and not place.done and not place.perhaps)
        face = design.framed(
            stacked(
                soft(str(box), ft.TextThemeStyle.LABEL_SMALL),
                words(drawn(letter), ft.TextThemeStyle.HEADLINE_SMALL),
                spacing=0.0,
            ),
            bold=bold,
            ground=ft.Colors.PRIMARY_CONTAINER if box == chosen else theme.SHEET,
            edge=ft.Colors.OUTLINE,
            height=62.0,
            padding=0.0,
            align=ft.Alignment.CENTER,
            radius=8.0,
        )
        text = T("Letter {n}: {letter}", n=box, letter=letter) if letter else T("Letter {n}: nothing yet", n=box)
        cells.append(
            pressable(
                face,
                on_click=lambda _, box=box: on_box(box),
                label=play.say(text),
                identifier=f"box-{box}",
                radius=8.0,
                expand=True,
            )
        )
    return beside(*cells, spacing=4.0)


def _rows(play: Play[TableView], sheet: SheetView, on_row: Callable[[int], None]) -> list[ft.Control]:
    """Show the clues with the own letter, those for the present letter first."""
    if not sheet.rows:
        text = T("No clue with your letter yet. As soon as one is given, it appears here.")
        return [caption(play, text, ft.TextThemeStyle.BODY_LARGE)]
    ordered = sorted(sheet.rows, key=lambda row: (not row.present, -row.clue.number))
    return [_row(play, row, on_row) for row in ordered]


def _row(play: Play[TableView], row: Row, on_row: Callable[[int], None]) -> ft.Control:
    about = T("Clue {number}, extra letter", number=row.clue.number)
    if not row.known:
        about = T("Clue {number} by {player}", number=row.clue.number, player=Player(row.clue.giver))
    elif row.own is not None:
        about = T("Clue {number}, letter {n}", number=row.clue.number, n=row.own + 1)
    pencil = ft.Icon(ft.Icons.EDIT_OUTLINED, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT)
    noted = [
        beside(wide(caption(play, about, ft.TextThemeStyle.LABEL_MEDIUM)), pencil),
        flowing([cell(letter, row.present) for letter in row.letters], spacing=3.0, apart=3.0),
    ]
    texts = [play.say(T("{about}: {letters}", about=about, letters=" ".join(row.letters)))]
    if row.guesses:
        texts.append(play.say(T("could be {letters}", letters=" ".join(row.guesses))))
        noted.append(words(texts[-1], ft.TextThemeStyle.TITLE_SMALL, color=ft.Colors.PRIMARY))
    return pressable(
        design.framed(lines(*noted, spacing=6.0), bold=row.present),
        on_click=lambda _: on_row(row.clue.number),
        label=", ".join(texts),
        identifier=f"row-{row.clue.number}",
    )


def hand_out(play: Play[TableView], go: Go) -> ft.Control:
    """Ask who has been handed the phone; the page itself shows no sheet, and a tap on the own name opens it."""
    view = play.view

    def awaited(player: PlayerView) -> Text | None:
        if player.seat in view.undecided:
            return T("undecided")
        return T("may guess") if player.may_guess else None

    buttons: list[ft.Control] = [
        button(
            play,
            play.names[player.seat],
            partial(go, Mode("sheet", player.seat)),
            f"sheet-{player.seat}",
            sublabel=awaited(player),
            leading=play.badge(player.seat),
            emphasis="tonal" if awaited(player) else "plain",
        )
        for player in view.players
    ]
    back = button(play, T("Back to the table"), partial(go, HOME), "sheets-back")
    asked = heading(play, T("Hand over the phone. Tap only your own name."))
    return pane(play, [asked], column(*fitting_rows(play, buttons, 2), back))


def guess_sheet(play: Play[TableView], seat: int, leave: Callable[[], None], *, handed: bool = False) -> ft.Control:
    """Return a player's guess sheet, behind the privacy screen unless its owner has been handed the phone."""
    why = T("The guess sheet shows everybody else’s letters. All others look away.")
    opened = partial(PrivateSheet, play, seat, leave, key=f"private-{seat}")
    return PrivacyScreen(play, seat, why, T("open my guess sheet"), opened, leave, handed=handed, key=f"curtain-{seat}")

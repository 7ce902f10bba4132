"""While a clue lies on the table: who moves on, who stays, who guesses."""

import flet as ft

from companion.games.letter_jam.actions import MovesOn, RoundEnded, Stays
from companion.games.letter_jam.messages import T, facts_text
from companion.games.letter_jam.model import Clue, Facts
from companion.games.letter_jam.table.chips import chips_laid
from companion.games.letter_jam.table.doors import sheet_button, sheets_button
from companion.games.letter_jam.table.modes import Go, Mode
from companion.games.letter_jam.table.pieces import hint, sheet_of_paper, small_row
from companion.games.letter_jam.view import Place, TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Listing, Player, Text
from companion.ui import parts
from companion.ui.pane import column
from companion.ui.parts.base import pressable, words
from companion.ui.play import Play


def clue_on_table(play: Play, view: TableView, clue: Clue) -> ft.Control:
    """The clue that lies there, as chips beside stands, with the five things that may be said of it."""
    title = T("Clue {number} by {player}", number=clue.number, player=Player(clue.giver))
    said = Explanation(facts_text(Facts.of(clue.stands)), ("letter_jam.talk.allowed",), Tone.NOTE)
    inside = column(
        hint(play, title, ft.TextThemeStyle.TITLE_MEDIUM),
        chips_laid(play, view, clue.stands),
        words(play.say(said.text), ft.TextThemeStyle.BODY_MEDIUM),
    )
    return pressable(
        sheet_of_paper(inside), on_click=lambda _: play.why(said), identifier="clue", align=ft.Alignment.CENTER_LEFT
    )


def decide(play: Play, view: TableView, go: Go) -> ft.Control:
    """A line for each player who has something to do, and the end of the round."""
    busy = [
        place for place in view.places if place.may_decide or place.may_guess or place.guess or _noting(view, place)
    ]
    undecided = tuple(Player(place.seat) for place in view.places if place.may_decide and place.moves is None)
    done = parts.verdict_button(
        title=play.say(T("All ready: next round")),
        sublabel=play.say(T("Still open, so staying: {players}", players=Listing(undecided))) if undecided else None,
        emphasis="primary",
        large=play.layout != "phone",
        on_click=lambda _: play.report(RoundEnded()),
        identifier="next-round",
    )
    others = [] if len(busy) == len(view.places) else [small_row(sheets_button(play, go))]
    return column(*[_line(play, view, place, go) for place in busy], *others, done, spacing=6.0)


def _noting(view: TableView, place: Place) -> bool:
    """Whether a player's letter is in the clue that lies there."""
    return bool(view.clue and view.clue.uses(place.seat))


def _line(play: Play, view: TableView, place: Place, go: Go) -> ft.Control:
    seat = place.seat
    name = column(
        words(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1),
        words(play.say(_where(place)), ft.TextThemeStyle.LABEL_SMALL, color=ft.Colors.ON_SURFACE_VARIANT, lines=1),
        spacing=0.0,
    )
    name.expand = True
    row = [name, *_answers(play, view, place, go)]
    if play.seat in (None, seat):
        row.append(sheet_button(play, seat, go, selected=_noting(view, place)))
    return ft.Row(row, spacing=6.0, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _where(place: Place) -> Text:
    """Return how far a player is in the own row."""
    player = place.player
    if not player.done:
        return T("letter {at} of {length}", at=player.at + 1, length=player.length)
    return T("extra letter") if player.standing else T("no card left")


def _answers(play: Play, view: TableView, place: Place, go: Go) -> list[ft.Control]:
    """What a player can say about the own letter, or has said."""
    seat = place.seat
    if place.may_decide:
        return stay_or_move(play, place)
    if place.may_guess:
        here = len(view.clues)
        return [
            parts.quiet_button(
                text=play.say(T("guess")),
                on_click=lambda _: go(Mode("guess", seat, here)),
                identifier=f"guess-{seat}",
            )
        ]
    if guess := place.guess:
        letter = guess.letter
        said = T("{letter}: right", letter=letter) if guess.right else T("{letter}: wrong", letter=letter)
        return [words(play.say(said), ft.TextThemeStyle.TITLE_SMALL)]
    return []


def stay_or_move(play: Play, place: Place, letter: str = "") -> list[ft.Control]:
    """The two answers about the present letter.

    :param letter: what is written into its box when the player moves on.
    """
    seat = place.seat
    on = T("moves on with {letter}", letter=letter) if letter else T("moves on")
    return [
        parts.pick(
            text=play.say(T("stays")),
            chosen=place.moves is False,
            on_click=lambda: play.report(Stays(seat)),
            identifier=f"stays-{seat}",
        ),
        parts.pick(
            text=play.say(on),
            chosen=place.moves is True,
            on_click=lambda: play.report(MovesOn(seat, letter)),
            identifier=f"moves-{seat}",
        ),
    ]

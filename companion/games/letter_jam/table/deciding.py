"""While a clue lies on the table: who moves on, who stays, who guesses."""

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.model import Clue
from companion.games.letter_jam.reports import MovesOn, RoundEnded, Stays
from companion.games.letter_jam.table.chips import chips_laid
from companion.games.letter_jam.table.doors import sheet_button, sheets_button
from companion.games.letter_jam.table.modes import Go, Mode
from companion.games.letter_jam.table.pieces import hint, sheet_of_paper, small_row
from companion.games.letter_jam.table.play import Play
from companion.games.letter_jam.view import PlayerView, TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Listing, Player, Text
from companion.ui import parts
from companion.ui.pane import column
from companion.ui.parts.base import pressable, words


def clue_on_table(play: Play, view: TableView, clue: Clue) -> ft.Control:
    """The clue that lies there, as chips beside stands, with the five things that may be said of it."""
    title = T("Clue {number} by {player}", number=clue.number, player=Player(clue.giver))
    said = Explanation(clue.sayable.text, ("letter_jam.talk.allowed",), Tone.NOTE)
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
        player
        for player in view.players
        if player.may_decide or player.may_guess or player.guess or _noting(view, player)
    ]
    undecided = tuple(Player(player.seat) for player in view.players if player.may_decide and player.moves is None)
    done = parts.verdict_button(
        title=play.say(T("All ready: next round")),
        sublabel=play.say(T("Still open, so staying: {players}", players=Listing(undecided))) if undecided else None,
        emphasis="primary",
        large=play.layout != "phone",
        on_click=lambda _: play.report(RoundEnded()),
        identifier="next-round",
    )
    others = [] if len(busy) == len(view.players) else [small_row(sheets_button(play, go))]
    return column(*[_line(play, view, player, go) for player in busy], *others, done, spacing=6.0)


def _noting(view: TableView, player: PlayerView) -> bool:
    """Whether a player's letter is in the clue that lies there."""
    return bool(view.clue and view.clue.uses(player.seat))


def _line(play: Play, view: TableView, player: PlayerView, go: Go) -> ft.Control:
    seat = player.seat
    name = column(
        words(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1),
        words(play.say(_where(player)), ft.TextThemeStyle.LABEL_SMALL, color=ft.Colors.ON_SURFACE_VARIANT, lines=1),
        spacing=0.0,
    )
    name.expand = True
    row = [name, *_answers(play, view, player, go)]
    if play.seat in (None, seat):
        row.append(sheet_button(play, seat, go, selected=_noting(view, player)))
    return ft.Row(row, spacing=6.0, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _where(player: PlayerView) -> Text:
    """Return how far a player is in the own row."""
    place = player.place
    if not place.done:
        return T("letter {at} of {length}", at=place.at + 1, length=place.length)
    return T("extra letter") if place.standing else T("no card left")


def _answers(play: Play, view: TableView, player: PlayerView, go: Go) -> list[ft.Control]:
    """What a player can say about the own letter, or has said."""
    seat = player.seat
    if player.may_decide:
        return stay_or_move(play, player)
    if player.may_guess:
        here = len(view.clues)
        return [
            parts.quiet_button(
                text=play.say(T("guess")),
                on_click=lambda _: go(Mode("guess", seat, here)),
                identifier=f"guess-{seat}",
            )
        ]
    if guess := player.guess:
        letter = guess.letter
        said = T("{letter}: right", letter=letter) if guess.right else T("{letter}: wrong", letter=letter)
        return [words(play.say(said), ft.TextThemeStyle.TITLE_SMALL)]
    return []


def stay_or_move(play: Play, player: PlayerView, letter: str = "") -> list[ft.Control]:
    """The two answers about the present letter.

    :param letter: what is written into its box when the player moves on.
    """
    seat = player.seat
    on = T("moves on with {letter}", letter=letter) if letter else T("moves on")
    return [
        parts.pick(
            text=play.say(T("stays")),
            chosen=player.moves is False,
            on_click=lambda: play.report(Stays(seat)),
            identifier=f"stays-{seat}",
        ),
        parts.pick(
            text=play.say(on),
            chosen=player.moves is True,
            on_click=lambda: play.report(MovesOn(seat, letter)),
            identifier=f"moves-{seat}",
        ),
    ]

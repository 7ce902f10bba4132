"""The page while a clue is on the table: who moves on, who stays, who guesses."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.letter_jam.messages import N, T, stand_name
from companion.games.letter_jam.model import Clue
from companion.games.letter_jam.phases import Guess
from companion.games.letter_jam.reports.deciding import BonusGuessed, MovesOn, RoundEnded, Stays
from companion.games.letter_jam.table.letters import letter_card, letter_pad
from companion.games.letter_jam.table.pieces import (
    Go,
    Mode,
    chips_laid,
    heading,
    player_line,
    sheet_button,
    sheets_button,
    small_row,
)
from companion.games.letter_jam.view import PlayerView, TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Listing, Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import pressable, words
from companion.ui.design.layout import beside, centred, column
from companion.ui.kit.pane import button, caption, pane, quiet_button, sign_button
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value


def clue_on_table(play: Play[TableView], clue: Clue) -> ft.Control:
    """Show the clue on the table: its chips beside stands if known, and what may be said about it."""
    title = T("Clue {number} by {player}", number=clue.number, player=Player(clue.giver))
    explanation = Explanation(clue.text, ("letter_jam.talk.allowed",), Tone.NOTE)
    inside = column(
        caption(play, title, ft.TextThemeStyle.TITLE_MEDIUM),
        *([] if clue.brief else [chips_laid(play, clue.stands)]),
        words(play.say(_facts(play, clue) if clue.brief else explanation.text), ft.TextThemeStyle.BODY_MEDIUM),
        spacing=2.0 if clue.brief else theme.Space.s,
    )
    return pressable(
        design.framed(inside),
        on_click=lambda _: play.why(explanation),
        identifier="clue",
        align=ft.Alignment.CENTER_LEFT,
    )


def _facts(play: Play[TableView], clue: Clue) -> Text:
    letters = N("{n} letter", "{n} letters", n=clue.letters)
    if not clue.stands:
        return letters
    stands = Listing(tuple(stand_name(stand, play.view.bonus) for stand in clue.stands))
    return T("{letters}, with {stands}", letters=letters, stands=stands)


def decide(play: Play[TableView], go: Go, *back: ft.Control) -> ft.Control:
    """Show a line for each player who can decide, and the button that ends the round.

    :param back: buttons that lead back to the page with fewer details.
    """
    view = play.view
    busy = [
        player
        for player in view.players
        if player.may_decide or player.may_guess or player.guess or _noting(play.view, player)
    ]
    # with unknown chips, undecided players may have moved on
    stays = T("whoever has not decided stays") if view.undecided and not (view.clue and view.clue.brief) else None
    done = next_round(play, T("All ready: next round"), stays)
    others = [*back] if len(busy) == len(view.players) else [sheets_button(play, go), *back]
    rows = [small_row(*others)] if others else []
    return column(*[_line(play, player, go) for player in busy], *rows, done, spacing=6.0)


def next_round(play: Play[TableView], text: Text, sublabel: Text | None = None) -> ft.Control:
    """Return the button that ends the round."""
    return button(
        play,
        text,
        lambda: play.actions.report(RoundEnded()),
        "next-round",
        sublabel=sublabel,
        large=play.layout.roomy,
        entered=play.corrected_report(RoundEnded) is not None,
    )


def _noting(view: TableView, player: PlayerView) -> bool:
    return bool(view.clue and view.clue.uses(player.seat))


def _line(play: Play[TableView], player: PlayerView, go: Go) -> ft.Control:
    seat, place = player.seat, player.place
    ways = _answers(play, player, go)
    if play.seat in (None, seat):
        ways.append(sheet_button(play, seat, go, selected=_noting(play.view, player)))
    where = T("no card left") if place.done and not place.perhaps and not place.standing else place.shown
    return player_line(play, seat, where, *ways, below=play.layout.alone)


def _answers(play: Play[TableView], player: PlayerView, go: Go) -> list[ft.Control]:
    seat = player.seat
    guess_it = partial(go, Mode("guess", seat, len(play.view.clues)))
    if player.may_decide:
        if not player.may_guess:
            return stay_or_move(play, player)
        name = T("{player} guesses the extra letter", player=Player(seat))
        sign = sign_button(play, ft.Icons.AUTO_AWESOME_OUTLINED, name, guess_it, f"guess-{seat}")
        return [*stay_or_move(play, player), sign]
    if player.may_guess:
        return [quiet_button(play, T("guess"), guess_it, f"guess-{seat}", outlined=True)]
    return [words(play.say(guessed(player.guess)), ft.TextThemeStyle.TITLE_SMALL)] if player.guess else []


def guessed(guess: Guess) -> Text:
    """Return the guess of an extra letter, and whether it was right."""
    letter = guess.letter or "?"
    return T("{letter}: right", letter=letter) if guess.right else T("{letter}: wrong", letter=letter)


def stay_or_move(play: Play[TableView], player: PlayerView, letter: str = "") -> list[ft.Control]:
    """Return the two answers about the present letter.

    :param letter: the letter written into its box when the player moves on.
    """
    seat = player.seat
    on = T("moves on with {letter}", letter=letter) if letter else T("moves on")
    ways = ((False, T("stays"), Stays(seat), "stays"), (True, on, MovesOn(seat, letter), "moves"))
    answers = [
        design.Way(
            text=play.say(text),
            chosen=player.moves is moves,
            on_click=partial(play.actions.report, report),
            identifier=f"{identifier}-{seat}",
        )
        for moves, text, report, identifier in ways
    ]
    return [design.one_of(answers, shape="words")]


@component
def BonusGuess(play: Play[TableView], seat: int, leave: Callable[[], None]) -> ft.Control:
    """Ask for the guess, then for whether it was right."""
    earlier = play.corrected_report(BonusGuessed)
    letter, set_letter = use_value((earlier.letter or "") if earlier else "")
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
    return pane(play, top, column(*letter_pad(play, letter, set_letter), beside(right, wrong), small_row(cancel)))

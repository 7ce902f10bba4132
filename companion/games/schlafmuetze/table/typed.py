"""Forms for the words on the cards of one pile or of the whole circle."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.schlafmuetze.cards import COLOURS, PILES, Card
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T, card_name, hour
from companion.games.schlafmuetze.phases import Opening
from companion.games.schlafmuetze.reports.setting import CircleTold, TopTold
from companion.games.schlafmuetze.table.colours import GROUND, shape, swatch
from companion.games.schlafmuetze.table.memory import LONGEST, kept, remember, suggested
from companion.games.schlafmuetze.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.tuples import with_item
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import beside, flowing, scrolling
from companion.ui.kit.entry import use_entry
from companion.ui.kit.pane import button, note, quiet_button, text_line
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_optional


@component
def PileWord(play: Play[TableView], pile: int, on_done: Callable[[], None]) -> ft.Control:
    """Ask for the word on top of a pile, typed or picked from earlier words, and for its colour."""
    view = play.view
    card = view.circle[pile]
    word, set_word = use_entry(play, TopTold, lambda report: report.word, card.word)
    colour, set_colour = use_entry(play, TopTold, lambda report: report.colour, card.colour)
    refused, refuse = use_optional(Explanation)

    def enter(chosen: str) -> None:
        if colour is None:
            return
        report = TopTold(pile, colour, chosen)
        if wrong := play.refusal_of(report):
            refuse(wrong)
            return
        remember(play, (chosen,))
        on_done()
        play.actions.report(report)

    line = text_line(
        play,
        T("Word on the card"),
        word,
        set_word,
        "word",
        on_submit=lambda _: enter(word),
        longest=LONGEST,
        focus=True,
    )
    swatches = [
        swatch(
            each,
            on_click=lambda _, each=each: set_colour(each),
            label=play.say(COLOUR_NAMES[each]),
            identifier=f"top-{each.value}",
            dimmed=each is not colour,
            chosen=each is colour,
        )
        for each in COLOURS
    ]
    return scrolling(
        words(play.say(T("{hour} o'clock", hour=hour(pile))), ft.TextThemeStyle.HEADLINE_SMALL),
        line,
        _suggestions(suggested(play, word), enter),
        *([] if isinstance(view.state_phase, Opening) else [beside(*swatches, spacing=6.0)]),
        *_refusal(play, refused),
        button(play, T("Enter"), lambda: enter(word), "word-done", available=colour is not None),
        spacing=theme.Space.m,
    )


@component
def CircleWords(play: Play[TableView], on_done: Callable[[], None]) -> ft.Control:
    """Ask for the twelve words of the circle; earlier words and the last circle are suggested."""
    view = play.view
    laid = tuple(card.word for card in view.circle)
    typed, set_typed = use_entry(play, CircleTold, lambda report: report.words or laid, laid)
    current, set_current = use_optional(int)
    refused, refuse = use_optional(Explanation)
    _, last = kept(play)

    def put(place: int, word: str, *, writing: bool = True) -> None:
        set_typed(lambda old: with_item(old, place, word))
        set_current(place if writing else None)

    def enter() -> None:
        report = CircleTold(tuple(card.colour or COLOURS[0] for card in view.circle), typed)
        if wrong := play.refusal_of(report):
            refuse(wrong)
            return
        remember(play, typed, typed)
        on_done()
        play.actions.report(report)

    rows: list[ft.Control] = []
    for at, card in enumerate(view.circle):
        title = T("{hour} o'clock, {colour}", hour=hour(at), colour=card_name(Card(card.colour)))
        line = text_line(play, title, typed[at], partial(put, at), f"circle-{hour(at)}", longest=LONGEST, expand=True)
        sign = shape(card.colour, 22.0, GROUND[card.colour]) if card.colour else None
        rows.append(
            ft.Row(
                [ft.Container(sign, width=30.0, alignment=ft.Alignment.CENTER), line],
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
                key=f"line-{at}",
            )
        )
        if at == current and typed[at].strip() and (found := suggested(play, typed[at], 4)):
            rows.append(_suggestions(found, partial(put, at, writing=False)))
    again: list[ft.Control] = [ft.Container(height=theme.Space.xs)]
    if len(last) == PILES and any(last):
        same = T("The same as last time")
        again.append(quiet_button(play, same, lambda: set_typed((*last,)), "circle-again", outlined=True))
    done = button(play, T("Enter"), enter, "circle-done")
    return scrolling(*again, *rows, *_refusal(play, refused), done)


def _refusal(play: Play[TableView], refused: Explanation | None) -> list[ft.Control]:
    return [note(play, refused, kind="refusal", identifier="refused")] if refused else []


def _suggestions(remembered: list[str], take: Callable[[str], None]) -> ft.Control:
    return flowing(
        design.quiet_button(text=each, on_click=lambda _, each=each: take(each), identifier=f"word-{number}")
        for number, each in enumerate(remembered)
    )

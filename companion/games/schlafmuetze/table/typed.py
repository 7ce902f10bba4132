"""The words of the cards, as they are typed: that of one pile, or those of the whole circle."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.schlafmuetze.cards import COLOURS, PILES, Card
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T, card_name, hour
from companion.games.schlafmuetze.phases import Opening
from companion.games.schlafmuetze.reports.setting import CircleTold, TopTold
from companion.games.schlafmuetze.table.colours import GROUND, shape, swatch
from companion.games.schlafmuetze.table.memory import LONGEST, kept, remember, suggested
from companion.games.schlafmuetze.table.play import Play
from companion.kernel.explain import Explanation
from companion.ui import parts, theme
from companion.ui.live import component, use_maybe, use_value
from companion.ui.parts.base import words


@component
def PileWord(play: Play, pile: int, on_done: Callable[[], None]) -> ft.Control:
    """The word on top of a pile: typed, or one of those remembered; its colour if that was told wrong."""
    view = play.view
    card = view.circle[pile]
    word, set_word = use_value(card.word)
    colour, set_colour = use_value(card.colour)
    refused, refuse = use_maybe(Explanation)

    def tell(chosen: str) -> None:
        if colour is None:
            return
        told = TopTold(pile, colour, chosen)
        if wrong := _wrong(play, told):
            refuse(wrong)
            return
        remember(play, (chosen,))
        on_done()
        play.report(told)

    line = parts.text_input(
        label=play.say(T("Word on the card")),
        value=word,
        on_change=lambda event: set_word(event.control.value),
        on_submit=lambda _: tell(word),
        longest=LONGEST,
        autofocus=True,
        identifier="word",
    )
    swatches = ft.Row(
        [
            swatch(
                each,
                on_click=lambda _, each=each: set_colour(each),
                label=play.say(COLOUR_NAMES[each]),
                identifier=f"top-{each.value}",
                dimmed=each is not colour,
            )
            for each in COLOURS
        ],
        spacing=6.0,
    )
    done = parts.verdict_button(
        title=play.say(T("Enter")),
        emphasis="primary",
        available=colour is not None,
        on_click=lambda _: tell(word),
        identifier="word-done",
    )
    return ft.Column(
        [
            words(play.say(T("{hour} o'clock", hour=hour(pile))), ft.TextThemeStyle.HEADLINE_SMALL),
            line,
            _suggestions(suggested(play, word), tell),
            *([] if isinstance(view.state_phase, Opening) else [swatches]),
            *_refusal(play, refused),
            done,
        ],
        spacing=theme.Space.m,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@component
def CircleWords(play: Play, on_done: Callable[[], None]) -> ft.Control:
    """The twelve words of the circle, typed once; those typed before, and the last circle, are at hand."""
    view = play.view
    typed, set_typed = use_value(tuple(card.word for card in view.circle))
    current, set_current = use_maybe(int)
    refused, refuse = use_maybe(Explanation)
    _, last = kept(play)

    def put(place: int, word: str, *, writing: bool = True) -> None:
        set_typed(lambda old: (*old[:place], word, *old[place + 1 :]))
        set_current(place if writing else None)

    def tell() -> None:
        told = CircleTold(tuple(card.colour or COLOURS[0] for card in view.circle), typed)
        if wrong := _wrong(play, told):
            refuse(wrong)
            return
        remember(play, typed, typed)
        on_done()
        play.report(told)

    rows: list[ft.Control] = []
    for at, card in enumerate(view.circle):
        line = parts.text_input(
            label=play.say(T("{hour} o'clock, {colour}", hour=hour(at), colour=card_name(Card(card.colour)))),
            value=typed[at],
            on_change=lambda event, at=at: put(at, event.control.value),
            longest=LONGEST,
            expand=True,
            identifier=f"circle-{hour(at)}",
        )
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
        again.append(
            parts.quiet_button(
                text=play.say(T("The same as last time")),
                on_click=lambda _: set_typed((*last,)),
                identifier="circle-again",
            )
        )
    done = parts.verdict_button(
        title=play.say(T("Enter")), emphasis="primary", on_click=lambda _: tell(), identifier="circle-done"
    )
    return ft.Column(
        [*again, *rows, *_refusal(play, refused), done],
        spacing=theme.Space.s,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _wrong(play: Play, told: CircleTold | TopTold) -> Explanation | None:
    """Return why something cannot be told, before what was typed is put away."""
    return play.session.game.refusal(play.session.record.state, told)


def _refusal(play: Play, refused: Explanation | None) -> list[ft.Control]:
    if refused is None:
        return []
    notice = parts.notice(
        kind="refusal",
        title=play.say(refused.text),
        why_text=play.say(T("Why?")),
        on_why=lambda _: play.why(refused),
        compact=True,
        identifier="refused",
    )
    return [notice]


def _suggestions(remembered: list[str], take: Callable[[str], None]) -> ft.Control:
    buttons: list[ft.Control] = [
        parts.quiet_button(text=each, on_click=lambda _, each=each: take(each), identifier=f"word-{number}")
        for number, each in enumerate(remembered)
    ]
    return ft.Row(buttons, wrap=True, spacing=theme.Space.s, run_spacing=theme.Space.s)

"""The circle: twelve piles as the hours of a clock, and the facts inside."""

import math
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Final

import flet as ft
from attrs import frozen

from companion.games.schlafmuetze.cards import COLOURS, PILES, Card
from companion.games.schlafmuetze.messages import T, card_name, hour
from companion.games.schlafmuetze.phases import LastCard, Opening, Running
from companion.games.schlafmuetze.reports.laying import Laid
from companion.games.schlafmuetze.table.colours import GROUND, INK, shape
from companion.games.schlafmuetze.table.detail_level import detail_button
from companion.games.schlafmuetze.view import TableView
from companion.kernel.text import Player
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import pressable, words
from companion.ui.design.layout import beside, centred, column, flowing, stacked
from companion.ui.kit.page import PageContext
from companion.ui.kit.pane import quiet_button
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, memo_component, use_latest

#: The largest card, and how many cards fit across and down the clock without overlap.
_LARGEST: Final = (104.0, 64.0)
_ACROSS: Final = 5.2
_DOWN: Final = 6.5
#: The largest clock, its share of a high page, and the height above it on a low page.
_WIDEST: Final = 620.0
_HIGHEST: Final = 420.0
_SHARE: Final = 0.4
_BAR: Final = 72.0


@frozen(eq=False)
class PileSelection:
    """The selected pile of the circle.

    :param pile: the pile on which the next card goes, if it has been tapped.
    :param pick: selects a pile, or none.
    :param write: opens the form for the words of a pile; -1 stands for the whole circle.
    """

    pile: int | None
    pick: Callable[[int | None], None]
    write: Callable[[int | None], None]


@component
def Clock(play: Play[TableView], selection: PileSelection) -> ft.Control:
    """Draw the twelve piles as the hours of a clock; unusable ones are pale."""
    view = play.view
    latest = use_latest(choose=lambda at: _choose(play, at, selection))
    wide, high = face_of(play)
    card = (min(_LARGEST[0], wide / _ACROSS), min(_LARGEST[1] * max(1.0, play.context.scale), high / _DOWN))
    piles = [
        _placed(
            Pile(
                play.context,
                at,
                top,
                at == selection.pile,
                view.colour in (None, top.colour) or not top.colour,
                card,
                latest,
            ),
            math.sin(2 * math.pi * at / PILES),
            -math.cos(2 * math.pi * at / PILES),
        )
        for at, top in enumerate(view.circle)
    ]
    inside = _placed(centre(play, selection), 0.0, 0.0, margin=card[0] + theme.Space.s)
    face = ft.Stack([inside, *piles], width=wide, height=high)
    below = _ways(play, selection)
    return column(stacked(face), centred(flowing(below)) if below else ft.Container())


def face_of(play: Play[TableView]) -> tuple[float, float]:
    """Return the width and height of the clock, so that all of it is visible at once."""
    high = play.context.size[1]
    room = high - _BAR if play.context.low else high * _SHARE
    # two lines in each card
    card = max(theme.Space.target, 6.0 + (16.5 + 20.0) * play.context.scale)
    return min(play.layout.room, _WIDEST), max(_DOWN * card, min(room, _HIGHEST))


def _placed(content: ft.Control, x: float, y: float, *, margin: float = 0.0) -> ft.Control:
    """Place something in a stack, from -1 at the left and the top to 1 at the right and the bottom."""
    return ft.Container(content, alignment=ft.Alignment(x, y), left=margin, right=margin, top=0.0, bottom=0.0)


@memo_component
def Pile(
    context: PageContext,
    at: int,
    card: Card,
    chosen: bool,
    usable: bool,
    size: tuple[float, float],
    latest: SimpleNamespace,
) -> ft.Control:
    """Draw a pile with its top card; it is memoized, so that a new card redraws one pile only."""
    wide, high = size
    ground = GROUND[card.colour] if card.colour else ft.Colors.SURFACE_CONTAINER_HIGHEST
    ink = INK[card.colour] if card.colour else ft.Colors.ON_SURFACE
    sign = shape(card.colour, 16.0, INK[card.colour]) if card.colour else words("?", ft.TextThemeStyle.TITLE_SMALL)
    number = words(str(hour(at)), ft.TextThemeStyle.LABEL_SMALL, color=ink)
    lines: list[ft.Control] = [ft.Row([sign, number], alignment=ft.MainAxisAlignment.SPACE_BETWEEN)]
    if card.word:
        lines.append(_fitting(context, card.word, wide - 12.0, ink))
    face = ft.Container(
        ft.Column(lines, spacing=1.0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        width=wide,
        height=high,
        padding=ft.Padding.symmetric(horizontal=6.0, vertical=3.0),
        bgcolor=ground,
        border_radius=9.0,
        border=ft.Border.all(3.0, ft.Colors.ON_SURFACE) if chosen else None,
        opacity=1.0 if usable or chosen else 0.4,
        alignment=ft.Alignment.CENTER,
    )
    label = T("{hour} o'clock: {card}", hour=hour(at), card=card_name(card))
    if not usable:
        label = T("{hour} o'clock: {card}, not now", hour=hour(at), card=card_name(card))
    return pressable(
        face,
        on_click=lambda _: latest.choose(at),
        label=context.say(label),
        identifier=f"pile-{hour(at)}",
        radius=9.0,
    )


def _fitting(context: PageContext, word: str, wide: float, ink: str) -> ft.Control:
    """Fit a word in one line by its font size: a capital is about 0.72 of it wide."""
    line = words(word, ft.TextThemeStyle.TITLE_SMALL, color=ink, lines=1)
    size = max(8.0, min(15.0 * context.scale, wide / 0.72 / len(word)))
    line.style = ft.TextStyle(size=size / context.device, letter_spacing=0.0)
    return line


def _choose(play: Play[TableView], at: int, selection: PileSelection) -> None:
    """Choose a pile for the next card, or say why its colour is wrong."""
    view = play.view
    if at == selection.pile:
        selection.pick(None)
        return
    if not isinstance(view.state_phase, Opening | Running):
        return
    refused = play.refusal_of(Laid(view.laying[0], at, COLOURS[0]))
    play.actions.refuse(refused)
    selection.pick(None if refused else at)


def centre(play: Play[TableView], selection: PileSelection) -> ft.Control:
    """Show the facts inside the circle: chips and stock, and the pausing player."""
    view = play.view
    number, middle = play.context.renderer().number, max(0, view.middle)
    facts = ft.Row(
        [
            design.value_fact(value=number(n), caption=play.say(text), label=play.say(label))
            for n, text, label in (
                (middle, T("Chips"), T("Chips in the middle: {n}", n=middle)),
                (view.stock, T("Stock"), T("Cards in the stock: {n}", n=view.stock)),
            )
        ],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=theme.Space.xl if play.layout.roomy else theme.Space.l,
        tight=not view.every_card,
    )
    lines: list[ft.Control] = [facts]
    if view.pausing is not None:
        pauses = play.say(T("{player} pauses", player=Player(view.pausing)))
        moon = ft.Icon(ft.Icons.BEDTIME_OUTLINED, size=20.0, color=ft.Colors.PRIMARY)
        who = words(pauses, ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.PRIMARY, lines=2)
        lines.append(beside(moon, ft.Container(who, expand=True, expand_loose=True), spacing=6.0, tight=True))
    if not view.every_card:
        # without the circle, buttons fit beside the facts
        return flowing([*lines, *_ways(play, selection)], spacing=theme.Space.l if play.layout.roomy else theme.Space.m)
    return ft.Column(
        lines,
        spacing=theme.Space.xs,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _ways(play: Play[TableView], selection: PileSelection) -> list[ft.Control]:
    """Return the buttons for the word of the latest card and for the detail level."""
    view, ways = play.view, []
    if view.doubtable and isinstance(view.state_phase, Running | LastCard):
        latest = view.doubtable[0]
        text = T("Word: {card}", card=latest.card.word) if latest.card.word else T("Which word?")
        write = partial(selection.write, latest.pile)
        ways.append(quiet_button(play, text, write, "latest-word", icon=ft.Icons.EDIT_OUTLINED))
    return [*ways, *(detail_button(play) if isinstance(view.state_phase, Opening | Running) else [])]

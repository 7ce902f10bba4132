"""The big board of Schlafmütze: the forced colour, the circle, and the cards of each player."""

import math
from collections.abc import Iterator
from functools import partial
from typing import Final

import flet as ft

from companion.games.schlafmuetze.cards import PILES, Card, Colour
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T, tops
from companion.games.schlafmuetze.phases import LastCard, Opening, Running
from companion.games.schlafmuetze.table.colours import GROUND, INK, shape
from companion.games.schlafmuetze.view import TableView
from companion.ui.design.base import drawing
from companion.ui.kit.big_board import Piece, Shown, counted, line, number, sign, together
from companion.ui.kit.table_context import Play

#: Heights of the colour and the circle, in lines, and the circle's width per height.
_COLOUR: Final = 2.2
_CIRCLE: Final = 6.0
_OVAL: Final = 1.5


def big_board(play: Play[TableView]) -> Shown:
    """Return colour, chips and stock, and for each player the cards, the chips and whether they pause or deal."""
    return Shown({seat: [*_before(play, seat)] for seat in play.view.everybody}, [*_middle(play)])


def _before(play: Play[TableView], seat: int) -> Iterator[Piece]:
    view = play.view
    if seat == view.pausing:
        yield sign(ft.Icons.BEDTIME_OUTLINED, play.say(T("pauses")))
    if view.hands is not None:
        n = view.hands[seat]
        yield counted(play, ft.Icons.STYLE_OUTLINED, str(n), N("{n} card", "{n} cards", n=n))
    if n := view.chips[seat]:
        yield counted(play, ft.Icons.TOLL_OUTLINED, str(n), N("{n} chip", "{n} chips", n=n))
    if seat == view.dealer:
        yield sign(ft.Icons.SHUFFLE, play.say(T("deals")), colour=ft.Colors.ON_SURFACE_VARIANT)


def _middle(play: Play[TableView]) -> Iterator[Piece]:
    view, show = play.view, play.context.renderer().number
    colour = view.colour if isinstance(view.state_phase, Running) else None
    if view.every_card and isinstance(view.state_phase, Opening | Running | LastCard):
        label = play.context.renderer(play.names).show(tops(view.circle))
        yield Piece(_CIRCLE * _OVAL, partial(_circle, view.circle, colour, label), _CIRCLE)
    elif colour is not None:
        name = COLOUR_NAMES[colour]
        card = Piece(_COLOUR, lambda size: _card(colour, _COLOUR * size), _COLOUR)
        yield together(card, line(play, name, size=1.2), label=play.say(name))
    middle = max(0, view.middle)
    yield together(
        number(play, show(middle), play.say(T("Chips")), label=T("Chips in the middle: {n}", n=middle)),
        number(play, show(view.stock), play.say(T("Stock")), label=T("Cards in the stock: {n}", n=view.stock)),
        gap=0.35,
    )


def _circle(cards: tuple[Card, ...], demanded: Colour | None, label: str, size: float) -> ft.Control:
    """Draw the twelve piles as the hours of a clock, in the colours of their top cards, around the forced colour."""
    high = _CIRCLE * size
    wide, side = high * _OVAL, high / 5.2
    piles: list[ft.Control] = []
    for at, card in enumerate(cards):
        turn = 2 * math.pi * at / PILES
        left = (wide - side) * (1 + math.sin(turn)) / 2
        top = (high - side) * (1 - math.cos(turn)) / 2
        piles.append(ft.Container(_card(card.colour, side), left=left, top=top))
    if demanded is not None:
        large = _COLOUR * size
        piles.append(ft.Container(_card(demanded, large), left=(wide - large) / 2, top=(high - large) / 2))
    return drawing(ft.Stack(piles, width=wide, height=high), label=label)


def _card(colour: Colour | None, side: float) -> ft.Control:
    """Draw a card's colour with its shape; pale where it is unknown."""
    return ft.Container(
        shape(colour, side * 0.6, INK[colour]) if colour else None,
        width=side,
        height=side,
        bgcolor=GROUND[colour] if colour else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=side * 0.14,
        alignment=ft.Alignment.CENTER,
    )

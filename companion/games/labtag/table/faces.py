"""Drawings of cards: face up with both values, or face down as a group."""

from typing import Final

import flet as ft

from companion.games.labtag.cards import Card
from companion.games.labtag.messages import N, T
from companion.games.labtag.view import TableView
from companion.kernel.text import Player
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.kit.table_context import Play

FACE_WIDTH: Final = 52.0
FACE_HEIGHT: Final = 66.0
#: The width of a card's place, the minimum for a button, so that places line up whether they can be tapped or not.
PLACE_WIDTH: Final = 64.0
GOLD: Final = "#D9A62E"
ON_GOLD: Final = "#2B1D00"


def card_face(card: Card) -> ft.Control:
    """Return a card: the card value in the corner, the LABTAG value in the flag, with a star if it is golden."""
    ink = theme.CARD_RED if card.special else theme.CARD_BLACK
    corner = ft.Container(words(card.corner, ft.TextThemeStyle.TITLE_LARGE, color=ink), left=6.0, top=1.0)
    flagged: list[ft.Control] = [
        words(
            str(card.labtag),
            ft.TextThemeStyle.TITLE_MEDIUM if card.labtag < 100 else ft.TextThemeStyle.LABEL_MEDIUM,
            color=ON_GOLD if card.golden else ft.Colors.ON_PRIMARY_FIXED_VARIANT,
        )
    ]
    if card.golden:
        flagged.insert(0, ft.Icon(ft.Icons.STAR, size=11.0, color=ON_GOLD))
    flag = ft.Container(
        ft.Row(flagged, spacing=1.0, tight=True),
        padding=ft.Padding.only(left=6.0, right=5.0),
        bgcolor=GOLD if card.golden else theme.CARD_BACK,
        border_radius=ft.BorderRadius.only(top_left=6.0, bottom_right=6.0),
        right=0.0,
        bottom=0.0,
    )
    return ft.Container(
        ft.Stack([corner, flag], width=FACE_WIDTH, height=FACE_HEIGHT),
        width=FACE_WIDTH,
        height=FACE_HEIGHT,
        bgcolor=theme.CARD_FACE,
        border_radius=7.0,
        border=ft.Border.all(1.0, theme.CARD_EDGE),
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def placed(face: ft.Control) -> ft.Control:
    """Return a card or an empty place in the width of those that can be tapped."""
    return ft.Container(face, width=PLACE_WIDTH, alignment=ft.Alignment.TOP_CENTER)


def size_of(size: int | None) -> str:
    """Return the text for a number of cards on the back of a group."""
    return "?" if size is None else str(size)


def card_back(
    number: str | ft.Control, *, width: float | None, height: float, chosen: bool = False, pale: bool = False
) -> ft.Control:
    """Return a group face down: the back of its top card with the number of cards."""
    ink = ft.Colors.ON_SURFACE_VARIANT if pale else ft.Colors.ON_PRIMARY_FIXED_VARIANT
    line = ft.Colors.OUTLINE_VARIANT if pale else theme.CARD_BACK_LINE
    frame = ft.Container(
        words(number, ft.TextThemeStyle.HEADLINE_SMALL, color=ink) if isinstance(number, str) else number,
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(1.0, line),
        border_radius=5.0,
    )
    back = ft.Container(
        frame,
        width=width,
        height=height,
        padding=4.0,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if pale else theme.CARD_BACK,
        border_radius=8.0,
        border=ft.Border.all(3.5, ft.Colors.SECONDARY) if chosen else None,
    )
    if not chosen:
        return back
    tick = ft.Container(
        ft.Icon(ft.Icons.CHECK, size=14.0, color=ft.Colors.ON_SECONDARY),
        width=20.0,
        height=20.0,
        border_radius=10.0,
        bgcolor=ft.Colors.SECONDARY,
        alignment=ft.Alignment.CENTER,
        right=0.0,
        top=0.0,
    )
    return ft.Stack([back, tick], width=width, height=height)


def turn_and_trophies(play: Play[TableView], seat: int, *, on_turn: bool, large: bool) -> list[ft.Control]:
    """Return a player's number of trophies, behind an arrow if it is their turn."""
    count = trophy_count(play, seat, len(play.view.places[seat].pile), large=large)
    if not on_turn:
        return [count]
    return [
        ft.Icon(ft.Icons.ARROW_RIGHT, size=24.0, color=ft.Colors.PRIMARY, semantics_label=play.say(T("their turn"))),
        count,
    ]


def trophy_count(play: Play[TableView], seat: int, trophies: int, *, large: bool) -> ft.Control:
    label = N("{player}: {n} trophy", "{player}: {n} trophies", n=trophies, player=Player(seat))
    number = words(
        play.context.renderer().number(trophies),
        ft.TextThemeStyle.HEADLINE_SMALL if large else ft.TextThemeStyle.TITLE_MEDIUM,
        color=ft.Colors.PRIMARY,
    )
    cup = ft.Icon(ft.Icons.EMOJI_EVENTS_OUTLINED, size=20.0 if large else 16.0, color=ft.Colors.PRIMARY)
    return ft.Semantics(
        content=ft.Row([cup, number], spacing=2.0, tight=True),
        label=play.say(label),
        exclude_semantics=True,
        container=True,
        identifier=f"trophies-{seat}",
    )

"""The numbered chips of a clue, in the order of its letters."""

from collections.abc import Sequence

import flet as ft

from companion.games.letter_jam.messages import T, stand_name
from companion.games.letter_jam.places import At, Stand
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Listing
from companion.ui.design import theme
from companion.ui.design.base import drawing, words
from companion.ui.design.layout import flowing
from companion.ui.kit.table_context import Play


def chips_laid(play: Play[TableView], view: TableView, stands: Sequence[Stand]) -> ft.Control:
    """Return the chips, each with its stand."""
    if not stands:
        return ft.Container(height=8.0)
    chips = [_chip(number, short_name(play, view, stand)) for number, stand in enumerate(stands, start=1)]
    names = Listing(tuple(stand_name(stand, view.bonus) for stand in stands))
    return drawing(
        flowing(chips, spacing=6.0, apart=6.0), label=play.say(T("Chips: {stands}", stands=names)), identifier="chips"
    )


def short_name(play: Play[TableView], view: TableView, stand: Stand) -> str:
    """Return the short name of a stand: a bonus letter is its own name."""
    if stand.at is At.BONUS and stand.number < len(view.bonus):
        return view.bonus[stand.number]
    return play.say(stand_name(stand, view.bonus))


def _chip(number: int, name: str) -> ft.Control:
    disc = ft.Container(
        words(str(number), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_PRIMARY),
        width=24.0,
        height=24.0,
        border_radius=12.0,
        bgcolor=ft.Colors.PRIMARY,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(
        ft.Row([disc, words(name, ft.TextThemeStyle.LABEL_MEDIUM, lines=1)], spacing=5.0, tight=True),
        padding=ft.Padding.only(left=3.0, right=10.0, top=3.0, bottom=3.0),
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
        border_radius=16.0,
        bgcolor=theme.SHEET,
    )

"""Letter cards, the cells of a noted clue, and the pad from A to Z."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import ALPHABET, ANY, BLANK, OWN, T
from companion.games.letter_jam.view import TableView
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing, words
from companion.ui.kit.number_keys import key_rows
from companion.ui.kit.table_context import Play

_PER_ROW: Final = 7
STAR: Final = "★"


def spelled(letters: str) -> str:
    """Return a word or a noted clue for screen readers."""
    return letters.replace(ANY, STAR).replace(BLANK, "·")


def drawn(letter: str) -> str:
    """Return the glyph of a letter; an empty place keeps a letter's height."""
    return {BLANK: " ", "": " ", ANY: STAR}.get(letter, letter)


def letter_card(
    letter: str, label: str | None, width: float, *, face_down: bool = False, from_middle: bool = False
) -> ft.Control:
    """Draw a letter card; bonus letters and the joker have a rim."""
    box = ft.Container(
        words(
            letter,
            ft.TextThemeStyle.TITLE_LARGE if width < 44.0 else ft.TextThemeStyle.HEADLINE_SMALL,
            color=ft.Colors.ON_PRIMARY_FIXED_VARIANT if face_down else theme.CARD_BLACK,
        ),
        width=width,
        height=width * 1.28,
        bgcolor=theme.CARD_BACK if face_down else theme.CARD_FACE,
        border=ft.Border.all(2.5, theme.CARD_BACK) if from_middle else ft.Border.all(1.0, theme.CARD_EDGE),
        border_radius=width * 0.12,
        alignment=ft.Alignment.CENTER,
    )
    return drawing(box, label=label)


def cell(letter: str, present: bool, *, active: bool = False, width: float = 30.0) -> ft.Control:
    """Draw a letter of a noted clue: the own one is a question mark, the joker a star.

    :param present: whether the own letter is the one in the stand.
    """
    own = letter == OWN
    if own:
        ground = ft.Colors.PRIMARY if present else ft.Colors.SURFACE_CONTAINER_HIGH
    else:
        ground = ft.Colors.PRIMARY_CONTAINER if active else ft.Colors.SURFACE_CONTAINER_LOWEST
    return ft.Container(
        words(
            drawn(letter),
            ft.TextThemeStyle.TITLE_LARGE,
            color=ft.Colors.ON_PRIMARY if own and present else ft.Colors.ON_SURFACE,
        ),
        width=width,
        height=width * 1.25,
        alignment=ft.Alignment.CENTER,
        bgcolor=ground,
        border=ft.Border.all(2.0 if active else 1.0, ft.Colors.PRIMARY if active else ft.Colors.OUTLINE_VARIANT),
        border_radius=6.0,
    )


def letter_pad(play: Play[TableView], chosen: str, on_letter: Callable[[str], None]) -> list[ft.Control]:
    """Return the keys of the letters from A to Z in rows; ``on_letter`` takes the one that is tapped."""
    keys = []
    for letter in ALPHABET:
        text, ink = T("{letter}", letter=letter), ft.Colors.ON_SURFACE
        if letter in play.view.grey:
            text, ink = T("{letter}, no card in the deck", letter=letter), ft.Colors.OUTLINE
        face, do = words(letter, ft.TextThemeStyle.TITLE_LARGE, color=ink), partial(on_letter, letter)
        label, named = play.say(text), f"key-{letter}"
        keys.append(design.key(face, label=label, chosen=letter in chosen, on_click=do, identifier=named))
    return key_rows(keys, _PER_ROW, 4.0)

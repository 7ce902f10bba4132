"""What moves out of the way of long messages, which must stay visible: first the players' places, then the buttons."""

from typing import Final

import flet as ft

from companion.ui.design import theme
from companion.ui.design.text_fit import lines_of, size_of
from companion.ui.kit.abbreviate import abbreviated
from companion.ui.kit.table_context import AnyPlay

#: Height in pixels, at normal text size, of a page with room for two players' places, the buttons, and a number of
#: message lines; and of more lines if the places move.
_HIGH: Final = 760.0
_LINES: Final = 4
_PLACES: Final = 8

#: How high a line is, in type of the usual size.
_LINE: Final = 23.0

#: How high the line is that says which entry is corrected.
_CORRECTED: Final = 84.0

#: Width beside a line: the page's margins, the line's icon and its padding.
_MARGINS: Final = 2 * theme.Space.m
_SIGN: Final = 18.0 + theme.Space.m + 2 * theme.Space.s


def crowded(play: AnyPlay) -> bool:
    """Return whether the places scroll below the messages: on a low page, in large type, and after long messages."""
    return _high(play) < _HIGH or flows(play) or _lines_said(play) > _room(play)


def flows(play: AnyPlay) -> bool:
    """Return whether the buttons scroll with the rest.

    They do with the largest text, with large text during a correction, and where messages leave no room even without the
    places; not after a game, whose finish shows the result.
    """
    if play.context.huge or (play.context.large and play.correction is not None):
        return True
    return play.layout.alone and not play.session.is_over and _lines_said(play) > _room(play) + _PLACES


def _lines_said(play: AnyPlay) -> int:
    size, wide = (
        size_of(ft.TextThemeStyle.BODY_MEDIUM, play.context.scale),
        play.layout.room - _MARGINS - (0.0 if play.context.huge else _SIGN),
    )
    return sum(lines_of(abbreviated(play, line), size, wide) or 2 for line in play.lines(play.last_messages))


def _room(play: AnyPlay) -> float:
    return _LINES + (_high(play) - _HIGH) / _LINE


def _high(play: AnyPlay) -> float:
    return play.context.size[1] / play.context.scale - (_CORRECTED if play.correction else 0.0)

"""What gives way to what was said, which nothing may cover: first the players' places, then the buttons below it."""

from typing import Final

from companion.ui.design import theme
from companion.ui.design.text_measure import lines_of
from companion.ui.kit.abbreviate import abbreviated
from companion.ui.kit.play import Play

#: A page of this height, in pixels with type of the usual size, has room for the places of two, the buttons, and so many
#: lines of what was said; and for so many more where the places give way.
_HIGH: Final = 760.0
_LINES: Final = 4
_PLACES: Final = 8

#: How high a line is, in type of the usual size.
_LINE: Final = 23.0

#: How high the line is that says which entry is corrected.
_CORRECTED: Final = 84.0

#: What stands beside a line: the margins of the page, and where words do not need all the room, its sign and its own.
_MARGINS: Final = 2 * theme.Space.m
_SIGN: Final = 18.0 + theme.Space.m + 2 * theme.Space.s


def crowded(play: Play) -> bool:
    """Tell whether the places scroll below what was said: on a low page, in large type, and after much was said."""
    return _high(play) < _HIGH or flows(play) or _lines_said(play) > _room(play)


def flows(play: Play) -> bool:
    """Tell whether the buttons scroll with the rest.

    They do in the largest type, in large type where a correction takes room too, and where more was said than has room above
    them though the places have given way; not after a game, whose finish says what counts.
    """
    if play.context.huge or (play.context.large and play.correction is not None):
        return True
    return play.alone and not play.session.is_over and _lines_said(play) > _room(play) + _PLACES


def _lines_said(play: Play) -> int:
    _, size, _, spacing = theme.TYPE["body_medium"]
    size, wide = size * play.context.scale + spacing, play.room - _MARGINS - (0.0 if play.context.huge else _SIGN)
    return sum(lines_of(abbreviated(play, line), size, wide) or 2 for line in play.lines(play.last_messages))


def _room(play: Play) -> float:
    return _LINES + (_high(play) - _HIGH) / _LINE


def _high(play: Play) -> float:
    return play.context.size[1] / play.context.scale - (_CORRECTED if play.correction else 0.0)

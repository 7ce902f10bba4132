"""What fits: how wide a text is before it is drawn, and how many things stand beside each other without one being cut.

The client alone knows how wide a text is. Names and numbers are short, so the mean width of a letter tells well enough in how
many columns they stand; it is taken too wide rather than too narrow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import flet as ft

from companion.ui.design.theme import TYPE, Space

#: How wide a letter is, as a share of the size of the type.
_LETTER: Final = 0.6

#: What a button whose content is a word takes besides it, and how wide any is at the least.
_BUTTON: Final = 40.0
_NARROWEST: Final = 64.0

_PIECES: Final = re.compile(r"[^\s\-–]+[\-–]?")


def width_of(text: str, style: ft.TextThemeStyle, scale: float, *, whole: bool = False) -> float:
    """Return how wide the longest piece of a text is that cannot be broken, in pixels.

    :param scale: how much larger than usual the type is.
    :param whole: whether none of it may be broken.

    >>> round(width_of("Anna-Katharina", ft.TextThemeStyle.TITLE_MEDIUM, 1.0))
    97
    >>> round(width_of("Anna-Katharina", ft.TextThemeStyle.TITLE_MEDIUM, 1.0, whole=True))
    151
    """
    _, size, _, spacing = TYPE[style.name.lower()]
    longest = len(text) if whole else max((len(piece) for piece in _PIECES.findall(text)), default=0)
    return longest * (size * scale * _LETTER + spacing)


def reach(style: ft.TextThemeStyle) -> float:
    """Return the margin above and below a line of text that make it as high as a finger needs.

    >>> round(reach(ft.TextThemeStyle.TITLE_MEDIUM), 1)
    12.3
    """
    _, size, height, _ = TYPE[style.name.lower()]
    return max(0.0, (Space.target - size * height) / 2)


def needed(control: Any, scale: float) -> float:
    """Return how wide something is at the least if no word on it is to be broken, in pixels.

    :param scale: how much larger than usual the type is.

    >>> round(needed(ft.Row([ft.Icon(ft.Icons.STAR, size=30.0), ft.Container(width=10.0)], spacing=2.0), 1.0))
    42
    """
    if isinstance(control, ft.Text):
        return width_of(str(control.value), control.theme_style or ft.TextThemeStyle.BODY_MEDIUM, scale)
    if isinstance(control, ft.Icon):
        return float(control.size or 24.0)
    if isinstance(control, str):  # a button's, in the theme's padding
        return width_of(control, ft.TextThemeStyle.LABEL_LARGE, scale) + _BUTTON
    if not isinstance(control, ft.BaseControl):
        return 0.0
    fixed, style = getattr(control, "width", None), getattr(control, "style", None)
    if fixed is not None:
        return float(fixed)
    padding = getattr(control, "padding", None) or getattr(style, "padding", None)
    around = padding.left + padding.right if isinstance(padding, ft.Padding) else 2 * float(padding or 0.0)
    inside = getattr(control, "controls", None) or [getattr(control, "content", None)]
    wide = [needed(each, scale) for each in inside]
    if isinstance(control, ft.Row) and not control.wrap:
        return around + sum(wide) + control.spacing * (len(wide) - 1)
    return max(around + max(wide), _NARROWEST if isinstance(control, ft.TextButton) else 0.0)


def across(
    texts: Iterable[str],
    style: ft.TextThemeStyle,
    *,
    room: float,
    scale: float,
    most: int,
    around: float = 2 * Space.m,
    gap: float = Space.s,
    least: float = 0.0,
) -> int:
    """Return how many things stand in a row, at least one.

    :param texts: what is written on them.
    :param room: how wide the row is.
    :param most: so many if there is room.
    :param around: what each takes besides its text.
    :param least: how wide each is at least.
    """
    wide = max(least, max((width_of(text, style, scale) for text in texts), default=0.0) + around)
    return shared(wide, room=room, most=most, gap=gap)


def shared(wide: float, *, room: float, most: int, gap: float = Space.s) -> int:
    """Return how many things of a width share a row, at least one; see :func:`across`."""
    return max(1, min(most, int((room + gap) // (wide + gap))))


def evenly(count: int, most: int) -> int:
    """Return how many of some things stand in a row if all rows are as full as each other.

    :param most: so many at the most.

    >>> evenly(8, 7)
    4
    """
    return -(-count // -(-count // most))

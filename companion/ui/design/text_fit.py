"""Estimates of text width: how wide a text is before the client draws it, and how many things fit beside each other.

Only the client knows the exact width. The estimate adds up the letters, each as wide as in the widest of the typefaces, so
a text is never wider than estimated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final
from unicodedata import normalize

import flet as ft

from companion.ui.design.theme import TYPE, Space

#: Letters by their greatest width in any of the typefaces, as a share of the type size.
_LETTERS: Final = {
    0.32: " '\u2019\u201a.,:;|`\u00b7!ijl\u00a0",
    0.42: '[]()tf-"{}I',
    0.51: "rzsc/_\\\u201c\u201d\u201e",
    0.6: "\u2013\u00d7?vxaJyeog^<>bqkd+\u2212\u00f8",
    0.64: "FpS$*uhnL~=0123456789Z",
    0.7: "EYTPC\u00df\u20ac",
    0.8: "BVXAURG#NKOQD",
    0.97: "wHM@m&%\u2014\u2026",
}
_WIDTHS: Final = {letter: width for width, letters in _LETTERS.items() for letter in letters}
#: What an accent adds.
_ACCENT: Final = 0.05
#: Width of letters of other scripts and of signs that are not letters.
_OTHER: Final = 1.45

#: Where a line may break: after a space, and after a hyphen between letters.
_BREAKS: Final = re.compile(r"(?<=\s)(?=\S)|(?<=[^\W\d_]-)(?=[^\W\d_])")

#: Padding of a button around its word, and the least width of a button.
_BUTTON: Final = 40.0
_NARROWEST: Final = 64.0


@lru_cache(maxsize=2000)
def ems(text: str) -> float:
    """Return the width of a text in one line, as a share of the type size.

    >>> round(ems("Anna"), 2)
    2.68
    """
    return sum(map(_letter, text))


def _letter(letter: str) -> float:
    parts = normalize("NFD", letter)
    return _WIDTHS.get(parts[0], _OTHER) + (_ACCENT if len(parts) > 1 else 0.0)


def width_of(text: str, style: ft.TextThemeStyle, scale: float, *, whole: bool = False) -> float:
    """Return the width of the longest unbreakable part of a text, in pixels.

    :param scale: factor of the type size.
    :param whole: whether the text must stay in one line.

    >>> round(width_of("Anna-Katharina", ft.TextThemeStyle.TITLE_MEDIUM, 1.0))
    92
    >>> round(width_of("Anna-Katharina", ft.TextThemeStyle.TITLE_MEDIUM, 1.0, whole=True))
    148
    """
    _, size, _, spacing = TYPE[style.name.lower()]
    parts = [text] if whole else map(str.rstrip, _BREAKS.split(text))
    return max(ems(part) * size * scale + len(part) * spacing for part in parts)


@lru_cache(maxsize=4000)
def lines_of(text: str, size: float, room: float) -> int | None:
    """Return the number of lines of a text, or ``None`` if a word does not fit in a line.

    :param size: type size in pixels.
    :param room: width of the lines in pixels.

    >>> lines_of("Anna and Ben", 10.0, 50.0)
    2
    >>> lines_of("Anna-Katharina", 10.0, 30.0)
    """
    lines, at, broad = 1, 0.0, room / size
    for piece in _BREAKS.split(text):
        word = ems(piece.rstrip())
        if word > broad:
            return None
        if at + word > broad:
            lines, at = lines + 1, 0.0
        at += ems(piece)
    return lines


def balanced(text: str, size: float, room: float) -> float:
    """Return the least width in which a text needs no more lines, so that no word stands alone in the last one.

    :param size: type size in pixels.
    :param room: width available in pixels.

    >>> balanced("Emma wins the game, 9 to 5.", 10.0, 1000.0) < 200
    True
    """
    lines, width = lines_of(text, size, room), room
    while width > size and lines_of(text, size, width - size / 2) == lines is not None:
        width -= size / 2
    return min(room, width + size)


def size_of(style: ft.TextThemeStyle, scale: float) -> float:
    """Return the type size of a style for :func:`lines_of`, with its letter spacing, in pixels."""
    _, size, _, spacing = TYPE[style.name.lower()]
    return size * scale + spacing


def reach(style: ft.TextThemeStyle) -> float:
    """Return the margin above and below a line of text that makes it as high as a tap target, in pixels.

    >>> round(reach(ft.TextThemeStyle.TITLE_MEDIUM), 1)
    12.3
    """
    _, size, height, _ = TYPE[style.name.lower()]
    return max(0.0, (Space.target - size * height) / 2)


def needed(control: Any, scale: float) -> float:
    """Return the least width of a control in which no word breaks, in pixels.

    :param scale: factor of the type size.

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
    """Return how many things with texts fit in a row, at least one.

    :param room: width of the row in pixels.
    :param most: upper limit.
    :param around: width of each beside its text, in pixels.
    :param least: least width of each, in pixels.
    """
    wide = max(least, max((width_of(text, style, scale) for text in texts), default=0.0) + around)
    return shared(wide, room=room, most=most, gap=gap)


def shared(wide: float, *, room: float, most: int, gap: float = Space.s) -> int:
    """Return how many things of one width fit in a row, at least one; see :func:`across`."""
    return max(1, min(most, int((room + gap) // (wide + gap))))


def evenly(count: int, most: int) -> int:
    """Return how many things stand in a row if all rows are equally full.

    :param most: upper limit.

    >>> evenly(8, 7)
    4
    """
    return -(-count // -(-count // most))

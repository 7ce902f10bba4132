"""Keys that enter a number: a keypad for its digits, or one key for each number."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import flet as ft

from companion.ui import design
from companion.ui.app.keyboard import RUB_OUT
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import beside

#: The digits in the lines of a calculator, and in two lines where other keys share the page.
CALCULATOR: Final = ("789", "456", "123")
TWO_LINES: Final = ("12345", "67890")

_LARGE: Final = ft.TextThemeStyle.TITLE_LARGE


def digit_key(digit: str, press: Callable[[str], object], *, style: ft.TextThemeStyle = _LARGE) -> ft.Control:
    """Return the key of one digit.

    :param press: called with the digit.
    """
    do = partial(press, digit)
    return design.key(words(digit, style), label=digit, on_click=do, identifier=f"digit-{digit}")


def backspace_key(label: str, back: Callable[[], object]) -> ft.Control:
    """Return the key that takes the last digit or sign back.

    :param label: what screen readers say, in the page's language.
    """
    face = ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=20.0)
    return design.key(face, label=label, on_click=back, identifier=RUB_OUT)


def digit_rows(
    lines: Sequence[str],
    press: Callable[[str], object],
    ends: Sequence[ft.Control] = (),
    *,
    style: ft.TextThemeStyle = _LARGE,
    gap: float = 4.0,
) -> list[ft.Control]:
    """Return a keypad's lines of digits.

    :param press: called with the digit that was pressed.
    :param ends: the keys at the end of the lines, one for each line; none for lines of digits only.
    :param gap: between two keys, in pixels.
    """
    keys = [[digit_key(digit, press, style=style) for digit in line] for line in lines]
    for line, end in zip(keys, ends, strict=False):
        line.append(end)
    return [beside(*line, spacing=gap) for line in keys]


def number_key(
    number: int,
    put: Callable[[int], object],
    identifier: str,
    *,
    text: str | None = None,
    label: str | None = None,
    chosen: bool | None = None,
    style: ft.TextThemeStyle = _LARGE,
    height: float = theme.Space.target,
) -> ft.Control:
    """Return a key that enters a whole number with one tap.

    :param put: called with the number.
    :param identifier: what its identifier begins with; the number follows.
    :param text: the number as it is written; its digits by default.
    :param label: what screen readers say; the text by default.
    :param chosen: whether the corrected entry reported this number.
    :param height: in pixels.
    """
    face, do, named = words(text or str(number), style, lines=1), partial(put, number), f"{identifier}-{number}"
    return design.key(face, label=label or face.value, on_click=do, chosen=chosen, height=height, identifier=named)


def key_rows(keys: Sequence[ft.Control], across: int, gap: float) -> list[ft.Control]:
    """Return keys in rows; the keys of a last, shorter row are as wide as the others.

    :param across: how many keys a row holds.
    :param gap: between two keys, in pixels.
    """
    rows = [list(keys[at : at + across]) for at in range(0, len(keys), across)]
    if len(rows) > 1:
        rows[-1] += [ft.Container(expand=True) for _ in range(across - len(rows[-1]))]
    return [beside(*row, spacing=gap) for row in rows]

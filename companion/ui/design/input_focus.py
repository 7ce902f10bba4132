"""Whether somebody is writing on a page: then no key means anything but what it writes."""

from typing import Any, Final
from weakref import WeakKeyDictionary

import flet as ft

#: The lines of each page that are written on.
_lines: Final[WeakKeyDictionary[ft.Page, set[int]]] = WeakKeyDictionary()


def is_writing(page: ft.Page) -> bool:
    """Return whether one of a page's lines is written on."""
    return bool(_lines.get(page))


def write(page: Any, line: object, on: bool) -> None:
    """Note that a line of a page is written on from now on, or no more."""
    lines = _lines.setdefault(page, set())
    (lines.add if on else lines.discard)(id(line))

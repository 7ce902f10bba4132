"""Whether a text field of a page has the focus: keyboard shortcuts are off meanwhile."""

from typing import Any, Final
from weakref import WeakKeyDictionary

import flet as ft

#: The fields of each page that have the focus.
_lines: Final[WeakKeyDictionary[ft.Page, set[int]]] = WeakKeyDictionary()


def is_writing(page: ft.Page) -> bool:
    """Return whether a text field of a page has the focus."""
    return bool(_lines.get(page))


def write(page: Any, line: object, on: bool) -> None:
    """Record that a text field gets or loses the focus."""
    lines = _lines.setdefault(page, set())
    (lines.add if on else lines.discard)(id(line))

"""How large the device itself sets its type: nothing tells a page, so a digit is set out of sight and measured."""

from collections.abc import Callable
from typing import Any, Final

import flet as ft

#: The size of the digit, in pixels, before the device makes it larger.
_SIZE: Final = 100.0


def measure_type(page: Any, tell: Callable[[float], None]) -> None:
    """Tell how much larger than usual the device sets its type, now and whenever that changes."""

    def measured(event: Any) -> None:
        tell(round(event.height / _SIZE, 2))

    digit = ft.Text("0", style=ft.TextStyle(size=_SIZE, height=1.0), on_size_change=measured)
    unseen = ft.Semantics(content=digit, exclude_semantics=True)
    page.overlay.append(ft.Container(unseen, left=-2 * _SIZE * 10, top=0.0, opacity=0.0, ignore_interactions=True))
    page.schedule_update()  # together with the other updates at the opening of a page

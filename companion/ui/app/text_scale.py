"""The device's own text scale, measured with an invisible digit because no API reports it."""

from collections.abc import Callable
from typing import Any, Final

import flet as ft

#: The size of the digit, in pixels, before the device makes it larger.
_SIZE: Final = 100.0


def measure_type(page: Any, report: Callable[[float], None]) -> None:
    """Report the device's text scale now and whenever it changes."""

    def measured(event: Any) -> None:
        report(round(event.height / _SIZE, 2))

    digit = ft.Text("0", style=ft.TextStyle(size=_SIZE, height=1.0), on_size_change=measured)
    unseen = ft.Semantics(content=digit, exclude_semantics=True)
    page.overlay.append(ft.Container(unseen, left=-2 * _SIZE * 10, top=0.0, opacity=0.0, ignore_interactions=True))
    page.schedule_update()  # together with the other updates at the opening of a page

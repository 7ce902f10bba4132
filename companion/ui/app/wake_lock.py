"""Keeps the screen on where a table is watched without being touched."""

from typing import Any

import flet as ft

from companion.ui.app.context import PageContext


def use_awake(context: PageContext, wanted: bool = True) -> None:
    """Keep the screen awake while this is drawn, if its owner likes that.

    :param wanted: whether there is something to look at.
    """
    on = wanted and context.preferences.awake
    off: Any = ft.use_ref(None)

    def wake() -> None:
        context.soon(lambda: context.service(ft.Wakelock).enable())

    def begin() -> None:
        if on:
            wake()
            # browsers release the lock when the page is hidden
            off.current = context.presence.came.subscribe(wake)

    def end() -> None:
        if off.current:
            off.current()
            off.current = None
            context.soon(lambda: context.service(ft.Wakelock).disable())

    ft.use_effect(begin, dependencies=[on], cleanup=end)

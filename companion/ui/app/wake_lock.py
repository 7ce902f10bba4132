"""Keeps the screen on where a table is watched without being touched."""

from collections.abc import Callable

import flet as ft

from companion.ui.app.context import PageContext
from companion.ui.runtime.hooks import use_lasting


def use_awake(context: PageContext, wanted: bool = True) -> None:
    """Keep the screen awake while this is drawn, if its owner likes that.

    :param wanted: whether there is something to look at.
    """
    on = wanted and context.preferences.awake

    def wake() -> None:
        context.soon(lambda: context.service(ft.Wakelock).enable())

    def begin() -> Callable[[], None] | None:
        if not on:
            return None
        wake()
        stop = context.presence.came.subscribe(wake)  # browsers release the lock when the page is hidden

        def end() -> None:
            stop()
            context.soon(lambda: context.service(ft.Wakelock).disable())

        return end

    use_lasting(begin, on)

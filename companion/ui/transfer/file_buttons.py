"""The buttons that save a file on the device and share it."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import flet as ft

from companion.kernel.text import Text, messages
from companion.ui.app import files
from companion.ui.app.context import PageContext
from companion.ui.app.scaffold import quiet_button

T, N = messages("companion")


def file_buttons(
    context: PageContext,
    title: Text,
    make: Callable[[], tuple[str, bytes]],
    name: str,
    failed: Callable[[], None] | None = None,
) -> list[ft.Control]:
    """Return the buttons that save a file and share it.

    :param title: the title under which it is shared.
    :param make: returns the name and the content of the file.
    :param name: what the identifiers of the buttons are made of, with a place for what they do.
    :param failed: called if the device refuses; by default the page says so.
    """

    def button(text: Text, icon: ft.IconData, task: Callable[..., Coroutine[Any, Any, None]], what: str) -> ft.Control:
        def run() -> None:
            files.asked(context, partial(task, *make()), failed)()

        return quiet_button(context, text, run, name.format(what), icon=icon)

    return [
        button(T("Save as a file"), ft.Icons.DOWNLOAD, files.save, "save"),
        button(T("Share the file"), ft.Icons.SHARE_OUTLINED, partial(files.hand, title=context.say(title)), "share"),
    ]

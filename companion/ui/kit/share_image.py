"""A picture and a line of text to share: shown first as others will see them, then shared, saved or copied."""

from collections.abc import Callable, Coroutine
from datetime import date
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion.kernel.text import Text, messages
from companion.ui.app import files
from companion.ui.app.context import PageContext
from companion.ui.app.dialogs import WINDOW, use_above
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import drawing as named
from companion.ui.design.base import words
from companion.ui.design.layout import column, flowing
from companion.ui.kit.drawing import TYPE, Drawing
from companion.ui.runtime.hooks import component

T, N = messages("companion")

SHARE: Final = T("Share the result")

#: Width beside a dialog, which a sheet on a phone does not have, in pixels.
_BESIDE: Final = 80.0


@frozen
class Shared:
    """A picture to share, with its text.

    :param text: the result in a line.
    :param day: its date, for the name of the file.
    """

    drawing: Drawing
    title: str
    text: str
    day: date

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"companion-{self.day.isoformat()}.png"


def use_shared(context: PageContext, made: Callable[[], Shared] | None, close: Callable[[], None]) -> None:
    """Show what can be shared in a dialog, as long as there is something.

    :param made: makes it.
    """
    shown = SharedResult(context, made(), key="picture") if made else None
    use_above(context, SHARE, shown, close, grows=True)


@component
def SharedResult(context: PageContext, shared: Shared) -> ft.Control:
    """The picture, its text, and the buttons."""
    around = 2 * theme.Space.l + (0.0 if context.layout == "phone" else _BESIDE)
    width = min(WINDOW, context.size[0] - around)
    canvas = shared.drawing.canvas(width)

    async def png() -> bytes:
        await canvas.capture(pixel_ratio=shared.drawing.width / width)
        return await canvas.get_capture()

    async def hand() -> None:
        await files.hand(shared.file, await png(), title=shared.title, text=shared.text, kind="image/png")

    async def save() -> None:
        await files.save(shared.file, await png())

    async def copy() -> None:
        await files.copy(shared.text)
        context.toast(context.say(T("Copied.")))

    def way(text: Text, icon: ft.IconData, identifier: str, do: Callable[[], Coroutine[Any, Any, None]]) -> ft.Control:
        """Return a button: browsers draw the picture themselves (``picture.js``), other clients are asked to do so."""
        if not context.page.web:
            return quiet_button(context, text, files.asked(context, do), identifier, icon=icon)
        described = shared.drawing.described(only_save=do is save)
        action = files.handed(shared.file, described, kind=TYPE, title=shared.title, text=shared.text)
        return quiet_button(context, text, None, identifier, icon=icon, action=action)

    ways = [
        way(T("Share"), ft.Icons.SHARE_OUTLINED, "share-png", hand),
        way(T("Save the picture"), ft.Icons.DOWNLOAD, "save-png", save),
        quiet_button(
            context,
            T("Copy the text"),
            files.asked(context, copy),
            "copy-text",
            icon=ft.Icons.CONTENT_COPY_OUTLINED,
            outlined=False,
        ),
    ]
    return column(
        flowing(ways, apart=10.0),
        words(shared.text, ft.TextThemeStyle.BODY_LARGE),
        ft.Container(
            named(canvas, label=shared.title, identifier="picture"),
            border_radius=theme.Radii.badge,
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        ),
        spacing=theme.Space.m,
    )

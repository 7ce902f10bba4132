"""A picture to share: it is shown first, as others will see it, and then kept or handed on as a PNG file."""

from collections.abc import Callable, Coroutine
from datetime import date
from typing import Any, Final

import flet as ft

from companion.kernel.text import Text, messages
from companion.tables.allowance import Asked
from companion.ui import files, parts, theme
from companion.ui.context import PageContext
from companion.ui.dialogs import attempt, use_above
from companion.ui.live import component
from companion.ui.parts.base import words
from companion.ui.parts.layout import column, flowing

T, N = messages("companion")

AS_PICTURE: Final = T("As a picture")

#: So many points of the picture are one of the screen: sharp on a phone, and far from a megabyte.
_SHARP: Final = 3.0


#: How wide the window is in which it is shown, where there is more room than on a phone, in pixels.
_WINDOW: Final = 560.0


def use_picture(
    context: PageContext, title: str, day: date | None, content: list[ft.Control], close: Callable[[], None]
) -> None:
    """Show a picture above the screen with the ways to have it, as long as there is a day that it is of.

    :param title: what stands above it, on the picture too.
    """
    shown = Picture(context, title, day, content, key="picture") if day else None
    use_above(context, AS_PICTURE, shown, close)


def room(context: PageContext) -> float:
    """Return how wide what is on a picture may be, in pixels."""
    return min(_WINDOW, context.size[0] - 2 * theme.Space.l) - 2 * theme.Space.m


@component
def Picture(context: PageContext, title: str, day: date, content: list[ft.Control]) -> ft.Control:
    """The picture, and the ways to have it."""
    files.use_allowance(Asked.PICTURE)
    name = f"companion-{day.isoformat()}.png"
    head = words(title, ft.TextThemeStyle.HEADLINE_SMALL)
    drawn = ft.Screenshot(
        ft.Container(
            column(head, *content, spacing=theme.Space.m),
            bgcolor=ft.Colors.SURFACE,
            padding=ft.Padding.all(theme.Space.m),
        )
    )

    def refuse() -> None:
        context.toast(context.say(T("This device does not allow that here.")))

    def way(text: Text, icon: ft.IconData, do: Callable[[bytes], Coroutine[Any, Any, None]], what: str) -> ft.Control:
        async def run() -> None:
            await do(await drawn.capture(pixel_ratio=_SHARP))

        asked = files.asked(context, run, refuse)
        return parts.quiet_button(context.say(text), attempt(context, asked), what, icon=icon)

    ways = [
        way(T("Save the picture"), ft.Icons.DOWNLOAD, lambda png: files.save(name, png), "save-png"),
        way(
            T("Share the picture"),
            ft.Icons.SHARE_OUTLINED,
            lambda png: files.hand(name, png, title=title, kind="image/png"),
            "share-png",
        ),
    ]
    return column(drawn, flowing(ways, apart=10.0), spacing=theme.Space.m)

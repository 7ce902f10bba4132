"""A picture to share: shown first as others will see it, then saved or shared as a PNG file."""

from collections.abc import Callable, Coroutine, Sequence
from datetime import date
from typing import Any, Final

import flet as ft

from companion.kernel.text import Text, messages
from companion.tables.message_size import LongMessage
from companion.ui.app import files
from companion.ui.app.context import PageContext
from companion.ui.app.dialogs import use_above
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import column, flowing
from companion.ui.runtime.hooks import component
from companion.ui.stats.png import Part, stacked

T, N = messages("companion")

AS_PICTURE: Final = T("As a picture")

#: Pixels of the picture per logical pixel: sharp on a phone, and far below a megabyte.
_SHARP: Final = 3.0


#: Width of the dialog on large screens, in pixels.
_WINDOW: Final = 560.0


def use_picture(
    context: PageContext, title: str, day: date | None, content: list[ft.Control], close: Callable[[], None]
) -> None:
    """Show a picture in a dialog with the buttons to save or share it, while ``day`` is given.

    :param title: title of the dialog and of the picture.
    """
    shown = Picture(context, title, day, content, key="picture") if day else None
    use_above(context, AS_PICTURE, shown, close, grows=True)


def room(context: PageContext) -> float:
    """Return the width of a picture's contents, in pixels."""
    return min(_WINDOW, context.size[0] - 2 * theme.Space.l) - 2 * theme.Space.m


@component
def Picture(context: PageContext, title: str, day: date, content: list[ft.Control]) -> ft.Control:
    """The picture and its buttons."""
    files.use_allowance(LongMessage.PICTURE)
    name = f"companion-{day.isoformat()}.png"
    sizes: Any = ft.use_ref(None)
    sizes.current = sizes.current or {}
    head = words(title, ft.TextThemeStyle.HEADLINE_SMALL)
    drawn = [_part(part, at, sizes.current) for at, part in enumerate((head, *content))]

    def way(text: Text, icon: ft.IconData, do: Callable[[bytes], Coroutine[Any, Any, None]], what: str) -> ft.Control:
        async def run() -> None:
            await do(await _captured(context, drawn, sizes.current))

        return quiet_button(context, text, files.asked(context, run), what, icon=icon)

    ways = [
        way(T("Save the picture"), ft.Icons.DOWNLOAD, lambda png: files.save(name, png), "save-png"),
        way(
            T("Share the picture"),
            ft.Icons.SHARE_OUTLINED,
            lambda png: files.hand(name, png, title=title, kind="image/png"),
            "share-png",
        ),
    ]
    return column(flowing(ways, apart=10.0), column(*drawn, spacing=0.0), spacing=theme.Space.m)


def _part(content: ft.Control, at: int, sizes: dict[int, tuple[float, float]]) -> ft.Screenshot:
    """Return a part of the picture that records its size in pixels of the page."""

    def note(event: ft.LayoutSizeChangeEvent[Any]) -> None:
        sizes[at] = (event.width, event.height)

    around = theme.Space.m
    padding = ft.Padding.only(left=around, right=around, bottom=around, top=0.0 if at else around)
    return ft.Screenshot(
        ft.Container(content, bgcolor=ft.Colors.SURFACE, padding=padding, on_size_change=note), key=f"part-{at}"
    )


async def _captured(
    context: PageContext, parts: Sequence[ft.Screenshot], sizes: dict[int, tuple[float, float]]
) -> bytes:
    """Return the picture, cropped to its content.

    In a browser a captured image always has the size of the window: larger content is cut off, and smaller content is
    padded. So each part is captured as sharply as the window allows, and then cropped.

    :raises RuntimeError: if the device cannot capture it.
    """
    if len(sizes) < len(parts):
        raise RuntimeError("the page has not said how large the picture is")
    media = context.page.media
    dense = (media.device_pixel_ratio if media else 0.0) or 1.0
    wide, high = (length * dense for length in context.size)
    sharp = min(_SHARP, *(min(wide / width, high / height) for width, height in sizes.values()))
    captured = [await part.capture(pixel_ratio=sharp) for part in parts]
    cut = [Part(png, int(sizes[at][0] * sharp), int(sizes[at][1] * sharp)) for at, png in enumerate(captured)]
    return stacked(cut)

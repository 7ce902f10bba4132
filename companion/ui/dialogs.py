"""What lies above a screen for a moment: a sheet from below on a phone, a window in the middle elsewhere."""

from collections.abc import Callable

import flet as ft

from companion.kernel.text import messages
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.desk import Desk, Layout
from companion.ui.parts.base import words

T, N = messages("companion")


def sheet(
    desk: Desk, *, title: str, content: ft.Control, layout: Layout, on_close: Callable[[], None]
) -> ft.DialogControl:
    """Return a sheet with a title, scrolling content and a way out."""
    close = parts.icon_button(
        icon=ft.Icons.CLOSE, label=desk.say(T("Close")), on_click=lambda _: on_close(), identifier="close"
    )
    heading = ft.Row(
        [
            ft.Container(words(title, ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT), expand=True),
            close,
        ],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    page = desk.page
    if layout == "phone":
        inside = ft.Column(
            [heading, ft.Container(content, expand=True)],
            spacing=0.0,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        return ft.BottomSheet(
            content=ft.Container(
                inside,
                padding=ft.Padding.only(left=look.Space.l, right=look.Space.l, top=look.Space.s),
                height=(page.height or 800) * 0.8,
            ),
            scrollable=True,
            show_drag_handle=False,
            on_dismiss=lambda _: on_close(),
        )
    inside = ft.Column(
        [heading, ft.Container(content, expand=True)],
        spacing=look.Space.s,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.AlertDialog(
        content=ft.Container(inside, width=560.0, height=min(680.0, (page.height or 800) * 0.75)),
        content_padding=look.Space.l,
        on_dismiss=lambda _: on_close(),
    )


def confirm(
    desk: Desk, *, title: str, text: str, yes: str, on_yes: Callable[[], None], on_close: Callable[[], None]
) -> ft.DialogControl:
    """Return a question with one way on and one way back."""
    return ft.AlertDialog(
        title=ft.Text(title),
        content=ft.Text(text),
        actions=[
            parts.quiet_button(
                text=desk.say(T("Cancel")), outlined=False, on_click=lambda _: on_close(), identifier="cancel"
            ),
            parts.quiet_button(text=yes, on_click=lambda _: on_yes(), identifier="confirm"),
        ],
        on_dismiss=lambda _: on_close(),
    )

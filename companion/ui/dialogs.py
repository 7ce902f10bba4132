"""What lies above a screen for a moment: a sheet from below on a phone, a window elsewhere, and what went wrong."""

import logging
from collections.abc import Callable
from typing import Any, Final

import flet as ft

from companion.kernel.explain import Refused
from companion.kernel.text import messages
from companion.storage.trouble import StorageError
from companion.ui import parts, theme
from companion.ui.context import Layout, PageContext
from companion.ui.parts.base import heading, words

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

FAILED: Final = T("That did not work. Nothing was changed.")


def above(
    context: PageContext, *, title: str, content: ft.Control, layout: Layout, on_close: Callable[[], None]
) -> ft.DialogControl:
    """Return what lies above a screen: a title, scrolling content and a way out."""
    close = parts.icon_button(
        icon=ft.Icons.CLOSE, label=context.say(T("Close")), on_click=lambda _: on_close(), identifier="close"
    )
    head = ft.Row(
        [
            heading(words(title, ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT), expand=True),
            close,
        ],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    on_phone = layout == "phone"
    inside = ft.Column(
        [head, ft.Container(content, expand=True)],
        spacing=0.0 if on_phone else theme.Space.s,
        tight=not on_phone,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    height = context.page.height or 800.0
    if on_phone:
        return ft.BottomSheet(
            content=ft.Container(
                inside,
                padding=ft.Padding.only(left=theme.Space.l, right=theme.Space.l, top=theme.Space.s),
                height=height * 0.8,
            ),
            scrollable=True,
            show_drag_handle=False,
            on_dismiss=lambda _: on_close(),
        )
    return ft.AlertDialog(
        content=ft.Container(inside, width=560.0, height=min(680.0, height * 0.75)),
        content_padding=theme.Space.l,
        on_dismiss=lambda _: on_close(),
    )


def attempt(context: PageContext, do: Callable[[], Any]) -> Callable[..., None]:
    """Return a handler that says so when something goes wrong; an error that escapes would cover the whole screen."""

    def handle(*_: object) -> None:
        try:
            do()
        except (Refused, StorageError) as error:
            context.toast(context.say(error.why.text))
        except Exception:
            log.exception("a handler failed")
            context.toast(context.say(FAILED))

    return handle

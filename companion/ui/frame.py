"""The frame every screen but the table shares: a bar with the way back, and a readable column below."""

import flet as ft

from companion.kernel.text import messages
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.desk import Desk
from companion.ui.parts.base import words

T, N = messages("companion")


def bar(desk: Desk, title: str, *, back: str | None, actions: list[ft.Control] | None = None) -> ft.AppBar:
    """Return a screen's bar: a way back, a title, a few actions."""
    leading = (
        parts.icon_button(
            icon=ft.Icons.ARROW_BACK, label=desk.say(T("Back")), on_click=lambda _: desk.go(back), identifier="back"
        )
        if back
        else None
    )
    return ft.AppBar(
        title=words(title, ft.TextThemeStyle.TITLE_LARGE, lines=1),
        leading=leading,
        automatically_imply_leading=False,
        actions=actions or [],
    )


def screen(
    desk: Desk,
    *,
    route: str,
    title: str,
    controls: list[ft.Control],
    back: str | None = "/",
    actions: list[ft.Control] | None = None,
    width: float = 720.0,
) -> ft.View:
    """Return a screen of one column, as wide as is good to read."""
    column = ft.Column(controls, spacing=look.Space.l, width=width, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.View(
        route=route,
        appbar=bar(desk, title, back=back, actions=actions),
        padding=0.0,
        controls=[
            ft.SafeArea(
                expand=True,
                content=ft.ListView(
                    [
                        ft.Row(
                            [ft.Container(column, expand=True, expand_loose=True)],
                            alignment=ft.MainAxisAlignment.CENTER,
                        )
                    ],
                    padding=ft.Padding.symmetric(horizontal=look.Space.l, vertical=look.Space.l),
                    expand=True,
                ),
            )
        ],
    )

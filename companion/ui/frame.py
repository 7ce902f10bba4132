"""The frames of the screens: a bar with the way back, a readable column, what stays below it, papers in pairs."""

from collections.abc import Callable, Sequence
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation
from companion.kernel.text import messages
from companion.ui import parts, theme
from companion.ui.context import Layout, PageContext, Why
from companion.ui.parts.base import words
from companion.ui.parts.surfaces import NoticeKind

T, N = messages("companion")

#: Width of a column that is good to read.
READABLE: Final = 720.0

#: From more letters on, a title stands in two small lines of a phone's bar.
LONG_TITLE: Final = 13

#: Width of a page that shows papers in pairs.
WIDE: Final = 1040.0


def bar(context: PageContext, title: str, *, back: str | None, actions: list[ft.Control] | None = None) -> ft.AppBar:
    """Return a screen's bar: a way back, a title, a few actions."""
    leading = (
        parts.icon_button(
            icon=ft.Icons.ARROW_BACK,
            label=context.say(T("Back")),
            on_click=lambda _: context.go(back),
            identifier="back",
        )
        if back
        else None
    )
    tight = context.layout == "phone" and len(title) > LONG_TITLE
    return ft.AppBar(
        title=words(title, ft.TextThemeStyle.TITLE_SMALL if tight else ft.TextThemeStyle.TITLE_LARGE, lines=1 + tight),
        leading=leading,
        automatically_imply_leading=False,
        actions=actions or [],
    )


def screen(
    context: PageContext,
    *,
    route: str,
    title: str,
    controls: list[ft.Control],
    back: str | None = "/",
    actions: list[ft.Control] | None = None,
    width: float = READABLE,
) -> ft.View:
    """Return a screen of one column, as wide as is good to read."""
    listed = ft.ListView([_column(controls, theme.Space.l, width)], padding=theme.Space.l, expand=True)
    return ft.View(
        route=route,
        appbar=bar(context, title, back=back, actions=actions),
        padding=0.0,
        controls=[ft.SafeArea(expand=True, content=listed)],
    )


def page_with_foot(
    controls: Sequence[ft.Control],
    foot: Sequence[ft.Control],
    *,
    width: float = READABLE,
    foot_width: float = READABLE,
) -> ft.Control:
    """Return a readable column that scrolls, and below it, within reach of the thumb, what stays."""
    rows: list[ft.Control] = [
        ft.ListView(
            [_column(controls, theme.Space.xl, width)],
            padding=ft.Padding.only(left=theme.Space.l, right=theme.Space.l, top=theme.Space.s, bottom=theme.Space.xl),
            expand=True,
        )
    ]
    if foot:
        rows.append(
            ft.Container(
                _column(foot, theme.Space.s, foot_width),
                padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=theme.Space.m),
                bgcolor=ft.Colors.SURFACE,
                border=ft.Border(top=ft.BorderSide(width=1.0, color=ft.Colors.OUTLINE_VARIANT)),
            )
        )
    return ft.SafeArea(
        expand=True, content=ft.Column(rows, spacing=0.0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    )


def _column(controls: Sequence[ft.Control], spacing: float, width: float) -> ft.Control:
    """Return a column in the middle, as wide as the page up to a width."""
    stack = ft.Column(list(controls), spacing=spacing, width=width, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Row([ft.Container(stack, expand=True, expand_loose=True)], alignment=ft.MainAxisAlignment.CENTER)


def grid(papers: Sequence[ft.Control], layout: Layout) -> ft.Control:
    """Return papers below each other, or in pairs where there is room."""
    across = 1 if layout == "phone" or len(papers) == 1 else 2
    rows: list[ft.Control] = []
    for start in range(0, len(papers), across):
        row: list[ft.Control] = [ft.Container(paper, expand=True) for paper in papers[start : start + across]]
        row += [ft.Container(expand=True)] * (across - len(row))
        rows.append(ft.Row(row, spacing=theme.Space.l, vertical_alignment=ft.CrossAxisAlignment.START))
    return ft.Column(rows, spacing=theme.Space.m if layout == "phone" else theme.Space.l, tight=True)


def notice(
    context: PageContext, why: Explanation, *, kind: NoticeKind, on_dismiss: Callable[[], None], identifier: str
) -> ft.Control:
    """Return what is to be told until it is read, with the way to the rule behind it."""
    return parts.notice(
        kind=kind,
        title=context.say(why.text),
        why_text=context.say(T("Why?")) if why.rules else None,
        on_why=lambda _: context.explain(Why(why.rules, why.text)),
        dismiss_label=context.say(T("Close")),
        on_dismiss=lambda _: on_dismiss(),
        identifier=identifier,
    )

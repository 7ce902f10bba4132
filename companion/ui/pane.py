"""What the screens of tables share: what is read above the buttons under the thumb, columns, notes with their rules."""

from collections.abc import Iterable
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation
from companion.kernel.text import messages
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.play import Play

T, N = messages("companion")

WHY: Final = T("Why?")


def pane(play: Play, above: Iterable[ft.Control], below: ft.Control | None = None) -> ft.Control:
    """Return what is to be read, which scrolls, above what is tapped, which stays in reach."""
    pad = look.Space.m if play.layout == "phone" else look.Space.l
    controls: list[ft.Control] = [
        ft.ListView(
            list(above),
            spacing=look.Space.s,
            padding=ft.Padding.symmetric(horizontal=pad, vertical=look.Space.s),
            expand=True,
        )
    ]
    if below:
        padding = ft.Padding.only(left=pad, right=pad, bottom=pad, top=look.Space.xs)
        controls.append(ft.Container(below, padding=padding))
    return ft.Column(controls, spacing=0.0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def column(*controls: ft.Control, spacing: float = look.Space.s) -> ft.Control:
    """Return controls below each other, as wide as there is room."""
    return ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def note(
    play: Play, explanation: Explanation, *, kind: parts.NoticeKind = "info", identifier: str | None = None
) -> ft.Control:
    """Return something to know, and the way to its rule."""
    return parts.notice(
        kind=kind,
        title=play.say(explanation.text),
        why_text=play.say(WHY),
        on_why=lambda _: play.why(explanation),
        compact=True,
        identifier=identifier or f"note-{explanation.rules[0].rsplit('.', 1)[-1]}",
    )

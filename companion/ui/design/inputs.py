"""Text fields. They are the only parts with state: text being typed is not replaced until the user pauses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

import flet as ft
from attrs import define

from companion.ui.design import theme
from companion.ui.design.base import Handler
from companion.ui.design.input_focus import write
from companion.ui.runtime.hooks import component

log: Final = logging.getLogger("companion.ui")

_PATIENCE: Final = 3.0  # seconds a device may take to answer


@define(eq=False)
class _Pencil:
    """Distinguishes typed text from the value that the program sets.

    A letter reaches the server as the field's new text, and only then as an event. A drawing in between still has the
    text before that letter; sent to the client it would wipe the letter out, and the next one would follow a gap.

    :param wanted: the value of the latest rendering.
    :param written: the text typed since, as the program reads it.
    """

    wanted: str
    written: str | None = None
    field: ft.TextField | None = None

    def text(self, value: str) -> str:
        """Return the text of the field if the program's value is ``value``."""
        kept = self.field if value in (self.wanted, self.written) else None
        self.wanted, self.written = value, None
        return kept.value if kept else value


def _border(colour: ft.Colors, width: float) -> ft.OutlineInputBorder:
    return ft.OutlineInputBorder(side=ft.BorderSide(width=width, color=colour), border_radius=theme.Radii.button)


@component
def Line(
    make: Callable[..., ft.TextField],
    value: str,
    on_change: Callable[[str], object],
    reads: Callable[[str], str] = str,
    focus: object = None,
) -> ft.Control:
    """A field that shows ``value`` but never replaces text that has just been typed.

    :param reads: converts a text as the program does; the typed text stays if the result is ``value``.
    :param focus: the field takes the focus when this is true at first, and whenever it changes to another true value.
    """
    pencil = ft.use_memo(lambda: _Pencil(value), dependencies=[])

    def written(event: Any) -> None:
        pencil.written = reads(event.control.value)
        on_change(event.control.value)

    page: Any = ft.context.page

    def come() -> None:
        # the client gives a new field the focus only if nothing has it
        if pencil.field and focus:
            page.run_task(_focus, pencil.field)

    ft.use_effect(come, dependencies=[focus])
    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: write(page, pencil, False))
    pencil.field = make(
        value=pencil.text(value),
        autofocus=bool(focus),
        on_change=written,
        on_focus=lambda _: write(page, pencil, True),
        on_blur=lambda _: write(page, pencil, False),
    )
    return pencil.field


async def _focus(field: ft.TextField) -> None:
    try:
        await asyncio.wait_for(cast(Any, field).focus(), _PATIENCE)
    except Exception:
        log.info("the line did not take the focus", exc_info=True)


def text_input(
    label: str,
    value: str,
    on_change: Callable[[str], object],
    identifier: str,
    *,
    hint: str | None = None,
    on_submit: Handler | None = None,
    error: str | None = None,
    focus: object = None,
    icon: ft.IconData | None = None,
    expand: bool | int | None = None,
    longest: int | None = None,
    lines: int = 1,
) -> ft.Control:
    """A text field of one or several lines.

    :param on_change: takes the typed text.
    :param focus: when the field takes the focus; see :func:`Line`.
    """
    make = partial(
        ft.TextField,
        label=label,
        hint_text=hint,
        on_submit=on_submit,
        error=error,
        prefix_icon=icon,
        max_length=longest,
        multiline=lines > 1,
        max_lines=lines,
        counter="",
        filled=True,
        fill_color=theme.SHEET,
        border={
            ft.ControlState.FOCUSED: _border(ft.Colors.PRIMARY, 2.0),
            ft.ControlState.ERROR: _border(ft.Colors.ERROR, 2.0),
            ft.ControlState.DEFAULT: _border(ft.Colors.OUTLINE, 1.0),
        },
        content_padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=theme.Space.l),
    )
    line = Line(make, value, on_change, focus=focus)
    return ft.Semantics(content=line, container=True, identifier=identifier, expand=expand)


def number_input(
    *, value: int | None, on_change: Callable[[int | None], None], empty: int | None, label: str, identifier: str
) -> ft.Control:
    """A short field for a number.

    :param empty: the value of an empty field.
    """

    def read(text: str) -> int | None:
        digits = "".join(c for c in text if c.isdecimal())
        return int(digits) if digits else empty

    def shown(number: int | None) -> str:
        return "" if number is None else str(number)

    make = partial(
        ft.TextField,
        width=84.0,
        text_align=ft.TextAlign.CENTER,
        keyboard_type=ft.KeyboardType.NUMBER,
        border=ft.OutlineInputBorder(border_radius=theme.Radii.button),
    )
    line = Line(make, shown(value), lambda text: on_change(read(text)), lambda text: shown(read(text)))
    return ft.Semantics(content=line, label=label, identifier=identifier)

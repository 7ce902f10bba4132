"""What all parts share: styled texts, names for screen readers, things to press."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeAlias

import flet as ft

from companion.ui.design.theme import Radii, Space

Handler: TypeAlias = Callable[..., Any]
"""Handler of a control: takes its event or no argument, and may be asynchronous."""

#: Colour over what is pressed.
_PRESSED: Final = ft.Colors.with_opacity(0.08, ft.Colors.ON_SURFACE)


def words(
    value: str,
    style: ft.TextThemeStyle,
    *,
    color: ft.ColorValue = ft.Colors.ON_SURFACE,
    lines: int | None = None,
    align: ft.TextAlign = ft.TextAlign.START,
    label: str | None = None,
) -> ft.Text:
    """Text in a style of the theme, cut with an ellipsis beyond a number of lines."""
    return ft.Text(
        value,
        theme_style=style,
        color=color,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
        text_align=align,
        semantics_label=label,
    )


def soft(
    value: str, style: ft.TextThemeStyle, *, lines: int | None = None, align: ft.TextAlign = ft.TextAlign.START
) -> ft.Text:
    """Text of secondary importance."""
    return words(value, style, color=ft.Colors.ON_SURFACE_VARIANT, lines=lines, align=align)


def name(value: str, style: ft.TextThemeStyle) -> ft.Control:
    """A player's name, which is never cut."""
    return words(value, style)


def heading(content: ft.Control, *, expand: bool | None = None, identifier: str | None = None) -> ft.Control:
    """A title that screen readers list as a heading."""
    return ft.Semantics(content=content, header=True, container=True, expand=expand, identifier=identifier)


def drawing(content: ft.Control, *, label: str | None, identifier: str | None = None) -> ft.Control:
    """A picture with a name for screen readers, which skip it without one."""
    if label is None:
        return ft.Semantics(content=content, exclude_semantics=True, identifier=identifier)
    return ft.Semantics(
        content=content, label=label, image=True, exclude_semantics=True, container=True, identifier=identifier
    )


def marked(
    button: ft.Control,
    *,
    identifier: str,
    label: str | None = None,
    checked: bool | None = None,
    selected: bool | None = None,
    expanded: bool | None = None,
) -> ft.Control:
    """A button as one node for screen readers and tests."""
    named = ft.Semantics(
        content=button, identifier=identifier, label=label, checked=checked, selected=selected, expanded=expanded
    )
    return ft.MergeSemantics(content=named)


def pressable(
    content: ft.Control,
    on_click: Handler,
    identifier: str,
    *,
    label: str | None = None,
    radius: float = Radii.paper,
    padding: ft.PaddingValue = 0.0,
    align: ft.Alignment | None = None,
    expand: bool | None = None,
    checked: bool | None = None,
    selected: bool | None = None,
) -> ft.Control:
    """A button of any content, with focus and a target of at least 48 pixels.

    :param label: read by screen readers instead of the content.
    """
    whole = marked(
        ft.TextButton(
            content=drawing(content, label=None) if label else content,
            on_click=on_click,
            style=ft.ButtonStyle(
                padding=padding,
                alignment=align,
                shape=ft.RoundedRectangleBorder(radius=radius),
                color=ft.Colors.ON_SURFACE,
                overlay_color=_PRESSED,
            ),
        ),
        identifier=identifier,
        label=label,
        checked=checked,
        selected=selected,
    )
    whole.expand = expand
    return whole


def pressable_row(
    content: ft.Control,
    on_click: Callable[[], object],
    identifier: str,
    *,
    high: float = Space.s,
    label: str | None = None,
    radius: float = Radii.paper,
    checked: bool | None = None,
) -> ft.Control:
    """A line of a list that can be pressed; see :func:`pressable`.

    :param high: the space above and below, in pixels.
    """
    return pressable(
        content,
        lambda _: on_click(),
        identifier,
        padding=ft.Padding.symmetric(horizontal=Space.s, vertical=high),
        align=ft.Alignment.CENTER_LEFT,
        label=label,
        radius=radius,
        checked=checked,
    )


def rings_focus() -> bool:
    """Return whether the page itself draws the focus ring, so that controls need not show it.

    In a browser ``ring.js`` does, once a key has been pressed.
    """
    with suppress(RuntimeError):  # there is no page
        return bool(ft.context.page.web)
    return False

"""What the parts share: words set in a style, names for the screen reader, things that can be pressed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

import flet as ft

from companion.ui.design.theme import Radii

Handler: TypeAlias = Callable[..., Any]
"""What a control calls when it is pressed: with its event or without arguments, async or not."""


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
    """Text that is read after the rest."""
    return words(value, style, color=ft.Colors.ON_SURFACE_VARIANT, lines=lines, align=align)


def name(value: str, style: ft.TextThemeStyle, *, color: ft.ColorValue = ft.Colors.ON_SURFACE) -> ft.Control:
    """What somebody is called: never cut, for it is all that tells one place from another."""
    return words(value, style, color=color)


def heading(content: ft.Control, *, expand: bool | None = None, identifier: str | None = None) -> ft.Control:
    """A title by which those who listen to a page find their way."""
    return ft.Semantics(content=content, header=True, container=True, expand=expand, identifier=identifier)


def drawing(content: ft.Control, *, label: str | None, identifier: str | None = None) -> ft.Control:
    """A picture with a name; without one it is decoration, and silent."""
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
    *,
    on_click: Handler,
    label: str | None = None,
    identifier: str,
    radius: float = Radii.paper,
    padding: ft.PaddingValue = 0.0,
    align: ft.Alignment | None = None,
    expand: bool | None = None,
    checked: bool | None = None,
    selected: bool | None = None,
) -> ft.Control:
    """Anything drawn made into a real button, with focus and a target of at least 48 pixels.

    :param label: what it says to whoever does not see it, in the place of all that is drawn.
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
                overlay_color=ft.Colors.with_opacity(0.08, ft.Colors.ON_SURFACE),
            ),
        ),
        identifier=identifier,
        label=label,
        checked=checked,
        selected=selected,
    )
    whole.expand = expand
    return whole


def rings_focus() -> bool:
    """Tell whether the page itself rings what the keyboard stands on, so that nothing need look as if it were chosen.

    A browser does (``ring.js``), but only once somebody has pressed a key.
    """
    with suppress(RuntimeError):  # outside of any page
        return bool(ft.context.page.web)
    return False

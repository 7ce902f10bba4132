"""Things to press: large where something is decided, quiet everywhere else."""

from __future__ import annotations

from typing import Literal, TypeAlias

import flet as ft

from companion.ui.parts.base import Handler, marked, words
from companion.ui.theme import Radii, Space

Emphasis: TypeAlias = Literal["primary", "tonal", "plain"]


def verdict_button(
    *,
    title: str,
    on_click: Handler,
    sublabel: str | None = None,
    leading: ft.Control | None = None,
    emphasis: Emphasis = "plain",
    available: bool = True,
    large: bool = False,
    expand: bool | int | None = None,
    identifier: str | None = None,
) -> ft.Control:
    """The large button for what happened at the table; unavailable it looks so, yet still answers why.

    It fills the width it is given: put it into a column that stretches, or let it expand in a row.
    """
    ground, ink, soft, edge = {
        "primary": (ft.Colors.PRIMARY, ft.Colors.ON_PRIMARY, ft.Colors.ON_PRIMARY, ft.Colors.PRIMARY),
        "tonal": (
            ft.Colors.PRIMARY_CONTAINER,
            ft.Colors.ON_SURFACE,
            ft.Colors.ON_SURFACE_VARIANT,
            ft.Colors.PRIMARY_CONTAINER,
        ),
        "plain": (
            ft.Colors.SURFACE_CONTAINER_LOW,
            ft.Colors.ON_SURFACE,
            ft.Colors.ON_SURFACE_VARIANT,
            ft.Colors.OUTLINE,
        ),
    }[emphasis]
    if not available:
        ground, ink, soft = ft.Colors.TRANSPARENT, ft.Colors.ON_SURFACE_VARIANT, ft.Colors.ON_SURFACE_VARIANT
        edge = ft.Colors.OUTLINE_VARIANT
    lines: list[ft.Control] = [
        words(title, ft.TextThemeStyle.HEADLINE_SMALL if large else ft.TextThemeStyle.TITLE_MEDIUM, color=ink, lines=3)
    ]
    if sublabel is not None:
        lines.append(
            words(
                sublabel, ft.TextThemeStyle.BODY_MEDIUM if large else ft.TextThemeStyle.BODY_SMALL, color=soft, lines=3
            )
        )
    parts: list[ft.Control] = [
        ft.Column(controls=lines, spacing=1.0, tight=True, expand=True, alignment=ft.MainAxisAlignment.CENTER)
    ]
    if leading is not None:
        parts.insert(0, leading if available else ft.Container(content=leading, opacity=0.45))
    if not available:
        parts.append(ft.Icon(ft.Icons.HELP_OUTLINE, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT))
    high = (20.5 if sublabel is None and leading is None else 10.5) + (8.0 if large else 0.0)
    button = ft.TextButton(
        content=ft.Row(controls=parts, spacing=Space.m, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        on_click=on_click,
        expand=expand if identifier is None else None,
        style=ft.ButtonStyle(
            bgcolor=ground,
            color=ink,
            overlay_color=ft.Colors.with_opacity(0.1, ink),
            padding=ft.Padding.symmetric(horizontal=Space.l, vertical=high),
            shape=ft.RoundedRectangleBorder(radius=Radii.button),
            side=ft.BorderSide(width=1.5, color=edge),
        ),
    )
    whole = marked(button, identifier=identifier)
    whole.expand = expand
    return whole


def quiet_button(
    *,
    text: str,
    on_click: Handler,
    icon: ft.IconData | None = None,
    outlined: bool = True,
    identifier: str | None = None,
) -> ft.Control:
    """A button for what is not the main thing."""
    kind = ft.OutlinedButton if outlined else ft.TextButton
    return marked(kind(content=text, icon=icon, on_click=on_click), identifier=identifier)


def link_button(*, text: str, on_click: Handler, identifier: str | None = None) -> ft.Control:
    """A question in the middle of text, such as "why?"."""
    return marked(
        ft.TextButton(
            content=text,
            icon=ft.Icons.HELP_OUTLINE,
            on_click=on_click,
            style=ft.ButtonStyle(
                color=ft.Colors.ON_SURFACE,
                icon_color=ft.Colors.ON_SURFACE,
                padding=ft.Padding.symmetric(horizontal=Space.m, vertical=14.0),
            ),
        ),
        identifier=identifier,
    )


def icon_button(
    *,
    icon: ft.IconData,
    label: str,
    on_click: Handler,
    selected: bool = False,
    identifier: str | None = None,
) -> ft.Control:
    """A button that shows only a picture, and says its name to whoever does not see it."""
    button = ft.IconButton(
        icon=ft.Icon(icon, semantics_label=label),
        tooltip=ft.Tooltip(message=label, exclude_from_semantics=True),
        on_click=on_click,
        style=ft.ButtonStyle(
            bgcolor=ft.Colors.PRIMARY_CONTAINER if selected else ft.Colors.TRANSPARENT,
            padding=12.0,
            shape=ft.RoundedRectangleBorder(radius=Radii.button),
        ),
    )
    return ft.MergeSemantics(content=ft.Semantics(content=button, identifier=identifier))

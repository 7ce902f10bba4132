"""Buttons: large ones for reports, quiet ones for everything else."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import flet as ft

from companion.ui.design.base import Handler, marked, rings_focus, words
from companion.ui.design.layout import stacked
from companion.ui.design.theme import Radii, Space

Emphasis: TypeAlias = Literal["primary", "tonal", "plain"]

#: Background, text, secondary text, and edge.
_VERDICT: Final[dict[Emphasis | None, tuple[ft.Colors, ft.Colors, ft.Colors, ft.Colors]]] = {
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
    None: (
        ft.Colors.TRANSPARENT,
        ft.Colors.ON_SURFACE_VARIANT,
        ft.Colors.ON_SURFACE_VARIANT,
        ft.Colors.OUTLINE_VARIANT,
    ),
}


def verdict_button(
    title: str,
    on_click: Handler,
    identifier: str,
    *,
    sublabel: str | None = None,
    leading: ft.Control | None = None,
    emphasis: Emphasis = "plain",
    available: bool = True,
    large: bool = False,
    expand: bool | int | None = None,
    entered: str | None = None,
) -> ft.Control:
    """The large button that reports what happened; disabled it can still be pressed and says why.

    It takes the width it is given: put it into a column that stretches, or let it expand in a row.

    :param entered: label of the sign for the answer given before; see :func:`as_entered`.
    """
    ground, ink, soft, edge = _VERDICT[emphasis if available else None]
    style = ft.TextThemeStyle
    middle = ft.TextAlign.CENTER
    size = style.HEADLINE_SMALL if large else style.TITLE_MEDIUM
    said: list[ft.Control] = [words(title, size, color=ink, align=middle)]
    if sublabel is not None:
        size = style.BODY_MEDIUM if large else style.BODY_SMALL
        said.append(words(sublabel, size, color=soft, align=middle))
    row: list[ft.Control] = [ft.Container(stacked(*said, spacing=1.0), expand=True, expand_loose=True)]
    if leading is not None:
        # not the row's spacing, which is ignored where buttons in a row are made equally high
        apart = ft.Padding.only(right=Space.m)
        row.insert(0, ft.Container(leading, padding=apart, opacity=1.0 if available else 0.45))
    if not available:
        ask = ft.Icon(ft.Icons.HELP_OUTLINE, size=20.0, color=soft)
        row.append(ft.Container(ask, padding=ft.Padding.only(left=Space.s)))
    high = (10.5 if sublabel is not None else 12.5 if leading is not None else 20.5) + (8.0 if large else 0.0)
    button = ft.TextButton(
        content=ft.Row(row, spacing=0.0, alignment=ft.MainAxisAlignment.CENTER),
        on_click=on_click,
        style=ft.ButtonStyle(
            bgcolor=ground,
            color=ink,
            overlay_color={
                ft.ControlState.FOCUSED: ft.Colors.with_opacity(0.0 if rings_focus() else 0.1, ink),
                ft.ControlState.DEFAULT: ft.Colors.with_opacity(0.1, ink),
            },
            padding=ft.Padding.symmetric(horizontal=Space.l, vertical=high),
            shape=ft.RoundedRectangleBorder(radius=Radii.button),
            side=ft.BorderSide(width=1.5, color=edge),
        ),
    )
    whole = as_entered(button, entered, identifier)
    whole.expand = expand
    return whole


#: Size of the sign of an earlier answer with its edge, and how far it sticks out, so that it covers no text.
_SIGN: Final = 22.0
_OUT: Final = 6.0


def as_entered(button: ft.Control, entered: str | None, identifier: str) -> ft.Control:
    """A button as one node, with a sign on its corner if it is the answer given before; the sign does not change its size.

    :param entered: label of the sign for screen readers; ``None`` for no sign.
    """
    if entered is None:
        return marked(button, identifier=identifier)
    sign = ft.Container(
        ft.Icon(ft.Icons.CHECK_CIRCLE, size=_SIGN - 2.0, color=ft.Colors.PRIMARY, semantics_label=entered),
        width=_SIGN,
        height=_SIGN,
        right=-_OUT,
        top=-_OUT,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.SURFACE,
        border_radius=_SIGN / 2,
        ignore_interactions=True,
    )
    both = ft.Stack([button, sign], fit=ft.StackFit.PASS_THROUGH, clip_behavior=ft.ClipBehavior.NONE)
    return marked(both, identifier=identifier, selected=True)


def quiet_button(
    text: str,
    on_click: Handler | None,
    identifier: str,
    *,
    icon: ft.IconData | ft.Control | None = None,
    outlined: bool = True,
    action: ft.ClientAction | None = None,
    entered: str | None = None,
) -> ft.Control:
    """A button of secondary importance.

    :param action: what the client does itself, because browsers allow it only in the event handler.
    :param entered: label of the sign for the answer given before; see :func:`as_entered`.
    """
    kind = ft.OutlinedButton if outlined else ft.TextButton
    return as_entered(kind(content=text, icon=icon, on_click=on_click, action=action), entered, identifier)


def link_button(text: str, on_click: Handler, identifier: str) -> ft.Control:
    """A question in the middle of text, such as "why?"."""
    style = ft.ButtonStyle(
        color=ft.Colors.ON_SURFACE,
        icon_color=ft.Colors.ON_SURFACE,
        padding=ft.Padding.symmetric(horizontal=Space.m, vertical=14.0),
    )
    button = ft.TextButton(content=text, icon=ft.Icons.HELP_OUTLINE, on_click=on_click, style=style)
    return marked(button, identifier=identifier)


def icon_button(
    icon: ft.IconData,
    label: str,
    on_click: Handler,
    identifier: str,
    *,
    selected: bool = False,
    hint: bool | str = True,
) -> ft.Control:
    """A button with an icon, and a name for screen readers.

    :param hint: whether the label is also the tooltip, or the text of the tooltip; leave it out where there are many
        buttons, or a label that changes with each tap, because it slows phones down.
    """
    tooltip = label if hint is True else hint
    button = ft.IconButton(
        icon=ft.Icon(icon, semantics_label=label),
        tooltip=ft.Tooltip(message=tooltip, exclude_from_semantics=True) if tooltip else None,
        on_click=on_click,
        style=ft.ButtonStyle(
            bgcolor=ft.Colors.PRIMARY_CONTAINER if selected else ft.Colors.TRANSPARENT,
            padding=12.0,
            shape=ft.RoundedRectangleBorder(radius=Radii.button),
        ),
    )
    return marked(button, identifier=identifier, selected=selected or None)

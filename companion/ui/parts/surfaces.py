"""Paper: sheets and folds, the line that says what to do next, notices, badges, and the page yet to be written on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

import flet as ft

from companion.ui import theme
from companion.ui.parts.base import Handler, heading, marked, words
from companion.ui.parts.buttons import icon_button, link_button

NoticeKind: TypeAlias = Literal["refusal", "warning", "info", "good"]
RuleKind: TypeAlias = Literal["rule", "ruling", "house_rule", "question"]

_NOTICE: dict[NoticeKind, tuple[ft.IconData, ft.Colors, ft.Colors, ft.Colors]] = {
    "refusal": (ft.Icons.BLOCK, ft.Colors.ERROR_CONTAINER, ft.Colors.ON_ERROR_CONTAINER, ft.Colors.ERROR),
    "warning": (
        ft.Icons.WARNING_AMBER,
        ft.Colors.SECONDARY_CONTAINER,
        ft.Colors.ON_SECONDARY_CONTAINER,
        ft.Colors.SECONDARY,
    ),
    "info": (
        ft.Icons.INFO_OUTLINE,
        ft.Colors.SURFACE_CONTAINER_HIGH,
        ft.Colors.ON_SURFACE,
        ft.Colors.OUTLINE,
    ),
    "good": (
        ft.Icons.CHECK_CIRCLE_OUTLINE,
        ft.Colors.TERTIARY_CONTAINER,
        ft.Colors.ON_TERTIARY_CONTAINER,
        ft.Colors.TERTIARY,
    ),
}


def paper(
    *,
    content: ft.Control,
    padding: ft.PaddingValue = theme.Space.l,
    expand: bool | int | None = None,
    label: str | None = None,
    identifier: str | None = None,
) -> ft.Control:
    """A sheet of paper on the table."""
    sheet = ft.Container(
        content=content,
        padding=padding,
        bgcolor=theme.SHEET,
        border_radius=theme.Radii.paper,
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
    )
    return ft.Semantics(content=sheet, label=label, identifier=identifier, container=True, expand=expand)


def framed(
    content: ft.Control,
    *,
    bold: bool = False,
    ground: ft.ColorValue = theme.SHEET,
    edge: ft.ColorValue = ft.Colors.OUTLINE_VARIANT,
    padding: ft.PaddingValue = theme.Space.m,
    height: float | None = None,
    align: ft.Alignment | None = None,
    radius: float = theme.Radii.paper,
) -> ft.Container:
    """Paper that is a thing of its own; bold, its thick edge tells the one that matters now."""
    return ft.Container(
        content,
        padding=padding,
        height=height,
        alignment=align,
        bgcolor=ground,
        border=ft.Border.all(2.5, ft.Colors.PRIMARY) if bold else ft.Border.all(1.0, edge),
        border_radius=radius,
    )


def striped(content: ft.Control) -> ft.Control:
    """A sheet of paper with the game's colour along its edge."""
    return ft.Container(
        ft.Container(content, border=ft.Border(left=ft.BorderSide(width=6.0, color=theme.ACCENT))),
        bgcolor=theme.SHEET,
        border_radius=theme.Radii.paper,
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def coloured(colour: str, content: ft.Control) -> ft.Control:
    """Something in the colours of a game, in the middle of a page that has others."""
    return ft.Container(content, theme=_colours(colour, dark=False), dark_theme=_colours(colour, dark=True))


@cache
def _colours(colour: str, *, dark: bool) -> ft.Theme:
    """The colours alone; what a theme says besides is that of the page around."""
    return ft.Theme(color_scheme=theme.color_scheme(colour, dark=dark))


def prompt_card(
    *,
    text: str,
    lines: Sequence[str] = (),
    leading: ft.Control | None = None,
    why_text: str | None = None,
    on_why: Handler | None = None,
    large: bool = False,
    identifier: str | None = None,
) -> ft.Control:
    """The one line that says what the players do next, with "why?" at its end; large, it is read from two metres."""
    size = ft.TextThemeStyle.DISPLAY_SMALL if large else ft.TextThemeStyle.HEADLINE_SMALL
    more = ft.TextThemeStyle.TITLE_LARGE if large else ft.TextThemeStyle.BODY_LARGE
    column: list[ft.Control] = [heading(words(text, size), identifier=identifier)]
    column += [words(line, more, color=ft.Colors.ON_SURFACE_VARIANT) for line in lines]
    controls: list[ft.Control] = [ft.Column(controls=column, spacing=6.0, tight=True, expand=True)]
    if leading is not None:
        controls.insert(0, leading)
    if why_text is not None and on_why is not None:
        ask = icon_button(
            icon=ft.Icons.HELP_OUTLINE,
            label=why_text,
            on_click=on_why,
            identifier=f"{identifier}-why" if identifier else None,
        )
        controls.append(ft.Container(content=ask, margin=ft.Margin.only(top=-6.0, right=-8.0)))
    return ft.Container(
        content=ft.Row(controls=controls, spacing=theme.Space.m, vertical_alignment=ft.CrossAxisAlignment.START),
        padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=20.0 if large else 14.0),
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        border_radius=theme.Radii.paper,
    )


def section(
    *, title: str, controls: Sequence[ft.Control], trailing: ft.Control | None = None, spacing: float = theme.Space.s
) -> ft.Control:
    """A titled part of a page, ruled off like a printed one."""
    heading: list[ft.Control] = [
        ft.Semantics(content=words(title, ft.TextThemeStyle.TITLE_LARGE), header=True, container=True, expand=True)
    ]
    if trailing is not None:
        heading.append(trailing)
    ruled = ft.Column(
        [
            ft.Row(controls=heading, spacing=theme.Space.s),
            ft.Divider(height=1.0, thickness=1.0, color=ft.Colors.OUTLINE_VARIANT),
        ],
        spacing=theme.Space.s,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Column(
        controls=[ruled, ft.Container(height=theme.Space.xs), *controls],
        spacing=spacing,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def fold(
    *,
    title: str,
    text: str,
    opened: bool,
    on_click: Callable[[], None],
    controls: Sequence[ft.Control],
    identifier: str,
) -> ft.Control:
    """A titled part of a page that shows what is in it when it is asked to."""
    heading = ft.Row(
        [
            ft.Column(
                [
                    words(title, ft.TextThemeStyle.TITLE_LARGE),
                    words(text, ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=0.0,
                tight=True,
                expand=True,
            ),
            ft.Icon(ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=theme.Space.s,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    button = ft.TextButton(
        content=heading,
        on_click=lambda _: on_click(),
        style=ft.ButtonStyle(
            padding=ft.Padding.symmetric(horizontal=0.0, vertical=theme.Space.m),
            shape=ft.RoundedRectangleBorder(radius=theme.Radii.badge),
            color=ft.Colors.ON_SURFACE,
            overlay_color=ft.Colors.with_opacity(0.06, ft.Colors.ON_SURFACE),
        ),
    )
    head = ft.MergeSemantics(content=ft.Semantics(content=button, identifier=identifier, expanded=opened))
    divider = ft.Divider(height=1.0, thickness=1.0, color=ft.Colors.OUTLINE_VARIANT)
    inside = [ft.Container(height=theme.Space.xs), *controls] if opened else []
    return ft.Column(
        [head, divider, *inside],
        spacing=theme.Space.m if opened else 0.0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def notice(
    *,
    kind: NoticeKind,
    title: str,
    text: str | None = None,
    kind_label: str | None = None,
    why_text: str | None = None,
    on_why: Handler | None = None,
    dismiss_label: str | None = None,
    on_dismiss: Handler | None = None,
    answers: Sequence[ft.Control] = (),
    compact: bool = False,
    identifier: str | None = None,
) -> ft.Control:
    """A strip that refuses, asks, warns or tells, with the way to the rule behind it; compact, that is a sign at its end.

    :param answers: the buttons that answer what it asks.
    """
    icon, ground, ink, edge = _NOTICE[kind]
    column: list[ft.Control] = [words(title, ft.TextThemeStyle.TITLE_MEDIUM, color=ink)]
    if text is not None:
        column.append(words(text, ft.TextThemeStyle.BODY_MEDIUM, color=ink))
    ask: ft.Control | None = None
    if why_text is not None and on_why is not None:
        asked = f"{identifier}-why" if identifier else None
        if compact:
            ask = icon_button(icon=ft.Icons.HELP_OUTLINE, label=why_text, on_click=on_why, identifier=asked)
        else:
            link = link_button(text=why_text, on_click=on_why, identifier=asked)
            column.append(ft.Container(content=link, margin=ft.Margin.only(left=-12.0, bottom=-8.0)))
    if answers:
        column.append(
            ft.Container(
                ft.Row(list(answers), wrap=True, spacing=theme.Space.s, run_spacing=theme.Space.xs),
                margin=ft.Margin.only(top=theme.Space.s),
            )
        )
    controls: list[ft.Control] = [
        ft.Container(
            content=ft.Icon(icon, size=24.0, color=ink, semantics_label=kind_label),
            margin=ft.Margin.only(right=theme.Space.xs),
        ),
        ft.Column(controls=column, spacing=2.0, tight=True, expand=True),
    ]
    if dismiss_label is not None and on_dismiss is not None:
        controls.append(
            ft.Container(
                content=icon_button(
                    icon=ft.Icons.CLOSE,
                    label=dismiss_label,
                    on_click=on_dismiss,
                    identifier=f"{identifier}-dismiss" if identifier else None,
                ),
                margin=ft.Margin.only(top=-10.0, right=-8.0),
            )
        )
    if ask is not None:
        controls.append(ft.Container(content=ask, margin=ft.Margin.only(top=-10.0, right=-10.0, bottom=-10.0)))
    strip = ft.Container(
        content=ft.Row(controls=controls, spacing=theme.Space.s, vertical_alignment=ft.CrossAxisAlignment.START),
        padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=12.0 if compact else 14.0),
        bgcolor=ground,
        border_radius=theme.Radii.paper,
        border=ft.Border.all(1.0, edge),
    )
    return ft.Semantics(content=strip, container=True, identifier=identifier)


_SIGNS: Final = {
    "ruling": ft.Icons.BALANCE,
    "house_rule": ft.Icons.COTTAGE_OUTLINED,
    "question": ft.Icons.QUESTION_MARK,
}


def rule_badge(
    *,
    kind: RuleKind,
    text: str,
    on_click: Handler | None = None,
    identifier: str | None = None,
) -> ft.Control:
    """What a statement is: a printed rule, a ruling, a house rule or a question, told apart by sign, shape and word."""
    ground, ink, edge, radius = {
        "rule": (ft.Colors.SURFACE_CONTAINER_HIGH, ft.Colors.ON_SURFACE, ft.Colors.SURFACE_CONTAINER_HIGH, 4.0),
        "ruling": (ft.Colors.TERTIARY_CONTAINER, ft.Colors.ON_TERTIARY_CONTAINER, ft.Colors.TERTIARY, 20.0),
        "house_rule": (ft.Colors.SECONDARY_CONTAINER, ft.Colors.ON_SECONDARY_CONTAINER, ft.Colors.SECONDARY, 10.0),
        "question": (ft.Colors.SURFACE_CONTAINER_HIGH, ft.Colors.ON_SURFACE, ft.Colors.OUTLINE, 20.0),
    }[kind]
    sign: ft.Control
    if kind == "rule":
        sign = words("§", ft.TextThemeStyle.TITLE_MEDIUM, color=ink, label="")
    else:
        sign = ft.Icon(_SIGNS[kind], size=18.0, color=ink)
    word = words(text, ft.TextThemeStyle.LABEL_MEDIUM, color=ink, lines=2)
    row = ft.Row(
        controls=[
            sign,
            ft.Container(content=word, expand=True, expand_loose=True),
        ],
        spacing=6.0,
        tight=True,
    )
    inner = ft.Padding.symmetric(horizontal=10.0, vertical=5.0)
    if on_click is None:
        badge = ft.Container(
            content=row, padding=inner, bgcolor=ground, border_radius=radius, border=ft.Border.all(1.0, edge)
        )
        return ft.Semantics(content=badge, container=True, identifier=identifier)
    return marked(
        ft.TextButton(
            content=row,
            on_click=on_click,
            style=ft.ButtonStyle(
                padding=inner,
                bgcolor=ground,
                color=ink,
                shape=ft.RoundedRectangleBorder(radius=radius),
                side=ft.BorderSide(width=1.0, color=edge),
            ),
        ),
        identifier=identifier,
    )


def empty_state(
    *, title: str, text: str | None = None, drawing: ft.Control | None = None, action: ft.Control | None = None
) -> ft.Control:
    """The page on which nothing is written yet, and what would fill it."""
    controls: list[ft.Control] = [] if drawing is None else [drawing]
    controls.append(heading(words(title, ft.TextThemeStyle.HEADLINE_SMALL, align=ft.TextAlign.CENTER)))
    if text is not None:
        controls.append(
            words(text, ft.TextThemeStyle.BODY_LARGE, color=ft.Colors.ON_SURFACE_VARIANT, align=ft.TextAlign.CENTER)
        )
    if action is not None:
        controls.append(action)
    page = ft.Container(
        content=ft.Column(
            controls=controls,
            spacing=theme.Space.m,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        padding=theme.Space.xl,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Semantics(content=page, container=True)

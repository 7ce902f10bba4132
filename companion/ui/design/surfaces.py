"""Surfaces: paper, sections, prompts, notices, rule badges and empty pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

import flet as ft

from companion.ui.design import layout, theme
from companion.ui.design.base import Handler, heading, marked, soft, words
from companion.ui.design.buttons import icon_button, link_button
from companion.ui.design.layout import beside, column, flowing, hairline, stacked, wide
from companion.ui.runtime.in_sight import Unfolding

NoticeKind: TypeAlias = Literal["refusal", "warning", "info", "good"]
RuleKind: TypeAlias = Literal["rule", "ruling", "house_rule", "question"]

#: Background, text and edge.
Tint: TypeAlias = tuple[ft.Colors, ft.Colors, ft.Colors]

_PLAIN: Final = (ft.Colors.SURFACE_CONTAINER_HIGH, ft.Colors.ON_SURFACE, ft.Colors.OUTLINE)
_AMBER: Final = (ft.Colors.SECONDARY_CONTAINER, ft.Colors.ON_SECONDARY_CONTAINER, ft.Colors.SECONDARY)
_FELT: Final = (ft.Colors.TERTIARY_CONTAINER, ft.Colors.ON_TERTIARY_CONTAINER, ft.Colors.TERTIARY)
_BRICK: Final = (ft.Colors.ERROR_CONTAINER, ft.Colors.ON_ERROR_CONTAINER, ft.Colors.ERROR)

_NOTICE: Final[dict[NoticeKind, tuple[ft.IconData, Tint]]] = {
    "refusal": (ft.Icons.BLOCK, _BRICK),
    "warning": (ft.Icons.WARNING_AMBER, _AMBER),
    "info": (ft.Icons.INFO_OUTLINE, _PLAIN),
    "good": (ft.Icons.CHECK_CIRCLE_OUTLINE, _FELT),
}
#: Icon, tint and corner radius.
_BADGE: Final[dict[RuleKind, tuple[ft.IconData | None, Tint, float]]] = {
    "rule": (None, (_PLAIN[0], _PLAIN[1], _PLAIN[0]), 4.0),
    "ruling": (ft.Icons.BALANCE, _FELT, 20.0),
    "house_rule": (ft.Icons.COTTAGE_OUTLINED, _AMBER, 10.0),
    "question": (ft.Icons.QUESTION_MARK, _PLAIN, 20.0),
}


def paper(
    content: ft.Control,
    *,
    padding: ft.PaddingValue = theme.Space.l,
    label: str | None = None,
    identifier: str | None = None,
) -> ft.Control:
    """A sheet of paper."""
    sheet = ft.Container(
        content=content,
        padding=padding,
        bgcolor=theme.SHEET,
        border_radius=theme.Radii.paper,
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
    )
    return ft.Semantics(content=sheet, label=label, identifier=identifier, container=True)


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
    """Paper with an edge; a bold one stands out.

    The thick edge is drawn over the background, so that the content does not move.
    """
    thick = ft.BoxDecoration(border=ft.Border.all(2.5, ft.Colors.PRIMARY), border_radius=ft.BorderRadius.all(radius))
    return ft.Container(
        content,
        foreground_decoration=thick if bold else None,
        padding=padding,
        height=height,
        alignment=align,
        bgcolor=ground,
        border=ft.Border.all(1.0, edge),
        border_radius=radius,
    )


def striped(content: ft.Control) -> ft.Control:
    """A sheet of paper with a stripe in the game's colour."""
    return ft.Container(
        ft.Container(content, border=ft.Border(left=ft.BorderSide(width=6.0, color=theme.ACCENT))),
        bgcolor=theme.SHEET,
        border_radius=theme.Radii.paper,
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def coloured(colour: str, content: ft.Control) -> ft.Control:
    """A control in the colours of a game, on a page in others."""
    own = content if isinstance(content, ft.Container) else ft.Container(content)
    own.theme, own.dark_theme = _colours(colour, dark=False), _colours(colour, dark=True)
    return own


@cache
def _colours(colour: str, *, dark: bool) -> ft.Theme:
    """A theme with colours only; the rest comes from the page."""
    own, common = theme.roles(colour, dark=dark), theme.roles(None, dark=dark)
    return ft.Theme(color_scheme=ft.ColorScheme(**{role: tone for role, tone in own.items() if tone != common[role]}))


def prompt_card(
    *,
    text: str,
    lines: Sequence[str] = (),
    leading: ft.Control | None = None,
    why_text: str,
    on_why: Handler,
    large: bool = False,
    small: bool = False,
    upright: bool = False,
    identifier: str,
) -> ft.Control:
    """The prompt that says what to do next, with "why?" at its end; the large one is readable from two metres.

    :param small: whether it is no larger than other titles, as the type is large.
    :param upright: whether "why?" stands below the text, or beside what leads.
    """
    size = (
        ft.TextThemeStyle.DISPLAY_SMALL
        if large
        else ft.TextThemeStyle.TITLE_MEDIUM
        if small
        else ft.TextThemeStyle.HEADLINE_SMALL
    )
    more = ft.TextThemeStyle.TITLE_LARGE if large else ft.TextThemeStyle.BODY_LARGE
    said = [heading(words(text, size), identifier=identifier), *(soft(line, more) for line in lines)]
    ask = ft.Container(
        icon_button(ft.Icons.HELP_OUTLINE, why_text, on_why, f"{identifier}-why"),
        margin=ft.Margin.only(left=-12.0) if upright else ft.Margin.only(top=-6.0, right=-8.0),
    )
    before = [leading] if leading else []
    if upright and leading:
        ask.margin = None
        row = layout.lines(beside(wide(beside(leading)), ask), *said, spacing=6.0)
    elif upright:
        row = layout.lines(*said, ask, spacing=6.0)
    else:
        row = beside(*before, layout.lines(*said, spacing=6.0, expand=True), ask, spacing=theme.Space.m, top=True)
    return ft.Container(
        row,
        padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=20.0 if large else 14.0),
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        border_radius=theme.Radii.paper,
    )


def section(
    title: str, controls: Sequence[ft.Control], *, trailing: ft.Control | None = None, spacing: float = theme.Space.s
) -> ft.Control:
    """A part of a page with a title and a line below it."""
    head = heading(words(title, ft.TextThemeStyle.TITLE_LARGE), expand=True)
    ruled = column(beside(head, trailing) if trailing else beside(head), hairline())
    return column(ruled, ft.Container(height=theme.Space.xs), *controls, spacing=spacing)


def fold(
    title: str,
    text: str,
    opened: bool,
    on_click: Callable[[], None],
    identifier: str,
    *,
    controls: Sequence[ft.Control],
) -> ft.Control:
    """A part of a page that unfolds at a tap on its title."""
    head = beside(
        layout.lines(
            words(title, ft.TextThemeStyle.TITLE_LARGE), soft(text, ft.TextThemeStyle.BODY_MEDIUM), expand=True
        ),
        ft.Icon(ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE, color=ft.Colors.ON_SURFACE_VARIANT),
    )
    button = ft.TextButton(
        content=head,
        on_click=lambda _: on_click(),
        style=ft.ButtonStyle(
            padding=ft.Padding.symmetric(horizontal=0.0, vertical=theme.Space.m),
            shape=ft.RoundedRectangleBorder(radius=theme.Radii.badge),
            color=ft.Colors.ON_SURFACE,
            overlay_color=ft.Colors.with_opacity(0.06, ft.Colors.ON_SURFACE),
        ),
    )
    inside = [ft.Container(height=theme.Space.xs), *controls] if opened else []
    whole = column(
        marked(button, identifier=identifier, expanded=opened),
        hairline(),
        *inside,
        spacing=theme.Space.m if opened else 0.0,
    )
    return Unfolding(whole, opened, key=f"fold-{identifier}")


def notice(
    kind: NoticeKind,
    title: str,
    identifier: str,
    *,
    text: str | None = None,
    kind_label: str | None = None,
    why_text: str | None = None,
    on_why: Handler | None = None,
    dismiss_label: str | None = None,
    on_dismiss: Handler | None = None,
    answers: Sequence[ft.Control] = (),
    compact: bool = False,
    upright: bool = False,
    thin: bool = False,
) -> ft.Control:
    """A strip with a refusal, question, warning or message and a button for its rule, which is an icon in the compact form.

    :param answers: buttons that answer its question.
    :param upright: whether its sign and buttons stand above the text, which then has all the width.
    :param thin: whether it is as low as its button, with a smaller title.
    """
    icon, (ground, ink, edge) = _NOTICE[kind]
    style = ft.TextThemeStyle.TITLE_SMALL if thin else ft.TextThemeStyle.TITLE_MEDIUM
    said: list[ft.Control] = [words(title, style, color=ink)]
    at_end: list[ft.Control] = []
    if text is not None:
        said.append(words(text, ft.TextThemeStyle.BODY_MEDIUM, color=ink))
    if dismiss_label is not None and on_dismiss is not None:
        close = icon_button(ft.Icons.CLOSE, dismiss_label, on_dismiss, f"{identifier}-dismiss")
        at_end.append(ft.Container(close, margin=ft.Margin.only(top=0.0 if thin else -10.0, right=-8.0)))
    if why_text is not None and on_why is not None:
        asked = f"{identifier}-why"
        if compact:
            ask = icon_button(ft.Icons.HELP_OUTLINE, why_text, on_why, asked)
            at_end.append(ft.Container(ask, margin=ft.Margin.only(top=-10.0, right=-10.0, bottom=-10.0)))
        else:
            link = link_button(why_text, on_why, asked)
            said.append(ft.Container(link, margin=ft.Margin.only(left=-12.0, bottom=-8.0)))
    if answers:
        said.append(ft.Container(flowing(answers, apart=theme.Space.xs), margin=ft.Margin.only(top=theme.Space.s)))
    sign = ft.Icon(icon, size=24.0, color=ink, semantics_label=kind_label)
    if upright:
        row = layout.lines(beside(wide(beside(sign)), *at_end), *said, spacing=2.0)
    else:
        before = ft.Container(sign, margin=ft.Margin.only(right=theme.Space.xs))
        row = beside(before, layout.lines(*said, spacing=2.0, expand=True), *at_end, top=not thin)
    strip = ft.Container(
        row,
        padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=0.0 if thin else 12.0 if compact else 14.0),
        bgcolor=ground,
        border_radius=theme.Radii.paper,
        border=ft.Border.all(1.0, edge),
    )
    return ft.Semantics(content=strip, container=True, identifier=identifier)


def rule_badge(*, kind: RuleKind, text: str) -> ft.Control:
    """The kind of a statement: printed rule, ruling, house rule or question, distinguished by icon, shape and word."""
    icon, (ground, ink, edge), radius = _BADGE[kind]
    sign: ft.Control = (
        ft.Icon(icon, size=18.0, color=ink) if icon else words("§", ft.TextThemeStyle.TITLE_MEDIUM, color=ink, label="")
    )
    word = words(text, ft.TextThemeStyle.LABEL_MEDIUM, color=ink, lines=2)
    badge = ft.Container(
        beside(sign, ft.Container(word, expand=True, expand_loose=True), spacing=6.0, tight=True),
        padding=ft.Padding.symmetric(horizontal=10.0, vertical=5.0),
        bgcolor=ground,
        border_radius=radius,
        border=ft.Border.all(1.0, edge),
    )
    return ft.Semantics(content=badge, container=True)


def empty_state(title: str, *, text: str | None = None, action: ft.Control | None = None) -> ft.Control:
    """An empty page with a hint at what will fill it."""
    middle = ft.TextAlign.CENTER
    controls = [heading(words(title, ft.TextThemeStyle.HEADLINE_SMALL, align=middle))]
    if text is not None:
        controls.append(soft(text, ft.TextThemeStyle.BODY_LARGE, align=middle))
    if action is not None:
        controls.append(action)
    page = ft.Container(
        stacked(*controls, spacing=theme.Space.m), padding=theme.Space.xl, alignment=ft.Alignment.CENTER
    )
    return ft.Semantics(content=page, container=True)

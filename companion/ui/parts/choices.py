"""One of several ways, on or off, more or less: what is chosen is told by sign and ground, never by colour alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft
from attrs import frozen

from companion.ui import theme
from companion.ui.parts.base import drawing, marked, pressable, soft, words
from companion.ui.parts.layout import beside, column, flowing, lines, wide
from companion.ui.parts.surfaces import framed


@frozen
class Way:
    """One of several ways.

    :param on_click: chooses it.
    """

    text: str
    chosen: bool
    on_click: Callable[[], None]
    identifier: str


def one_of(ways: Sequence[Way]) -> ft.Control:
    """Several ways of which one holds, as rows across the page: radio buttons, one stop for the keyboard."""
    by_name = {way.identifier: way for way in ways}
    return ft.RadioGroup(
        value=next((way.identifier for way in ways if way.chosen), None),
        content=column(*map(_way, ways), spacing=theme.Space.xs),
        on_change=lambda event: by_name[event.data].on_click(),
    )


def _way(way: Way) -> ft.Control:
    # the whole row takes the finger, its radio button the keyboard
    radio = ft.Container(ft.Radio(value=way.identifier, active_color=ft.Colors.PRIMARY), ignore_interactions=True)
    said = lines(words(way.text, ft.TextThemeStyle.BODY_LARGE, color=_ink(way.chosen)), expand=True)
    row = ft.Container(
        beside(radio, said, spacing=theme.Space.xs),
        on_click=lambda _: way.on_click(),
        padding=ft.Padding.only(right=theme.Space.m),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if way.chosen else None,
        border_radius=theme.Radii.button,
    )
    return marked(row, identifier=way.identifier, checked=way.chosen)


def pick(
    *,
    text: str,
    chosen: bool,
    on_click: Callable[[], None],
    icon: ft.IconData = ft.Icons.CHECK,
    off: ft.IconData | None = None,
    identifier: str,
) -> ft.Control:
    """One of several short words, as wide as it is; ``off`` is the sign of those that are not chosen.

    Without ``off`` the sign of the chosen one takes its room from the margins: nothing beside it moves away from under a
    finger.
    """
    sign = icon if chosen else off
    size, gap = (20.0, theme.Space.s) if off else (16.0, theme.Space.xs)
    margin = theme.Space.l - (0.0 if off or not sign else (size + gap) / 2)
    row: list[ft.Control] = [ft.Icon(sign, size=size, color=_edge(chosen))] if sign else []
    row.append(words(text, ft.TextThemeStyle.LABEL_LARGE, color=_ink(chosen), lines=1))
    return _answer(
        beside(*row, spacing=gap, tight=True),
        chosen=chosen,
        on_click=on_click,
        padding=ft.Padding.symmetric(horizontal=margin, vertical=14.0),
        side=1.5,
        identifier=identifier,
    )


def tick(*, text: str, on: bool, on_click: Callable[[], None], identifier: str) -> ft.Control:
    """A short word that applies or does not."""
    box, empty = ft.Icons.CHECK_BOX, ft.Icons.CHECK_BOX_OUTLINE_BLANK
    return pick(text=text, chosen=on, on_click=on_click, icon=box, off=empty, identifier=identifier)


def picks(buttons: Sequence[ft.Control]) -> ft.Control:
    """Short words beside each other, and below each other where the line ends."""
    return flowing(buttons)


def tile(*, content: ft.Control, label: str, chosen: bool, on_click: Callable[[], None], identifier: str) -> ft.Control:
    """One of a few ways that share a row; what is drawn on it is silent, its name is said."""
    whole = _answer(
        ft.Container(drawing(content, label=None), alignment=ft.Alignment.CENTER),
        chosen=chosen,
        on_click=on_click,
        padding=ft.Padding.symmetric(horizontal=theme.Space.xs, vertical=theme.Space.m),
        side=2.0 if chosen else 1.0,
        label=label,
        identifier=identifier,
    )
    whole.expand = True
    return whole


def key(
    face: ft.Control, *, label: str, chosen: bool, on_click: Callable[[], None], height: float = 48.0, identifier: str
) -> ft.Control:
    """One of many that are tapped in a row, such as the letters; they share the width of their line."""
    ground = ft.Colors.PRIMARY_CONTAINER if chosen else theme.SHEET
    box = framed(face, bold=chosen, ground=ground, padding=0.0, height=height, align=ft.Alignment.CENTER, radius=8.0)
    return pressable(box, on_click=lambda _: on_click(), label=label, identifier=identifier, radius=8.0, expand=True)


def _answer(
    content: ft.Control,
    *,
    chosen: bool,
    on_click: Callable[[], None],
    padding: ft.Padding,
    ground: ft.Colors = theme.SHEET,
    side: float | None = None,
    label: str | None = None,
    identifier: str,
) -> ft.Control:
    style = ft.ButtonStyle(
        padding=padding,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ground,
        color=_ink(chosen),
        shape=ft.RoundedRectangleBorder(radius=theme.Radii.button),
        side=ft.BorderSide(width=side, color=_edge(chosen)) if side else None,
    )
    button: ft.Control = ft.TextButton(content=content, on_click=lambda _: on_click(), style=style)
    if label is not None:
        button = ft.Semantics(content=button, label=label)
    return marked(button, identifier=identifier, checked=chosen)


def _ink(chosen: bool) -> ft.Colors:
    return ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE


def _edge(chosen: bool) -> ft.Colors:
    return ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE


def switch_row(*, title: str, text: str, on: bool, on_change: Callable[[bool], Any], identifier: str) -> ft.Control:
    """A switch with its name and what it does, all of it one thing to those who listen."""
    named, told = words(title, ft.TextThemeStyle.BODY_LARGE), soft(text, ft.TextThemeStyle.BODY_SMALL)
    switch = ft.Switch(value=on, on_change=lambda event: on_change(event.control.value))
    row = beside(lines(named, told, expand=True), switch, spacing=theme.Space.m)
    return marked(ft.Container(row, padding=ft.Padding.symmetric(vertical=theme.Space.xs)), identifier=identifier)


def stepper(*, title: str, number: ft.Control, ways: Sequence[ft.Control]) -> ft.Control:
    """A number between a way down and a way up; if there are more ways than two, they have a row of their own."""
    named = wide(words(title, ft.TextThemeStyle.BODY_LARGE))
    if len(ways) > 2:
        for way in ways:
            way.expand = True
        rows = [beside(named, number, spacing=10.0), beside(*ways, spacing=6.0)]
    else:
        less, more = ways
        rows = [beside(named, less, number, more, spacing=6.0)]
    return ft.Container(
        column(*rows, spacing=6.0), padding=ft.Padding.only(left=theme.Space.m, top=6.0, right=theme.Space.s)
    )


def step_button(
    *, by: int, text: str, label: str, on_click: Callable[[], None] | None, narrow: bool = False, identifier: str
) -> ft.Control:
    """The way to a lower or a higher number; by one it is a sign, by more a text, and without a handler it is closed."""
    ink, edge = (ft.Colors.ON_SURFACE, ft.Colors.OUTLINE) if on_click else (ft.Colors.OUTLINE_VARIANT,) * 2
    one = abs(by) == 1
    inside: ft.Control = (
        ft.Icon(ft.Icons.REMOVE if by < 0 else ft.Icons.ADD, size=24.0, color=ink)
        if one
        else words(text, ft.TextThemeStyle.LABEL_LARGE, color=ink, lines=1)
    )
    style = ft.ButtonStyle(
        padding=ft.Padding.symmetric(horizontal=2.0 if narrow else 12.0, vertical=12.0 if one else 14.0),
        shape=ft.RoundedRectangleBorder(radius=theme.Radii.button),
        side=ft.BorderSide(width=1.0, color=edge),
    )
    drawn = drawing(inside, label=None)
    press = (lambda _: on_click()) if on_click else None
    button = ft.TextButton(content=drawn, on_click=press, disabled=on_click is None, style=style)
    return marked(button, identifier=identifier, label=label)

"""Layouts: columns, rows, centred, separated by lines."""

from __future__ import annotations

from collections.abc import Iterable

import flet as ft

from companion.ui.design.theme import Space


def column(*controls: ft.Control, spacing: float = Space.s, expand: bool | None = None) -> ft.Control:
    """Return a column whose items are as wide as the pane."""
    return ft.Column(
        list(controls),
        spacing=spacing,
        tight=expand is None,
        expand=expand,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def scrolling(*controls: ft.Control, spacing: float = Space.s) -> ft.Control:
    """Return a column whose items are as wide as the pane, which scrolls if it is too high."""
    return ft.Column(
        list(controls),
        spacing=spacing,
        tight=True,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def lines(*controls: ft.Control, spacing: float = 0.0, expand: bool | None = None) -> ft.Control:
    """Return a column of items in their own width, mostly texts."""
    return ft.Column(list(controls), spacing=spacing, tight=True, expand=expand)


def stacked(*controls: ft.Control, spacing: float = Space.xs) -> ft.Control:
    """Return a column of centred items."""
    return ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def beside(
    *controls: ft.Control, spacing: float = Space.s, top: bool = False, foot: bool = False, tight: bool = False
) -> ft.Control:
    """Return a row, aligned at the middle, or at the top or bottom where one item may be much higher.

    :param tight: whether it takes no more width than it needs.
    """
    place = ft.CrossAxisAlignment
    across = place.START if top else place.END if foot else place.CENTER
    return ft.Row(list(controls), spacing=spacing, tight=tight, vertical_alignment=across)


def as_high_as_each_other(cells: Iterable[ft.Control], gap: float) -> ft.Control:
    """Return a row of cells that are equally high.

    The gaps are cells too: with the row's spacing, texts that needed one more line were cut.
    """
    row = [each for cell in cells for each in (ft.Container(width=gap), cell)]
    return ft.Row(row[1:], spacing=0.0, intrinsic_height=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def flowing(controls: Iterable[ft.Control], *, spacing: float = Space.s, apart: float = Space.s) -> ft.Control:
    """Return items that flow over several lines.

    :param apart: distance of the lines in pixels.
    """
    return ft.Row(list(controls), wrap=True, spacing=spacing, run_spacing=apart)


def apart(named: ft.Control, *rest: ft.Control) -> ft.Control:
    """Return a name and items at the other end of its line, or below it if they do not fit."""
    ends = rest[0] if len(rest) == 1 else beside(*rest, tight=True)
    return ft.Row(
        [named, ends],
        wrap=True,
        spacing=Space.s,
        run_spacing=0.0,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def centred(control: ft.Control) -> ft.Control:
    """Return a centred control, which breaks its lines at the width of the page."""
    control.expand = control.expand_loose = True
    return ft.Row([control], alignment=ft.MainAxisAlignment.CENTER)


def wide(control: ft.Control) -> ft.Control:
    """Return a control that takes the width its neighbours leave."""
    return ft.Container(control, expand=True)


def as_high_as_needed(scrolling: ft.Control, *, key: str | None = None) -> ft.Control:
    """Return a scrolling control as high as its content, up to the height its neighbours leave.

    A scrolling control fills all available height, except in a row with intrinsic height.
    """
    row = ft.Row([wide(scrolling)], intrinsic_height=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(row, expand=True, expand_loose=True, key=key)


def hairline() -> ft.Control:
    """Return a thin line across the page."""
    return ft.Divider(height=1.0, thickness=1.0, color=ft.Colors.OUTLINE_VARIANT)

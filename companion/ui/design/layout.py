"""How things stand on a page: below each other, beside each other, in the middle, ruled off."""

from __future__ import annotations

from collections.abc import Iterable

import flet as ft

from companion.ui.design.theme import Space


def column(*controls: ft.Control, spacing: float = Space.s, expand: bool | None = None) -> ft.Control:
    """Return things below each other, as wide as the pane."""
    return ft.Column(
        list(controls),
        spacing=spacing,
        tight=expand is None,
        expand=expand,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def scrolling(*controls: ft.Control, spacing: float = Space.s) -> ft.Control:
    """Return things below each other, as wide as the pane, that scroll if there are more of them than there is room."""
    return ft.Column(
        list(controls),
        spacing=spacing,
        tight=True,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def lines(*controls: ft.Control, spacing: float = 0.0, expand: bool | None = None) -> ft.Control:
    """Return things below each other, each as wide as it is: mostly texts."""
    return ft.Column(list(controls), spacing=spacing, tight=True, expand=expand)


def stacked(*controls: ft.Control, spacing: float = Space.xs) -> ft.Control:
    """Return things below each other, each in the middle."""
    return ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def beside(
    *controls: ft.Control, spacing: float = Space.s, top: bool = False, foot: bool = False, tight: bool = False
) -> ft.Control:
    """Return things beside each other, in the middle of the line or, where one may be much higher, at its top or its foot.

    :param tight: whether they take no more room than they need.
    """
    place = ft.CrossAxisAlignment
    across = place.START if top else place.END if foot else place.CENTER
    return ft.Row(list(controls), spacing=spacing, tight=tight, vertical_alignment=across)


def as_high_as_each_other(cells: Iterable[ft.Control], gap: float) -> ft.Control:
    """Return cells that share a line, each as high as the highest.

    The gaps stand as cells of their own: with the row's own spacing, words that needed one more line were seen to be cut.
    """
    row = [each for cell in cells for each in (ft.Container(width=gap), cell)]
    return ft.Row(row[1:], spacing=0.0, intrinsic_height=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def flowing(controls: Iterable[ft.Control], *, spacing: float = Space.s, apart: float = Space.s) -> ft.Control:
    """Return things beside each other, and below each other where the line ends.

    :param apart: how far the lines are from each other.
    """
    return ft.Row(list(controls), wrap=True, spacing=spacing, run_spacing=apart)


def apart(named: ft.Control, *rest: ft.Control) -> ft.Control:
    """Return a name and what stands at the other end of its line, or below it where both have no room."""
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
    """Return something in the middle of the page, which breaks its lines where it has more to say than the page is wide."""
    control.expand = control.expand_loose = True
    return ft.Row([control], alignment=ft.MainAxisAlignment.CENTER)


def wide(control: ft.Control) -> ft.Control:
    """Return something that takes what room the things beside it leave."""
    return ft.Container(control, expand=True)


def as_high_as_needed(scrolling: ft.Control, *, key: str | None = None) -> ft.Control:
    """Return something that scrolls, as high as what is in it, up to the room that the things around it leave.

    Left alone, whatever scrolls in Flet fills all the room there is; a row that asks how high it is does not.
    """
    row = ft.Row([wide(scrolling)], intrinsic_height=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(row, expand=True, expand_loose=True, key=key)


def hairline() -> ft.Control:
    """Return a fine line across the page."""
    return ft.Divider(height=1.0, thickness=1.0, color=ft.Colors.OUTLINE_VARIANT)

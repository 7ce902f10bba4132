"""Choices: one of several options, on or off, more or less; the chosen one shows by shape and not by colour alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Final, Literal, TypeAlias, TypeVar

import flet as ft
from attrs import frozen

from companion.ui.design import theme
from companion.ui.design.base import drawing, marked, pressable_row, rings_focus, soft, words
from companion.ui.design.layout import apart, as_high_as_each_other, beside, column, flowing, lines, stacked, wide

K = TypeVar("K")


@frozen
class Way:
    """One of several options.

    :param text: its name.
    :param on_click: chooses it.
    :param face: drawn on a tile instead of the text, which screen readers still read.
    :param leading: shown before the text, such as a player's mark.
    """

    text: str
    chosen: bool
    on_click: Callable[[], object]
    identifier: str
    face: ft.Control | None = None
    leading: ft.Control | None = None


#: The controls that options consist of, for code that searches a page for them.
RadioGroup: TypeAlias = ft.RadioGroup
Radio: TypeAlias = ft.Radio

#: Long texts are rows of full width, short ones flow, and tiles share the width of a row.
Shape: TypeAlias = Literal["rows", "words", "tiles"]

#: Size of a radio button or box, and the margin of its focus ring.
_SIGN: Final = 20.0
_FOCUSED: Final = 15.0


def one_of(
    ways: Sequence[Way], *, shape: Shape = "rows", across: int | None = None, optional: bool = False
) -> ft.Control:
    """Options with one chosen at most: radio buttons, which are one stop for the keyboard.

    :param across: number of tiles in a row; all by default.
    :param optional: whether a tap on the chosen one clears the choice.
    """
    by_name = {way.identifier: way for way in ways}
    held = next((way for way in ways if way.chosen), None)

    def choose(event: Any) -> None:
        if way := by_name.get(event.data) or held:
            way.on_click()

    drawn = [_way(way, shape, optional=optional) for way in ways]
    if across:
        rows = [drawn[at : at + across] for at in range(0, len(drawn), across)]
        content = column(*map(_LAID[shape], rows), spacing=_APART)
    else:
        content = _LAID[shape](drawn)
    return ft.RadioGroup(
        value=held.identifier if held else None,
        content=content,
        on_change=choose,
    )


def pick_one(
    options: Iterable[tuple[K, str]],
    chosen: K | None,
    choose: Callable[[K], object],
    identifier: str,
    *,
    shape: Shape = "words",
    across: int | None = None,
    optional: bool = False,
    face: Callable[[K], ft.Control] | None = None,
    leading: Callable[[K], ft.Control | None] | None = None,
) -> ft.Control:
    """Options that stand for values, with one chosen at most; see :func:`one_of`.

    :param options: the values and their names.
    :param chosen: the value that is chosen now.
    :param choose: takes the value of the option that is tapped.
    :param identifier: what the identifiers begin with; the value follows.
    :param face: draws a value on a tile; see :class:`Way`.
    :param leading: draws the sign before the name of a value.
    """
    ways = [
        Way(
            text,
            value == chosen,
            partial(choose, value),
            _identifier(identifier, value),
            face(value) if face else None,
            leading(value) if leading else None,
        )
        for value, text in options
    ]
    return one_of(ways, shape=shape, across=across, optional=optional)


def _identifier(prefix: str, value: object) -> str:
    return f"{prefix}-{getattr(value, 'value', value)}"


def _way(way: Way, shape: Shape, *, optional: bool) -> ft.Control:
    inside, padding = _INSIDE[shape](way, _radio(way, optional=optional))
    alone = shape == "rows"
    # the whole row takes taps, its radio button the keyboard
    box = ft.Container(
        inside,
        on_click=lambda _: way.on_click(),
        padding=padding,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if way.chosen else None if alone else theme.SHEET,
        border=None if alone else ft.Border.all(_EDGE, _edge(way.chosen)),
        border_radius=theme.Radii.button,
    )
    whole = marked(box, identifier=way.identifier, label=way.text if way.face else None, checked=way.chosen)
    whole.expand = shape == "tiles" or None
    return whole


def _radio(way: Way, *, optional: bool) -> ft.Control:
    shown = ft.ControlState
    ringed = rings_focus()
    return ft.Radio(
        value=way.identifier,
        toggleable=optional,
        fill_color={
            **({} if ringed else {shown.FOCUSED: ft.Colors.SURFACE}),
            shown.SELECTED: ft.Colors.PRIMARY,
            shown.DEFAULT: ft.Colors.OUTLINE,
        },
        overlay_color={
            shown.FOCUSED: ft.Colors.TRANSPARENT if ringed else ft.Colors.ON_SURFACE,
            shown.DEFAULT: ft.Colors.TRANSPARENT,
        },
        splash_radius=_FOCUSED,
    )


def _row(way: Way, radio: ft.Control) -> tuple[ft.Control, ft.Padding]:
    said = lines(words(way.text, ft.TextThemeStyle.BODY_LARGE, color=_ink(way.chosen)), expand=True)
    sign = ft.Container(radio, height=theme.Space.target, alignment=ft.Alignment.CENTER)
    row = beside(sign, *([way.leading] if way.leading else []), said, spacing=theme.Space.xs)
    return row, ft.Padding.only(right=theme.Space.m)


def _word(way: Way, radio: ft.Control) -> tuple[ft.Control, ft.Padding]:
    sign = ft.Container(radio, width=_SIGN, height=_SIGN)
    # the edge lies inside the box, that of a tick button on it
    around = ft.Padding.symmetric(horizontal=theme.Space.m - _EDGE, vertical=14.0 - _EDGE)
    return _signed(sign, way.text, way.leading, chosen=way.chosen), around


def _tile(way: Way, radio: ft.Control) -> tuple[ft.Control, ft.Padding]:
    face = way.face or words(way.text, ft.TextThemeStyle.TITLE_MEDIUM, color=_ink(way.chosen), lines=1)
    sign = ft.Container(radio, width=_SIGN, height=_SIGN, right=-1.0, top=-1.0, scale=0.7)
    middle = ft.Container(
        drawing(face, label=None) if way.face else face,
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=theme.Space.xs, vertical=theme.Space.m),
    )
    return ft.Stack([middle, sign], alignment=ft.Alignment.CENTER), ft.Padding.all(0.0)


_LAID: Final[dict[Shape, Callable[[Sequence[ft.Control]], ft.Control]]] = {
    "rows": lambda drawn: column(*drawn, spacing=theme.Space.xs),
    "words": lambda drawn: flowing(drawn),
    "tiles": lambda drawn: as_high_as_each_other(drawn, _APART),
}
_INSIDE: Final = {"rows": _row, "words": _word, "tiles": _tile}

_AROUND_WORD: Final = ft.Padding.symmetric(horizontal=theme.Space.m, vertical=14.0)
_EDGE: Final = 1.5
_APART: Final = 6.0


def _signed(sign: ft.Control, text: str, leading: ft.Control | None, *, chosen: bool) -> ft.Control:
    """Return a short text after its sign, which has the same size whether chosen or not, so that nothing moves."""
    said = words(text, ft.TextThemeStyle.LABEL_LARGE, color=_ink(chosen))
    before = [sign, leading] if leading else [sign]
    return beside(*before, ft.Container(said, expand=True, expand_loose=True), spacing=theme.Space.s, tight=True)


def tick(
    *, text: str, on: bool, on_click: Callable[[], object], leading: ft.Control | None = None, identifier: str
) -> ft.Control:
    """A short text with a checkbox.

    :param leading: shown before the text, such as a player's mark.
    """
    sign = ft.Icon(_box(on), size=_SIGN, color=_edge(on))
    style = ft.ButtonStyle(
        padding=_AROUND_WORD,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if on else theme.SHEET,
        color=_ink(on),
        shape=ft.RoundedRectangleBorder(radius=theme.Radii.button),
        side=ft.BorderSide(width=_EDGE, color=_edge(on)),
    )
    inside = _signed(sign, text, leading, chosen=on)
    button = ft.TextButton(content=inside, on_click=lambda _: on_click(), style=style)
    return marked(button, identifier=identifier, checked=on)


def ticks(
    options: Iterable[tuple[K, str]],
    on: Collection[K],
    toggle: Callable[[K], object],
    identifier: str,
    *,
    leading: Callable[[K], ft.Control | None] | None = None,
) -> list[ft.Control]:
    """Checkboxes that stand for values; see :func:`pick_one`.

    :param on: the values that are chosen now.
    :param toggle: takes the value of the checkbox that is tapped.
    """
    return [
        tick(
            text=text,
            on=value in on,
            on_click=partial(toggle, value),
            leading=leading(value) if leading else None,
            identifier=_identifier(identifier, value),
        )
        for value, text in options
    ]


def tick_row(content: ft.Control, *, on: bool, on_click: Callable[[], None], identifier: str) -> ft.Control:
    """A row of a list with a checkbox at its end."""
    row = beside(wide(content), ft.Icon(_box(on), size=_SIGN, color=_edge(on)))
    return pressable_row(row, on_click, identifier, high=11.0, radius=theme.Radii.badge, checked=on)


def some_of(ticks: Sequence[ft.Control]) -> ft.Control:
    """Checkboxes that flow over several lines."""
    return flowing(ticks)


def key(
    face: ft.Control,
    *,
    label: str,
    on_click: Callable[[], object],
    chosen: bool | None = None,
    ground: ft.ColorValue = theme.SHEET,
    height: float = theme.Space.target,
    identifier: str,
) -> ft.Control:
    """A key of a pad that is tapped in a row, such as a letter; the keys of a row share its width.

    A pad has many keys and is drawn again with every tap, so a key consists of as few controls as possible.

    :param face: the control drawn on it; screen readers read ``label`` instead.
    :param chosen: whether it is the current answer; ``None`` where a tap leaves nothing chosen.
    :param height: in pixels.
    """
    if isinstance(face, ft.Text):
        face.semantics_label = ""
    elif not isinstance(face, ft.Icon):
        face = drawing(face, label=None)
    width, edge = (2.5, ft.Colors.PRIMARY) if chosen else (1.0, ft.Colors.OUTLINE_VARIANT)
    button = ft.TextButton(
        content=face,
        on_click=lambda _: on_click(),
        height=height,
        style=ft.ButtonStyle(
            padding=0.0,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ground,
            shape=ft.RoundedRectangleBorder(radius=_KEY),
            side=ft.BorderSide(width=width, color=edge),
            color=ft.Colors.ON_SURFACE,
            overlay_color=ft.Colors.with_opacity(0.08, ft.Colors.ON_SURFACE),
        ),
    )
    whole = marked(button, identifier=identifier, label=label, selected=chosen)
    whole.expand = True
    return whole


_KEY: Final = 8.0


def _box(on: bool) -> ft.IconData:
    return ft.Icons.CHECK_BOX if on else ft.Icons.CHECK_BOX_OUTLINE_BLANK


def _ink(chosen: bool) -> ft.Colors:
    return ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE


def _edge(chosen: bool) -> ft.Colors:
    return ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE


def switch_row(title: str, text: str, on: bool, on_change: Callable[[bool], Any], identifier: str) -> ft.Control:
    """A switch with its name and a description, which screen readers read as one."""
    named, described = words(title, ft.TextThemeStyle.BODY_LARGE), soft(text, ft.TextThemeStyle.BODY_SMALL)
    switch = ft.Switch(value=on, on_change=lambda event: on_change(event.control.value))
    row = beside(lines(named, described, expand=True), switch, spacing=theme.Space.m)
    return marked(ft.Container(row, padding=ft.Padding.symmetric(vertical=theme.Space.xs)), identifier=identifier)


def stepper(
    *, title: str, number: ft.Control, ways: Sequence[ft.Control], upright: bool = False, large: bool = False
) -> ft.Control:
    """A number between the buttons for less and more; more than two buttons have a row of their own.

    :param upright: whether the buttons stand above and below the number.
    :param large: whether the type is so large that a long title needs a row of its own.
    """
    if upright:
        less, more = ways
        return stacked(more, number, less, spacing=theme.Space.xs)
    named = wide(words(title, ft.TextThemeStyle.BODY_LARGE))
    if len(ways) > 2:
        for way in ways:
            way.expand = True
        rows = [beside(named, number, spacing=10.0), beside(*ways, spacing=6.0)]
    else:
        less, more = ways
        row = beside(less, number, more, spacing=6.0, tight=True)
        rows = [apart(words(title, ft.TextThemeStyle.BODY_LARGE), row) if large else beside(named, row, spacing=6.0)]
    return ft.Container(
        column(*rows, spacing=6.0), padding=ft.Padding.only(left=theme.Space.m, top=6.0, right=theme.Space.s)
    )


def step_button(
    *, by: int, text: str, label: str, on_click: Callable[[], None] | None, narrow: bool = False, identifier: str
) -> ft.Control:
    """The button to a lower or higher number: an icon for one step, a text for more; disabled without a handler."""
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

"""What lies in reach of the keyboard: the buttons under the thumb, the first of which is its first stop, each with a digit."""

from collections.abc import Iterator
from typing import Any, Final, TypeVar

import flet as ft
from attrs import frozen

from companion import flet_patches
from companion.ui.keys import Key

C = TypeVar("C", bound=ft.Control)

#: The digits that do something, one for each button as they are read.
DIGITS: Final = "123456789"


@frozen
class Button:
    """A button as it is drawn.

    :param label: what it says.
    """

    drawn: ft.TextButton
    label: str

    def press(self) -> None:
        """Do what a tap on it does."""
        flet_patches.press(self.drawn)


def first_stop(foot: C) -> C:
    """Let the keyboard begin at the first of some buttons, which tells what happens most, unless it begins elsewhere there."""
    buttons = [button.drawn for button in buttons_in(foot)]
    if buttons and not any(button.autofocus for button in buttons):
        buttons[0].autofocus = True
    return foot


async def go_to_first_stop(foot: Any) -> None:
    """Bring the keyboard back to where it begins among some buttons.

    :param foot: refers to them, as they are drawn by then.
    """
    for button in buttons_in(foot.current):
        if button.drawn.autofocus:
            focus: Any = button.drawn.focus  # Flet leaves it untyped
            await focus()


def digits_of(foot: Any) -> list[Key]:
    """Return the digits that press the buttons which are drawn just now, in the order in which they are read.

    A button that is itself a digit, on a keypad, has its own; then there are no others, and nobody has to be told.
    """
    buttons = [*buttons_in(foot)]
    if typed := {button.label: button for button in buttons if button.label in {*DIGITS, "0"}}:
        return [Key((digit,), "", button.press) for digit, button in typed.items()]
    return [Key((digit,), button.label, button.press) for digit, button in zip(DIGITS, buttons, strict=False)]


def buttons_in(control: Any, label: str = "") -> Iterator[Button]:
    """Yield the large buttons in what is drawn, in the order in which they are read.

    :param label: what all that is in it is called.
    """
    if isinstance(control, ft.TextButton):
        if control.visible:
            yield Button(control, label or " · ".join(_texts(control.content)))
        return
    if isinstance(control, ft.Semantics):
        label = control.label or label
    for child in _within(control):
        yield from buttons_in(child, label)


def _texts(control: Any) -> Iterator[str]:
    match control:
        case str() if control:
            yield control
        case ft.Text(value=value, semantics_label=label) if label or value:
            yield label or value
        case ft.Semantics(label=str(label)) if label:
            yield label
        case ft.Semantics(exclude_semantics=True):
            return
        case _:
            for child in _within(control):
                yield from _texts(child)


def _within(control: Any) -> list[Any]:
    """Return what is in a control, as it is drawn now."""
    if not isinstance(control, ft.BaseControl) or not getattr(control, "visible", True):
        return []
    if (drawn := flet_patches.drawn_by(control)) is not None:
        return [drawn]
    return getattr(control, "controls", None) or [getattr(control, "content", None)]

"""Keyboard focus and digits for the large buttons of a screen."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion import flet_patches
from companion.kernel.text import messages
from companion.ui.app.context import PageContext
from companion.ui.app.shortcuts import Key
from companion.ui.design.choices import Radio, RadioGroup
from companion.ui.design.input_focus import is_writing

T, N = messages("companion")

#: The digits that do something, one for each button as they are read.
DIGITS: Final = "123456789"

#: The identifier of the button on a keypad that takes the last digit back.
RUB_OUT: Final = "rub-out"

#: What the buttons under the thumb are known by on the page, so that it brings a keyboard back there that stands nowhere.
FOOT: Final = "foot"

#: The same for the buttons after a game: Tab leads there, but nothing else does.
AT_THE_END: Final = "foot-at-the-end"


@frozen
class Button:
    """A button as rendered, or one option of several.

    :param stop: the control that takes the focus.
    :param pressed: the control that receives the tap.
    :param label: its text.
    :param settled: whether it belongs to a group in which an option is chosen already.
    :param identifier: the identifier of the control that names it; empty if there is none.
    """

    stop: ft.TextButton | Radio
    pressed: ft.Control
    label: str
    settled: bool = False
    identifier: str = ""

    def press(self) -> None:
        """Tap it."""
        flet_patches.press(self.pressed)


def under_the_thumb(foot: ft.Control, *, begin: bool = True) -> ft.Control:
    """Return the buttons of a screen, marked as the place to which the focus returns.

    :param begin: whether it also starts there.
    """
    return ft.Semantics(content=first_stop(foot) if begin else foot, container=True, identifier=FOOT)


def at_the_end(foot: ft.Control) -> ft.Control:
    """Return the buttons after a game, which only the user focuses: another press of the last key does nothing."""
    return ft.Semantics(content=foot, container=True, identifier=AT_THE_END)


def first_stop(foot: ft.Control) -> ft.Control:
    """Focus the first of some buttons, which reports the most frequent event, unless another control there asks for it.

    Buttons that appear during typing leave the focus in the text field, such as behind a dialog when the keyboard
    of a phone opens and the page is laid out anew.
    """
    if not is_writing(ft.context.page):
        _first(foot, begin=True)
    return foot


async def go_to_first_stop(foot: Any) -> None:
    """Bring the keyboard back to where it begins among some buttons.

    :param foot: refers to them, as they are drawn by then.
    """
    stop = _first(foot.current)
    if isinstance(stop, ft.TextButton):  # Flet cannot focus a radio button; it has autofocus instead
        focus: Any = stop.focus  # Flet leaves it untyped
        await focus()


def _first(foot: Any, *, begin: bool = False) -> ft.TextButton | Radio | None:
    """Return the control that is focused first: the one marked so, or else the first button without a choice made."""
    stops = [button.stop for button in buttons_in(foot) if not button.settled]
    first = next((stop for stop in stops if stop.autofocus), stops[0] if stops else None)
    if begin and first:
        first.autofocus = True
    return first


def digits_of(context: PageContext, foot: Any) -> list[Key]:
    """Return the keys that press the buttons which are drawn now: the digits, in the order in which the buttons are read.

    On a keypad each digit presses its own button, backspace the one that takes the last digit back, and nothing else
    has a key.
    """

    def press(button: Button) -> None:
        button.press()
        context.soon(partial(go_to_first_stop, foot))

    buttons = [*buttons_in(foot.current)]
    if typed := {button.label: button for button in buttons if button.label in {*DIGITS, "0"}}:
        descriptions = dict.fromkeys(typed, "") | {min(typed): context.say(T("Press the key with this digit"))}
        shown = f"{min(typed)}–{max(typed)}"
        back = [Key(("backspace",), button.label, button.press) for button in buttons if button.identifier == RUB_OUT]
        return [*(Key((digit,), descriptions[digit], button.press, shown) for digit, button in typed.items()), *back]
    return [Key((digit,), button.label, partial(press, button)) for digit, button in zip(DIGITS, buttons, strict=False)]


def buttons_in(control: Any, label: str = "", *, settled: bool = False, identifier: str = "") -> Iterator[Button]:
    """Yield the large buttons and options in a rendered control, in reading order.

    :param label: the label of the enclosing control.
    :param settled: whether an option is chosen already in the enclosing group.
    :param identifier: the identifier of the innermost named control around it.
    """
    match control:
        case ft.TextButton():
            if control.visible:
                yield Button(control, control, label or " · ".join(_texts(control.content)), identifier=identifier)
            return
        case ft.Container(on_click=tapped) if tapped and (radio := next(_radios(control), None)):
            yield Button(radio, control, label or " · ".join(_texts(control.content)), settled)
            return
        case RadioGroup(value=value):
            settled = value is not None
        case ft.Semantics(label=str(named)) if named:
            label, identifier = named, control.identifier or ""
    for child in _within(control):
        yield from buttons_in(child, label, settled=settled, identifier=identifier)


def _radios(control: Any) -> Iterator[Radio]:
    if isinstance(control, Radio):
        yield control
    for child in _within(control):
        yield from _radios(child)


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
    """Return the children of a control as rendered."""
    if not isinstance(control, ft.BaseControl) or not getattr(control, "visible", True):
        return []
    if (drawn := flet_patches.drawn_by(control)) is not None:
        return [drawn]
    return getattr(control, "controls", None) or [getattr(control, "content", None)]

"""Keyboard shortcuts of a page; inactive while a text field has the focus or a dialog is open."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion.kernel.text import Text, messages
from companion.ui.app.back_stack import BackStack, OutOfSight
from companion.ui.design.input_focus import is_writing
from companion.ui.runtime.hooks import use_lasting

T, N = messages("companion")

KEYS: Final = T("Keyboard shortcuts")
CLOSE: Final = T("Close, or back")

UNDO: Final = ("u", "ctrl+z")
REDO: Final = ("ctrl+shift+z", "ctrl+y")
SEARCH: Final = ("/",)
HELP: Final = ("?",)
BACK: Final = ("escape",)

#: How keys are called that are no letter.
_NAMES: Final = {
    "ctrl": T("Ctrl"),
    "shift": T("Shift"),
    "escape": T("Esc"),
    "backspace": T("Backspace"),
    "enter": T("Enter key"),
}

#: Prefix of keys on the number pad, and the characters of keys with other names.
_NUMPAD: Final = "numpad "
_SIGNS: Final = {
    "numpad add": "+",
    "numpad subtract": "-",
    "numpad multiply": "*",
    "numpad divide": "÷",
    "numpad decimal": ",",
    "numpad comma": ",",
}


@frozen
class Key:
    """A shortcut.

    :param chords: the keys, any of which triggers it, such as ``ctrl+z``.
    :param text: its description in the page's language; empty if it is not listed, such as digits.
    :param shown: display text for its keys; by default each is shown.
    """

    chords: tuple[str, ...]
    text: str
    do: Callable[[], object]
    shown: str = ""


class Keys:
    """The shortcuts of one page.

    :param back: the screen to which Esc leads; ``None`` if there is none.
    :param sought: whether a search was requested by its shortcut and its field does not exist yet.
    :param common: shortcuts of every screen, unless a screen uses their keys.
    """

    def __init__(self, page: ft.Page, layers: BackStack) -> None:
        self.back: str | None = None
        self.sought = False
        self.common: Sequence[Key] = ()
        self._layers = layers
        self._page = page
        self._of_screens: list[Callable[[], Sequence[Key]]] = []
        self._unknown: list[Callable[[str], object]] = []
        page.on_keyboard_event = self._press

    def listen(
        self, keys: Callable[[], Sequence[Key]], unknown: Callable[[str], object] | None = None
    ) -> Callable[[], None]:
        """Handle a screen's keys until the returned function is called.

        :param unknown: called with a character that has no key, on screens where people type without a field.
        """
        self._of_screens.append(keys)
        if unknown:
            self._unknown.append(unknown)

        def leave() -> None:
            with suppress(ValueError):
                self._of_screens.remove(keys)
                if unknown:
                    self._unknown.remove(unknown)

        return leave

    def listed(self) -> list[Key]:
        """Return the active shortcuts, the screen's own first; those with shadowed keys are left out."""
        taken: set[str] = set()
        listed = []
        for key in (*(key for keys in reversed(self._of_screens) for key in keys()), *self.common):
            if not taken & {*key.chords}:
                listed.append(key)
                taken |= {*key.chords}
        return listed

    def go_back(self) -> None:
        """Show the screen before."""
        if self.back:
            self._layers.go(self.back)

    def _press(self, event: ft.KeyboardEvent) -> None:
        if is_writing(self._page):
            return
        chord = chord_of(event)
        if self._layers.any and chord in BACK:
            self._layers.leave()
            return
        if self._layers.cover:
            return
        for key in self.listed():
            if chord in key.chords:
                key.do()
                return
        if self._unknown and len(chord) == 1 and not chord.isspace():
            self._unknown[-1](chord)


def chord_of(event: ft.KeyboardEvent) -> str:
    """Return the chord of a key event, such as ``ctrl+shift+z``; a character that needs Shift on some keyboards has no Shift."""
    key = event.key.lower()
    key = _SIGNS.get(key) or key.removeprefix(_NUMPAD)
    held = ["ctrl"] if event.ctrl or event.meta else []
    held += ["alt"] if event.alt else []
    held += ["shift"] if event.shift and (key.isalpha() or held) else []
    return "+".join((*held, key))


def called(chord: str, say: Callable[[Text], str]) -> str:
    """Return the display name of a chord, such as *Ctrl+Z*."""
    return "+".join(say(_NAMES[key]) if key in _NAMES else key.upper() for key in chord.split("+"))


def use_keys(keys: Keys, here: Callable[[], Sequence[Key]], unknown: Callable[[str], object] | None = None) -> None:
    """Register the shortcuts of a screen while it is shown.

    :param here: returns the current shortcuts when a key is pressed.
    :param unknown: called with a character that has no shortcut; see :meth:`Keys.listen`.
    """
    latest: Any = ft.use_ref(None)
    hidden = ft.use_context(OutOfSight)
    latest.current = (tuple, None) if hidden else (here, unknown)

    def refuse(sign: str) -> None:
        if latest.current[1]:
            latest.current[1](sign)

    use_lasting(lambda: keys.listen(lambda: latest.current[0](), refuse if unknown else None))

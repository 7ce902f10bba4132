"""The keys of a page: what each does where somebody is, as long as nobody writes and nothing lies above the screen."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion.kernel.text import Text, messages
from companion.ui.app.back_stack import BackStack, OutOfSight
from companion.ui.design.input_focus import is_writing

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

#: What the keys beside the letters are called besides what they write, and what is written by those that are called otherwise.
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
    """What some keys do.

    :param chords: the keys, any of which will do, such as ``ctrl+z``.
    :param text: what they do, in the page's language; empty where nobody has to be told, as of digits that are typed.
    :param shown: what is shown for them and for those that are told with them; otherwise each is shown.
    """

    chords: tuple[str, ...]
    text: str
    do: Callable[[], object]
    shown: str = ""


class Keys:
    """The keys of one page.

    :param back: the screen to which Esc leads from this one; ``None`` where there is none.
    :param sought: whether somebody has asked for a search by its key, and the line for it is not there yet.
    :param common: what can be done on every screen, unless the screen has the key for something of its own.
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
        """Return what can be done here, the screen's own keys first; what has a key of something before it cannot be done."""
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
    """Return what was pressed, such as ``ctrl+shift+z``; a sign that needs Shift on some keyboards is the same on all."""
    key = event.key.lower()
    key = _SIGNS.get(key) or key.removeprefix(_NUMPAD)
    held = ["ctrl"] if event.ctrl or event.meta else []
    held += ["alt"] if event.alt else []
    held += ["shift"] if event.shift and (key.isalpha() or held) else []
    return "+".join((*held, key))


def called(chord: str, say: Callable[[Text], str]) -> str:
    """Return what a chord is called, such as *Ctrl+Z*."""
    return "+".join(say(_NAMES[key]) if key in _NAMES else key.upper() for key in chord.split("+"))


def use_keys(keys: Keys, here: Callable[[], Sequence[Key]], unknown: Callable[[str], object] | None = None) -> None:
    """Let a screen have keys as long as it is there and in sight.

    :param here: returns them as they are when one is pressed.
    :param unknown: called with a character that has no key; see :meth:`Keys.listen`.
    """
    latest: Any = ft.use_ref(None)
    hidden = ft.use_context(OutOfSight)
    latest.current = (tuple, None) if hidden else (here, unknown)
    off: Any = ft.use_ref(None)

    def refuse(sign: str) -> None:
        if latest.current[1]:
            latest.current[1](sign)

    def listen() -> None:
        off.current = keys.listen(lambda: latest.current[0](), refuse if unknown else None)

    ft.use_effect(listen, dependencies=[], cleanup=lambda: off.current and off.current())

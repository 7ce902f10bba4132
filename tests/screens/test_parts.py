"""The shared parts, where their measures matter."""

from typing import Any

import flet as ft
import pytest

from companion.ui import parts


def room_of(shown: Any) -> float:
    """Return how much room a short word has beside its text."""
    button = shown.content.content
    assert isinstance(button, ft.TextButton)
    row, padding = button.content, button.style.padding
    signs = [one.size for one in row.controls if isinstance(one, ft.Icon)]
    return float(padding.left + padding.right + sum(signs) + row.spacing * len(signs))


@pytest.mark.parametrize("off", [None, ft.Icons.PERSON_OUTLINE])
def test_a_choice_is_as_wide_whether_it_is_chosen_or_not(off: ft.IconData | None) -> None:
    # else the words beside it move away from under a finger
    chosen, left = (
        parts.pick(text="Anna", chosen=on, on_click=lambda: None, off=off, identifier="x") for on in (True, False)
    )
    assert room_of(chosen) == room_of(left)

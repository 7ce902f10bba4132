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


@pytest.mark.parametrize("bold", [False, True])
def test_a_frame_tells_what_matters_now_by_its_width_and_not_by_colour_alone(bold: bool) -> None:
    edges = {on: parts.framed(ft.Text("x"), bold=on).border for on in (True, False)}
    assert edges[True].top.width > edges[False].top.width
    whole: Any = parts.key(ft.Text("A"), label="A", chosen=bold, on_click=lambda: None, identifier="key-A")
    assert whole.expand
    assert whole.content.content.content.border.top.width == edges[bold].top.width


def test_a_line_of_a_ranking_leaves_its_room_to_the_name() -> None:
    line: Any = parts.standing(ft.Text("1."), "Anna", "3 slams", ft.Text("12"))
    mark, who, points = line.controls
    assert mark.content.value == "1."
    assert [text.value for text in who.controls] == ["Anna", "3 slams"]
    assert who.expand
    assert points.value == "12"

"""The shared parts whose measures matter."""

import ast
import re
from pathlib import Path
from typing import Any, cast

import flet as ft
import pytest
from screens.room import Page, Room

import companion
from companion.games import games
from companion.ui import design
from companion.ui.kit.number_keys import TWO_LINES, backspace_key, digit_rows, key_rows, number_key

CODE = Path(companion.__file__).parent


def room_of(shown: Any) -> tuple[Any, float]:
    """Return the padding of a short label, and the width of its icon."""
    inside = shown.content.content
    padding = inside.style.padding if isinstance(inside, ft.TextButton) else inside.padding
    sign, _ = inside.content.controls
    return padding, sign.size if isinstance(sign, ft.Icon) else sign.width


def test_a_choice_keeps_its_width_when_selected() -> None:
    # otherwise the words beside it move under the finger
    ticks = [design.tick(text="Anna", on=on, on_click=lambda: None, identifier="x") for on in (True, False)]
    group: Any = design.one_of(
        [design.Way(name, name == "Bo", lambda: None, name) for name in ("Bo", "Di")], shape="words"
    )
    rooms = [[room_of(one) for one in some] for some in (ticks, group.content.controls)]
    assert all(one == other for one, other in rooms)


def test_a_frame_shows_importance_by_width_without_shifting() -> None:
    quiet, bold = (design.framed(ft.Text("x"), bold=on) for on in (False, True))
    assert (quiet.border, quiet.padding) == (bold.border, bold.padding)
    assert quiet.foreground_decoration is None
    assert bold.foreground_decoration.border.top.width > bold.border.top.width
    keys: Any = [
        design.key(ft.Text("A"), label="A", chosen=on, on_click=lambda: None, identifier="key-A")
        for on in (False, True)
    ]
    plain, chosen = (key.content.content.style for key in keys)
    assert all(key.expand for key in keys)
    assert chosen.side.width > plain.side.width
    assert chosen.padding == plain.padding


def test_the_keys_of_a_last_row_are_as_wide_as_the_others() -> None:
    keys = [number_key(number, lambda _: None, "sum") for number in range(7)]
    rows: Any = key_rows(keys, 4, gap=4.0)
    assert [len(row.controls) for row in rows] == [4, 4]
    assert all(cell.expand for row in rows for cell in row.controls)
    (single,) = cast(Any, key_rows(keys[:3], 4, gap=4.0))
    assert len(single.controls) == 3, "a single row is shared by its keys"


def test_a_keypad_reports_its_digits() -> None:
    pressed: list[str] = []
    rows: Any = digit_rows(TWO_LINES, pressed.append, [backspace_key("Back", lambda: pressed.append("back"))])
    assert [len(row.controls) for row in rows] == [6, 5]
    for row in rows:
        for key in row.controls:
            key.content.content.on_click(None)
    assert pressed == [*"12345", "back", *"67890"]


#: Controls and icons that only the shared parts may use, so that each exists once.
OWN = {"Switch", "Checkbox", "Radio", "RadioGroup", "Chip", "SegmentedButton", "Dropdown", "Slider", "CupertinoSwitch"}
SIGNS = {"CHECK_BOX", "CHECK_BOX_OUTLINE_BLANK", "CHECK_BOX_OUTLINED", "RADIO_BUTTON_CHECKED", "RADIO_BUTTON_UNCHECKED"}
SIGNS |= {"REMOVE", "TOGGLE_ON", "TOGGLE_OFF"}


def test_counters_switches_and_choices_are_shared_parts() -> None:
    found = []
    for path in sorted(CODE.rglob("*.py")):
        if path.is_relative_to(CODE / "ui" / "design") or (
            not path.is_relative_to(CODE / "ui") and "table" not in path.parts
        ):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            made = isinstance(node, ast.Attribute) and node.attr in OWN | SIGNS
            said = isinstance(node, ast.keyword) and node.arg in {"checked", "toggled"}
            if made or said:
                found.append(f"{path.relative_to(CODE)}:{ast.unparse(node)}")
    assert not found


def test_a_line_of_a_ranking_gives_its_space_to_the_name() -> None:
    line: Any = design.standing(ft.Text("1."), "Anna", "3 slams", ft.Text("12"), scale=1.0)
    first, detail = line.controls
    assert detail.content.value == "3 slams"
    (whole,) = first.controls
    assert whole.expand, "the points are at its end"
    named, points = whole.content.controls
    assert whole.content.wrap, "or below a name that leaves them no room"
    mark, who = named.controls
    assert (mark.content.value, who.content.value, points.value) == ("1.", "Anna", "12")


def test_the_hand_means_halt_and_nothing_else() -> None:
    hand = re.compile(r"Icons\.(\w*HAND(?!LE)\w*|PAN_TOOL\w*)")
    found = {
        (path.relative_to(CODE).as_posix(), sign)
        for path in CODE.rglob("*.py")
        for sign in hand.findall(path.read_text(encoding="utf-8"))
    }
    assert found == {("games/schlafmuetze/table/buttons.py", "PAN_TOOL")}


@pytest.mark.parametrize("game", [*games(), "toy_race"])
async def test_single_choices_are_radio_buttons_and_multiple_ones_checkboxes(here: Room, game: str) -> None:
    async with Page(here, route=f"/new/{game}") as page:
        if page.all("house-rules"):
            await page.tap("house-rules")
        for node in page.of("Semantics"):
            if node.get("checked") is None:
                continue
            inside = {each["_c"] for each in page.within(node)}
            assert ("Radio" in inside) != ("TextButton" in inside), page.said(node)
        for group in page.of("RadioGroup"):
            inside = [each for each in page.within(group) if each.get("checked") is not None]
            assert [each["identifier"] for each in inside if each["checked"]] == [*filter(None, [group.get("value")])]


def test_a_selected_picture_has_an_accessible_state() -> None:
    states: list[Any] = [
        design.icon_button(ft.Icons.STYLE, "Table", lambda: None, "table", selected=on).content for on in (True, False)
    ]
    assert [each.selected for each in states] == [True, None]


def test_labels_of_tiles_and_wide_buttons_are_centred() -> None:
    for leading in (None, ft.Icon(ft.Icons.STYLE)):
        button: Any = design.verdict_button("Anna wins", lambda: None, "wins", sublabel="the Einzel", leading=leading)
        row = button.content.content.content
        written = row.controls[-1]
        assert (row.alignment, written.expand) == (ft.MainAxisAlignment.CENTER, True)
        assert {line.text_align for line in written.content.controls} == {ft.TextAlign.CENTER}
    group: Any = design.one_of([design.Way("Bo", True, lambda: None, "bo")], shape="tiles")
    (tile,) = [each for each in _all(group) if isinstance(each, ft.Stack)]
    assert tile.alignment == tile.controls[0].alignment == ft.Alignment.CENTER


def _all(control: Any) -> list[Any]:
    inside = [*(getattr(control, "controls", None) or []), getattr(control, "content", None)]
    return [control, *(each for child in inside if isinstance(child, ft.BaseControl) for each in _all(child))]

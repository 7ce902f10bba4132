"""Typing: no letter is lost while the screen changes."""

from pathlib import Path

from effort import cases
from harness import Screen
from screens.room import Page, Room, begin, room

from companion.ui.shell import main_of

#: Turns of the event loop between two letters.
TURNS = range(6)


@cases("turns", TURNS, few=2)
async def test_letters_typed_during_a_redraw_are_kept(tmp_path: Path, turns: int) -> None:
    async with Screen(main_of(room(tmp_path)), route="/new/bronzen", locale="en") as screen:
        await screen.write("name-0", "Anna Magdalena", turns=turns)
        assert screen.field("name-0")["value"] == "Anna Magdalena"
        await screen.tap("start")
        assert screen.visible("Anna Magdalena")


@cases("turns", TURNS, few=2)
async def test_digits_typed_during_a_redraw_are_kept(here: Room, turns: int) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("stacks-1")
        await page.enter("hands-0", "")
        await page.write("hands-0", "53", turns=turns)
        assert page.field("hands-0")["value"] == "53"


async def test_a_player_is_unseated_and_seated_again_after_typing(here: Room) -> None:
    begin(here, "Anna", "Bo")
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.write("name-0", "Anna", turns=3)
        for name in ("", "Anna"):
            await screen.tap("known-Anna")
            assert screen.field("name-0")["value"] == name


async def test_a_number_out_of_range_is_clamped(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("stacks-1")
        await page.enter("hands-0", "999")
        assert page.field("hands-0")["value"] == "110"
        await page.enter("hands-0", "")
        await page.tap("hands-0-more")
        assert page.field("hands-0")["value"] == "1"


@cases("turns", TURNS, few=2)
async def test_a_card_is_typed_while_the_screen_is_drawn(here: Room, turns: int) -> None:
    async with Page(here, begin(here, game="labtag")) as page:
        await page.taps("collection", "known-new", "value-6")
        await page.write("labtag", "120", turns=turns)
        await page.write("name", "Petri dish", turns=turns)
        await page.tap("form-done")
        assert page.label("known-0") == "Change: Petri dish: LABTAG value 120, card value 7"

"""Text sizes chosen by the user: content without room scrolls, and the next action comes first."""

from pathlib import Path
from typing import Final

import pytest
from screens.room import PHONE, TABLET, Page, Room, begin, room, submit

from companion.games.bronzen.reports import Einzel
from companion.games.schlafmuetze.reports import Doubted, GoesOn, Halt
from companion.games.slam.reports.won import SlamWon

UPRIGHT: Final = (820, 1180)
ACROSS: Final = (844, 390)


def slam(folder: Path, size: tuple[int, int], text: float, tab: str = "") -> Page:
    """Return a page at a table of Slam! where one slam was won, with type of a size."""
    here = room(folder)
    table = begin(here, "Anna", "Bo", "Cem", game="slam")
    submit(here, table, SlamWon(0))
    return Page(here, table, tab, size=size, services={"get": f'{{"text": {text}}}'})


@pytest.mark.parametrize("text", [1.0, 1.6])
async def test_consequences_are_between_the_prompt_and_the_buttons(tmp_path: Path, text: float) -> None:
    async with slam(tmp_path, PHONE, text) as page:
        said = page.texts()
        asked, message, tie = map(said.index, ("Slam 2 of 10: who has won?", "Slam 1 goes to Anna.", "A tie"))
        assert asked < message < tie


@pytest.mark.parametrize("text", [1.0, 1.6])
async def test_with_huge_text_on_a_phone_the_buttons_are_before_the_places(tmp_path: Path, text: float) -> None:
    async with slam(tmp_path, PHONE, text) as page:
        shown = page.identifiers()
        assert (shown.index("tie") < shown.index("player-0")) == (text == 1.6)


async def test_many_consequences_push_the_places_down(here: Room) -> None:
    table = begin(here, "Anna", "Bo")
    submit(here, table, Einzel(0))
    async with Page(here, table, size=PHONE) as page:
        assert page.identifiers().index("player-0") < page.identifiers().index("prompt")
    submit(here, table, Einzel(1))
    for size in (PHONE, (PHONE[0], 640)):
        async with Page(here, table, size=size) as page:
            assert page.identifiers().index("said") < page.identifiers().index("player-0")


async def test_long_names_push_the_places_down(here: Room) -> None:
    table = begin(here, "Maximilian-Alexander", "Bo")
    submit(here, table, Einzel(0))
    async with Page(here, table, size=PHONE) as page:
        assert page.identifiers().index("said") < page.identifiers().index("player-0")


@pytest.mark.parametrize("text", [1.0, 1.6])
async def test_with_huge_type_an_upright_tablet_shows_one_thing_at_a_time(tmp_path: Path, text: float) -> None:
    async with slam(tmp_path, UPRIGHT, text) as page:
        assert bool(page.of("NavigationBar")) == (text == 1.6)
        assert bool(page.all("round-1-0")) == (text == 1.0), "the sheet is beside the table"


@pytest.mark.parametrize(("text", "size"), [(1.0, PHONE), (1.3, ACROSS), (1.0, UPRIGHT), (1.6, UPRIGHT)])
async def test_a_correction_shows_its_entry_even_in_little_room(
    tmp_path: Path, text: float, size: tuple[int, int]
) -> None:
    async with slam(tmp_path, size, text, "history") as page:
        await page.taps("entry-1", "amend")
        roomy = text == 1.0 and size == UPRIGHT
        assert page.visible("Correct entry 1: what is right?") == roomy
        assert page.visible("So far: “Anna wins the slam”.") == roomy
        title = " ".join(page.said(page.find("corrected-entry")))
        assert ("Correct entry 1 (was: “Anna wins the slam”)" in title) != roomy


@pytest.mark.parametrize(("text", "size"), [(1.3, PHONE), (1.6, PHONE), (1.3, ACROSS)])
async def test_a_long_correction_is_shortened_in_little_room(here: Room, text: float, size: tuple[int, int]) -> None:
    names = ("Anna-Katharina", "Jan-Ole von der Hagen", "Maximilian")
    table = begin(here, *names, game="schlafmuetze")
    submit(here, table, GoesOn(), Halt(), Doubted((0, 2), 1, "LAND", "SPIEL", "Länderspielreise nach Wanne-Eickel"))
    async with Page(here, table, "history", size=size, services={"get": f'{{"text": {text}}}'}) as page:
        await page.taps(*[name for name in ("event-1", "entry-3") if page.all(name)][:1])
        if not page.all("amend"):
            await page.tap("entry-3")
        await page.tap("amend")
        (title,) = [said for said in page.said(page.find("corrected-entry")) if "3" in said]
        assert title.startswith("Entry 3, so far: “Anna-Katharina")
        assert title.endswith(" …”")
        assert len(title) < (80 if size == ACROSS else 60)
        assert not page.errors()


async def test_points_are_above_the_rules_beside_the_table(tmp_path: Path) -> None:
    async with slam(tmp_path, TABLET, 1.0) as page:
        said = page.texts()
        assert said.index("Slam") < said.index("What counts")


@pytest.mark.parametrize(("text", "rows"), [(1.0, False), (1.6, True)])
async def test_words_in_large_type_have_a_row_of_their_own_on_a_phone(tmp_path: Path, text: float, rows: bool) -> None:
    async with Page(room(tmp_path), route="/settings", services={"get": f'{{"text": {text}}}'}) as page:
        light = page.within(page.find("appearance-light"))
        assert any(node["_c"] == "Text" and node["value"] == "Light" for node in light)
        assert all(node["_c"] != "Icon" for node in light) == rows


async def test_chips_grow_with_the_numbers_on_them(tmp_path: Path) -> None:
    sizes = []
    for text in (1.0, 1.6):
        here = room(tmp_path / str(text))
        async with Page(here, begin(here, "Anna", "Bo"), services={"get": f'{{"text": {text}}}'}) as page:
            sizes.append(next(node["width"] for node in page.within(page.find("chips-0")) if node["_c"] == "Canvas"))
    assert sizes == [28.0, pytest.approx(44.8)]

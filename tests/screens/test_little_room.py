"""Where there is little room, prompt, consequences and a button stay in sight, and the rest makes way."""

from typing import Any, Final

import pytest
from attrs import evolve
from games.pins import TRANSCRIPTS, transcript
from screens.room import PHONE, TABLET, Page, Room, begin, resume, submit

from companion.games.letter_jam.reports import ClueTold, Dealt, EndAgreed
from companion.games.slam.cards import Attribute
from companion.games.slam.reports.opening import SlamOpened

ACROSS: Final = (844, 390)

#: Six names of which no two fit beside each other.
LONG: Final = "Maximilian-Alexander Anna-Katharina Friederike-Sophie Bartholomäus Kim-Alexandra Wolfgang-Amadeus"


def at_text(text: float, *exactly: str) -> dict[str, Any]:
    """Return the services of a device with this text size, on which some games are entered card by card."""
    listed = ", ".join(f'"{game}"' for game in exactly)
    return {"get": f'{{"text": {text}, "exactly": [{listed}]}}'}


def played(here: Room, name: str, entries: int | None = None, seats: tuple[str, ...] = ()) -> str:
    """Return the id of a table with the first entries of a transcript, with other names if given."""
    log = transcript(next(path for path in TRANSCRIPTS if path.stem == name))
    return resume(here, evolve(log.header, seats=seats or log.header.seats), log.entries[:entries])


def scrolling(page: Page) -> list[set[str]]:
    """Return the identifiers of what scrolls, list by list."""
    return [{node.get("identifier", "") for node in page.within(each)} for each in page.of("ListView")]


@pytest.mark.parametrize(("text", "sums"), [(1.0, "said"), (1.3, "proof")])
async def test_sums_scroll_above_the_buttons_in_large_type(here: Room, text: float, sums: str) -> None:
    table = played(here, "by_house_rules", 2, ("Mareike", "Jan-Ole", "Anna-Katharina", "Ben", "Maximilian"))
    async with Page(here, table, size=PHONE, services=at_text(text, "slam"), locale="de") as page:
        assert [name for name in page.identifiers() if name in ("said", "proof")] == [sums]
        assert any({"prompt", sums} <= listed for listed in scrolling(page))
        assert not any("applause-0" in listed for listed in scrolling(page))


@pytest.mark.parametrize(("text", "size"), [(1.3, PHONE), (1.3, ACROSS), (1.6, ACROSS)])
async def test_a_line_for_each_word_scrolls_with_the_prompt(here: Room, text: float, size: tuple[int, int]) -> None:
    table = begin(here, "Anna", "Bo", "Cem", "Dora", game="letter_jam")
    submit(here, table, Dealt((5,) * 4), ClueTold(0, 5, (0,)), EndAgreed())
    async with Page(here, table, size=size, services=at_text(text)) as page:
        assert any({"prompt", "counts-0"} <= listed for listed in scrolling(page))


@pytest.mark.parametrize(("size", "crowned"), [(PHONE, True), (ACROSS, False)])
async def test_the_cup_makes_way_for_the_winner(here: Room, size: tuple[int, int], crowned: bool) -> None:
    table = played(here, "labtag_four_players_corrected")
    async with Page(here, table, size=size, services=at_text(1.6)) as page:
        assert bool(page.all("winner")) is crowned
        assert page.all("prompt")
        assert page.all("rematch")


@pytest.mark.parametrize("text", [1.0, 1.3])
async def test_groups_stay_beside_the_messages_on_a_low_page(here: Room, text: float) -> None:
    table = played(here, "labtag_four_players_corrected", 19)
    async with Page(here, table, size=ACROSS, services=at_text(text, "labtag")) as page:
        shown = page.identifiers()
        assert shown.index("result") < shown.index("prompt") < shown.index("player-0")
        assert page.all("foot")


async def test_notes_push_the_places_down(here: Room) -> None:
    table = played(here, "bronzen_both_last_cards", 14)
    async with Page(here, table, size=TABLET, services=at_text(1.0, "bronzen")) as page:
        shown = page.identifiers()
        assert shown.index("prompt") < shown.index("note-both_short") < shown.index("player-0")


@pytest.mark.parametrize(("text", "inside"), [(1.0, True), (1.6, False)])
async def test_a_remark_is_above_the_button_of_a_sheet_with_little_room(here: Room, text: float, inside: bool) -> None:
    table = begin(here, "Anna", "Bo", "Cem", game="slam")
    submit(here, table, SlamOpened("", (Attribute.STYLE,)))
    async with Page(here, table, size=ACROSS, services=at_text(text, "slam")) as page:
        await page.tap("next-poet")
        remark = "You are asked if it matters."
        assert page.visible(remark)
        assert any(remark in said for said in page.said(page.find("poet-done"))) is inside


@pytest.mark.parametrize(("name", "lines"), [("Jan-Ole", 1), ("Maximilian-Alexander", None), ("Donaudampfschiff", 0)])
async def test_a_long_name_above_the_marks_takes_two_lines_or_gives_way_to_the_badge(
    here: Room, name: str, lines: int | None
) -> None:
    table = begin(here, name, "Bo", house={"keeping": "points"})
    async with Page(here, table, size=PHONE) as page:
        shown = [node for node in page.within(page.find("foot")) if node.get("value") == name]
        assert [node.get("max_lines") for node in shown] == ([] if lines == 0 else [lines])


@pytest.mark.parametrize(
    ("names", "early"), [("Anna Bo Cem Dora Emil Fred", False), (LONG, True)], ids=["short", "long"]
)
async def test_many_rows_of_players_scroll_below_the_messages(here: Room, names: str, early: bool) -> None:
    table = begin(here, *names.split(), game="letter_jam")
    submit(here, table, Dealt((5,) * 6), ClueTold(0, 5))
    async with Page(here, table, size=PHONE) as page:
        assert any({"prompt", "said", "giver-5"} <= listed for listed in scrolling(page)) is early


async def test_a_long_prompt_counts_among_the_lines(here: Room) -> None:
    table = played(here, "by_house_rules", 2, tuple(LONG.split()[:5]))
    async with Page(here, table, size=PHONE, services=at_text(1.0, "slam"), locale="de") as page:
        assert any({"prompt", "said", "applause-0"} <= listed for listed in scrolling(page))

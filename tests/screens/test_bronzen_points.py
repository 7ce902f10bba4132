"""The score table of Bronzen on the screen, where only the points are entered."""

from pathlib import Path

import pytest
from games.bronzen.table import POINTS, action
from screens.room import PHONE, SIZES, Page, Room, begin, room, submit

from companion.games.bronzen.model import Laying, Reveal, RoundOver, Tally
from companion.games.bronzen.reports.marks import ScoreColumn


@pytest.fixture
def here(tmp_path: Path) -> Room:
    return room(tmp_path)


def marked(here: Room, *words: str, **house: str | int) -> str:
    """Begin a game by its points, report, and return its id."""
    table = begin(here, house=house)
    submit(here, table, *map(action, words))
    return table


@SIZES
async def test_a_round_by_its_marks(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, marked(here), size=size) as page:
        await page.taps("mark-einzel-0", "mark-einzel-0", "mark-jay-1", "mark-double_2-0")
        assert page.table.sheet.totals == (2 * POINTS.einzel + POINTS.double_2, POINTS.jay)
        assert page.label("mark-einzel-0") == "Anna: 5 Einzels in a row. 2 tally marks"
        assert page.label("mark-einzel-1") == "Bo: 5 Einzels in a row"
        await page.tap("undo")
        assert page.label("mark-double_2-0") == "Anna: 2× Double"
        await page.tap("mark-bronzen-1")
        assert page.state.phase == RoundOver(1)
        await page.tap("next-round")
        assert page.label("mark-einzel-0") == "Anna: 5 Einzels in a row"


async def test_a_mark_explains_itself(here: Room) -> None:
    async with Page(here, marked(here)) as page:
        await page.tap("mark-double_3-1")
        assert page.said_last() == ["3 points for Bo: Anna had doubled 3 times."]


@SIZES
async def test_chips_and_cards_are_not_shown(here: Room, size: tuple[int, int]) -> None:
    """They are not reported, and 0 would be wrong."""
    for words in ((), ("Anna marks jay",), ("Anna marks bronzen",)):
        async with Page(here, marked(here, *words), size=size) as page:
            assert not [each for each in page.identifiers() if each.startswith(("chips-", "stacks-"))]


async def test_to_and_fro_in_a_fresh_round(here: Room) -> None:
    async with Page(here, marked(here)) as page:
        await page.tap("keep-tricks")
        assert page.state.phase == Reveal()
        await page.tap("keep-points")
        assert page.state.phase == Tally()
        await page.taps("keep-tricks", "color", "keep-points")
        assert isinstance(page.state.phase, Laying), "not in the middle of a trick"


async def test_within_a_round_cards_and_chips_are_counted_first(here: Room) -> None:
    async with Page(here, marked(here, "Anna marks jay")) as page:
        await page.tap("keep-tricks")
        assert page.visible("Hand stack")
        assert page.visible("Interim account")
        assert page.state.phase == Tally()


async def test_a_drawn_round_by_house_rule(here: Room) -> None:
    async with Page(here, marked(here)) as page:
        assert not page.all("drawn")
    async with Page(here, marked(here, both_short="drawn")) as page:
        await page.tap("drawn")
        assert page.state.phase == RoundOver(None)


async def test_a_mark_is_corrected_on_the_table(here: Room) -> None:
    async with Page(here, marked(here, "Anna marks jay", "Ben marks einzel"), "history") as page:
        await page.taps("entry-1", "amend")
        assert page.find("mark-jay-0")["selected"]
        await page.tap("mark-jay-1")
        assert page.table.sheet.totals == (0, POINTS.jay + POINTS.einzel)


async def test_many_marks_are_a_number(here: Room) -> None:
    async with Page(here, marked(here, *["Anna marks jay"] * 11)) as page:
        assert "11×" in page.said(page.find("mark-jay-0"))


async def test_every_mark_of_the_score_table_has_a_cell_for_each(here: Room) -> None:
    async with Page(here, marked(here), size=PHONE) as page:
        cells = [each for each in page.identifiers() if each.startswith("mark-")]
        assert cells == [f"mark-{column.value}-{seat}" for column in ScoreColumn for seat in (0, 1)]

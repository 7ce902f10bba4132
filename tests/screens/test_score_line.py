"""All scores stay in sight: one line above the board of every game, at any size of the page."""

from collections.abc import Sequence
from typing import Any

import pytest
from screens.room import PHONE, TABLET, Page, Room, begin, submit

from companion.games import games
from companion.games.bronzen.reports import Einzel
from companion.games.free_sheet.reports import Scored
from companion.games.labtag.reports.setup import AllLaid
from companion.games.letter_jam.reports import Dealt
from companion.games.letter_jam.reports.agreement import EndAgreed, EndProposed
from companion.games.slam.reports.won import SlamWon
from companion.kernel.log import Leave
from companion.ui.kit.game_screen import screen_of

EIGHT = ("Anna-Katharina", "Bo", "Cem", "Dora", "Emil", "Friederike", "Gül", "Hildegard")

#: A game, its players, and what was reported.
GAMES: tuple[tuple[str, int, Sequence[Any]], ...] = (
    ("bronzen", 2, [Einzel(0)] * 5),
    ("pracherche", 2, []),
    ("free_sheet", 3, [Scored(0, "12")]),
    ("labtag", 3, [AllLaid(10, 5)]),
    ("letter_jam", 4, [Dealt((5,) * 4)]),
    ("schlafmuetze", 8, []),
    ("slam", 6, [SlamWon(0)]),
)


def test_every_game_with_a_board_is_tried() -> None:
    assert {game for game, *_ in GAMES} == {id for id, game in games().items() if screen_of(game.meta).board}


@pytest.mark.parametrize("size", [PHONE, (844, 390), TABLET], ids=["phone", "sideways", "tablet"])
@pytest.mark.parametrize(
    ("game", "players", "reports"), GAMES, ids=lambda value: value if isinstance(value, str) else ""
)
async def test_every_score_is_above_the_board(
    here: Room, game: str, players: int, reports: Sequence[Any], size: tuple[int, int]
) -> None:
    table = begin(here, *EIGHT[:players], game=game)
    submit(here, table, *reports)
    async with Page(here, table, size=size) as page:
        label = page.label("score-line")
        assert all(f"{name}" in label for name in EIGHT[:players])


async def test_names_are_shortened_while_they_differ(here: Room) -> None:
    table = begin(here, *EIGHT[:6], game="free_sheet")
    async with Page(here, table, size=PHONE) as page:
        assert _line(page)[::2] == ["Anna-K.", "Bo", "Cem", "Dora", "Emil", "Friede."]


async def test_badges_stand_for_names_that_begin_alike(here: Room) -> None:
    table = begin(here, *(f"Anna-Katharina {n}" for n in "12345"), game="free_sheet")
    async with Page(here, table, size=PHONE) as page:
        assert _line(page) == ["0"] * 5
        assert page.label("score-line").startswith("Anna-Katharina 1, total: 0; ")


async def test_what_has_no_room_in_one_row_is_in_two(here: Room) -> None:
    table = begin(here, *EIGHT, game="free_sheet")
    submit(here, table, *(Scored(seat, f"{1000 * (seat + 11)}") for seat in range(8)))
    async with Page(here, table, size=PHONE) as page:
        within = page.within(page.find("score-line"))
        sizes = {node["style"]["size"] for node in within if node["_c"] == "Text"}
        assert all(size >= 12.0 for size in sizes), sizes
        assert [text for text in _line(page) if text[0].isdigit()] == [f"{seat + 11},000" for seat in range(8)]


async def test_an_unjudged_word_has_no_points_yet(here: Room) -> None:
    table = begin(here, "Anna", "Bo", game="letter_jam")
    submit(here, table, Dealt((5, 5)))
    async with Page(here, table) as page:
        assert page.label("score-line").startswith("11 clues left; Anna: letter 1 of 5")
        submit(here, table, EndProposed(), EndAgreed())
        await page.until(lambda: page.label("score-line") == "Anna: ?; Bo: ?")


async def test_somebody_who_left_is_not_in_the_line(here: Room) -> None:
    table = begin(here, "Anna", "Bo", "Cem", game="free_sheet")
    submit(here, table, Scored(0, "12"))
    session = here.tables.table(table).session
    assert session
    session.submit(Leave(1))
    async with Page(here, table) as page:
        assert page.label("score-line") == "Anna, total: 12; Cem, total: 0"


async def test_the_player_who_is_asked_is_marked(here: Room) -> None:
    table = begin(here, "Anna", "Bo", "Cem", game="labtag")
    submit(here, table, AllLaid(10, 5))
    async with Page(here, table) as page:
        (asked,) = page.table.view(None).asked
        line = page.within(page.find("score-line"))
        shown = [node.get("value") or node["_c"] for node in line if node["_c"] in ("Icon", "Text")]
        assert shown[shown.index("Icon") + 1] == page.table.names[asked]
        assert shown.count("Icon") == 1


def _line(page: Page) -> list[str]:
    """Return the texts of the score line."""
    return [str(node["value"]) for node in page.within(page.find("score-line")) if node["_c"] == "Text"]

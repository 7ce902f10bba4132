"""The sheet: every number opens its lines, and each line its reason and its entry."""

from pathlib import Path

import pytest
from effort import at_leisure
from games.pins import TRANSCRIPTS, transcript
from screens.room import PHONE, SIZES, TABLET, Page, Room, begin, german, resume, room, submit
from screens.test_consequences import situations
from screens.test_table import BRONZEN

from companion.games.labtag.reports import AllLaid, MatchWon
from companion.games.schlafmuetze.reports import HandCounted, LastCardLaid, NextRound
from companion.games.slam.reports.won import SlamWon
from companion.kernel.text import Player, messages

T, N = messages("companion")


async def sheet(page: Page) -> None:
    """Open the sheet, unless it is beside the table."""
    if page.of("NavigationBar"):
        await page.tab(1)


@at_leisure
@SIZES
async def test_a_number_opens_its_lines_and_each_its_rule(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        await page.taps("jay", "jay", "wins-0", "jay", "wins-0")
        await sheet(page)
        assert page.label("cell-1-jay-0") == "Jay, Anna, Round 1: 6"
        assert page.visible("3 tally marks")
        await page.tap("cell-1-jay-0")
        assert page.visible("Where these points come from")
        assert page.visible("4 points for Anna: 2 Jays came up in this trick.")
        assert page.visible("+4")
        assert page.visible("+2")
        await page.tap("line-why-1")
        assert page.said(page.find("why-rule"))[0]
        assert page.visible("2 points for Anna: a Jay came up in this trick.")
        await page.tap(page.all("close")[-1])
        await page.tap("close")
        assert not page.all("line-why-0")
        await page.tap("round-1-0")
        assert len([i for i in page.identifiers() if i.startswith("line-why-")]) == 2
        await page.tap("close")
        await page.tap("round-1-1")
        assert page.visible("No points yet.")


@at_leisure
@SIZES
async def test_a_line_leads_to_its_entry_each_time(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        await page.taps("wins-0", "jay", "wins-0", "wins-1")
        for _ in range(2):
            await sheet(page)
            await page.tap("cell-1-jay-0")
            await page.tap("line-entry-0")
            assert page.visible("Entry 3"), "the entry is open"
            await page.tap(page.all("close")[-1])
            assert not page.visible("Entry 3")
            assert not page.all("line-entry-0"), "the lines are not above the history"
        if size == PHONE:
            await page.tab(0)
            await page.tab(2)
            assert not page.visible("Entry 3"), "the history opens by itself only once"


async def test_rounds_and_totals(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tab(1)
        assert page.visible("All tied.")
        assert page.visible("shared")
        assert not page.all("all-0")
        await page.tab(0)
        submit(here, page.id, *BRONZEN)
        await page.settle()
        await page.taps("next-round", "jay", "wins-1")
        await page.tab(1)
        assert page.visible("Anna leads.")
        assert page.label("round-1-0") == "Round 1, Anna: 26"
        assert page.label("round-2-1") == "Round 2, Bo: 2"
        assert page.label("all-0") == "Total, Anna: 26"
        assert page.label("total-1") == "Bo, total: 2"
        await page.tap("all-1")
        assert page.visible("2 points for Bo: a Jay came up in this trick.")
        assert not page.errors()


async def test_a_game_that_counts_no_rounds_has_no_round_on_its_sheet(here: Room) -> None:
    async with Page(here, begin(here, "Anna", "Bo", "Cem", game="letter_jam"), "sheet") as page:
        assert page.visible("Points")
        assert not [text for text in page.texts() if "Round" in text]
        assert page.label("round-1-2") == "Total, Cem: 0"


async def test_a_cooperative_game_has_no_first_place(here: Room) -> None:
    async with Page(here, begin(here, "Anna", "Bo", "Cem", game="letter_jam"), "sheet") as page:
        assert page.visible("Together: 0")
        assert not page.visible("1.")


@SIZES
async def test_the_sheet_of_many_players_has_room_for_headings(here: Room, size: tuple[int, int]) -> None:
    six = ("Anna", "Bo", "Cem", "Dora", "Edda", "Fritz")
    async with Page(here, begin(here, *six, game="letter_jam"), "sheet", size=size) as page:
        (title,) = [node for node in page.nodes() if node.get("value") == "Correct word (3)"]
        (row,) = [node for node in page.of("Semantics") if node["content"] is title]
        lines = [node["controls"] for node in page.of("Column") if row in node.get("controls", ())]
        assert [len(numbers["controls"]) for _, numbers in lines] == [6]


async def test_an_undo_takes_the_points_away_again(here: Room) -> None:
    async with Page(here, begin(here), size=TABLET) as page:
        await page.taps("jay", "wins-0")
        assert page.all("cell-1-jay-0")
        await page.tap("undo")
        assert not page.all("cell-1-jay-0")
        await page.tap("redo")
        assert page.label("points-0") == "Anna, total: 2"


async def test_the_sheet_speaks_german(here: Room) -> None:
    async with Page(here, begin(here), "sheet", locale="de") as page:
        assert page.visible(german(T("Round {round}", round=1)))
        await page.tab(0)
        await page.taps("jay", "wins-0")
        await page.tab(1)
        assert page.label("round-1-0") == german(
            T(
                "{what}: {points}",
                what=T("{sum}, {player}", sum=T("Round {round}", round=1), player=Player(0)),
                points=2,
            )
        )


@SIZES
async def test_a_game_of_few_columns_has_one_table_of_its_rounds(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game="slam", house={"length": "nine"})
    submit(here, id, SlamWon(0), SlamWon(2), SlamWon(2))
    async with Page(here, id, "sheet", size=size) as page:
        assert [i for i in page.identifiers() if i.startswith("round-")] == [
            f"round-{round}-{seat}"
            for round in (range(4, 0, -1) if size == TABLET else range(1, 5))
            for seat in range(3)
        ]
        assert page.label("round-3-2") == "Slam 3, Cem: 1"
        assert page.label("all-2") == "Total, Cem: 2"
        await page.tap("round-3-2")
        assert page.visible("Slam 3 goes to Cem.")
        await page.tap("close")
        await page.tap("all-2")
        assert page.all("line-why-1")
        assert not page.errors()


async def test_a_place_without_points_opens_what_decided_its_round(here: Room) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game="slam", house={"length": "nine"})
    submit(here, id, SlamWon(0), SlamWon(None), SlamWon(2))
    async with Page(here, id, "sheet") as page:
        await page.tap("round-2-0")
        assert page.visible("Nobody wins the slam")
        await page.taps("line-amend-0", "wins-0")
        assert page.label("round-2-0") == "Slam 2, Anna: 1"
        await page.tap("round-1-1")
        assert page.visible("No points.")
        assert page.visible("Slam 1 goes to Anna.")
        await page.tap("line-why-0")
        assert page.all("why-rule")
        await page.tap(page.all("close")[-1])
        await page.taps("line-amend-0", "wins-1")
        assert page.label("round-1-1") == "Slam 1, Bo: 1"


@SIZES
async def test_with_eight_players_a_round_is_tapped_as_a_whole(here: Room, size: tuple[int, int]) -> None:
    eight = ("Anna", "Bo", "Cem", "Dora", "Edda", "Fritz", "Gül", "Mareike")
    id = begin(here, *eight, game="schlafmuetze")
    hands = [HandCounted(seat, seat) for seat in range(1, 8)]
    submit(here, id, LastCardLaid(0), *hands, NextRound(), LastCardLaid(1), HandCounted(0, 3))
    async with Page(here, id, "sheet", size=size) as page:
        assert page.label("round-1").startswith("Round 1: Anna 0, Bo 1, Cem 2")
        assert all(page.visible(name) for name in eight)
        await page.tap("round-1")
        assert len([i for i in page.identifiers() if i.startswith("line-why-")]) == 7
        assert not page.errors()


async def test_the_sheet_names_the_winner_after_the_end(here: Room) -> None:
    id = begin(here, game="labtag")
    submit(here, id, AllLaid(10, 5), MatchWon(0, 1, 1))
    async with Page(here, id, "sheet") as page:
        assert page.visible("Bo leads.")
        while not page.table.is_over:
            won = (offer for offer in page.table.offers(None) if offer.kind is MatchWon and offer.value("winner") == 1)
            submit(here, id, next(won).action())
        await page.until(lambda: page.visible("Bo has won."))
        assert not page.visible("Bo leads.")


async def test_a_cooperative_game_has_one_large_sum(here: Room) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game="letter_jam")
    async with Page(here, id, "sheet") as page:
        assert page.label("together") == "Together: 0"
        assert not page.visible("Bo leads.")


async def test_a_sheet_wider_than_the_phone_stays_one_table_in_large_type(here: Room) -> None:
    names = ("Mareike", "Jan-Ole", "Anna-Katharina", "Ben", "Maximilian", "Hildegard")
    id = begin(here, *names, game="slam")
    submit(here, id, *(SlamWon(number % 6) for number in range(7)))
    async with Page(here, id, "sheet", size=PHONE, services={"get": '{"text": 1.6}'}) as page:
        assert not page.errors()
        assert {"round-1", "round-7", "all"} <= {*page.identifiers()}, "a row for each slam"
        assert "Slam 1" not in page.texts(), "no card for each slam"


async def test_a_cooperative_game_shows_its_sum_once(tmp_path: Path) -> None:
    here, seen = room(tmp_path), {True: 0, False: 0}
    for header, entries, _ in situations("letter_jam").values():
        async with Page(here, resume(here, header, entries), size=TABLET) as page:
            points, over = sum(page.table.sheet.totals), page.table.is_over
            if not points or seen[over] == 2:
                continue
            large = [page.label(each) for each in ("together", "team-points") if page.all(each)]
            assert large == [f"The team: {points} points" if over else f"Together: {points}"]
            seen[over] += 1
        if min(seen.values()) == 2:
            break
    assert all(seen.values())


@SIZES
async def test_a_sheet_of_one_number_each_is_shown_once(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, game="labtag")
    submit(here, id, AllLaid(10, 5), MatchWon(0, 1, 1))
    async with Page(here, id, "sheet", size=size) as page:
        assert not page.all("round-1-1"), "that would be the total once more"
        assert bool(page.all("total-1")) == (size == PHONE), "on a tablet the places show it"
        if size == PHONE:
            await page.tap("total-1")
            assert page.all("line-why-0")
        assert not page.errors()


@pytest.mark.parametrize("game", ["bronzen", "pracherche", "free_sheet", "labtag", "schlafmuetze", "slam"])
async def test_totals_are_not_repeated_beside_the_finish(tmp_path: Path, game: str) -> None:
    here, seen = room(tmp_path), 0
    for path in TRANSCRIPTS:
        log = transcript(path)
        if log.header.game != game or seen == 3:
            continue
        id = resume(here, log.header, log.entries)
        session = here.tables.table(id).session
        if not session or not session.is_over:
            continue
        async with Page(here, id, size=TABLET) as page:
            said = [page.label(each) for each in page.identifiers() if each.startswith(("all", "total-", "round-"))]
            assert not [label for label in said if "otal" in label]
            assert not page.errors()
            seen += 1
        async with Page(here, id, "sheet", size=PHONE) as page:
            assert page.all("total-0")
    assert seen


@SIZES
async def test_an_open_sheet_follows_players_who_join_and_leave(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, size: tuple[int, int]
) -> None:
    log = next(transcript(path) for path in TRANSCRIPTS if path.stem == "free_sheet_coming_and_going")
    here = room(tmp_path)
    id = here.tables.begin(log.header)
    async with Page(here, id, "sheet", size=size) as page:
        session = here.tables.table(id).session
        assert session
        for entry in log.entries:
            session.submit(entry.change, id=entry.id)
            await page.settle()
            assert not page.errors()
    assert [record.message for record in caplog.records if "failed" in record.message] == []

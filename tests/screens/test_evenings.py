"""Evenings: list and calendar of past games, search, and the page of one game."""

import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from screens.room import PHONE, Page, Room, begin, room, submit
from screens.test_export_page import picked
from stats.test_photos import PNG

from companion.games.free_sheet.reports import Finished, Scored
from companion.games.slam.reports.won import GoldWon, SlamWon
from companion.stats.played_games import Note
from companion.tables.roles import Grant, Role
from companion.ui.app.context import AppContext
from companion.ui.kit.drawing import TYPE


def sheet(here: AppContext, points: dict[str, str], *, called: str = "Skat", at: str = "", over: bool = True) -> str:
    """Play a game on the free sheet to its end, and return its id."""
    id = begin(here, *points, game="free_sheet", house={"name": called})
    submit(here, id, *(Scored(seat, each) for seat, each in enumerate(points.values())))
    if over:
        submit(here, id, Finished())
    here.tables.evenings.count()
    if at:
        here.tables.evenings.note(id, Note(datetime.fromisoformat(at)))
    return id


def shown(page: Page) -> list[str]:
    """Return the ids of the games in the list, from top to bottom."""
    ids = [str(node.get("identifier") or "") for node in page.nodes()]
    return [id.removeprefix("played-") for id in ids if id.startswith("played-")]


async def test_home_leads_to_the_evenings_and_these_to_a_game(here: Room) -> None:
    id = sheet(here, {"Anna": "18", "Ben": "7"})
    async with Page(here, route="/") as page:
        await page.tap("evenings")
        assert page.view()["route"] == "/evenings"
        assert page.visible("Anna has won.")
        await page.tap(f"played-{id}")
        assert page.view()["route"] == f"/evenings/game/{id}"
        await page.tap("open-table")
        assert page.view()["route"] == f"/table/{id}"


async def test_a_running_game_is_titled_by_its_name_and_shows_all_marks(here: Room) -> None:
    over, running = sheet(here, {"Anna": "18", "Ben": "7"}), sheet(here, {"Anna": "0", "Ben": "0"}, over=False)
    async with Page(here, route="/evenings") as page:
        for id, first, second in ((over, "Anna has won.", "Skat · "), (running, "Skat", "All tied so far. · ")):
            line = page.within(page.find(f"played-{id}"))
            head, more, *_ = [node["value"] for node in line if node["_c"] == "Text"]
            assert head == first
            assert more.startswith(second)
            assert sum(node["_c"] == "Icon" for node in line) == 3, "the sign of the game, and a mark for each player"


@pytest.mark.parametrize("route", ["/evenings/kind/free_sheet:Skat", "/evenings/person/anna/ben"])
async def test_names_in_tables_are_beside_their_marks(here: Room, route: str) -> None:
    sheet(here, {"Anna": "18", "Ben": "7"})
    async with Page(here, route=route) as page:
        table = page.find("everybody" if "kind" in route else "by-kind")
        assert sum(node["_c"] == "Icon" for node in page.within(table)) == 2


async def test_without_games_the_page_says_so(tmp_path: Path) -> None:
    async with Page(room(tmp_path), route="/evenings") as page:
        assert page.visible("No game nights yet")
        assert not page.errors()


async def test_an_evening_extends_past_midnight(here: Room) -> None:
    late = sheet(here, {"Anna": "1", "Ben": "7"}, at="2026-03-02T00:30:00+00:00")
    early = sheet(here, {"Anna": "9", "Ben": "7"}, at="2026-03-01T19:30:00+00:00")
    sheet(here, {"Anna": "9", "Ben": "7"}, at="2026-03-08T19:30:00+00:00")
    async with Page(here, route="/evenings") as page:
        assert len(shown(page)) == 3
        assert shown(page)[1:] == [late, early]
        (evening,) = page.all("evening-2026-03-01")
        assert "Sunday, March 1, 2026" in page.said(evening)
        assert "Ben, Won: 1" in page.said(evening), "an evening of several games says who won how many"


async def test_a_shared_win_has_the_same_text_everywhere(here: Room) -> None:
    for called, points in (("Skat", "18"), ("Uno", "7")):
        sheet(here, {"Anna": "18", "Ben": points, "Cem": "1"}, called=called, at="2026-03-01T19:30:00+00:00")
    async with Page(here, route="/evenings") as page:
        said = page.said(page.find("evening-table"))
        assert "Anna, Won: 1" in said
        assert "Anna, Shared: 1" in said
        assert "Ben, Won: 0" in said
        assert "Ben, Shared: 1" in said
    for route, table, who in (
        ("/evenings/kind/free_sheet:Skat", "everybody", "Ben"),
        ("/evenings/person/ben", "by-kind", "Skat"),
    ):
        async with Page(here, route=route) as page:
            said = page.said(page.find(table))
            assert f"{who}, Won: 0" in said
            assert f"{who}, Shared: 1" in said
    async with Page(here, route="/evenings/people") as page:
        assert page.visible("2 games · 0 won, 1 shared")


async def test_games_are_found_by_person_game_group_time_and_words(here: Room) -> None:
    skat = sheet(here, {"Anna": "18", "Ben": "7"}, at="2025-05-01T19:00:00+00:00")
    rommé = sheet(here, {"Anna": "18", "Cem": "7"}, called="Rommé", at="2026-05-01T19:00:00+00:00")
    three = sheet(here, {"Anna": "18", "Ben": "7", "Cem": "3"}, at="2026-06-01T19:00:00+00:00")
    here.tables.evenings.note(rommé, Note(datetime(2026, 5, 1, 19, tzinfo=UTC), "At the lake", "Thunder"))
    here.tables.people.group(("Ben", "Anna"), "We two")
    async with Page(here, route="/evenings") as page:
        await page.tap("filter")
        await page.tap("with-ben")
        assert shown(page) == [three, skat]
        await page.tap("with-cem")
        assert shown(page) == [three]
        await page.tap("filter-none")
        await page.tap("kind-free_sheet:Rommé")
        assert shown(page) == [rommé]
        await page.tap("filter-none")
        await page.tap("group-0")
        assert shown(page) == [skat]
        assert page.visible("with Anna and Ben")
        await page.tap("filter-none")
        await page.tap("year-2025")
        assert shown(page) == [skat]
        await page.tap("filter-none")
        for words, found in (("thunder", [rommé]), ("romme LAKE", [rommé]), ("cem", [three, rommé]), ("nobody", [])):
            await page.enter("search", words)
            assert shown(page) == found


async def test_a_day_of_the_calendar_shows_its_games(here: Room) -> None:
    sheet(here, {"Anna": "18", "Ben": "7"}, at="2026-05-09T19:00:00+00:00")
    other = sheet(here, {"Anna": "18", "Ben": "7"}, at="2026-04-03T19:00:00+00:00")
    async with Page(here, route="/evenings", locale="de") as page:
        await page.tap("show-calendar")
        assert page.visible("Mai 2026")
        assert page.label("day-2026-05-09") == "Samstag, 9. Mai 2026: 1 Spiel"
        await page.tap("month-before")
        assert page.visible("April 2026")
        await page.tap("day-2026-04-03")
        assert shown(page) == [other]


async def test_many_games_are_shown_in_pages(here: Room) -> None:
    for _ in range(30):
        begin(here, "Anna", "Ben", game="free_sheet")
    async with Page(here, route="/evenings") as page:
        await page.until(lambda: len(shown(page)) == 25)
        # missing counts are made in the background
        await page.until(lambda: not here.tables.evenings.uncounted())
        await page.tap("more")
        assert len(shown(page)) == 30


async def test_a_game_shows_places_course_and_lead_changes(here: Room) -> None:
    id = begin(here, "Anna", "Ben", game="free_sheet", house={"name": "Skat"})
    submit(here, id, *(Scored(n % 2, str(points)) for n, points in enumerate((5, 1, 1, 9, 7, 1))), Finished())
    async with Page(here, route=f"/evenings/game/{id}", services={"save_file": None}) as page:
        assert page.visible("Anna has won.")
        assert page.all("course")
        assert "2, Ben: 10" in page.said(page.find("course-table")), "those who listen have the same numbers"
        assert page.visible("The lead changed hands 2 times, the last time to Anna (Round 3).")


async def test_the_course_of_a_game_uses_the_games_terms(here: Room) -> None:
    id = begin(here, "Anna", "Ben", game="slam")
    session = here.tables.table(id).session
    assert session
    winners = iter((0, None, 1, 1))  # the second slam has no winner
    while not session.is_over:
        gold = any(offer.kind is GoldWon for offer in session.offers(None))
        submit(here, id, GoldWon(1) if gold else SlamWon(next(winners, 1)))
    here.tables.evenings.count()
    async with Page(here, route=f"/evenings/game/{id}") as page:
        table = page.said(page.find("course-table"))
        assert "Slam" in table
        assert not any("round" in text.lower() for text in page.spoken())
        assert page.visible("The lead changed hands once: to Ben (Slam 4).")
        assert "2, Ben: 0" in table, "without a winner the points do not change"
        assert "4, Ben: 2" in table, "a slam has the number that it has on the sheet"


async def test_corrected_date_place_and_notes_are_stored(here: Room) -> None:
    id = sheet(here, {"Anna": "18", "Ben": "7"}, at="2026-05-01T19:00:00+00:00")
    async with Page(here, route=f"/evenings/game/{id}") as page:
        await page.enter("note-place", "At the lake")
        await page.enter("note-text", "It rained")
        await page.tap("note-day")
        (picker,) = page.of("DatePicker")
        day = datetime(2026, 4, 30)
        await page.events(picker, ("change", day, {"value": day}), ("dismiss", None, {}))
        await page.tap("note-save")
        (game,) = here.tables.evenings.played()
        assert (game.note.place, game.note.text, game.at.date().isoformat()) == (
            "At the lake",
            "It rained",
            "2026-04-30",
        )
        assert not page.errors()


async def test_a_rematch_moves_every_player_by_one_seat(here: Room) -> None:
    id = sheet(here, {"Anna": "18", "Ben": "7", "Cem": "1"})
    async with Page(here, route=f"/evenings/game/{id}") as page:
        await page.tap("again-moved")
        table = page.view()["route"].removeprefix("/table/")
        assert here.tables.library.stored(table).seats == ("Ben", "Cem", "Anna")


@pytest.mark.parametrize(("game", "first"), [("free_sheet", 0), ("bronzen", 1)])
def test_the_starting_player_rotates_in_a_rematch_unless_age_decides(here: Room, game: str, first: int) -> None:
    id = begin(here, "Anna", "Ben", game=game)
    again = here.tables.rematch(id, moved=1)
    session = here.tables.table(again).session
    assert session
    assert (session.names, session.record.header.first) == (("Ben", "Anna"), first)


async def test_a_missing_game_is_reported(tmp_path: Path) -> None:
    async with Page(room(tmp_path), route="/evenings/game/nothing") as page:
        assert page.visible("There is no such game here.")


async def test_a_link_to_one_table_opens_no_other_and_edits_no_people(here: Room) -> None:
    mine = sheet(here, {"Anna": "18", "Ben": "7"})
    other = sheet(here, {"Cem": "18", "Dora": "7"})
    here.tables.people.group(("Cem", "Dora"), "We two")
    passes = (Grant(Role.SEAT, mine),)
    async with Page(here, route="/evenings", passes=passes) as page:
        assert shown(page) == [mine]
        await page.tap("filter")
        assert not page.visible("We two")
        await page.go(f"/evenings/game/{other}")
        assert page.visible("There is no such game here.")
        await page.go(f"/evenings/game/{mine}")
        assert page.all("again")
        assert not page.all("note-save")
        await page.go("/evenings/people")
        assert not page.visible("Cem")
        await page.go("/evenings/person/anna")
        assert not page.all("person-name")


def test_statistics_are_imported_on_demand() -> None:
    late = {"companion.stats.played_games", "companion.stats.aggregate", "companion.ui.stats.shared"}
    code = f"import companion.ui.shell, companion.tables.tables, sys; assert not {late} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def shared(page: Page) -> dict[str, Any]:
    """Return what the client was asked last to share."""
    return next(call.args for call in reversed(page.calls) if call.name == "share_files")


def drawn(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the picture that the browser draws."""
    (file,) = args["files"]
    assert (file["mime_type"], file["name"].endswith(".png")) == (TYPE, True)
    picture: dict[str, Any] = json.loads(bytes(file["data"]))
    return picture


def texts(picture: Mapping[str, Any]) -> list[str]:
    return [shape[3] for shape in picture["shapes"] if shape[0] == "text"]


async def test_an_evening_and_a_game_are_shared_as_a_picture_and_a_text(here: Room) -> None:
    sheet(here, {"Anna": "1", "Ben": "7"}, at="2026-03-01T20:30:00+00:00")
    id = begin(here, "Anna", "Ben", game="free_sheet", house={"name": "Skat"})
    submit(here, id, *(Scored(seat, points) for points in ("3", "5") for seat in (0, 1)), Finished())
    here.tables.evenings.count()
    here.tables.evenings.note(id, Note(datetime.fromisoformat("2026-03-01T19:30:00+00:00")))
    async with Page(here, route="/evenings", size=PHONE) as page:
        await page.taps("picture-2026-03-01", "share-png")
        evening = shared(page)
        assert evening["files"][0]["name"] == "companion-2026-03-01.png"
        assert texts(drawn(evening))[:2] == ["Sunday, March 1, 2026", "2 games"]
        assert texts(drawn(evening))[-8:-4] == ["Ben", "2", "1", "0"], "the wins"
        assert evening["text"].startswith("Sunday, March 1, 2026\nSkat: ")
        assert not drawn(evening)["onlySave"]
        await page.tap("save-png")
        assert drawn(shared(page))["onlySave"]
        await page.tap("copy-text")
        (copied,) = (call.args["data"] for call in page.calls if call.name == "set" and "data" in call.args)
        assert copied == evening["text"]
        await page.taps("close", f"played-{id}", "share-result", "share-png")
        game = shared(page)
        assert game["text"] == "Skat, March 1, 2026, a draw: Anna\u00a08 and Ben\u00a08."
        lines = [shape for shape in drawn(game)["shapes"] if shape[0] == "line"]
        assert len([line for line in lines if len(line[1]) == 3]) == 4, (
            "the course of two players, each line on a darker one"
        )
        assert not page.errors()


async def test_a_client_without_a_browser_draws_the_picture_by_itself(here: Room) -> None:
    id = sheet(here, {"Anna": "1", "Ben": "7"}, at="2026-03-01T20:30:00+00:00")
    services = {"capture": None, "get_capture": b"PNG", "save_file": None, "share_files": None}
    async with Page(here, route=f"/evenings/game/{id}", services=services, web=False) as page:
        await page.taps("share-result", "save-png")
        await page.until(lambda: any(call.name == "save_file" for call in page.calls))
        (captured, saved) = (
            next(call for call in page.calls if call.name == name) for name in ("capture", "save_file")
        )
        (canvas,) = (
            each for each in page.of("Canvas") if each["width"] * captured.args["pixel_ratio"] == pytest.approx(1080)
        )
        assert canvas["height"] * captured.args["pixel_ratio"] > 500
        assert saved.args == {**saved.args, "file_name": "companion-2026-03-01.png", "src_bytes": b"PNG"}
        await page.tap("share-png")
        await page.until(lambda: any(call.name == "share_files" for call in page.calls))
        assert shared(page)["text"] == "Skat, March 1, 2026: Ben wins with 7, ahead of Anna\u00a0(1)."


async def test_a_device_that_takes_no_picture_says_so(here: Room) -> None:
    id = sheet(here, {"Anna": "1", "Ben": "7"}, at="2026-03-01T20:30:00+00:00")
    async with Page(here, route=f"/evenings/game/{id}", services={"capture": RuntimeError("no")}, web=False) as page:
        await page.taps("share-result", "save-png")
        await page.seen("This device does not allow that here.")


async def test_a_photograph_is_added_enlarged_replaced_removed_and_restored(here: Room) -> None:
    id = sheet(here, {"Anna": "18", "Ben": "7"}, at="2026-05-01T19:00:00+00:00")
    kept = partial(here.tables.evenings.photograph, id)
    first, second = PNG, PNG.replace(b"gAMA", b"pHYs")
    files: list[Any] = []

    async def undo(page: Page) -> None:
        # the latest of the short messages at the bottom
        await page._do([node for node in page.nodes() if node.get("label") == "Restore"][-1], "click", {}, None)

    async def add(page: Page, content: bytes) -> None:
        files[:] = picked(content)["pick_files"]
        await page.tap("photograph-add")

    async with Page(here, route=f"/evenings/game/{id}", services={"pick_files": files}) as page:
        assert not page.all("photograph")
        await add(page, first)
        assert kept() == first
        assert page.label("photograph") == "Photo: Skat, May 1, 2026"
        await page.tap("photograph")
        assert [bytes(image["src"]) for image in page.of("Image")].count(first) == 2, "it is seen large as well"
        await page.tap("close")
        await add(page, second)
        assert kept() == second
        await undo(page)
        assert kept() == first
        await page.tap("photograph-remove")
        assert kept() is None
        assert not page.all("photograph")
        await undo(page)
        assert page.all("photograph")
        await add(page, b"GIF89a")
        assert page.visible("it has to be a JPEG, PNG or WebP")
        assert kept() == first
        assert not page.errors()


async def test_a_guest_sees_the_photograph_but_changes_nothing(here: Room) -> None:
    id = sheet(here, {"Anna": "18", "Ben": "7"})
    async with Page(here, route=f"/evenings/game/{id}", passes=(Grant(Role.SEAT, id),)) as page:
        assert not page.all("photograph-add")
        here.tables.evenings.keep_photograph(id, PNG)
        here.tables.changed()
        await page.until(lambda: page.all("photograph"))
        assert not page.all("photograph-remove")

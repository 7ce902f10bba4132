"""Export to other programs, and import from them on the usual import page with a preview."""

from pathlib import Path

import pytest
from harness import Screen
from screens.room import Page, begin, picked, room, submit

from companion.games.free_sheet.reports import Finished, Scored
from companion.storage.library import Shelf
from companion.ui.app.context import AppContext
from companion.ui.shell import main_of

EVENING = (Path(__file__).parents[1] / "exchange/files/evening.bgsplay").read_bytes()


@pytest.fixture
def here(tmp_path: Path) -> AppContext:
    return room(tmp_path)


def skat(here: AppContext) -> str:
    id = begin(here, "Anna", "Bo", game="free_sheet", house={"name": "Skat"})
    submit(here, id, Scored(0, "24"), Scored(1, "0"), Finished())
    return id


async def test_a_game_is_exported_in_every_format_from_its_menu(here: AppContext) -> None:
    id = skat(here)
    async with Page(here, id) as page:
        await page.menu("Send to another device")
        await page.tap("papers")
        assert page.view()["route"] == f"/papers/{id}"
        assert page.visible("Skat")
        for form in ("csv", "rounds", "bgstats", "sheet", "text"):
            await page.tap(f"save-{form}")
        saved = {call.args["file_name"].partition(".")[2]: call.args for call in page.calls if call.name == "save_file"}
        assert set(saved) == {"scores.csv", "rounds.csv", "bgsplay", "html", "txt"}
        await page.tap("copy-text")
        (copied,) = (call.args for call in page.calls if call.name == "set")
        assert "1. Anna: 24" in str(copied)
        (link,) = [each for each in page.within(page.find("open-link")) if each.get("action")]
        assert "bgstats://app.bgstatsapp.com/createPlay.html?data=" in str(link["action"])


async def test_all_games_are_exported_from_the_settings(here: AppContext) -> None:
    skat(here), skat(here)
    async with Screen(main_of(here), route="/settings", locale="en") as screen:
        await screen.tap("papers")
        assert screen.view()["route"] == "/papers"
        assert screen.visible("2 games")
        assert not screen.all("open-link")
        await screen.tap("share-csv")
        assert any(call.name == "share_files" for call in screen.calls)


async def test_a_missing_game_or_permission_is_explained(here: AppContext) -> None:
    async with Screen(main_of(here), route="/papers", locale="en") as screen:
        assert screen.visible("There is no game here to export.")
    async with Screen(main_of(here), route="/papers/none", locale="en") as screen:
        assert screen.visible("There is no such game")
    id = skat(here)
    async with Screen(main_of(here), route=f"/papers/{id}", locale="en", host=False) as guest:
        assert guest.visible("on the device that runs Companion")
        assert not guest.all("save-csv")


async def test_plays_of_bg_stats_are_previewed_and_imported(here: AppContext) -> None:
    async with Screen(main_of(here), route="/bring", locale="en", services=picked(EVENING)) as screen:
        await screen.tap("bring-open")
        assert screen.visible("2 new games")
        shown = [node["value"] for node in screen.within(screen.find("preview-0")) if node["_c"] == "Text"]
        assert shown == [
            "Wingspan",
            "March 7, 2026 · 1 round",
            "Jörg has won.",
            "Jörg",
            "81",
            "Anna",
            "73",
            "Left out: the place.",
        ]
        assert screen.visible("3 cannot be imported:")
        assert screen.visible("Play 4: By the points, somebody else won than the file says.")
        assert not here.tables.shelf(Shelf.ARCHIVED), "nothing is taken unasked"
        await screen.tap("take-papers")
        assert screen.visible("Imported: 2 new games and 3 refused.")
        assert len(here.tables.shelf(Shelf.ARCHIVED)) == 2
        await screen.tap("bring-open")
        assert screen.visible("2 that were here already")


async def test_a_table_is_pasted_into_the_field_for_links(here: AppContext) -> None:
    async with Screen(main_of(here), route="/bring", locale="de") as screen:
        await screen.enter("bring-text", "Runde;Anna;Ben\n1;3;x\n")
        await screen.tap("bring-look")
        assert screen.visible("Zeile 2, Spalte „Ben“: „x“ ist keine Summe.")
        assert not screen.all("take-papers")
        await screen.tap("leave-papers")
        await screen.enter("bring-text", "Runde;Anna;Ben\n1;3;4\n")
        await screen.tap("bring-look")
        await screen.tap("take-papers")
        assert screen.visible("1 neues Spiel")


async def test_guesses_are_shown_before_a_table_is_imported(here: AppContext) -> None:
    async with Screen(main_of(here), route="/bring", locale="de") as screen:
        await screen.enter("bring-text", "Name;Runde 1;Runde 2;Summe\nAnna;10;20;30\nBen;5;5;11\n")
        await screen.tap("bring-look")
        for said in (
            "Anna hat gewonnen.",
            "In der Datei steht kein Datum: Das Spiel bekommt das heutige.",
            "Jede Zeile ist eine Person, jede Spalte eine Runde.",
            "Unter „Summe“ steht bei Ben 11, die Runden ergeben aber 10.",
            "In der Datei steht nicht, wer gewinnt: Die meisten Punkte gewinnen.",
        ):
            assert screen.visible(said)
        await screen.tap("leave-papers")
        assert not screen.all("preview-0")
        assert not here.tables.shelf(Shelf.ARCHIVED)


async def test_many_games_are_listed_in_one_line_each_and_expand(here: AppContext) -> None:
    table = "title;player;points\n" + "".join(
        f"Game {at};{name};{at}\n" for at in range(40) for name in ("Anna", "Ben")
    )
    async with Screen(main_of(here), route="/bring", locale="en") as screen:
        await screen.enter("bring-text", table)
        await screen.tap("bring-look")
        assert screen.visible("40 new games")
        assert screen.visible("Game 2")
        note = "The file does not say who wins: the most points do."
        before = screen.texts().count(note)
        await screen.tap("preview-3")
        assert screen.texts().count(note) == before + 1
        await screen.tap("preview-3")
        assert screen.texts().count(note) == before
        assert not screen.all("preview-39")
        while screen.all("more-games"):
            await screen.tap("more-games")
        assert screen.all("preview-39")
        await screen.tap("take-papers")
        assert len(here.tables.shelf(Shelf.ARCHIVED)) == 40


async def test_a_broken_file_says_so_in_the_readers_language(here: AppContext) -> None:
    skat(here)
    before = here.tables.library.everything()
    async with Screen(main_of(here), route="/bring", locale="de", services=picked(EVENING[:1500])) as screen:
        await screen.tap("bring-open")
        assert screen.visible("Diese Datei von BG Stats ist beschädigt")
        assert not screen.all("take-papers")
    assert here.tables.library.everything() == before

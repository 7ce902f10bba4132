"""Delete and start over: the loss is stated first, the buttons are far from undo, and the bin restores deleted games."""

from pathlib import Path

import pytest
from harness import Screen
from screens.room import Page, begin, room, submit

from companion.games.bronzen.reports import Einzel
from companion.storage.library import Shelf
from companion.ui.app.context import AppContext
from companion.ui.shell import main_of


@pytest.fixture
def here(tmp_path: Path) -> AppContext:
    return room(tmp_path)


async def undo_of(screen: Screen) -> None:
    """Tap the action of the snack bar at the bottom; Flet gives the action the class "SnackBar" too."""
    (back,) = [node for node in screen.nodes() if node.get("_c") == "SnackBarAction" or node.get("label") == "Restore"]
    await screen._do(back, "click", {}, None)


async def test_the_loss_is_stated_before_a_game_is_deleted(here: AppContext) -> None:
    id = begin(here, "Anna", "Bo")
    submit(here, id, Einzel(0), Einzel(1))
    async with Screen(main_of(here), locale="en") as screen:
        await screen.tap(f"delete-{id}")
        assert screen.view()["route"] == f"/delete/{id}"
        assert screen.visible("Bronzen")
        assert screen.visible("2 entries and their points")
        assert screen.visible("You can restore it for 30 days; after that it is gone.")
        await screen.tap("delete-no")
        assert [stored.id for stored in here.tables.shelf(Shelf.OPEN)] == [id]
        await screen.tap(f"delete-{id}")
        await screen.tap("delete-yes")
        assert screen.view()["route"] == "/"
        assert [stored.id for stored in here.tables.shelf(Shelf.DELETED)] == [id]
        await undo_of(screen)
        assert [stored.id for stored in here.tables.shelf(Shelf.OPEN)] == [id]
        assert screen.all(f"game-{id}")


async def test_the_bin_shows_its_period_and_restores_games(here: AppContext) -> None:
    first, second = begin(here, "Anna", "Bo"), begin(here, "Cem", "Dora")
    for id in (first, second):
        here.tables.library.delete(id)
    async with Screen(main_of(here), locale="de") as screen:
        await screen.tap("bin")
        assert screen.view()["route"] == "/bin"
        assert screen.visible("Noch 30 Tage")
        await screen.tap(f"restore-{first}")
        assert [stored.id for stored in here.tables.shelf(Shelf.OPEN)] == [first]
        assert not screen.all(f"restore-{first}")
        await screen.tap(f"game-{second}")
        assert screen.view()["route"] == f"/table/{second}"
        assert screen.visible("Dieses Spiel liegt im Papierkorb.")
    here.tables.library.restore(second)
    async with Screen(main_of(here), locale="en") as screen:
        assert not screen.all("bin"), "an empty bin is not shown"
    async with Screen(main_of(here), route="/bin", locale="en") as screen:
        assert screen.visible("The bin is empty.")


async def test_a_game_is_started_over_and_restored(here: AppContext) -> None:
    id = begin(here, "Anna", "Bo", house={"keeping": "tricks", "jays": "once"})
    async with Page(here, id) as page:
        await page.tap("wins-0")
        await page.menu("Start over")
        assert page.view()["route"] == f"/delete/{id}/again"
        assert page.visible("1 entry and its points")
        assert page.table.version == 1, "nothing is lost yet"
        await page.tap("delete-yes")
        (new,) = here.tables.shelf(Shelf.OPEN)
        assert page.view()["route"] == f"/table/{new.id}"
        assert (new.id != id, new.entries, new.seats) == (True, 0, ("Anna", "Bo"))
        await undo_of(page)
        assert [stored.id for stored in here.tables.shelf(Shelf.OPEN)] == [id]


async def test_an_empty_game_cannot_be_started_over(here: AppContext) -> None:
    async with Page(here, begin(here)) as page:
        assert "Start over" not in [node.get("content") for node in page.of("PopupMenuItem")]
        await page.tap("wins-0")
        assert "Start over" in [node.get("content") for node in page.of("PopupMenuItem")]


async def test_only_the_host_deletes_and_restores(here: AppContext) -> None:
    id, gone = begin(here), begin(here)
    here.tables.library.delete(gone)
    for route in ("/bin", f"/delete/{id}", f"/delete/{id}/again"):
        async with Screen(main_of(here), route=route, locale="en", host=False) as guest:
            assert guest.visible("on the device that runs Companion")
            assert not {"delete-yes", f"restore-{gone}"} & set(guest.identifiers())
    async with Screen(main_of(here), locale="en", host=False) as guest:
        assert not guest.all("bin")


async def test_a_game_that_is_not_there_cannot_be_deleted(here: AppContext) -> None:
    async with Screen(main_of(here), route="/delete/none", locale="en") as screen:
        assert screen.visible("no such game")
        assert not screen.all("delete-yes")


async def test_everything_is_deleted_after_a_question_and_can_be_restored(here: AppContext) -> None:
    id = begin(here)
    async with Screen(main_of(here), route="/settings", locale="en") as screen:
        await screen.tap("clear")
        assert screen.visible("1 game, all names and all cards are set aside.")
        await screen.tap("clear-no")
        assert here.tables.shelf(Shelf.OPEN)
        await screen.tap("clear")
        await screen.tap("clear-yes")
        assert not here.tables.shelf(Shelf.OPEN)
        assert not screen.all("clear")
        (aside,) = here.tables.library.asides()
        await screen.tap(f"back-{aside.key}")
        await screen.tap("back-yes")
        assert [stored.id for stored in here.tables.shelf(Shelf.OPEN)] == [id]


async def test_an_export_of_everything_says_whether_it_includes_the_bin(here: AppContext) -> None:
    id = begin(here)
    async with Screen(main_of(here), route="/settings", locale="en") as screen:
        assert not screen.visible("in the bin")
        here.tables.library.delete(id)
        here.tables.changed()
        await screen.settle()
        assert screen.visible("Including 1 game in the bin.")


async def test_importing_a_deleted_game_restores_it_from_the_bin(here: AppContext) -> None:
    id = begin(here)
    submit(here, id, Einzel(0))
    content = here.tables.library.export(id).encode()
    here.tables.library.delete(id)
    picked = {"pick_files": [{"id": 0, "name": "file", "size": len(content), "bytes": content}]}
    async with Screen(main_of(here), route="/bring", locale="en", services=picked) as screen:
        await screen.tap("bring-open")
        assert screen.visible("This game was deleted here. It is restored from the bin.")
        await screen.tap("take-game")
        assert screen.view()["route"] == f"/table/{id}"
    assert [stored.id for stored in here.tables.shelf(Shelf.OPEN)] == [id]

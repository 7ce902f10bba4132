"""Players of a running table: corrected names, other seats, and two phones at once."""

from effort import at_leisure
from screens.room import Page, Room, begin, on_each_size

from companion.kernel.log import Rename, Reseat
from companion.storage.library import Shelf
from companion.tables.avatars import Avatar
from companion.ui.design.player_badge import GROUND


@on_each_size
async def test_a_name_is_corrected_in_a_running_game(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here, "Ana", "Bo"), size=size) as page:
        await page.taps("wins-0", "wins-0")
        await page.menu("Players")
        assert page.visible("Names can be corrected at any time.")
        assert not any(page.all(what) for what in ("remove-0", "add-seat", "up-1", "first-0"))
        await page.enter("name-0", "Anna ")
        await page.tap("players-done")
        assert not page.all("players-done")
        assert page.table.names == ("Anna", "Bo")
        # the referee's earlier line still names Anna
        assert page.visible("Anna wins the Einzel.")
        assert page.table.record.header.seats == ("Ana", "Bo")
        assert page.table.record.history[-1].reported == Rename((0,), ("Anna",))
        await page.go(f"/table/{page.id}/history")
        assert page.visible("Names: Anna")
        assert page.visible("Ana is now called Anna.")
    assert here.tables.library.players() == ("Anna", "Bo")
    async with Page(here, route="/", size=size) as home:
        assert home.visible("Anna")
    here.tables.library.archive(page.id)
    (away,) = here.tables.shelf(Shelf.ARCHIVED)
    assert (away.seats, here.tables.names(away)) == (("Ana", "Bo"), ("Anna", "Bo"))
    again = here.tables.table(here.tables.rematch(page.id)).session
    assert again
    assert again.record.header.seats == ("Anna", "Bo")


async def test_an_invalid_name_stays_in_the_form_with_the_reason(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        await page.tap("wins-0")
        await page.menu("Players")
        await page.enter("name-0", "")
        await page.tap("players-done")
        assert page.visible("A player needs a name.")
        await page.enter("name-0", "bo")
        assert page.visible("This name is taken already.")
        await page.tap("players-done")
        assert page.visible("Two players have the same name.")
        assert page.table.version == 1
        # two names that were mixed up
        await page.enter("name-0", "Bo")
        await page.enter("name-1", "Anna")
        await page.tap("players-done")
        assert page.table.names == ("Bo", "Anna")
        await page.menu("Players")
        await page.tap("players-done")  # nothing was changed, so nothing is entered
        assert not page.all("players-done")
        assert page.table.version == 2


async def test_seats_change_until_something_is_reported(here: Room) -> None:
    id = begin(here, "Anna", "Bo", "Spieler 3", "Dora", game="schlafmuetze")
    async with Page(here, id) as page:
        await page.menu("Players")
        await page.tap("remove-2")
        await page.enter("name-2", "Dana")
        await page.taps("up-2")
        assert page.visible("3 players: Anna, Dana, and Bo")
        await page.tap("players-done")
        assert page.table.names == ("Anna", "Dana", "Bo")
        assert page.table.record.history[-1].reported == Reseat(("Anna", "Dana", "Bo"))
        assert len(page.table.view(None).facts) > 0
        assert not page.errors()
        await page.menu("Players")
        assert page.all("up-1")
        await page.tap("close")
        # after the undo all four are seated again
        await page.tap("undo")
        assert page.table.names == ("Anna", "Bo", "Spieler 3", "Dora")
        assert not page.errors()
    assert "Dana" in here.tables.library.players()


@at_leisure
async def test_two_phones_change_the_players_at_once(here: Room) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game="toy_race")
    async with Page(here, id) as one, Page(here, id) as two:
        await one.menu("Players")
        await two.menu("Players")
        await one.enter("name-1", "Ben")
        await two.enter("name-1", "Bert")
        await one.tap("players-done")
        await two.tap("players-done")
        await two.seen("Somebody has just changed the players. Check them again; nothing was entered.")
        assert two.table.names == ("Anna", "Ben", "Cem")
        # the user has read it and may insist
        await two.tap("players-done")
        assert two.table.names == ("Anna", "Bert", "Cem")
        # names on different seats do not conflict
        await one.menu("Players")
        await two.menu("Players")
        await one.enter("name-0", "Anne")
        await two.enter("name-2", "Carl")
        await one.tap("players-done")
        await two.tap("players-done")
        assert two.table.names == ("Anne", "Bert", "Carl")
        # one takes a seat away while the other reports
        await one.menu("Players")
        await one.tap("remove-0")
        await two.menu("Players")
        await two.enter("name-0", "Anna")
        await one.tap("players-done")
        await two.tap("players-done")
        await two.seen("Somebody has just changed the players. Check them again; nothing was entered.")
        assert two.table.names == ("Bert", "Carl")


def grounds(page: Page, what: str) -> list[str]:
    """Return the colours of the marks in a control."""
    of_players = {ground for ground, _, _ in GROUND.values()}
    return [node["bgcolor"] for node in page.within(page.find(what)) if node.get("bgcolor") in of_players]


@on_each_size
async def test_a_colour_and_a_sign_are_chosen_by_a_tap_and_kept_for_the_next_game(
    here: Room, size: tuple[int, int]
) -> None:
    async with Page(here, route="/new/slam", size=size) as page:
        assert not page.all("mark-of-0"), "an unnamed player has no mark"
        await page.enter("name-0", "Anna")
        await page.enter("name-1", "Bo")
        await page.tap("mark-of-0")
        await page.taps("mark-0-red", "mark-0-key")
        await page.tap("mark-of-0")
        assert not page.all("marking-0")
        assert grounds(page, "first-0") == [GROUND["red"][0]]
        await page.tap("start")
    assert here.tables.marks.of(("Anna",)) == (Avatar("red", "key"),)
    async with Page(here, begin(here, "Bo", "Anna"), size=size) as table:
        assert grounds(table, "player-1") == [GROUND["red"][0]]
        assert grounds(table, "player-0") != [GROUND["red"][0]]
        await table.menu("Players")
        await table.taps("mark-of-0", "mark-0-red")
        await table.tap("close")
        assert grounds(table, "player-0") == [GROUND["red"][0]] != grounds(table, "player-1")


async def test_a_renamed_player_keeps_the_mark(here: Room) -> None:
    async with Page(here, begin(here, "Ana", "Bo")) as page:
        before = here.tables.marks.of(page.table.names)
        await page.menu("Players")
        await page.enter("name-0", "Anna")
        await page.tap("players-done")
        assert here.tables.marks.of(("Anna", "Bo")) == before

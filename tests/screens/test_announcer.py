"""Screen reader announcements of events at the table, on every device."""

from pathlib import Path

from screens.room import TABLET, Page, Room, begin
from screens.test_seats_on_phones import Phone, hall

from companion.games.bronzen.reports import Color


async def test_every_page_announces_events_of_other_devices(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one, Page(here, id, size=TABLET) as two, Page(here, id, "sheet", locale="de") as three:
        said = "Anna wins the Einzel. Anna puts a black chip on the interim account."
        for what, heard in (
            ("wins-0", said),
            ("undo", "Undone: Anna wins"),
            ("redo", "Restored: Anna wins"),
            ("disagree-now", "Play is paused."),
            ("go-on", "Play goes on."),
        ):
            await one.tap(what)
            await two.until(lambda heard=heard: two.announced()[-1:] == [heard])
            assert one.announced()[-1] == heard
        await one.tap("disagree-now")
        await one.enter("decision", "It goes back.")
        await one.tap("settle")
        await two.until(lambda: two.announced()[-1] == "Your ruling: It goes back.")
        assert one.announced() == two.announced(), "once each, and once on the reporting page"
        await three.until(lambda: three.announced()[-1] == "Eure Auslegung: It goes back.")
        assert len(three.announced()) == len(one.announced())


async def test_corrections_in_the_history_are_announced(here: Room) -> None:
    id = begin(here)
    async with Page(here, id, "history") as one, Page(here, id) as two:
        await two.taps("wins-0", "wins-1")
        await one.until(lambda: one.all("entry-1"))
        one.table.amend(one.table.record.entries[0].id, Color())
        await two.until(lambda: two.announced()[-1] == "Entry 1 corrected: Color")
        await one.taps("entry-1", "undo-this")
        await two.until(lambda: two.announced()[-1].startswith("Undone:"))
        # here the name of the sheet was announced in between
        assert [said for said in one.announced() if said != "Entry 1"][-2:] == two.announced()[-2:]


async def test_a_page_that_opens_later_does_not_announce_earlier_events(here: Room) -> None:
    id = begin(here)
    async with Page(here, id) as one:
        await one.taps("wins-0", "disagree-now")
    async with Page(here, id) as two:
        assert two.announced() == []


async def test_a_proposal_is_announced_to_the_other_players_only(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, "Anna", "Ben", game="slam")
    async with Phone().at(here, id) as anna, Phone().at(here, id) as ben, Page(here, id, size=TABLET) as table:
        for seat, page in enumerate((anna, ben)):
            await page.sit(seat)
        await anna.tap("wins-0")
        await ben.until(lambda: ben.table.version == 1)
        before = len(ben.announced())
        await ben.tap("undo")
        for page in (anna, table):
            await page.until(lambda page=page: page.all("agree"))  # type: ignore[misc]
            last = page.announced()[-1]
            assert last == "Ben wants to undo “Anna wins the slam”. Agreed?"
            assert page.visible(last)
        assert ben.announced()[before:] == ["Anna entered that. Another player has to agree to it first."]
        await ben.tap("drop")
        await ben.tap("undo")
        await anna.until(lambda: sum("wants to undo" in said for said in anna.announced()) == 2)

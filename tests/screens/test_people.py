"""People: their pages, names, groups, and games of two people with each other."""

from datetime import datetime, timedelta

from games.pins import TRANSCRIPTS
from screens.room import Page, Room, begin
from screens.test_evenings import sheet

from companion.storage.library import Shelf
from companion.tables.avatars import Avatar


async def test_people_are_listed_with_their_results(here: Room) -> None:
    for points in ("18", "3", "9"):
        sheet(here, {"Anna": points, "Ben": "7"})
    sheet(here, {"Anna": "1", "Cem": "7"}, over=False)
    async with Page(here, route="/evenings/people") as page:
        assert page.label("person-anna") == "Anna 3 games · 2 won"
        assert page.label("person-cem") == "Cem 0 games", "unfinished games do not count"
        await page.tap("person-ben")
        assert page.view()["route"] == "/evenings/person/ben"
        assert page.visible("not enough games")
        assert "Average: 7" in page.said(page.find("summed"))


async def test_an_interval_is_shown_from_five_games_on(here: Room) -> None:
    for points in ("18", "18", "18", "1", "1"):
        sheet(here, {"Anna": points, "Ben": "7"})
    async with Page(here, route="/evenings/person/anna") as page:
        said = page.said(page.find("summed"))
        assert "Win rate: between 23 and 88 %" in said
        assert "Longest streak: 3" in said
        assert "Best: 18" in said


async def test_renaming_a_person_changes_past_games_and_can_be_undone(here: Room) -> None:
    sheet(here, {"Ana": "18", "Ben": "7"})
    async with Page(here, route="/evenings/person/ana") as page:
        await page.enter("person-name", "Anna")
        await page.tap("rename-save")
        assert here.tables.library.players() == ("Anna", "Ben")
        await page.go("/evenings")
        assert page.visible("Anna has won.")
        await page.go("/evenings/person/ana")
        (fact,) = here.tables.people.folk.facts
        await page.tap(f"take-back-{fact.id}")
        await page.go("/evenings")
        assert page.visible("Ana has won.")
        assert not page.errors()


async def test_a_rematch_uses_the_new_name_of_a_renamed_person(here: Room) -> None:
    id = sheet(here, {"Ana": "18", "Ben": "7"})
    here.tables.people.call(("Ana",), "Anna")
    async with Page(here, route="/new") as page:
        assert page.visible("Rematch of Skat: Anna and Ben")
        await page.tap("again-free_sheet")
    assert here.tables.shelf(Shelf.OPEN)[0].seats == ("Anna", "Ben")
    assert here.tables.library.stored(id).seats == ("Ana", "Ben"), "a log never changes"


async def test_two_people_are_merged_after_confirmation(here: Room) -> None:
    sheet(here, {"Anna": "18", "Ben": "7"})
    sheet(here, {"Änni": "18", "Ben": "7"})
    async with Page(here, route="/evenings/person/änni") as page:
        await page.enter("person-name", "Anna")
        await page.tap("rename-save")
        assert page.visible("Are Änni and Anna the same person?")
        assert not here.tables.people.folk.facts
        await page.tap("merge-yes")
        await page.go("/evenings/people")
        assert page.label("person-anna") == "Anna 2 games · 2 won"
        assert not page.all("person-änni")


async def test_two_people_who_played_together_are_not_merged(here: Room) -> None:
    sheet(here, {"Anna": "18", "Ben": "7"})
    async with Page(here, route="/evenings/person/anna") as page:
        await page.enter("person-name", "Ben")
        await page.tap("rename-save")
        assert page.visible("so they are two people") or "two people" in str(page.find("person-name"))
        assert not here.tables.people.folk.facts


async def test_colour_and_sign_are_given_on_the_persons_page(here: Room) -> None:
    sheet(here, {"Anna": "18", "Ben": "7"})
    async with Page(here, route="/evenings/person/anna") as page:
        await page.tap("mark")
        await page.tap("mark-red")
        await page.tap("mark-cake")
        assert here.tables.marks.of(("Anna",)) == (Avatar("red", "cake"),)


async def test_a_person_marked_as_guest_is_listed_separately(here: Room) -> None:
    sheet(here, {"Anna": "18", "Tim": "7"})
    async with Page(here, route="/evenings/person/tim") as page:
        (switch,) = page.of("Switch")
        await page.event(switch, "change", True, value=True)
        assert here.tables.library.players() == ("Anna",)
        await page.go("/evenings/people")
        assert page.texts().index("Guests") < page.texts().index("Tim")


async def test_a_group_is_made_and_removed(here: Room) -> None:
    sheet(here, {"Anna": "18", "Ben": "7", "Cem": "1"})
    async with Page(here, route="/evenings/people") as page:
        await page.tap("new-group")
        await page.tap("member-anna")
        await page.enter("group-name", "Sunday")
        await page.tap("group-save")
        assert not here.tables.people.folk.groups, "one is no group"
        await page.tap("member-cem")
        await page.tap("group-save")
        (group,) = here.tables.people.folk.groups
        assert (group.name, group.people) == ("Sunday", {"anna", "cem"})
        await page.tap(f"group-off-{group.fact}")
        assert not here.tables.people.folk.groups


async def test_two_people_have_a_common_page(here: Room) -> None:
    for points in ("18", "7", "3"):
        sheet(here, {"Anna": points, "Ben": "7"})
    async with Page(here, route="/evenings/person/anna") as page:
        assert page.label("pair-ben") == "Ben 1 : 1 3 games together"
        await page.tap("pair-ben")
        said = page.said(page.find("summed"))
        assert {"Anna ahead: 1", "Ben ahead: 1", "Tied: 1"} <= {*said}


async def test_the_statistics_of_a_game_lead_to_the_entries_and_the_rule(here: Room) -> None:
    log = next(path for path in TRANSCRIPTS if path.name == "bronzen_whole_game_open.jsonl").read_text(encoding="utf-8")
    id = here.tables.library.import_(log, here.tables.games)
    names = here.tables.library.stored(id).seats
    async with Page(here, route="/evenings/kind/bronzen") as page:
        one = names[0].casefold()
        assert page.visible("Doubles won")
        await page.tap(f"telling-doubles-{one}")
        assert page.view()["route"] == f"/evenings/kind/bronzen/doubles/{one}"
        assert page.visible("14 of 36")
        await page.tap(f"played-{id}")
        await page.tap("telling-doubles-0")
        entries = [text for text in page.texts() if text.startswith("Entry ")]
        assert sum(int(text.rpartition(" ")[2]) for text in entries) == 14, "the entries add up to the figure"
        await page.tap("telling-why")
        assert page.visible("Why?") or page.visible("Rule")
        assert not page.errors()


async def test_an_unfinished_game_has_no_statistics(here: Room) -> None:
    begin(here, "Anna", "Ben")
    async with Page(here, route="/evenings/kind/bronzen") as page:
        assert page.visible("No game of it has been finished here yet.")


async def test_a_season_filters_the_statistics_on_all_pages(here: Room) -> None:
    now = datetime.now().astimezone()
    sheet(here, {"Anna": "18", "Ben": "7"}, at=(now - timedelta(days=1000)).isoformat())
    sheet(here, {"Anna": "3", "Ben": "7"}, at=(now - timedelta(days=300)).isoformat())
    sheet(here, {"Anna": "9", "Ben": "7"})
    async with Page(here, route="/evenings/people") as page:
        assert page.label("person-anna") == "Anna 3 games · 2 won"
        await page.tap("season-months")
        assert page.label("person-anna") == "Anna 2 games · 1 won"
        await page.tap("person-anna")
        assert "Played: 2" in page.said(page.find("summed")), "the choice applies on the next page"
        assert page.find("season-months")["checked"]
        await page.tap("pair-ben")
        assert "Played: 2" in page.said(page.find("summed"))
        await page.go("/evenings/kind/free_sheet:Skat")
        assert "Anna, Played: 2" in page.said(page.find("everybody"))
        await page.tap("season-own")
        assert "Anna, Played: 3" in page.said(page.find("everybody")), "a season begins with all there was"
        await page.tap("season-since")
        (picker,) = page.of("DatePicker")
        day = (now - timedelta(days=500)).replace(hour=0, tzinfo=None)
        await page.events(picker, ("change", day, {"value": day}), ("dismiss", None, {}))
        assert "Anna, Played: 2" in page.said(page.find("everybody"))
        await page.tap("season-all")
        assert "Anna, Played: 3" in page.said(page.find("everybody"))
        assert not page.errors()
    async with Page(here, route="/evenings/people", locale="de") as other:
        assert other.label("person-anna") == "Anna 3 Spiele · 2 gewonnen", "another page has chosen nothing"

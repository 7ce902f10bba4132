"""Back navigation: each sheet or dialog is a step of its own."""

from screens.room import PHONE, Page, Room, begin


def steps(page: Page) -> list[str]:
    """Return the addresses the page was sent to."""
    return [call.args["route"] for call in page.calls if call.name == "push_route"]


async def test_back_closes_a_sheet_first(here: Room) -> None:
    async with Page(here, begin(here), size=PHONE) as page:
        table = f"/table/{page.id}"
        await page.tap("prompt-why")
        assert steps(page) == [f"{table}?above=1"]
        assert page.all("close")
        await page.go(table)
        assert not page.all("close")
        assert steps(page) == [f"{table}?above=1"], "the page knows that it is back"
        await page.taps("prompt-why", "close")
        assert not page.all("close")
        assert steps(page)[1:] == [f"{table}?above=1", table]


async def test_back_closes_a_dialog_above_a_sheet_before_the_sheet(here: Room) -> None:
    async with Page(here, begin(here), size=PHONE) as page:
        await page.taps("wins-0")
        table = f"/table/{page.id}/history"
        await page.go(table)
        await page.tap("entry-1")
        assert steps(page)[-1] == f"{table}?above=1"
        await page.tap("told-0")
        assert steps(page)[-1] == f"{table}?above=2"
        assert len(page.all("close")) == 2
        await page.go(f"{table}?above=1")
        assert len(page.all("close")) == 1
        await page.go(table)
        assert not page.all("close")


async def test_forward_to_a_closed_sheet_leads_back(here: Room) -> None:
    async with Page(here, begin(here), size=PHONE) as page:
        table = f"/table/{page.id}"
        await page.tap("prompt-why")
        await page.go(table)
        await page.go(f"{table}?above=1")
        assert not page.all("close")
        assert steps(page)[-1] == table


async def test_a_menu_is_a_step_until_it_is_closed(here: Room) -> None:
    async with Page(here, begin(here), size=PHONE) as page:
        table = f"/table/{page.id}"
        menu = page.of("PopupMenuButton")[-1]
        await page.event(menu, "open")
        assert steps(page) == [f"{table}?above=1"]
        await page.event(menu, "cancel")
        assert steps(page) == [f"{table}?above=1", table]
        await page.event(page.of("PopupMenuButton")[-1], "open")
        await page.go(table)
        await page.event(page.of("PopupMenuButton")[-1], "cancel")
        assert steps(page)[2:] == [f"{table}?above=1"], "the gesture has closed it already"


async def test_a_sheet_that_leads_elsewhere_updates_the_address(here: Room) -> None:
    async with Page(here, begin(here), size=PHONE) as page:
        await page.tap("prompt-why")
        await page.go("/rules")
        assert not page.all("close"), "a sheet closes with its screen"
        assert page.view()["route"] == "/rules"
        assert steps(page)[1:] == []


async def test_the_arrow_leads_to_the_previous_screen(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        table = f"/table/{page.id}"
        await page.menu("Settings")
        await page.tap("papers")
        assert page.view()["route"] == "/papers"
        await page.tap("back")
        assert page.view()["route"] == "/settings"
        await page.tap("back")
        assert page.view()["route"] == table
        await page.tap("back")
        assert page.view()["route"] == "/"


async def test_the_arrow_leads_out_of_a_circle(here: Room) -> None:
    async with Page(here, route="/rules") as page:
        circle = ["/rules/bronzen.jay", "/rules/bronzen.color", "/rules/bronzen.einzel"]
        for route in (*circle, *circle):
            await page.go(route)
        for route in (circle[1], circle[0], "/rules"):
            await page.tap("back")
            assert page.view()["route"].split("?")[0] == route


async def test_a_screen_opened_by_its_address_has_an_arrow_too(here: Room) -> None:
    async with Page(here, route="/papers") as page:
        await page.tap("back")
        assert page.view()["route"] == "/settings"

"""A player joins or leaves a running game: the consequences are shown before it is entered."""

from typing import Any

import pytest
from screens.room import TABLET, Page, Room, begin, on_each_size, submit
from screens.test_free_sheet import sheet

from companion.games.schlafmuetze.reports import Finish, HandsCounted, LastCardLaid, NextRound, NobodyDoubts
from companion.games.slam.reports.won import SlamWon
from companion.kernel.log import Join, Leave
from companion.tables.seat_tokens import new_phone

pytestmark = pytest.mark.rule("companion.coming")


@on_each_size
async def test_a_player_joins_and_a_player_leaves(here: Room, size: tuple[int, int]) -> None:
    here.tables.library.remember_players(("Dora",))
    id = sheet(here, ("5", "3", "4"))
    phone, seating = new_phone(), here.tables.seating
    session = here.tables.table(id).session
    assert session
    seating.take(phone, id, session.record, 1)
    async with Page(here, id, size=size) as page:
        await page.menu("Players")
        assert not page.all("coming-done")
        await page.tap("joins")
        await page.tap("newcomer-Dora")
        assert page.visible("Dora joins.")
        assert page.visible("Dora has an empty column: no points for the round before, and plays from round 2 on.")
        assert page.table.version == 3, "nothing is entered before it is confirmed"
        await page.tap("coming-done")
        assert page.table.record.history[-1].reported == Join(3, "Dora")
        assert page.label("player-3") == "Dora: no points in this round yet and 0 in all"
        await page.menu("Players")
        await page.tap("joins")
        await page.enter("newcomer", "anna")
        assert page.visible(
            "Two players have the same name. Give each their own, so that everybody knows whose turn it is."
        )
        assert not page.all("coming-done")
        await page.tap("leaves")
        await page.tap("leaves-1")
        assert page.visible(
            "Ben leaves and is ranked below everyone still playing. The points so far stay on the sheet."
        )
        await page.tap("coming-done")
        assert page.table.record.history[-1].reported == Leave(1)
        assert page.label("player-1") == "Ben: has left and 3 in all"
        # a tap on an absent player says so, and the seat stays reserved
        await page.tap("player-1")
        assert page.visible("Ben has left: the points stand as they are.")
        assert seating.seen_by(phone, id, page.table.record).own == ()
        await page.go(f"/table/{page.id}/history")
        assert page.visible("Dora joins")
        assert page.visible("Ben leaves")
        assert not page.errors()
    again = here.tables.table(here.tables.rematch(id)).session
    assert again
    assert again.names == ("Anna", "Cem", "Dora")


async def test_a_game_that_no_player_may_join_says_so(here: Room) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game="toy_race")
    async with Page(here, id) as page:
        await page.menu("Players")
        assert not page.all("coming-closed"), "before anything is reported others simply sit down"
        await page.tap("close")
        offer = next(one for one in page.table.offers(0) if not one.fields)
        submit(here, id, offer.action())
        await page.menu("Players")
        assert page.all("coming-closed")


@pytest.mark.parametrize(
    ("game", "reports"),
    [
        ("slam", (SlamWon(0), SlamWon(1))),
        ("schlafmuetze", (LastCardLaid(0), NobodyDoubts(), HandsCounted((0, 2, 3)))),
    ],
)
async def test_a_newcomer_sits_at_the_table_of_a_game(here: Room, game: str, reports: tuple[Any, ...]) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game=game)
    submit(here, id, *reports)
    async with Page(here, id, size=TABLET) as page:
        await page.menu("Players")
        await page.tap("joins")
        await page.enter("newcomer", "Dana")
        await page.tap("coming-done")
        assert page.table.names == ("Anna", "Bo", "Cem", "Dana")
        assert page.visible("Dana")
        await page.menu("Players")
        await page.tap("leaves")
        await page.tap("leaves-0")
        assert page.all("coming-done")
        await page.tap("close")
        for tab in ("sheet", "history"):
            await page.go(f"/table/{id}/{tab}")
            assert not page.errors()
    assert "Dana" in here.tables.library.players()


@on_each_size
async def test_a_player_who_left_schlafmuetze_is_not_asked_and_can_return(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, "Anna", "Bo", "Cem", "Dana", game="schlafmuetze")
    submit(here, id, LastCardLaid(0), NobodyDoubts(), HandsCounted((0, 2, 3, 4)))
    async with Page(here, id, size=size) as page:
        await page.menu("Players")
        await page.taps("leaves", "leaves-0")
        assert page.visible("Anna is dealt no more cards, and cannot win any more.")
        await page.tap("coming-done")
        assert page.label("result-0") == "Anna: has left and 0 penalty points"
        await page.menu("Players")
        assert not page.all("name-0"), "players who left cannot be renamed"
        await page.enter("name-2", "Cemil")
        await page.tap("players-done")
        assert page.table.names == ("Anna", "Bo", "Cemil", "Dana")
        await page.tap("next-round")
        assert page.table.view(None).dealer == 1
        assert [page.all(f"out-{seat}") != [] for seat in range(4)] == [False, True, True, True]
        await page.tap("halt")
        assert not page.all("doubter-0")
        assert not page.all("author-0")
        await page.taps("author-1", "doubter-2", "to-the-vote")
        assert [page.all(f"voter-{seat}") != [] for seat in range(4)] == [False, True, True, True]
        await page.taps("vote-valid", "vote-valid")
        assert not page.all("player-0")
        await page.taps("out-1", "holds-2")
        assert not page.all("hand-0")
        await page.tap("holds-3")
        assert page.table.view(None).totals == (0, 2, 6, 7)
        await page.menu("Players")
        await page.taps("joins", "newcomer-Anna")
        assert page.visible("Anna is back.")
        assert page.visible("Anna goes on with 7 penalty points: nobody at the table has more.")
        await page.tap("coming-done")
        assert page.table.record.history[-1].reported == Join(0, "Anna")
        await page.tap("next-round")
        assert page.all("out-0")
        assert not page.errors()


async def test_new_and_former_players_are_on_every_page_of_a_game(here: Room) -> None:
    id = begin(here, "Anna", "Bo", "Cem", game="schlafmuetze")
    submit(here, id, LastCardLaid(0), NobodyDoubts(), HandsCounted((0, 2, 3)))
    for change in (Join(3, "Dana"), Leave(0)):
        here.tables.seat(id, change)
    submit(here, id, NextRound())
    async with Page(here, id, "board", size=(1920, 1080)) as page:
        assert page.visible("Dana")
        assert page.visible("Anna"), "the points stay"
    submit(here, id, LastCardLaid(1), NobodyDoubts(), HandsCounted((0, 0, 2, 4)), Finish())
    async with Page(here, id, "board", size=(1920, 1080)) as page:
        assert page.visible("Bo wins the game with 2 penalty points.")
    for tab in ("sheet", "history", "table"):
        async with Page(here, id, tab, size=TABLET) as page:
            assert not page.errors()
    async with Page(here, id, size=TABLET) as page:
        assert page.visible("Bo wins the game with 2 penalty points.")
    again = here.tables.table(here.tables.rematch(id)).session
    assert again
    assert again.names == ("Bo", "Cem", "Dana")

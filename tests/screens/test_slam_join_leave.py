"""The table of Slam! after a player has left: no questions to the absent player, whose wins are kept."""

import pytest
from games.slam.table import two
from screens.room import Page as Glance
from screens.room import Room, on_each_size, submit
from screens.test_slam import Page, card, choose, table

from companion.games.slam.cards import Attribute, Special
from companion.games.slam.model import Asking, Booking, Judged
from companion.games.slam.questions import AskSmart
from companion.games.slam.reports.laying import PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.reports.won import SlamWon
from companion.kernel.log import Join, Leave

pytestmark = pytest.mark.rule("slam.ruling.coming")


@on_each_size
async def test_a_player_who_left_can_neither_win_nor_tie(here: Room, size: tuple[int, int]) -> None:
    id = table(here, "Anna", "Ben", "Cleo")
    submit(here, id, SlamWon(1))
    async with Glance(here, id, size=size) as page:
        await page.menu("Players")
        await page.taps("leaves", "leaves-1")
        assert page.visible(
            "Ben leaves and is ranked below everyone still playing. The points so far stay on the sheet."
        )
        await page.tap("coming-done")
        assert page.table.record.history[-1].reported == Leave(1)
        assert page.all("wins-0")
        assert not page.all("wins-1")
        assert not page.all("player-1")
        await page.tap("wins-2")
        await page.tap("name-them")
        assert page.all("also-0")
        assert not page.all("also-1")
        await page.tap("close")
        # the other two are tied, with no need to say who
        await page.tap("tie")
        assert page.visible("A tie: how many points does Anna’s second poet have?")
        await page.menu("Players")
        await page.taps("leaves", "leaves-0")
        assert not page.all("coming-done"), "two at least go on"
        await page.tap("close")
        await page.go(f"/table/{id}/sheet")
        assert page.visible("Ben")
        assert not page.errors()


async def test_by_the_cards_the_stage_is_for_present_players(here: Room) -> None:
    cards = tuple(card(name, n) for n, name in enumerate("ABCD", 3))
    async with Page(here, table(here, "Anna", "Ben", "Cleo", cards=cards)) as page:
        page.table.submit(Leave(0))
        await page.go(f"/table/{page.id}")
        await page.taps("attribute-style", "open-slam")
        assert not page.all("slot-0-0")
        assert not page.all("fewer-0")
        await choose(page, "A", "B", "C", "D")
        await page.tap("reveal")
        assert isinstance(page.state.phase, Judged)
        assert page.visible("Cleo wins the slam!")
        await page.go(f"/table/{page.id}/history")
        assert page.visible("Ben: A and B · Cleo: C and D")
        assert not page.errors()


async def test_only_present_players_vote(here: Room) -> None:
    id = table(here, "Anna", "Ben", "Cleo")
    async with Page(here, id) as page:
        page.table.submit(Leave(2))
        submit(here, id, SlamOpened(special=Special.BEST_OF, attributes=(Attribute.STYLE,)))
        submit(here, id, PoetsRevealed((two(5, 4), two(5, 5), two())))
        await page.go(f"/table/{id}")
        assert isinstance(page.state.phase, Asking)
        assert isinstance(page.state.phase.question, AskSmart)
        assert page.all("votes-0-0-2")
        assert not page.all("votes-0-0-3")
        await page.tap("votes-0-0-2")
        assert page.visible("Anna, Poet 1: smart")
        assert not page.errors()


async def test_an_earlier_slam_is_corrected_with_its_own_players(here: Room) -> None:
    id = table(here, "Anna", "Ben", "Cleo")
    submit(here, id, SlamWon(1))
    async with Glance(here, id) as page:
        page.table.submit(Leave(0))
        submit(here, id, SlamWon(2))
        await page.go(f"/table/{id}/history")
        await page.taps("entry-1", "amend", "wins-0")
        assert page.state.totals == (1, 0, 1)
        await page.go(f"/table/{id}/history")
        await page.taps("entry-3", "amend")
        assert not page.all("wins-0")
        assert not page.errors()


async def test_a_slam_with_vacant_seats(here: Room) -> None:
    id = table(here, *"ABCDEF")
    async with Glance(here, id) as page:
        page.table.submit(Leave(0))
        page.table.submit(Join(6, "Gwen"))
        await page.go(f"/table/{id}")
        assert isinstance(page.state.phase, Booking)
        await page.tap("wins-6")
        assert page.state.totals == (0, 0, 0, 0, 0, 0, 1)
        assert not page.errors()


async def test_the_gold_card_ignores_the_pile_of_a_player_who_left(here: Room) -> None:
    id = table(here, "Anna", "Ben", "Cleo", gold="team")
    submit(here, id, *[SlamWon(number % 3, cards=2) for number in range(10)])
    async with Page(here, id) as page:
        page.table.submit(Leave(1))
        submit(here, id, GoldOpened((Attribute.STYLE,)))
        await page.go(f"/table/{id}")
        assert page.all("pick-0-0")
        assert not page.all("pick-1-0")
        assert not page.visible("cannot take part")
        assert not page.errors()

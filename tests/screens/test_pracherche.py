"""The table of Pracherche: the winner of a round by one tap, or every trick."""

import pytest
from screens.room import Page, Room, begin, on_each_size

from companion.games.bronzen.pracherche.model import GameOver, Reveal, RoundOver, War


@on_each_size
async def test_rounds_and_tricks_can_be_undone(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here, game="pracherche"), size=size) as page:
        await page.tap("round-0")
        assert page.state.phase == RoundOver(0)
        assert page.label("points-0") == "Anna, rounds won: 1"
        await page.taps("next-round", "telling", "trick-1", "equal")
        assert page.state.phase == War(1)
        await page.tap("trick-1")
        assert page.state.stacks == (51, 59)
        assert page.visible("Anna, stack: 51")
        await page.taps("telling", "round-1")
        assert page.label("points-1") == "Bo, rounds won: 1"
        await page.tap("finish")
        assert page.state.phase == GameOver(1)
        assert page.all("rematch")
        assert not page.errors()


@pytest.mark.rule("pracherche.setup")
async def test_without_tricks_only_counted_stacks_are_shown(here: Room) -> None:
    async with Page(here, begin(here, game="pracherche")) as page:
        assert not [text for text in page.spoken() if "stack" in text or "55" in text]
        await page.tap("recount")
        await page.enter("stacks-0", "38") if page.all("stacks-0") else await page.enter("stacks-0-0", "38")
        await page.enter("stacks-1", "72") if page.all("stacks-1") else await page.enter("stacks-0-1", "72")
        await page.tap("form-done")
        assert page.state.phase == Reveal()
        assert page.visible("Anna, cards last counted: 38")
        assert page.visible("Bo, cards last counted: 72")


async def test_the_cards_of_one_trick_after_another_are_picked(here: Room) -> None:
    async with Page(here, begin(here, game="pracherche"), locale="de") as page:
        await page.taps("telling", "cards")
        assert [page.said(page.find(f"rank-{rank}"))[-1] for rank in "JQKA"] == [*"BDKA"]
        for rank in ("K", "A"):
            await page.taps(f"rank-{rank}", "suit-hearts", "rank-9", "suit-clubs")
        assert page.state.stacks == (57, 53)
        await page.tap("cards")
        assert page.all("trick-0")


async def test_a_game_without_a_winner_ends_as_a_draw(here: Room) -> None:
    async with Page(here, begin(here, game="pracherche")) as page:
        await page.taps("round-0", "next-round", "round-1", "finish")
        assert page.visible("A draw: all tied.")
        assert not page.visible("The game is over.")

"""What a tap opens is scrolled to; what closes, or was open before, moves nothing."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from harness import Screen
from screens.room import Page, Room, begin, submit
from screens.test_free_sheet import sheet

from companion.games.bronzen.reports import Einzel
from companion.ui.runtime import in_sight
from companion.ui.shell import main_of


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_sight, "_LAID_OUT", (0.0,))


def scrolled(screen: Screen) -> int:
    """Return how often the page was asked to scroll to a part of it."""
    return sum(call.name == "scroll_to" and bool(call.args["scroll_key"]) for call in screen.calls)


async def after(screen: Screen, tapped: Callable[[], Any]) -> int:
    """Return how often the page scrolls to a part after a tap."""
    before = scrolled(screen)
    await tapped()
    await asyncio.sleep(0.05)
    return scrolled(screen) - before


async def test_a_part_that_unfolds_is_scrolled_to_and_one_that_folds_is_not(here: Room) -> None:
    async with Screen(main_of(here), locale="en", route="/new/bronzen") as screen:
        assert scrolled(screen) == 0
        assert await after(screen, lambda: screen.tap("house-rules")) == 1
        assert await after(screen, lambda: screen.tap("house-rules")) == 0


async def test_the_form_for_a_player_who_joins_or_leaves_is_scrolled_to(here: Room) -> None:
    async with Page(here, sheet(here, ("5", "3", "4"))) as page:
        await page.menu("Players")
        assert scrolled(page) == 0
        assert await after(page, lambda: page.tap("joins")) == 1
        assert await after(page, lambda: page.tap("leaves")) == 1


async def test_the_entries_of_an_event_are_scrolled_to(here: Room) -> None:
    id = begin(here)
    submit(here, id, *[Einzel(0)] * 3, Einzel(1))
    async with Page(here, id) as page:
        await page.tab(2)
        assert scrolled(page) == 0
        assert await after(page, lambda: page.tap("event-1")) == 1
        assert await after(page, lambda: page.tap("event-1")) == 0

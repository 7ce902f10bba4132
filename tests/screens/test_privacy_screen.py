"""Private information on a phone that is passed from hand to hand."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from effort import pairs
from screens.room import PHONE, TABLET, Page, Room, begin

from companion.i18n import language_names
from companion.ui.app import presence

WORD = "QWZ"
AT = {"x": 9.0, "y": 9.0}


def held(node: Any) -> Iterator[str]:
    """Return every text in a page, shown or not."""
    if isinstance(node, dict):
        for value in node.values():
            yield from held(value)
    elif isinstance(node, list):
        for value in node:
            yield from held(value)
    elif isinstance(node, str):
        yield node


def secrets(page: Page) -> list[str]:
    return [text for text in held(page.page) if text in tuple(WORD) or " ".join(WORD[:2]) in text]


async def noted(page: Page) -> None:
    """Let Ben note a clue on his guess sheet, which stays open."""
    await page.taps("dealt-5", "telling", "giver-0", "stand-seat-1", "stand-seat-2", "stand-npc-0", "clue-done")
    assert not secrets(page)
    await page.taps("sheet-1", "curtain-open", *(f"key-{letter}" for letter in WORD), "note-done")
    assert secrets(page)


def table(here: Any) -> str:
    return begin(here, "Anna", "Ben", "Cleo", "Dora", game="letter_jam")


@pairs("locale, size", language_names(), [PHONE, TABLET])
async def test_only_the_curtain_is_visible(here: Room, size: tuple[int, int], locale: str) -> None:
    async with Page(here, table(here), size=size, locale=locale) as page:
        await noted(page)
        assert page.all("undo")
        await page.taps("close-sheet", "sheets-back", "sheet-1")
        assert not secrets(page)
        assert page.visible({"en": "Hand the phone to Ben", "de": "Das Handy an Ben geben"}[locale])
        assert page.label("curtain-open").startswith({"en": "I am Ben", "de": "Ich bin Ben"}[locale])
        assert {"curtain", "curtain-open", "curtain-back"} == {
            node["identifier"] for node in page.within(page.view()) if node.get("identifier")
        }
        await page.tap("curtain-open")
        assert secrets(page)
        assert page.all("undo")


async def test_the_curtain_closes_when_the_phone_is_locked(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await noted(page)
        await page.event(page.page, "app_lifecycle_state_change", {"state": "inactive"})
        assert secrets(page), "an incoming message is not a reason"
        await page.event(page.page, "app_lifecycle_state_change", {"state": "hide"})
        assert not secrets(page)
        await page.event(page.page, "app_lifecycle_state_change", {"state": "show"})
        assert page.all("curtain-open")
        await page.tap("curtain-open")
        assert secrets(page)


async def test_text_written_behind_the_curtain_is_restored(here: Room) -> None:
    async with Page(here, table(here)) as page:
        await page.taps("dealt-5", "telling", "giver-0", "stand-seat-1", "stand-seat-2", "stand-npc-0", "clue-done")
        await page.taps("sheet-1", "curtain-open", "key-Q")
        for state in ("hide", "show"):
            await page.event(page.page, "app_lifecycle_state_change", {"state": state})
        assert "Q" not in held(page.page)
        await page.taps("curtain-open", "key-W", "note-done")
        assert page.label("row-1").endswith("? Q W")
        # once noted it is not a draft any more
        await page.taps("row-1", "cell-2", "rub-out", "note-done")
        assert page.label("row-1").endswith("? Q .")


async def test_the_curtain_closes_after_inactivity(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Page(here, table(here)) as page:
        await noted(page)
        await page.taps("close-sheet", "sheets-back")
        monkeypatch.setattr(presence, "IDLE", 1.0)
        await page.taps("sheet-1", "curtain-open")
        for _ in range(2):
            await asyncio.sleep(0.6)
            await page.settle()
            assert secrets(page)
            # a finger beside the buttons, as one that scrolls
            await page.event(page.of("GestureDetector")[-1], "pan_down", {"l": AT, "g": AT})
        await page.until(lambda: not secrets(page), timeout=5.0)
        assert page.all("curtain-open")


async def test_the_back_gesture_leaves_the_sheet_then_the_sheets_then_the_table(here: Room) -> None:
    id = table(here)
    async with Page(here, id) as page:
        await noted(page)
        await page.go(f"/table/{id}")
        assert not secrets(page)
        assert page.all("sheet-2")
        await page.go(f"/table/{id}")
        assert page.all("giver-0") or page.all("next-round")
        assert page.all("undo")

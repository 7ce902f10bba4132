"""The clock at a table: set from its menu, shown on every page, with a vibration at the end."""

import io
import struct
import time
import wave

import pytest
from screens.room import PHONE, TABLET, Page, Room, begin, on_each_size

from companion.tables.clock import Clock
from companion.ui.app.sound import sound


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
async def test_a_clock_is_set_paused_and_removed(here: Room, size: tuple[int, int]) -> None:
    async with Page(here, begin(here), size=size) as page:
        assert not page.all("clock")
        await page.menu("Clock")
        await page.taps("clock-120", "clock-begin")
        assert page.visible("2:00")
        assert page.visible("running")
        assert not page.all("clock-away"), "a running clock cannot be removed"
        await page.tap("clock-pause")
        assert page.visible("paused")
        clock = here.tables.clocks.of(page.id)
        assert clock
        assert clock.running is None
        await page.taps("clock-start", "clock-pause", "clock-anew", "clock-away")
        assert not page.all("clock")
        assert page.table.version == 0, "it is no part of the game"


async def test_every_page_shows_the_clock_and_each_player_has_their_own_time(here: Room) -> None:
    id = begin(here, "Anna", "Bo")
    async with Page(here, id) as page, Page(here, id, locale="de") as other:
        await page.menu("Clock")
        await page.taps("clock-60", "clock-each", "clock-begin")
        assert page.visible("Anna · running")
        await other.seen("Anna · läuft")
        await other.tap("clock-next")
        await page.seen("Bo · running")
        await other.tap("clock-pause")
        await page.seen("Bo · paused")


@on_each_size
async def test_the_big_board_shows_the_clock(here: Room, size: tuple[int, int]) -> None:
    id = begin(here, "Anna", "Bo")
    async with Page(here, id, "board", size=size) as page:
        assert not page.all("clock")
        here.tables.clocks.put(id, Clock(60, (30.2,)).started(time.monotonic()))
        await page.seen("0:30")
        assert "0:30 · running" in page.said(page.find("clock"))
        here.tables.clocks.put(id, Clock(60, (59.9,)).started(time.monotonic()))
        await page.seen("0:00")
        assert any(call.name == "play" for call in page.calls), "it rings"
        here.tables.clocks.put(id, None)
        await page.until(lambda: not page.all("clock"))


async def test_the_end_of_the_time_vibrates_and_is_announced(here: Room) -> None:
    async with Page(here, begin(here)) as page:
        here.tables.clocks.put(page.id, Clock(60, (59.8,)).started(time.monotonic()))
        await page.seen("Time is up.")
        assert "Time is up." in page.announced()
        assert any(call.name == "heavy_impact" for call in page.calls)
        assert any(call.name == "play" for call in page.calls), "and it rings"
        assert page.visible("0:00")
        assert not page.all("clock-pause")
    async with Page(here, page.id, services={"get": '{"haptics": false, "sound": false}'}) as quiet:
        here.tables.clocks.put(page.id, Clock(60, (59.8,)).started(time.monotonic()))
        await quiet.seen("Time is up.")
        assert not any(call.name in ("heavy_impact", "play") for call in quiet.calls), "both can be switched off"


async def test_a_game_with_a_stage_proposes_its_time(here: Room) -> None:
    async with Page(here, begin(here, game="slam", first=0)) as page:
        await page.menu("Clock")
        assert page.visible("5:00 on stage")
        await page.tap("clock-begin")
        assert page.visible("5:00")
    async with Page(here, begin(here)) as other:
        await other.menu("Clock")
        assert not other.visible("on stage")
        await other.tap("clock-begin")
        assert other.visible("1:00"), "any other game counts a minute"


def test_the_bell_is_a_valid_sound_file() -> None:
    with wave.open(io.BytesIO(sound())) as read:
        assert (read.getnchannels(), read.getsampwidth()) == (1, 2)
        assert 1.0 < read.getnframes() / read.getframerate() < 1.5
        loud = max(map(abs, struct.unpack(f"<{read.getnframes()}h", read.readframes(read.getnframes()))))
        assert 16_000 < loud < 32_767, "audible without clipping"

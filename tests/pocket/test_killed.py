"""Whatever a screen has shown is there again, though the tab was killed in the midst of it."""

import base64
import random
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from effort import effort
from playwright.sync_api import Error
from pocket.conftest import Device, Pocket
from ui.test_journeys import set_up

from companion.storage.library import FILE

pytestmark = pytest.mark.browser

#: Within so many milliseconds after a tap the tab is killed: a tap takes about fifty until it is shown.
_SOON = 120

#: The browser's copy of the library.
_COPY = """file => new Promise((resolve, reject) => {
    const opening = indexedDB.open("/data");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const base = opening.result;
        const asked = base.transaction("FILE_DATA").objectStore("FILE_DATA").get("/data/" + file);
        asked.onsuccess = () => {
            base.close();
            const reader = new FileReader();
            reader.onload = () => resolve(reader.result.split(",")[1]);
            reader.readAsDataURL(new Blob([asked.result.contents]));
        };
    };
})"""


def kept(page: Pocket, folder: Path) -> int:
    """Return how many entries the browser has kept of the only game; the file is sound."""
    copy = folder / "copy.sqlite3"
    copy.write_bytes(base64.b64decode(page.page.evaluate(_COPY, FILE)))
    base = sqlite3.connect(copy)
    try:
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (entries,) = base.execute("SELECT count(*) FROM entry").fetchone()
        return int(entries)
    finally:
        base.close()


def test_what_was_shown_survives_a_killed_tab(device: Device, tmp_path: Path) -> None:
    phone = device.page().open()
    route = set_up(phone)
    phone.whole().remembers()
    told = seen = 0
    chance = random.Random(11)
    for _ in range(effort(few=3, many=100)):
        before = phone.at_rest()
        for number in range(3):
            phone.tap(f"wins-{(told + number) % 2}")
            phone.page.wait_for_timeout(chance.uniform(0, _SOON))
            now = phone.texts()
            if now == before:
                break
            seen, before = seen + 1, now
            phone.page.wait_for_timeout(320)
        with suppress(Error):
            phone.page.goto("chrome://crash", timeout=3000)
        with suppress(Error):
            phone.page.close()
        phone = device.page().open(route)
        phone.at("wins-0").wait_for(state="attached")
        told = kept(phone, tmp_path)
        assert told >= seen
        seen = told

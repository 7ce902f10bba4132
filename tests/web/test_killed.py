"""Everything a screen has shown is restored after the tab was killed at any moment."""

import json
import os
import random
import sqlite3
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from effort import at_leisure
from playwright.sync_api import Error
from ui.test_journeys import set_up
from web.conftest import Device, Pocket

pytestmark = pytest.mark.browser

#: Number of kills, some nine seconds each; set by ``COMPANION_KILLS``.
KILLS: Final = int(os.environ.get("COMPANION_KILLS", "3"))
#: Milliseconds after a tap within which the tab is killed: a tap takes about fifty to be shown.
_SOON: Final = 120
#: Then another table begins: the number of kills reported within a round.
_A_ROUND: Final = 12


def kept(page: Pocket, folder: Path) -> dict[str, list[int]]:
    """Check the browser's stored file, and return the winners at each table, in order."""
    copy = folder / "copy.sqlite3"
    copy.write_bytes(page.stored())
    base = sqlite3.connect(copy)
    try:
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found: dict[str, list[int]] = {table: [] for (table,) in base.execute("SELECT id FROM log")}
        for table, line in base.execute("SELECT log, line FROM entry ORDER BY log, number"):
            found[table].append(json.loads(line)["seat"])
        return found
    finally:
        base.close()


def begin(phone: Pocket) -> str:
    """Begin another game of the same players, and return its route."""
    for seat, name in enumerate(("Anna", "Bo")):
        phone.fill(f"name-{seat}", name)
    phone.tap("first-0")
    phone.start_by_tricks()
    return "/table/" + phone.page.url.rsplit("/", 1)[-1]


def kill(page: Pocket) -> None:
    """Kill the page's process, which includes Python."""
    with suppress(Error):
        page.page.goto("chrome://crash", timeout=3000)
    with suppress(Error):
        page.page.close()


def test_shown_data_survives_a_killed_tab(device: Device, tmp_path: Path) -> None:
    phone = device.page().open().whole().remembers()
    chance = random.Random(11)
    tables: dict[str, list[int]] = {}
    ends = Counter[str]()
    try:
        for number in range(KILLS):
            if number % _A_ROUND == 0:
                phone.page.goto(f"{phone.url}#/new/bronzen")
                route = begin(phone)
                reported = tables.setdefault(route.rpartition("/")[2], [])
            for _ in range(chance.randrange(2)):
                reported.append(chance.randrange(2))
                phone.report(f"wins-{reported[-1]}")
            screen, last = phone.at_rest(), chance.randrange(2)
            phone.tap(f"wins-{last}")
            shown = False
            if number % 2:  # half of them are awaited, the others are killed earlier
                phone.page.wait_for_timeout(chance.uniform(0, _SOON))
                shown = phone.texts() != screen
            kill(phone)

            phone = device.page().open(route)
            phone.at("wins-0").wait_for(state="attached")
            there = kept(phone, tmp_path)
            if there == tables and not shown:
                assert phone.at_rest() == screen
                ends["neither seen nor kept"] += 1
            else:
                reported.append(last)
                assert there == tables
                ends["shown and kept" if shown else "kept, not yet seen"] += 1
    finally:
        print(
            f"{ends.total()} kills: the last report was",
            ", ".join(f"{end} {count} times" for end, count in ends.items()),
        )


@at_leisure
def test_a_window_that_takes_over_has_all_that_the_other_had_shown(device: Device, tmp_path: Path) -> None:
    """One window submits a report while the other takes over: everything shown is there, and no report is incomplete."""
    phone = device.page().open()
    route = set_up(phone)
    phone.whole().remembers()
    chance = random.Random(11)
    table, reported = route.rpartition("/")[2], list[int]()
    for _ in range(1 + KILLS // 10):
        screen, last = phone.at_rest(), chance.randrange(2)
        other = device.page()
        other.page.goto(f"{other.url}#{route}")
        other.notice("here").wait_for(timeout=60_000)
        phone.tap(f"wins-{last}")
        phone.page.wait_for_timeout(chance.uniform(0, _SOON))
        now = phone.texts()
        other.notice("here").click()
        other.ready()
        other.at("wins-0").wait_for(state="attached")
        there = kept(other, tmp_path)[table]
        assert there in ([*reported, last], reported)
        if now != screen:
            assert there == [*reported, last]
        phone.page.close()
        phone, reported = other, there

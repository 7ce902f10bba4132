"""Failures of the program and the network during a game: no report is lost."""

import contextlib
import re
import sqlite3
import time
from collections.abc import Callable

import pytest
from effort import at_leisure, cases
from playwright.sync_api import TimeoutError
from ui.conftest import PHONE, TABLET, Phone, Program
from ui.test_journeys import german, set_up

from companion.games.bronzen.messages import N
from companion.kernel.text import Player

pytestmark = pytest.mark.browser

Phones = Callable[..., Phone]


def kept(server: Program) -> int:
    """Return how many entries are stored."""
    with sqlite3.connect(f"file:{server.data / 'companion.sqlite3'}?mode=ro", uri=True) as connection:
        return int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])


@cases("size, locale", [(PHONE, "de-DE"), (TABLET, "en-GB")], few=1)
def test_after_a_power_cut_the_table_is_where_it_was(
    phones: Phones, server: Program, size: tuple[int, int], locale: str
) -> None:
    page = phones(size, locale=locale).open()
    set_up(page)
    page.report("wins-0", "wins-0", "jay", "wins-1")
    last = page.texts()
    stored = kept(server)
    assert stored == 4
    server.restart()
    # by itself, without a reload; taps before the reconnection have no effect
    tap_until_stored(page, server, "double")
    page.at("wins-0").wait_for(state="attached")
    tap_until_stored(page, server, "undo")
    page.at("double").wait_for(state="attached")
    assert _table(page) == _table_of(last)
    tap_until_stored(page, server, "redo")
    page.at("wins-0").wait_for(state="attached")
    server.kill()
    server.start()
    page.reload()
    page.at("wins-0").wait_for(state="attached")
    assert kept(server) == 7


@cases("locale, said", [("de-DE", "Gerade keine Verbindung."), ("en-GB", "No connection at the moment.")], few=1)
def test_a_page_without_connection_says_so_and_takes_no_taps(
    phones: Phones, server: Program, locale: str, said: str
) -> None:
    page = phones(PHONE, locale=locale).open()
    set_up(page)
    page.report("wins-0")
    notice = page.page.locator("#splash p", has_text=said)
    notice.wait_for(state="hidden")
    server.kill()
    notice.wait_for(state="visible")
    with pytest.raises(TimeoutError):
        page.at("wins-0").first.click(timeout=1000)
    server.start()
    notice.wait_for(state="hidden")
    tap_until_stored(page, server, "wins-0")
    assert kept(server) == 2


def tap_until_stored(page: Phone, server: Program, what: str) -> None:
    """Tap until the report is stored, as a user does who sees no effect."""
    before = kept(server)
    for _ in range(20):
        page.page.wait_for_timeout(400)
        # the page may be redrawn under the finger
        with contextlib.suppress(TimeoutError):
            page.at(what).first.click(timeout=3000)
        end = time.monotonic() + 3
        while kept(server) == before and time.monotonic() < end:
            page.page.wait_for_timeout(50)
        if kept(server) > before:
            assert kept(server) == before + 1
            return
    raise AssertionError(f"{what} is never stored; texts {page.texts()}")


def _table(page: Phone) -> list[str]:
    return _table_of(page.texts())


def _table_of(texts: list[str]) -> list[str]:
    """Return the labels of the players' places."""
    return sorted(text for text in texts if ", " in text and text.startswith(("Anna, ", "Bo, ")))


def test_a_phone_that_was_offline_gets_the_reports_of_others(phones: Phones, server: Program) -> None:
    tablet = phones(TABLET, locale="en-GB").open()
    route = set_up(tablet)
    phone = phones(PHONE, locale="de-DE").open(route)
    phone.at("wins-0").wait_for(state="attached")
    phone.page.context.set_offline(True)
    tablet.report("wins-1", "wins-1")
    phone.page.context.set_offline(False)
    phone.see(german(N("{player}, bunker: {n} card", "{player}, bunker: {n} cards", n=4, player=Player(1))), timeout=60)
    # the phone may have received it before it noticed the loss: taps meanwhile have no effect
    tap_until_stored(phone, server, "wins-0")
    tablet.see("Anna wins the Einzel.")
    assert kept(server) == 3


@at_leisure
def test_the_clients_own_connection_texts_are_not_read_aloud(phones: Phones) -> None:
    """The client has English words of its own before its first screen, see ``splash.js``."""
    phone = phones()
    page = phone.page
    page.route_web_socket(re.compile("/ws"), lambda socket: None)
    page.goto(phone.url)
    words = page.get_by_text("Working...").or_(page.get_by_label("Working..."))
    words.first.wait_for(state="attached")
    said = page.locator("body").aria_snapshot()
    assert "Working" not in said
    assert "Companion" in said

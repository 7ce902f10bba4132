"""A phone that has joined a served table installs the program, and keeps it without the server."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from ui.conftest import Program, chromium
from web.conftest import PATIENCE, Device, Pocket

pytestmark = pytest.mark.browser


@pytest.fixture
def table(site: Path, tmp_path: Path) -> Iterator[Program]:
    """The program, served to phones with its pocket."""
    command = [sys.executable, "-m", "companion", "serve", "--lan", "--pocket", str(site)]
    program = Program(tmp_path / "data", command, tmp_path / "server.log").start()
    yield program
    program.stop()


def test_a_phone_that_joined_takes_the_program_home(table: Program, tmp_path: Path) -> None:
    with sync_playwright() as playwright:
        path = chromium(playwright)
        if path is None:
            pytest.skip("No Chromium was found.")
        # browsers trust the phone address under the name localhost, as they do https
        key = next(word.partition("?key=")[2] for word in table.output().split() if "?key=" in word)
        door = f"http://127.0.0.1:{table.port + 1}/"
        device = Device(playwright, path, tmp_path, door)
        joined = Pocket(device.context.new_page(), door, tmp_path)
        joined.page.goto(f"{door}?key={key}")
        joined.ready()
        joined.scroll_to("take-home")
        with device.context.expect_page() as opened:
            joined.tap("take-home")
        home = Pocket(opened.value, f"{door}pocket/", tmp_path)
        home.at("play-bronzen").wait_for(state="attached", timeout=PATIENCE)
        assert home.page.url.startswith(f"{door}pocket/")
        home.whole()
        assert home.page.evaluate("navigator.serviceWorker.controller.scriptURL") == f"{door}pocket/sw.js"
        # the program's own page is still served by the server
        joined.reload()
        assert joined.page.evaluate("navigator.serviceWorker.controller") is None

        table.stop()
        device.end().strangers.clear()  # the server's own policy blocks the page's requests to other hosts
        home = Pocket(device.context.new_page(), f"{door}pocket/", tmp_path).open("/rules/bronzen.jay")
        home.see("Jay")
        assert home.errors == [], "a file is not below the address of the pocket"
        assert device.strangers == []
        device.end()

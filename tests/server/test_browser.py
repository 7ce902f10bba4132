"""The page in a real Chromium: it starts, can be read, comes back, and asks no other server."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route
from ui.conftest import Phone, Program, browser, phones

__all__ = ["browser", "phones"]

pytestmark = pytest.mark.browser

TINY = Path(__file__).with_name("tiny.py")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Program]:
    """The small program instead of the whole one."""
    program = Program(tmp_path / "data", [sys.executable, str(TINY)], tmp_path / "server.log").start("--lan")
    yield program
    program.stop()


def test_no_request_leaves_the_own_host(phones: Callable[..., Phone], server: Program) -> None:
    phone = phones()
    left: list[str] = []

    def watch(route: Route) -> None:
        # Requests that the page's policy forbids never get here.
        if route.request.url.startswith(("http", "ws")) and not route.request.url.startswith(server.url):
            left.append(route.request.url)
        route.continue_()

    phone.page.context.route("**/*", watch)
    phone.open()
    phone.see("Value 0")
    phone.tap("plus")
    phone.see("Value 1")
    phone.page.wait_for_timeout(1000)
    assert left == []


def test_a_second_visit_takes_little_from_the_network(phones: Callable[..., Phone], server: Program) -> None:
    phone = phones()
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Network.enable")
    taken = [0]
    session.on("Network.loadingFinished", lambda event: taken.append(taken.pop() + event["encodedDataLength"]))
    phone.open().see("Value 0")
    cold = taken[0]
    taken[0] = 0
    phone.reload().see("Value")
    assert taken[0] < cold / 20, (cold, taken[0])


def test_a_phone_comes_in_by_its_link(phones: Callable[..., Phone], server: Program) -> None:
    phone = phones()
    while not (links := [word for word in server.output().split() if "?key=" in word]):
        phone.page.wait_for_timeout(50)
    link = links[0]
    phone.page.goto(link)
    phone.ready().see("Value 0")
    assert "key" not in phone.page.url
    phone.tap("plus")
    phone.see("Value 1")
    phone.see("de-DE")


def test_after_a_power_cut_the_page_comes_back(phones: Callable[..., Phone], server: Program) -> None:
    phone = phones().open()
    phone.tap("plus")
    phone.see("Value 1")
    server.restart()
    phone.see("Value 0", timeout=30)
    phone.tap("plus")
    phone.see("Value 1")

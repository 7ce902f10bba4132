"""Phone access: the link contains the key, and without the key nothing is served."""

import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from effort import at_leisure
from ui.conftest import PHONE, TABLET, Phone, Program
from ui.test_journeys import german, set_up

from companion.games.bronzen.messages import T
from companion.kernel.text import Player

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Program]:
    """The program with phone access."""
    command = [sys.executable, "-m", "companion", "serve"]
    program = Program(tmp_path / "data", command, tmp_path / "server.log").start("--lan")
    yield program
    program.stop()


def link_of(server: Program, phone: Phone) -> str:
    """Return the link that is printed for phones."""
    phone.until(lambda: "?key=" in server.output(), "no link is printed", timeout=30)
    found = re.search(r"http://\S+\?key=[\w-]+", server.output())
    assert found
    return found[0]


def answer(url: str) -> tuple[int, bytes]:
    """Return the answer to a plain request."""
    try:
        with urllib.request.urlopen(url, timeout=10) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read()


def test_a_phone_joins_by_its_link_and_plays(phones: Callable[..., Phone], server: Program) -> None:
    tablet = phones(TABLET, locale="en-GB").open()
    route = set_up(tablet)
    phone = phones(PHONE, locale="de-DE")
    link = link_of(server, tablet)
    phone.page.goto(link)
    phone.ready()
    assert "key=" not in phone.page.url
    phone.page.goto(phone.page.url.rstrip("/") + route)
    phone.ready().at("wins-0").wait_for(state="attached")
    phone.page.reload()
    phone.ready().at("wins-0").wait_for(state="attached")
    phone.report("wins-0")
    tablet.see("Anna wins the Einzel.")
    tablet.report("wins-1")
    phone.see(german(T("{player} wins the Einzel.", player=Player(1))))
    assert not phone.errors


@at_leisure
def test_without_the_key_nothing_is_served(phones: Callable[..., Phone], server: Program) -> None:
    phone = phones(PHONE, locale="de-DE")
    link = urlsplit(link_of(server, phone))
    door = f"http://{link.netloc}"
    answers = {answer(door + path) for path in ("/", "/main.dart.js", "/table/1", "/?key=wrong", "/fonts/x", "/ws")}
    assert {status for status, _ in answers} == {403}
    assert len(answers) == 1, "every address has the same answer"
    phone.page.goto(door)
    phone.see("Companion")
    assert not phone.page.locator("flutter-view, flt-glass-pane").count()
    # the host's own address needs no key
    assert answer(server.url)[0] == 200

"""A passkey in a real Chromium with an authenticator of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from ui.conftest import Phone, Program, browser, phones

__all__ = ["browser", "phones"]

pytestmark = pytest.mark.browser


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """The program with rooms."""
    program = Program.of_this(tmp_path / "data", tmp_path / "server.log")
    yield program.start("--rooms", "--public-url", f"http://localhost:{program.port}/")
    program.stop()


def authenticator(page: Page) -> None:
    """Give a page an authenticator that agrees to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    options |= {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_host_whose_link_is_lost_comes_back_by_a_passkey(phones: Callable[..., Phone], program: Program) -> None:
    page = phones(locale="de-DE").page
    authenticator(page)
    front = f"http://localhost:{program.port}/"  # passkeys need a name
    page.goto(front)
    page.fill("#title", "Die Kartenhaie")
    page.click("#make form button")
    page.wait_for_selector("#made:not([hidden])")
    link = str(page.get_attribute("#open", "href"))
    page.click("#save")
    page.wait_for_selector("text=Noch kein Passkey gespeichert.")
    page.click("#save")
    page.wait_for_selector("text=1 Passkey ist gespeichert.")
    page.context.clear_cookies()
    page.goto(front)
    page.click("#back")
    page.wait_for_url(lambda url: urlsplit(url).path == urlsplit(link).path, wait_until="commit")
    page.goto(link.replace("?", "passkey?"))
    page.click("#forget")
    page.wait_for_selector("text=Noch kein Passkey gespeichert.")
    page.goto(front)
    page.click("#back")
    page.wait_for_selector("text=Dieser Passkey öffnet hier keinen Raum.")

"""A page of the server that does not start shows the reason and can be retried."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from effort import cases
from playwright.sync_api import expect
from ui.conftest import PHONE, TABLET, Phone

from companion.i18n import Renderer
from companion.server.page import START_WORDS

pytestmark = pytest.mark.browser

Phones = Callable[..., Phone]

#: Removes a feature that the client needs from the first visit.
_ONCE: Final = "if (!sessionStorage.visited) { sessionStorage.visited = 1; delete globalThis.WebAssembly; }"


def _failed(phone: Phone, why: str, locale: str) -> None:
    said = phone.page.locator("#splash.failed p[role=alert]")
    expect(said).to_have_text(Renderer(locale).text(START_WORDS[why]), timeout=30_000)


def _try_again(phone: Phone) -> None:
    with phone.page.expect_navigation(wait_until="commit"):
        phone.page.locator("#splash button").click()
    phone.ready()
    expect(phone.page.locator("#splash button")).to_be_hidden()


@cases("file", [r"/main\.dart\.(js|mjs|wasm)", r"/(canvaskit|skwasm)\.(js|wasm)"], few=1)
def test_a_missing_file_is_reported_and_can_be_retried(phones: Phones, file: str) -> None:
    phone = phones(PHONE, locale="de-DE")
    phone.page.route(re.compile(file), lambda route: route.abort())
    phone.page.goto(phone.url, wait_until="commit")
    _failed(phone, "incomplete", "de")
    phone.page.unroute_all()
    _try_again(phone)


def test_a_browser_that_cannot_run_the_client_is_named(phones: Phones) -> None:
    phone = phones(TABLET, locale="en-GB", dark=True)
    phone.page.add_init_script(_ONCE)
    phone.page.goto(phone.url, wait_until="commit")
    _failed(phone, "unable", "en")
    _try_again(phone)


def test_a_language_that_is_no_language_tag_does_no_harm(phones: Phones) -> None:
    phone = phones(PHONE)
    phone.page.add_init_script("Object.defineProperty(Navigator.prototype, 'languages', { get: () => ['c'] })")
    phone.open().see("What are you playing?")
    assert phone.errors == []


def test_a_successful_start_shows_no_failure(phones: Phones) -> None:
    phone = phones(PHONE)
    phone.page.add_init_script("""globalThis.said = new Set();
        setInterval(() => said.add(document.querySelector("#splash p")?.dataset.say), 10);""")
    phone.open()
    assert set(phone.page.evaluate("() => [...said].filter(Boolean)")) == {"loading"}


def test_the_loading_text_is_in_the_readers_language(phones: Phones) -> None:
    phone = phones(PHONE, locale="de-DE")
    phone.page.route(re.compile(r"/main\.dart"), lambda route: None)
    phone.page.goto(phone.url, wait_until="commit")
    expect(phone.page.locator("#splash.starting p")).to_have_text(Renderer("de").text(START_WORDS["loading"]))
    expect(phone.page.locator("#splash.starting progress")).to_be_visible()

"""The rules of a game in a real browser: the contents, and a printout on one page."""

import re
from collections.abc import Callable

import pytest
from effort import cases
from ui.conftest import PHONE, TABLET, Phone

from companion.games import games
from companion.lookup.book import ReadingMode
from companion.lookup.print_routes import path
from companion.resources import OWN, locales, rules_folders

pytestmark = pytest.mark.browser

#: Maximum distance in pixels of a section from the top of the page after a jump; it is above the middle.
TOP = 260


@cases("size", [PHONE, TABLET], few=1, ids=["phone", "tablet"])
def test_the_contents_lead_to_a_section(phones: Callable[..., Phone], size: tuple[int, int]) -> None:
    phone = phones(size).open("/read/slam/book")
    phone.at("section-0").wait_for(state="attached")
    if size == PHONE:
        phone.tap("contents")
    phone.tap("jump-4")

    def there() -> bool:
        box = phone.at("section-4").bounding_box() if phone.at("section-4").count() else None
        return bool(box and 0 < box["y"] < TOP)

    phone.until(there, "the section is not at the top")
    phone.tap("told-4-0")
    phone.at("why-rule").wait_for(state="attached")
    phone.page.go_back()
    phone.at("why-rule").wait_for(state="detached")
    assert there()
    assert not phone.errors


def test_the_one_page_rules_print_on_one_page(phones: Callable[..., Phone]) -> None:
    phone = phones(TABLET)
    own = rules_folders(OWN)
    for game in sorted(game for game, found in games().items() if found.meta.folder in own):
        for locale in locales():
            phone.page.goto(f"{phone.url.rstrip('/')}/{path(game, ReadingMode.PAGE, locale)}")
            printed = phone.page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, (game, locale)
    phone.page.evaluate("window.print = () => { window.printed = true }")
    phone.page.get_by_role("button").click()
    assert phone.page.evaluate("window.printed")
    assert not phone.errors


def test_the_button_opens_the_page_to_print(phones: Callable[..., Phone]) -> None:
    phone = phones(TABLET, locale="en-GB").open("/read/labtag/page")
    phone.at("section-0").wait_for(state="attached")
    with phone.page.context.expect_page() as opened:
        phone.tap("print")
    assert opened.value.url.endswith("/print/labtag.page.en.html")
    assert opened.value.locator("h1").inner_text() == "LABTAG Schlamboree"
    assert not phone.errors

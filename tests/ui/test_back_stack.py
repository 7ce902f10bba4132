"""Back navigation in a real browser: sheets and dialogs first, then the previous screen, and from home out of the program."""

from collections.abc import Callable

import pytest
from effort import at_leisure
from ui.conftest import PHONE, Phone
from ui.test_journeys import set_up

pytestmark = pytest.mark.browser

AWAY = "about:blank"


def back(phone: Phone) -> None:
    """Make the phone's back gesture, and wait until the screen settles."""
    phone.page.evaluate("setTimeout(() => history.back())")
    phone.page.wait_for_timeout(250)
    if phone.page.url != AWAY:
        phone.at_rest()


def route(phone: Phone) -> str:
    """Return the address of the screen that is shown, below the program's own."""
    address = phone.page.url.removeprefix(phone.url).removeprefix("#")
    return address if address.startswith("/") else f"/{address}"


def tab(phone: Phone, number: int) -> None:
    """Turn to another part of the table."""
    before = route(phone)
    phone.page.get_by_role("tab").nth(number).click()
    phone.until(lambda: route(phone) != before, "the part of the table is not shown")
    phone.at_rest()


def there_and_back(phone: Phone) -> None:
    """Navigate in a game on a phone that came from another site, and go back again."""
    table = set_up(phone)
    phone.report("wins-0")

    # a sheet closes first, by the gesture as by its button, and leaves no step behind
    for close in (lambda: back(phone), lambda: phone.report("close")) * 2:
        phone.report("prompt-why")
        phone.until(lambda: "above=1" in phone.page.url, "the sheet is no step")
        close()
        phone.until(lambda: route(phone) == table, "the sheet is still a step")
        phone.at("close").wait_for(state="detached")
    # the previous part, and a circle only once
    tab(phone, 2)
    tab(phone, 1)
    back(phone)
    assert route(phone) == f"{table}/history"
    tab(phone, 0)
    phone.at("wins-0").wait_for(state="attached")

    # a sheet that leads to another screen is not a step either
    phone.tap("more")
    phone.tap("Einstellungen", role="menuitem")
    phone.until(lambda: route(phone) == "/settings", "the settings are not shown")
    back(phone)
    assert route(phone) == table
    # nor the form that started the game: home, and out
    back(phone)
    assert route(phone) == "/"
    phone.tap(f"game-{table.rsplit('/', 1)[-1]}")
    phone.until(lambda: route(phone) == table, "the game is not shown")
    phone.tap("back")
    phone.until(lambda: route(phone) == "/", "home is not shown")
    phone.at_rest()
    back(phone)
    assert phone.page.url == AWAY
    assert not phone.errors


def from_an_address(phone: Phone, open_it: Callable[[str], object]) -> None:
    """Enter by an address of a rule, and leave by the program's own arrows: no screen is visited twice."""
    open_it("/rules/bronzen.jay")
    phone.at("back").wait_for(state="attached")
    phone.tap("back")
    phone.until(lambda: route(phone).startswith("/rules?game="), "the rules are not shown")
    phone.at_rest()
    phone.tap("back")
    phone.until(lambda: route(phone) == "/", "home is not shown")
    phone.at_rest()
    back(phone)
    assert phone.page.url == AWAY


@pytest.fixture
def away(phones: Callable[..., Phone]) -> Phone:
    phone = phones(PHONE)
    phone.page.goto(AWAY)
    return phone


def test_back_works_in_the_served_program(away: Phone) -> None:
    there_and_back(away.open())


@at_leisure
def test_back_from_a_deep_link_leads_home_and_out(away: Phone) -> None:
    from_an_address(away, away.open)


def test_a_sheet_is_no_step_after_a_reload(away: Phone) -> None:
    away.open()
    table = set_up(away)
    away.report("prompt-why")
    away.until(lambda: "above=1" in away.page.url, "the sheet is no step")
    away.reload()
    away.at("wins-0").wait_for(state="attached")
    assert route(away) == table
    back(away)
    assert route(away) == "/"

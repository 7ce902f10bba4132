"""The rules lookup in a real browser: an answer while typing, and a dispute that stops two phones until it is settled."""

from collections.abc import Callable

import pytest
from ui.conftest import PHONE, TABLET, Phone, Program

from companion.kernel.log import Header
from companion.storage.library import Library

pytestmark = pytest.mark.browser


def bronzen(server: Program) -> str:
    """Give the program a table of Anna and Ben."""
    store = Library.open(server.data).library
    id = store.create(Header("bronzen", 2, ("Anna", "Ben"), house={"keeping": "tricks", "jays": "once"}))
    store.close()
    return id


def test_a_slip_of_the_finger_still_finds_the_rule(phones: Callable[..., Phone]) -> None:
    phone = phones(PHONE).open("/rules")
    phone.fill("search", "untentschieden")
    phone.see("Unentschieden")
    phone.page.locator('[flt-semantics-identifier^="rule-"]').first.click()
    phone.at("rule-title").wait_for(state="attached")
    # the address of a rule can be shared
    again = phones(TABLET, locale="en-GB").open(f"/rules/{phone.page.url.rpartition('/rules/')[2]}")
    again.at("rule-title").wait_for(state="attached")
    assert not phone.errors
    assert not again.errors


def test_a_dispute_from_the_table_to_the_precedent(server: Program, phones: Callable[..., Phone]) -> None:
    id = bronzen(server)
    anna, ben = phones(PHONE).open(f"/table/{id}"), phones(TABLET, locale="en-GB", dark=True).open(f"/table/{id}")
    anna.tap("Regeln", role="tab")
    anna.see("Gilt gerade")
    anna.see("Statt: ")
    anna.fill("search", "zwei joker")
    anna.tap("rule-bronzen.jay")
    anna.tap("disagree")
    anna.see("Das Spiel ist angehalten.")
    ben.see("Play is paused.")
    anna.scroll_to("agreed-1")
    anna.fill("decision", "Zwei Joker sind ein Jay.")
    anna.tap("agreed-1")
    anna.screenshot("dispute")
    anna.tap("settle")
    ben.see("Your ruling: Zwei Joker sind ein Jay. (in favour: Ben)")
    ben.report("wins-0")
    ben.tap("rules")
    ben.see("At this table")
    ben.screenshot("precedent")
    assert not anna.errors
    assert not ben.errors

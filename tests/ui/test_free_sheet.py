"""The free sheet in a real Chromium: a game set up and entered to its end, with a correction in mid-game."""

from collections.abc import Callable

import pytest
from ui.conftest import Phone

pytestmark = pytest.mark.browser


def types(phone: Phone, *sums: str) -> None:
    """Type sums on the keypad, each entered."""
    keys = {"+": "plus", "-": "minus"}
    for each in sums:
        for sign in each:
            phone.tap(keys.get(sign, f"digit-{sign}"))
        phone.report("next")


def test_a_sheet_on_the_phone_in_german(phones: Callable[..., Phone]) -> None:
    phone = phones(locale="de-DE")
    phone.open("/new/free_sheet")
    phone.at("start").first.wait_for(state="attached")
    phone.fill("house-name", "Skat")
    for seat, name in enumerate(("Anna", "Ben")):
        phone.fill(f"name-{seat}", name)
    phone.tap("start")
    phone.at("prompt").first.wait_for(state="attached")
    phone.see("Skat")
    phone.see("Runde 1: Anna gibt. Tragt alle Punkte ein.")
    types(phone, "3+6+2")
    phone.see("Anna bekommt 3 + 6 + 2 = 11 in Runde 1.")
    phone.report("others-nothing")
    phone.see("Runde 2: Ben gibt. Tragt alle Punkte ein.")
    types(phone, "-48")
    phone.report("player-0")
    phone.tap("rub-out")
    types(phone, "0")
    phone.see("Anna bekommt −40 in Runde 2.")
    types(phone, "24")
    phone.report("last-round")
    phone.see("hat gewonnen.")
    assert phone.errors == []

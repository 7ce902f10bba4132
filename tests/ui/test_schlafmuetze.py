"""Schlafmütze in a real Chromium: set up, played to its end by taps, with an undo in mid-game."""

from collections.abc import Callable

import pytest
from effort import at_leisure
from ui.conftest import TABLET, Phone

pytestmark = pytest.mark.browser


def set_up(page: Phone, *names: str) -> None:
    """Set up a game with these players."""
    page.open("/new/schlafmuetze")
    page.at("start").first.wait_for(state="attached")
    for seat, name in enumerate(names):
        page.fill(f"name-{seat}", name)
    page.tap("start")
    page.at("prompt").first.wait_for(state="attached")


def test_a_round_on_the_phone_in_german(phones: Callable[..., Phone]) -> None:
    phone = phones(locale="de-DE")
    set_up(phone, "Anna", "Ben", "Cleo")
    phone.see("Anna legt in Ruhe die erste Karte, egal auf welchen Stapel.")
    phone.taps("telling", "pile-1", "lay-0-red")
    phone.see("Weiter auf Rot! Anna pausiert.")
    phone.taps("pile-2")
    phone.see("Farbzwang: Weiter geht es auf Rot, aber auf 2 Uhr liegt Grün.")
    phone.taps("pile-12", "lay-1-green")
    phone.see("Weiter auf Grün! Ben pausiert.")
    phone.taps("undo")
    phone.see("Weiter auf Rot! Anna pausiert.")
    phone.taps("pile-12", "lay-1-blue", "halt", "doubter-2", "to-the-vote")
    phone.see("Cleo: Gilt das Wort von Ben?")
    phone.taps("vote-against", "vote-against", "name-green")
    phone.see("Weiter auf Grün! Anna pausiert.")
    for colour in ("red", "blue"):
        phone.taps("stuck", f"name-{colour}")
    # only yellow is left to be named
    phone.taps("stuck")
    phone.see("Kann jemand auf Gelb legen?")
    phone.taps("stuck")
    phone.see("Die Runde ist aus: Niemand konnte weiter.")
    phone.taps("finish")
    phone.see("Anna gewinnt das Spiel mit 9 Minuspunkten.")
    assert phone.errors == []


@at_leisure
def test_a_game_on_the_tablet_in_english(phones: Callable[..., Phone]) -> None:
    tablet = phones(TABLET, locale="en-US")
    set_up(tablet, "Anna", "Ben", "Cleo")
    tablet.taps("goes-on", "stuck", "colour-0", "name-blue", "undo", "undo", "halt")
    tablet.taps("author-1", "doubter-2", "check-this")
    tablet.fill("compound", "Länderspiel")
    tablet.tap("close")
    tablet.taps("to-the-vote")
    tablet.see("Allowed by the rule, and LÄNDERSPIEL is in the dictionary.")
    tablet.taps("vote-against", "vote-valid", "vote-valid")
    tablet.see("Cleo takes a chip.")
    tablet.taps("out-0", "holds-3", "holds-5")
    tablet.see("Anna wins the round!")
    tablet.taps("finish")
    tablet.see("Anna wins the game with 0 penalty points.")
    assert tablet.errors == []


def test_the_word_check_keeps_the_letters_when_the_keyboard_opens(phone: Phone) -> None:
    set_up(phone, "Anna", "Ben", "Cleo")
    phone.taps("goes-on", "halt", "check-this")
    phone.fill("compound", "Land")
    phone.page.set_viewport_size({"width": 390, "height": 540})
    phone.at_rest()
    phone.page.keyboard.type("spiel", delay=60)
    phone.until(lambda: phone.has_sent("Landspiel"), "the field has lost the focus")

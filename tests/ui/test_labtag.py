"""LABTAG Schlamboree in a real browser: a short game on a phone in German, one on a tablet in English."""

from collections.abc import Callable

import pytest
from effort import at_leisure
from ui.conftest import PHONE, TABLET, Phone

pytestmark = pytest.mark.browser


def begin(phone: Phone) -> None:
    """Set up a game of Anna and Ben, with two cards in two groups each."""
    phone.open("/new/labtag")
    phone.fill("name-0", "Anna")
    phone.fill("name-1", "Ben")
    phone.tap("first-0")
    phone.tap("start")
    phone.at("all-laid").wait_for(state="attached")
    phone.report("telling", "drawn-other")
    for less in (*["cards-less"] * 8, *["groups-less"] * 3):
        phone.tap(less)
    phone.report("form-done")


def test_a_game_on_the_phone_in_german(phones: Callable[..., Phone]) -> None:
    phone = phones(PHONE, locale="de-DE")
    begin(phone)
    phone.see(
        "Bei gerader Spielerzahl sollte die Zahl der Gruppen ungerade sein; 2 ist gerade. Weiterspielen geht trotzdem."
    )
    phone.report("laid")
    phone.see("Gruppen von Ben liegen verdeckt")
    phone.report("laid", "group-0-1", "group-1-0", "digit-2", "digit-0", "value-7")
    phone.see("Welche Karten deckt Ben auf?")
    # a slip: 25 instead of 15, noticed before it counts
    phone.report("digit-2", "digit-5", "value-9")
    phone.see("Stimmt alles? Dann die Karten eintragen.")
    phone.screenshot("labtag-phone-entering")
    phone.report("enter-cards")
    phone.see("Ben gewinnt und legt 25/9 verdeckt auf den Siegstapel; der Rest wird abgelegt.")
    phone.report("undo", "card-1-0", "digit-1", "digit-5", "value-9", "enter-cards")
    phone.see("Anna gewinnt mit der größeren Stärke, 20 gegen 15.")
    # the last two groups: an own one is picked already
    phone.report("group-0-0", "digit-1", "digit-8", "value-K", "digit-3", "value-2", "enter-cards")
    phone.see("Anna gewinnt das Spiel mit 1 Trophäe.")
    phone.see("Anna und Ben liegen mit 1 gleichauf; die höchste Karte hat Anna: 20/7 schlägt 18/K.")
    phone.screenshot("labtag-phone-over")
    assert phone.errors == []


@at_leisure
def test_a_game_on_the_tablet_in_english(phones: Callable[..., Phone]) -> None:
    tablet = phones(TABLET, locale="en-GB", dark=True)
    begin(tablet)
    tablet.report("laid")
    tablet.see("Ben’s groups lie face down")
    tablet.report("laid", "group-0-0", "group-1-1", "digit-9", "golden", "value-A")
    tablet.see("Which cards does Ben turn up?")
    tablet.report("digit-5", "value-5")
    tablet.screenshot("labtag-tablet-entering")
    tablet.report("enter-cards")
    tablet.see("Anna has an ace, Ben has no king: Anna loses, regardless of strength.")
    tablet.report("undo")
    tablet.at("enter-cards").wait_for(state="attached")
    tablet.report("card-1-0", "digit-5", "value-K", "enter-cards")
    tablet.see("Anna has an ace against a king: Anna wins, regardless of strength.")
    # the golden ace is known now: one tap
    tablet.report("group-0-1", "digit-7", "value-8", "digit-9", "hint-0", "enter-cards")
    tablet.see("Anna has an ace, Ben has no king: Anna loses, regardless of strength.")
    tablet.see("Anna wins the game with 1 trophy.")
    tablet.screenshot("labtag-tablet-over")
    assert tablet.errors == []

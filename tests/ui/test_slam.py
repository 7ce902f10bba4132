"""Slam! in a real browser: a slam and the gold card on a phone in German, and on a tablet in English."""

from collections.abc import Callable
from pathlib import Path

import pytest
from effort import at_leisure
from ui.conftest import PHONE, TABLET, Phone, Program

from companion.games import games
from companion.games.slam.card_library import FILE, Library, PoetCard, SlamCard
from companion.storage.cards import to_json
from companion.storage.library import Library as Store

pytestmark = pytest.mark.browser

TRANSCRIPT = Path(__file__).parents[1] / "games" / "slam" / "transcripts" / "landesmeisterschaft.jsonl"
CARDS = Library(
    (
        PoetCard("Allround-Talent", (9, 5, 9, 6, 6)),
        PoetCard("Berühmter Mitbewohner", (7, 4, 10, 6, 5)),
        PoetCard("Funny Reimer", (8, 3, 10, 7, 6), partner="Berühmter Mitbewohner"),
        PoetCard("Rap Poet", (8, 7, 2, 8, 4)),
    ),
    (SlamCard("Comedy Slam"),),
)


def known(server: Program) -> str:
    """Give the program cards, and a game before its gold card; return that table's id."""
    store = Store.open(server.data).library
    store.set_setting("cards.slam", to_json(FILE, CARDS))
    lines = TRANSCRIPT.read_text(encoding="utf-8").splitlines()
    id = store.import_("\n".join(lines[:-3]) + "\n", games())
    store.close()
    return id


def taps(phone: Phone, *what: str) -> None:
    """Tap several controls, and wait after each for its effect, even if it is only a tick."""
    for each in what:
        phone.at(each).first.wait_for(state="attached")
        before = shown(phone)
        phone.tap(each)
        phone.until(lambda before=before: shown(phone) != before, f"nothing after {each}")
        phone.at_rest()


def shown(phone: Phone) -> str:
    """Return the whole accessibility tree as text."""
    return str(phone.page.evaluate("document.querySelector('flt-semantics-host').innerHTML"))


def comedy_slam(phone: Phone, show: str) -> None:
    """Play the rules' example from a new table on."""
    phone.open("/new/slam")
    for seat, name in enumerate(("Karl", "Ida")):
        phone.fill(f"name-{seat}", name)
        phone.see(name)
    taps(phone, "first-0", "start", "telling", "slam-cards", "slam-0", "next-poet")
    phone.screenshot(f"slam-{show}-poets")
    # Funny Reimer and his partner for Karl, then the remaining ones for Ida
    taps(phone, "known-2", "known-1", "known-0", "known-0")
    phone.at("reveal").wait_for(state="attached")
    phone.screenshot(f"slam-{show}-stage")
    taps(phone, "reveal", "die-3", "attribute-humour", "attribute-style")
    phone.screenshot(f"slam-{show}-show")
    taps(phone, "show-done")


def test_a_game_on_the_phone_in_german(phones: Callable[..., Phone], server: Program) -> None:
    table = known(server)
    phone = phones(PHONE, locale="de-DE")
    comedy_slam(phone, "phone")
    phone.see("Karl gewinnt den Slam!")
    phone.see("Vize-Titel, Karl, Funny Reimer & Berühmter Mitbewohner: 10 Humor + 7 Stil = 17")
    phone.screenshot("slam-phone-verdict")
    # a slip: it was humour alone
    taps(phone, "undo", "die-1", "attribute-humour", "show-done")
    phone.see("Karl, Funny Reimer & Berühmter Mitbewohner: 10 Humor = 10")
    taps(phone, "close-slam")
    phone.see("Slam 2 von 10 aufdecken, erst das Booking. Was zählt bei diesem Slam?")
    phone.screenshot("slam-phone-booking")

    phone.open(f"/table/{table}")
    phone.see("Goldkarte aufdecken, erst das Booking. Was zählt?")
    taps(phone, "attribute-performance", "open-slam", "pick-0-3", "pick-0-4", "pick-1-3", "pick-1-4")
    phone.screenshot("slam-phone-gold")
    taps(phone, "reveal", "close-slam")
    phone.see("Ben gewinnt das Spiel mit 7 Punkten.")
    phone.screenshot("slam-phone-over")
    assert phone.errors == []


@at_leisure
def test_a_game_on_the_tablet_in_english(phones: Callable[..., Phone], server: Program) -> None:
    table = known(server)
    tablet = phones(TABLET, locale="en-GB", dark=True)
    comedy_slam(tablet, "tablet")
    tablet.see("Karl wins the slam!")
    tablet.see("Ida: Allround-Talent to the victory pile.")
    tablet.screenshot("slam-tablet-verdict")
    taps(tablet, "undo", "die-1", "attribute-humour", "show-done")
    tablet.see("Karl, Funny Reimer & Berühmter Mitbewohner: 10 Humour = 10")

    tablet.open(f"/table/{table}")
    taps(tablet, "attribute-performance", "open-slam", "pick-0-3", "pick-0-4", "pick-1-3", "pick-1-4", "reveal")
    tablet.see("Ben wins the gold card!")
    taps(tablet, "close-slam")
    tablet.see("Ben wins the game with 7 points.")
    tablet.screenshot("slam-tablet-over")
    assert tablet.errors == []

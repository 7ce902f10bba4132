"""Whole games in a real browser, on several devices and in both languages."""

from collections.abc import Callable
from pathlib import Path

import pytest
from effort import at_leisure, cases
from playwright.sync_api import Browser
from ui.conftest import PHONE, TABLET, Phone, Program

from companion.games.bronzen.chips import LADDER
from companion.games.bronzen.messages import CHIPS, N, T
from companion.i18n import Renderer
from companion.kernel.text import Player, Text, messages

pytestmark = pytest.mark.browser

C, _ = messages("companion")

Phones = Callable[..., Phone]

#: Three Jays in one trick cost both sixteen cards, so that a round ends after few taps: Anna wins all of them.
THREE_JAYS = ("jay", "jay", "jay", "wins-0")


def set_up(phone: Phone, *, first: str = "first-0", house: tuple[str, ...] = ()) -> str:
    """Set up a game of Anna and Bo in which every trick is entered, from home with an empty library; return its route."""
    phone.tap("play-bronzen")
    phone.fill("name-0", "Anna")
    phone.fill("name-1", "Bo")
    phone.tap(first)
    phone.tap("house-rules")
    for each in ("house-keeping-tricks", *house):
        phone.scroll_to(each)
        phone.tap(each)
    phone.tap("start")
    phone.at("wins-0").wait_for(state="attached")
    return "/table/" + phone.page.url.rsplit("/", 1)[-1]


def either(phone: Phone, one: str, other: str) -> str:
    """Wait until one of two things is on the screen, and return which."""
    phone.at(one).or_(phone.at(other)).first.wait_for(state="attached")
    return one if phone.at(one).count() else other


def german(text: Text) -> str:
    """Return a message as the German catalog has it, at the table of Anna and Bo."""
    return Renderer("de", ("Anna", "Bo")).text(text)


def laying(n: int) -> str:
    """Return the German prompt to both players."""
    return german(
        N("Both lay {n} card face down, then one face up.", "Both lay {n} cards face down, then one face up.", n=n)
    )


def purse(seat: int, *counts: int) -> str:
    """Return how a player's chips are read out, in German."""
    owned = ", ".join(german(T("{n} {chip}", n=n, chip=CHIPS[chip])) for n, chip in zip(counts, LADDER, strict=True))
    return german(T("Exchange chips: {player} has {chips}", player=Player(seat), chips=owned))


def turn_to(phone: Phone, tab: str) -> None:
    """Turn to a part of the table on a phone."""
    phone.page.get_by_role("tab", name=tab).first.click()


@pytest.mark.rule("bronzen.double.example")
def test_the_example_of_the_rules_on_a_phone_in_german(phones: Phones) -> None:
    phone = phones(PHONE, locale="de-DE").open()
    set_up(phone, first="first-1", house=("house-jays-once",))
    phone.report("order")
    phone.see(german(T("Cards are laid at the same time. If somebody must go first: {player}.", player=Player(1))))
    phone.tap("close")
    phone.at("why-rule").wait_for(state="detached")

    # Anna gets a black and a green chip, Bo two of each colour
    phone.report(*["wins-1"] * 25)
    phone.report(*["wins-0"] * 4, "wins-1")
    phone.tap("chips-1")
    phone.at("exchange-0").wait_for(state="attached")
    phone.report(*["exchange-0"] * 8, *["exchange-1"] * 2)
    phone.tap("close")
    phone.at("exchange-0").wait_for(state="detached")
    phone.tap("chips-0")
    phone.at("exchange-0").wait_for(state="attached")
    phone.report("exchange-0")
    phone.tap("close")
    phone.at("exchange-0").wait_for(state="detached")

    phone.report("color", "jay")
    phone.see(purse(0, 1, 1, 0))
    phone.see(purse(1, 2, 2, 2))
    for points in ("+2", "+3", "+4"):
        phone.report("wins-0")
        phone.see(german(T("for {player}: {points}", player=Player(0), points=points)))
        phone.report("double")
    phone.report("color", "wins-1")
    phone.see(german(T("for {player}: {points}", player=Player(0), points="+5")))
    for points in ("+2", "+3"):
        phone.see(german(T("for {player}: {points}", player=Player(1), points=points)))
        phone.report("double", "wins-1")
    phone.see(german(T("{player}, total: {points}", player=Player(1), points=14)))
    phone.see(german(T("{player}, total: {points}", player=Player(0), points=0)))

    turn_to(phone, german(C("Sheet")))
    phone.at("cell-1-jay-1").wait_for(state="attached")
    phone.tap("cell-1-double_2-1")
    phone.tap("line-why-0")
    phone.at("why-rule").wait_for(state="attached")
    assert not phone.errors


@at_leisure
def test_a_round_to_the_bronzen_on_a_tablet_in_german(phones: Phones) -> None:
    tablet = phones(TABLET, locale="de-DE").open()
    set_up(tablet, house=("house-length-rounds", "number-rounds-less"))

    # by the cards: a Color, a Counter, then a king
    tablet.report("telling")
    for card in ("rank-7", "suit-hearts", "rank-9"):
        tablet.tap(card)
    tablet.report("suit-hearts")
    tablet.see(laying(1))
    for card in ("rank-4", "suit-clubs", "rank-4"):
        tablet.tap(card)
    tablet.report("suit-spades")
    tablet.see(laying(2))
    for card in ("rank-K", "suit-hearts", "rank-2"):
        tablet.tap(card)
    tablet.report("suit-clubs")
    tablet.see(german(N("{player}, bunker: {n} card", "{player}, bunker: {n} cards", n=12, player=Player(0))))
    tablet.report("telling")

    # a wrong tap is taken back in mid-game, another corrected
    tablet.report("wins-0", "wins-1", "wins-1", "wins-1")
    tablet.tap("entry-5")
    tablet.report("undo-this")
    tablet.see(german(N("{player}, hand stack: {n} card", "{player}, hand stack: {n} cards", n=46, player=Player(0))))
    tablet.tap("entry-6")
    tablet.tap("amend")
    tablet.report("wins-0")
    tablet.until(
        lambda: any(
            german(N("{player}, bunker: {n} card", "{player}, bunker: {n} cards", n=16, player=Player(0))) in t
            for t in tablet.texts()
        ),
        "the correction is not there",
    )
    tablet.report("undo", "redo")
    tablet.at("jay").wait_for(state="attached")

    # the rest is Anna's
    for _ in range(2):
        tablet.report(*THREE_JAYS)
        if either(tablet, "give-up", "jay") == "give-up":
            tablet.report("give-up")
            tablet.at("jay").wait_for(state="attached")
    for _ in range(30):
        if tablet.at("next-round").count():
            break
        tablet.report("wins-0")
        either(tablet, "next-round", "wins-0")
    tablet.see("Bronzen")
    tablet.at("next-round").wait_for(state="attached")
    tablet.tap("cell-1-bronzen-0")
    tablet.tap("line-why-0")
    tablet.at("why-rule").wait_for(state="attached")
    tablet.page.keyboard.press("Escape")
    tablet.at("why-rule").wait_for(state="detached")
    tablet.tap("close")
    tablet.at("line-why-0").wait_for(state="detached")
    tablet.report("next-round")
    tablet.see(german(N("{player}, hand stack: {n} card", "{player}, hand stack: {n} cards", n=55, player=Player(0))))
    assert not tablet.errors


def test_a_game_to_its_end_and_another_on_a_phone_in_english(phones: Phones) -> None:
    phone = phones(PHONE, locale="en-GB").open()
    route = set_up(phone)
    phone.report(*THREE_JAYS)
    phone.report("prompt-why")
    phone.at("why-rule").wait_for(state="attached")
    phone.tap("close")
    phone.at("why-rule").wait_for(state="detached")

    phone.report("wins-1", "undo")
    turn_to(phone, "History")
    phone.see("undone")
    phone.tap("entry-5")
    phone.report("bring-back")
    turn_to(phone, "Table")
    phone.see("Bo, bunker: 2 cards")
    phone.report("undo", *THREE_JAYS, *THREE_JAYS, *["wins-0"] * 7)
    phone.see("Anna has bronzed Bo!")
    phone.see("Anna, total: 26")

    turn_to(phone, "Sheet")
    phone.see("Bronzen, Anna, Round 1: 6")
    phone.open(route + "/history").at("entry-23").wait_for(state="attached")
    turn_to(phone, "Table")
    phone.report("finish")
    phone.see("Anna wins the game, 26 to 0.")
    phone.report("rematch")
    phone.see("Anna, total: 0")
    assert route not in phone.page.url
    assert not phone.errors


def test_two_devices_in_sync_on_a_tablet_in_english(phones: Phones) -> None:
    tablet = phones(TABLET, locale="en-GB").open()
    route = set_up(tablet)
    phone = phones(PHONE, locale="de-DE").open(route)
    tablet.report("wins-0")
    phone.see(german(T("{player} wins the Einzel.", player=Player(0))))
    phone.report("jay")
    tablet.see("Both lay 4 cards face down, then one face up.")
    tablet.tap("entry-1")
    tablet.report("undo-this")
    phone.see(purse(0, 0, 0, 0))
    phone.report("wins-1")
    tablet.see("Bo, total: 2")
    tablet.see("Bo, bunker: 12 cards")
    assert not tablet.errors
    assert not phone.errors


@at_leisure
@cases("size, locale", [(PHONE, "de-DE"), (TABLET, "en-GB")], few=1)
def test_deep_links(phones: Phones, size: tuple[int, int], locale: str) -> None:
    page = phones(size, locale=locale).open("/rules/bronzen.jay.points")
    page.at("rule-title").wait_for(state="attached")
    page.see("Jay")
    page.open()
    route = set_up(page)
    page.report("jay")
    page.open(route + "/history")
    page.at("entry-1").wait_for(state="attached")
    page.open(route)
    page.at("wins-1").wait_for(state="attached")
    page.open("/table/nowhere/history")
    page.at("home").wait_for(state="attached")
    assert not page.errors


#: Flutter makes targets larger on touch devices, which it recognizes by this name.
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
_PRESS = """() => {
    const button = document.querySelector('flt-semantics-placeholder');
    if (!button) return;
    const box = button.getBoundingClientRect();
    const middle = {bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
    button.dispatchEvent(new MouseEvent('click', middle));
}"""
_TARGETS = """() => [...document.querySelectorAll('flt-semantics[flt-tappable], flt-semantics[role=button]')]
    .map(node => [node.getAttribute('aria-label') || node.textContent, node.getBoundingClientRect()])
    .map(([name, box]) => [name, Math.round(box.width), Math.round(box.height)])"""


@at_leisure
@cases("width", [390, 1180], few=1)
def test_every_button_is_large_enough_and_has_a_name(
    browser: Browser, server: Program, tmp_path: Path, width: int
) -> None:
    # higher than any device, so that no list cuts anything off
    context = browser.new_context(
        viewport={"width": width, "height": 2400},
        has_touch=True,
        locale="de-DE",
        user_agent=ANDROID,
        reduced_motion="reduce",
    )
    page = Phone(context.new_page(), server.url, tmp_path)
    page.page.goto(server.url)
    page.page.locator("flt-semantics-placeholder, flt-semantics flt-semantics").first.wait_for(state="attached")
    page.page.evaluate(_PRESS)
    page.ready()
    set_up(page)

    def look(where: str) -> None:
        for name, wide, high in page.page.evaluate(_TARGETS):
            assert name.strip(), where
            assert wide >= 48 and high >= 48, (where, name, wide, high)  # noqa: PT018

    look("start")
    page.report("wins-0", "wins-1")
    look("einzel")
    page.report("telling")
    look("cards")
    page.report("telling", "jay", "wins-1")
    look("decided")
    page.tap("chips-0")
    page.at("exchange-0").wait_for(state="attached")
    page.page.wait_for_timeout(1000)  # the sheet is still rising
    look("exchange")
    context.close()

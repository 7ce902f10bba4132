"""A game played by the keyboard alone, in a real browser."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from effort import at_leisure
from ui.conftest import TABLET, Phone

pytestmark = pytest.mark.browser

#: Height in pixels by which a field's label extends above its edge.
HALF_A_LABEL: Final = 8.0


def focused(page: Phone) -> str:
    """Return the identifier of the keyboard focus."""
    script = (
        "() => document.activeElement.closest('[flt-semantics-identifier]')?.getAttribute('flt-semantics-identifier')"
    )
    return str(page.page.evaluate(script))


def test_enter_leads_from_name_to_name_and_never_starts_a_game(phones: Callable[..., Phone]) -> None:
    page = phones(TABLET, locale="en-GB").open("/")
    page.at("play-labtag").first.wait_for(state="attached")
    page.at_rest()
    page.tap("play-labtag")
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        page.until(lambda seat=seat: focused(page) == f"name-{seat}", f"line {seat} does not take the focus")
        page.at_rest()
        page.until(lambda seat=seat: focused(page) == f"name-{seat}", f"line {seat} does not keep the focus")
        page.page.keyboard.type(name, delay=20)
        page.page.keyboard.press("Enter")
    page.until(lambda: focused(page) == "name-3", "there is no line for one more")
    for _ in range(3):
        page.page.keyboard.press("Enter")
        page.page.wait_for_timeout(1000)
    assert page.page.url.endswith("/new/labtag")
    page.see(re.compile("3 players: Anna, Ben, and Cleo"))
    assert not page.errors


def test_tricks_are_played_undone_and_looked_up_by_keys(phones: Callable[..., Phone]) -> None:
    page = phones(TABLET, locale="en-GB").open("/new/bronzen")
    page.at("start").wait_for(state="attached")
    page.start_by_tricks()
    page.until(lambda: focused(page) == "wins-0", "the common event is not the first stop")
    ring = page.page.locator("#keyboard-ring")
    assert not ring.is_visible(), "nothing is ringed for who taps"
    page.page.keyboard.press("Tab")
    page.until(lambda: focused(page) == "wins-1", "Tab leads elsewhere")
    ring.wait_for(state="visible")
    box, around = page.at("wins-1").bounding_box(), ring.bounding_box()
    assert box
    assert around
    assert abs(around["x"] + around["width"] / 2 - box["x"] - box["width"] / 2) < 2

    def presses(key: str, says: str) -> None:
        page.page.keyboard.press(key)
        page.see(re.compile(says))
        page.at_rest()

    presses("Enter", "Player 2 wins the Einzel")
    presses("1", "Player 1 wins the Einzel")
    presses("u", "Redo: Player 1 wins")
    presses("Control+z", "Nothing to undo")
    presses("Control+y", "Undo: Player 2 wins")
    presses("?", "Keyboard shortcuts")
    page.page.keyboard.press("Escape")
    page.at("key-u").wait_for(state="detached")
    page.page.keyboard.press("/")
    page.until(lambda: focused(page) == "search", "the line for the search has no focus")
    page.page.keyboard.type("jay")
    page.at("rule-bronzen.jay").wait_for(state="attached")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Escape")
    page.at("search").wait_for(state="detached")
    page.at("wins-0").wait_for(state="attached")
    page.tap("wins-0")
    page.until(lambda: not ring.is_visible(), "the ring stays after a tap")
    assert not page.errors


def test_a_whole_game_is_played_by_keys_and_the_next_one_begun(phones: Callable[..., Phone]) -> None:
    page = phones(TABLET, locale="en-GB").open("/new/slam")
    page.until(lambda: focused(page) == "name-0", "the first name is not the first stop")
    while focused(page) != "first-0":
        page.page.keyboard.press("Tab")
    page.page.keyboard.press("Space")
    while focused(page) != "start":
        page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    # tied, then who wins, all by digits
    steps = (
        *(("4", "A tie: how many points does Player 1"), ("9", "Player 2’s second poet"), ("3", "Slam 2 of 10")),
        *((digit, f"Slam {number} of 10") for number, digit in enumerate("12112121", start=3)),
        *(("2", "The gold card"), ("1", "Player 1 wins the game")),
    )
    page.see(re.compile("Slam 1 of 10"))
    for key, says in steps:
        page.page.keyboard.press(key)
        page.see(re.compile(says))
        page.at_rest()
    for key in ("1", "Enter", "Enter"):
        page.page.keyboard.press(key)
        page.page.wait_for_timeout(700)
    page.see(re.compile("Player 1 wins the game"))  # no key begins another game by itself
    while (stop := focused(page)) != "rematch":
        page.page.keyboard.press("Tab")
        page.until(lambda stop=stop: focused(page) != stop, "Tab does not move")
    page.page.keyboard.press("Enter")
    page.see(re.compile("Slam 1 of 10"))
    assert not page.errors


def test_points_are_typed_and_entered_by_keys(phones: Callable[..., Phone]) -> None:
    page = phones(TABLET, locale="en-GB").open("/new/free_sheet")
    page.at("start").wait_for(state="attached")
    page.tap("start")
    page.until(lambda: focused(page) == "next", "the continue key is not the first stop")
    for typed in ("12", "7"):
        page.page.keyboard.press("Tab")  # typing returns the focus to the field from anywhere
        page.page.keyboard.type(typed)
        page.until(lambda: focused(page) == "next", "typing does not focus the continue key")
        page.page.keyboard.press("Enter")
        page.at_rest()
    page.see(re.compile("Player 1 gets 12|Player 2 gets 7"))
    page.see(re.compile("Round 2"))
    assert not page.errors


def test_tab_moves_through_one_pane_after_the_other(phones: Callable[..., Phone]) -> None:
    page = phones(TABLET, locale="en-GB").open("/new/bronzen")
    page.at("start").wait_for(state="attached")
    page.start_by_tricks()
    page.until(lambda: focused(page) == "wins-0", "the common event is not the first stop")
    page.report("wins-0", "wins-1")
    page.until(lambda: focused(page) == "wins-1", "the tapped control does not have the focus")
    stops = []
    while not stops or stops[-1] != "wins-1":
        page.page.keyboard.press("Tab")
        page.until(lambda before=(stops or ["wins-1"])[-1]: focused(page) != before, f"Tab does not move after {stops}")
        stops.append(focused(page))
    of_table, of_history = [stops.index(stop) for stop in ("color", "jay", "order")], stops.index("entry-1")
    assert of_table == sorted(of_table)
    assert of_table[-1] < of_history < stops.index("back"), "the bar is first, then the game, then the pane beside it"
    assert len(stops) == len({*stops})
    page.page.keyboard.press("Shift+Tab")
    page.until(lambda: focused(page) == "wins-0", "the way back is another")
    page.page.keyboard.press("Enter")
    page.see(re.compile("Player 1 wins the Einzel"))
    assert not page.errors


def test_the_common_event_has_the_focus_after_loading_and_reconnecting(
    phones: Callable[..., Phone],
) -> None:
    page = phones(TABLET, locale="en-GB").open("/new/bronzen")
    page.at("start").wait_for(state="attached")
    page.start_by_tricks()
    page.until(lambda: focused(page) == "wins-0", "the common event is not the first stop")
    page.page.reload()
    page.until(lambda: focused(page) == "wins-0", "nor after a reload")
    page.page.keyboard.press("Tab")
    page.until(lambda: focused(page) == "wins-1", "Tab leads elsewhere")
    for event in ("lost", "found"):
        page.page.evaluate(f"dispatchEvent(new Event('companion:{event}'))")
        page.page.wait_for_timeout(400)
    page.until(lambda: focused(page) == "wins-1", "a connection that was lost takes the keyboard away")
    assert not page.errors


@at_leisure
def test_every_focus_stop_has_a_focus_ring(phones: Callable[..., Phone]) -> None:
    page = phones(TABLET, locale="en-GB").open("/new/bronzen")
    page.at("start").wait_for(state="attached")
    page.start_by_tricks()
    page.tap("prompt-why")
    page.at("close").wait_for(state="attached")
    page.page.keyboard.press("Tab")
    page.until(lambda: focused(page) == "close", "the focus is not in the sheet")
    page.page.keyboard.press("Tab")
    page.until(lambda: focused(page) == "None", "a text that can be selected is no stop")
    page.page.locator("#keyboard-ring").wait_for(state="visible")
    assert not page.errors


@at_leisure
def test_a_field_has_a_focus_ring_by_keys_and_not_while_typing(phones: Callable[..., Phone]) -> None:
    page = phones(locale="en-GB").open("/rules")
    page.tap("search")
    page.until(lambda: focused(page) == "search", "the line for the search has no focus")
    page.page.keyboard.type("two jokers")
    page.see("Jay: joker against joker")
    ring = page.page.locator("#keyboard-ring")
    assert not ring.is_visible(), "a space that is written is no way to go on"
    page.page.keyboard.press("Tab")
    ring.wait_for(state="visible")
    page.at_rest()
    page.page.keyboard.press("Shift+Tab")
    page.until(lambda: focused(page) == "search", "the way back leads elsewhere")
    page.until(lambda: ring.is_visible(), "a field reached by keys has no focus ring")
    field, around = page.at("search").bounding_box(), ring.bounding_box()
    assert field
    assert around
    assert around["y"] <= field["y"] - HALF_A_LABEL, "the focus ring covers the field's label"
    assert abs(around["x"] + around["width"] / 2 - field["x"] - field["width"] / 2) < 2
    assert not page.errors


@at_leisure
def test_an_alternative_is_chosen_by_an_arrow_and_by_a_tap(phones: Callable[..., Phone]) -> None:
    page = phones(TABLET, locale="en-GB").open("/settings")
    page.at("text-1.0").wait_for(state="attached")

    def chosen(way: str) -> bool:
        radio = page.at(way)
        radio = radio if radio.get_attribute("role") == "radio" else radio.locator("[role=radio]").first
        return radio.get_attribute("aria-checked") == "true"

    while focused(page) != "appearance-system":
        page.page.keyboard.press("Tab")
        page.at_rest()
    page.page.keyboard.press("ArrowRight")
    page.until(lambda: chosen("appearance-light"), "the arrow does not choose the next one")
    page.tap("appearance-dark")
    page.until(lambda: chosen("appearance-dark"), "a tap does not choose it")
    assert not page.errors


def test_the_focus_returns_to_its_place(phones: Callable[..., Phone]) -> None:
    page = phones(TABLET, locale="en-GB").open("/new/bronzen")
    page.until(lambda: focused(page) == "name-0", "setting up does not begin at the first name")
    page.tap("first-0")
    page.tap("start")
    page.until(lambda: focused(page) == "mark-einzel-0", "the common event is not the first stop")
    page.tap("keep-tricks")
    page.until(lambda: focused(page) == "wins-0", "the common event is not the first stop")

    def walk_to(what: str) -> None:
        for _ in range(30):
            if focused(page) == what:
                return
            page.page.keyboard.press("Tab")
            page.page.wait_for_timeout(30)
        raise AssertionError(f"no way to {what}")

    assert page.page.title() == "Bronzen · Companion"
    walk_to("prompt-why")
    page.page.keyboard.press("Enter")
    page.at("close").wait_for(state="attached")
    window = page.page.locator("[role=alertdialog]")
    page.until(lambda: window.get_attribute("aria-labelledby"), "the window has no name")
    title = page.page.locator(f"#{window.get_attribute('aria-labelledby')}")
    assert title.inner_text() == "Why?"
    page.page.keyboard.press("Escape")
    page.until(lambda: focused(page) == "prompt-why", "a window that is closed takes the keyboard with it")
    page.page.keyboard.press("1")
    page.until(lambda: focused(page) == "wins-0", "a report does not return the focus to the first stop")
    for digit in "2231":
        page.page.keyboard.press(digit)
        page.at_rest()
    page.until(lambda: focused(page) == "double", "the question of doubling is not the first stop")
    page.page.keyboard.press("Enter")
    page.until(lambda: focused(page) == "wins-0", "a removed button loses the focus")
    walk_to("entry-1")
    page.page.keyboard.press("Escape")
    page.until(lambda: focused(page) == "new-game", "at home nothing has the focus")
    page.page.keyboard.press("/")
    page.until(lambda: focused(page) == "search", "the line for the search has no focus")
    assert not page.errors


@at_leisure
def test_an_arrow_that_changes_the_appearance_keeps_the_focus(phones: Callable[..., Phone]) -> None:
    page = phones(TABLET, locale="en-GB").open("/settings")
    page.at("text-1.0").wait_for(state="attached")
    while focused(page) != "appearance-system":
        page.page.keyboard.press("Tab")
        page.at_rest()
    page.page.keyboard.press("ArrowRight")
    page.until(lambda: focused(page) == "appearance-light", "another control has the focus")
    assert not page.errors


@at_leisure
def test_a_bottom_sheet_is_a_dialog_with_its_title(phones: Callable[..., Phone]) -> None:
    page = phones(locale="en-GB").open("/new/bronzen")
    page.at("start").wait_for(state="attached")
    page.start_by_tricks()
    page.tap("prompt-why")
    page.at("close").wait_for(state="attached")
    page.page.get_by_role("dialog", name="Why?").wait_for(state="attached")
    assert not page.errors

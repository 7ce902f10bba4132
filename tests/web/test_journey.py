"""Every game offline: the host is gone, the page is reloaded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen
from effort import cases
from ui.test_slam import taps
from web.conftest import Device, Host, Pocket, some_devices

pytestmark = pytest.mark.browser


@frozen
class Journey:
    """A game as a table reports it.

    :param start: taps after the players have been named.
    :param reports: taps after that, including those specific to this game.
    """

    game: str
    reports: tuple[str, ...]
    start: tuple[str, ...] = ("start",)
    names: tuple[str, ...] = ("Anna", "Ben")


JOURNEYS: Final = (
    Journey(
        "bronzen", ("mark-jay-0", "undo", "keep-tricks", "wins-0", "color", "wins-1", "double"), ("first-0", "start")
    ),
    Journey("pracherche", ("round-0", "next-round", "round-1")),
    # a clue chip by chip, and a private note
    Journey(
        "letter_jam",
        (
            *("dealt-4", "telling", "giver-0", "stand-seat-1", "stand-npc-0", "clue-done", "sheet-1"),
            *("curtain-open", "key-A", "note-done", "close-sheet", "sheets-back"),
        ),
    ),
    Journey("slam", ("tie", "second-none", "sum-8", "wins-1"), ("first-0", "start")),
    # an objection, and a vote
    Journey(
        "schlafmuetze",
        (
            *("goes-on", "halt", "author-1", "doubter-2", "to-the-vote"),
            *("vote-against", "vote-valid", "vote-against", "name-blue"),
        ),
        names=("Anna", "Ben", "Cleo"),
    ),
    # a match by the cards, on the keypad
    Journey("labtag", ("all-laid", "check", "digit-9", "sum-1", "digit-7", "enter-sums")),
)


@pytest.fixture(scope="module")
def away(site: Path, visited: tuple[int, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """A phone that has visited the site once and is offline now."""
    port, profile = visited
    with some_devices(Host(site, port), tmp_path_factory.mktemp("away"), profile) as make:
        yield make()


@pytest.fixture
def phone(away: Device) -> Iterator[Pocket]:
    """Its only page."""
    phone = away.page()
    yield phone
    phone.page.close()


@cases("journey", JOURNEYS, few=1, ids=[journey.game for journey in JOURNEYS])
def test_a_game_works_offline(away: Device, phone: Pocket, journey: Journey) -> None:
    phone.open(f"/new/{journey.game}")
    for seat, name in enumerate(journey.names):
        phone.fill(f"name-{seat}", name)
    for each in journey.start:
        phone.tap(each)
    phone.at("prompt").wait_for(state="attached")
    table = phone.page.url.rpartition("#")[2]
    taps(phone, *journey.reports)

    taps(phone, "prompt-why")
    phone.at("why-rule").wait_for(state="attached")
    phone.tap("close")
    phone.at("why-rule").wait_for(state="detached")

    said = read(phone)
    taps(phone, "undo")
    assert read(phone) != said
    taps(phone, "redo")
    assert read(phone) == said

    phone.page.goto(f"{phone.url}#{table}/history")
    phone.page.locator('[flt-semantics-identifier^="entry-"]').first.wait_for(state="attached")
    phone.at_rest()
    entries = phone.page.evaluate(_ENTRIES)
    phone.reload()
    phone.at_rest()
    assert phone.page.evaluate(_ENTRIES) == entries
    phone.page.goto(f"{phone.url}#{table}")
    phone.at("prompt").wait_for(state="attached")
    assert read(phone) == said
    assert away.strangers == []
    assert phone.errors == []


_ENTRIES: Final = """() => [...document.querySelectorAll('[flt-semantics-identifier^="entry-"]')]
    .map(entry => entry.getAttribute("flt-semantics-identifier"))"""


def read(phone: Pocket) -> list[str]:
    """Return the texts on the screen when no tooltip is shown."""
    phone.page.mouse.move(1, 1)
    return phone.at_rest()

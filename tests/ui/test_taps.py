"""Quick touches in a real browser on LABTAG's keypad, each where its key was before the first one."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from effort import cases, effort
from games.labtag.table import action
from ui.conftest import PHONE, Phone, Program

from companion.games import games
from companion.games.labtag.cards import Card
from companion.games.labtag.reports import Revealed
from companion.kernel.log import Act, Header
from companion.storage.library import Library
from companion.tables.tables import Tables

pytestmark = pytest.mark.browser

MATCHES = effort(few=4, many=8)


@pytest.fixture
def laid(tmp_path: Path) -> str:
    """A game of LABTAG with many pairs of groups to match, in the folder of the server to start."""
    tables = Tables(Library.open(tmp_path / "data").library, games())
    id = tables.begin(Header("labtag", games()["labtag"].meta.revision, ("Anna", "Ben")))
    sizes = " ".join(["2"] * MATCHES)
    session = tables.table(id).session
    assert session
    for words in (f"{2 * MATCHES} cards in {MATCHES}", f"Anna lays {sizes}", f"Ben lays {sizes}"):
        session.submit(Act(action(words)))
    return id


@pytest.fixture
def server(tmp_path: Path, laid: str) -> Iterator[Program]:
    """The program served from the folder with that game."""
    program = Program(tmp_path / "data", [sys.executable, "-m", "companion", "serve"], tmp_path / "server.log").start()
    yield program
    program.stop()


def touch(phone: Phone, what: list[str], gap: float) -> None:
    """Touch several controls at a pace, each where it was before the first touch.

    :param gap: seconds from one touch to the next.
    """
    finger = phone.page.context.new_cdp_session(phone.page)
    places = {}
    for each in set(what):
        box = phone.at(each).bounding_box()
        assert box
        places[each] = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    begun = time.monotonic()
    for number, each in enumerate(what):
        time.sleep(max(0.0, begun + number * gap - time.monotonic()))
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [places[each]]})
        time.sleep(gap / 3)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


@cases("gap", [0.08, 0.2, 0.32], few=1)
def test_no_touch_on_the_keypad_is_lost(phones: Callable[..., Phone], tmp_path: Path, laid: str, gap: float) -> None:
    random = Random(round(gap * 100))
    phone = phones(PHONE).open(f"/table/{laid}")
    phone.report("telling")
    typed = []
    for number in range(MATCHES):
        for seat in (number % 2, 1 - number % 2):
            if number < MATCHES - 1 or seat != number % 2:  # the last own group is picked already
                phone.report(f"group-{seat}-{number}")
        phone.at("digit-1").wait_for(state="attached")
        keys = []
        for _ in range(2):
            corners = random.sample(range(2, 11), 2)
            cards = tuple(Card(random.randint(1, 99), corner) for corner in corners)
            typed.append(cards)
            for card in cards:
                keys += [*(f"digit-{digit}" for digit in str(card.labtag)), f"value-{card.corner}"]
        touch(phone, [*keys, "enter-cards"], gap)
        phone.until(lambda: not phone.at("digit-1").count(), "the cards are not entered")
        phone.at_rest()
        if phone.at("trophy-0").count():
            phone.report("trophy-0")
    session = Tables(Library.open(tmp_path / "data").library, games()).table(laid).session
    assert session
    assert [line.action.cards for line in session.record.history if isinstance(line.action, Revealed)] == typed
    assert phone.errors == []

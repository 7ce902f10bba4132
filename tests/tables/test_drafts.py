"""Drafts: who sees them, and when they are discarded."""

import pytest
from kernel.races import HEADER, RACE, log, went

from companion.kernel.record import replay
from companion.tables.drafts import DraftKey, Drafts
from companion.tables.session import Session

CARDS = DraftKey[tuple[str, ...]]("cards")


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def drafts(heard: list[str]) -> Drafts:
    return Drafts(lambda: heard.append("changed"))


def test_all_screens_share_a_draft_and_hear_of_it(drafts: Drafts, heard: list[str]) -> None:
    drafts.set(CARDS, ("ace",))
    assert drafts.get(CARDS) == ("ace",)
    assert heard == ["changed"]
    drafts.clear(CARDS)
    assert drafts.get(CARDS) is None
    assert heard == ["changed", "changed"]
    drafts.clear(CARDS)
    assert heard == ["changed", "changed"], "nothing was there to discard"


def test_a_pages_draft_is_its_own_and_outlives_its_screen(drafts: Drafts, heard: list[str]) -> None:
    drafts.of_page("Anna's").set(CARDS, ("ace",))
    assert drafts.of_page("Anna's").get(CARDS) == ("ace",)
    assert drafts.of_page("Ben's").get(CARDS) is None
    assert drafts.get(CARDS) is None
    assert not heard, "no other screen shows it"


def test_owners_have_drafts_of_one_name(drafts: Drafts) -> None:
    drafts.set(CARDS.of(0), ("ace",))
    drafts.set(CARDS.of(2), ())
    drafts.set(DraftKey[str]("wish").of(1), "king")
    assert drafts.owned(CARDS) == {0: ("ace",), 2: ()}


def test_a_draft_is_made_once(drafts: Drafts) -> None:
    sums = DraftKey[list[int]]("sums")
    drafts.of_page("Anna's").start(sums, list).append(3)
    assert drafts.of_page("Anna's").start(sums, list) == [3]


def test_discarding_leaves_nothing_to_anybody(drafts: Drafts) -> None:
    own = drafts.of_page("Anna's")
    for store in (drafts, own):
        store.set(CARDS, ("ace",))
    drafts.discard()
    assert (drafts.get(CARDS), own.get(CARDS)) == (None, None)


def test_a_correction_has_drafts_of_its_own() -> None:
    session = Session(replay(RACE, HEADER, log(went(0, 2))))
    session.drafts.set(CARDS, ("ace",))
    assert session.last
    assert session.before(session.last).drafts.get(CARDS) is None
    session.undo()
    assert session.drafts.get(CARDS) == ("ace",), "the players are the same"

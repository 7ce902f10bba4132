"""What lies on a table survives a restart and reaches other processes: disputes, shared drafts, answers before their turn."""

from typing import Any

import pytest
from attrs import frozen
from games.bronzen.table import action
from postgres import Opener, settled
from tables.test_followed import begin, here, session_of, there

from companion.games import games
from companion.games.slam.card_library import Library as Cards
from companion.games.slam.card_library import PoetCard
from companion.games.slam.cards import Bonus, Poet, Trait, Voice
from companion.games.slam.draft import Draft
from companion.kernel.log import Act, Rename, Ruling
from companion.tables.drafts import DraftKey, Drafts
from companion.tables.session import Dispute
from companion.tables.tables import Tables

__all__ = ["here", "there"]

WON = action("Anna wins")
DISPUTE = Dispute(("bronzen.jay.points",))


@frozen
class Wish:
    """A draft as a game has them."""

    round: int
    note: str = ""


WISH = DraftKey("wish", stored=Wish)
UNSTORED = DraftKey[str]("unstored")


def test_what_lies_on_a_table_survives_a_kill(here: Tables, open_library: Opener) -> None:
    id = begin(here)
    session = session_of(here, id)
    session.pause(DISPUTE)
    session.drafts.set(WISH.of(1), Wish(2, "soon"))
    session.drafts.set(UNSTORED, "gone with the program")
    session.drafts.of_page("page").set(WISH, Wish(3))
    session.queue_answer(1, Act(WON))
    here.keep_moments()
    again = session_of(Tables(open_library(), games()), id)
    assert again.dispute == DISPUTE
    assert again.drafts.owned(WISH) == {1: Wish(2, "soon")}
    assert again.drafts.get(UNSTORED) is again.drafts.of_page("page").get(WISH) is None
    assert again.queued_answer(1) == Act(WON)


def test_other_processes_show_it_and_whoever_settles_it_ends_it_for_all(here: Tables, there: Tables) -> None:
    id = begin(here)
    mine, theirs = session_of(here, id), session_of(there, id)
    drawn: list[Any] = []
    theirs.subscribe(lambda: drawn.append(theirs.dispute))
    mine.pause(DISPUTE)
    here.keep_moments()
    settled()
    there.follow()
    assert drawn == [DISPUTE]
    theirs.submit(Ruling("who was first", "Anna", ("bronzen.jay.points",), (0,)))
    there.keep_moments()
    settled()
    here.follow()
    assert session_of(here, id).dispute is None
    assert session_of(here, id).version == theirs.version


def test_a_newer_change_here_is_not_replaced_by_an_older_one_there(here: Tables, there: Tables) -> None:
    id = begin(here)
    mine, theirs = session_of(here, id), session_of(there, id)
    mine.drafts.set(WISH, Wish(1))
    here.keep_moments()
    theirs.drafts.set(WISH, Wish(2))
    settled()
    there.follow()
    assert theirs.drafts.get(WISH) == Wish(2)
    there.keep_moments()
    settled()
    here.follow()
    assert mine.drafts.get(WISH) == Wish(2)


def test_what_lay_on_a_table_before_the_latest_entry_is_gone(here: Tables, open_library: Opener) -> None:
    """An answer that has been entered is not given again, and nobody gets what lay at the seat of somebody else."""
    id = begin(here)
    session = session_of(here, id)
    session.queue_answer(1, Act(WON))
    session.drafts.set(WISH.of(1), Wish(2))
    here.keep_moments()
    session.submit(Rename((1,), ("Cleo",)))  # killed before the next look
    again = session_of(Tables(open_library(), games()), id)
    assert again.queued_answer(1) is again.drafts.get(WISH.of(1)) is None
    here.keep_moments()
    assert session_of(Tables(open_library(), games()), id).drafts.get(WISH.of(1)) == Wish(2)


def test_nothing_is_stored_for_a_table_where_nothing_lies(here: Tables, open_library: Opener) -> None:
    id = begin(here)
    session = session_of(here, id)
    session.pause(DISPUTE)
    here.keep_moments()
    session.resume()
    here.keep_moments()
    assert here.library.settings("moment.") == {}
    changes = here.library.changes
    here.keep_moments()
    assert here.library.changes == changes


@pytest.mark.parametrize("stored", [7, {"dispute": 1}, {"drafts": [[1]]}, {"drafts": [["wish", None, {"round": "1"}]]}])
def test_a_moment_in_another_form_does_not_close_the_table(here: Tables, stored: Any, open_library: Opener) -> None:
    id = begin(here)
    here.library.set_setting(f"moment.{id}", stored)
    session = session_of(Tables(open_library(), games()), id)
    assert session.dispute is None
    assert session.drafts.get(WISH) is None
    session.submit(Act(WON))


def test_the_drafts_of_slam_survive_whole() -> None:
    poet = Poet("Rap Poet", (3, None, 5, None, 0), bonuses=(Bonus(2),), voice=Voice.LYRIC, traits=(Trait.ROGUE,))
    stage = Draft.empty(2, 3, frozenset({1}))
    stage = type(stage)(
        2, ((poet, None, None), *stage.poets[1:]), stage.teams, stage.action_cards, entered=(((0, 1), poet),)
    )
    for key, value in (
        (DraftKey("stage", stored=Draft), stage),
        (DraftKey("cards", "phone", stored=Cards), Cards((PoetCard("Rap Poet", bonus=2),))),
    ):
        drafts, again = Drafts(lambda: None), Drafts(lambda: None)
        drafts.set(key, value)
        again.replace(drafts.to_json())
        assert again.to_json() == drafts.to_json()
        assert again.get(key) == value
        assert again.to_json() == drafts.to_json()

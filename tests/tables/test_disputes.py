"""A dispute: the table stands still until the group has decided, and the decision comes back as a precedent."""

from pathlib import Path

import pytest
from kernel.races import HEADER, RACE, log, went
from screens.room import begin, room

from companion.kernel.explain import Refused
from companion.kernel.log import Act, Amend, Entry, Redo, Ruling, Undo
from companion.kernel.record import replay
from companion.kernel.text import Listing, Player
from companion.tables.session import Dispute, Session

FLOOR = Ruling("A card on the floor?", "It goes back.", ("toy_race.turn",), (0, 1))


@pytest.fixture
def session() -> Session:
    """Give a race of Anna and Ben in which one step was reported."""
    return Session(replay(RACE, HEADER, log(went(0, 2))))


def test_while_the_table_stands_still_nothing_is_reported(session: Session) -> None:
    heard: list[Dispute | None] = []
    session.subscribe(lambda: heard.append(session.dispute))
    dispute = Dispute(("toy_race.turn",))
    session.pause(dispute)
    for change in (Act(went(1, 2)), Undo(("1",)), Amend("1", went(0, 1))):
        with pytest.raises(Refused) as refused:
            session.submit(change)
        assert refused.value.why.rules == ("companion.dispute",)
        with pytest.raises(Refused):
            session.correct(change)
    assert session.version == 1
    session.resume()
    assert heard == [dispute, None]
    session.submit(Act(went(1, 2)))


def test_the_decision_stands_in_the_history_and_lets_the_table_go_on(session: Session) -> None:
    before = session.record.state
    session.pause(Dispute())
    (message,) = session.submit(FLOOR).messages
    assert session.dispute is None
    assert session.record.state == before
    assert session.record.history[-1].action == FLOOR
    assert message.rules == ("toy_race.turn", "companion.dispute")
    assert dict(message.text.params) == {"decision": "It goes back.", "players": Listing((Player(0), Player(1)))}
    assert dict(session.record.describe(FLOOR).params) == {"question": "A card on the floor?"}
    session.submit(Act(went(1, 2)))
    assert session.record.state.places == (2, 2)


def test_two_who_settle_the_same_dispute_at_once_record_one_decision(session: Session) -> None:
    session.pause(Dispute())
    seen = session.version
    session.submit(FLOOR, expected_version=seen)
    with pytest.raises(Refused) as refused:
        session.submit(Ruling("", "Mine."), expected_version=seen)
    assert refused.value.why.rules == ("companion.overtaken",)
    assert session.version == seen + 1
    session.submit(Ruling("", "A second one, later."), expected_version=session.version)


def test_what_was_undone_can_be_brought_back_after_a_decision_about_it(session: Session) -> None:
    before = session.record.state
    session.undo()
    session.submit(FLOOR)
    assert session.redo_target == ("1",)
    session.redo()
    assert session.record.state == before
    assert session.record.history[-1].action == FLOOR


def test_a_decision_can_be_undone_and_brought_back(session: Session) -> None:
    entry = session.submit(FLOOR).entry.id
    session.undo(entry)
    assert session.record.history[-1].undone
    session.submit(Redo((entry,)))
    assert not session.record.history[-1].undone


@pytest.mark.parametrize(
    "wrong", [Ruling("Why?", "  "), Ruling("", "So.", agreed=(2,)), Ruling("", "So.", agreed=(-1,))]
)
def test_a_decision_that_says_nothing_or_of_strangers_is_refused(session: Session, wrong: Ruling) -> None:
    with pytest.raises(Refused) as refused:
        session.submit(wrong)
    assert refused.value.why.rules == ("companion.dispute",)


def test_a_log_with_a_wrong_decision_stops_there() -> None:
    replayed = replay(RACE, HEADER, (Entry("1", Ruling("", "")), Entry("2", Act(went(0, 1)))))
    assert replayed.failure
    assert replayed.failure.number == 1


def test_precedents_are_of_the_same_game_and_of_two_of_the_players(tmp_path: Path) -> None:
    here = room(tmp_path)
    tables = here.tables
    earlier = begin(here, "Ben", "anna ", game="bronzen")
    strangers = begin(here, "Clara", "Ben", game="bronzen")
    other_game = begin(here, "Anna", "Ben", game="pracherche")
    now = begin(here, "Anna", "Ben", game="bronzen")
    for table, decision in ((earlier, "old"), (strangers, "theirs"), (other_game, "other"), (now, "new")):
        session = tables.table(table).session
        assert session
        session.submit(Ruling("?", decision))
    assert [(p.settled.decision, p.here) for p in tables.precedents(now)] == [("new", True), ("old", False)]
    session = tables.table(earlier).session
    assert session
    session.undo()
    assert [p.settled.decision for p in tables.precedents(now)] == ["new"]
    tables.library.delete(now)
    assert [p.settled.decision for p in tables.precedents(earlier)] == []

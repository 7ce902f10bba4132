"""A plain "undo" takes back what was done last, be it a report or a correction; a plain "redo" brings it back again."""

import pytest
from games.bronzen.table import action

from companion.games import games
from companion.i18n import Renderer
from companion.kernel.log import Act, Amend, Header, Redo, Ruling, Undo
from companion.kernel.record import Record, replay
from companion.kernel.text import Text
from companion.tables.session import Session


@pytest.fixture
def session() -> Session:
    """Give a game of Bronzen in which Anna wins, Ben wins, and a Color comes up."""
    session = Session(replay(games()["bronzen"], Header("bronzen", 1, ("Anna", "Ben")), ()))
    for report in ("Anna wins", "Ben wins", "color"):
        tell(session, report)
    return session


def tell(session: Session, report: str) -> None:
    session.submit(Act(action(report)))


def counting(session: Session) -> list[str]:
    """Return what counts, in words."""
    return [said(session, session.record.describe(line.action)) for line in session.record.active]


def said(session: Session, text: Text | None) -> str | None:
    return None if text is None else Renderer("en", session.names).text(text)


def lines(record: Record) -> list[tuple[object, bool]]:
    return [(line.action, line.undone) for line in record.history]


def test_an_undo_takes_back_the_correction(session: Session) -> None:
    first = session.record.history[0].entry.id
    before = lines(session.record)
    session.amend(first, action("Ben wins"))
    assert said(session, session.undo_label_for(None)) == "correction of entry 1 to “Ben wins”"
    session.undo()
    assert lines(session.record) == before
    assert said(session, session.undo_label_for(None)) == "Color"
    assert said(session, session.redo_label) == "correction of entry 1 to “Ben wins”"
    session.redo()
    assert counting(session) == ["Ben wins", "Ben wins", "Color"]
    assert session.redo_label is None


def test_one_correction_after_the_other_is_taken_back(session: Session) -> None:
    first = session.record.history[0].entry.id
    for report in ("Ben wins", "counter"):
        session.amend(first, action(report))
    session.undo()
    assert counting(session)[0] == "Ben wins"
    session.undo()
    assert counting(session)[0] == "Anna wins"
    session.undo()
    assert counting(session) == ["Anna wins", "Ben wins"]
    for _ in range(3):
        session.redo()
    assert counting(session) == ["Counter", "Ben wins", "Color"]


def test_a_correction_entered_in_one_go_is_taken_back_in_one_go(session: Session) -> None:
    first, second, third = (line.entry.id for line in session.record.history)
    before = lines(session.record)
    session.correct(Undo((second, third)), Amend(first, action("Ben wins")))
    assert counting(session) == ["Ben wins"]
    session.undo()
    assert lines(session.record) == before
    session.redo()
    assert counting(session) == ["Ben wins"]


def test_what_was_undone_before_a_correction_is_no_part_of_it(session: Session) -> None:
    session.undo()
    session.amend(session.record.history[0].entry.id, action("Ben wins"))
    session.undo()
    assert counting(session) == ["Anna wins", "Ben wins"]
    assert said(session, session.redo_label) == "correction of entry 1 to “Ben wins”"
    session.redo()
    assert session.redo_label is None, "the correction came after that undo, and the game went on with it"


def test_what_was_brought_back_is_taken_back_first(session: Session) -> None:
    first = session.record.history[0].entry.id
    session.undo(first)
    assert said(session, session.redo_label) == "Anna wins"
    session.submit(Redo((first,)))
    assert said(session, session.undo_label_for(None)) == "Anna wins"
    session.undo()
    assert counting(session) == ["Ben wins", "Color"]


def test_an_undo_after_one_from_the_history_goes_on_with_the_latest(session: Session) -> None:
    session.undo(session.record.history[0].entry.id)
    session.undo()
    assert counting(session) == ["Ben wins"]
    session.redo()
    session.redo()
    assert counting(session) == ["Anna wins", "Ben wins", "Color"]


def test_several_are_counted(session: Session) -> None:
    session.undo(*(line.entry.id for line in session.record.history))
    assert said(session, session.redo_label) == "Color and 2 more entries"


def test_a_decision_takes_no_redo_away_and_is_taken_back_itself(session: Session) -> None:
    session.undo()
    session.submit(Ruling("", "So it is."))
    assert said(session, session.redo_label) == "Color"
    assert said(session, session.undo_label_for(None)) == "Dispute settled: So it is."


def test_somebody_else_has_just_corrected(session: Session) -> None:
    seen = session.version
    session.amend(session.record.history[0].entry.id, action("Ben wins"))
    session.undo(expected_version=seen)
    assert counting(session) == ["Ben wins", "Ben wins"], "what this page saw to be the latest is the Color"

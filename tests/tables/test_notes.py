"""Private notes: no other player can undo or read the notes on a guess sheet."""

import pytest
from games.letter_jam.table import Table

from companion.games import games
from companion.kernel.explain import Refused
from companion.kernel.log import Act, Header, Undo
from companion.kernel.record import replay
from companion.tables.private_notes import seats_with_private_notes
from companion.tables.session import Session
from companion.tables.text_report import TextReport

NAMES = ("Anna", "Ben", "Cleo")


def clue_given() -> Session:
    """Return a table at which Anna has given a clue."""
    session = Session(replay(games()["letter_jam"], Header("letter_jam", 1, NAMES), ()))
    tell(session, "dealt", 1)
    tell(session, "Anna: Ben Cleo", 2)
    return session


@pytest.fixture
def session() -> Session:
    """Give a table at which Ben and Cleo have noted the clue, and Ben has filled a box."""
    session = clue_given()
    tell(session, "Ben box 5 E", 3)
    tell(session, "Ben notes 1 ?E S", 4)
    tell(session, "Cleo notes 1 S? E", 5)
    return session


def tell(session: Session, report: str, number: int) -> None:
    """Report something in the table's words, under a number."""
    session.submit(Act(Table(len(NAMES)).action(report)), id=str(number))


def counting(session: Session) -> list[str]:
    """Return the entries that count."""
    return [line.entry.id for line in session.record.active]


def test_the_latest_report_is_no_note(session: Session) -> None:
    assert session.last is session.record.item("2")


def test_an_undo_passes_notes_over(session: Session) -> None:
    tell(session, "Ben on", 6)
    tell(session, "Cleo box 1 W", 7)
    session.undo()
    assert counting(session) == ["1", "2", "3", "4", "5", "7"]


def test_what_was_noted_about_a_clue_goes_with_it_and_comes_back(session: Session) -> None:
    sheets = session.record.state.guess_sheets
    session.undo(expected_version=2)
    assert counting(session) == ["1", "3"]
    session.redo()
    assert session.record.state.guess_sheets == sheets
    session.undo()
    session.undo()
    assert counting(session) == []


def test_a_note_does_not_take_away_what_can_be_brought_back(session: Session) -> None:
    session.undo(expected_version=2)
    tell(session, "Cleo box 1 W", 7)
    assert session.redo_target
    session.redo()
    assert counting(session) == ["1", "2", "3", "4", "5", "7"]
    assert session.redo_target == ()


def test_two_who_undo_the_same_clue_at_once_undo_it_once(session: Session) -> None:
    session.undo(expected_version=2)
    with pytest.raises(Refused) as refused:
        session.undo(expected_version=2)
    assert refused.value.why.rules == ("companion.overtaken",)


def test_the_own_note_is_taken_back_by_its_writer(session: Session) -> None:
    session.undo(by=1)
    assert counting(session) == ["1", "2", "3", "5"]


def test_from_the_history_any_note_can_be_undone(session: Session) -> None:
    session.submit(Undo(("4",)))
    assert counting(session) == ["1", "2", "3", "5"]


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_printed_log_shows_no_letter_of_a_note(locale: str) -> None:
    """The label of a note does not depend on its text."""
    report = TextReport(locale, NAMES)
    printed = []
    for letter in "EN":
        session = clue_given()
        tell(session, f"Ben notes 1 ?{letter} {letter}", 3)
        tell(session, f"Ben on {letter}", 4)
        tell(session, f"Ben box 2 {letter}", 5)
        printed.append((report.json(session.record), report.text(session.record)))
    assert printed[0] == printed[1]


def test_a_log_tells_whose_private_words_it_holds(session: Session) -> None:
    assert seats_with_private_notes(clue_given().record) == ()
    assert seats_with_private_notes(session.record) == (1, 2)
    moved = clue_given()
    tell(moved, "Ben on", 3)
    assert seats_with_private_notes(moved.record) == ()
    tell(moved, "Cleo on E", 4)
    moved.undo()
    assert seats_with_private_notes(moved.record) == (2,), "what was undone stands in the log"

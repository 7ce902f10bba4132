"""A correction and the removal of conflicting entries are one step: never shown in part, and reverted by one undo."""

import pytest
from games.bronzen.table import action
from kernel.races import HEADER, RACE, log, stayed, went

from companion.games import games
from companion.i18n import Renderer
from companion.kernel.log import Act, Amend, Entry, Header, Redo, Undo
from companion.kernel.record import replay
from companion.kernel.text import Text, messages
from companion.kernel.undo import NoLongerFits
from companion.storage.errors import StorageError
from companion.storage.errors import storage as trouble
from companion.tables.agreement import NeedsAgreement, Rights
from companion.tables.conflicts import Conflict
from companion.tables.roles import Role
from companion.tables.seat_tokens import PhoneSeats
from companion.tables.session import Session
from companion.ui.table.announcer import news

T, _ = messages("companion")

#: Corrects the second entry: Ben won, and no Jay was laid, so no player could double.
MEANT = Amend("2", action("Ben wins"))


class Paper:
    """A journal that can be inspected, and can fail."""

    def __init__(self) -> None:
        self.written: list[tuple[Entry, ...]] = []
        self.full = False

    def append(self, *entries: Entry) -> None:
        if self.full:
            raise StorageError(trouble(T("There is no space left on this device.")))
        self.written.append(entries)


@pytest.fixture
def paper() -> Paper:
    """Return an empty journal."""
    return Paper()


@pytest.fixture
def session(paper: Paper) -> Session:
    """Return a game of Bronzen in which Ben doubles after a Jay; Anna has reported everything but the last entry."""
    session = Session(replay(games()["bronzen"], Header("bronzen", 1, ("Anna", "Ben")), ()), paper)
    for number, word in enumerate(("Ben wins", "jay", "Anna wins", "Ben doubles", "Anna wins"), start=1):
        session.submit(Act(action(word)), id=str(number), by=1 if number == 5 else 0)
    return session


def counting(session: Session) -> list[str]:
    return [line.entry.id for line in session.record.active]


def said(session: Session, text: Text | None) -> str:
    assert text
    return Renderer("en", session.names).text(text)


def test_it_is_stored_and_shown_at_once(session: Session, paper: Paper) -> None:
    seen: list[list[str]] = []
    session.subscribe(lambda: seen.append(counting(session)))
    session.correct(MEANT, by=0, without=frozenset({"4"}))
    assert seen == [["1", "2", "3", "5"]]
    assert [entry.change for entry in paper.written[-1]] == [Undo(("4", "5")), MEANT, Redo(("5",))]
    replayed = replay(session.game, session.record.header, session.record.entries)
    assert (replayed.failure, replayed.record) == (None, session.record)


def test_nothing_is_dropped_that_nobody_has_agreed_to(session: Session, paper: Paper) -> None:
    before = session.record
    with pytest.raises(NoLongerFits) as unfit:
        session.correct(MEANT)
    assert [conflict.entry.id for conflict in unfit.value.conflicts] == ["4"]
    assert session.record is before
    paper.full = True
    with pytest.raises(StorageError):
        session.correct(MEANT, without=frozenset({"4"}))
    assert session.record is before


def test_what_comes_in_meanwhile_is_kept_if_it_fits_and_asked_about_if_not(session: Session) -> None:
    for number, word in enumerate(("Ben wins", "Anna wins", "jay", "Ben wins"), start=6):
        session.submit(Act(action(word)), id=str(number))
    session.correct(MEANT, without=frozenset({"4"}))
    assert counting(session) == ["1", "2", "3", "5", "6", "7", "8", "9"]
    session.submit(Act(action("Anna doubles")), id="double")
    before = session.record
    with pytest.raises(NoLongerFits) as unfit:
        session.correct(Undo(("8",)), without=frozenset({"9"}))
    assert [conflict.entry.id for conflict in unfit.value.conflicts] == ["double"]
    assert session.record is before


def test_what_fits_is_kept_even_if_it_might_go(session: Session) -> None:
    session.correct(MEANT, without=frozenset({"4", "5"}))
    assert counting(session) == ["1", "2", "3", "5"]


def test_it_is_taken_back_and_brought_back_in_one_go(session: Session) -> None:
    before = session.record
    session.correct(MEANT, without=frozenset({"4"}))
    after = session.record
    assert said(session, session.undo_label_for(None)) == "correction of entry 2 to “Ben wins”"
    assert session.redo_label is None
    for _ in range(2):
        session.undo()
        assert session.record.history == before.history
        assert said(session, session.redo_label) == "correction of entry 2 to “Ben wins”"
        session.redo()
        assert session.record.history == after.history


def test_what_is_brought_back_is_taken_back_without_what_was_kept() -> None:
    race = Session(replay(RACE, HEADER, log(went(0, 1), went(1, 1), Undo(("2",)), went(1, 2), stayed(0))))
    before = race.record
    race.correct(Redo(("2",)), without=frozenset({"4"}))
    after = race.record
    assert counting(race) == ["1", "2", "5"]
    assert race.redo_label is None, "what was dropped does not fit beside it"
    for _ in range(2):
        assert said(race, race.undo_label_for(None)) == said(race, after.title(after.history[1]))
        race.undo()
        assert race.record.history == before.history
        race.redo()
        assert race.record.history == after.history


def test_others_are_asked_only_about_what_they_have_entered(session: Session) -> None:
    anna, ben = (
        Rights(Role.SEAT, PhoneSeats((seat,), frozenset({1 - seat}), ids=frozenset({f"seat {seat}"})), f"page {seat}")
        for seat in (0, 1)
    )
    session.correct(MEANT, by=0, rights=anna, without=frozenset({"4"}))
    assert counting(session) == ["1", "2", "3", "5"], "what Ben has entered is kept"
    session.undo()
    with pytest.raises(NeedsAgreement) as asked:
        session.correct(MEANT, by=1, rights=ben, without=frozenset({"4"}))
    session.propose(asked.value.proposal)
    session.submit(Act(action("Ben wins")), id="6")
    session.agree(asked.value.proposal, anna)
    assert counting(session) == ["1", "2", "3", "5", "6"]


def test_what_would_be_dropped_and_was_corrected_meanwhile_is_asked_about(session: Session) -> None:
    session.amend("4", action("Ben gives up"), page="one", expected_version=5)
    with pytest.raises(Conflict) as asked:
        session.correct(MEANT, page="two", expected_version=5, without=frozenset({"4"}))
    assert said(session, asked.value.why.text).startswith("Entry 4 has just been corrected")
    session.insist(asked.value, page="two")
    assert counting(session) == ["1", "2", "3", "5"]


def test_what_is_kept_is_no_news(session: Session) -> None:
    version = session.version
    session.correct(MEANT, without=frozenset({"4"}))
    heard = [said(session, text) for text in news(session, version, None)]
    assert heard == ["Undone: Ben doubles", "Entry 2 corrected: Ben wins"]

"""A session: several phones, one game, and nothing shown that is not stored."""

import pytest
from kernel.races import HEADER, RACE, log, record_of, stayed, went

from companion.kernel.explain import Refused
from companion.kernel.log import Act, Amend, Entry, Redo, Ruling, Undo
from companion.kernel.record import replay
from companion.kernel.undo import NoLongerFits
from companion.tables.session import Session


class Full(Exception):
    """The storage is full."""


class Paper:
    """A journal to look into, and to break."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.full = False

    def append(self, entry: Entry) -> None:
        if self.full:
            raise Full
        self.entries.append(entry)


@pytest.fixture
def journal() -> Paper:
    """Give an empty journal."""
    return Paper()


@pytest.fixture
def session(journal: Paper) -> Session:
    """Give a race of Anna and Ben."""
    return Session(replay(RACE, HEADER, ()), journal)


@pytest.fixture
def broken(journal: Paper) -> Session:
    """Give a race whose log makes no sense from the second entry on."""
    return Session(replay(RACE, HEADER, log(went(0, 2), went(0, 1), Undo(("1",)))), journal)


def test_a_report_is_stored_with_who_when_and_what_was_seen(session: Session, journal: Paper) -> None:
    submitted = session.submit(Act(went(0, 2)), by=0)
    assert journal.entries == [submitted.entry] == [*session.record.entries]
    assert (submitted.entry.by, submitted.entry.expected_version) == (0, 0)
    assert submitted.entry.at
    assert submitted.entry.at.endswith("+00:00")
    assert submitted.messages == session.record.history[0].step.messages  # type: ignore[union-attr]
    assert session.version == 1


def test_the_same_report_twice_is_one(session: Session, journal: Paper) -> None:
    first = session.submit(Act(went(0, 2)), id="a", expected_version=0)
    again = session.submit(Act(went(0, 2)), id="a", expected_version=0)
    assert again.repeated
    assert again.entry == first.entry
    assert len(journal.entries) == 1


@pytest.mark.parametrize("text", ["d" * 200_000, "so\x1b[31m", "so\u202e", "so\x00"])
def test_what_cannot_be_written_down_is_refused(session: Session, journal: Paper, text: str) -> None:
    reports = (
        lambda: session.submit(Ruling("Who?", text)),
        lambda: session.submit(Ruling(text, "Anna")),
        lambda: session.correct(Ruling("Who?", text)),
        lambda: session.submit(Act(went(0, 2)), id=text),
    )
    for report in reports:
        with pytest.raises(Refused) as refused:
            report()
        assert refused.value.why.rules == ("companion.log",)
    assert not journal.entries
    assert session.version == 0


def test_two_phones_report_the_same_event(session: Session, journal: Paper) -> None:
    session.submit(Act(went(0, 2)), by=0, expected_version=0)
    with pytest.raises(Refused, match="just been entered already") as refused:
        session.submit(Act(went(0, 2)), by=1, expected_version=0)
    assert refused.value.why.rules == ("companion.overtaken",)
    assert len(journal.entries) == session.version == 1


def test_two_phones_report_different_outcomes_of_one_event(session: Session) -> None:
    session.submit(Act(went(0, 2)), by=0, expected_version=0)
    with pytest.raises(Refused, match="something else") as refused:
        session.submit(Act(stayed(0)), by=1, expected_version=0)
    assert refused.value.why.rules == ("companion.overtaken",)
    assert session.version == 1


def test_a_stale_report_of_an_event_still_due_is_judged_at_the_head(session: Session) -> None:
    session.submit(Act(went(0, 2)))
    session.undo()
    # this phone has seen neither, but the turn is the one it saw
    assert not session.submit(Act(went(0, 1)), expected_version=0).repeated
    assert session.record.state.places == (1, 0)


def test_two_phones_undo_the_last_at_once(session: Session) -> None:
    session.submit(Act(went(0, 2)))
    session.submit(Act(went(1, 2)))
    session.undo(by=0, expected_version=2)
    with pytest.raises(Refused) as refused:
        session.undo(by=1, expected_version=2)
    assert refused.value.why.rules == ("companion.overtaken",)
    assert session.record.state == record_of(went(0, 2)).state


def test_two_phones_redo_at_once(session: Session) -> None:
    session.submit(Act(went(0, 2)))
    session.undo()
    session.redo(by=0, expected_version=2)
    with pytest.raises(Refused) as refused:
        session.redo(by=1, expected_version=2)
    assert refused.value.why.rules == ("companion.overtaken",)
    assert session.record.state == record_of(went(0, 2)).state


def test_plain_undo_and_redo_take_the_latest(session: Session) -> None:
    first, second = (session.submit(Act(action)).entry.id for action in (went(0, 2), went(1, 1)))
    assert session.last
    assert session.last.entry.id == second
    session.undo()
    session.undo()
    assert session.last is None
    assert session.redo_target == (first,)
    session.redo()
    assert session.redo_target == (second,)
    assert session.last.entry.id == first
    session.redo()
    assert session.redo_target == ()
    assert session.last.entry.id == second


def test_there_may_be_nothing_to_undo_or_redo(session: Session) -> None:
    for nothing in (session.undo, session.redo):
        with pytest.raises(Refused):
            nothing()
    assert session.version == 0


def test_a_correction_that_does_not_fit_changes_nothing(session: Session, journal: Paper) -> None:
    first = session.submit(Act(went(0, 2))).entry.id
    session.submit(Act(went(1, 1)))
    with pytest.raises(NoLongerFits):
        session.undo(first)
    assert len(journal.entries) == session.version == 2
    session.amend(first, went(0, 3))
    assert session.record.state.places == (3, 1)


@pytest.mark.parametrize("change", [Act(went(1, 1)), Undo(("1",)), Amend("1", stayed(0))], ids=str)
def test_what_cannot_be_stored_has_not_happened(session: Session, journal: Paper, change: Act | Undo | Amend) -> None:
    session.submit(Act(went(0, 2)), id="1")
    before = session.record
    heard: list[int] = []
    session.subscribe(lambda: heard.append(session.version))
    journal.full = True
    with pytest.raises(Full):
        session.submit(change, id="2")
    assert session.record is before
    assert heard == []
    journal.full = False
    assert not session.submit(change, id="2").repeated


def test_listeners_hear_every_change_until_they_leave(session: Session) -> None:
    heard: list[int] = []
    leave = session.subscribe(lambda: heard.append(session.version))
    session.submit(Act(went(0, 2)), id="1", expected_version=0)
    session.submit(Act(went(0, 2)), id="1", expected_version=0)
    with pytest.raises(Refused):
        session.submit(Act(went(0, 2)))
    session.undo()
    assert heard == [1, 2]
    leave()
    leave()
    session.redo()
    assert heard == [1, 2]


def test_a_listener_may_unsubscribe_while_it_is_notified(session: Session) -> None:
    heard: list[str] = []
    leave = session.subscribe(lambda: (heard.append("once"), leave()))
    session.subscribe(lambda: heard.append("always"))
    session.submit(Act(went(0, 2)))
    session.undo()
    assert heard == ["once", "always", "always"]


def test_the_sheet_follows_every_correction(session: Session) -> None:
    while not (session.sheet.scored):
        seat = session.record.state.phase.seat
        session.submit(Act(went(seat, 1) if seat else stayed(0)))
    assert session.sheet.totals[0] == 0 < session.sheet.totals[1]
    session.undo()
    assert session.sheet.totals == (0, 0)


def test_a_broken_log_shows_its_valid_part_and_takes_no_report(broken: Session, journal: Paper) -> None:
    assert broken.failure
    assert broken.version == 1
    assert broken.record.state == record_of(went(0, 2)).state
    assert broken.offers(None) == ()
    for change in (Act(went(1, 1)), Undo(("1",)), Redo(("1",)), Amend("1", stayed(0))):
        with pytest.raises(Refused) as refused:
            broken.submit(change)
        assert refused.value.why == broken.failure.why
    assert journal.entries == []


def test_repair_strikes_out_the_rest_and_play_goes_on(broken: Session, journal: Paper) -> None:
    heard: list[int] = []
    broken.subscribe(lambda: heard.append(broken.version))
    repaired = broken.repair()
    assert repaired.entry.change == Undo(("2", "3"))
    assert journal.entries == [repaired.entry]
    assert broken.failure is None
    assert broken.record.state == record_of(went(0, 2)).state
    assert heard == [4]
    assert broken.offers(None)
    broken.submit(Act(went(1, 1)))
    assert replay(RACE, HEADER, broken.record.entries).record == broken.record


def test_a_repair_that_cannot_be_stored_has_not_happened(broken: Session, journal: Paper) -> None:
    journal.full = True
    with pytest.raises(Full):
        broken.repair()
    assert broken.failure
    assert broken.version == 1


def test_a_report_without_its_act_fails_at_once(session: Session, journal: Paper) -> None:
    with pytest.raises(TypeError, match=r"Act\(report\)"):
        session.submit(went(0, 2))
    assert journal.entries == []


def test_a_refusal_says_in_a_traceback_what_it_says_at_the_table(session: Session) -> None:
    with pytest.raises(Refused, match="It is seat 0’s turn"):
        session.submit(Act(went(1, 2)))

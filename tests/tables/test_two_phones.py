"""Two phones at one table: reports on one that the other could not have read yet, without waiting in the tests."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import define
from games.bronzen.table import action as bronzen
from games.labtag.table import action as labtag
from games.schlafmuetze.table import action as schlafmuetze

from companion.games import games
from companion.games.bronzen.chips import Chip
from companion.games.bronzen.reports import Color, Einzel, Exchange, NextRound, Recount
from companion.games.labtag.reports import MatchWon
from companion.i18n import Renderer
from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Act, Amend, Header, Redo, Ruling, Undo
from companion.kernel.record import replay
from companion.kernel.undo import NoLongerFits
from companion.tables.conflicts import Conflict
from companion.tables.last_seen import READING, SEEN_AT, SeenAt
from companion.tables.session import Session, Submitted

ANNA, BEN = Act(Einzel(0)), Act(Einzel(1))

#: Seconds between two taps, before and after what stands on a screen has been read.
SOON = (0.0, 0.019, 0.1, 0.4, 0.8, 1.5, 1.9)
LATER = (2.5, 3.0)


@define
class Clock:
    """A clock that advances when the test sets it."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now

    def later(self, seconds: float) -> None:
        """Let time pass, and let every tap from now on have read what had stood there long enough."""
        self.now += seconds
        SEEN_AT.set(SeenAt(self.now - READING))


@pytest.fixture
def clock() -> Iterator[Clock]:
    """Give a clock by which the pages read."""
    made = Clock()
    token = SEEN_AT.set(SeenAt(made.now - READING))
    yield made
    SEEN_AT.reset(token)


@pytest.fixture
def session(clock: Clock) -> Session:
    """Give a game of Bronzen."""
    return table(clock, "bronzen")


def table(clock: Clock, game: str, *names: str, **house: str | int) -> Session:
    """Return a game in play."""
    header = Header(game, games()[game].meta.revision, names or ("Anna", "Ben"), house=house)
    return Session(replay(games()[game], header, ()), clock=clock)


def reported(session: Session, clock: Clock, *changes: Any) -> int:
    """Let a player report, under the ids ``1``, ``2``, …, what every player has then read, and return the version."""
    for number, change in enumerate(changes, start=1):
        session.submit(change, id=str(number))
    clock.later(5.0)
    return session.version


def counting(session: Session) -> list[Any]:
    """Return what counts."""
    return [line.action for line in session.record.active]


def asked(do: Callable[[], Submitted]) -> Conflict:
    """Return the question to a player who reports."""
    with pytest.raises(Conflict) as question:
        do()
    assert question.value.why.rules == ("companion.overtaken",)
    return question.value


def refused(do: Callable[[], Submitted]) -> str:
    """Return the answer to a player who reports and cannot insist on it."""
    with pytest.raises(Refused) as wrong:
        do()
    assert not isinstance(wrong.value, Conflict | NoLongerFits)
    assert wrong.value.why.rules == ("companion.overtaken",)
    return said(wrong.value)


def said(error: Refused) -> str:
    """Return in English the answer to a player."""
    return Renderer("en", ("Anna", "Ben", "Cleo", "Dora")).text(error.why.text)


# The same event, reported twice


@pytest.mark.parametrize("gap", SOON)
def test_the_same_within_a_moment_is_asked_about(session: Session, clock: Clock, gap: float) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    clock.later(gap)
    question = asked(lambda: session.submit(ANNA, expected_version=1, page="two"))
    assert said(question) == "Somebody has just entered that. Did it happen again?"
    assert counting(session) == [ANNA.action]
    session.insist(question, page="two")
    assert counting(session) == [ANNA.action, ANNA.action]


@pytest.mark.parametrize("gap", LATER)
def test_what_could_be_read_is_no_question(session: Session, clock: Clock, gap: float) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    clock.later(gap)
    session.submit(ANNA, expected_version=1, page="two")
    assert session.version == 2


def test_the_reporting_player_is_called_by_name_where_that_is_known(session: Session) -> None:
    session.submit(ANNA, by=1, expected_version=0, page="one")
    assert (
        said(asked(lambda: session.submit(ANNA, expected_version=1, page="two")))
        == "Ben has just entered that. Did it happen again?"
    )


def test_the_same_page_is_not_asked(session: Session, clock: Clock) -> None:
    for version in range(3):
        session.submit(ANNA, expected_version=version, page="one")
        clock.later(0.4)
    assert session.version == 3


def test_the_screen_of_a_page_that_lags_behind_has_read_nothing_however_late(session: Session, clock: Clock) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    clock.later(60.0)
    asked(lambda: session.submit(ANNA, expected_version=0, page="two"))


def test_a_page_that_taps_before_it_is_drawn_anew_enters_nothing_twice(session: Session) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    assert "already" in refused(lambda: session.submit(ANNA, expected_version=0, page="one"))


def test_a_player_who_insisted_is_not_asked_about_the_same_entry_again(session: Session, clock: Clock) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    clock.later(0.1)
    session.insist(asked(lambda: session.submit(ANNA, expected_version=1, page="two")), page="two")
    clock.later(0.5)
    session.submit(ANNA, expected_version=2, page="two")
    assert session.version == 3


def test_what_comes_in_while_somebody_is_asked_is_asked_about_too(session: Session, clock: Clock) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    question = asked(lambda: session.submit(ANNA, expected_version=1, page="two"))
    clock.later(5.0)
    session.submit(ANNA, expected_version=1, page="one")
    asked(lambda: session.insist(question, page="two"))
    assert session.version == 2


def test_three_phones_ask_two_questions(session: Session, clock: Clock) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    for page in ("two", "three"):
        clock.later(0.3)
        asked(lambda page=page: session.submit(ANNA, expected_version=1, page=page))
    assert session.version == 1


def test_the_same_in_other_words_is_the_same(session: Session) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    same = Act(bronzen("KH 9S"))
    assert "Did it happen again?" in said(asked(lambda: session.submit(same, expected_version=1, page="two")))


@pytest.mark.parametrize("gap", SOON)
def test_what_is_called_like_the_event_before_is_asked_about(clock: Clock, gap: float) -> None:
    # of the next match, whose turn it is and who is met have changed: the button and the history say the same
    session = table(clock, "labtag")
    version = reported(
        session, clock, *(Act(labtag(words)) for words in ("4 cards in 2", "Anna lays 2 2", "Ben lays 2 2"))
    )
    first, second = Act(MatchWon(0, 1, 1)), Act(MatchWon(1, 0, 1))
    session.submit(first, expected_version=version, page="one")
    clock.later(gap)
    question = asked(lambda: session.submit(second, expected_version=version + 1, page="two"))
    assert said(question) == "Somebody has just entered that. Did it happen again?"
    session.insist(question, page="two")
    assert counting(session)[-2:] == [first.action, second.action]


def test_the_next_match_that_somebody_else_wins_is_another_one(clock: Clock) -> None:
    session = table(clock, "labtag")
    version = reported(
        session, clock, *(Act(labtag(words)) for words in ("4 cards in 2", "Anna lays 2 2", "Ben lays 2 2"))
    )
    session.submit(Act(MatchWon(0, 1, 1)), expected_version=version, page="one")
    clock.later(0.4)
    session.submit(Act(MatchWon(1, 0, 0)), expected_version=version + 1, page="two")
    assert session.version == version + 2


def test_a_trick_reported_differently_is_reported_as_something_else(session: Session) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    question = asked(lambda: session.submit(Act(Color()), expected_version=1, page="two"))
    assert said(question) == (
        "Somebody has just entered something else: “Anna wins”. Check the table again; nothing was entered."
    )
    session.insist(question, page="two")
    assert counting(session) == [ANNA.action, Color()]


def test_another_event_goes_through(session: Session, clock: Clock) -> None:
    reported(session, clock, *[ANNA] * 3, *[BEN] * 3, ANNA)
    session.submit(Act(Exchange(0, Chip.BLACK, Chip.GREEN)), page="one")
    clock.later(0.1)
    session.submit(Act(Exchange(1, Chip.BLACK, Chip.GREEN)), page="two")
    session.submit(ANNA, page="two")


def test_what_cannot_be_another_one_is_no_question(session: Session, clock: Clock) -> None:
    while session.view(None).phase != "round_over":
        session.submit(Act(bronzen("jay")) if not session.game.refusal(session.record.state, bronzen("jay")) else ANNA)
    clock.later(5.0)
    version = session.version
    session.submit(Act(NextRound()), expected_version=version, page="one")
    assert "already" in refused(lambda: session.submit(Act(NextRound()), expected_version=version + 1, page="two"))


def test_a_card_of_another_player_is_another_card(clock: Clock) -> None:
    session = table(clock, "schlafmuetze", "Anna", "Ben", "Cleo")
    reported(session, clock, Act(schlafmuetze("Anna red at 12")))
    session.submit(Act(schlafmuetze("Ben blue at 4")), page="one")
    clock.later(0.6)
    session.submit(Act(schlafmuetze("Cleo blue at 5")), page="two")
    clock.later(0.1)
    assert "already" in refused(lambda: session.submit(Act(schlafmuetze("Cleo blue at 5")), page="one"))
    assert "something else" in refused(lambda: session.submit(Act(schlafmuetze("Cleo green at 5")), page="one"))


def test_a_tap_that_finds_another_button_in_its_place_enters_nothing(clock: Clock) -> None:
    # Where Ben's button was, Anna's is: no player reacts to a new screen so fast, so the tap was meant for the old one.
    session = table(clock, "schlafmuetze", "Anna", "Ben", "Cleo")
    reported(session, clock, Act(schlafmuetze("Anna red at 12")))
    session.submit(Act(schlafmuetze("Ben blue at 4")), expected_version=1, page="one")
    clock.later(0.2)
    question = asked(lambda: session.submit(Act(schlafmuetze("Anna blue at 4")), expected_version=2, page="two"))
    assert "something else" in said(question)
    assert said(Refused(Explanation(question.yes, ()))) == "Enter “Anna: blue at 4 o’clock” as well"
    assert session.version == 2


def test_two_decisions_at_once(session: Session) -> None:
    session.submit(Ruling("", "It goes back."), page="one")
    question = asked(lambda: session.submit(Ruling("", "It stays."), page="two"))
    assert "It goes back." in said(question)
    session.insist(question, page="two")
    assert session.version == 2


# Taps that were held up


@pytest.mark.parametrize("change", [ANNA, Ruling("", "So."), Undo(("1",)), Redo(("1",)), Amend("1", Color())], ids=str)
def test_what_was_tapped_while_cut_off_is_never_entered(session: Session, clock: Clock, change: Any) -> None:
    session.submit(ANNA, id="1")
    SEEN_AT.set(SeenAt(clock.now - 30.0, late=True))
    for do in (
        lambda: session.submit(change, page="two"),
        lambda: session.correct(change, page="two"),
        lambda: session.undo(page="two"),
        lambda: session.redo(page="two"),
        session.repair,
        session.resume,
    ):
        assert "too long to arrive" in refused(do)  # type: ignore[arg-type]
    assert session.version == 1


# Undo and redo


def test_one_trick_undone_by_two_is_undone_once(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA, BEN, Act(Color()))
    session.undo(expected_version=3, page="one")
    clock.later(0.1)
    question = asked(lambda: session.undo(expected_version=4, page="two"))
    assert said(question) == "Entry 3 has just been undone already: Color. Undo entry 2 as well: Ben wins?"
    assert counting(session) == [ANNA.action, BEN.action]
    session.insist(question, page="two")
    assert counting(session) == [ANNA.action]


def test_an_undo_of_the_last_does_not_take_what_came_up_under_the_finger(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA)
    session.submit(BEN, expected_version=1, page="one")
    clock.later(0.5)
    question = asked(lambda: session.undo(expected_version=2, page="two"))
    assert said(question) == "Somebody has just entered “Ben wins”. Undo that?"
    assert session.version == 2
    session.undo(expected_version=2, page="one")
    assert counting(session) == [ANNA.action]


def test_a_stale_redo_after_the_trick_was_entered_anew(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA, Undo(("1",)))
    session.submit(ANNA, expected_version=2, page="one")
    question = asked(lambda: session.redo(expected_version=2, page="two"))
    assert said(question) == "Somebody has just entered “Anna wins” in its place. Restore “Anna wins” as well?"
    assert counting(session) == [ANNA.action]
    session.insist(question, page="two")
    assert counting(session) == [ANNA.action] * 2


def test_a_stale_redo_of_a_trick_entered_anew_differently(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA, Undo(("1",)))
    session.submit(Act(Color()), expected_version=2, page="one")
    asked(lambda: session.redo(expected_version=2, page="two"))
    assert counting(session) == [Color()]


def test_a_trick_entered_anew_after_somebody_else_brought_it_back(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA, Undo(("1",)))
    session.redo(expected_version=2, page="one")
    clock.later(0.1)
    question = asked(lambda: session.submit(ANNA, expected_version=3, page="two"))
    assert said(question) == "Somebody has just restored that. Did it happen again?"


def test_two_bring_the_same_back(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA, Undo(("1",)))
    session.redo(expected_version=2, page="one")
    assert "restored already" in refused(lambda: session.redo(expected_version=2, page="two"))


def test_a_redo_does_not_bring_back_what_somebody_else_has_just_undone(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA, BEN, Undo(("2",)))
    session.undo(expected_version=3, page="one")
    clock.later(0.5)
    question = asked(lambda: session.redo(expected_version=4, page="two"))
    assert said(question) == "Entry 1 has just been undone: Anna wins. Restore that?"
    session.insist(question, page="two")
    assert counting(session) == [ANNA.action]


def test_an_earlier_entry_is_brought_back_whatever_is_entered_at_the_end(session: Session, clock: Clock) -> None:
    seen = reported(session, clock, ANNA, ANNA, ANNA, Undo(("1",)))
    session.submit(ANNA, expected_version=seen, page="one")
    session.redo("1", expected_version=seen, page="two")
    assert counting(session) == [ANNA.action] * 4


# Corrections


def test_two_corrections_of_one_entry_from_the_same_version(session: Session) -> None:
    session.submit(ANNA, id="1")
    session.amend("1", BEN.action, expected_version=1, page="one")
    question = asked(lambda: session.amend("1", Color(), expected_version=1, page="two"))
    assert said(question) == "Entry 1 has just been corrected: it is “Ben wins” now. Use yours instead?"
    assert counting(session) == [BEN.action]
    assert "already" in refused(lambda: session.amend("1", BEN.action, expected_version=1, page="two"))
    session.insist(question, page="two")
    assert counting(session) == [Color()]


def test_an_undo_of_what_was_corrected_meanwhile(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA)
    session.amend("1", BEN.action, expected_version=1, page="one")
    for do in (
        lambda: session.undo("1", expected_version=1, page="two"),
        lambda: session.undo(expected_version=1, page="two"),
    ):
        assert said(asked(do)) == "Entry 1 has just been corrected: it is “Ben wins” now. Undo it?"
    assert counting(session) == [BEN.action]


def test_a_correction_of_what_was_undone_meanwhile(session: Session) -> None:
    session.submit(ANNA, id="1")
    session.undo("1", expected_version=1, page="one")
    assert "Entry 1 has just been undone" in refused(
        lambda: session.amend("1", Color(), expected_version=1, page="two")
    )


def test_a_correction_that_could_not_be_read_yet_is_asked_about_too(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA)
    session.amend("1", BEN.action, expected_version=1, page="one")
    clock.later(0.5)
    asked(lambda: session.amend("1", Color(), expected_version=2, page="two"))
    clock.later(2.0)
    session.amend("1", Color(), expected_version=2, page="two")


def test_two_people_correct_different_entries(session: Session, clock: Clock) -> None:
    seen = reported(session, clock, *[ANNA] * 4)
    session.amend("1", BEN.action, expected_version=seen, page="one")
    session.amend("2", BEN.action, expected_version=seen, page="two")
    session.submit(BEN, expected_version=session.version, page="one")
    session.undo("3", expected_version=seen, page="two")
    assert counting(session) == [BEN.action, BEN.action, ANNA.action, BEN.action]


def test_corrections_that_go_together_are_asked_about_together(session: Session, clock: Clock) -> None:
    reported(session, clock, ANNA, ANNA)
    session.amend("2", BEN.action, expected_version=2, page="one")
    both = (Undo(("1",)), Amend("2", Color()))
    question = asked(lambda: session.correct(*both, expected_version=2, page="two"))
    assert question.changes == both
    session.insist(question, page="two")
    assert counting(session) == [Color()]


def test_what_a_correction_keeps_is_not_taken_for_a_new_report(session: Session, clock: Clock) -> None:
    words = ("Ben wins", "jay", "Anna wins", "Ben doubles", "Anna wins")
    seen = reported(session, clock, *(Act(bronzen(word)) for word in words))
    meant = Amend("2", bronzen("Ben wins"))
    session.correct(meant, expected_version=seen, page="one", without=frozenset({"4"}))
    assert counting(session)[-1] == ANNA.action, "undone and brought back in one go"
    question = asked(lambda: session.submit(ANNA, expected_version=seen, page="two"))
    assert question.why.text.message.startswith("Somebody has just entered something else."), "nothing was brought back"


# Counting anew


def test_a_recount_from_before_a_card_of_the_same_player(clock: Clock) -> None:
    session = table(clock, "schlafmuetze", "Anna", "Ben", "Cleo")
    reported(session, clock, Act(schlafmuetze("Anna red at 12")))
    hands = session.record.state.hands
    seen = session.version
    session.submit(Act(schlafmuetze("Ben blue at 4")), expected_version=seen, page="one")
    clock.later(60.0)
    late = Act(schlafmuetze(f"recount Ben {hands[1]} 0"))
    assert "something else: “Ben: blue at 4" in refused(lambda: session.submit(late, expected_version=seen, page="two"))
    assert session.record.state.hands[1] == hands[1] - 1
    session.submit(
        Act(schlafmuetze(f"recount Anna {hands[0]} 0")), expected_version=seen, page="two"
    )  # her hand is as it was


@pytest.mark.parametrize(
    ("report", "meanwhile"),
    [
        ("top 12 green", "Ben blue at 12"),
        ("stock 20", "stock 21"),
        ("recount Ben 5 1", "recount Ben 6 0"),
    ],
)
def test_what_was_counted_before_it_changed(clock: Clock, report: str, meanwhile: str) -> None:
    session = table(clock, "schlafmuetze", "Anna", "Ben", "Cleo")
    reported(session, clock, Act(schlafmuetze("Anna red at 12")))
    seen = session.version
    session.submit(Act(schlafmuetze(meanwhile)), expected_version=seen, page="one")
    clock.later(60.0)
    with pytest.raises(Refused) as late:
        session.submit(Act(schlafmuetze(report)), expected_version=seen, page="two")
    assert late.value.why.rules == ("companion.overtaken",)


def test_a_recount_of_bronzen_from_before_a_trick(session: Session) -> None:
    counted = Act(Recount((55, 55), (0, 0)))
    session.submit(ANNA, expected_version=0, page="one")
    with pytest.raises(Conflict):
        session.submit(counted, expected_version=0, page="two")


# The log


def test_the_log_says_what_had_been_read(session: Session, clock: Clock) -> None:
    reported(session, clock, *[ANNA] * 3, BEN)
    session.submit(Act(Exchange(0, Chip.BLACK, Chip.GREEN)), page="one")
    clock.later(0.1)
    assert session.submit(ANNA, expected_version=5, page="two").entry.expected_version == 4
    clock.later(5.0)
    assert session.submit(ANNA, expected_version=6, page="two").entry.expected_version == 6


def test_the_log_replays_identically_whatever_was_insisted_on(session: Session, clock: Clock) -> None:
    session.submit(ANNA, expected_version=0, page="one")
    session.insist(asked(lambda: session.submit(ANNA, expected_version=1, page="two")), page="two")
    session.undo(expected_version=2, page="two")
    again = replay(session.game, session.record.header, session.record.entries)
    assert again.failure is None
    assert again.record == session.record
    # and a log that was read has been read by every player
    reopened = Session(again, clock=clock)
    reopened.submit(ANNA, expected_version=reopened.version, page="one")

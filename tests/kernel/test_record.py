"""Corrections reach any entry; what no longer fits is named, and then nothing is changed."""

import pytest
from kernel.races import HEADER, RACE, log, record_of, stayed, went

from companion.kernel.explain import Refused
from companion.kernel.log import Act, Amend, Entry, Redo, Undo
from companion.kernel.record import Record, replay
from companion.kernel.undo import NoLongerFits

ROUND = (went(0, 1), went(1, 1), stayed(0), went(1, 1))


def refused(record: Record, change: object) -> Refused:
    """Return how a record refuses one more change."""
    with pytest.raises(Refused) as wrong:
        record.after(Entry("new", change))  # type: ignore[arg-type]
    return wrong.value


def test_amending_an_early_entry_moves_all_that_follows() -> None:
    record = record_of(*ROUND, Amend("2", went(1, 3)))
    assert record.state.places == (1, 4)
    assert [line.amended for line in record.history] == [False, True, False, False]
    assert record.history[1].reported == went(1, 1)


def test_undo_of_an_amend_brings_the_first_report_back() -> None:
    assert record_of(*ROUND, Amend("2", went(1, 3)), Undo(("5",))).state == record_of(*ROUND).state
    assert record_of(*ROUND, Amend("2", went(1, 3)), Undo(("5",)), Redo(("5",))).state.places == (1, 4)


def test_the_latest_amend_counts() -> None:
    amended = (*ROUND, Amend("2", went(1, 3)), Amend("2", went(1, 2)))
    assert record_of(*amended).state.places == (1, 3)
    assert record_of(*amended, Undo(("6",))).state.places == (1, 4)


def test_an_undo_can_be_undone_like_anything_else() -> None:
    assert record_of(*ROUND, Undo(("4",)), Undo(("5",))).state == record_of(*ROUND).state
    assert record_of(*ROUND, Undo(("4",)), Undo(("5",)), Redo(("5",))).state == record_of(*ROUND[:3]).state


def test_undo_in_the_middle_where_the_rest_still_fits() -> None:
    # without entries 2 and 3 it is Ben's turn again, just as it was
    record = record_of(*ROUND, Undo(("2", "3")))
    assert record.state.places == (1, 1)
    assert [line.undone for line in record.history] == [False, True, True, False]
    assert record.history[1].step is None


def test_misfits_are_named_in_order_and_nothing_is_applied() -> None:
    record = record_of(*ROUND)
    wrong = refused(record, Undo(("1", "3")))
    assert isinstance(wrong, NoLongerFits)
    # Anna has not moved, so both of Ben's turns come too early
    assert [conflict.entry.id for conflict in wrong.conflicts] == ["2", "4"]
    assert all(conflict.why.rules == ("toy_race.turn",) for conflict in wrong.conflicts)
    assert wrong.why.rules == ("toy_race.turn", "companion.amend")
    assert record == record_of(*ROUND)


def test_redo_in_the_middle_may_no_longer_fit() -> None:
    assert isinstance(refused(record_of(went(0, 2), Undo(("1",)), stayed(0)), Redo(("1",))), NoLongerFits)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (Undo(("nobody",)), "companion.undo"),
        (Undo(("1", "nobody")), "companion.undo"),
        (Undo(("4",)), "companion.undo"),
        (Undo(()), "companion.undo"),
        (Redo(("nobody",)), "companion.redo"),
        (Redo(("1",)), "companion.redo"),
        (Redo(()), "companion.redo"),
        (Amend("nobody", stayed(0)), "companion.amend"),
        (Amend("4", stayed(0)), "companion.amend"),
        (Amend("5", stayed(0)), "companion.amend"),
    ],
    ids=str,
)
def test_there_must_be_something_to_correct(change: object, rule: str) -> None:
    # entry 4 is struck out by entry 5
    assert refused(record_of(*ROUND, Undo(("4",))), change).why.rules == (rule,)


def test_points_belong_to_the_entry_that_brought_them() -> None:
    race = (went(0, 3), stayed(1), went(0, 2))
    assert [entry for entry, _ in record_of(*race).points] == ["3", "3"]
    assert [*record_of(*race, Undo(("3",))).points] == []
    assert [*record_of(*race, Amend("3", went(0, 1))).points] == []


def test_line_finds_entries() -> None:
    record = record_of(*ROUND, Undo(("4",)))
    assert record.item("5") is None
    line = record.item("4")
    assert line is not None
    assert line.undone


def test_a_log_that_stops_making_sense_keeps_its_valid_part() -> None:
    entries = log(went(0, 2), went(0, 1), went(1, 1))
    replayed = replay(RACE, HEADER, entries)
    assert replayed.record == record_of(went(0, 2))
    assert replayed.failure is not None
    assert replayed.failure.number == 2
    assert replayed.failure.entry == entries[1]
    assert replayed.failure.rest == entries[1:]
    assert replayed.failure.why.rules == ("toy_race.turn",)


@pytest.mark.parametrize(
    "rest",
    [
        (went(0, 1),),
        (went(0, 1), went(1, 1)),
        (went(0, 1), Undo(("1",))),
        (went(0, 1), Undo(("1",)), Redo(("1",)), Undo(("3",))),
        (went(0, 1), Amend("1", went(0, 3)), went(1, 1)),
        (Undo(("9",)), went(1, 1)),
        (Redo(("1",)), Amend("9", stayed(0)), stayed(1)),
    ],
    ids=str,
)
def test_striking_out_the_rest_leaves_the_valid_part(rest: tuple[object, ...]) -> None:
    broken = log(went(0, 2), *rest)
    failure = replay(RACE, HEADER, broken).failure
    assert failure is not None
    repair = Entry("repair", Undo(tuple(entry.id for entry in failure.rest)))
    repaired = replay(RACE, HEADER, (*broken, repair))
    assert repaired.failure is None
    assert repaired.record.state == record_of(went(0, 2)).state
    assert len(repaired.states) == len(broken) + 2
    assert repaired.record.entries[-1] == repair


def test_an_unfitting_entry_can_be_struck_out_alone() -> None:
    replayed = replay(RACE, HEADER, log(went(0, 2), went(0, 1), went(1, 1), Undo(("2",))))
    assert replayed.failure is None
    assert replayed.record.state.places == (2, 1)
    assert [line.undone for line in replayed.record.history] == [False, True, False]


def test_bringing_back_what_never_fitted_is_refused() -> None:
    record = replay(RACE, HEADER, log(went(0, 2), went(0, 1), Undo(("2",)))).record
    assert isinstance(refused(record, Redo(("2",))), NoLongerFits)


def test_refused_actions_leave_no_trace() -> None:
    record = record_of(*ROUND)
    assert refused(record, Act(went(1, 1))).why.rules == ("toy_race.turn",)
    assert record == record_of(*ROUND)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (Undo(("new",)), "companion.undo"),
        (Undo(("1", "new")), "companion.undo"),
        (Redo(("new",)), "companion.redo"),
        (Amend("new", stayed(0)), "companion.amend"),
    ],
    ids=str,
)
def test_a_correction_cannot_name_itself(change: Undo | Redo | Amend, rule: str) -> None:
    wrong = refused(record_of(*ROUND), change)
    assert wrong.why.rules == (rule,)
    assert "cannot name itself" in wrong.why.text.message


@pytest.mark.parametrize(
    ("number", "changes"),
    [
        (1, (Undo(("1",)),)),
        (3, (went(0, 1), went(1, 1), Undo(("1", "3")))),
        (3, (went(0, 1), went(1, 1), Undo(("3", "1")), stayed(0))),
        (1, (Undo(("2",)), went(0, 1))),
        (2, (went(0, 1), Redo(("2",)))),
        (2, (went(0, 1), Amend("2", stayed(0)), went(1, 1))),
    ],
    ids=str,
)
def test_a_log_stops_at_a_correction_of_what_does_not_come_before_it(number: int, changes: tuple[object, ...]) -> None:
    replayed = replay(RACE, HEADER, log(*changes))
    assert replayed.failure
    assert replayed.failure.number == number
    assert replayed.record == replay(RACE, HEADER, log(*changes)[: number - 1]).record
    # and struck out by what comes after it, it has never been
    repaired = replay(RACE, HEADER, log(*changes, Undo(tuple(entry.id for entry in replayed.failure.rest))))
    assert repaired.failure is None
    assert repaired.record.state == replayed.record.state

"""A record folds only new entries; after any corrections it equals a plain fold over the whole log."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, Final

import pytest
from effort import effort
from kernel.races import HEADER, RACE, stayed, went

from companion.kernel.explain import Refused
from companion.kernel.log import Act, Amend, Change, Entry, Join, Leave, Redo, Rename, Reseat, Ruling, Undo
from companion.kernel.record import Record, replay
from companion.kernel.undo import all_undone
from companion.scoring import ScoreSheet

LOGS: Final = range(effort(few=60, many=400))
_ACTIONS: Final = (went(0, 1), went(1, 1), went(0, 2), went(1, 3), stayed(0), stayed(1))


def random_log(seed: int) -> Iterator[Entry]:
    """Yield reports and corrections of a race; many do not fit, and some name unknown entries."""
    random = Random(seed)
    for number in range(1, random.randrange(4, 40)):
        named = tuple({str(random.randrange(1, number + 2)): None for _ in range(random.choice((1, 1, 2, 3)))})
        about_players = (
            Rename((0,), (f"Name {random.randrange(3)}",)),
            Reseat(("Cem", "Anna"), random.randrange(2)),
            Leave(random.randrange(2)),
            Join(random.randrange(3), "Dora"),
        )
        changes: tuple[tuple[Change, int], ...] = (
            (Act(random.choice(_ACTIONS)), 12),
            (Undo(named), 4),
            (Redo(named), 3),
            (Amend(named[0], random.choice(_ACTIONS)), 3),
            (Ruling("Who is first?", "The youngest."), 1),
            (random.choice(about_players), 1),
        )
        (change,) = random.choices([each for each, _ in changes], [weight for _, weight in changes])
        yield Entry(str(number), change, expected_version=random.choice((None, number - 1)))


def derived(record: Record) -> tuple[Any, ...]:
    """Return the derived values of a record, without its log and its history."""
    return (record.snapshots, record.undone, record.amends, record.state, record.seated, record.gone, record.points)


def check(record: Record) -> None:
    """Compare a record with a fold over all its entries and lines."""
    assert record.undone == all_undone(tuple(record.entries))
    assert [line.undone for line in record.history] == [line.entry.id in record.undone for line in record.history]
    steps = [line.step for line in record.active if line.step]
    assert record.state == (steps[-1] if steps else record.start).state
    points = [(line.entry.id, point) for line in record.active if line.step for point in line.step.points]
    assert [*record.points] == points
    for number, entry in enumerate(record.entries, start=1):
        assert record.entry(entry.id) is entry
        assert record.number(entry) == number
    for line in record.history:
        assert record.item(line.entry.id) is line
    check_sheet(ScoreSheet.of_record(record), points)


def reseats(record: Record) -> list[str | None]:
    """Return for each entry the id of the latest seating in effect before it, computed from all entries before it."""
    found: list[str | None] = []
    for place in range(record.version):
        before = record.entries[:place]
        undone = all_undone(before)
        counting = [entry.id for entry in before if isinstance(entry.change, Reseat) and entry.id not in undone]
        found.append(counting[-1] if counting else None)
    return found


def check_sheet(sheet: ScoreSheet, points: list[tuple[str, Any]]) -> None:
    """Compare every number of a sheet with the sum of its lines."""
    rounds = (None, *range(sheet.rounds + 1))
    for seat, round, column in product(range(sheet.seats), rounds, (None, *(each.id for each in sheet.columns))):
        lines = [
            (entry, line)
            for entry, line in points
            if line.seat == seat and round in (None, line.round) and column in (None, line.column)
        ]
        assert sheet.points(seat=seat, round=round, column=column) == sum(line.points for _, line in lines)
        found = [(scored.entry, scored.line) for scored in sheet.lines(seat=seat, round=round, column=column)]
        assert found == lines


@pytest.mark.parametrize("seed", LOGS)
def test_a_corrected_record_equals_one_replayed_from_the_start(seed: int) -> None:
    record = Record.begin(RACE, HEADER)
    for entry in random_log(seed):
        try:
            record = record.after(entry)
        except Refused:
            continue
        check(record)
        assert [record.positions[entry.id].reseat for entry in record.entries] == reseats(record)
        again = replay(RACE, HEADER, record.entries)
        assert again.failure is None
        assert (again.record, derived(again.record)) == (record, derived(record))


@pytest.mark.parametrize("seed", LOGS)
def test_what_never_fitted_changes_nothing_once_it_is_struck_out(seed: int) -> None:
    log = [*random_log(seed)]
    replayed = replay(RACE, HEADER, log)
    struck: list[str] = []
    while replayed.failure and len(struck) < 12:
        struck.append(replayed.failure.entry.id)
        replayed = replay(RACE, HEADER, (*log, Entry("struck", Undo(tuple(struck)))))
    if replayed.failure is None:
        check(replayed.record)


@pytest.mark.parametrize("seed", LOGS)
def test_the_record_before_a_line_can_be_played_on(seed: int) -> None:
    record = Record.begin(RACE, HEADER)
    for entry in random_log(seed):
        try:
            record = record.after(entry)
        except Refused:
            continue
    for place, line in enumerate(record.history):
        before = record.before(line)
        assert before.history == record.history[:place]
        assert before.entries == record.entries[: record.number(line.entry) - 1]
        assert before.entry(line.entry.id) is None
        if line.step:
            after = before.after(
                Entry("again", Act(line.action) if isinstance(line.entry.change, Act) else line.action)
            )
            assert (after.state, after.seated) == (line.step.state, record.snapshots[place].seated)
            assert after.entry("again") is after.entries[-1]

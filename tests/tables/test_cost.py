"""The cost of a report does not grow with the log. Calls are counted, as timings on a busy machine are unreliable."""

import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

from companion.games import games
from companion.kernel.kinds import kinds
from companion.kernel.log import Act, Header, Redo, Rename, Undo
from companion.kernel.record import Record, replay
from companion.tables.conflicts import Conflict
from companion.tables.seat_ids import seat_ids
from companion.tables.session import Session

GAME = games()["free_sheet"]
SCORED: Any = kinds("free_sheet", GAME.actions)["free_sheet.scored"]


def report(session: Session, points: str = "12") -> None:
    """Report the points of the player whose turn it is."""
    session.submit(Act(SCORED(session.version % 2, points)))
    session.view(None)
    session.offers(None)
    assert session.undo_label_for(None)
    assert session.sheet.ranking


@cache
def reported(entries: int) -> Record:
    """Return the record of two players with a number of entries."""
    session = Session(replay(GAME, Header("free_sheet", GAME.meta.revision, ("Anna", "Ben")), ()))
    while session.version < entries:
        report(session)
    return session.record


def played(entries: int) -> Session:
    """Return a session of two players with a number of entries, all read long ago."""
    record = reported(entries)
    return Session(replay(GAME, record.header, record.entries))


def calls(work: Callable[[], object]) -> int:
    """Return the number of function calls."""
    count = 0

    def seen(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")  # resuming a generator counts, too

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def latest_again(session: Session) -> None:
    """Undo and redo the latest report."""
    session.undo()
    session.redo()


def latest_amended(session: Session) -> None:
    """Amend the latest points."""
    session.amend(session.record.history[-1].entry.id, SCORED(session.record.history[-1].action.seat, "7"))
    assert session.sheet.ranking


def on_an_older_screen(session: Session) -> None:
    """Undo "the last" on a screen that has not shown the latest report."""
    report(session)
    report(session)
    with pytest.raises(Conflict):
        session.undo(expected_version=session.version - 1, page="page")


def renamed_again(session: Session) -> None:
    """Rename a player, and undo and redo that."""
    renamed = session.submit(Rename((0,), ("Bea",))).entry.id
    session.undo(renamed)
    session.redo(renamed)
    assert (session.names, seat_ids(session.record)) == (("Bea", "Ben"), ("0", "1"))


@pytest.mark.parametrize("work", [report, latest_again, latest_amended, on_an_older_screen, renamed_again])
def test_a_long_log_takes_no_more_calls_than_a_short_one(work: Callable[[Session], object]) -> None:
    short, long = (calls(partial(work, played(entries))) for entries in (40, 1_640))
    assert long < 1.3 * short


def test_points_of_a_long_sheet_follow_an_early_correction() -> None:
    session = played(400)
    first = session.record.entries[0].id
    session.amend(first, SCORED(0, "20"))
    assert session.sheet.totals == (200 * 12 + 8, 200 * 12)
    assert (session.sheet.points(seat=0, round=1), session.sheet.points(seat=0, round=2)) == (20, 12)
    session.submit(Undo((session.record.entries[-1].id,)))
    assert session.sheet.totals == (200 * 12, 200 * 12)
    session.submit(Redo((session.record.entries[-2].id,)))
    assert session.sheet.totals == (200 * 12 + 8, 200 * 12)
    assert session.record == replay(GAME, session.record.header, session.record.entries).record

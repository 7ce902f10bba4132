"""A report on a long log, against one on an empty log."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.logs import LONG, VERY_LONG, empty, long, step, take_back
from benchmarks.measure import Ratio, in_turn, processor_seconds
from companion.games import games
from companion.kernel.log import Act
from companion.kernel.record import AnyGame, Replay
from companion.storage.library import Library
from companion.tables.session import Session

#: Enough reports for a typical mix of kinds, some of which take several times longer than others.
_ROUNDS: Final = 200
#: The highest cost of a report after this number of entries, relative to one on an empty log.
_LIMITS: Final = {LONG: 1.3, VERY_LONG: 1.5}


def measured() -> Iterator[Ratio]:
    """Measure every game found."""
    for game in games().values():
        for entries, limit in _LIMITS.items():
            with tempfile.TemporaryDirectory() as folder:
                library = Library.open(Path(folder)).library
                yield _compared(game, library, entries, limit)
                library.close()


def _compared(game: AnyGame, library: Library, entries: int, limit: float) -> Ratio:
    random = Random(1)

    def at_table(replayed: Replay) -> Session:
        # only reports from now on are stored
        return Session(replayed, library.journal(library.create(replayed.record.header)))

    record = long(game, entries)
    played = at_table(Replay(record, (record.state,) * (record.version + 1)))

    def ours() -> float:
        action = step(played.record, random)
        if action is None:  # the walk has ended: restart in the middle of the game
            take_back(played)
            return ours()
        return processor_seconds(lambda: report(played, action))

    def bare() -> float:
        start = empty(game)
        fresh = at_table(Replay(start, (start.state,)))
        action = step(start, random)
        return processor_seconds(lambda: report(fresh, action))

    what = f"submit after {entries:,} entries / first one: {game.meta.id}"
    return Ratio(what, *in_turn(ours, bare, _ROUNDS), limit=limit)


def report(session: Session, action: Any) -> None:
    """Submit a report and read from the session what the screens read.

    Of the sheet these are the totals, the ranking, and all numbers of the current round and the one before, which a
    report can change. A page that shows all rounds has the older ones already.
    """
    session.submit(Act(action))
    session.view(None)
    session.offers(None)
    asked = (
        session.last_message_item,
        session.rulings,
        session.undo_label_for(None),
        session.redo_label,
        session.seating,
    )
    assert asked[2]
    sheet = session.sheet
    for seat in range(sheet.seats):
        for round in range(max(1, sheet.rounds - 1), sheet.rounds + 1):
            sheet.points(seat=seat, round=round)
            for column in sheet.columns:
                sheet.points(seat=seat, round=round, column=column.id)
    assert len(sheet.ranking) == len(session.names)

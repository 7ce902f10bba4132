"""A report on a long log, against one on an empty log."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.logs import LONG, empty, long, step
from benchmarks.measure import Ratio, in_turn, seconds
from companion.games import games
from companion.kernel.log import Act
from companion.kernel.record import AnyGame
from companion.storage.codec import write_log
from companion.storage.library import Library
from companion.tables.session import Session

_ROUNDS = 60


def measured() -> Iterator[Ratio]:
    """Measure every game found."""
    for game in games().values():
        with tempfile.TemporaryDirectory() as folder:
            library = Library.open(Path(folder)).library
            yield _compared(game, library)
            library.close()


def _compared(game: AnyGame, library: Library) -> Ratio:
    known = {game.meta.id: game}
    random = Random(1)
    text = write_log(long(game).header, long(game).entries, game)

    def at_table(id: str) -> Session:
        loaded = library.load(id, known)
        assert loaded.replay
        return Session(loaded.replay, library.journal(id))

    played = at_table(library.import_(text, known))

    def ours() -> float:
        library.create(played.record.header)  # so that the disk has just been busy on both sides
        action = step(played.record, random)
        if action is None:  # the walk has come to an end: back into the middle of the game
            lines = tuple(line.entry.id for line in played.record.counting)
            played.undo(*lines[-30:])
            return ours()
        return seconds(lambda: report(played, action))

    def bare() -> float:
        fresh = at_table(library.create(empty(game).header))
        action = step(fresh.record, random)
        return seconds(lambda: report(fresh, action))

    return Ratio(f"submit after {LONG} entries / first one: {game.meta.id}", *in_turn(ours, bare, _ROUNDS), limit=2.0)


def report(session: Session, action: Any) -> None:
    """Report something and take from the session what the table, the sheet and their totals show."""
    session.submit(Act(action))
    session.view(None)
    session.offers(None)
    sheet = session.sheet
    for seat in range(sheet.seats):
        for round in range(1, sheet.rounds + 1):
            sheet.points(seat=seat, round=round)
            for column in sheet.columns:
                sheet.points(seat=seat, round=round, column=column.id)
    assert len(sheet.ranking) == len(session.names)

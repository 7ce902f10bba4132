"""Long logs of any game, made up by a seeded walk over its offers."""

from functools import cache
from random import Random
from typing import Any, Final

from conformance.walks import Position, Tape, next_action

from companion.kernel.game import Setup
from companion.kernel.log import Act, Header, Undo
from companion.kernel.record import AnyGame, Record, replay
from companion.tables.session import Session

LONG: Final = 2000
#: How many entries are taken back where a walk has come to the game's end, so that it can go on another way.
_BACK: Final = 25
_TRIES: Final = 12


def header_of(game: AnyGame) -> Header:
    """Return the header of a table with as few players as the game needs and no house rules."""
    meta = game.meta
    return Header(meta.id, meta.revision, tuple(f"Player {seat}" for seat in range(meta.seats[0])))


def empty(game: AnyGame) -> Record:
    """Return the record of a table where nothing has happened."""
    return Record.begin(game, header_of(game))


@cache
def _long(id: str, game: Any) -> Record:
    random = Random(id)
    session = Session(replay(game, header_of(game), ()))
    while session.version < LONG:
        found = step(session.record, random)
        if found is None:
            lines = tuple(line.entry.id for line in session.record.counting)
            session.submit(Undo(lines[-_BACK:]))
        else:
            session.submit(Act(found))
    return session.record


def long(game: AnyGame) -> Record:
    """Return the record of a log of 2,000 entries; undone ones are among them where a game ends earlier."""
    return _long(game.meta.id, game)


def begun(game: AnyGame, entries: int) -> Record:
    """Return the record of a game in its middle."""
    random = Random(game.meta.id)
    session = Session(replay(game, header_of(game), ()))
    while session.version < entries and (found := step(session.record, random)) is not None:
        session.submit(Act(found))
    return session.record


def step(record: Record, random: Random) -> Any:
    """Return an action that is allowed now and does not end the game; ``None`` if the walk finds none."""
    game = record.game
    seats = len(record.header.seats)
    position = Position(Setup(seats, house=record.header.house), record.step or record.start)
    for _ in range(_TRIES):
        action = next_action(game, position, Tape(random.randbytes(64)))
        if action is not None and not game.is_over(game.apply(position.state, action).state):
            return action
    return None

"""Long logs of any game, made up by a seeded walk over its offers."""

from functools import cache
from itertools import islice
from random import Random
from typing import Any, Final

from conformance.walks import Position, Tape, next_action

from companion.kernel.game import Setup
from companion.kernel.log import Act, Header, Ruling, Undo
from companion.kernel.record import AnyGame, Record, replay
from companion.tables.session import Session

LONG: Final = 2_000
VERY_LONG: Final = 20_000
#: How many reports are undone when a walk reaches the end of the game, so that it can continue differently.
_BACK: Final = 25
#: At the end, the group also settles a few disputes: one per this number of entries. That makes the log of a short game
#: long within seconds.
_DECIDED: Final = 100
_TRIES: Final = 12


def header_of(game: AnyGame) -> Header:
    """Return the header of a table with as few players as the game needs; in Bronzen every trick is entered."""
    meta, house = game.meta, {"keeping": "tricks"} if game.meta.id == "bronzen" else {}
    return Header(meta.id, meta.revision, tuple(f"Player {seat}" for seat in range(meta.seats[0])), house=house)


def empty(game: AnyGame) -> Record:
    """Return the record of a table where nothing has happened."""
    return Record.begin(game, header_of(game))


@cache
def _long(id: str, game: Any, entries: int) -> Record:
    random = Random(id)
    session = Session(replay(game, header_of(game), ()))
    while session.version < entries:
        found = step(session.record, random)
        if found is None:
            take_back(session)
            for _ in range(min(entries // _DECIDED, entries - session.version)):
                session.submit(Ruling("Does that count?", "It does."))
        else:
            session.submit(Act(found))
    return session.record


def long(game: AnyGame, entries: int = LONG) -> Record:
    """Return the record of a long log; if the game ends earlier, it contains undone entries and rulings."""
    return _long(game.meta.id, game, entries)


def take_back(session: Session) -> None:
    """Undo the latest reports, so that a walk at the end of the game can continue differently."""
    lines = reversed(session.record.history)
    reports = (line.entry.id for line in lines if not line.undone and isinstance(line.entry.change, Act))
    session.submit(Undo(tuple(islice(reports, _BACK))))


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

"""Short races: the toy game, where every log fits on a line."""

from typing import Any

from companion.games import games
from companion.kernel.kinds import kinds
from companion.kernel.log import Act, Change, Entry, Header
from companion.kernel.record import AnyGame, Record, replay

RACE: AnyGame = games()["toy_race"]
KINDS = kinds(RACE.meta.id, RACE.actions)
HEADER = Header("toy_race", RACE.meta.revision, ("Anna", "Ben"))


def went(seat: int, steps: int) -> Any:
    """Return "the player on ``seat`` went some steps"."""
    return KINDS["toy_race.advanced"](seat, steps)


def stayed(seat: int) -> Any:
    """Return "the player on ``seat`` stayed"."""
    return KINDS["toy_race.passed"](seat)


def log(*changes: Any) -> tuple[Entry, ...]:
    """Return entries with the ids ``1``, ``2``, … of changes or plain actions."""
    return tuple(
        Entry(str(number), change if isinstance(change, Change) else Act(change))
        for number, change in enumerate(changes, start=1)
    )


def record_of(*changes: Any) -> Record:
    """Return the record of a log that is valid to its end."""
    replayed = replay(RACE, HEADER, log(*changes))
    assert replayed.failure is None
    return replayed.record

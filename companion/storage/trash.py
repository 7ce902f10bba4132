"""The trash: deleted games stay there for thirty days, and are removed only when the clock can be trusted."""

from datetime import UTC, datetime, timedelta
from typing import Final

from companion.storage.interface import Binned, Store
from companion.storage.limits import YEARS, moment_or_none

#: How long a deleted game can be brought back, in days.
DAYS: Final = 30

#: Delay before an expired game is checked again: a clock that is ahead is usually corrected within a day.
_DOUBT: Final = timedelta(days=1)

#: Prefixes of the settings that belong to one game and are deleted with it: its note, its photograph, and its id in the
#: program it was imported from. The game's id follows the prefix.
NOTES: Final = "note."
PHOTOGRAPHS: Final = "photograph."
SOURCES: Final = "source."
OF_A_GAME: Final = (NOTES, PHOTOGRAPHS, SOURCES)


def put_in(store: Store, log: str, now: datetime) -> None:
    """Start, or restart, the days of a deleted game; a clock behind earlier stored times is not trusted."""
    since = max(now, *(_read(each) or now for each in (*store.latest(log, f"{YEARS[1] + 1}"), "")))
    store.put_in_bin(Binned(log, _written(since)))


def gone(store: Store) -> frozenset[str]:
    """Return the ids of the games that have been removed for good."""
    return frozenset(row.id for row in store.bin()) - store.ids()


def days_left(store: Store, now: datetime) -> dict[str, int]:
    """Return how many days the deleted games have left, by their ids."""
    return {row.id: min(max(DAYS - (now - (_read(row.since) or now)).days, 0), DAYS) for row in _deleted(store)}


def empty(store: Store, now: datetime) -> int:
    """Remove the games whose days are over, and return how many they were.

    The first time they seem to be over that is only noted: only if the clock says so again, a day later at the least, they go. If
    it has gone back meanwhile, it was wrong.
    """
    removed = 0
    for row in _deleted(store):
        before, noted = _read(row.since), _read(row.over)
        if before is None:  # the disk has spoilt it
            put_in(store, row.id, now)
        elif now - before < timedelta(days=DAYS) or (noted and now < noted):
            if row.over is not None:
                store.put_in_bin(row._replace(over=None))
        elif noted is None:
            store.put_in_bin(row._replace(over=_written(now)))
        elif now - noted >= _DOUBT:
            store.remove(row.id)
            for kind in OF_A_GAME:
                store.forget_setting(f"{kind}{row.id}")
            removed += 1
    return removed


def _deleted(store: Store) -> list[Binned]:
    """Return the rows of the games that can still be brought back."""
    if not (rows := store.bin()):
        return []
    ids = store.ids()
    return [row for row in rows if row.id in ids]


def _written(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="microseconds")


def _read(text: str | None) -> datetime | None:
    return None if text is None else moment_or_none(text)

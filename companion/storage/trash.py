"""The trash: deleted games stay there for thirty days, and are removed only when the clock can be trusted."""

import sqlite3
from datetime import UTC, datetime, timedelta
from typing import Any, Final

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

#: Starts the days in the bin for deleted games that have no row there.
FILL: Final = """
    INSERT INTO bin (log, since) SELECT id, replace(datetime('now'), ' ', 'T') || '+00:00' FROM log
    WHERE shelf = 'deleted' AND id NOT IN (SELECT log FROM bin)
"""

#: Deleted games: since when, and since when their days seem to be over. A row whose game is gone
#: records that there was one. Triggers protect logs; only games that were in the trash long enough can be removed.
TABLES: Final = (
    "CREATE TABLE bin (log TEXT PRIMARY KEY, since TEXT NOT NULL, over TEXT)",
    "INSERT INTO bin (log, since) SELECT id, replace(datetime('now'), ' ', 'T') || '+00:00' FROM log WHERE shelf = 'deleted'",
    "DROP TRIGGER entry_is_kept",
    "DROP TRIGGER log_is_kept",
    """
    CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry
    WHEN NOT EXISTS (SELECT 1 FROM bin WHERE log = old.log AND over IS NOT NULL)
    BEGIN SELECT raise(ABORT, 'entries are kept'); END
    """,
    """
    CREATE TRIGGER log_is_kept BEFORE DELETE ON log
    WHEN NOT EXISTS (SELECT 1 FROM bin WHERE log = old.id AND over IS NOT NULL)
    BEGIN SELECT raise(ABORT, 'logs are kept'); END
    """,
)


def put_in(connection: sqlite3.Connection, log: str, now: datetime) -> None:
    """Start, or restart, the days of a deleted game; a clock behind earlier stored times is not trusted."""
    query = """
        SELECT max(created) FROM log WHERE created < ?1
        UNION SELECT max(saved) FROM entry WHERE log = ?2 AND saved < ?1
    """
    selected = connection.execute(query, (f"{YEARS[1] + 1}", log))
    since = max(now, *(_read(each) or now for (each,) in selected.fetchall()))
    connection.execute("INSERT OR REPLACE INTO bin (log, since) VALUES (?, ?)", (log, _written(since)))


def take_out(connection: sqlite3.Connection, log: str) -> None:
    """Let a game be none of the bin's any more."""
    connection.execute("DELETE FROM bin WHERE log = ?", (log,))


def gone(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the ids of the games that have been removed for good."""
    return frozenset(id for (id,) in connection.execute("SELECT log FROM bin WHERE log NOT IN (SELECT id FROM log)"))


def days_left(connection: sqlite3.Connection, now: datetime) -> dict[str, int]:
    """Return how many days the deleted games have left, by their ids."""
    rows = connection.execute("SELECT log, since FROM bin WHERE log IN (SELECT id FROM log)").fetchall()
    return {log: min(max(DAYS - (now - (_read(since) or now)).days, 0), DAYS) for log, since in rows}


def empty(connection: sqlite3.Connection, now: datetime) -> int:
    """Remove the games whose days are over, and return how many they were.

    The first time they seem to be over that is only noted: only if the clock says so again, a day later at the least, they go. If
    it has gone back meanwhile, it was wrong.
    """
    removed = 0
    rows = connection.execute("SELECT log, since, over FROM bin WHERE log IN (SELECT id FROM log)").fetchall()
    for log, since, over in rows:
        before, noted = _read(since), _read(over)
        if before is None:  # the disk has spoilt it
            put_in(connection, log, now)
        elif now - before < timedelta(days=DAYS) or (noted and now < noted):
            if over is not None:
                connection.execute("UPDATE bin SET over = NULL WHERE log = ?", (log,))
        elif noted is None:
            connection.execute("UPDATE bin SET over = ? WHERE log = ?", (_written(now), log))
        elif now - noted >= _DOUBT:
            connection.execute("DELETE FROM entry WHERE log = ?", (log,))
            connection.execute("DELETE FROM log WHERE id = ?", (log,))
            connection.executemany("DELETE FROM setting WHERE key = ?", [(f"{kind}{log}",) for kind in OF_A_GAME])
            removed += 1
    return removed


def _written(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="microseconds")


def _read(text: Any) -> datetime | None:
    return None if text is None else moment_or_none(str(text))

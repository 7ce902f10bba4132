"""The statements of a library for its SQLite file."""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from companion.kernel.explain import Explanation
from companion.storage.database import checkpoint, is_untouched, ledger_of, note_afresh, open_database, transaction
from companion.storage.errors import CHANGED, ChangedElsewhere, StorageError, speaking, storage
from companion.storage.interface import Binned, Figured, Game, Listed, Row
from companion.storage.ledger import Ledger, insert_game, lines_of, log_digest, short, value_of

FILE: Final = "companion.sqlite3"

_LISTED: Final = """
    SELECT id, name, header, created, shelf,
        coalesce((SELECT max(number) FROM entry WHERE entry.log = log.id), 0),
        coalesce((SELECT saved FROM entry WHERE entry.log = log.id ORDER BY number DESC LIMIT 1), created),
        rowid
    FROM log
"""


class SqliteStore:
    """Implements :class:`~companion.storage.interface.Store`.

    :param connect: opens the file, which is done when something is written, or by :meth:`begin`.
    :param ledger: records the content of the file.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], ledger: Ledger | None = None) -> None:
        self._connect = connect
        self._ledger: Final = ledger or Ledger(None)
        self._listener: Callable[[], None] | None = None
        #: Held during a statement or a transaction: they may come from several threads.
        self.turn: Final = threading.RLock()

    @classmethod
    def open(cls, folder: Path, *, late: bool = False) -> tuple["SqliteStore", Explanation | None]:
        """Open or create the file in a folder; see :meth:`companion.storage.library.Library.open`."""
        path = folder / FILE
        if late and is_untouched(path):
            return cls(lambda: open_database(path)[0], ledger_of(path)), None
        connection, notice = open_database(path)
        store = cls(lambda: connection, ledger_of(path))
        store.begin()
        return store, notice

    @cached_property
    def connection(self) -> sqlite3.Connection:
        """The connection to the file."""
        connection = self._connect()
        self._before = _version_of(connection)
        if self._listener:
            _tell(connection, self._listener)
        return connection

    @property
    def _is_begun(self) -> bool:
        return "connection" in vars(self)

    @property
    def changes(self) -> int:
        return self.connection.total_changes if self._is_begun else 0

    def version(self) -> int:
        if not self._is_begun:
            return 0
        with self.turn, speaking():
            return _version_of(self.connection) - self._before

    def begin(self) -> None:
        _ = self.connection

    def on_use(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` after each read or write; its effects are visible one turn of the event loop later."""
        self._listener = listener
        if self._is_begun:
            _tell(self.connection, listener)

    def follow(self, listener: Callable[[], None]) -> None:
        """Do nothing: SQLite reports no changes of other programs."""

    def checkpoint(self) -> None:
        if self._is_begun:
            with self.turn, speaking():
                checkpoint(self.connection)
                self._ledger.sync()

    def close(self) -> None:
        if self._is_begun:
            with suppress(StorageError, sqlite3.ProgrammingError):  # a full disk, for example: the log stays beside it
                self.checkpoint()
            with self.turn:
                self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self.turn, speaking(), transaction(self.connection):
            yield

    @contextmanager
    def changing(self, key: str) -> Iterator[None]:
        with self.turn:
            with self.transaction():
                yield
                value = value_of(self.connection, key)
                self._ledger.announce(key, value)
            self._ledger.confirm(key, value)

    @contextmanager
    def replacing(self) -> Iterator[None]:
        """Clear the ledger, and rewrite it afterwards."""
        with self.turn, speaking():
            self._ledger.clear()
            try:
                yield
            finally:
                if self._ledger.is_kept:
                    note_afresh(self.connection, self._ledger)

    # Logs

    def listed(self, id: str | None = None) -> list[Listed]:
        rows = self._rows(_LISTED) if id is None else self._rows(f"{_LISTED} WHERE id = ?", id)
        return [Listed(*row) for row in rows]

    def ids(self) -> frozenset[str]:
        return frozenset(id for (id,) in self._rows("SELECT id FROM log"))

    def size(self) -> int:
        [(entries,)] = self._rows("SELECT coalesce(sum(length(line)), 0) FROM entry")
        [(settings,)] = self._rows("SELECT coalesce(sum(length(value)), 0) FROM setting")
        return int(entries + settings)

    def lines(self, id: str) -> list[str]:
        with self.turn, speaking():
            return lines_of(self.connection, id)

    def all_lines(self) -> dict[str, list[str]]:
        lines: dict[str, list[str]] = {}
        for log, line in self._rows("SELECT log, line FROM entry ORDER BY log, number"):
            lines.setdefault(log, []).append(line)
        return lines

    def first_lines(self) -> list[tuple[str, str, str]]:
        return self._rows(
            "SELECT log.id, header, line FROM log JOIN entry ON log = log.id WHERE number = 1 ORDER BY log.rowid"
        )

    def disputed(self, game: str) -> list[str]:
        query = """
            SELECT log.id FROM log JOIN entry ON entry.log = log.id
            WHERE shelf != 'deleted' AND CASE WHEN json_valid(header) THEN json_extract(header, '$.game') END = ?
                AND CASE WHEN json_valid(line) THEN json_extract(line, '$.kind') END = 'settle'
            GROUP BY log.id ORDER BY max(saved) DESC
        """
        return [id for (id,) in self._rows(query, game)]

    def has_moved_players(self, id: str) -> bool:
        kind = "CASE WHEN json_valid(line) THEN json_extract(line, '$.kind') END IN ('rename', 'reseat', 'join')"
        return bool(self._rows(f"SELECT 1 FROM entry WHERE log = ? AND {kind} LIMIT 1", id))

    def entry_ids(self, id: str) -> list[str]:
        return [entry for (entry,) in self._rows("SELECT id FROM entry WHERE log = ?", id)]

    def latest(self, id: str, before: str) -> list[str]:
        query = """
            SELECT max(created) FROM log WHERE created < ?2
            UNION SELECT max(saved) FROM entry WHERE log = ?1 AND saved < ?2
        """
        return [each for (each,) in self._rows(query, id, before) if each]

    def read(self, id: str) -> tuple[list[str], "_Tail"]:
        lines = self.lines(id)
        return lines, _Tail(self, self._ledger, id, lines)

    def create(self, game: Game, rows: Iterable[Row]) -> None:
        with self.turn:
            with self.transaction():
                self.add_log(game)
                self.add_entries(game.id, 1, rows)
            self._ledger.add_game(game)
            lines = self.lines(game.id)
            self._ledger.add_log(game.id, len(lines) - 1, short(log_digest(lines)))

    def add_log(self, game: Game) -> None:
        with self.turn, speaking():
            insert_game(self.connection, game)

    def add_entries(self, id: str, start: int, rows: Iterable[Row]) -> None:
        numbered = ((id, number, *row) for number, row in enumerate(rows, start=start))
        self._many("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", numbered)

    def rename(self, id: str, name: str | None) -> bool:
        return bool(self._run("UPDATE log SET name = ? WHERE id = ?", name, id))

    def move(self, id: str, shelf: str) -> bool:
        return bool(self._run("UPDATE log SET shelf = ? WHERE id = ?", shelf, id))

    def remove(self, id: str) -> None:
        self._run("DELETE FROM entry WHERE log = ?", id)
        self._run("DELETE FROM log WHERE id = ?", id)

    def remove_all(self) -> None:
        # only games that were in the bin long enough can be removed
        self._run("INSERT OR REPLACE INTO bin SELECT id, '', '' FROM log")
        for table in ("figure", "entry", "log", "bin", "player"):
            self._run(f"DELETE FROM {table}")

    # The bin

    def bin(self) -> list[Binned]:
        return [Binned(*row) for row in self._rows("SELECT log, since, over FROM bin")]

    def put_in_bin(self, row: Binned) -> None:
        self._run("INSERT OR REPLACE INTO bin VALUES (?, ?, ?)", *row)

    def take_out_of_bin(self, id: str) -> None:
        self._run("DELETE FROM bin WHERE log = ?", id)

    # Figures

    def figured(self, places: Sequence[int]) -> list[Figured]:
        # SQLite extracts the parts several times faster than Python
        asked = ("json_array_length(told)", *(f"json_extract(told, '$[{place}]')" for place in places))
        read = ", ".join(f"CASE WHEN json_valid(told) THEN {each} END" for each in asked)
        query = f"""
            SELECT id, name, created, code, told, {read} FROM log LEFT JOIN figure ON figure.log = id
            WHERE shelf != 'deleted'
        """
        rows = self._rows(query)
        return [
            Figured(id, name, created, code, summary, size, tuple(parts))
            for id, name, created, code, summary, size, *parts in rows
        ]

    def keep_figures(self, made: Iterable[tuple[str, str, str, int]]) -> None:
        query = """
            INSERT OR REPLACE INTO figure SELECT ?, ?, ?
            WHERE ? = (SELECT coalesce(max(number), 0) FROM entry WHERE log = ?1)
        """
        with self.transaction():
            self._many(query, made)

    def forget_figures(self) -> None:
        self._run("DELETE FROM figure")

    # Players and settings

    def players(self) -> list[str]:
        return [name for (name,) in self._rows("SELECT name FROM player ORDER BY rowid DESC")]

    def put_players(self, names: Sequence[str], *, first: bool = True) -> None:
        if first:
            self._many("INSERT OR REPLACE INTO player (name) VALUES (?)", [(name,) for name in reversed(names)])
            return
        query = "INSERT OR IGNORE INTO player (rowid, name) SELECT coalesce(min(rowid), 0) - 1, ? FROM player"
        self._many(query, [(name,) for name in names])

    def forget_players(self, names: Iterable[str]) -> None:
        self._many("DELETE FROM player WHERE name = ?", [(name,) for name in names])

    def setting(self, key: str) -> str | None:
        return next((value for (value,) in self._rows("SELECT value FROM setting WHERE key = ?", key)), None)

    def settings(self, beginning: str = "") -> list[tuple[str, str]]:
        return self._rows("SELECT key, value FROM setting WHERE substr(key, 1, length(?1)) = ?1", beginning)

    def put_setting(self, key: str, value: str) -> int:
        return self._run("INSERT OR REPLACE INTO setting VALUES (?, ?)", key, value)

    def forget_setting(self, key: str) -> int:
        return self._run("DELETE FROM setting WHERE key = ?", key)

    # The connection

    def _rows(self, query: str, *values: Any) -> list[Any]:
        if not self._is_begun:
            return []
        with self.turn, speaking():
            return self.connection.execute(query, values).fetchall()

    def _run(self, statement: str, *values: Any) -> int:
        with self.turn, speaking():
            return self.connection.execute(statement, values).rowcount

    def _many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        with self.turn, speaking():
            self.connection.executemany(statement, rows)


class _Tail:
    """Implements :class:`~companion.storage.interface.Tail`: if the file has changed, the log is compared as a whole."""

    def __init__(self, store: SqliteStore, ledger: Ledger, log: str, lines: Sequence[str]) -> None:
        self._store = store
        self._ledger = ledger
        self._log = log
        self._number = len(lines) - 1
        self._digest = log_digest(lines)
        self._seen = store.version()

    def is_current(self) -> bool:
        with self._store.turn:
            if (version := self._store.version()) != self._seen:
                if log_digest(self._store.lines(self._log)).digest() != self._digest.digest():
                    return False
                self._seen = version
            return True

    def append(self, rows: Sequence[Row]) -> None:
        with self._store.turn:
            with self._store.transaction():
                if not self.is_current():
                    raise ChangedElsewhere(storage(CHANGED))
                self._store.add_entries(self._log, self._number + 1, rows)
            self._number += len(rows)
            log_digest((row.line for row in rows), self._digest)
            self._ledger.add_log(self._log, self._number, short(self._digest))


def _version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _tell(connection: sqlite3.Connection, listener: Callable[[], None]) -> None:
    connection.set_trace_callback(lambda _: listener())

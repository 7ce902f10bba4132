"""All games of this device in one SQLite file. Entries are durable before they are shown; only games long deleted are removed."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from attrs import frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Entry, Header
from companion.kernel.record import AnyGame, Replay, replay
from companion.kernel.text import messages
from companion.kernel.text_limits import LONGEST_WORD, excerpt, refuse_unwritable
from companion.storage import limits, trash
from companion.storage.backup import Bundle, SharedGame
from companion.storage.codec import LogError, dump, entry_to_json, header_to_json, read_log, read_whole_log
from companion.storage.database import checkpoint, is_untouched, ledger_of, note_afresh, open_database, transaction
from companion.storage.errors import CHANGED, ChangedElsewhere, StorageError, speaking, storage
from companion.storage.ledger import (
    GAME,
    PLAYERS,
    SETTING,
    Game,
    Ledger,
    insert_game,
    lines_of,
    log_digest,
    short,
    value_of,
)
from companion.storage.limits import parsed_or
from companion.storage.merge import Merged, SetAside, asides, everything, merge, new_id, put_aside, replace, when

T, N = messages("companion")

FILE: Final = "companion.sqlite3"

#: The longest time before stored data is moved into the library's own file, in seconds.
CHECKPOINT_EVERY: Final = 120.0

#: Placeholders for game and players where the header cannot be read; opening the game shows the reason.
_UNREADABLE: Final[tuple[str, tuple[str, ...]]] = ("?", ())


class Shelf(Enum):
    """Where a game is listed; it can be restored from each shelf."""

    OPEN = "open"
    ARCHIVED = "archived"
    DELETED = "deleted"

    @classmethod
    def _missing_(cls, _: object) -> "Shelf":
        return cls.OPEN


_AWAY: Final = (Shelf.ARCHIVED, Shelf.DELETED)


@frozen
class Stored:
    """A game in a list.

    :param id: the game's id in the library.
    :param name: the name given by the table, if any.
    :param game: id of the game that is played.
    :param seats: the players' names, seat by seat.
    :param changed: when the latest entry was stored.
    :param entries: number of entries.
    """

    id: str
    name: str | None
    game: str
    seats: tuple[str, ...]
    created: datetime
    changed: datetime
    shelf: Shelf
    entries: int


class Figured(NamedTuple):
    """A stored game with its cached summary.

    :param code: identifies the code that made the summary.
    :param summary: the summary, as passed to :meth:`Library.keep_figures`; ``None`` if the log has grown since.
    :param size: the number of its parts; ``None`` if it is corrupt.
    :param parts: the requested parts.
    """

    id: str
    name: str | None
    created: str
    code: str | None
    summary: str | None
    size: int | None
    parts: tuple[Any, ...]


@frozen
class Loaded:
    """A game as read from the library.

    :param replay: the valid part of its log; ``None`` if not even its header can be read.
    :param error: why the log ends before its last entry or cannot be read. Nothing is lost by that.
    """

    stored: Stored
    replay: Replay | None
    error: Explanation | None = None


@frozen
class Opened:
    """A library and a message about the previous file."""

    library: "Library"
    notice: Explanation | None


class Journal:
    """Stores the entries of one game durably.

    :param game: id of the game that is played.
    :param lines: the stored log, header included.
    :param revision: the revision of new entries, if the header has an older one.
    :param sealed: why nothing can be added.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        ledger: Ledger,
        log: str,
        game: str,
        lines: Sequence[str],
        revision: int | None = None,
        sealed: Explanation | None = None,
    ) -> None:
        self._connection = connection
        self._ledger = ledger
        self._log = log
        self._game = game
        self.number = len(lines) - 1
        self._print = log_digest(lines)
        self._seen = _version_of(connection)
        self._revision = {} if revision is None else {"revision": revision}
        self._sealed = sealed
        self._gone = False

    def close(self) -> None:
        """Refuse further entries, because another game may take this one's place."""
        self._gone = True

    def is_current(self) -> bool:
        """Return whether the stored log is still what was read and added here.

        :raises StorageError: if the file cannot be read.
        """
        with speaking():
            version = _version_of(self._connection)
            if version != self._seen:
                if log_digest(lines_of(self._connection, self._log)).digest() != self._print.digest():
                    return False
                self._seen = version
        return not self._gone

    def append(self, *entries: Entry) -> None:
        """Store entries, all or none, so that they survive a crash from now on.

        :raises ChangedElsewhere: if another window or program has added an entry since this game was loaded.
        :raises StorageError: if it could not be stored. Then nothing has changed, and it can be tried again.
        """
        if self._sealed and not self._gone:
            raise StorageError(self._sealed)
        lines = [(entry.id, dump(entry_to_json(entry, self._game) | self._revision)) for entry in entries]
        with speaking(), transaction(self._connection):
            if not self.is_current():
                raise ChangedElsewhere(storage(CHANGED))
            for number, (id, line) in enumerate(lines, start=self.number + 1):
                _insert(self._connection, self._log, number, id, line)
        self.number += len(entries)
        log_digest((line for _, line in lines), self._print)
        self._ledger.add_log(self._log, self.number, short(self._print))


class Library:
    """The games, players and settings of this device; see :meth:`open`.

    Every method that reads or writes the file raises :class:`StorageError` if that fails; nothing has changed then.

    :param connect: opens the file, which is done when something is written, or by :meth:`begin`.
    :param ledger: records the content of the file.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], ledger: Ledger | None = None) -> None:
        self._connect = connect
        self._ledger: Final = ledger or Ledger(None)
        self._settled = (0, time.monotonic())
        self._listener: Callable[[], None] | None = None
        self._journals: dict[str, Journal] = {}
        self._of_settings = 0

    @classmethod
    def open(cls, folder: Path, *, late: bool = False) -> Opened:
        """Open the library in a folder or create one. An unusable file is set aside; the message says where.

        :param late: whether to create a new file only on the first write. In a browser SQLite's first statements take a second,
            and there is nothing to read.
        :raises StorageError: if the folder cannot be used, or another program keeps the file locked.
        """
        if late and is_untouched(folder / FILE):
            return Opened(cls(lambda: open_database(folder / FILE)[0], ledger_of(folder / FILE)), None)
        connection, notice = open_database(folder / FILE)
        library = cls(lambda: connection, ledger_of(folder / FILE))
        library.begin()
        return Opened(library, notice)

    def begin(self) -> None:
        """Create the file if there is none.

        :raises StorageError: if the folder cannot be used.
        """
        _ = self._connection

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        connection = self._connect()
        self._seen = _version_of(connection)
        if self._listener:
            _tell(connection, self._listener)
        return connection

    @property
    def _is_begun(self) -> bool:
        return "_connection" in vars(self)

    def was_changed(self) -> bool:
        """Return whether another program has changed the file since the last call."""
        if not self._is_begun:
            return False
        with speaking():
            before, self._seen = self._seen, _version_of(self._connection)
        return before != self._seen

    @property
    def changes(self) -> int:
        """Number of changes since the file was opened, for a caller that stores the file elsewhere."""
        return self._connection.total_changes if self._is_begun else 0

    @property
    def moment(self) -> tuple[int, int]:
        """A value that differs whenever any program has changed the file."""
        with speaking():
            return (self.changes, _version_of(self._connection)) if self._is_begun else (0, 0)

    @property
    def games_moment(self) -> tuple[int, int]:
        """A value that differs whenever games may have changed, but not after a setting was written here; see :meth:`moment`."""
        changes, version = self.moment
        return changes - self._of_settings, version

    def follow(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` after each read or write; its effects are visible one turn of the event loop later."""
        self._listener = listener
        if self._is_begun:
            _tell(self._connection, listener)

    def checkpoint(self) -> None:
        """Move everything into the library's own file, so that a copy of that alone holds all games.

        :raises StorageError: if that is impossible now. Stored data stays durable.
        """
        if self._is_begun:
            self._settled = (self.changes, time.monotonic())
            with speaking():
                checkpoint(self._connection)
            self._ledger.sync()

    def checkpoint_when_due(self) -> None:
        """Checkpoint if data was stored since the last time, some minutes ago; see :meth:`checkpoint`."""
        changes, moment = self._settled
        if self.changes != changes and time.monotonic() - moment >= CHECKPOINT_EVERY:
            self.checkpoint()

    def close(self) -> None:
        """Close the file."""
        if self._is_begun:
            with suppress(StorageError, sqlite3.ProgrammingError):  # a full disk, for example: the log stays beside it
                self.checkpoint()
            self._connection.close()

    # Games

    def create(self, header: Header, name: str | None = None) -> str:
        """Store a new game without entries and return its id."""
        log = self._add(header, name)
        self._journals[log] = Journal(self._connection, self._ledger, log, header.game, self._lines(log))
        return log

    def journal(self, game_id: str) -> Journal:
        """Return the journal of a game that was created or loaded before.

        It continues where the game was loaded, so that nothing is added to entries that its reader has not seen.
        """
        return self._journals[game_id]

    def load(self, game_id: str, games: Mapping[str, AnyGame]) -> Loaded:
        """Read a game and replay its valid part.

        :param games: the available games, by id.
        :raises StorageError: if there is no such game, or the file cannot be read.
        """
        stored = self.stored(game_id)
        lines = self._lines(game_id)
        try:
            log = read_log("\n".join(lines), games, kept=True)
            replayed = replay(log.game, log.header, log.entries)
        except (LogError, Refused) as error:
            return Loaded(stored, None, error.why)
        now = log.header.revision
        self._journals[game_id] = Journal(
            self._connection,
            self._ledger,
            game_id,
            stored.game,
            lines,
            revision=now if now != log.begun else None,
            # entries after an unreadable one could not be read either
            sealed=log.error.why if log.error else None,
        )
        failure = replayed.failure or log.error
        return Loaded(stored, replayed, failure.why if failure else None)

    def stored(self, game_id: str) -> Stored:
        """Return what the list of games shows of one.

        :raises StorageError: if there is no such game.
        """
        found = self._select("WHERE id = ?", game_id)
        if not found:
            raise _no_such_game()
        return found[0]

    def games(self, shelf: Shelf = Shelf.OPEN) -> tuple[Stored, ...]:
        """Return the games on a shelf, the latest first."""
        # a game whose shelf the disk has spoilt must not be on none
        there = "shelf NOT IN (?, ?)" if shelf is Shelf.OPEN else "shelf = ?"
        named = _AWAY if shelf is Shelf.OPEN else (shelf,)
        return self._select(f"WHERE {there} ORDER BY changed DESC, log.rowid DESC", *(each.value for each in named))

    def ids(self) -> frozenset[str]:
        """Return the ids of all games, on any shelf."""
        return frozenset(id for (id,) in self._rows("SELECT id FROM log"))

    def disputed(self, game: str) -> tuple[str, ...]:
        """Return the ids of the kept games of a kind in which a dispute was settled, the latest first."""
        query = """
            SELECT log.id FROM log JOIN entry ON entry.log = log.id
            WHERE shelf != ? AND CASE WHEN json_valid(header) THEN json_extract(header, '$.game') END = ?
                AND CASE WHEN json_valid(line) THEN json_extract(line, '$.kind') END = 'settle'
            GROUP BY log.id ORDER BY max(saved) DESC
        """
        return tuple(id for (id,) in self._rows(query, Shelf.DELETED.value, game))

    def has_moved_players(self, game_id: str) -> bool:
        """Return whether a game's log has an entry about its players or their names."""
        kind = "CASE WHEN json_valid(line) THEN json_extract(line, '$.kind') END IN ('rename', 'reseat', 'join')"
        query = f"SELECT 1 FROM entry WHERE log = ? AND {kind} LIMIT 1"
        return bool(self._rows(query, game_id))

    def rename(self, game_id: str, name: str | None) -> None:
        """Give a game a name of the table's own, or take it away.

        :raises Refused: if the name cannot be written down.
        :raises StorageError: if there is no such game, or it could not be stored.
        """
        refuse_unwritable(name)
        with self._changing(f"{GAME}{game_id}"):
            self._update(game_id, "name", name or None)

    def archive(self, game_id: str) -> None:
        """Put a game away; see :meth:`rename`."""
        with self._changing(f"{GAME}{game_id}"):
            self._update(game_id, "shelf", Shelf.ARCHIVED.value)

    def delete(self, game_id: str) -> None:
        """Put a game into the bin, from where it can be brought back for thirty days; see :meth:`rename`."""
        with self._changing(f"{GAME}{game_id}"):
            self._update(game_id, "shelf", Shelf.DELETED.value)
            trash.put_in(self._connection, game_id, datetime.now(UTC))

    def restore(self, game_id: str) -> None:
        """Bring an archived or deleted game back; see :meth:`rename`."""
        with self._changing(f"{GAME}{game_id}"):
            self._update(game_id, "shelf", Shelf.OPEN.value)
            trash.take_out(self._connection, game_id)

    def days_left(self) -> dict[str, int]:
        """Return for how many days each game in the bin can still be brought back."""
        with speaking():
            return trash.days_left(self._connection, datetime.now(UTC)) if self._is_begun else {}

    def empty_bin(self, now: datetime) -> int:
        """Remove games that were in the trash long enough, and return how many.

        :raises StorageError: if that failed; then nothing has changed.
        """
        if not self._is_begun or not self._rows("SELECT 1 FROM bin LIMIT 1"):
            return 0
        with self._noted_afresh(), transaction(self._connection):
            return trash.empty(self._connection, now)

    def export(self, game_id: str) -> str:
        """Return a game's log as the text of a file, whether or not this program can read all of it.

        :raises StorageError: if there is no such game, or the file cannot be read.
        """
        return "".join(f"{line}\n" for line in self._lines(game_id))

    def carried(self, game_id: str) -> SharedGame:
        """Return a game as it travels; see :meth:`export`."""
        stored, lines = self.stored(game_id), self._lines(game_id)
        return SharedGame(game_id, stored.created, stored.changed, tuple(lines), stored.name, stored.shelf.value)

    def import_(self, text: str, games: Mapping[str, AnyGame], *, kept: bool = False) -> str:
        """Store a game from a log's file, whole or not at all, and return its new id.

        :param kept: whether it is from this library.
        :raises LogError: if it cannot be read, or an entry is not allowed.
        """
        log, _ = read_whole_log(text, games, kept=kept)
        return self._add(log.header, log.game.meta.house_title(log.header.house), log.entries)

    # What follows from the logs

    def figured(self, *places: int) -> list[Figured]:
        """Return all games that are not deleted, with their cached summaries.

        :param places: indices of the parts of a summary to read: SQLite extracts them several times faster than Python.
        """
        asked = ("json_array_length(told)", *(f"json_extract(told, '$[{place}]')" for place in places))
        read = ", ".join(f"CASE WHEN json_valid(told) THEN {each} END" for each in asked)
        query = f"""
            SELECT id, name, created, code, told, {read} FROM log LEFT JOIN figure ON figure.log = id WHERE shelf != ?
        """
        rows = self._rows(query, Shelf.DELETED.value)
        return [
            Figured(id, name, created, code, summary, size, tuple(parts))
            for id, name, created, code, summary, size, *parts in rows
        ]

    def keep_figures(self, made: Iterable[tuple[str, str, str, int]]) -> None:
        """Store summaries, except of logs that have grown meanwhile.

        :param made: for each game its id, the code that made the summary, the summary, and the number of entries it is based on.
        """
        query = """
            INSERT OR REPLACE INTO figure SELECT ?, ?, ?
            WHERE ? = (SELECT coalesce(max(number), 0) FROM entry WHERE log = ?1)
        """
        with speaking(), transaction(self._connection):
            self._connection.executemany(query, made)

    def forget_figures(self) -> None:
        """Delete all cached summaries, so that they are computed again."""
        with speaking():
            self._connection.execute("DELETE FROM figure")

    # Everything in one file

    def everything(self) -> Bundle:
        """Return all that can travel to another device."""
        with speaking():
            return everything(self._connection)

    def join(self, more: Bundle, called: Callable[[SharedGame], str], *, only_try: bool = False) -> Merged:
        """Merge the content of another device, all or nothing; games that are here already are recognised.

        :param called: names a game that continued differently on both devices.
        :param only_try: whether to change nothing and only return what would change.
        """
        with speaking() if only_try else self._noted_afresh():
            return merge(self._connection, more, called, only_try=only_try)

    def replace(self, by: Bundle) -> None:
        """Put what another device has into the place of all that is here, which is kept aside, all or nothing."""
        with self._noted_afresh():
            replace(self._connection, by)
        self._close_journals()

    def asides(self) -> tuple[SetAside, ...]:
        """Return the contents that were replaced, latest first."""
        with speaking():
            return asides(self._connection) if self._is_begun else ()

    def bring_back(self, key: str) -> None:
        """Restore a replaced content in place of the current one, which is set aside in turn.

        :raises StorageError: if it is corrupt or could not be stored.
        """
        with self._noted_afresh():
            replace(self._connection, put_aside(self._connection, key), again=key)
        self._close_journals()

    def _close_journals(self) -> None:
        for journal in self._journals.values():
            journal.close()
        self._journals.clear()

    # Players and settings

    def players(self) -> tuple[str, ...]:
        """Return the names of players, who played last first."""
        return tuple(name for (name,) in self._rows("SELECT name FROM player ORDER BY rowid DESC"))

    def remember_players(self, names: Iterable[str]) -> None:
        """Put names at the head of those remembered, in this order."""
        known = [(name,) for name in map(str.strip, names) if name]
        with self._changing(PLAYERS):
            self._connection.executemany("INSERT OR REPLACE INTO player (name) VALUES (?)", reversed(known))

    def forget_players(self, names: Iterable[str]) -> None:
        """Take names from those remembered."""
        with self._changing(PLAYERS):
            self._connection.executemany("DELETE FROM player WHERE name = ?", [(name,) for name in names])

    def seated(self, *, but: str) -> set[str]:
        """Return the names of all who sit at a kept table, as they were called when it was set up.

        :param but: the game that does not count.
        """
        return {name for game in self._select("WHERE id != ?", but) for name in game.seats}

    def setting(self, key: str, default: Any = None) -> Any:
        """Return a setting, any value of JSON; the default if the disk has spoilt it."""
        found = self._rows("SELECT value FROM setting WHERE key = ?", key)
        return parsed_or(found[0][0], default) if found else default

    def set_setting(self, key: str, value: Any) -> None:
        """Store a setting, any value of JSON."""
        self._set("INSERT OR REPLACE INTO setting VALUES (?, ?)", key, json.dumps(value))

    def settings(self, beginning: str) -> dict[str, Any]:
        """Return the settings whose names begin so; see :meth:`setting`."""
        rows = self._rows(
            "SELECT key, value FROM setting WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key", beginning
        )
        return {key: parsed_or(value) for key, value in rows}

    def forget_setting(self, key: str) -> None:
        """Take a setting away."""
        self._set("DELETE FROM setting WHERE key = ?", key)

    # The tables

    @contextmanager
    def _changing(self, key: str) -> Iterator[None]:
        """Combine statements into one transaction that changes an item, and record its value in the ledger."""
        with speaking(), transaction(self._connection):
            yield
            value = value_of(self._connection, key)
            self._ledger.announce(key, value)
        self._ledger.confirm(key, value)

    @contextmanager
    def _noted_afresh(self) -> Iterator[None]:
        """Clear the ledger, and rewrite it after the statements, which remove or replace much."""
        with speaking():
            self._ledger.clear()
            try:
                yield
            finally:
                if self._ledger.is_kept:
                    note_afresh(self._connection, self._ledger)

    def _set(self, statement: str, key: str, *values: str) -> None:
        with self._changing(f"{SETTING}{key}"):
            done = self._connection.execute(statement, (key, *values)).rowcount
        self._of_settings += done

    def _add(self, header: Header, name: str | None, entries: Iterable[Entry] = ()) -> str:
        game = Game(log := new_id(), dump(header_to_json(header)), _now(), name or None)
        with speaking(), transaction(self._connection):
            insert_game(self._connection, game)
            for number, entry in enumerate(entries, start=1):
                _insert(self._connection, log, number, entry.id, dump(entry_to_json(entry, header.game)))
        self._ledger.add_game(game)
        lines = self._lines(log)
        self._ledger.add_log(log, len(lines) - 1, short(log_digest(lines)))
        return log

    def _select(self, which: str, *values: str) -> tuple[Stored, ...]:
        query = f"""
            SELECT id, name, header, created, shelf,
                coalesce((SELECT max(number) FROM entry WHERE entry.log = log.id), 0),
                coalesce((
                    SELECT saved FROM entry WHERE entry.log = log.id ORDER BY number DESC LIMIT 1
                ), created) AS changed
            FROM log
            {which}
        """
        return tuple(_stored(*row) for row in self._rows(query, *values))

    def _rows(self, query: str, *values: str) -> list[Any]:
        if not self._is_begun:
            return []
        with speaking():
            return self._connection.execute(query, values).fetchall()

    def _lines(self, game_id: str) -> list[str]:
        with speaking():
            lines = lines_of(self._connection, game_id)
        if not lines:
            raise _no_such_game()
        return lines

    def _update(self, game_id: str, column: str, value: str | None) -> None:
        done = self._connection.execute(f"UPDATE log SET {column} = ? WHERE id = ?", (value, game_id))
        if not done.rowcount:
            raise _no_such_game()


def _tell(connection: sqlite3.Connection, listener: Callable[[], None]) -> None:
    connection.set_trace_callback(lambda _: listener())


def _version_of(connection: sqlite3.Connection) -> int:
    """Return what changes when another program has changed the file."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _insert(connection: sqlite3.Connection, log: str, number: int, id: str, line: str) -> None:
    connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (log, number, id, _now(), line))


def _stored(id: str, name: str | None, header: str, created: str, shelf: str, entries: int, changed: str) -> Stored:
    """Return a game for a list; a corrupt row must not hide the others."""
    game, seats = _UNREADABLE
    match parsed_or(header):
        case {"game": str(called), "seats": [*names]} if len(names) <= limits.SEATS:
            game, seats = excerpt(called, LONGEST_WORD), tuple(excerpt(str(each), LONGEST_WORD) for each in names)
    return Stored(id, name, game, seats, when(created), when(changed), Shelf(shelf), entries)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _no_such_game() -> StorageError:
    return StorageError(storage(T("There is no such game in this library.")))

"""The statements of a library for one room of a PostgreSQL database.

Every statement names the room. The setting ``companion.room``, which row-level security compares, is a second lock.
"""

import logging
import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from secrets import token_hex
from typing import Any, Final
from weakref import WeakSet

import psycopg
from psycopg_pool import ConnectionPool

from companion.storage.interface import Binned, Figured, Game, Listed, Row
from companion.storage.limits import parsed_or
from companion.storage.postgres.errors import speaking
from companion.storage.postgres.migrate import refuse_outdated

log: Final = logging.getLogger(__name__)

#: The most connections of a process, besides the one that listens.
_CONNECTIONS: Final = 4

#: Seconds to wait for a connection, less while the database is out of reach, and until a lost one is tried again.
_PATIENCE: Final = 2.0
_SHORT_PATIENCE: Final = 0.5
_RETRY: Final = 1.0

#: How often the listening thread looks whether it is to end and whether a transaction takes too long, in seconds.
_LOOK: Final = 0.5

#: Seconds after which a transaction is given up, as the network or the server may never answer.
_LONGEST: Final = 5.0

#: Seconds after which changes are looked for even if nobody has reported one.
_UNREPORTED: Final = 20.0

#: How connections are made; the kernel gives up one whose other end is silent for some milliseconds.
_CONNECTING: Final[dict[str, Any]] = {
    "connect_timeout": int(_PATIENCE),
    "tcp_user_timeout": int(_LONGEST * 1000),
    "keepalives_idle": int(_LONGEST),
    "keepalives_interval": 1,
    "keepalives_count": 3,
}

#: The setting under which all rooms are seen, which is no room's name.
_ALL_ROOMS: Final = "*"

_LISTED: Final = """
    SELECT id, name, header, created, shelf, coalesce(last.number, 0), coalesce(last.saved, created), serial
    FROM log LEFT JOIN LATERAL (
        SELECT number, saved FROM entry
        WHERE entry.room = log.room AND entry.log = log.id ORDER BY number DESC LIMIT 1
    ) last ON true
    WHERE room = %(room)s
"""


class Database:
    """A database with rooms, which share its connections, and one thread that receives notifications of other processes.

    :param url: its address, ``postgresql://…``.
    :raises StorageError: if it cannot be reached, or its tables are not those of this program.
    """

    def __init__(self, url: str) -> None:
        self._url: Final = url
        self.pool: Final = ConnectionPool(
            url,
            kwargs=_CONNECTING,
            min_size=1,
            max_size=_CONNECTIONS,
            timeout=_PATIENCE,
            open=False,
            configure=_configure,
            check=self._check,
        )
        self._rooms: Final = WeakSet[Room]()
        self._versions: Final = Counter[str]()
        #: When the running transactions began.
        self._begun: Final = dict[psycopg.Connection[Any], float]()
        self._listening: tuple[psycopg.Connection[Any], ...] = ()
        self._ending: Final = threading.Event()
        self._threads: Final = [
            threading.Thread(target=work, name=f"companion-database-{name}", daemon=True)
            for name, work in (("listen", self._listen), ("watch", self._watch))
        ]
        self.is_listening = threading.Event()
        with speaking():
            with psycopg.connect(url, **_CONNECTING) as connection:  # the pool would try again and again
                _configure(connection)
                refuse_outdated(connection)
                role = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
                if any(connection.execute(role).fetchone() or ()):
                    log.warning("the role of the database bypasses row-level security")
            self.pool.open(wait=True, timeout=_PATIENCE)
        for thread in self._threads:
            thread.start()
        self.is_listening.wait(_PATIENCE)

    def title(self, name: str) -> str | None:
        """Return the title of a room; ``None`` if there is no such room."""
        with self.connected(name) as connection:
            return next(
                (title for (title,) in connection.execute("SELECT title FROM room WHERE name = %s", [name])), None
            )

    def make(self, name: str, title: str) -> None:
        """Make a room.

        :raises StorageError: if there is one of this name, or it cannot be stored.
        """
        with self.connected(name) as connection:
            connection.execute("INSERT INTO room (name, title) VALUES (%s, %s)", [name, title])

    def delete(self, name: str) -> None:
        """Delete a room with everything in it."""
        with self.connected(name) as connection:
            connection.execute("DELETE FROM room WHERE name = %s", [name])

    def visit(self, name: str) -> None:
        """Record that a room is opened now."""
        with self.connected(name) as connection:
            connection.execute("UPDATE room SET visited = now() WHERE name = %s", [name])

    def unvisited(self, days: int) -> list[str]:
        """Return the names of the rooms without a visit for some days."""
        query = "SELECT name FROM room WHERE visited < now() - make_interval(days => %s)"
        with self.connected(_ALL_ROOMS) as connection:
            return [name for (name,) in connection.execute(query, [days])]

    def links(self, name: str) -> list[tuple[str, str, str | None]]:
        """Return key, role and table of each link of a room."""
        with self.connected(name) as connection:
            return connection.execute("SELECT key, role, log FROM link WHERE room = %s", [name]).fetchall()

    def put_link(self, name: str, key: str, role: str, log: str | None) -> None:
        """Store the key of a link in place of its old one."""
        with self.connected(name) as connection:
            same = "room = %s AND role = %s AND log IS NOT DISTINCT FROM %s"
            connection.execute(f"DELETE FROM link WHERE {same}", [name, role, log])
            connection.execute("INSERT INTO link VALUES (%s, %s, %s, %s)", [name, key, role, log])

    def passkey_rows(self, name: str) -> list[tuple[str, str, int]]:
        """Return id, public key and counter of each passkey of a room."""
        with self.connected(name) as connection:
            query = "SELECT id, key, count FROM passkey WHERE room = %s ORDER BY id"
            return connection.execute(query, [name]).fetchall()

    def put_passkey_rows(self, name: str, rows: Sequence[tuple[str, str, int]]) -> None:
        """Store the passkeys of a room in place of the old ones."""
        with self.connected(name) as connection, connection.cursor() as cursor:
            cursor.execute("DELETE FROM passkey WHERE room = %s", [name])
            cursor.executemany("INSERT INTO passkey VALUES (%s, %s, %s, %s)", [(name, *row) for row in rows])

    def secret(self) -> bytes:
        """Return a secret that all programs with this database share."""
        with self.connected(_ALL_ROOMS) as connection:
            [(secret,)] = connection.execute("SELECT value FROM secret").fetchall()
        return str(secret).encode()

    def version(self, name: str) -> int:
        """Return a number that grows when a process says that it has changed something in a room."""
        if not self.is_listening.is_set():
            self._versions[_ALL_ROOMS] += 1  # anything may have changed
        return self._versions[name] + self._versions[_ALL_ROOMS]

    @contextmanager
    def connected(self, name: str, origin: str = "", *, whole: bool = False) -> Iterator[psycopg.Connection[Any]]:
        """Begin a transaction in a room.

        :param origin: identifies who changes something.
        :param whole: whether all statements see everything at one moment.
        """
        patience = _PATIENCE if self.is_listening.is_set() else _SHORT_PATIENCE
        with speaking(), self.pool.connection(patience) as connection, self._timed(connection):
            if whole:
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            setting = "SELECT set_config('companion.room', %s, true), set_config('companion.origin', %s, true)"
            connection.execute(setting, [name, origin])
            yield connection

    def _check(self, connection: psycopg.Connection[Any]) -> None:
        with self._timed(connection):
            ConnectionPool.check_connection(connection)

    @contextmanager
    def _timed(self, connection: psycopg.Connection[Any]) -> Iterator[None]:
        """Limit the time of a transaction."""
        self._begun[connection] = time.monotonic()
        try:
            yield
        finally:
            del self._begun[connection]

    def room(self, name: str) -> "Room":
        """Return the statements for a room, which is created if there is none of this name."""
        room = Room(self, name)
        self._rooms.add(room)
        return room

    def close(self) -> None:
        """Close all connections."""
        self._ending.set()
        self.pool.close()
        for thread in self._threads:
            thread.join()

    def _listen(self) -> None:
        while not self._ending.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, **_CONNECTING) as connection:
                    connection.execute("LISTEN companion")
                    self._listening = (connection,)
                    self.is_listening.set()
                    while not self._ending.is_set():
                        self._changed()  # notifications may be lost, as those before were
                        self._receive(connection, time.monotonic() + _UNREPORTED)
            except psycopg.Error as error:
                self.is_listening.clear()
                log.warning("the database does not notify of changes by other processes: %s", error)
                self._ending.wait(_RETRY)

    def _receive(self, connection: psycopg.Connection[Any], until: float) -> None:
        """Receive notifications for a while."""
        while not self._ending.is_set() and time.monotonic() < until:
            for notify in connection.notifies(timeout=_LOOK):
                self._changed(*notify.payload.split(" "))
        self._check(connection)  # fails if the database is out of reach

    def _watch(self) -> None:
        """Give up transactions that take too long, from a thread of its own."""
        while not self._ending.wait(_LOOK):
            limit = time.monotonic() - _LONGEST
            late = [connection for connection, begun in [*self._begun.items()] if begun < limit]
            if late:
                log.warning("a transaction of the database takes too long")
                # the connection that listens finds out whether the database can be reached at all
                for connection in {*late, *self._listening}:
                    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
                        line.shutdown(socket.SHUT_RDWR)

    def _changed(self, name: str | None = None, origin: str = "") -> None:
        self._versions[name or _ALL_ROOMS] += 1
        for room in [*self._rooms]:
            if name in (None, room.name) and origin != room.origin:
                room.note_change()


def open_room(url: str, name: str) -> "Room":
    """Open a room of a database that is closed with it.

    :raises StorageError: see :class:`Database`.
    """
    database = Database(url)
    try:
        room = database.room(name)
    except BaseException:
        database.close()
        raise
    room.at_close = database.close
    return room


class Room:
    """Implements :class:`~companion.storage.interface.Store`. Every thread has its own transactions.

    :param name: its name in addresses.
    """

    def __init__(self, database: Database, name: str) -> None:
        self.name: Final = name
        self.origin: Final = token_hex(6)
        self._database = database
        self._changes = 0
        self._version = 0
        self._listener: Callable[[], None] | None = None
        self._held: Final = threading.local()
        self._is_closed = False
        #: Closes resources of this room alone.
        self.at_close: Callable[[], None] = lambda: None
        if not self._rows("SELECT name FROM room WHERE name = %(room)s"):
            self._run("INSERT INTO room (name) VALUES (%(room)s) ON CONFLICT DO NOTHING")

    @property
    def changes(self) -> int:
        return self._changes

    def version(self) -> int:
        if not self._database.is_listening.is_set():
            self._version += 1  # anything may have changed
        return self._version

    def note_change(self) -> None:
        """Note that another process has changed something."""
        self._version += 1
        if self._listener:
            self._listener()

    def begin(self) -> None:
        """Do nothing: the tables were created by the migrations."""

    def follow(self, listener: Callable[[], None]) -> None:
        self._listener = listener

    def checkpoint(self) -> None:
        """Do nothing: PostgreSQL does that by itself."""

    def close(self) -> None:
        self._is_closed = True
        self.at_close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._connected(whole=True):
            yield

    @contextmanager
    def changing(self, _key: str) -> Iterator[None]:
        with self._connected():
            yield

    def replacing(self) -> AbstractContextManager[None]:
        return nullcontext()

    # Logs

    def listed(self, id: str | None = None) -> list[Listed]:
        rows = self._rows(_LISTED) if id is None else self._rows(f"{_LISTED} AND id = %(id)s", id=id)
        return [Listed(*row) for row in rows]

    def ids(self) -> frozenset[str]:
        return frozenset(id for (id,) in self._rows("SELECT id FROM log WHERE room = %(room)s"))

    def size(self) -> int:
        [(entries,)] = self._rows("SELECT coalesce(sum(length(line)), 0) FROM entry WHERE room = %(room)s")
        [(settings,)] = self._rows("SELECT coalesce(sum(length(value)), 0) FROM setting WHERE room = %(room)s")
        return int(entries + settings)

    def lines(self, id: str) -> list[str]:
        return self._read(id)[1]

    def read(self, id: str) -> tuple[list[str], "_Tail"]:
        serial, lines = self._read(id)
        return lines, _Tail(self, id, serial, len(lines) - 1)

    def _read(self, id: str) -> tuple[int, list[str]]:
        query = """
            SELECT serial, header, ARRAY(
                SELECT line FROM entry WHERE room = %(room)s AND log = %(id)s ORDER BY number
            ) FROM log WHERE room = %(room)s AND id = %(id)s
        """
        for serial, header, lines in self._rows(query, id=id):
            return serial, [header, *lines]
        return 0, []

    def all_lines(self) -> dict[str, list[str]]:
        query = "SELECT log, array_agg(line ORDER BY number) FROM entry WHERE room = %(room)s GROUP BY log"
        return dict(self._rows(query))

    def first_lines(self) -> list[tuple[str, str, str]]:
        query = """
            SELECT log.id, header, line FROM log JOIN entry ON entry.room = log.room AND entry.log = log.id
            WHERE log.room = %(room)s AND number = 1 ORDER BY log.serial
        """
        return self._rows(query)

    def disputed(self, game: str) -> list[str]:
        query = """
            SELECT log.id FROM log JOIN entry ON entry.room = log.room AND entry.log = log.id
            WHERE log.room = %(room)s AND shelf <> 'deleted' AND game = %(game)s AND kind = 'settle'
            GROUP BY log.id ORDER BY max(saved) DESC
        """
        return [id for (id,) in self._rows(query, game=game)]

    def has_moved_players(self, id: str) -> bool:
        query = """
            SELECT 1 FROM entry WHERE room = %(room)s AND log = %(id)s AND kind IN ('rename', 'reseat', 'join') LIMIT 1
        """
        return bool(self._rows(query, id=id))

    def entry_ids(self, id: str) -> list[str]:
        return [entry for (entry,) in self._rows("SELECT id FROM entry WHERE room = %(room)s AND log = %(id)s", id=id)]

    def latest(self, id: str, before: str) -> list[str]:
        query = """
            SELECT max(created) FROM log WHERE room = %(room)s AND created < %(before)s
            UNION SELECT max(saved) FROM entry WHERE room = %(room)s AND log = %(id)s AND saved < %(before)s
        """
        return [each for (each,) in self._rows(query, id=id, before=before) if each]

    def create(self, game: Game, rows: Iterable[Row]) -> None:
        with self.transaction():
            self.add_log(game)
            self.add_entries(game.id, 1, rows)

    def add_log(self, game: Game) -> None:
        query = """
            INSERT INTO log (room, id, game, header, created, name, shelf)
            VALUES (%(room)s, %(id)s, %(game)s, %(header)s, %(created)s, %(name)s, %(shelf)s)
        """
        fields = {"header": game.header, "created": game.created, "name": game.name, "shelf": game.shelf}
        self._run(query, id=game.id, game=_text_in(game.header, "game"), **fields)

    def add_entries(self, id: str, start: int, rows: Iterable[Row]) -> None:
        for (serial,) in self._rows("SELECT serial FROM log WHERE room = %(room)s AND id = %(id)s", id=id):
            self.add_to(id, serial, start, rows)

    def add_to(self, id: str, serial: int, start: int, rows: Iterable[Row]) -> None:
        """Add entries to a log, unless another one with the same id has taken its place."""
        query = """
            INSERT INTO entry (room, log, serial, number, id, saved, kind, line)
            VALUES (%(room)s, %(log)s, %(serial)s, %(number)s, %(id)s, %(saved)s, %(kind)s, %(line)s)
        """
        numbered = enumerate(rows, start=start)
        there = {"log": id, "serial": serial}
        self._many(
            query,
            [
                {**there, "number": number, "kind": _text_in(row.line, "kind"), **row._asdict()}
                for number, row in numbered
            ],
        )

    def end_of(self, id: str) -> tuple[int, int] | None:
        """Return which log an id stands for, and the number of its entries."""
        query = """
            SELECT serial, (SELECT coalesce(max(number), 0) FROM entry WHERE room = %(room)s AND log = %(id)s)
            FROM log WHERE room = %(room)s AND id = %(id)s
        """
        return next(iter(self._rows(query, id=id)), None)

    def rename(self, id: str, name: str | None) -> bool:
        return bool(self._run("UPDATE log SET name = %(name)s WHERE room = %(room)s AND id = %(id)s", id=id, name=name))

    def move(self, id: str, shelf: str) -> bool:
        query = "UPDATE log SET shelf = %(shelf)s WHERE room = %(room)s AND id = %(id)s"
        return bool(self._run(query, id=id, shelf=shelf))

    def remove(self, id: str) -> None:
        self._run("DELETE FROM log WHERE room = %(room)s AND id = %(id)s", id=id)

    def remove_all(self) -> None:
        # only games that were in the bin long enough can be removed
        self._run("DELETE FROM bin WHERE room = %(room)s")
        self._run("INSERT INTO bin SELECT room, id, '', '' FROM log WHERE room = %(room)s")
        for table in ("log", "bin", "player"):
            self._run(f"DELETE FROM {table} WHERE room = %(room)s")

    # The bin

    def bin(self) -> list[Binned]:
        return [Binned(*row) for row in self._rows("SELECT log, since, over FROM bin WHERE room = %(room)s")]

    def put_in_bin(self, row: Binned) -> None:
        query = """
            INSERT INTO bin VALUES (%(room)s, %(id)s, %(since)s, %(over)s)
            ON CONFLICT (room, log) DO UPDATE SET since = excluded.since, over = excluded.over
        """
        self._run(query, **row._asdict())

    def take_out_of_bin(self, id: str) -> None:
        self._run("DELETE FROM bin WHERE room = %(room)s AND log = %(id)s", id=id)

    # Figures

    def figured(self, places: Sequence[int]) -> list[Figured]:
        # as SQLite has them: lists as text, and truth as something true or false
        part = "CASE json_typeof({0}) WHEN 'boolean' THEN nullif({0} #>> '{{}}', 'false') ELSE {0} #>> '{{}}' END"
        asked = ("json_array_length(summary)", *(part.format(f"(summary -> {int(place)})") for place in places))
        read = ", ".join(f"CASE json_typeof(summary) WHEN 'array' THEN {each} END" for each in asked)
        query = f"""
            SELECT id, name, created, code, summary::text, {read}
            FROM log LEFT JOIN figure ON figure.room = log.room AND figure.log = log.id
            WHERE log.room = %(room)s AND shelf <> 'deleted'
        """
        rows = self._rows(query)
        return [
            Figured(id, name, created, code, summary, size, tuple(parts))
            for id, name, created, code, summary, size, *parts in rows
        ]

    def keep_figures(self, made: Iterable[tuple[str, str, str, int]]) -> None:
        query = """
            INSERT INTO figure SELECT %(room)s, %(id)s, %(code)s, %(summary)s::json
            WHERE %(entries)s = (SELECT coalesce(max(number), 0) FROM entry WHERE room = %(room)s AND log = %(id)s)
            ON CONFLICT (room, log) DO UPDATE SET code = excluded.code, summary = excluded.summary
        """
        self._many(query, [dict(zip(("id", "code", "summary", "entries"), each, strict=True)) for each in made])

    def forget_figures(self) -> None:
        self._run("DELETE FROM figure WHERE room = %(room)s")

    # Players and settings

    def players(self) -> list[str]:
        query = "SELECT name FROM player WHERE room = %(room)s ORDER BY position DESC"
        return [name for (name,) in self._rows(query)]

    def put_players(self, names: Sequence[str], *, first: bool = True) -> None:
        at = "coalesce(max(position), 0) + 1" if first else "coalesce(min(position), 0) - 1"
        then = "UPDATE SET position = excluded.position" if first else "NOTHING"
        query = f"""
            INSERT INTO player SELECT %(room)s, %(name)s, {at} FROM player WHERE room = %(room)s
            ON CONFLICT (room, name) DO {then}
        """
        self._many(query, [{"name": name} for name in (reversed(names) if first else names)])

    def forget_players(self, names: Iterable[str]) -> None:
        self._run("DELETE FROM player WHERE room = %(room)s AND name = ANY(%(names)s)", names=[*names])

    def setting(self, key: str) -> str | None:
        rows = self._rows("SELECT value FROM setting WHERE room = %(room)s AND key = %(key)s", key=key)
        return next((value for (value,) in rows), None)

    def settings(self, beginning: str = "") -> list[tuple[str, str]]:
        query = "SELECT key, value FROM setting WHERE room = %(room)s AND starts_with(key, %(beginning)s)"
        return self._rows(query, beginning=beginning)

    def put_setting(self, key: str, value: str) -> int:
        query = """
            INSERT INTO setting VALUES (%(room)s, %(key)s, %(value)s)
            ON CONFLICT (room, key) DO UPDATE SET value = excluded.value
        """
        return self._run(query, key=key, value=value)

    def forget_setting(self, key: str) -> int:
        return self._run("DELETE FROM setting WHERE room = %(room)s AND key = %(key)s", key=key)

    # The connection

    @contextmanager
    def _connected(self, *, whole: bool = False) -> Iterator[psycopg.Connection[Any]]:
        """Join the present transaction, or begin one.

        :param whole: whether all statements see everything at one moment.
        """
        if held := getattr(self._held, "connection", None):
            yield held
            return
        with speaking():
            if self._is_closed:
                raise psycopg.InterfaceError("the room is closed")
            with self._database.connected(self.name, self.origin, whole=whole) as connection:
                self._held.connection = connection
                try:
                    yield connection
                finally:
                    del self._held.connection

    def _rows(self, query: str, **values: Any) -> list[Any]:
        with self._connected() as connection:
            return connection.execute(query, {"room": self.name, **values}).fetchall()

    def _run(self, statement: str, **values: Any) -> int:
        with self._connected() as connection:
            done = connection.execute(statement, {"room": self.name, **values}).rowcount
        self._changes += done
        return done

    def _many(self, statement: str, rows: Sequence[dict[str, Any]]) -> None:
        with self._connected() as connection, connection.cursor() as cursor:
            cursor.executemany(statement, [{"room": self.name, **row} for row in rows])
        self._changes += len(rows)


class _Tail:
    """Implements :class:`~companion.storage.interface.Tail`.

    Entries never change, so the log's serial and the number of its entries identify the content.
    """

    def __init__(self, room: Room, log: str, serial: int, number: int) -> None:
        self._room = room
        self._log = log
        self._serial = serial
        self._number = number

    def is_current(self) -> bool:
        return self._room.end_of(self._log) == (self._serial, self._number)

    def append(self, rows: Sequence[Row]) -> None:
        self._room.add_to(self._log, self._serial, self._number + 1, rows)
        self._number += len(rows)


def _configure(connection: psycopg.Connection[Any]) -> None:
    connection.execute("SET search_path TO companion")
    connection.commit()


def _text_in(line: str, field: str) -> str | None:
    """Return a text of a line's object; ``None`` if it has none."""
    raw = parsed_or(line)
    found = raw.get(field) if isinstance(raw, dict) else None
    return found if isinstance(found, str) and "\0" not in found else None

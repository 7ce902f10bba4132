"""The library's SQLite file: opening, migrating, and setting it aside when it is unusable."""

import os
import re
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from companion.games import games
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Text, messages
from companion.kernel.text_limits import printable
from companion.storage.errors import primary_code, speaking, storage
from companion.storage.interface import Game
from companion.storage.ledger import Held, Known, Ledger, Losses, Missing, held, insert_game
from companion.storage.limits import parsed
from companion.storage.salvage import salvage, unreachable

T, N = messages("companion")

APPLICATION_ID: Final = 0x436F_6D70  # "Comp"

#: A browser stores whole files, and only between transactions, so a write-ahead log would only add to it.
_JOURNAL: Final = "MEMORY" if sys.platform == "emscripten" else "WAL"

#: Seconds to wait for another program that is writing.
PATIENCE: Final = 2.0

#: Starts the days in the bin for deleted games that have no row there.
_FILL: Final = """
    INSERT INTO bin (log, since) SELECT id, replace(datetime('now'), ' ', 'T') || '+00:00' FROM log
    WHERE shelf = 'deleted' AND id NOT IN (SELECT log FROM bin)
"""

#: Deleted games: since when, and since when their days seem to be over. A row whose game is gone
#: records that there was one. Triggers protect logs; only games that were in the trash long enough can be removed.
_BIN: Final = (
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

#: Each migrates the file from the version of its index to the next one. Never change a released one.
MIGRATIONS: list[tuple[str, ...]] = [
    (
        f"PRAGMA application_id = {APPLICATION_ID}",
        """
        CREATE TABLE log (
            id TEXT PRIMARY KEY,
            header TEXT NOT NULL,
            created TEXT NOT NULL,
            name TEXT,
            shelf TEXT NOT NULL DEFAULT 'open'
        )
        """,
        """
        CREATE TABLE entry (
            log TEXT NOT NULL REFERENCES log,
            number INTEGER NOT NULL,
            id TEXT NOT NULL,
            saved TEXT NOT NULL,
            line TEXT NOT NULL,
            PRIMARY KEY (log, number),
            UNIQUE (log, id)
        ) WITHOUT ROWID
        """,
        # INSERT OR REPLACE would delete rows without firing the triggers below, so the table must refuse it.
        """
        CREATE TRIGGER entry_goes_last BEFORE INSERT ON entry
        WHEN new.number <> 1 + (SELECT coalesce(max(number), 0) FROM entry WHERE log = new.log)
            OR EXISTS (SELECT 1 FROM entry WHERE log = new.log AND id = new.id)
        BEGIN SELECT raise(ABORT, 'entries are only appended'); END
        """,
        "CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT raise(ABORT, 'entries never change'); END",
        "CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry BEGIN SELECT raise(ABORT, 'entries are kept'); END",
        "CREATE TRIGGER log_stays BEFORE UPDATE OF id, header ON log BEGIN SELECT raise(ABORT, 'logs stay'); END",
        "CREATE TRIGGER log_is_kept BEFORE DELETE ON log BEGIN SELECT raise(ABORT, 'logs are kept'); END",
        "CREATE TABLE player (name TEXT PRIMARY KEY)",
        "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
    (
        # a cache of what is computed from the logs; it can always be rebuilt
        """
        CREATE TABLE figure (
            log TEXT PRIMARY KEY REFERENCES log ON DELETE CASCADE,
            code TEXT NOT NULL,
            told TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE TRIGGER figure_goes AFTER INSERT ON entry BEGIN DELETE FROM figure WHERE log = new.log; END",
    ),
    _BIN,
]


class Unusable(Enum):
    """Why a file cannot be used; the word is part of the name it is set aside under."""

    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"


@frozen
class Damaged:
    """An unusable file that was set aside.

    :param when: when that was.
    """

    path: Path
    why: Unusable
    when: datetime


def damaged(folder: Path) -> tuple[Damaged, ...]:
    """Return the unusable files in a folder that were set aside, latest first.

    :raises StorageError: if the folder cannot be read.
    """
    with speaking():
        names = ((path, _ASIDE.fullmatch(path.name)) for path in folder.iterdir())
        found = (Damaged(path, Unusable(name[1]), _put_aside_at(name[2])) for path, name in names if name)
        return tuple(sorted(found, key=lambda each: (each.when, each.path.name), reverse=True))


def is_untouched(path: Path) -> bool:
    """Return whether no library was ever created at this path."""
    return not (_taken(path) or path.with_suffix(_BEGUN).exists())


def ledger_of(path: Path) -> Ledger:
    """Return the ledger of the library with this file."""
    return Ledger(path.with_suffix(_BEGUN))


def open_database(path: Path) -> tuple[sqlite3.Connection, Explanation | None]:
    """Open the library's file. A damaged one is set aside, and its readable content is written to a new file.

    :return: the connection, and a message about the previous file, if any.
    :raises StorageError: if the folder cannot be used, or another program keeps the file locked.
    """
    with speaking():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep_to_the_owner(path)
        sign = path.with_suffix(_BEGUN)
        begun = sign.exists()  # read first: another program may be creating the library just now
        ledger = ledger_of(path)
        known = ledger.read()
        notice = None
        if _mended(path).exists():  # the program was killed while it set the damaged files aside
            notice = _replace_damaged(path, known)
        elif unusable := _unusable(path) or (Unusable.DAMAGED if _has_lost(path, ledger, known) else None):
            if unusable is Unusable.DAMAGED:
                known = ledger.read()  # again: another program may just have finished a removal
                _mend(path, known)
                notice = _replace_damaged(path, known)
            else:
                notice = _put_aside(path, unusable)[1]
        elif begun and _is_empty(path):
            notice = _gone(path, known)
        connection = _connect(path)
        try:
            # an older program may have used the library in between
            if ledger.is_kept and (notice or known.is_long or _held(connection, known).known != known):
                note_afresh(connection, ledger)
            with suppress(OSError):  # only needed to find lost games
                _touch(sign)
        except BaseException:
            connection.close()
            raise
        return connection, notice


def note_afresh(connection: sqlite3.Connection, ledger: Ledger) -> None:
    """Rewrite the ledger from the library; if another program locks the file, a later start does it."""
    with suppress(sqlite3.Error), transaction(connection):  # no other connection announces a change meanwhile
        ledger.write(held(connection))


def checkpoint(connection: sqlite3.Connection) -> None:
    """Move stored data from the write-ahead log into the library's file, as far as other readers permit.

    :raises sqlite3.Error: if that failed; the data then stays in the log, and nothing is lost.
    """
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Combine several statements into one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _keep_to_the_owner(path: Path) -> None:
    """Restrict access to the files, and to the folder if it contains nothing else, to their owner.

    SQLite's own files get the permissions of the database.
    """
    if not hasattr(os, "geteuid"):  # other systems have no such permissions, and a user's folder is private there
        return
    held = list(path.parent.iterdir())
    own = [each for each in held if each.name.startswith(f"{path.stem}.")]
    others = {each.name for each in held} - {each.name for each in own} - _NEIGHBOURS
    for each in own if others else [path.parent, *own]:
        with suppress(OSError):  # for example on a file system without permissions
            status = each.stat()
            if status.st_uid == os.geteuid() and status.st_mode & 0o077:
                each.chmod(0o700 if stat.S_ISDIR(status.st_mode) else 0o600)


def _touch(path: Path) -> None:
    """Create an empty private file if there is none; others cannot read it even for a moment."""
    os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))


def _connect(path: Path, journal: str = _JOURNAL) -> sqlite3.Connection:
    _touch(path)
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    connection.text_factory = _readable
    try:
        connection.execute(f"PRAGMA journal_mode = {journal}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if _migrate(connection):
            checkpoint(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection) -> bool:
    if _pragma(connection, "user_version") == len(MIGRATIONS):
        return False
    with transaction(connection):
        # read again: another program may have just done it
        for version in range(_pragma(connection, "user_version"), len(MIGRATIONS)):
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")
    return True


def _unusable(path: Path) -> Unusable | None:
    """Return why a file cannot be used, without changing it."""
    if (size := _size(path)) < _SMALLEST:
        # SQLite would discard a write-ahead log without its database
        return Unusable.DAMAGED if size or _size(_beside(path, "-wal")) else None
    with path.open("rb") as file:
        if len(head := file.read(_HEAD)) == _HEAD and not {*head[-2:]} <= _VERSIONS:  # it can be read but not written
            return Unusable.DAMAGED
    try:
        with closing(_reading(path)) as connection:
            return _verdict(connection)
    except UnicodeDecodeError:  # raised while decoding SQLite's own error message
        return Unusable.DAMAGED
    except sqlite3.Error as error:
        match primary_code(error):
            case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:
                return Unusable.DAMAGED
            case sqlite3.SQLITE_READONLY:  # a killed program left something to roll back, which only a writer can do
                return None
        raise


def _verdict(connection: sqlite3.Connection) -> Unusable | None:
    connection.execute("BEGIN")  # a consistent snapshot: another program may be writing the file
    application = _pragma(connection, "application_id")
    if application != APPLICATION_ID:
        return None if application == 0 and not _schema(connection) else Unusable.FOREIGN
    version = _pragma(connection, "user_version")
    if version > len(MIGRATIONS):
        return Unusable.NEWER
    sound = version > 0 and _schema(connection) >= _schema_of(version)
    return None if sound and _pragma(connection, "integrity_check(1)") == "ok" else Unusable.DAMAGED


def _reading(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)
    connection.text_factory = _readable
    return connection


def _readable(text: bytes) -> str:
    """Return a text with replacement characters for corrupt bytes; one bad byte must not hide the rest."""
    return text.decode(errors="replace")


def _has_lost(path: Path, ledger: Ledger, known: Known) -> bool:
    """Return whether a usable file lacks something that was stored.

    The check runs twice: another program may be writing, which takes far less time than the pause between the checks.
    """
    if not _lacks(path, known):
        return False
    time.sleep(_DOUBT)
    return _lacks(path, ledger.read())


def _lacks(path: Path, known: Known) -> bool:
    """Return whether a usable file lacks something.

    :param known: the content of the ledger, read earlier; it never claims more than the file held at that time.
    """
    with suppress(FileNotFoundError):  # the connection that closed the library last has deleted it
        # one transaction may have been torn by a loss of power, unless the ledger says that it was stored
        if unreachable(_beside(path, "-wal").read_bytes()) > (1 if known.logs else 0):
            return True
    if known == Known() or _is_empty(path):
        return False
    try:
        with closing(_reading(path)) as connection:
            return bool(_held(connection, known).losses(known))
    except sqlite3.Error as error:
        if primary_code(error) == sqlite3.SQLITE_READONLY:  # see _unusable
            return False
        raise


def _held(connection: sqlite3.Connection, known: Known) -> Held:
    connection.execute("BEGIN")  # a consistent snapshot
    try:
        return held(connection, known)
    finally:
        connection.execute("COMMIT")


def _is_empty(path: Path) -> bool:
    """Return whether a usable file contains no library."""
    if not _size(path):
        return True
    with suppress(sqlite3.Error), closing(_reading(path)) as connection:
        return not _schema(connection)
    return False


def _schema(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    return {tuple(map(str, row)) for row in connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")}


def _schema_of(version: int) -> set[tuple[str, ...]]:
    """Return the tables, indices and triggers of a version of the file."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statements in MIGRATIONS[:version]:
            for statement in statements:
                connection.execute(statement)
        return _schema(connection)


def _put_aside(path: Path, unusable: Unusable) -> tuple[str, Explanation]:
    """Rename a file and its companions; return the new location and the message about it."""
    base = f"{path.stem}.{unusable.value}-{datetime.now():{_MOMENT}}"
    names = (f"{base}{more}{path.suffix}" for more in ("", *(f"-{number}" for number in range(2, 1000))))
    aside = next(free for name in names if not _taken(free := path.with_name(name)))
    for suffix in _COMPANIONS:
        if (part := _beside(path, suffix)).exists():
            part.rename(_beside(aside, suffix))
    file = printable(str(aside))
    match unusable:
        case Unusable.DAMAGED:
            text = T("The saved games are damaged; Companion starts a new library. They are kept: {file}", file=file)
        case Unusable.FOREIGN:
            text = T("The file for the saved games belongs to another program. It is kept: {file}", file=file)
        case Unusable.NEWER:
            text = T(
                "The saved games need a newer version of Companion; it starts a new library. They are kept: {file}",
                file=file,
            )
    return file, storage(text)


# Damage


def _mend(path: Path, known: Known) -> None:
    """Write the readable content of a damaged library to a new file beside it; the old files stay unchanged."""
    new = path.with_suffix(".mending")
    try:
        read = salvage(path, _beside(path, "-wal"), known)
        for part in (new, _beside(new, "-journal")):
            part.unlink(missing_ok=True)
        with closing(_connect(new, journal="DELETE")) as connection, transaction(connection):
            for log in read.logs:
                game = log.game
                insert_game(connection, game)
                ids: set[str] = set()
                for number, row in enumerate(log.entries, start=1):
                    id = row.id if row.id not in ids else f"?{number}"
                    ids.add(id)
                    values = (game.id, number, id, row.saved, row.line)
                    connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", values)
            names = [(name,) for name in dict.fromkeys(reversed(read.players))]
            connection.executemany("INSERT INTO player (name) VALUES (?)", names)
            connection.executemany("INSERT INTO setting VALUES (?, ?)", read.settings.items())
            connection.executemany("INSERT INTO bin VALUES (?, ?, ?)", read.bin)
            connection.execute(_FILL)
        new.replace(_mended(path))
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _replace_damaged(path: Path, known: Known) -> Explanation:
    """Replace a damaged library, which is put aside, by its mended copy; return the message about it.

    Once the copy is complete, the next start repeats this step if the program was killed meanwhile.
    """
    aside = damaged(path.parent)
    file, nothing = _put_aside(path, Unusable.DAMAGED)
    if not Path(file).exists() and aside:  # this was done before the program was killed
        file = printable(str(aside[0].path))
    _mended(path).replace(path)
    with closing(_reading(path)) as connection:
        there = _held(connection, known)
    if not there.known.games and not known.games:
        return nothing
    if known == Known():
        text = N(
            "The saved games were damaged. {n} game could be recovered. Check whether it is complete; if "
            "not, import a backup in the settings. The damaged files are kept: {file}",
            "The saved games were damaged. {n} games could be recovered. Check whether they are complete; if "
            "not, import a backup in the settings. The damaged files are kept: {file}",
            n=len(there.known.games),
            file=file,
        )
    elif missing := there.losses(known):
        text = T(
            "The saved games were damaged, and something is missing: {what}. Everything else could be "
            "recovered. You can import a backup in the settings. The damaged files are kept: {file}",
            what=_listed(missing),
            file=file,
        )
    else:
        text = T(
            "The saved games were damaged. Everything could be recovered, nothing is missing. The disk may "
            "be failing: save a backup in the settings. The damaged files are kept: {file}",
            file=file,
        )
    return storage(text)


def _gone(path: Path, known: Known) -> Explanation:
    file = printable(str(path))
    if not known.games:
        return storage(
            T(
                "The saved games are gone: {file} has been deleted or emptied. Companion starts a new library.",
                file=file,
            )
        )
    lost = Losses(tuple(Missing(game, 0, 0) for game in known.games.values()))
    return storage(
        T(
            "The saved games are gone: {file} has been deleted or emptied. Companion starts a new library. "
            "You can import a backup in the settings. Missing: {what}.",
            file=file,
            what=_listed(lost),
        )
    )


def _listed(lost: Losses) -> Listing:
    """Return the names of incomplete games, and what is missing of each."""
    texts = [_what(missing) for missing in lost.games[:_NAMED]]
    if more := len(lost.games) - len(texts):
        texts.append(N("{n} more game", "{n} more games", n=more))
    if lost.others:
        texts.append(T("names and settings"))
    return Listing(tuple(texts))


def _what(missing: Missing) -> Text:
    called = _called(missing.game)
    if not missing.has:
        return called
    if missing.has < missing.had:
        return N(
            "{game} (the last entry)",
            "{game} (the last {n} entries)",
            n=missing.had - missing.has,
            game=called,
        )
    return T("{game} (an entry has changed: check the history)", game=called)


def _called(game: Game) -> Text:
    """Return a recognisable name of a game: its title, its players, and the table's name."""
    try:
        raw = parsed(game.header)
        found, seats = games().get(raw["game"]), [printable(str(seat)) for seat in raw["seats"]]
    except (ValueError, KeyError, TypeError):
        found, seats = None, []
    title = found.meta.title if found else T("a game")
    if game.name:
        title = T("{game} “{name}”", game=title, name=printable(game.name))
    return T("{game} with {players}", game=title, players=Listing(tuple(seats))) if seats else title


#: The most games that are named; further ones are counted.
_NAMED: Final = 8

#: How long to wait before an apparent loss is checked again, in seconds.
_DOUBT: Final = 0.1

#: The time in the name of a file that was set aside, and a pattern of these names.
_MOMENT: Final = "%Y-%m-%d-%H%M%S"
_ASIDE: Final = re.compile(rf"[^.]+\.({'|'.join(each.value for each in Unusable)})-([-\d]{{17}})(?:-\d+)?\.sqlite3")


def _put_aside_at(moment: str) -> datetime:
    return datetime.strptime(moment, _MOMENT).astimezone()


#: Marks that a library exists, so that its loss is noticed; and other files of the program in the folder.
_BEGUN: Final = ".begun"
_NEIGHBOURS: Final = {"lan.key", "lan.key.new", "lan.links", "lan.links.new", "https", "pocket", "pocket.at"}

#: Size of the part of the file's header with the versions needed to read and to write it, and the versions of this program.
_HEAD: Final = 20
_VERSIONS: Final = {1, 2}

#: The size of the smallest database, in bytes.
_SMALLEST: Final = 512

#: Suffixes of SQLite's files; the database itself first.
_COMPANIONS: Final = ("", "-wal", "-shm", "-journal")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _mended(path: Path) -> Path:
    """Return the path of the mended copy of a damaged library until it replaces that library."""
    return path.with_suffix(".mended")


def _taken(path: Path) -> bool:
    return any(_beside(path, suffix).exists() for suffix in _COMPANIONS)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]

"""The library's SQLite file: how it is opened, brought up to date, and put aside when it cannot be used."""

import os
import re
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from companion.kernel.explain import Explanation
from companion.kernel.text import messages
from companion.kernel.written import harmless
from companion.storage import bin
from companion.storage.trouble import primary_code, speaking, storage

T, N = messages("companion")

APPLICATION_ID: Final = 0x436F_6D70  # "Comp"

#: A browser keeps a file as a whole, and only between two transactions: a log beside it would only be more to keep.
_JOURNAL: Final = "MEMORY" if sys.platform == "emscripten" else "WAL"

#: How long to wait for another program that is just writing, in seconds.
PATIENCE: Final = 2.0

#: Each brings the file from the version of its place in the list to the next one. Never change one that was released.
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
        # INSERT OR REPLACE would remove rows without asking the triggers below, so it must not get that far
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
        # what follows from a log, so that nobody has to tell all logs to show what they come to; it can always be made anew
        """
        CREATE TABLE figure (
            log TEXT PRIMARY KEY REFERENCES log ON DELETE CASCADE,
            code TEXT NOT NULL,
            told TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE TRIGGER figure_goes AFTER INSERT ON entry BEGIN DELETE FROM figure WHERE log = new.log; END",
    ),
    bin.TABLES,
]


class Unusable(Enum):
    """Why a file cannot be the library, as a word in the name it is put aside under."""

    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"


@frozen
class Damaged:
    """A file that could not be the library and was put aside.

    :param when: when that was.
    """

    path: Path
    why: Unusable
    when: datetime


def damaged(folder: Path) -> tuple[Damaged, ...]:
    """Return the files in a folder that could not be the library and were put aside, the latest first.

    :raises StorageError: if the folder cannot be read.
    """
    with speaking():
        names = ((path, _ASIDE.fullmatch(path.name)) for path in folder.iterdir())
        found = (Damaged(path, Unusable(name[1]), _put_aside_at(name[2])) for path, name in names if name)
        return tuple(sorted(found, key=lambda each: (each.when, each.path.name), reverse=True))


def is_untouched(path: Path) -> bool:
    """Tell whether nothing has ever been begun where the library's file would lie."""
    return not (_taken(path) or path.with_suffix(_BEGUN).exists())


def open_database(path: Path) -> tuple[sqlite3.Connection, Explanation | None]:
    """Return a connection to the library's file, which is put aside and begun afresh if it cannot be used.

    :return: the connection, and where the old file lies now if it was put aside.
    :raises StorageError: if the folder cannot be used, or another program does not let go of the file.
    """
    with speaking():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep_to_the_owner(path)
        sign = path.with_suffix(_BEGUN)
        begun = sign.exists()  # asked first: another program may just be beginning the library
        unusable = _unusable(path)
        notice = _put_aside(path, unusable) if unusable else None
        if begun and not notice and _is_empty(path):
            text = T(
                "The saved games are gone: {file} has been deleted or emptied. Companion starts a new library.",
                file=harmless(str(path)),
            )
            notice = storage(text)
        connection = _connect(path)
        if not begun:
            with suppress(OSError):  # only who looks for lost games needs it
                _touch(sign)
        return connection, notice


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Make several statements one: all of them or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _keep_to_the_owner(path: Path) -> None:
    """Let nobody but their owner read the files, nor the folder unless it holds other things too.

    Files of SQLite's own are made with the permissions of the database.
    """
    if not hasattr(os, "geteuid"):  # elsewhere a user's folder is not for others, and there are no such permissions
        return
    held = list(path.parent.iterdir())
    own = [each for each in held if each.name.startswith(f"{path.stem}.")]
    others = {each.name for each in held} - {each.name for each in own} - _NEIGHBOURS
    for each in own if others else [path.parent, *own]:
        with suppress(OSError):  # such as on a disk that knows no permissions
            status = each.stat()
            if status.st_uid == os.geteuid() and status.st_mode & 0o077:
                each.chmod(0o700 if stat.S_ISDIR(status.st_mode) else 0o600)


def _touch(path: Path) -> None:
    """Make an empty file if there is none, with its permissions: there is no moment in which others could read it."""
    os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))


def _connect(path: Path) -> sqlite3.Connection:
    _touch(path)
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    connection.text_factory = _readable
    try:
        connection.execute(f"PRAGMA journal_mode = {_JOURNAL}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    if _pragma(connection, "user_version") == len(MIGRATIONS):
        return
    with transaction(connection):
        # read again: another program may have just done it
        for version in range(_pragma(connection, "user_version"), len(MIGRATIONS)):
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")


def _unusable(path: Path) -> Unusable | None:
    """Return why a file cannot be the library. It is only read, so that it stays as it is."""
    if not _size(path):
        # SQLite would throw away a write-ahead log without its database
        return Unusable.DAMAGED if _size(_beside(path, "-wal")) else None
    with path.open("rb") as file:
        if (
            len(head := file.read(_HEAD)) == _HEAD and not {*head[-2:]} <= _VERSIONS
        ):  # it could be read, but never written
            return Unusable.DAMAGED
    try:
        with closing(_reading(path)) as connection:
            return _verdict(connection)
    except UnicodeDecodeError:  # from within a message of SQLite about it
        return Unusable.DAMAGED
    except sqlite3.Error as error:
        match primary_code(error):
            case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:
                return Unusable.DAMAGED
            case sqlite3.SQLITE_READONLY:  # a killed program left something to roll back, which only a writer can do
                return None
        raise


def _verdict(connection: sqlite3.Connection) -> Unusable | None:
    connection.execute("BEGIN")  # one look at it all, for another program may just be filling the file
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
    """Return a text with marks for what the disk has spoilt; a letter must not hide all the others."""
    return text.decode(errors="replace")


def _is_empty(path: Path) -> bool:
    """Tell whether there is no library in a usable file."""
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


def _put_aside(path: Path, unusable: Unusable) -> Explanation:
    """Rename a file and what belongs to it, and return where it lies now."""
    base = f"{path.stem}.{unusable.value}-{datetime.now():{_MOMENT}}"
    names = (f"{base}{more}{path.suffix}" for more in ("", *(f"-{number}" for number in range(2, 1000))))
    aside = next(free for name in names if not _taken(free := path.with_name(name)))
    for suffix in _COMPANIONS:
        if (part := _beside(path, suffix)).exists():
            part.rename(_beside(aside, suffix))
    file = harmless(str(aside))
    match unusable:
        case Unusable.DAMAGED:
            return storage(
                T("The saved games are damaged; Companion starts a new library. They are kept: {file}", file=file)
            )
        case Unusable.FOREIGN:
            return storage(T("The file for the saved games belongs to another program. It is kept: {file}", file=file))
        case Unusable.NEWER:
            text = T(
                "The saved games need a newer version of Companion; it starts a new library. They are kept: {file}",
                file=file,
            )
            return storage(text)


#: When a file was put aside, in its name; and all of that name.
_MOMENT: Final = "%Y-%m-%d-%H%M%S"
_ASIDE: Final = re.compile(rf"[^.]+\.({'|'.join(each.value for each in Unusable)})-([-\d]{{17}})(?:-\d+)?\.sqlite3")


def _put_aside_at(moment: str) -> datetime:
    return datetime.strptime(moment, _MOMENT).astimezone()


#: What a library leaves beside its file, so that it is missed when it is gone; and what else the program keeps in its folder.
_BEGUN: Final = ".begun"
_NEIGHBOURS: Final = {"lan.key", "lan.key.new", "lan.links", "lan.links.new", "https", "pocket", "pocket.at"}

#: How much of a file's beginning ends with what a program must be able to read and to write, and what this one is.
_HEAD: Final = 20
_VERSIONS: Final = {1, 2}

#: What SQLite keeps in files of its own, by the end of their names; the database itself first.
_COMPANIONS: Final = ("", "-wal", "-shm", "-journal")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _taken(path: Path) -> bool:
    return any(_beside(path, suffix).exists() for suffix in _COMPANIONS)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]

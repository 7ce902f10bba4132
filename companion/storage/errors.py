"""Errors of storage, as messages that say what the people at the table can do."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from companion.kernel.explain import Explanation
from companion.kernel.text import Text, messages

T, N = messages("companion")

STORAGE_RULE: Final = "companion.storage"


class StorageError(Exception):
    """Something could not be read or stored; nothing has changed.

    :param why: what happened and what to do about it.
    """

    def __init__(self, why: Explanation) -> None:
        super().__init__(why.text.message)
        self.why = why


class ChangedElsewhere(StorageError):
    """Another window or program has added to the same game; it must be reloaded."""


def storage(text: Text) -> Explanation:
    """Return a message about storage."""
    return Explanation(text, (STORAGE_RULE,))


@contextmanager
def speaking() -> Iterator[None]:
    """Convert errors of SQLite and of the file system into :class:`StorageError`.

    :raises StorageError: instead of them.
    """
    try:
        yield
    except sqlite3.Error as error:
        code = primary_code(error)
        if code == sqlite3.SQLITE_CONSTRAINT:
            raise ChangedElsewhere(storage(CHANGED)) from error
        raise StorageError(storage(_BY_CODE.get(code) or unknown(error))) from error
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise StorageError(storage(_FULL if full else _UNWRITABLE)) from error


@contextmanager
def of_hosted() -> Iterator[None]:
    """Report that the packages of the extra ``hosted`` are missing.

    :raises StorageError: instead of an error of importing.
    """
    try:
        yield
    except ImportError as missing:
        text = T("PostgreSQL needs further packages: {command}", command='pip install ".[hosted]"')
        raise StorageError(storage(text)) from missing


def primary_code(error: sqlite3.Error) -> int:
    """Return the primary code of an SQLite error."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


CHANGED: Final = T("Another window or program has changed this game. Nothing was stored; open it again to go on.")
_FULL: Final = T("There is no space left on this device. Nothing was stored; free some space and try again.")
_UNWRITABLE: Final = T("Companion cannot write to its data folder. Allow it to, or start it with another folder.")
LOCKED: Final = T("Another program is using the saved games. Nothing was stored; close it, or try again in a moment.")
_DAMAGED: Final = T("The saved games are damaged. Start Companion again: it sets the file aside and says where it is.")
_FAILING: Final = T("The device failed while reading or writing. Nothing was stored; check the disk and try again.")

_BY_CODE: Final = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: _UNWRITABLE,
    sqlite3.SQLITE_PERM: _UNWRITABLE,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_IOERR: _FAILING,
}


def unknown(error: Exception) -> Text:
    """Return the message about an error that has no message of its own."""
    return T("The saved games cannot be used just now ({reason}). Nothing was stored.", reason=str(error))

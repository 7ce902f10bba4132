"""Errors of PostgreSQL, as messages that say what can be done."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import errors

from companion.kernel.text import Text, messages
from companion.storage.errors import CHANGED, LOCKED, ChangedElsewhere, StorageError, storage, unknown

T, N = messages("companion")


@contextmanager
def speaking() -> Iterator[None]:
    """Convert errors of PostgreSQL into :class:`StorageError`.

    :raises StorageError: instead of them.
    """
    try:
        yield
    except psycopg.IntegrityError as error:
        raise ChangedElsewhere(storage(CHANGED)) from error
    except psycopg.Error as error:
        text = next((text for kinds, text in _TEXTS if isinstance(error, kinds)), None)
        raise StorageError(storage(text or unknown(error))) from error


#: The first that fits counts.
_TEXTS: Final[tuple[tuple[tuple[type[Exception], ...], Text], ...]] = (
    (
        (errors.DiskFull, errors.OutOfMemory),
        T("There is no space left in the database. Nothing was stored; the server needs more."),
    ),
    (
        (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction),
        T("Companion may not write to its database. Nothing was stored; the server has to allow it."),
    ),
    ((errors.SerializationFailure, errors.DeadlockDetected, errors.LockNotAvailable), LOCKED),
    ((psycopg.DataError,), T("A text has a character that cannot be stored. Nothing was stored.")),
    # whether a transaction was stored is unknown if the answer to its end is lost
    ((psycopg.OperationalError, psycopg.InterfaceError), T("The database does not answer. Try again in a moment.")),
)

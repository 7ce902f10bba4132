"""Creates the tables and brings them up to date: numbered files, applied in order, by one program at a time."""

from importlib.resources import files
from typing import Any, Final

import psycopg
from psycopg import sql

from companion.kernel.text import messages
from companion.storage.errors import StorageError, storage
from companion.storage.postgres.errors import speaking

T, N = messages("companion")

SCHEMA: Final = "companion"

#: Identifies the lock under which migrations run.
_LOCK: Final = 0x436F_6D70  # "Comp"

#: What a role needs to play; it can neither change nor remove entries.
_GRANTS: Final = """
    GRANT USAGE ON SCHEMA companion TO {role};
    GRANT SELECT ON migration, secret TO {role};
    GRANT SELECT, INSERT ON entry TO {role};
    GRANT SELECT, INSERT, DELETE, UPDATE (visited) ON room TO {role};
    GRANT SELECT, INSERT, DELETE, UPDATE (name, shelf) ON log TO {role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON bin, figure, player, setting, link, passkey TO {role};
"""


def migrations() -> dict[str, str]:
    """Return the migrations by name; never change a released one."""
    folder = files("companion.storage.postgres") / "migrations"
    found = {each.name: each.read_text(encoding="utf-8") for each in folder.iterdir() if each.name.endswith(".sql")}
    return dict(sorted(found.items()))


def migrate(url: str, grant: str | None = None) -> tuple[str, ...]:
    """Bring a database up to date, and return the names of the migrations applied now.

    :param grant: a role that gets the rights that playing needs.
    :raises StorageError: if that is impossible; each migration is applied whole or not at all.
    """
    applied = []
    with speaking(), psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [_LOCK])  # kept until the connection is closed
        connection.execute("CREATE SCHEMA IF NOT EXISTS companion")
        connection.execute("SET search_path TO companion")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())"
        )
        known = _applied(connection)
        for name, script in migrations().items():
            if name not in known:
                with connection.transaction():
                    connection.execute(script.encode())
                    connection.execute("INSERT INTO migration (name) VALUES (%s)", [name])
                applied.append(name)
        if grant:
            connection.execute(sql.SQL(_GRANTS).format(role=sql.Identifier(grant)))
    return tuple(applied)


def refuse_outdated(connection: psycopg.Connection[Any]) -> None:
    """Refuse a database whose tables are not those of this program.

    :raises StorageError: if its migrations are others than those of this program.
    """
    try:
        known = _applied(connection)
    except psycopg.errors.UndefinedTable:
        known = set()
    if {*migrations()} - known:
        raise StorageError(storage(T("The database is not up to date. Run “companion database migrate” first.")))
    if known - {*migrations()}:
        raise StorageError(storage(T("The database needs a newer version of Companion.")))


def _applied(connection: psycopg.Connection[Any]) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM migration")}

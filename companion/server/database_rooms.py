"""Rooms in a PostgreSQL database, for several processes."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.server.passkeys import Passkey
from companion.storage.library import Library, Opened
from companion.storage.postgres.rooms import Database
from companion.tables.roles import Grant, Role

if TYPE_CHECKING:
    from companion.server.keys import KeyStore


class DatabaseRooms(Database):
    """Keeps rooms in a database; see :class:`~companion.server.rooms.RoomStore`."""

    def keys(self, name: str) -> "KeyStore":
        return _Keys(self, name)

    def passkeys(self, name: str) -> list[Passkey]:
        return [Passkey(*row) for row in self.passkey_rows(name)]

    def put_passkeys(self, name: str, passkeys: Sequence[Passkey]) -> None:
        self.put_passkey_rows(name, [(each.id, each.key, each.count) for each in passkeys])

    def library(self, name: str) -> Opened:
        return Opened(Library(self.room(name)), None)


class _Keys:
    """Implements :class:`~companion.server.keys.KeyStore` for a room."""

    def __init__(self, database: Database, room: str) -> None:
        self._database = database
        self._room = room

    def read(self) -> Mapping[str, Grant]:
        return {key: Grant(Role(role), table) for key, role, table in self._database.links(self._room)}

    def put(self, key: str, to: Grant) -> None:
        self._database.put_link(self._room, key, to.role, to.table)

    def version(self) -> int:
        return self._database.version(self._room)

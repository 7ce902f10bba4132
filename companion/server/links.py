"""Links for phones on the network: one for the room, and for each table one per role."""

import hmac
import json
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from companion.server.access_key import AccessKey, keep_secret
from companion.server.join_codes import JoinCodes
from companion.storage.errors import speaking
from companion.tables.roles import GUEST, Grant, Role

#: The grant of the room's link.
ROOM: Final = GUEST[0]


class Links:
    """The keys of all links; each opens its own grant and can be revoked alone.

    :param folder: the data folder; the room's key is kept as ``lan.key``, those of the tables as ``lan.links``.
    :raises StorageError: if there is no key yet and it cannot be stored.
    """

    def __init__(self, folder: Path) -> None:
        self._room = AccessKey(folder)
        self._path = folder / "lan.links"
        self._keys = _read(self._path)
        self.codes = JoinCodes()

    def key(self, to: Grant = ROOM) -> str:
        """Return the key of a grant, creating it on first use.

        :raises StorageError: if it cannot be stored.
        """
        if to == ROOM:
            return self._room.value
        if known := next((key for key, opened in self._keys.items() if opened == to), None):
            return known
        return self._make(to)

    def code(self, to: Grant = ROOM) -> str:
        """Return the code that can currently be said aloud instead of a key; see :class:`JoinCodes`.

        :raises StorageError: if there is no key yet and it cannot be stored.
        """
        return self.codes.of(self.key(to))

    def end(self, to: Grant = ROOM) -> str:
        """Revoke a link and create another one in its place; return the revoked key.

        :raises StorageError: if that cannot be stored; then the old key stays valid.
        """
        ended = self.key(to)
        if to == ROOM:
            self._room.renew()
        else:
            self._make(to)
        self.codes.end(ended)
        return ended

    def opened_by(self, shown: Iterable[str]) -> dict[str, Grant]:
        """Return the grants of keys; unknown keys are left out."""
        keys = {self._room.value: ROOM, **self._keys}
        # constant time: every key is compared with every other one
        return {key: to for each in shown for key, to in keys.items() if _same(each, key)}

    def _make(self, to: Grant) -> str:
        new = secrets.token_urlsafe(9)
        keys = {key: opened for key, opened in self._keys.items() if opened != to} | {new: to}
        kept = [{"key": key, "role": opened.role, "table": opened.table} for key, opened in keys.items()]
        with speaking():
            keep_secret(self._path, json.dumps(kept, indent=1))
        self._keys = keys
        return new


def _read(path: Path) -> Mapping[str, Grant]:
    """Return the tables' keys; a file that cannot be read counts as empty, which revokes those links."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {str(each["key"]): Grant(Role(each["role"]), str(each["table"])) for each in kept}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())

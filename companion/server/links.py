"""Links for phones on the network: one for the room, and for each table one per role."""

import hmac
from collections.abc import Iterable

from companion.server.join_codes import JoinCodes
from companion.server.keys import ROOM, KeyStore, new_key
from companion.tables.roles import Grant


class Links:
    """The keys of all links; each opens its own grant and can be revoked alone.

    :param store: keeps them.
    :raises StorageError: if there is no key of the room yet and it cannot be stored.
    """

    def __init__(self, store: KeyStore) -> None:
        self._store = store
        self._seen, self._keys = store.version(), dict(store.read())
        self.codes = JoinCodes()
        self.key(ROOM)

    def key(self, to: Grant = ROOM) -> str:
        """Return the key of a grant, creating it on first use.

        :raises StorageError: if it cannot be stored.
        """
        known = next((key for key, opened in self._keys.items() if opened == to), None)
        return known or self._make(to)

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
        self._make(to)
        self.codes.end(ended)
        return ended

    def opened_by(self, shown: Iterable[str]) -> dict[str, Grant]:
        """Return the grants of keys; unknown keys are left out.

        :raises StorageError: if another process has changed the keys, and they cannot be read.
        """
        if self._store.version() != self._seen:
            self._seen, self._keys = self._store.version(), dict(self._store.read())
        # constant time: every key is compared with every other one
        return {key: to for each in shown for key, to in self._keys.items() if _same(each, key)}

    def _make(self, to: Grant) -> str:
        new = new_key()
        self._store.put(new, to)
        self._keys = {key: opened for key, opened in self._keys.items() if opened != to} | {new: to}
        return new


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())

"""The keys of links, in files of the data folder or in a database."""

import json
import os
import re
import secrets
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Final, Protocol

from companion.storage.errors import speaking
from companion.tables.roles import GUEST, Grant, Role

#: The grant of the link of a household or room.
ROOM: Final = GUEST[0]

_KEY: Final = re.compile(r"[\w-]{12,}", re.ASCII)


def new_key() -> str:
    """Return a key that cannot be guessed."""
    return secrets.token_urlsafe(9)


class KeyStore(Protocol):
    """Keeps the keys of links, each with its grant."""

    def read(self) -> Mapping[str, Grant]:
        """Return all keys.

        :raises StorageError: if they cannot be read.
        """

    def put(self, key: str, to: Grant) -> None:
        """Store the key of a grant in place of its old one.

        :raises StorageError: if it cannot be stored; then the old one stays valid.
        """

    def version(self) -> Hashable:
        """Return a value that changes when another process may have changed the keys."""


class KeyFiles:
    """Keys in files that only their owner can read, so that the phones' bookmarks survive a restart.

    A file that cannot be read counts as empty, which revokes its links.

    :param folder: the data folder; the key of the whole is kept as ``lan.key``, those of tables and hosts as ``lan.links``.
    """

    def __init__(self, folder: Path) -> None:
        self._whole = folder / "lan.key"
        self._others = folder / "lan.links"

    def read(self) -> dict[str, Grant]:
        try:
            value = self._whole.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            value = ""
        if not _KEY.fullmatch(value):
            return self._read_others()
        with speaking():
            self._whole.chmod(0o600)
        return {value: ROOM, **self._read_others()}

    def put(self, key: str, to: Grant) -> None:
        others = {key: to, **{old: opened for old, opened in self._read_others().items() if opened != to}}
        kept = [{"key": old, "role": opened.role, "table": opened.table} for old, opened in others.items()]
        with speaking():
            if to == ROOM:
                keep_secret(self._whole, key)
            else:
                keep_secret(self._others, json.dumps(kept, indent=1))

    def version(self) -> None:
        """Return nothing: no other process changes them."""

    def _read_others(self) -> dict[str, Grant]:
        try:
            kept = json.loads(self._others.read_text(encoding="utf-8"))
            return {str(each["key"]): _grant(each["role"], each["table"]) for each in kept}
        except (OSError, ValueError, TypeError, KeyError):
            return {}


def _grant(role: str, table: str | None) -> Grant:
    return Grant(Role(role), None if table is None else str(table))


def keep_secret(path: Path, text: str) -> None:
    """Write a file readable only by its owner, completely or not at all.

    :raises OSError: if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    # Created with its mode, so that no one else can read it even for a moment.
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    new.replace(path)

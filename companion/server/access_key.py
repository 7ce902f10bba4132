"""The access key of phones on the network."""

import os
import re
import secrets
from pathlib import Path

from companion.storage.errors import speaking

_KEY = re.compile(r"[\w-]{12,}", re.ASCII)


class AccessKey:
    """A random key, kept in a file so that the phones' bookmarks survive a restart.

    :param folder: the data folder; the file is called ``lan.key``.
    :raises StorageError: if there is none yet and it cannot be stored.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "lan.key"
        try:
            value = self._path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            value = ""
        if _KEY.fullmatch(value):
            self.value = value
            with speaking():
                self._path.chmod(0o600)
        else:
            self.renew()

    def renew(self) -> None:
        """Replace the key; the old one becomes invalid.

        :raises StorageError: if it cannot be stored; then the old one stays valid.
        """
        value = secrets.token_urlsafe(9)
        with speaking():
            keep_secret(self._path, value)
        self.value = value


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

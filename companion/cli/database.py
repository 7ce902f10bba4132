"""``companion database``, and which library a command uses."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion.cli.language import speaker
from companion.cli.output import OK, REFUSED, complain, print_text
from companion.kernel.text import Text, messages

if TYPE_CHECKING:
    from companion.storage.library import Opened

T, N = messages("companion")


def opened(options: argparse.Namespace) -> "Opened":
    """Open the library that the options name: that of a room, or of a folder.

    :raises StorageError: if it cannot be used.
    """
    from companion.app import data_folder, open_library

    return open_library(options.data or data_folder(), options.database, options.room)


def kept_at(options: argparse.Namespace) -> Text:
    """Return where that library is."""
    from companion.app import data_folder

    if options.database:
        return T("The database is {address}.", address=_without_password(options.database))
    return T("The data folder is {folder}.", folder=str(options.data or data_folder()))


def migrate(options: argparse.Namespace) -> int:
    """Create the tables of a database, or bring them up to date: exit code 1 if that is impossible."""
    from companion.storage.errors import StorageError, of_hosted

    say: Callable[[Text], str] = speaker(options.locale)
    try:
        with of_hosted():
            from companion.storage.postgres.migrate import migrate as apply

        applied = apply(options.database, options.grant)
    except StorageError as error:
        complain(say(error.why.text), say(kept_at(options)))
        return REFUSED
    for name in applied:
        print_text(name)
    print_text(say(T("The database is up to date.")))
    return OK


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()

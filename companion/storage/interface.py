"""The seam between the library and its database: a few statements, grouped by use.

:class:`~companion.storage.library.Library` has all that follows from them, and is the same for SQLite and PostgreSQL.
Every statement raises :class:`~companion.storage.errors.StorageError` if it fails; nothing has changed then. Lists come in
any order unless one is named, because databases compare texts differently.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from attrs import frozen


@frozen
class Game:
    """The row of a game in the table of logs.

    :param header: the first line of its log.
    :param shelf: the name of its shelf.
    """

    id: str
    header: str
    created: str
    name: str | None = None
    shelf: str = "open"


class Listed(NamedTuple):
    """A game in a list.

    :param entries: number of entries.
    :param changed: when the latest entry was stored; of a game without entries when it was created.
    :param number: grows with every game that is added.
    """

    id: str
    name: str | None
    header: str
    created: str
    shelf: str
    entries: int
    changed: str
    number: int


class Figured(NamedTuple):
    """A stored game with its cached summary.

    :param code: identifies the code that made the summary.
    :param summary: the summary, as passed to :meth:`Figures.keep_figures`; ``None`` if the log has grown since.
    :param size: the number of its parts; ``None`` if it is corrupt.
    :param parts: the requested parts; lists as texts of JSON.
    """

    id: str
    name: str | None
    created: str
    code: str | None
    summary: str | None
    size: int | None
    parts: tuple[Any, ...]


class Row(NamedTuple):
    """A stored entry.

    :param saved: when it was stored.
    :param line: its line of the log.
    """

    id: str
    saved: str
    line: str


class Binned(NamedTuple):
    """A game in the bin, or one that has left it for good.

    :param since: when it was deleted.
    :param over: when its days seemed to be over for the first time.
    """

    id: str
    since: str
    over: str | None = None


class Tail(Protocol):
    """The end of a stored log as it was read, to which entries are added."""

    def is_current(self) -> bool:
        """Return whether the stored log has only the entries that were read and added here."""

    def append(self, rows: Sequence[Row]) -> None:
        """Store entries durably, all or none.

        :raises ChangedElsewhere: if the stored log is another one by now.
        """


class Logs(Protocol):
    """The logs of all games. Entries are only added, and go only with their log."""

    def listed(self, id: str | None = None) -> list[Listed]:
        """Return all games, or the one with this id."""

    def ids(self) -> frozenset[str]:
        """Return the ids of all games."""

    def size(self) -> int:
        """Return the number of characters of all logs and settings."""

    def lines(self, id: str) -> list[str]:
        """Return a log, header included; empty if there is none with this id."""

    def all_lines(self) -> dict[str, list[str]]:
        """Return the entries of all logs that have some."""

    def first_lines(self) -> list[tuple[str, str, str]]:
        """Return id, header and first entry of all games with entries, in the order in which they were added."""

    def disputed(self, game: str) -> list[str]:
        """Return the ids of games of a kind with a settled dispute, the latest first, without deleted ones."""

    def has_moved_players(self, id: str) -> bool:
        """Return whether a log has an entry about its players or their names."""

    def entry_ids(self, id: str) -> list[str]:
        """Return the ids of a log's entries."""

    def latest(self, id: str, before: str) -> list[str]:
        """Return the latest time before another one at which any game was created, and an entry of this game was stored."""

    def read(self, id: str) -> tuple[list[str], Tail]:
        """Return a log as :meth:`lines` does, and its end."""

    def create(self, game: Game, rows: Iterable[Row]) -> None:
        """Add a game with its entries durably, all or none."""

    def add_log(self, game: Game) -> None:
        """Add a game without entries, as a part of a transaction."""

    def add_entries(self, id: str, start: int, rows: Iterable[Row]) -> None:
        """Add entries to a log, numbered from ``start``, as a part of a transaction."""

    def rename(self, id: str, name: str | None) -> bool:
        """Change a game's name, and return whether there is such a game."""

    def move(self, id: str, shelf: str) -> bool:
        """Put a game on another shelf, and return whether there is such a game."""

    def remove(self, id: str) -> None:
        """Remove a game whose days in the bin are over."""

    def remove_all(self) -> None:
        """Remove all games, the bin and the players; a copy was stored before."""


class Bin(Protocol):
    """The bin, which also records the games that were removed for good."""

    def bin(self) -> list[Binned]:
        """Return the rows of the bin."""

    def put_in_bin(self, row: Binned) -> None:
        """Add or replace a row."""

    def take_out_of_bin(self, id: str) -> None:
        """Remove a row."""


class Figures(Protocol):
    """The cached summaries of games. A summary is forgotten when its log grows."""

    def figured(self, places: Sequence[int]) -> list[Figured]:
        """Return all games that are not deleted, with these parts of their summaries."""

    def keep_figures(self, made: Iterable[tuple[str, str, str, int]]) -> None:
        """Store summaries; see :meth:`companion.storage.library.Library.keep_figures`."""

    def forget_figures(self) -> None:
        """Delete all summaries."""


class Settings(Protocol):
    """Players' names and settings; a setting is a text of JSON."""

    def players(self) -> list[str]:
        """Return the names, the latest first."""

    def put_players(self, names: Sequence[str], *, first: bool = True) -> None:
        """Add names at the head, in this order, or move them there; or at the end, if they are not there yet."""

    def forget_players(self, names: Iterable[str]) -> None:
        """Remove names."""

    def setting(self, key: str) -> str | None:
        """Return a setting."""

    def settings(self, beginning: str = "") -> list[tuple[str, str]]:
        """Return the settings whose names begin so."""

    def put_setting(self, key: str, value: str) -> int:
        """Store a setting, and return the number of changed rows."""

    def forget_setting(self, key: str) -> int:
        """Remove a setting, and return the number of changed rows."""


class Store(Logs, Bin, Figures, Settings, Protocol):
    """A database with the games of one group."""

    @property
    def changes(self) -> int:
        """Number of changes made here since it was opened."""

    def version(self) -> int:
        """Return a number that differs whenever another program has changed something."""

    def begin(self) -> None:
        """Create the database if that has not been done."""

    def transaction(self) -> AbstractContextManager[None]:
        """Combine statements that need one view of everything into one transaction."""

    def changing(self, key: str, /) -> AbstractContextManager[None]:
        """Combine statements that change one item into one transaction.

        :param key: identifies the item; see :mod:`companion.storage.ledger`.
        """

    def replacing(self) -> AbstractContextManager[None]:
        """Announce transactions that remove or replace much."""

    def follow(self, listener: Callable[[], None]) -> None:
        """Call ``listener``, in any thread, when another program has changed something, if the database reports that."""

    def checkpoint(self) -> None:
        """Move everything into the database's own file, if it has one."""

    def close(self) -> None:
        """Close the database."""

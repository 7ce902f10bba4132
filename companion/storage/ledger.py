"""The ledger: a second file that records the content of the library, so that no loss in the library goes unnoticed.

Each line has a checksum and one item; a later line replaces an earlier one about the same item. The ledger never claims
more than the library holds: entries are recorded after they are stored, and a game is struck out before it is removed.
A changeable item, such as a setting, is announced before it is stored and confirmed afterwards, so that a kill in
between does not count as a loss.
"""

import hashlib
import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from attrs import astuple, field, frozen

from companion.storage.interface import Game
from companion.storage.limits import parsed

#: Hexadecimal digits of a digest.
_DIGITS: Final = 16

#: How many superfluous lines a ledger may have before it is rewritten.
_SPARE: Final = 200

#: The digest of a missing item.
_NOTHING: Final = ""

#: Prefixes of the keys of changeable items, by kind; all players together are one item.
GAME: Final = "game."
SETTING: Final = "setting."
PLAYERS: Final = "players"


@frozen
class Known:
    """The content of the ledger.

    :param games: the games by id.
    :param logs: the number of entries by the game's id, and the digest of the log up to there.
    :param digests: the possible digests of each changeable item.
    :param lines: the number of its lines.
    """

    games: Mapping[str, Game] = field(factory=dict)
    logs: Mapping[str, tuple[int, str]] = field(factory=dict)
    digests: Mapping[str, tuple[str, ...]] = field(factory=dict)
    lines: int = field(default=0, eq=False)

    @property
    def is_long(self) -> bool:
        """Whether it has many superfluous lines."""
        return self.lines > 2 * (len(self.games) + len(self.logs) + len(self.digests)) + _SPARE

    def allows(self, key: str, value: Any) -> bool:
        """Return whether an item may have this value; ``None`` stands for a missing item."""
        return key not in self.digests or digest_of(value) in self.digests[key]


@frozen
class Missing:
    """An incomplete game.

    :param game: its row in the table of logs.
    :param had: the number of its entries.
    :param has: how many of them are left; all, if one of them has another content.
    """

    game: Game
    had: int
    has: int


@frozen
class Losses:
    """Items of the ledger that the library does not hold.

    :param others: the keys of other items, such as settings.
    """

    games: tuple[Missing, ...] = ()
    others: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.games or self.others)


class Ledger:
    """The file.

    :param path: its path; if ``None``, nothing is recorded. A browser stores the library as a whole and has no ledger.
    """

    def __init__(self, path: Path | None) -> None:
        self._path: Final = None if sys.platform == "emscripten" else path

    @property
    def is_kept(self) -> bool:
        """Whether anything is recorded."""
        return self._path is not None

    def read(self) -> Known:
        """Return the content of the ledger; corrupt lines are skipped."""
        games: dict[str, Game] = {}
        logs: dict[str, tuple[int, str]] = {}
        digests: dict[str, tuple[str, ...]] = {}
        lines = 0
        for line in self._lines():
            lines += 1
            match line:
                case ["game", *row]:
                    with suppress(TypeError):
                        games[row[0]] = Game(*row)
                case ["log", str(id), int(count), str(digest)]:
                    logs[id] = (count, digest)
                case ["may", str(key), str(digest)]:
                    digests[key] = (*digests.get(key, ()), digest)
                case ["is", str(key), str(digest)]:
                    digests[key] = (digest,)
        return Known(games, logs, digests, lines)

    def add_game(self, game: Game) -> None:
        """Record a game's name and setup after they were stored."""
        self._append(_game_line(game), ["is", f"{GAME}{game.id}", digest_of(game)])

    def add_log(self, id: str, count: int, digest: str) -> None:
        """Record the length of a log after it was stored."""
        self._append(["log", id, count, digest])

    def announce(self, key: str, value: Any) -> None:
        """Durably record the value of an item if the present transaction succeeds."""
        self._append(["may", key, digest_of(value)], durable=True)

    def confirm(self, key: str, value: Any) -> None:
        """Record the value of an item after it was stored."""
        if isinstance(value, Game):
            self.add_game(value)
        else:
            self._append(["is", key, digest_of(value)])

    def clear(self) -> None:
        """Clear the ledger, because data is about to be removed or replaced."""
        if self._path:
            with suppress(FileNotFoundError):
                os.truncate(self._path, 0)

    def write(self, there: "Held") -> None:
        """Rewrite the ledger from the library's content; items that cannot be written are not missed later."""
        if not self._path:
            return
        known = there.known
        lines = (
            *map(_game_line, known.games.values()),
            *(["log", id, count, digest] for id, (count, digest) in known.logs.items()),
            *(["is", key, *digests] for key, digests in known.digests.items()),
        )
        new = self._path.with_suffix(".begun-new")
        try:
            with open(new, "wb", opener=_private) as file:
                file.write(_encoded(lines))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError:
            with suppress(OSError):
                self.clear()
                new.unlink(missing_ok=True)

    def sync(self) -> None:
        """Make all recorded lines durable."""
        self._append(durable=True)

    def _append(self, *lines: list[Any], durable: bool = False) -> None:
        if not self._path:
            return
        try:
            with open(self._path, "ab", buffering=0, opener=_private) as file:
                if lines:
                    file.write(_encoded(lines))
                if durable:
                    os.fsync(file.fileno())
        except OSError:  # an incomplete ledger would be wrong later
            with suppress(OSError):
                self.clear()

    def _lines(self) -> Iterator[Any]:
        try:
            content = self._path.read_bytes() if self._path else b""
        except FileNotFoundError:
            return
        for line in content.split(b"\n"):
            checksum, _, text = line.partition(b" ")
            if checksum == _checksum(text):
                with suppress(ValueError):
                    yield parsed(text)


@frozen
class Held:
    """The content of a library.

    :param known: the same as in a ledger of it.
    :param prefixes: the digest of each log up to the length that another ledger knows.
    :param removed: the ids of games that were removed for good; each has left a row in the bin.
    """

    known: Known
    prefixes: Mapping[str, str]
    removed: frozenset[str]

    def losses(self, known: Known) -> Losses:
        """Return the items of a ledger that the library does not hold."""
        games = []
        for id, (count, digest) in known.logs.items():
            if id not in self.removed and self.prefixes.get(id) != digest:
                there = min(count, self.known.logs[id][0]) if id in self.prefixes else 0
                games.append(Missing(known.games.get(id) or Game(id, "", ""), count, there))
        gone = {missing.game.id for missing in games} | self.removed
        others = (
            key
            for key, digests in known.digests.items()
            if key.removeprefix(GAME) not in gone and not {*self.known.digests.get(key, (_NOTHING,))} <= {*digests}
        )
        return Losses(tuple(games), tuple(others))


def held(connection: sqlite3.Connection, other: Known = Known()) -> Held:
    """Return the content of a library.

    :param other: the ledger to compare it with.
    :raises sqlite3.Error: if it cannot be read.
    """
    games, logs, prefixes, digests = {}, {}, {}, {}
    query = """
        SELECT log, count(*), group_concat(line, char(10)) FROM (SELECT log, line FROM entry ORDER BY log, number)
        GROUP BY log
    """  # SQLite joins lines several times faster than they are fetched one by one
    entries = {log: (count, [lines]) for log, count, lines in connection.execute(query)}
    for row in connection.execute("SELECT id, header, created, name, shelf FROM log").fetchall():
        game = games[row[0]] = Game(*row)
        count, lines = entries.get(game.id, (0, []))
        logs[game.id] = (count, short(log_digest((game.header, *lines))))
        if (noted := other.logs.get(game.id, (count, ""))[0]) < count:
            query = "SELECT line FROM entry WHERE log = ? ORDER BY number LIMIT ?"
            lines = [line for (line,) in connection.execute(query, (game.id, noted))]
        prefixes[game.id] = short(log_digest((game.header, *lines)))
        digests[f"{GAME}{game.id}"] = (digest_of(game),)
    digests[PLAYERS] = (digest_of(value_of(connection, PLAYERS)),)
    for key, value in connection.execute("SELECT key, value FROM setting"):
        digests[f"{SETTING}{key}"] = (digest_of(value),)
    removed: set[str] = set()
    with suppress(sqlite3.OperationalError):  # older libraries have no bin
        removed = {id for (id,) in connection.execute("SELECT log FROM bin")} - {*games}
    return Held(Known(games, logs, digests), prefixes, frozenset(removed))


def lines_of(connection: sqlite3.Connection, log: str) -> list[str]:
    """Return a stored log, header included; empty if there is none with this id."""
    header = connection.execute("SELECT header FROM log WHERE id = ?", (log,)).fetchall()
    lines = connection.execute("SELECT line FROM entry WHERE log = ? ORDER BY number", (log,))
    return [line for (line,) in (*header, *lines)]


def insert_game(connection: sqlite3.Connection, game: Game) -> None:
    """Add the row of a game to the table of logs."""
    query = "INSERT INTO log (id, header, created, name, shelf) VALUES (?, ?, ?, ?, ?)"
    connection.execute(query, astuple(game))


def value_of(connection: sqlite3.Connection, key: str) -> Any:
    """Return the present value of a changeable item; ``None`` if it is missing."""
    if key == PLAYERS:
        return [name for (name,) in connection.execute("SELECT name FROM player ORDER BY rowid DESC")]
    if key.startswith(GAME):
        query = "SELECT id, header, created, name, shelf FROM log WHERE id = ?"
        row = connection.execute(query, (key.removeprefix(GAME),)).fetchone()
        return Game(*row) if row else None
    row = connection.execute("SELECT value FROM setting WHERE key = ?", (key.removeprefix(SETTING),)).fetchone()
    return row[0] if row else None


def digest_of(value: Any) -> str:
    """Return the digest of a changeable item."""
    if value is None:
        return _NOTHING
    content = astuple(value) if isinstance(value, Game) else value
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:_DIGITS]


def log_digest(lines: Iterable[str], begun: Any = None) -> Any:
    """Return the hash over a log's lines, header included; it can be continued.

    :param begun: the hash over the lines before.
    """
    made = begun or hashlib.sha256()
    made.update("".join(f"{line}\n" for line in lines).encode())
    return made


def short(made: Any) -> str:
    """Return a hash in the form used in the ledger."""
    return str(made.hexdigest()[:_DIGITS])


def _game_line(game: Game) -> list[Any]:
    return ["game", *astuple(game)]


def _encoded(lines: Iterable[list[Any]]) -> bytes:
    """Return lines as written to the file; each begins with a line feed, as the one before may have been cut short."""
    texts = (json.dumps(line).encode() for line in lines)
    return b"".join(b"\n%b %b" % (_checksum(text), text) for text in texts)


def _checksum(text: bytes) -> bytes:
    return b"%08x" % crc32(text)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)

"""Recovers data from damaged library files, with SQLite where that works and page by page where it does not.

Entries are only added and never changed, so every copy of a page in the database or its write-ahead log, however old,
holds valid entries. Where copies differ, the ledger decides, then the majority.
The layout of the files: https://www.sqlite.org/fileformat2.html
"""

import re
import sqlite3
import struct
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from attrs import field, frozen

from companion.storage.interface import Game
from companion.storage.ledger import GAME, PLAYERS, SETTING, Known, digest_of, log_digest, short
from companion.storage.limits import parsed, parsed_or

_USUAL_PAGE: Final = 4096
_PAGE_SIZES: Final = frozenset(512 << shift for shift in range(7))
_WAL_HEAD: Final = 32
_FRAME_HEAD: Final = 24
_MAGIC: Final = {0x377F_0682: "<", 0x377F_0683: ">"}

#: Offsets of the cell pointers in a page: leaf pages have a shorter header, and the first page also has the file's.
_POINTERS: Final = (8, 12, 108, 112)

#: The longest plausible cell in bytes; the longest line of a log is far shorter.
_LARGEST_ROW: Final = 2**20

_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)


class Frame(NamedTuple):
    """A page in a write-ahead log.

    :param size: of the database in pages after the transaction that ends here; 0 if none does.
    :param salts: distinguish the frames since the latest reset from older ones.
    :param sound: whether its checksum is correct.
    """

    page: int
    size: int
    salts: bytes
    sound: bool
    content: bytes


class Row(NamedTuple):
    """A row of the table of entries, without its game and number."""

    id: str
    saved: str
    line: str


@frozen
class Log:
    """The readable part of a game."""

    game: Game
    entries: tuple[Row, ...]


@frozen
class Salvaged:
    """The recovered data.

    :param bin: rows of the bin's table.
    """

    logs: tuple[Log, ...] = ()
    players: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(factory=dict)
    bin: tuple[tuple[Any, ...], ...] = ()


def unreachable(content: bytes) -> int:
    """Return how many finished transactions of a write-ahead log SQLite would skip; at least 2 for a corrupt header.

    SQLite stops at the first corrupt frame. The last transaction may have been torn by a loss of power before it was
    reported as stored.
    """
    if not content:
        return 0
    salts = _salts(content)
    if salts is None:
        return 2
    sound, count = True, 0
    for frame in _frames(content, _frame_size(content)):
        sound = sound and frame.sound and frame.salts == salts
        count += not sound and frame.salts == salts and frame.size > 0
    return count


def salvage(path: Path, wal: Path, known: Known) -> Salvaged:
    """Return the recoverable data of a library.

    :param known: the content of its ledger, which decides where copies differ.
    :raises OSError: if a file cannot be read.
    """
    main, log = (each.read_bytes() if each.exists() else b"" for each in (path, wal))
    size = _page_size(main) or _frame_size(log)
    frames = list(_frames(log, size))
    present, older = _generations(log, frames)
    pages = [main[at : at + size] for at in range(0, len(main), size)]
    images = [
        _image(pages, present, size),
        _image(pages, [frame for frame in present if frame.sound], size),
        _image(pages, [], size),
    ]
    collected = _Collected(known)
    for content in images:
        collected.read(content)
    in_log = ([(frame.page, frame.content) for frame in some] for some in (older, present))
    collected.scan([*next(in_log), *enumerate(pages, start=1), *next(in_log)])
    return collected.result()


class _Collected:
    """Collects the data of all copies."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._games: dict[str, Counter[Game]] = defaultdict(Counter)
        self._rows: dict[str, dict[int, Counter[Row]]] = defaultdict(lambda: defaultdict(Counter))
        self._players: list[tuple[str, ...]] = []
        self._settings: dict[str, list[str]] = defaultdict(list)
        self._bin: dict[Any, tuple[Any, ...]] = {}
        #: The games that SQLite itself finds; pages may hold the remains of some that were removed.
        self._listed: set[str] = set(known.games)

    def read(self, image: bytes) -> None:
        """Add what SQLite can read of a database."""
        if not image:
            return
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            connection.text_factory = lambda text: text.decode(errors="replace")
            with suppress(sqlite3.Error, UnicodeDecodeError, AttributeError):  # not every Python can read from memory
                connection.deserialize(image)
                for row in _read(connection, "SELECT id, header, created, name, shelf FROM log"):
                    self._add_game(row)
                    self._listed.add(str(row[0]))
                for row in _read(connection, "SELECT log, number, id, saved, line FROM entry"):
                    self._add_row(row)
                for key, value in _read(connection, "SELECT key, value FROM setting"):
                    if isinstance(key, str) and isinstance(value, str):
                        self._settings[key].append(value)
                self._players.append(
                    tuple(str(name) for (name,) in _read(connection, "SELECT name FROM player ORDER BY rowid DESC"))
                )
                for row in _read(connection, "SELECT log, since, over FROM bin"):
                    self._bin.setdefault(row[0], row)

    def scan(self, copies: Sequence[tuple[int, bytes]]) -> None:
        """Add what looks like rows in copies of pages, the oldest first.

        :param copies: the number and the content of each page.
        """
        rest: dict[int, list[bytes]] = defaultdict(list)
        for number, page in reversed(copies):
            rest[number].append(page)
        for _, page in copies:
            names: dict[int, str] = {}
            for row in _rows(page, rest):
                match row:
                    case [str(), int(), str(), str(), str()]:
                        self._add_row(row)
                    case [str(id), str(header), str(created), None | str(), str(shelf)]:
                        self._add_game((id, header, created, row[3], shelf))
                    case [str(key), str(value)] if digest_of(value) in self._known.digests.get(f"{SETTING}{key}", ()):
                        self._settings[key].append(value)
                    case [str(name), int(place)]:
                        names[place] = name
            listed = tuple(name for _, name in sorted(names.items(), reverse=True))
            if digest_of(listed) in self._known.digests.get(PLAYERS, ()):
                self._players.append(listed)

    def result(self) -> Salvaged:
        ids = self._listed or {*self._rows}
        # a game whose id is corrupt in one copy is found twice: prefer the id in the ledger, then the longer log
        likely = sorted(ids, key=lambda id: (id in self._known.games, len(self._rows[id])), reverse=True)
        logs = {(log.game.header, log.game.created): log for id in reversed(likely) if (log := self._log(id))}
        settings = {
            key: max(values, key=lambda value: (self._known.allows(f"{SETTING}{key}", value), _is_json(value)))
            for key, values in self._settings.items()
        }
        players = max(self._players, key=lambda names: (self._known.allows(PLAYERS, names), len(names)), default=())
        bin = tuple(row for row in self._bin.values() if all(isinstance(each, str | None) for each in row) and row[0])
        return Salvaged(tuple(sorted(logs.values(), key=lambda log: log.game.created)), players, settings, bin)

    def _add_game(self, row: Sequence[Any]) -> None:
        id, header, created, name, shelf = row
        texts = all(isinstance(each, str) for each in (id, header, created))
        if texts and _ID.fullmatch(id) and _is_moment(created):
            self._games[id][Game(id, header, created, name, str(shelf))] += 1

    def _add_row(self, row: Sequence[Any]) -> None:
        log, number, id, saved, line = row
        if _is_entry(log, number, id, saved, line):
            self._rows[log][number][Row(id, saved, line)] += 1

    def _log(self, id: str) -> Log | None:
        noted = self._known.games.get(id)
        candidates = [*([noted] if noted else []), *(game for game, _ in self._games[id].most_common())]
        if not candidates:
            return None
        headers = list(dict.fromkeys(game.header for game in candidates))
        likely = max(
            candidates,
            key=lambda game: (
                self._known.allows(f"{GAME}{id}", game),
                _is_json(game.header),
            ),
        )
        header, entries = self._chosen(id, headers)
        return Log(Game(id, header, likely.created, likely.name, likely.shelf), entries)

    def _chosen(self, id: str, headers: Sequence[str]) -> tuple[str, tuple[Row, ...]]:
        """Return the header and the entries, up to the first missing one, that fit the ledger best."""
        choices: list[list[Row]] = []
        while found := self._rows[id].get(len(choices) + 1):
            choices.append(sorted(found, key=lambda row: (_says_its_id(row), found[row]), reverse=True))
        rows = [each[0] for each in choices]
        header = headers[0]
        count, digest = self._known.logs.get(id, (0, ""))

        def fits(header: str, rows: Sequence[Row]) -> bool:
            return short(log_digest((header, *(row.line for row in rows[:count])))) == digest

        if digest and len(rows) >= count and not fits(header, rows):
            for other in headers:
                if fits(other, rows):
                    return other, tuple(rows)
            for place, each in enumerate(choices[:count]):
                for row in each[1:]:
                    if fits(header, changed := [*rows[:place], row, *rows[place + 1 :]]):
                        return header, tuple(changed)
        return header, tuple(rows)


def _read(connection: sqlite3.Connection, query: str) -> Iterator[Any]:
    """Yield rows up to the first that cannot be read."""
    with suppress(sqlite3.Error, UnicodeDecodeError):
        yield from connection.execute(query)


# The files


def _page_size(main: bytes) -> int | None:
    """Return the page size of a database in bytes; ``None`` if it is corrupt."""
    size = int.from_bytes(main[16:18], "big")
    return size if size in _PAGE_SIZES else None


def _frame_size(log: bytes) -> int:
    """Return the page size of a write-ahead log; the usual one if it is corrupt."""
    size = int.from_bytes(log[8:12], "big")
    return size if size in _PAGE_SIZES else _USUAL_PAGE


def _salts(log: bytes) -> bytes | None:
    """Return the salts in a write-ahead log's header; ``None`` if they are corrupt."""
    head = log[:_WAL_HEAD]
    if len(head) < _WAL_HEAD or (order := _MAGIC.get(struct.unpack(">I", head[:4])[0])) is None:
        return None
    return head[16:24] if struct.pack(">II", *_sum(head[:24], order, (0, 0))) == head[24:] else None


def _frames(log: bytes, size: int) -> Iterator[Frame]:
    """Yield the frames of a write-ahead log, sound or not.

    Each checksum continues that of the frame before. The stored one is used, so that a flipped bit affects only one
    frame.
    """
    magic = struct.unpack(">I", log[:4])[0] if len(log) >= _WAL_HEAD else 0
    order = _MAGIC.get(magic, "<")
    before = struct.unpack(">II", log[24:32]) if len(log) >= _WAL_HEAD else (0, 0)
    for at in range(_WAL_HEAD, len(log) - _FRAME_HEAD - size + 1, _FRAME_HEAD + size):
        head, content = log[at : at + _FRAME_HEAD], log[at + _FRAME_HEAD : at + _FRAME_HEAD + size]
        page, pages, one, two = struct.unpack(">II8xII", head)
        sound = _sum(head[:8] + content, order, before) == (one, two)
        before = (one, two)
        yield Frame(page, pages, head[8:16], sound, content)


def _sum(content: bytes, order: str, start: tuple[int, int]) -> tuple[int, int]:
    one, two = start
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for a, b in zip(words, words, strict=True):
        one = (one + a + two) & 0xFFFF_FFFF
        two = (two + b + one) & 0xFFFF_FFFF
    return one, two


def _generations(log: bytes, frames: Sequence[Frame]) -> tuple[Sequence[Frame], Sequence[Frame]]:
    """Return the frames of the transactions since the log was last reset, and the older frames."""
    salts = _salts(log) or (frames[0].salts if frames else b"")
    ends = (number for number, frame in enumerate(frames, start=1) if frame.salts == salts and frame.size)
    end = max(ends, default=0)
    return frames[:end], frames[end:]


def _image(pages: Sequence[bytes], frames: Sequence[Frame], size: int) -> bytes:
    """Return a database with the frames of a write-ahead log applied; empty if it has no first page."""
    image = dict(enumerate(pages, start=1))
    end = next((frame.size for frame in reversed(frames) if frame.size), len(pages))
    # a corrupt size must not determine the length of the file
    end = min(end, len(pages) + len(frames))
    image |= {frame.page: frame.content for frame in frames if 0 < frame.page <= end}
    if len(first := image.get(1, b"")) < 100:
        return b""
    # a database in memory has no write-ahead log, which these two bytes would require
    image[1] = first[:18] + b"\x01\x01" + first[20:]
    return b"".join(image.get(number, b"").ljust(size, b"\0") for number in range(1, end + 1))


# Rows in pages


def _rows(page: bytes, rest: Mapping[int, Sequence[bytes]]) -> Iterator[list[Any]]:
    """Yield everything that can be read as a row, without relying on the page's kind or its number of cells.

    :param rest: copies of the overflow pages of long rows, by number.
    """
    for cell in _cells(page):
        # a cell of a leaf, or of an inner page of an index, which begins with the number of another page
        for at in (cell, cell + 4):
            length, after = _varint(page, at)
            _, after_key = _varint(page, after)  # only a table's row has one
            for begin, most in ((after, _index_part(len(page))), (after_key, len(page) - 35)):
                for content in _payloads(page, begin, length, most, rest):
                    with suppress(ValueError):
                        yield _record(content)


def _cells(page: bytes) -> set[int]:
    """Return the possible offsets of cells."""
    found: set[int] = set()
    for start in _POINTERS:
        for at in range(start, len(page) - 1, 2):
            cell = page[at] << 8 | page[at + 1]
            if not at < cell < len(page):
                break
            found.add(cell)
    return found


def _index_part(size: int, share: int = 64) -> int:
    return (size - 12) * share // 255 - 23


def _payloads(page: bytes, begin: int, length: int, most: int, rest: Mapping[int, Sequence[bytes]]) -> Iterator[bytes]:
    """Yield the possible contents of a cell; there are several if there are several copies of its overflow pages.

    :param most: how many bytes fit on the page itself.
    """
    size = len(page)
    if length <= most:
        if 0 < length <= size - begin:
            yield page[begin : begin + length]
        return
    least = _index_part(size, 32)
    here = least + (length - least) % (size - 4)
    here = here if here <= most else least
    if length > _LARGEST_ROW or begin + here + 4 > size:
        return
    start = page[begin : begin + here]
    for first in dict.fromkeys(rest.get(_number(page, begin + here), ())):
        content, following = start + first[4:], _number(first, 0)
        while len(content) < length and (more := rest.get(following)):
            content, following = content + more[0][4:], _number(more[0], 0)
        if len(content) >= length:
            yield content[:length]


def _number(page: bytes, at: int) -> int:
    return int.from_bytes(page[at : at + 4], "big")


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """Return a number and the offset of its end."""
    value = 0
    for place in range(9):
        if at + place >= len(content):
            return 0, len(content)
        byte = content[at + place]
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    raise AssertionError


def _record(content: bytes) -> list[Any]:
    """Return the texts, whole numbers and nulls of a row."""
    end, at = _varint(content, 0)
    kinds: list[int] = []
    while at < end <= len(content):
        kind, at = _varint(content, at)
        kinds.append(kind)
    row: list[Any] = []
    for kind in kinds:
        length = _LENGTHS[kind] if kind < len(_LENGTHS) else (kind - 13) // 2 if kind % 2 else -1
        part = content[at : at + length]
        if length < 0 or len(part) != length:
            raise ValueError(kind)
        match kind:
            case 0:
                row.append(None)
            case 8 | 9:
                row.append(kind - 8)
            case _ if kind < len(_LENGTHS):
                row.append(int.from_bytes(part, "big", signed=True))
            case _:
                row.append(part.decode())
        at += length
    if at != len(content):
        raise ValueError(content)
    return row


#: The size of a value in a row by its type; types that a library does not use are invalid.
_LENGTHS: Final = (0, 1, 2, 3, 4, 6, 8, -1, 0, 0, -1, -1, -1)


def _is_entry(log: Any, number: Any, id: Any, saved: Any, line: Any) -> bool:
    texts = all(isinstance(each, str) for each in (log, id, saved, line))
    return texts and type(number) is int and number > 0 and bool(_ID.fullmatch(log)) and _is_moment(saved)


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_json(text: str) -> bool:
    try:
        parsed(text)
    except ValueError:
        return False
    return True


def _says_its_id(row: Row) -> bool:
    """Return whether the line of an entry and the row agree on its id."""
    raw = parsed_or(row.line)
    return isinstance(raw, dict) and str(raw.get("id")) == row.id

"""A game packed for another phone, small enough for a link or a few QR codes.

A packed game is its compressed log without what every entry repeats, then the ids of its entries, which do not compress,
then a checksum. For QR codes it is split into chunks; each has its number, their count, and a mark of the game.
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, Self

from attrs import evolve, field, frozen

from companion.kernel.explain import Refused
from companion.kernel.record import AnyGame
from companion.kernel.text import messages
from companion.storage import limits
from companion.storage.backup import SharedGame, as_carried, wrong
from companion.storage.codec import dump, entry_to_json, header_to_json, numbered, read_whole_log
from companion.storage.errors import StorageError
from companion.storage.limits import OutOfBounds, moment, parsed

T, N = messages("companion")

VERSION: Final = 1

#: Bytes of an entry's id and of the checksum; letters of the mark that identifies the chunks of one game.
_ID: Final = 6
_SUM: Final = 8
_MARK: Final = 8

#: The beginning of an entry as this program writes it. Any other line is kept unchanged.
_BEGIN: Final = re.compile(
    r'\{"id": "([0-9a-f]{12})", "at": "(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00)", ("by": \d+, )?"base": (\d+), ',
    re.ASCII,
)
_SHORT: Final = re.compile(r'~("by": \d+, )?', re.ASCII)
_PART: Final = re.compile(
    r"(?<![0-9A-Z-])(\d{1,9})-(\d{1,9})-(\d{1,9})-([A-Z2-7]{8})-([A-Z2-7]+)(?![0-9A-Z-])", re.ASCII | re.IGNORECASE
)
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)


@frozen
class Chunk:
    """A chunk of a packed game.

    :param number: counted from 1.
    :param of: how many there are.
    :param mark: identifies the chunks of one game at one moment.
    """

    number: int
    of: int
    mark: str
    text: str

    def __str__(self) -> str:
        return f"{VERSION}-{self.number}-{self.of}-{self.mark}-{self.text}"


@frozen
class PartialTransfer:
    """The received chunks of a game.

    :param parts: the text of each chunk by its number.
    """

    of: int
    mark: str
    parts: Mapping[int, str] = field(factory=dict)

    def with_part(self, part: Chunk) -> Self:
        """Return the transfer with another chunk of the same game."""
        return type(self)(self.of, self.mark, {**self.parts, part.number: part.text})

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the missing chunks."""
        return tuple(number for number in range(1, self.of + 1) if number not in self.parts)

    def game(self) -> SharedGame:
        """Return the game, when no part is missing.

        :raises StorageError: if the parts are damaged (companion.carry).
        """
        text = "".join(self.parts[number] for number in range(1, self.of + 1))
        try:
            packed = base64.b32decode(text + "=" * (-len(text) % 8))
        except ValueError:
            raise _damaged() from None
        if _mark(packed) != self.mark or _letters(packed) != text:  # the last letter may have bits that say nothing
            raise _damaged()
        return unpack(packed)


def parts(packed: bytes, most: int) -> tuple[Chunk, ...]:
    """Return the chunks of a packed game.

    :param most: the most letters of a chunk.
    """
    text = _letters(packed)
    of = -(-len(text) // most)
    size = -(-len(text) // of)  # all are of one size, and none is nearly empty
    return tuple(
        Chunk(number, of, _mark(packed), text[(number - 1) * size : number * size]) for number in range(1, of + 1)
    )


def has_parts(text: str) -> bool:
    """Return whether a text looks as if parts stood in it."""
    return _PART.search(text) is not None


def parts_in(text: str) -> tuple[Chunk, ...]:
    """Return the chunks in a text, such as links in several lines.

    :raises StorageError: if there is none, or a newer program has written it (companion.carry).
    """
    found = []
    for version, number, of, mark, content in _PART.findall(text):
        if int(version) > VERSION:
            raise wrong(T("This game comes from a newer version of Companion: update this one first."))
        if 1 <= int(number) <= int(of) <= limits.PARTS:
            found.append(Chunk(int(number), int(of), mark.upper(), content.upper()))
    if not found:
        raise wrong(T("There is no game in this link. Open the whole link, exactly as it was sent."))
    return tuple(found)


def pack(game: SharedGame) -> bytes:
    """Return a game packed tightly."""
    ids, moments, lines = [], [], []
    before = _EPOCH
    for number, line in enumerate(game.lines):
        if not (begin := _BEGIN.match(line)) or begin[4] != str(number - 1):
            lines.append(f"={line}")
            continue
        at = datetime.fromisoformat(begin[2])
        ids.append(bytes.fromhex(begin[1]))
        moments.append(int((at - before).total_seconds()))
        lines.append(f"~{begin[3] or ''}{line[begin.end() :]}")
        before = at
    head = [game.id, game.name, game.created.isoformat(), game.changed.isoformat(), moments]
    text = "\n".join((json.dumps(head, ensure_ascii=False), *lines))
    return zlib.compress(text.encode(), 9) + b"".join(ids) + _sum(game)


def unpack(packed: bytes) -> SharedGame:
    """Return a game that was packed.

    :raises StorageError: if it is damaged (companion.carry).
    """
    try:
        opened = zlib.decompressobj()
        text = opened.decompress(packed, limits.GAME)
        rest = opened.unused_data
        if not opened.eof:
            raise ValueError("cut short, or larger than any game")
        limits.refuse_more(text.count(b"\n"), limits.ENTRIES + 1)
        head, *lines = text.decode().split("\n")
        id, name, created, changed, moments = parsed(head)
        for each in (created, changed):
            moment(each)
        ids = (rest[at : at + _ID].hex() for at in range(0, len(rest) - _SUM, _ID))
        at, times = _EPOCH, iter(moments)
        whole = []
        for number, line in enumerate(lines):
            if line.startswith("="):
                whole.append(line[1:])
            elif short := _SHORT.match(line):
                at += timedelta(seconds=next(times))
                frame = f'{{"id": "{next(ids)}", "at": "{at.isoformat()}", {short[1] or ""}"base": {number - 1}, '
                whole.append(frame + line[short.end() :])
            else:
                raise ValueError(line)
        game = as_carried({"id": id, "name": name, "shelf": "open", "created": created, "changed": changed}, whole)
    except OutOfBounds as beyond:
        raise wrong(T("This game cannot be imported. {why}", why=beyond.text)) from None
    except (ValueError, TypeError, KeyError, StopIteration, OverflowError, Refused, zlib.error):
        raise _damaged() from None
    if rest[-_SUM:] != _sum(game):
        raise _damaged()
    return game


def of_log(text: str, games: Mapping[str, AnyGame], *, now: datetime) -> SharedGame:
    """Return the game in a log's file, if all of it can be replayed.

    :param now: the time for entries without one.
    :raises LogError: if it cannot be read, or an entry is not allowed.
    """
    log, _ = read_whole_log(text, games)
    header, *lines = (line for _, line in numbered(text))
    if not all(isinstance(parsed(line).get("id"), str) for line in lines):
        # written by hand: entries identified by numbers get permanent ids
        lines = [dump(entry_to_json(entry, log.header.game)) for entry in log.entries]
        header = dump(header_to_json(log.header))
    moments = [moment(entry.at) for entry in log.entries if entry.at]
    game = SharedGame("", min(moments, default=now), max(moments, default=now), (header, *lines))
    identity = game.lines if game.by_hand else game.lines[:2]
    return evolve(game, id=hashlib.sha256("\n".join(identity).encode()).hexdigest()[:12])


def _sum(game: SharedGame) -> bytes:
    head = json.dumps([game.id, game.name, game.created.isoformat(), game.changed.isoformat()])
    return hashlib.sha256("\n".join((head, *game.lines)).encode()).digest()[:_SUM]


def _letters(packed: bytes) -> str:
    return base64.b32encode(packed).decode().rstrip("=")


def _mark(packed: bytes) -> str:
    return base64.b32encode(hashlib.sha256(packed).digest()).decode()[:_MARK]


def _damaged() -> StorageError:
    return wrong(T("This game was damaged on the way. Share it again."))

"""Backup: the games, players and settings of a device in one file; its format is described in README.md in this folder.

The first line has the format and the checksum of all other lines, so that damage is detected before anything is imported.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

from attrs import evolve, field, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import Text, messages
from companion.kernel.text_limits import LONGEST_WORD, refuse_unwritable
from companion.storage import limits
from companion.storage.codec import dump
from companion.storage.errors import StorageError
from companion.storage.limits import OutOfBounds, parsed, parsed_or
from companion.storage.strict_json import exactly
from companion.storage.trash import PHOTOGRAPHS

T, N = messages("companion")

CARRY_RULE: Final = "companion.carry"

VERSION: Final = 1

#: Format name in the first line.
_EVERYTHING: Final = "everything"

#: Replaces an invalid time.
LONG_AGO: Final = datetime.fromtimestamp(0, UTC)

#: Ids are used in addresses.
_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)


@frozen
class SharedGame:
    """A game in a backup or a transfer.

    :param id: its id in the library it comes from.
    :param shelf: the name of its shelf.
    :param lines: its stored log, including lines that this program cannot read.
    """

    id: str
    created: datetime
    changed: datetime
    lines: tuple[str, ...]
    name: str | None = None
    shelf: str = "open"

    @property
    def by_hand(self) -> bool:
        """Whether its log was written by hand: entries numbered and without times.

        Such entries are equal in any two games that begin alike; only the whole log identifies a game.
        """
        match parsed_or(self.lines[1]) if self.lines[1:] else None:
            case {"id": str(id), **others}:
                return id.isdigit() and "at" not in others
        return False

    @property
    def game(self) -> str:
        """The id of the game that is played; "?" if not even that can be read."""
        try:
            return exactly(_object(self.lines[0])["game"], str)
        except (ValueError, TypeError, KeyError, IndexError):
            return "?"


@frozen
class Bundle:
    """The content of a backup file.

    :param players: the players' names, most recent first.
    :param settings: the device's settings, as JSON values.
    """

    games: tuple[SharedGame, ...] = ()
    players: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(factory=dict)


def shared_game(text: Text) -> Explanation:
    """Return a message about a transfer between devices."""
    return Explanation(text, (CARRY_RULE,))


def wrong(text: Text) -> StorageError:
    """Return the error for a file that is refused."""
    return StorageError(shared_game(text))


def write_bundle(bundle: Bundle) -> bytes:
    """Return the content of a file."""
    body = "".join(f"{line}\n" for line in _lines(bundle)).encode()
    return _head(body).encode() + body


def fitting(bundle: Bundle) -> tuple[Bundle, int]:
    """Return the content of a device that fits into one file, and how many photographs do not; all else always fits."""
    photographs = [key for key in bundle.settings if key.startswith(PHOTOGRAPHS)]
    if not photographs:
        return bundle, 0
    kept = {key: value for key, value in bundle.settings.items() if key not in photographs}
    room = limits.FILE - len(write_bundle(evolve(bundle, settings=kept)))
    for key in photographs:
        room -= len(write_bundle(Bundle(settings={key: bundle.settings[key]})))
        if room < 0:
            break
        kept[key] = bundle.settings[key]
    return evolve(bundle, settings=kept), len(bundle.settings) - len(kept)


def left_out(photographs: int) -> Text:
    """Return the message about photographs that do not fit."""
    return N(
        "{n} photo does not fit into the file, which can have {mb} MB.",
        "{n} photos do not fit into the file, which can have {mb} MB.",
        n=photographs,
        mb=limits.FILE // 2**20,
    )


def read_bundle(content: bytes, *, large: bool = False) -> Bundle:
    """Return the content of a backup file after validating all of it.

    :param large: whether its size is unlimited, as for a backup kept on this device.
    :raises StorageError: if it is no backup, is damaged or too large, or needs a newer program (companion.carry).
    """
    if large is False and len(content) > limits.FILE:
        raise too_large()
    head, _, body = content.partition(b"\n")
    if not is_bundle(content):
        raise wrong(T("This file was not saved by Companion. Choose the one that was saved on the other device."))
    if (version := _object(head).get("version")) != VERSION and type(version) is int and version > VERSION:
        raise wrong(T("This file needs a newer version of Companion: update this one, then open the file again."))
    if head + b"\n" != _head(body).encode():
        raise wrong(T("This file is damaged or incomplete. Save it again, or copy it again."))
    try:
        lines = body.decode().split("\n")[:-1]
    except UnicodeDecodeError as error:
        raise wrong(_NOT_OURS) from error
    return _bundle(lines)


def is_bundle(content: bytes) -> bool:
    """Return whether a file claims to be a backup; a game's log does not."""
    try:
        return _object(content.partition(b"\n")[0]).get("companion") == _EVERYTHING
    except ValueError:
        return False


def too_large() -> StorageError:
    """Return the error for a file that is too large to be read."""
    text = T("This file is too large to be one of Companion’s: those have {n} MB at most.", n=limits.FILE // 2**20)
    return wrong(text)


_NOT_OURS: Final = T("This file was not written by Companion.")


def _head(body: bytes) -> str:
    return dump({"companion": _EVERYTHING, "version": VERSION, "sha256": hashlib.sha256(body).hexdigest()}) + "\n"


def _lines(bundle: Bundle) -> Iterator[str]:
    for game in bundle.games:
        yield dump(
            {
                "kind": "game",
                "id": game.id,
                "name": game.name,
                "shelf": game.shelf,
                "created": game.created.isoformat(),
                "changed": game.changed.isoformat(),
                "lines": len(game.lines),
            }
        )
        # only a corrupt line contains one
        yield from (line.replace("\n", " ") for line in game.lines)
    if bundle.players:
        yield dump({"kind": "players", "names": list(bundle.players)})
    for key, value in bundle.settings.items():
        yield dump({"kind": "setting", "key": key, "value": value})


def as_carried(raw: Mapping[str, Any], lines: Iterable[str]) -> SharedGame:
    """Return a game from its description and its lines.

    :raises ValueError, TypeError, KeyError: if it cannot be read, or is larger than any game.
    :raises Refused: if it contains a name that is not allowed.
    """
    lines = tuple(lines)
    limits.refuse_more(len(lines), limits.ENTRIES + 1)
    for line in lines:
        limits.refuse_longer(line, limits.LINE)
    if not _ID.fullmatch(id := exactly(raw["id"], str)):
        raise ValueError(id)
    if (name := raw["name"]) is not None:
        refuse_unwritable(exactly(name, str))
    limits.refuse_longer(shelf := exactly(raw["shelf"], str), LONGEST_WORD)
    return SharedGame(id, _when(raw["created"]), _when(raw["changed"]), lines, name, shelf)


def _bundle(lines: Sequence[str]) -> Bundle:
    """Return the content of the lines after the first one."""
    games: dict[str, SharedGame] = {}
    players: list[str] = []
    settings: dict[str, Any] = {}
    numbered = enumerate(lines, start=2)
    following = (line for _, line in numbered)
    for number, line in numbered:
        try:
            raw = _object(line)
            match raw.get("kind"):
                case "game":
                    game = _game(raw, following)
                    if game.id in games:
                        raise ValueError(game.id)
                    games[game.id] = game
                case "players":
                    players += _texts(raw["names"])
                case "setting":
                    key, value = exactly(raw["key"], str), raw["value"]
                    limits.refuse_longer(key, LONGEST_WORD)
                    longest = limits.VALUE if key.startswith(PHOTOGRAPHS) else limits.SETTING
                    limits.refuse_setting(value, longest=longest)
                    settings[key] = value
                case kind:
                    raise ValueError(kind)
            for found in (games, players, settings):
                limits.refuse_more(len(found), limits.KEPT)
        except OutOfBounds as beyond:
            raise wrong(
                T("This file cannot be imported: line {n} is wrong. {why}", n=number, why=beyond.text)
            ) from beyond
        except (ValueError, TypeError, KeyError, Refused) as error:
            text = T("Line {n} of this file was not written by Companion.", n=number)
            raise wrong(text) from error
    return Bundle(tuple(games.values()), tuple(players), settings)


def _game(raw: Mapping[str, Any], following: Iterator[str]) -> SharedGame:
    """Return a game from its line, with the following lines that belong to it."""
    count = exactly(raw["lines"], int)
    limits.refuse_more(count, limits.ENTRIES + 1)
    lines = tuple(islice(following, max(count, 0)))
    if len(lines) != count:
        raise ValueError(raw)
    return as_carried(raw, lines)


def _object(line: bytes | str) -> dict[str, Any]:
    """Return the object of JSON in a line."""
    raw = parsed(line)
    if not isinstance(raw, dict):
        raise ValueError(line)
    return raw


def _texts(raw: Any) -> tuple[str, ...]:
    texts = tuple(exactly(each, str) for each in exactly(raw, list))
    refuse_unwritable(texts)
    return texts


def _when(raw: Any) -> datetime:
    when = datetime.fromisoformat(exactly(raw, str))
    if when.tzinfo is None:
        raise ValueError(raw)
    try:
        return limits.within_calendar(when)
    except OutOfBounds:  # older programs accepted any time; their files are still read
        return LONG_AGO

"""Everything of a device in one file: its games, the players' names and what it has learned; see the README for the format.

The first line says what the file is and holds the checksum of all that follows; so whatever was damaged on the way is noticed
before anything is taken from it.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, Final

from attrs import evolve, field, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import Text, messages
from companion.kernel.written import refuse_unwritable
from companion.storage.bin import PHOTOGRAPHS
from companion.storage.codec import dump
from companion.storage.strict import exactly, parsed
from companion.storage.trouble import StorageError

T, N = messages("companion")

CARRY_RULE: Final = "companion.carry"

VERSION: Final = 1

#: No table fills as much in a hundred years, in bytes; what is larger is no file of ours and is not even looked into.
LARGEST: Final = 64 * 1024 * 1024

#: What the first line says the file is.
_EVERYTHING: Final = "everything"

#: Ids stand in addresses.
_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)


@frozen
class Carried:
    """A game as it travels.

    :param id: its id in the library it comes from.
    :param shelf: the word of its shelf.
    :param lines: its log as it is kept, whether or not this program can read all of it.
    """

    id: str
    created: datetime
    changed: datetime
    lines: tuple[str, ...]
    name: str | None = None
    shelf: str = "open"

    @property
    def game(self) -> str:
        """The id of the game that is played; "?" if not even that can be read."""
        try:
            return str(_object(self.lines[0])["game"])
        except (ValueError, KeyError, IndexError):
            return "?"


@frozen
class Bundle:
    """What is in a file.

    :param players: the players' names, who played last first.
    :param settings: what the device has learned, values of JSON.
    """

    games: tuple[Carried, ...] = ()
    players: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(factory=dict)


def carrying(text: Text) -> Explanation:
    """Return something that is said about what travels from device to device."""
    return Explanation(text, (CARRY_RULE,))


def wrong(text: Text) -> StorageError:
    """Return the reason why something that came from elsewhere is not taken."""
    return StorageError(carrying(text))


def write_bundle(bundle: Bundle) -> bytes:
    """Return the content of a file."""
    body = "".join(f"{line}\n" for line in _lines(bundle)).encode()
    return _head(body).encode() + body


def fitting(bundle: Bundle) -> tuple[Bundle, int]:
    """Return what of a device has room in one file, and how many photographs have none; everything else always has."""
    photographs = [key for key in bundle.settings if key.startswith(PHOTOGRAPHS)]
    if not photographs:
        return bundle, 0
    kept = {key: value for key, value in bundle.settings.items() if key not in photographs}
    room = LARGEST - len(write_bundle(evolve(bundle, settings=kept)))
    for key in photographs:
        room -= len(write_bundle(Bundle(settings={key: bundle.settings[key]})))
        if room < 0:
            break
        kept[key] = bundle.settings[key]
    return evolve(bundle, settings=kept), len(bundle.settings) - len(kept)


def left_out(photographs: int) -> Text:
    """Return what is said of those that have no room."""
    return N(
        "{n} photograph has no room in the file, which can have {mb} MB.",
        "{n} photographs have no room in the file, which can have {mb} MB.",
        n=photographs,
        mb=LARGEST // 2**20,
    )


def read_bundle(content: bytes, *, large: bool = False) -> Bundle:
    """Return what is in a file, looked at from its first byte to its last.

    :param large: whether it can be of any size, such as what was kept aside here.
    :raises StorageError: if it is no file of Companion's, is damaged or too large, or needs a newer program (companion.carry).
    """
    if large is False and len(content) > LARGEST:
        raise too_large()
    head, _, body = content.partition(b"\n")
    if not is_bundle(content):
        raise wrong(T("This file was not saved by Companion. Choose the one that was saved on the other device."))
    if (version := _object(head).get("version")) != VERSION and type(version) is int and version > VERSION:
        raise wrong(T("This file needs a newer version of Companion: update this one, then open the file again."))
    if head + b"\n" != _head(body).encode():
        raise wrong(
            T(
                "This file was damaged on its way, or cut short: its checksum does not match. Save it again, or copy it again."
            )
        )
    try:
        lines = iter(body.decode().split("\n")[:-1])
        return _bundle([_part(_object(line), lines) for line in lines])
    except (ValueError, TypeError, KeyError, Refused) as error:
        raise wrong(T("Companion did not write this file, although its checksum matches.")) from error


def is_bundle(content: bytes) -> bool:
    """Tell whether a file says it holds everything of a device; a game's log does not."""
    try:
        return _object(content.partition(b"\n")[0]).get("companion") == _EVERYTHING
    except ValueError:
        return False


def too_large() -> StorageError:
    """Return the reason why a file is not even looked into."""
    return wrong(T("This file is too large to be one of Companion’s: those have {n} MB at most.", n=LARGEST // 2**20))


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
        # only a line that the disk has spoilt can have one, which says nothing any more
        yield from (line.replace("\n", " ") for line in game.lines)
    if bundle.players:
        yield dump({"kind": "players", "names": list(bundle.players)})
    for key, value in bundle.settings.items():
        yield dump({"kind": "setting", "key": key, "value": value})


@frozen
class _Players:
    names: tuple[str, ...]


@frozen
class _Setting:
    key: str
    value: Any


def _part(raw: Mapping[str, Any], following: Iterator[str]) -> Carried | _Players | _Setting:
    """Return what a line tells, with those of the following that belong to it.

    :raises ValueError, TypeError, KeyError: if it cannot be read.
    :raises Refused: if a name in it cannot be written down.
    """
    match raw.get("kind"):
        case "game":
            count = exactly(raw["lines"], int)
            lines = tuple(islice(following, max(count, 0)))
            if len(lines) != count:
                raise ValueError(raw)
            return as_carried(raw, lines)
        case "players":
            return _Players(_texts(raw["names"]))
        case "setting":
            return _Setting(exactly(raw["key"], str), raw["value"])
        case kind:
            raise ValueError(kind)


def as_carried(raw: Mapping[str, Any], lines: Iterable[str]) -> Carried:
    """Return a game of what is told about it; see :func:`_part`."""
    if not _ID.fullmatch(id := exactly(raw["id"], str)):
        raise ValueError(id)
    if (name := raw["name"]) is not None:
        refuse_unwritable(exactly(name, str))
    return Carried(id, _when(raw["created"]), _when(raw["changed"]), tuple(lines), name, exactly(raw["shelf"], str))


def _bundle(parts: Iterable[Carried | _Players | _Setting]) -> Bundle:
    games: dict[str, Carried] = {}
    players: tuple[str, ...] = ()
    settings: dict[str, Any] = {}
    for part in parts:
        match part:
            case Carried():
                if part.id in games:
                    raise ValueError(part.id)
                games[part.id] = part
            case _Players():
                players += part.names
            case _Setting():
                settings[part.key] = part.value
    return Bundle(tuple(games.values()), players, settings)


def _object(line: bytes | str) -> dict[str, Any]:
    """Return the object of JSON in a line.

    :raises ValueError: if there is none.
    """
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
    return when

"""Rooms: each group has its own games, people, statistics and links, below ``/r/NAME/``.

A room is a data folder like that of a household, with a file that has its title; or a part of a database.
"""

import json
import re
import secrets
import shutil
import time
import unicodedata
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from attrs import asdict, evolve, frozen
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.server.guard import Guard, languages, seen
from companion.server.keys import KeyFiles, KeyStore, keep_secret
from companion.server.limits import place_of
from companion.server.links import Links
from companion.server.login_page import login_page
from companion.server.proxy import Deployment
from companion.server.rate_limit import RateLimiter
from companion.storage.errors import speaking
from companion.tables.roles import GRANTS, Grant

if TYPE_CHECKING:
    from companion.server.passkeys import Passkey
    from companion.storage.library import Opened

#: Folder of the rooms in the data folder.
FOLDER: Final = "rooms"
#: The most characters of a room's title.
TITLE: Final = 60
#: Days without a visit after which a room is removed.
KEPT: Final = 400

#: Scope key of the room that a request is for.
ROOM: Final = "companion room"

#: Names of rooms.
NAME: Final = re.compile("[a-z0-9-]{1,64}")
_PATH: Final = re.compile(rf"/r/({NAME.pattern})(/.*)?")
_ABOUT: Final = "room.json"
_PASSKEYS: Final = "passkeys.json"
#: Letters of the random end of a name; none looks like another one.
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_RANDOM: Final = 6
_READABLE: Final = 40
_DAY: Final = 24 * 3600.0


class RoomStore(Protocol):
    """Keeps rooms: in folders, or in a database. Every method raises :class:`StorageError` if that fails."""

    def title(self, name: str) -> str | None:
        """Return the title of a room; ``None`` if there is no such room."""

    def make(self, name: str, title: str) -> None:
        """Make a room."""

    def delete(self, name: str) -> None:
        """Delete a room with everything in it, or nothing."""

    def visit(self, name: str) -> None:
        """Record that a room is opened now."""

    def unvisited(self, days: int) -> list[str]:
        """Return the names of the rooms without a visit for some days."""

    def keys(self, name: str) -> KeyStore:
        """Return what keeps the keys of a room."""

    def passkeys(self, name: str) -> "list[Passkey]":
        """Return the passkeys of a room."""

    def put_passkeys(self, name: str, passkeys: "Sequence[Passkey]") -> None:
        """Store the passkeys of a room in place of the old ones."""

    def secret(self) -> bytes:
        """Return a secret of all processes that serve the rooms."""

    def library(self, name: str) -> "Opened":
        """Open the library of a room."""

    def version(self, name: str) -> Hashable:
        """Return a value that changes when another process may have changed or deleted a room."""

    def close(self) -> None:
        """Close all connections."""


class RoomFolders:
    """Keeps each room as a data folder of its own.

    :param folder: holds the folders.
    :param clock: the wall clock in seconds.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock
        self._secret = secrets.token_bytes(32)

    def title(self, name: str) -> str | None:
        try:
            return str(json.loads((self._folder / name / _ABOUT).read_text(encoding="utf-8"))["title"])
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def make(self, name: str, title: str) -> None:
        with speaking():
            keep_secret(self._folder / name / _ABOUT, json.dumps({"title": title}, ensure_ascii=False))

    def delete(self, name: str) -> None:
        gone = self._folder / f".{name}"  # no name of a room: it is not found any more
        with speaking():
            (self._folder / name).rename(gone)
        shutil.rmtree(gone, ignore_errors=True)

    def visit(self, name: str) -> None:
        with speaking():
            (self._folder / name / _ABOUT).touch()

    def unvisited(self, days: int) -> list[str]:
        before = self._clock() - days * _DAY
        with speaking():
            abouts = self._folder.glob(f"*/{_ABOUT}")
            return [about.parent.name for about in abouts if about.stat().st_mtime < before]

    def keys(self, name: str) -> KeyStore:
        return KeyFiles(self._folder / name)

    def passkeys(self, name: str) -> "list[Passkey]":
        from companion.server.passkeys import Passkey

        try:
            return [Passkey(**each) for each in json.loads((self._folder / name / _PASSKEYS).read_text("utf-8"))]
        except (OSError, ValueError, TypeError):
            return []

    def put_passkeys(self, name: str, passkeys: "Sequence[Passkey]") -> None:
        with speaking():
            keep_secret(self._folder / name / _PASSKEYS, json.dumps([asdict(each) for each in passkeys]))

    def secret(self) -> bytes:
        """Return a secret of this process: no other one serves the same rooms."""
        return self._secret

    def library(self, name: str) -> "Opened":
        from companion.storage.library import Library

        return Library.open(self._folder / name)

    def version(self, name: str) -> None:
        """Return nothing: no other process serves the same rooms."""

    def close(self) -> None:
        """Do nothing: each library is closed by itself."""


@frozen(eq=False)
class Room:
    """The room of one group.

    :param name: its name in addresses.
    :param title: its name as its people entered it.
    """

    name: str
    title: str
    links: Links

    @property
    def below(self) -> str:
        """Its path below the address of the server."""
        return f"r/{self.name}/"


#: The room of the current request or page; ``None`` on a server without rooms.
CURRENT_ROOM: Final[ContextVar[Room | None]] = ContextVar("room", default=None)


class Rooms:
    """All rooms of a server.

    :param store: keeps them.
    :param close: closes what the program has open of a room, before it is deleted.
    """

    def __init__(self, store: RoomStore, close: Callable[[Room], None] = lambda _: None) -> None:
        self.store: Final = store
        self._close = close
        self._known: dict[str, tuple[Room, Hashable]] = {}

    def __iter__(self) -> Iterator[Room]:
        """Iterate over the rooms that were asked for since the start."""
        return (room for room, _ in (*self._known.values(),))

    def find(self, name: str) -> Room | None:
        """Return a room by its name in addresses.

        :raises StorageError: if it cannot be read.
        """
        room, seen = self._known.get(name, (None, None))
        version = self.store.version(name)
        if room is None or version != seen:
            title = self.store.title(name)
            if title is None:
                self._known.pop(name, None)
                return None
            room = room or Room(name, title, Links(self.store.keys(name)))
            self._known[name] = room, version
        return room

    def make(self, title: str) -> Room:
        """Make a room.

        :param title: its name in the people's own words; at most :data:`TITLE` characters count.
        :raises StorageError: if it cannot be stored.
        """
        title = " ".join(title.split())[:TITLE]
        end = "".join(secrets.choice(_LETTERS) for _ in range(_RANDOM))
        name = "-".join(filter(None, (_readable(title), end)))
        self.store.make(name, title)
        room = self.find(name)
        assert room
        return room

    def delete(self, room: Room) -> None:
        """Delete a room with everything in it.

        :raises StorageError: if it cannot be deleted; then it is still there.
        """
        self.close(room)
        self.store.delete(room.name)
        self._known.pop(room.name, None)

    def close(self, room: Room) -> None:
        """Close what the program has open of a room; it is opened again for the next page."""
        self._close(room)

    def idle(self) -> Iterator[Room]:
        """Yield the rooms without a visit for :data:`KEPT` days."""
        return filter(None, map(self.find, self.store.unvisited(KEPT)))


def _readable(title: str) -> str:
    """Return the letters of a title that an address may have.

    >>> _readable("Spieleabend im Café Größenwahn!")
    'spieleabend-im-cafe-grossenwahn'
    """
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:_READABLE].strip("-")


class _NoKeys:
    """The keys of a room that does not exist: none is stored, and its random key is never shown."""

    def read(self) -> Mapping[str, Grant]:
        return {}

    def put(self, key: str, to: Grant) -> None:
        """Store nothing."""

    def version(self) -> None:
        """Return nothing: they never change."""


class RoomsGuard:
    """Leads each request to the guard of its room, and those outside all rooms to the front page.

    A room that does not exist answers like one whose key is missing, so that the names of rooms cannot be found by trying.

    :param app: the guarded app of all rooms.
    :param front: the app outside the rooms, which needs no key.
    :param playing: returns the table that a table's link leads to now.
    """

    def __init__(
        self, app: ASGIApp, rooms: Rooms, front: ASGIApp, playing: Callable[[str], str], deployment: Deployment
    ) -> None:
        self._app = app
        self._rooms = rooms
        self._front = front
        self._playing = playing
        self._deployment = deployment
        self._guards: dict[Room, Guard] = {}
        self.guesses = RateLimiter()
        self._nowhere = self._made(Links(_NoKeys()), "")

    def of(self, room: Room) -> Guard:
        """Return the guard of a room."""
        if room not in self._guards:
            self._guards[room] = self._made(room.links, room.below)
        return self._guards[room]

    def forget(self, room: Room) -> None:
        """Forget a room that is deleted."""
        self._guards.pop(room, None)

    def seen(self, scope: Scope) -> Scope:
        """Return a request's scope as its client sees it, with its room and the path within."""
        scope = seen(scope, self._deployment)
        found = _PATH.fullmatch(scope["path"])
        if not found:
            return scope
        room, inside = self._rooms.find(found[1]), {**scope, "path": found[2] or "/"}
        return {**(self.of(room) if room else self._nowhere).seen(inside), ROOM: room}

    def place(self, scope: Scope) -> Hashable:
        """Return what an authorized request counts for; see :meth:`Guard.place`."""
        return self._guard(scope).place(scope)

    def admits(self, scope: Scope) -> bool:
        """Return whether a request is authorized; outside the rooms all see the front page."""
        return scope["type"] == "http" if ROOM not in scope else self._guard(scope).admits(scope)

    def refusal(self, scope: Scope) -> str:
        """Return the page for a request that is not authorized."""
        return self._guard(scope).refusal(scope) if ROOM in scope else login_page(languages(scope))

    def lateness(self, scope: Scope) -> float:
        """Return the delay of a refusal in seconds."""
        return self._guard(scope).lateness(scope)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or websocket."""
        room = scope.get(ROOM)
        CURRENT_ROOM.set(room)
        if ROOM in scope:
            await self._guard(scope)(scope, receive, send)
        else:
            GRANTS.set(())
            await self._front(scope, receive, send)

    async def expel(self, code: int = 1001, key: str | None = None) -> None:
        """Close connections of all rooms; see :meth:`Guard.expel`."""
        for guard in (*self._guards.values(),):
            await guard.expel(code, key)

    def _guard(self, scope: Scope) -> Guard:
        room = scope.get(ROOM)
        return self.of(room) if room else self._nowhere

    def _made(self, links: Links, below: str) -> Guard:
        deployment = evolve(self._deployment, below=below)
        return Guard(self._app, links, self._playing, deployment, self.guesses)


class RoomLimit:
    """How many rooms may be made from one address a day.

    :param most: rooms a day.
    :param clock: monotonic time in seconds.
    """

    def __init__(self, most: int = 5, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._made: dict[str, list[float]] = {}

    def allows(self, scope: Scope) -> bool:
        """Return whether the client of a request may make another room, and count it."""
        now = self._clock()
        self._made = {place: recent for place, times in self._made.items() if (recent := _recent(times, now))}
        times = self._made.setdefault(place_of(scope["client"]), [])
        if len(times) >= self._most:
            return False
        times.append(now)
        return True


def _recent(times: list[float], now: float) -> list[float]:
    return [each for each in times if now - each < _DAY]

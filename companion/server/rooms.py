"""Rooms: each group has its own games, people, statistics and links, below ``/r/NAME/``.

A room is a data folder like that of a household, with a file that says how its people call it.
"""

import json
import re
import secrets
import shutil
import time
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from attrs import define, evolve, field
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.server.access_key import keep_secret
from companion.server.guard import Guard, languages, seen
from companion.server.join_codes import JoinCodes
from companion.server.limits import place_of
from companion.server.links import Links
from companion.server.login_page import login_page
from companion.server.proxy import Deployment
from companion.server.rate_limit import RateLimiter
from companion.storage.errors import speaking
from companion.tables.roles import GRANTS, Grant

#: Folder of the rooms in the data folder.
FOLDER: Final = "rooms"
#: The most characters of a room's title.
TITLE: Final = 60
#: Days without a visit after which a room is removed.
KEPT: Final = 400

#: Scope key of the room that a request is for.
ROOM: Final = "companion room"

_PATH: Final = re.compile(r"/r/([a-z0-9-]{1,64})(/.*)?")
_ABOUT: Final = "room.json"
#: Letters of the end of a name, which keeps names from being guessed; none is mistaken for another one.
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_RANDOM: Final = 6
_READABLE: Final = 40
_DAY: Final = 24 * 3600.0


@define(eq=False)
class Room:
    """The room of one group.

    :param name: its name in addresses.
    :param title: how its people call it.
    :param folder: its data folder.
    """

    name: str
    title: str
    folder: Path
    links: Links = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.links = Links(self.folder)

    @property
    def below(self) -> str:
        """Its path below the address of the server."""
        return f"r/{self.name}/"

    @property
    def visited(self) -> float:
        """When it was last opened, in seconds since 1970."""
        return (self.folder / _ABOUT).stat().st_mtime

    def visit(self) -> None:
        """Record that it is opened now."""
        with suppress(OSError):  # it is kept all the same
            (self.folder / _ABOUT).touch()


#: The room of the current request or page; ``None`` on a server without rooms.
CURRENT_ROOM: Final[ContextVar[Room | None]] = ContextVar("room", default=None)


class Rooms:
    """All rooms of a server.

    :param folder: holds a folder for each room.
    :param close: closes what the program has open of a room, before it is deleted.
    :param clock: the wall clock in seconds.
    """

    def __init__(
        self, folder: Path, close: Callable[[Room], None] = lambda _: None, clock: Callable[[], float] = time.time
    ) -> None:
        self._folder = folder
        self._close = close
        self._clock = clock
        self._known: dict[str, Room] = {}

    def __iter__(self) -> Iterator[Room]:
        """Iterate over the rooms that were asked for since the start."""
        return iter((*self._known.values(),))

    def find(self, name: str) -> Room | None:
        """Return a room by its name in addresses."""
        if known := self._known.get(name):
            return known
        try:
            about = json.loads((self._folder / name / _ABOUT).read_text(encoding="utf-8"))
            self._known[name] = Room(name, str(about["title"]), self._folder / name)
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return self._known[name]

    def make(self, title: str) -> Room:
        """Make a room.

        :param title: how its people call it; at most :data:`TITLE` characters count.
        :raises StorageError: if it cannot be stored.
        """
        title = " ".join(title.split())[:TITLE]
        end = "".join(secrets.choice(_LETTERS) for _ in range(_RANDOM))
        name = "-".join(filter(None, (_readable(title), end)))
        with speaking():
            keep_secret(self._folder / name / _ABOUT, json.dumps({"title": title}, ensure_ascii=False))
        self._known[name] = room = Room(name, title, self._folder / name)
        return room

    def delete(self, room: Room) -> None:
        """Delete a room with everything in it.

        :raises StorageError: if it cannot be deleted; then it is still there.
        """
        self._close(room)
        gone = room.folder.with_name(f".{room.name}")  # no name of a room: found by nobody from now on
        with speaking():
            room.folder.rename(gone)
        self._known.pop(room.name, None)
        shutil.rmtree(gone, ignore_errors=True)

    def idle(self) -> Iterator[Room]:
        """Yield the rooms that nobody has visited for :data:`KEPT` days."""
        for path in self._folder.glob(f"*/{_ABOUT}"):
            room = self.find(path.parent.name)
            if room and self._clock() - room.visited > KEPT * _DAY:
                yield room


def _readable(title: str) -> str:
    """Return the letters of a title that an address may have.

    >>> _readable("Spieleabend im Café Größenwahn!")
    'spieleabend-im-cafe-grossenwahn'
    """
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:_READABLE].strip("-")


class _NoLinks(Links):
    """The links of a room that does not exist: no key opens it."""

    def __init__(self) -> None:
        self.codes = JoinCodes()
        self._keys = {}

    def opened_by(self, shown: Iterable[str]) -> dict[str, Grant]:  # noqa: ARG002 (that of all links)
        return {}


class RoomsGuard:
    """Leads each request to the guard of its room, and those outside all rooms to the front page.

    A room that does not exist answers like one whose key is missing, so that nobody learns which rooms there are.

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
        self._nowhere = self._made(_NoLinks(), "")

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
        """Return whether a request is authorized; outside the rooms everybody sees the front page."""
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

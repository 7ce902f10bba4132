"""Phones without a browser at the tables of one server, each at its own seat, for tests of load and faults."""

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final, Self

from attrs import frozen
from harness import ScreenFault
from harness.line import Line, LineClient
from harness.mirror import PATCH

from companion.games import games
from companion.kernel.log import Header
from companion.kernel.record import Replay, replay
from companion.storage.library import Library

GAME: Final = "free_sheet"
NAMES: Final = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritzi", "Gerda", "Hans")
#: Timeout on a busy machine in seconds.
PATIENCE: Final = 30.0
_BEAT: Final = 1.0
#: Seconds after which a phone taps again.
_AGAIN: Final = 5.0
_TOTAL: Final = re.compile(r"(-?\d+) in all")
_OPEN: Final = "no points in this round yet"


def set_up(folder: Path, tables: int, names: tuple[str, ...] = NAMES) -> tuple[str, ...]:
    """Set up tables at which every player may report at any time, and return their ids."""
    library = Library.open(folder).library
    revision = games()[GAME].meta.revision
    ids = tuple(library.create(Header(GAME, revision, names)) for _ in range(tables))
    library.close()
    return ids


def kept(folder: Path, table: str) -> Replay:
    """Return a table replayed from its stored log."""
    library = Library.open(folder).library
    try:
        loaded = library.load(table, games())
        assert loaded.replay
        record = loaded.replay.record
        return replay(record.game, record.header, record.entries)
    finally:
        library.close()


def totals(log: Replay) -> list[int]:
    """Return the points of every seat, by the log."""
    sums = [0] * len(log.record.header.seats)
    for line in log.record.active:
        sums[line.action.seat] += int(line.action.points)
    return sums


@frozen
class Way:
    """The address for phones.

    :param socket: address of the websocket, with the key.
    """

    socket: str


class _Timed(Line):
    """A line that interpolates the server's clock between two messages, as line.js does."""

    _server_time = 0.0
    _received_at = 0.0
    #: Error of the phone's clock in seconds.
    wrong = 0.0

    @property
    def clock(self) -> float:  # type: ignore[override]
        return self._server_time + time.perf_counter() - self._received_at + self.wrong

    @clock.setter
    def clock(self, time_of_server: float) -> None:
        self._server_time, self._received_at = time_of_server, time.perf_counter()


class Phone(LineClient):
    """A phone at a table, and the seat it takes.

    :param token: identifies the phone; two pages of one phone share it.
    """

    def __init__(self, way: Way, table: str, seat: int, token: str = "") -> None:
        token = token or f"{table}-{seat}-phone-of-somebody"
        stored = json.dumps({"language": "en", "phone": token})
        super().__init__(way.socket, route=f"/table/{table}", locale="en", services={"get": stored, "set": True})
        self.table = table
        self.seat = seat
        #: Called with each patch before anything else happens.
        self.looks: list[Callable[[], None]] = []

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self._beating = asyncio.create_task(self._beat())
        return self

    async def __aexit__(self, *error: object) -> None:
        self._beating.cancel()
        with contextlib.suppress(Exception):
            await self.close()

    async def vanish(self) -> None:
        """Drop the connection at once."""
        self._beating.cancel()
        self.line.lose()

    async def sit(self) -> None:
        """Take the seat, unless the phone has it already, and wait until the table is shown."""
        place, end = f"place-{self.seat}", time.perf_counter() + 2 * PATIENCE
        await self.until(lambda: self.all(place) or self.all("next"), PATIENCE)
        while not self.all("next"):
            # like a person: a control that was redrawn under the finger was not hit
            await self.tap(place)
            with contextlib.suppress(ScreenFault):
                await self.until(lambda: self.all("next"), _AGAIN)
            if time.perf_counter() > end:
                raise ScreenFault(f"{NAMES[self.seat]} gets no place")

    def label(self, identifier: str) -> str:
        """Return the accessible label of a control; empty while it is missing."""
        return next((str(node.get("label", "")) for node in self.nodes() if node.get("identifier") == identifier), "")

    def total(self, seat: int) -> int | None:
        """Return a seat's points, as this phone shows them."""
        found = _TOTAL.search(self.label(f"player-{seat}"))
        return int(found[1]) if found else None

    @property
    def may_enter(self) -> bool:
        """Whether the phone's points of this round are still missing."""
        return _OPEN in self.label(f"player-{self.seat}")

    async def type(self, digit: int) -> None:
        """Type points without entering them."""
        name = NAMES[self.seat]
        if not self.label("typed").startswith(f"{name}: …"):
            await self.tap(f"player-{self.seat}")
        await self.until(lambda: self.label("typed").startswith(f"{name}: …"), PATIENCE)
        await self.tap(f"digit-{digit}")
        await self.until(lambda: self.label("typed") == f"{name}: {digit}", PATIENCE)

    async def _dial(self) -> Line:
        return await _Timed(self._url, self._headers).dial()

    async def _receive(self, action: int, body: Any) -> None:
        await super()._receive(action, body)
        if action == PATCH:
            for look in self.looks:
                look()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            with contextlib.suppress(Exception):
                await self.line.confirm()


@contextlib.asynccontextmanager
async def seated(way: Way, tables: tuple[str, ...], phones: int) -> AsyncIterator[list[list[Phone]]]:
    """Connect phones to tables and seat them."""
    async with contextlib.AsyncExitStack() as stack:
        groups: list[list[Phone]] = []
        for table in tables:
            groups.append([await stack.enter_async_context(Phone(way, table, seat)) for seat in range(phones)])
            await asyncio.gather(*(phone.sit() for phone in groups[-1]))
        yield groups


async def agree(group: list[Phone], sums: list[int], patience: float = PATIENCE) -> bool:
    """Wait until all phones of a table show these points; return whether they do."""
    try:
        for phone in group:
            await phone.until(lambda phone=phone: [phone.total(seat) for seat in range(len(sums))] == sums, patience)
    except ScreenFault:
        return False
    return True

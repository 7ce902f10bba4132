"""An evening of a club: many tables with a phone for every player, on several processes with one database.

At each table one player after the other enters points, at the pace of a table at which people play. Every figure is taken
from raw connections; the phones, the database and the processes share one machine.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from attrs import define, field, frozen
from harness import ScreenFault
from postgres import APP, OWNER, Cluster, cluster

from benchmarks.hosted import Club, entered, missing, way_to
from benchmarks.measure import Case, spread
from benchmarks.phones import PATIENCE, Phone, seated
from companion.server.rooms import Room
from companion.storage.postgres.migrate import migrate

#: The slowest of twenty entries is on the last phone of its table within this time, in seconds.
LIMIT: Final = 0.5
#: The share of a processor that may be busy, so that nobody waits for long.
_BUSY: Final = 0.7
#: Tables that are seated at once.
_AT_ONCE: Final = 4


@frozen
class Size:
    """The size of an evening.

    :param tables: number of tables, each in a room of its own.
    :param phones: number of phones at each.
    :param processes: number of processes that serve them, each its share of the rooms.
    :param every: seconds between two entries at a table.
    :param seconds: how long all of them play.
    """

    tables: int = 30
    phones: int = 8
    processes: int = 2
    every: float = 8.0
    seconds: float = 60.0


@define
class _Table:
    """A table, what its players have entered, seat by seat, and the seconds until the last phone showed it."""

    room: Room
    id: str
    phones: list[Phone]
    tapped: list[list[int]]
    last: list[float] = field(factory=list)

    async def play(self, every: float, seconds: float) -> None:
        """Enter points, one player after the other, until the time is over."""
        begun = time.perf_counter()
        end, start = begun + seconds, begun + Random(self.id).random() * every  # no two tables in step
        for turn in count():
            await asyncio.sleep(max(0.0, start + turn * every - time.perf_counter()))
            if time.perf_counter() > end:
                return
            try:
                await self._enter(self.phones[turn % len(self.phones)], 1 + turn % 9)
            except ScreenFault:
                return  # what was tapped and is not in the log shows

    async def _enter(self, phone: Phone, digit: int) -> None:
        seat = phone.seat
        await phone.type(digit)
        self.tapped[seat].append(digit)
        total, came = sum(self.tapped[seat]), dict[int, float]()

        def look(number: int, other: Phone) -> None:
            if number not in came and (other.total(seat) or 0) >= total:
                came[number] = time.perf_counter()

        for number, other in enumerate(self.phones):
            other.looks[:] = [lambda number=number, other=other: look(number, other)]
        sent = time.perf_counter()
        await phone.tap("next")
        try:
            for number, other in enumerate(self.phones):
                await other.until(lambda number=number: number in came, PATIENCE)
        finally:
            for other in self.phones:
                other.looks.clear()
        self.last.append(max(came.values()) - sent)


@asynccontextmanager
async def _seated(club: Club, size: Size) -> AsyncIterator[list[_Table]]:
    """Seat all phones, some tables at once."""
    gate = asyncio.Semaphore(_AT_ONCE)
    async with AsyncExitStack() as stack:

        async def sit(number: int) -> _Table:
            room, id = club.table(f"club {number}", size.phones)
            port = club.processes[number % size.processes].port
            async with gate:
                (phones,) = await stack.enter_async_context(
                    seated(way_to(room, port, room.links.key()), (id,), size.phones)
                )
            return _Table(room, id, phones, [[] for _ in phones])

        yield await asyncio.gather(*map(sit, range(size.tables)))


async def evening(server: Cluster, data: Path, size: Size) -> list[Case]:
    """Let all tables play, and report the outcome."""
    async with Club(server, data, size.processes) as club:
        begun = time.perf_counter()
        async with _seated(club, size) as tables:
            joined, begun = time.perf_counter() - begun, time.perf_counter()
            before = [each.processor for each in club.processes]
            await asyncio.gather(*(table.play(size.every, size.seconds) for table in tables))
            took = time.perf_counter() - begun
            work = [each.processor - start for each, start in zip(club.processes, before, strict=True)]
            logs = [await asyncio.to_thread(club.log, table.room, table.id) for table in tables]
    lost = doubled = 0
    for table, log in zip(tables, logs, strict=True):
        assert log.failure is None
        for there, tapped in zip(entered(log), table.tapped, strict=True):
            lost += missing(tapped, there)
            doubled += missing(there, tapped)
    times = sorted(time for table in tables for time in table.last)
    entries, phones = sum(log.record.version for log in logs), size.tables * size.phones
    busy = sum(work) / took
    what = f"{size.tables} tables, {size.phones} phones each, {size.processes} processes, every {size.every:g} s"
    return [
        Case(
            what,
            f"{entries} entries in {took:.0f} s, {lost} lost, {doubled} doubled",
            bool(entries) and not lost + doubled,
        ),
        Case(
            "tap to the last phone of the table",
            f"{spread(times)}; p95 below {LIMIT * 1000:.0f} ms wanted",
            bool(times) and times[len(times) * 95 // 100] < LIMIT,
        ),
        Case(
            "processor time per entry and screen",
            f"{sum(work) / max(1, entries * size.phones) * 1000:.1f} ms, with choosing a name and typing before it; "
            f"the processes were busy for {', '.join(f'{each / took:.0%}' for each in work)} of the time",
            True,
        ),
        Case(
            "one core carries",
            f"{size.tables * _BUSY / busy:.0f} tables at this pace, busy for {_BUSY:.0%}",
            bool(busy),
        ),
        Case("all phones seated", f"{phones} in {joined:.0f} s", True),
    ]


def measured(size: Size) -> Iterator[Case]:
    """Let the club play."""
    with cluster() as server, tempfile.TemporaryDirectory() as data:
        migrate(server.url(OWNER), APP)
        yield from asyncio.run(evening(server, Path(data), size))

"""Ten tables with eight phones, every phone acting every second for a minute; then faults.

Each phone has its own seat at a free sheet: it chooses its name, types a digit, enters it, and waits until its own screen
shows it; if the round waits for other players, it waits too. Phones use resumable lines, as pages with ``line.js`` do.
"""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from itertools import count
from typing import Final

from attrs import define, field
from harness import ScreenFault

from benchmarks.faults import tried
from benchmarks.hall import Hall, hall
from benchmarks.measure import Case, Ratio, spread
from benchmarks.memory import per_page
from benchmarks.phones import PATIENCE, Phone, Way, agree, kept, seated, totals
from benchmarks.servers import counter, rows_for

TABLES: Final = 10
PHONES: Final = 8
SECONDS: Final = 60.0
JOINS: Final = 500
_EVERY: Final = 1.0
#: Memory in bytes that 400 joins may leave behind: Python's own free lists vary by as much.
_LEFT: Final = 8 * 2**20
_AT_ONCE: Final = 5


@define
class Tally:
    """The reports of a table's phones, and their outcome.

    :param points: points of every seat, by what was entered and shown.
    :param own: seconds from the last tap to the phone's own screen.
    :param last: seconds from the last tap to the slowest screen, at a watched table.
    """

    points: list[int]
    own: list[float] = field(factory=list)
    last: list[float] = field(factory=list)
    lost: int = 0
    #: Reports not yet on all screens: seat, points, time of the tap, and the phones that show it.
    _awaited: list[tuple[int, int, float, set[int]]] = field(factory=list)

    def watch(self, group: list[Phone]) -> None:
        """Note when a report has reached the last phone of the table."""
        for number, phone in enumerate(group):
            phone.looks.append(lambda number=number, phone=phone: self._look(number, phone, len(group)))

    def expect(self, seat: int, points: int, tapped: float) -> None:
        """Start waiting for points that were entered."""
        self._awaited.append((seat, points, tapped, set()))

    def _look(self, number: int, phone: Phone, phones: int) -> None:
        for waiting in list(self._awaited):
            seat, points, tapped, there = waiting
            if number not in there and (phone.total(seat) or 0) >= points:
                there.add(number)
                if len(there) == phones:
                    self._awaited.remove(waiting)
                    self.last.append(time.perf_counter() - tapped)


async def acting(phone: Phone, tally: Tally, until: float) -> None:
    """Act every second, or as soon as the round allows it."""
    for turn in count(phone.seat):
        began = time.perf_counter()
        digit = 1 + turn % 9
        try:
            await phone.until(lambda: phone.may_enter or time.perf_counter() > until, PATIENCE)
            if time.perf_counter() > until:
                return
            await phone.type(digit)
            tally.expect(phone.seat, tally.points[phone.seat] + digit, time.perf_counter())
            tapped = time.perf_counter()
            await phone.tap("next")
            wanted = tally.points[phone.seat] + digit
            await phone.until(lambda wanted=wanted: (phone.total(phone.seat) or 0) >= wanted, PATIENCE)
        except ScreenFault:
            tally.lost += 1
            return
        tally.own.append(time.perf_counter() - tapped)
        tally.points[phone.seat] += digit
        await asyncio.sleep(max(0.0, began + _EVERY - time.perf_counter()))


async def under_load(served: Hall, way: Way, tables: tuple[str, ...], seconds: float) -> list[Case]:
    """Run all phones and report the outcome."""
    async with seated(way, tables[:1], 1):  # the first page loads the shared modules
        bare = served.memory
    async with seated(way, tables, PHONES) as groups:
        each = (served.memory - bare) / (len(tables) * PHONES)
        with counter(rows_for(sum(1 for _ in groups[0][0].nodes()))) as bare_page:
            plain = (await per_page(bare_page)).memory
        tallies = [Tally([0] * PHONES) for _ in groups]
        tallies[0].watch(groups[0])
        before, end = served.processor, time.perf_counter() + seconds
        began = time.perf_counter()
        await asyncio.gather(
            *(acting(phone, tally, end) for group, tally in zip(groups, tallies, strict=True) for phone in group)
        )
        took, work = time.perf_counter() - began, served.processor - before
        shown = [await agree(group, totals(kept(served.folder, group[0].table))) for group in groups]
    acts = sum(len(tally.own) for tally in tallies)
    logs = [kept(served.folder, table) for table in tables]
    same = [totals(log) == tally.points and log.failure is None for log, tally in zip(logs, tallies, strict=True)]
    entries, lost = sum(log.record.version for log in logs), sum(tally.lost for tally in tallies)
    own, last = sorted(time for tally in tallies for time in tally.own), sorted(tallies[0].last)
    return [
        Case(
            f"{len(tables)} tables, {PHONES} phones each, {took:.0f} s",
            f"{acts} entered by hand, {entries} in the logs, {lost} unanswered",
            acts == entries and not lost,
        ),
        Case("all logs replay to what was told", f"{sum(same)} of {len(same)}", all(same)),
        Case("all phones show what the logs say", f"{sum(shown)} of {len(shown)} tables", all(shown)),
        Case("entered: tap to own screen", spread(own), bool(own)),
        Case("entered: tap to the last of eight phones", spread(last), bool(last)),
        Case(
            "processor time per entry and phone",
            f"{work / max(1, acts * PHONES) * 1000:.1f} ms, with choosing a name and typing a digit before it; "
            f"the server was busy for {work / took:.0%} of the time",
            True,
        ),
        Case(
            "memory per phone that has joined",
            f"{each / 1024:.0f} KB; a bare page of Flet with as many controls {plain / 1024:.0f} KB: {each / plain:.1f} times",
            True,
        ),
    ]


async def killed(served: Hall, way: Way, table: str) -> Case:
    """Kill the server while phones act, restart it, and check that everything shown is still there."""
    tally, ended = Tally(totals(kept(served.folder, table))), time.perf_counter() + 60.0
    async with seated(way, (table,), 4) as (group,):
        work = [asyncio.create_task(acting(phone, tally, ended)) for phone in group]
        await asyncio.sleep(3.5)
        served.kill()
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
    shown = list(tally.points)
    again = served.start()
    async with seated(again, (table,), 4) as (group,):
        log = kept(served.folder, table)
        sums = totals(log)
        # reports in transit were not confirmed to their phones
        safe = (
            all(0 <= now - confirmed <= 9 for now, confirmed in zip(sums, shown, strict=True)) and log.failure is None
        )
        safe &= await agree(group, sums)
    return Case(
        "the server killed under load, started again",
        f"{len(tally.own)} shown before, {log.record.version} in the log; all phones back at that",
        safe,
    )


async def coming_and_going(served: Hall, way: Way, table: str, joins: int) -> Case:
    """Let phones join and leave, and compare the memory after the first hundred and after all."""
    sizes: list[int] = []
    for at in range(0, joins, _AT_ONCE):
        await asyncio.gather(*(_visit(way, table, number) for number in range(_AT_ONCE)))
        if at + _AT_ONCE in (joins // 5, joins):
            await asyncio.sleep(1.5)
            sizes.append(served.memory)
    grown = sizes[-1] - sizes[0]
    seen = f"{sizes[0] / 2**20:.1f} MB after {joins // 5}, {sizes[-1] / 2**20:.1f} MB after {joins}"
    return Case(f"{joins} joins and leaves", seen, grown < _LEFT)


async def _visit(way: Way, table: str, number: int) -> None:
    with contextlib.suppress(ScreenFault):
        async with Phone(way, table, 0, "somebody who comes and goes") as phone:
            await phone.sit() if number == 0 else await phone.until(
                lambda: phone.all("who") or phone.all("next"), PATIENCE
            )


def measured() -> Iterator[Ratio | Case]:
    """Try all of it."""
    with hall(TABLES + 2) as (served, way, tables):
        yield from asyncio.run(under_load(served, way, tables[:TABLES], SECONDS))
        for seen in asyncio.run(tried(way, tables[TABLES], served.folder)):
            yield Case(seen.what, seen.seen, seen.ok)
        yield asyncio.run(killed(served, way, tables[TABLES + 1]))
    with hall(1) as (served, way, tables):
        yield asyncio.run(coming_and_going(served, way, tables[0], JOINS))

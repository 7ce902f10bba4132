"""Faults between phones and server, tried one by one: no report is lost, none counts twice."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from attrs import frozen
from harness.line import HEAD

from benchmarks.phones import PATIENCE, Phone, Way, agree, kept, seated, totals
from companion.server.resumable_ws import LATE

#: Seconds without an event after which no more are expected.
_QUIET: Final = 1.0


@frozen
class Seen:
    """The outcome of a fault.

    :param what: the action.
    :param seen: the observation.
    """

    what: str
    seen: str
    ok: bool


async def _settled(group: list[Phone], folder: Path, expected: tuple[int, int] | None = None) -> tuple[list[int], bool]:
    """Wait until no more messages arrive; return the points by the log and whether all phones show them.

    :param expected: a seat and its expected points; waits for them, since a busy machine takes longer.
    """
    end = time.monotonic() + PATIENCE / 2
    while expected and totals(kept(folder, group[0].table))[expected[0]] != expected[1] and time.monotonic() < end:
        await asyncio.sleep(_QUIET / 10)
    await asyncio.sleep(_QUIET)
    log = kept(folder, group[0].table)
    sums = totals(log)
    return sums, log.failure is None and await agree(group, sums, PATIENCE / 2)


async def doubled(group: list[Phone], folder: Path, _: Way) -> Seen:
    """Send a message twice."""
    phone = group[0]
    await phone.type(7)
    await phone.tap("next")
    for _, packet in list(phone.line._kept):
        await phone.line.socket.send(packet)
    sums, shown = await _settled(group, folder, (0, 7))
    return Seen("a message sent twice", f"counted once: {sums[0]} points", shown and sums[0] == 7)


async def delayed(group: list[Phone], folder: Path, _: Way) -> Seen:
    """Delay a message beyond its useful time."""
    phone = group[1]
    await phone.type(7)
    phone.line.delay = LATE + 1
    await phone.tap("next")
    phone.line.delay = 0.0
    await phone.until(lambda: phone.all("refused") or phone.all("refusal"), PATIENCE)
    sums, shown = await _settled(group, folder)
    late = shown and sums[1] == 0
    await phone.tap("next")
    sums, shown = await _settled(group, folder)
    return Seen(
        "a message delayed by 4 s", "said so, not entered; tapped again, entered", late and shown and sums[1] == 7
    )


async def reordered(group: list[Phone], folder: Path, _: Way) -> Seen:
    """Let two messages overtake each other."""
    phone, before = group[2], totals(kept(folder, group[2].table))[2]
    await phone.until(lambda: phone.may_enter, PATIENCE)
    await phone.tap("player-2")
    await phone.until(lambda: phone.label("typed").startswith("Cleo: …"), PATIENCE)
    sent: list[bytes] = []
    real = phone.line.socket.send

    async def hold(packet: bytes) -> None:
        sent.append(packet)

    phone.line.socket.send = hold  # type: ignore[method-assign]
    await phone.tap("digit-4")
    await phone.tap("next")
    phone.line.socket.send = real  # type: ignore[method-assign]
    packets = [packet for packet in sent if isinstance(packet, bytes) and len(packet) >= HEAD.size]
    for packet in reversed(packets):
        await real(packet)
    await asyncio.sleep(_QUIET / 2)
    phone.line.lose()
    await phone.line.dial()
    sums, shown = await _settled(group, folder, (2, before + 4))
    return Seen("two messages out of order", "put in order", shown and sums[2] == before + 4 and len(packets) == 2)


async def wrong_clock(group: list[Phone], folder: Path, _: Way) -> Seen:
    """Shift a phone's clock by an hour in either direction."""
    phone = group[3]
    await phone.until(lambda: phone.may_enter, PATIENCE)
    await phone.type(5)
    phone.line.wrong = 3600.0  # type: ignore[attr-defined]
    await phone.tap("next")
    phone.line.wrong = 0.0  # type: ignore[attr-defined]
    sums, shown = await _settled(group, folder, (3, 5))
    ahead = shown and sums[3] == 5
    return Seen("a clock an hour ahead", "entered once", ahead)


async def killed_in_mid_report(group: list[Phone], folder: Path, way: Way) -> Seen:
    """Kill a phone after typing, and another time right after its last tap."""
    table = group[0].table
    before = totals(kept(folder, table))
    async with Phone(way, table, 4, "a phone that is killed") as typing:
        await typing.sit()
        await typing.type(6)
        await typing.vanish()
    sums, shown = await _settled(group, folder)
    nothing = shown and sums == before
    async with Phone(way, table, 4, "a phone that is killed") as sent:
        await sent.sit()
        await sent.type(6)
        await sent.tap("next")
        await sent.vanish()
    sums, shown = await _settled(group, folder)
    once = shown and sums[4] - before[4] in (0, 6)
    return Seen(
        "a phone killed in mid-report", f"nothing half told; sent: {sums[4] - before[4]} points", nothing and once
    )


async def opened_twice(group: list[Phone], folder: Path, way: Way) -> Seen:
    """Open one seat on two pages of a phone, and submit the same report on both at once."""
    table, token = group[0].table, "a phone with two pages"
    before = totals(kept(folder, table))
    async with Phone(way, table, 5, token) as one, Phone(way, table, 5, token) as two:
        await one.sit()
        await two.sit()
        for page in (one, two):
            await page.until(lambda page=page: page.may_enter, PATIENCE)
            await page.type(3)
        await asyncio.gather(one.tap("next"), two.tap("next"))
        sums, shown = await _settled([*group, one, two], folder)
    return Seen("one seat on two pages", "the same on both counts once", shown and sums[5] - before[5] == 3)


#: All cases; the first ones run with every run of the tests.
CASES: Final[tuple[Callable[[list[Phone], Path, Way], Awaitable[Seen]], ...]] = (
    doubled,
    reordered,
    delayed,
    wrong_clock,
    killed_in_mid_report,
    opened_twice,
)


async def tried(way: Way, table: str, folder: Path) -> list[Seen]:
    """Try all faults at one table with four phones."""
    async with seated(way, (table,), 4) as (group,):
        return [await case(group, folder, way) for case in CASES]

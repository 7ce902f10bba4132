"""From the tap of one phone to the last of two, and of eight, against a bare page of Flet with as many controls."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from statistics import median
from typing import Final

from benchmarks.measure import Ratio
from benchmarks.servers import Served, Watcher, companion, counter, rows_like

_PHONES: Final = (2, 8)
_ROUNDS: Final = 20
_PAUSE: Final = 0.25
_SETTLE: Final = 2.0
_PATIENCE: Final = 5.0


def measured() -> Iterator[Ratio]:
    """Measure both servers in turn with that number of phones each."""
    for phones in _PHONES:
        with ExitStack() as stack:
            table = stack.enter_context(companion())
            bare = stack.enter_context(counter(rows_like(table)))
            ours, full = asyncio.run(_times((table, bare), phones))
        yield Ratio(f"tap to the last of {phones} phones / as many controls", ours, full, limit=1.5)


async def _times(served: tuple[Served, ...], phones: int) -> list[float]:
    async with AsyncExitStack() as stack:
        groups = []
        for one in served:
            route = f"/table/{one.table}" if one.table else "/"
            groups.append([await stack.enter_async_context(Watcher(one.socket, route)) for _ in range(phones)])
        await asyncio.sleep(_SETTLE)
        times: list[list[float]] = [[] for _ in served]
        for number in range(_ROUNDS + 2):
            for one, group, took in zip(served, groups, times, strict=True):
                took.append(await _tap(group, f"wins-{number % 2}" if one.table else "more"))
        return [median(took[2:]) for took in times]


async def _tap(group: list[Watcher], button: str) -> float:
    """Tap on the first page and return the seconds until the last of the others has changed."""
    for page in group:
        page.catch_up()
    tapping, *watching = group
    node, name, properties, data = tapping.tap_events(button)[0]
    sent = time.perf_counter()
    await tapping.event(node, name, data, **properties)
    came = [0.0] * len(watching)
    while time.perf_counter() < sent + _PATIENCE:
        await asyncio.sleep(_PAUSE)
        came = [page.catch_up() or before for page, before in zip(watching, came, strict=True)]
        if all(came):
            return max(came) - sent
    raise AssertionError(f"nothing came of the tap on {button} on {came.count(0.0)} pages")

"""What a page takes in the server."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Final

from benchmarks.measure import Ratio
from benchmarks.servers import Served, Watcher, companion, counter

_CLIENTS: Final = 20
_SETTLE: Final = 1.5


def measured() -> Iterator[Ratio]:
    """Measure a table, a bare counter, and one with as many controls as the table."""
    with companion() as served:
        table, controls = asyncio.run(_per_page(served))
    with counter() as served:
        bare, few = asyncio.run(_per_page(served))
    with counter((controls - few) // 3) as served:  # a row is three controls
        full, _ = asyncio.run(_per_page(served))
    yield Ratio(f"memory per page of {controls} controls / {few}", table, bare, unit="KB")
    yield Ratio("memory per page / bare counter of its size", table, full, limit=1.5, unit="KB")


async def _per_page(served: Served) -> tuple[float, int]:
    """Return the bytes each page takes, and how many controls it has."""
    route = f"/table/{served.table}" if served.table else "/"
    async with AsyncExitStack() as stack:
        # the first page loads what all share
        first = await stack.enter_async_context(Watcher(served.socket, route))
        await asyncio.sleep(_SETTLE)
        before = served.memory
        for _ in range(_CLIENTS):
            await stack.enter_async_context(Watcher(served.socket, route))
        await asyncio.sleep(_SETTLE)
        first.catch_up()
        return (served.memory - before) / _CLIENTS, sum(1 for _ in first.nodes())

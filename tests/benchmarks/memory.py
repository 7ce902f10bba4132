"""Memory per page in the server."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Final

from benchmarks.measure import Ratio
from benchmarks.servers import Served, Watcher, companion, counter, rows_like

_CLIENTS: Final = 20
_SETTLE: Final = 1.5


def measured() -> Iterator[Ratio]:
    """Measure a table, a bare counter, and one with as many controls as the table."""
    with companion() as served:
        table = asyncio.run(_per_page(served))
        rows = rows_like(served)
    with counter() as served:
        bare = asyncio.run(_per_page(served))
    with counter(rows) as served:
        full = asyncio.run(_per_page(served))
    yield Ratio("memory per page / bare counter", table, bare, unit="KB")
    yield Ratio("memory per page / as many controls", table, full, unit="KB")


async def _per_page(served: Served) -> float:
    """Return the bytes each page takes."""
    route = f"/table/{served.table}" if served.table else "/"
    async with AsyncExitStack() as stack:
        # the first page loads the shared modules
        await stack.enter_async_context(Watcher(served.socket, route))
        await asyncio.sleep(_SETTLE)
        before = served.memory
        for _ in range(_CLIENTS):
            await stack.enter_async_context(Watcher(served.socket, route))
        await asyncio.sleep(_SETTLE)
        return (served.memory - before) / _CLIENTS

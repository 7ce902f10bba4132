"""Processor time and memory per page in the server."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Final

from attrs import frozen

from benchmarks.measure import Ratio
from benchmarks.servers import Served, companion, counter, rows_like

_CLIENTS: Final = 20


@frozen
class PerPage:
    """What each page takes.

    :param memory: in bytes.
    :param work: seconds of processor time until it is drawn.
    """

    memory: float
    work: float


def measured() -> Iterator[Ratio]:
    """Measure a table, a bare counter, and one with as many controls as the table."""
    with companion() as served:
        rows = rows_like(served)
        table = asyncio.run(per_page(served))
    with counter() as served:
        bare = asyncio.run(per_page(served))
    yield Ratio("memory per page / bare counter", table.memory, bare.memory, unit="KB")
    yield from _against(table, rows)


def joined() -> Iterator[Ratio]:
    """Measure a table and a counter with as many controls."""
    with companion() as served:
        rows = rows_like(served)
        table = asyncio.run(per_page(served))
    yield from _against(table, rows)


def _against(table: PerPage, rows: int) -> Iterator[Ratio]:
    with counter(rows) as served:
        full = asyncio.run(per_page(served))
    yield Ratio("memory per page / as many controls", table.memory, full.memory, limit=1.2, unit="KB")
    yield Ratio("processor, a page that joins / as many controls", table.work, full.work, limit=1.2)


async def per_page(served: Served) -> PerPage:
    """Return what each page of a server takes."""
    async with AsyncExitStack() as stack:
        # the first page loads the shared modules
        await (await stack.enter_async_context(served.watcher())).settle(served.button(0))
        memory, work = served.memory, served.processor
        pages = [await stack.enter_async_context(served.watcher()) for _ in range(_CLIENTS)]
        await asyncio.gather(*(page.settle(served.button(0)) for page in pages))
        return PerPage((served.memory - memory) / _CLIENTS, (served.processor - work) / _CLIENTS)

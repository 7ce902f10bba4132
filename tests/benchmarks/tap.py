"""From one phone's tap to the other phone's screen, also against a counter with as many controls as the table."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack
from statistics import median
from typing import Final

from benchmarks.measure import Ratio
from benchmarks.servers import Served, companion, counter, rows_like, tap

#: The table ignores a second tap within 0.3 s; the three servers take turns.
_ROUNDS: Final = 30


def measured() -> Iterator[Ratio]:
    """Measure all servers in turn; drawing more controls takes longer in each of them."""
    with ExitStack() as stack:
        table = stack.enter_context(companion())
        small = stack.enter_context(counter())
        large = stack.enter_context(counter(rows_like(table)))
        ours, bare, full = asyncio.run(_times((table, small, large)))
    yield Ratio("tap to the other screen / bare counter", ours, bare)
    yield Ratio("tap to the other screen / as many controls", ours, full, limit=1.5)


async def _times(served: Sequence[Served]) -> list[float]:
    async with AsyncExitStack() as stack:
        pairs = [[await stack.enter_async_context(one.watcher()) for _ in range(2)] for one in served]
        await asyncio.gather(
            *(page.settle(one.button(0)) for one, pair in zip(served, pairs, strict=True) for page in pair)
        )
        times: list[list[float]] = [[] for _ in served]
        for number in range(_ROUNDS + 2):
            for one, pair, took in zip(served, pairs, times, strict=True):
                took.append(await tap(pair, one.button(number)))
        return [median(took[2:]) for took in times]

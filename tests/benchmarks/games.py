"""From one phone's tap to the other phone's screen, in every game: only the screens differ."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from statistics import median
from typing import Final

from benchmarks.logs import begun
from benchmarks.measure import Ratio
from benchmarks.servers import Served, Watcher, companion, tap
from companion.games import games

_ENTRIES: Final = 25
_ROUNDS: Final = 12
#: A second tap within 0.3 s is ignored as a double tap.
_REST: Final = 0.3
_SETTLE: Final = 2.0


def measured() -> Iterator[Ratio]:
    """Undo and redo the latest entry of a game in its middle, each game in turn."""
    found = games()
    with companion(*(begun(game, _ENTRIES) for game in found.values())) as served:
        times = dict(zip(found, asyncio.run(_times(served)), strict=True))
    for id, took in times.items():
        if id != "bronzen":
            yield Ratio(f"undo to the other screen / Bronzen: {id}", took, times["bronzen"], limit=1.5)


async def _times(served: Served) -> Sequence[float]:
    async with AsyncExitStack() as stack:
        pairs = [
            [await stack.enter_async_context(Watcher(served.socket, f"/table/{table}")) for _ in range(2)]
            for table in served.tables
        ]
        await asyncio.sleep(_SETTLE)
        times: list[list[float]] = [[] for _ in pairs]
        for _ in range(_ROUNDS + 1):
            for button in ("undo", "redo"):
                for pair, took in zip(pairs, times, strict=True):
                    took.append(await tap(pair, button))
                await asyncio.sleep(_REST)
        return [median(took[2:]) for took in times]

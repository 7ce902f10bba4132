"""From one phone's tap to the other phone's screen, also against a counter with as many controls as the table."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack
from statistics import median
from typing import Final

from benchmarks.measure import Ratio
from benchmarks.servers import Served, Watcher, companion, counter, rows_like

_ROUNDS: Final = 30
#: Pause after each tap; the three servers alternate, since the table ignores a second tap within 0.3 s.
_PAUSE: Final = 0.12
_SETTLE: Final = 2.0
_PATIENCE: Final = 3.0


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
        pairs = []
        for one in served:
            route = f"/table/{one.table}" if one.table else "/"
            pairs.append([await stack.enter_async_context(Watcher(one.socket, route)) for _ in range(2)])
        await asyncio.sleep(_SETTLE)
        for pair in pairs:
            for client in pair:
                client.catch_up()
        times: list[list[float]] = [[] for _ in served]
        for number in range(_ROUNDS + 2):
            for one, pair, took in zip(served, pairs, times, strict=True):
                button = f"wins-{number % 2}" if one.table else "more"
                took.append(await tap(pair, button))
        return [median(took[2:]) for took in times]


async def tap(pair: list[Watcher], button: str) -> float:
    """Tap on the first page of a pair and return the seconds until the second one changes."""
    tapping, watching = pair
    tapping.catch_up()
    watching.catch_up()
    node, name, properties, data = tapping.tap_events(button)[0]
    sent = time.perf_counter()
    await tapping.event(node, name, data, **properties)
    while time.perf_counter() < sent + _PATIENCE:
        await asyncio.sleep(_PAUSE)
        if changed := watching.catch_up():
            return changed - sent
    raise AssertionError(f"nothing came of the tap on {button}; the screen shows {watching.texts()}")

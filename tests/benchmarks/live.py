"""One entry on all phones of a table, a phone that joins, and its memory, against a bare page of Flet with as many controls."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from statistics import median
from typing import Final

from attrs import frozen

from benchmarks.measure import Ratio
from benchmarks.memory import joined
from benchmarks.servers import Served, companion, counter, rows_like, tap

_PHONES: Final = (2, 8)
_ROUNDS: Final = 20
_PAUSE: Final = 0.25


#: Rounds that do not count.
_FIRST: Final = 2


@frozen
class _Figures:
    """Figures of one server.

    :param last: seconds from a tap to the last page.
    :param work: seconds of processor time per tap and page.
    :param controls: number of controls on a page at the end.
    """

    last: float
    work: float
    controls: int


def measured() -> Iterator[Ratio]:
    """Measure both servers in turn."""
    for phones in _PHONES:
        with ExitStack() as stack:
            table = stack.enter_context(companion())
            bare = stack.enter_context(counter(rows_like(table)))
            ours, full = asyncio.run(_figures((table, bare), phones))
        note = f"{ours.controls} and {full.controls} controls"
        yield Ratio(f"tap to the last of {phones} phones", ours.last, full.last, limit=0.5, note=note)
        yield Ratio(f"processor, an entry and page, {phones} phones", ours.work, full.work, limit=0.5)
    yield from joined()


async def _figures(served: tuple[Served, ...], phones: int) -> list[_Figures]:
    async with AsyncExitStack() as stack:
        groups = [[await stack.enter_async_context(one.watcher()) for _ in range(phones)] for one in served]
        await asyncio.gather(
            *(page.settle(one.button(0)) for one, group in zip(served, groups, strict=True) for page in group)
        )
        times: list[list[float]] = [[] for _ in served]
        before: list[float] = []
        for number in range(_ROUNDS + _FIRST):
            if number == _FIRST:
                before = [one.processor for one in served]
            for one, group, took in zip(served, groups, times, strict=True):
                took.append(await tap(group, one.button(number), _PAUSE))
        work = [(one.processor - start) / _ROUNDS / phones for one, start in zip(served, before, strict=True)]
        lasts = [median(took[_FIRST:]) for took in times]
        return [
            _Figures(last, each, group[0].controls()) for last, each, group in zip(lasts, work, groups, strict=True)
        ]

"""Two alternating measurements, and the line that compares them."""

import gc
import os
import platform
import time
from collections.abc import Callable
from statistics import median
from typing import Final

from attrs import frozen
from flet.version import flet_version

_WIDTHS: Final = (44, 15, 15, 8, 8, 5)


@frozen
class Ratio:
    """A comparison of two measurements.

    :param ours: the companion's median in seconds, or in bytes.
    :param bare: the median of the other side.
    :param limit: the highest ratio allowed; ``None`` if there is no limit.
    :param unit: the unit in which ``ours`` and ``bare`` are shown.
    :param note: a further figure to print.
    """

    what: str
    ours: float
    bare: float
    limit: float | None = None
    unit: str = "ms"
    note: str = ""

    @property
    def value(self) -> float:
        """The ratio."""
        return self.ours / self.bare

    @property
    def kept(self) -> bool:
        """Whether the ratio is within its limit."""
        return self.limit is None or self.value <= self.limit


@frozen
class Case:
    """An experiment.

    :param what: the action.
    :param seen: the observation.
    """

    what: str
    seen: str
    kept: bool


def in_turn(ours: Callable[[], float], bare: Callable[[], float], rounds: int) -> tuple[float, float]:
    """Return the medians of two measurements, made alternately after one of each that does not count."""
    ours()
    bare()
    pairs = [(ours(), bare()) for _ in range(rounds)]
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


def seconds(work: Callable[[], object]) -> float:
    """Return the duration of some work in seconds, without garbage collection."""
    return _timed(work, time.perf_counter)


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor time of some work in seconds: best for work that does not wait."""
    return _timed(work, time.process_time)


def _timed(work: Callable[[], object], clock: Callable[[], float]) -> float:
    gc.disable()
    try:
        begun = clock()
        work()
        return clock() - begun
    finally:
        gc.enable()


def spread(times: list[float]) -> str:
    """Return the median and the 95th percentile of sorted times."""
    if not times:
        return "none"
    return f"median {times[len(times) // 2] * 1000:.0f} ms, p95 {times[len(times) * 95 // 100] * 1000:.0f} ms"


def machine() -> str:
    """Return a description of the machine and the method."""
    return (
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"Flet {flet_version}; load {os.getloadavg()[0]:.1f}\n"
        "Medians of several rounds in which both sides take turns; servers and imports in processes of their own."
    )


def _cells(*cells: str) -> str:
    return "  ".join(
        cell.ljust(width) if at == 0 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True))
    )


HEAD: Final = _cells("what", "companion", "against", "ratio", "limit", "")


def row(ratio: Ratio | Case) -> str:
    """Return a line of the table."""
    if isinstance(ratio, Case):
        return f"{ratio.what.ljust(_WIDTHS[0])}  {'ok' if ratio.kept else 'NOT OK'}: {ratio.seen}"
    limit = "–" if ratio.limit is None else f"{ratio.limit:.1f}"
    verdict = "" if ratio.limit is None else "ok" if ratio.kept else "over"
    figures = (_figure(value, ratio.unit) for value in (ratio.ours, ratio.bare))
    line = _cells(ratio.what, *figures, f"{ratio.value:.2f}", limit, verdict)
    return f"{line}  {ratio.note}".rstrip()


def _figure(value: float, unit: str) -> str:
    return f"{value / 1024:.0f} KB" if unit == "KB" else f"{value * 1000:.2f} ms"

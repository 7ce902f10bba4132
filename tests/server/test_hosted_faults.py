"""Faults between processes, phones and database: nothing shown is lost; ``python tests/benchmarks hosted`` has the figures."""

import asyncio
from pathlib import Path

import pytest
from benchmarks import hosted
from benchmarks.measure import Case
from effort import effort
from postgres import Cluster

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.mark.thorough
def test_nothing_is_lost_between_two_processes(
    server: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process and entries that wait always, the other faults where there is time."""
    for name, seconds in (("BEFORE", 0.5), ("AFTER", 2.0), ("BACK", 60.0)):
        monkeypatch.setattr(hosted, name, seconds)
    faults = hosted.FAULTS[: effort(few=2, many=len(hosted.FAULTS))]

    async def work() -> list[Case]:
        return [case async for case in hosted.tried(server, tmp_path, faults)]

    for case in asyncio.run(work()):
        assert case.kept, case

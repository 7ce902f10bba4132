"""Faults between phones and server: no report is lost, none counts twice; ``python tests/benchmarks load`` has the rest."""

import asyncio
from pathlib import Path

import pytest
from benchmarks import faults
from benchmarks.phones import Way, seated, set_up
from effort import effort

from companion.app import furnish
from companion.server.server import Server
from companion.ui.shell import main_of


@pytest.mark.thorough
def test_faults_between_phones_and_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that comes twice or out of order always, the others where there is time."""
    monkeypatch.setattr(faults, "_QUIET", effort(few=3, many=10) / 10)
    (table,) = set_up(tmp_path, 1)

    async def work() -> list[faults.Seen]:
        async with Server(main_of(furnish(tmp_path)), data=tmp_path, port=0) as server:
            link = (await server.open_lan(0, ("127.0.0.1",))).link
            way = Way(link.replace("http", "ws").replace("/?", "/ws?"))
            async with seated(way, (table,), 4) as (group,):
                tried = faults.CASES[: effort(few=2, many=len(faults.CASES))]
                return [await case(group, tmp_path, way) for case in tried]

    for seen in asyncio.run(work()):
        assert seen.ok, seen

"""The two servers to compare, each a process of its own, and clients that cost nothing while they receive."""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen
from harness.mirror import PATCH
from harness.raw import RawClient

from benchmarks.logs import empty
from companion.games import games
from companion.kernel.record import Record
from companion.storage.library import Library

ROOT: Final = Path(__file__).resolve().parents[2]
_PATIENCE: Final = 30.0
#: Seconds until a page is drawn.
_SETTLE: Final = 1.5
#: The controls of the counter's page without rows, and of each row.
_BARE: Final = 11
_PER_ROW: Final = 3


@frozen
class Served:
    """A server that runs.

    :param answered: seconds from the process's start to its first answer.
    :param tables: ids of the tables that are set up on it.
    :param data: the folder they are kept in.
    """

    process: subprocess.Popen[bytes]
    port: int
    answered: float
    tables: tuple[str, ...] = ()
    data: Path = Path()

    @property
    def table(self) -> str:
        """The first table's id, if there are tables."""
        return next(iter(self.tables), "")

    @property
    def socket(self) -> str:
        """Where clients connect."""
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def memory(self) -> int:
        """Bytes of memory the process has."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


@contextmanager
def companion(*records: Record) -> Iterator[Served]:
    """Serve the companion with tables as these records have them; without any, with an empty one of Bronzen."""
    with tempfile.TemporaryDirectory() as data:
        library = Library.open(Path(data)).library
        tables = []
        for record in records or [empty(games()["bronzen"])]:
            tables.append(library.create(record.header))
            library.journal(tables[-1]).append(*record.entries)
        library.close()
        port = free_port()
        with served_by(["-m", "companion", "serve", "--port", str(port), "--data", data], port) as served:
            yield evolve(served, tables=tuple(tables), data=Path(data))


@contextmanager
def counter(rows: int = 0) -> Iterator[Served]:
    """Serve the bare counter."""
    port = free_port()
    with served_by([str(Path(__file__).with_name("counter.py")), str(port), str(rows)], port) as served:
        yield served


def rows_like(served: Served) -> int:
    """Return the number of rows that makes the counter's page as large as a server's table page."""

    async def controls() -> int:
        async with Watcher(served.socket, f"/table/{served.table}") as client:
            await asyncio.sleep(_SETTLE)
            return client.controls()

    return rows_for(asyncio.run(controls()))


def rows_for(controls: int) -> int:
    """Return the number of rows that gives the counter's page this number of controls."""
    return max(0, controls - _BARE) // _PER_ROW


@contextmanager
def served_by(words: list[str], port: int) -> Iterator[Served]:
    """Run a Python program that serves at a port."""
    environment = {**os.environ, "FLET_FORCE_WEB_SERVER": "true", "PYTHONPATH": str(ROOT)}
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *words], env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield Served(process, port, _first_answer(port) - begun)
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _first_answer(port: int) -> float:
    """Wait for the start page and return the time of its arrival."""
    end = time.perf_counter() + _PATIENCE
    while time.perf_counter() < end:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                answer.read()
                return time.perf_counter()
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.005)
    raise TimeoutError(f"nothing answers at port {port}")


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Watcher(RawClient):
    """A client that timestamps incoming patches and applies them to its tree only on request."""

    def __init__(self, url: str, route: str = "/") -> None:
        super().__init__(url, route=route)
        self._noted: list[tuple[float, Any]] = []

    def catch_up(self) -> float:
        """Apply all patches and return when the last one arrived that changed visible or spoken text."""
        noted, self._noted = self._noted, []
        seen, changed = [*self.texts(), *self.spoken()], 0.0
        for came, body in noted:
            self.patch(body["id"], body["patch"])
            if (now := [*self.texts(), *self.spoken()]) != seen:
                seen, changed = now, came
        return changed

    def controls(self) -> int:
        """Return the number of controls on the page after all patches."""
        self.catch_up()
        return sum(1 for _ in self.nodes())

    async def _receive(self, action: int, body: Any) -> None:
        if action == PATCH:
            self._noted.append((time.perf_counter(), body))
        else:
            await super()._receive(action, body)

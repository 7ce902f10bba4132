"""The two servers to compare, each a process of its own, and clients that cost nothing while they receive."""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
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
#: Seconds without a message after which a page is drawn.
_STILL: Final = 1.0
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
    def route(self) -> str:
        """The page that clients open."""
        return f"/table/{self.table}" if self.table else "/"

    def button(self, tap: int) -> str:
        """Return what the tap of a number is on; each tap changes all pages."""
        return f"wins-{tap % 2}" if self.table else "more"

    @property
    def memory(self) -> int:
        """Bytes of memory the process has."""
        return memory_of(self.process.pid)

    @property
    def processor(self) -> float:
        """Seconds of processor time it has taken."""
        return processor_of(self.process.pid)

    def watcher(self) -> "Watcher":
        """Return a client that opens the page."""
        return Watcher(self.socket, self.route)


def memory_of(process: int) -> int:
    """Return the bytes of memory a process has."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def processor_of(process: int) -> float:
    """Return the seconds of processor time a process has taken."""
    user, system = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


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
    """Return the number of rows that makes the counter's page as large as a server's table page after a tap."""

    async def controls() -> int:
        async with served.watcher() as client:
            await client.settle(served.button(0))
            await tap([client], served.button(0))
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
        except OSError:
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

    async def settle(self, shown: str) -> None:
        """Wait until the page is drawn.

        :param shown: identifier of a control on it.
        """
        end, before = time.perf_counter() + _PATIENCE, 0
        while self.messages != before or not self.all(shown):
            assert time.perf_counter() < end, f"the page is not drawn: {self.texts()}"
            before = self.messages
            await asyncio.sleep(_STILL)
            self.catch_up()

    def controls(self) -> int:
        """Return the number of controls on the page after all patches."""
        self.catch_up()
        return sum(1 for _ in self.nodes())

    async def _receive(self, action: int, body: Any) -> None:
        if action == PATCH:
            self._noted.append((time.perf_counter(), body))
        else:
            await super()._receive(action, body)


async def tap(pages: list[Watcher], button: str, pause: float = 0.12) -> float:
    """Tap on the first page and return the seconds until the last of the others has changed; of a single page, until it has.

    :param pause: seconds between two looks at the pages, which take the machine's time too.
    """
    for page in pages:
        page.catch_up()
    tapping, watching = pages[0], pages[1:] or pages
    node, name, properties, data = tapping.tap_events(button)[0]
    sent = time.perf_counter()
    await tapping.event(node, name, data, **properties)
    came = [0.0] * len(watching)
    while time.perf_counter() < sent + _PATIENCE:
        await asyncio.sleep(pause)
        came = [page.catch_up() or before for page, before in zip(watching, came, strict=True)]
        if all(came):
            return max(came) - sent
    raise AssertionError(f"nothing came of the tap on {button} on {came.count(0.0)} pages: {watching[0].texts()}")

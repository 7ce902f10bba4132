"""A server for phones in its own process, which can be killed and restarted."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.phones import NAMES, Way, set_up
from benchmarks.servers import ROOT, free_port, memory_of, processor_of

_LINK: Final = re.compile(r"http://[\d.]+:(\d+)/\?key=([\w-]+)")


class Hall:
    """The server's process.

    :param folder: the data folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Way:
        """Start the server, and return its addresses."""
        command = [sys.executable, "-m", "companion", "serve", "--lan", "--locale", "en", "--port", str(self._port)]
        environment = {
            **os.environ,
            "FLET_FORCE_WEB_SERVER": "true",
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "utf-8",
        }
        self._process = subprocess.Popen(
            [*command, "--data", str(self.folder)],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout
        for line in self._process.stdout:
            if found := _LINK.search(line):
                return Way(f"ws://127.0.0.1:{found[1]}/ws?key={found[2]}")
        raise RuntimeError("the server has not started")

    def kill(self) -> None:
        """End the server without warning."""
        if self._process:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout
            self._process.stdout.close()
            self._process = None

    @property
    def memory(self) -> int:
        """Bytes of memory the process has."""
        assert self._process
        return memory_of(self._process.pid)

    @property
    def processor(self) -> float:
        """Seconds of processor time it has taken."""
        assert self._process
        return processor_of(self._process.pid)


@contextlib.contextmanager
def hall(tables: int, names: tuple[str, ...] = NAMES) -> Iterator[tuple[Hall, Way, tuple[str, ...]]]:
    """Serve some tables at which nothing has happened."""
    with tempfile.TemporaryDirectory() as data:
        ids = set_up(Path(data), tables, names)
        made = Hall(Path(data))
        try:
            yield made, made.start(), ids
        finally:
            made.kill()

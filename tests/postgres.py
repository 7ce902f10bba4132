"""A PostgreSQL server of the tests' own, in a temporary folder, and rooms in it."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Final

import pytest

from companion.storage.library import Library

#: Where Debian has the server's programs, which are on no path there.
_DEBIAN: Final = Path("/usr/lib/postgresql")

#: Data need not survive, and only the tests connect.
_SETTINGS: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "autovacuum": "off",
    "shared_buffers": "16MB",
    "max_connections": "40",
}

OWNER, APP = "owner", "app"

#: Tests with PostgreSQL run in one worker, so that one server is started.
POSTGRES: Final = pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))


def programs() -> Path | None:
    """Return the folder of the server's programs."""
    if os.name != "posix":  # untried there
        return None
    if found := shutil.which("initdb"):
        return Path(found).parent
    versions = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parent.parent.name))
    return versions[-1].parent if versions else None


class Cluster:
    """A running server.

    :param folder: its data and its socket.
    """

    def __init__(self, bin: Path, folder: Path) -> None:
        self._bin = bin
        self.folder: Final = folder
        #: It refuses to run as root.
        self._user = "postgres" if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", f"{folder}/data", "-U", "super", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        self.sql(f"CREATE ROLE {OWNER} LOGIN; CREATE ROLE {APP} LOGIN")
        self.sql(f"CREATE DATABASE companion OWNER {OWNER}")

    def url(self, role: str = APP) -> str:
        """Return the address of the database for a role."""
        return f"postgresql://{role}@/companion?host={self.folder}"

    def start(self) -> None:
        options = " ".join(f"-c {name}='{value}'" for name, value in _SETTINGS.items())
        options += f" -c unix_socket_directories='{self.folder}'"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-o", options, "-l", f"{self.folder}/log", "-w", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Let it answer nobody for a while, as a server or network that hangs."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        ids = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
        for each in ids:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in ids:
                os.kill(each, signal.SIGCONT)

    def sql(self, script: str, database: str = "postgres", role: str = "super") -> None:
        """Run a script as the superuser."""
        import psycopg

        with psycopg.connect(f"postgresql://{role}@/{database}?host={self.folder}", autocommit=True) as connection:
            connection.execute("SET search_path TO companion, public")
            connection.execute(script.encode())

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._bin / program, *arguments],
            user=self._user,
            extra_groups=[] if self._user else None,
            cwd=self.folder,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert done.returncode == 0, done.stdout


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start a server; without its programs the test is skipped, or fails if ``COMPANION_REQUIRE_POSTGRES`` is set."""
    bin = programs()
    if not bin:
        reason = "no PostgreSQL server: on Debian, apt install postgresql"
        (pytest.fail if os.environ.get("COMPANION_REQUIRE_POSTGRES") else pytest.skip)(reason)
    folder = Path(tempfile.mkdtemp(prefix="companion-pg-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    try:
        started = Cluster(bin, folder)
        try:
            yield started
        finally:
            started.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Opener:
    """Opens libraries of the same kind. The same name opens the same games again, as another program does."""

    def __init__(self, open: Callable[[str], Library]) -> None:
        self._open = open
        self._opened: list[Library] = []

    def __call__(self, name: str = "one") -> Library:
        self._opened.append(self._open(name))
        return self._opened[-1]

    def close(self) -> None:
        for library in self._opened:
            library.close()


def room_name() -> str:
    """Return a name for a room that no other test uses."""
    return f"test-{token_hex(6)}"


def settled() -> None:
    """Wait until every program has received the latest notifications."""
    time.sleep(0.2)

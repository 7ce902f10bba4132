"""Shared configuration of all tests: their effort, and toy games beside the real ones."""

import asyncio
import gc
import inspect
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from effort import THOROUGH, effort
from hypothesis import HealthCheck, settings
from postgres import APP, OWNER, POSTGRES, Cluster, Opener, cluster, room_name
from toy.mount import mount

from companion.storage.library import Library

# otherwise every worker would rewrite the asserts of all tests again, and every child compile the program: twice the time
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# walks are drawn as one block of bytes, and the laws of a game may take their time on a slow machine
settings.register_profile(
    "walks",
    deadline=None,
    max_examples=effort(few=4, many=40),
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("walks")

_TESTS = Path(__file__).parent

#: A file system in memory: a library syncs every entry to disk, which takes time and cannot be observed by tests.
_MEMORY = Path("/dev/shm")
_ENOUGH = 2 << 30


def _keeps_files_in_memory() -> bool:
    """Return whether the files of all tests fit in memory, and programs there are executable."""
    if not _MEMORY.is_dir():
        return False
    status = os.statvfs(_MEMORY)
    return status.f_bavail * status.f_frsize > _ENOUGH and not status.f_flag & os.ST_NOEXEC


if os.environ.keys().isdisjoint({"TMPDIR", "PYTEST_DEBUG_TEMPROOT"}) and _keeps_files_in_memory():
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(_MEMORY)

# a page is thousands of small long-lived objects: collecting them again and again finds no garbage
gc.set_threshold(500_000, 20, 50)

# before anything is collected: the laws are parametrised by the games found
mount()


#: Number of printed lines of a failed first try.
_PRINTED_LINES = 30

#: Tests left out because they take long.
_LEFT_OUT: set[str] = set()

#: The longest part of a test id made from a parameter: workers exchange all ids, once per test.
_LONGEST_ID = 80


@pytest.fixture(scope="session")
def server() -> Iterator[Cluster]:
    """A PostgreSQL server with the tables of rooms."""
    with cluster() as started:
        from companion.storage.postgres.migrate import migrate

        migrate(started.url(OWNER), grant=APP)
        yield started


@pytest.fixture(scope="session")
def rooms(server: Cluster) -> Iterator[Any]:
    """The database as a process uses it."""
    from companion.storage.postgres.rooms import Database

    database = Database(server.url())
    yield database
    database.close()


@pytest.fixture(params=["sqlite", POSTGRES])
def open_library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    """Opens libraries: a test with it runs with each database."""
    if request.param == "sqlite":
        opener = Opener(lambda name: Library.open(tmp_path / name).library)
    else:
        rooms, prefix = request.getfixturevalue("rooms"), room_name()
        opener = Opener(lambda name: Library(rooms.room(f"{prefix}-{name}")))
    yield opener
    opener.close()


@pytest.hookimpl(optionalhook=True)  # the hook exists only with xdist
def pytest_xdist_auto_num_workers() -> int:
    """Use one worker more than cores: a quarter of the time some test waits for a server or a child process."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)  # before tests are selected by marks, and before xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the browser tests in groups, and leave out tests at leisure unless the run is thorough.

    There are three groups, so that two mostly run in parallel: the pocket, and two of the served program, by file.
    A browser test that fails is retried, and the summary says so: a browser on a busy machine may lose a tap.
    """
    by_name = any("::" in each for each in config.args)
    waits = [item for item in items if item.get_closest_marker("at_leisure")]
    for item in waits:
        item.add_marker(pytest.mark.thorough)
    if waits and not THOROUGH and not by_name:
        config.hook.pytest_deselected(items=waits)
        _LEFT_OUT.update(item.nodeid for item in waits)
        if hasattr(config, "workeroutput"):
            config.workeroutput["left out"] = sorted(_LEFT_OUT)
        items[:] = [item for item in items if item not in waits]
    # tests that build and start whole programs take long: at the end all but one worker would wait for them
    items.sort(key=lambda item: item.path.parent != _TESTS)
    for item in items:
        if item.get_closest_marker("browser"):
            line = "web" if item.path.parent.name == "web" else f"browser {crc32(item.path.name.encode()) % 2}"
            item.add_marker(pytest.mark.xdist_group(line))
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an asynchronous test."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    asyncio.run(pyfuncitem.obj(**given))
    return True


def pytest_make_parametrize_id(val: object) -> str | None:
    """Cut long texts and bytes short in the ids of tests; pytest numbers the ids that are then alike."""
    if not isinstance(val, str | bytes) or len(val) <= _LONGEST_ID:
        return None
    start = val[:_LONGEST_ID]
    return f"{start if isinstance(start, str) else start.decode('latin-1')}..."


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Collect from a worker which tests it left out."""
    _LEFT_OUT.update(getattr(node, "workeroutput", {}).get("left out", ()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print failed first tries of journeys, tests left out, and in capitals that the browser tests were skipped.

    A skipped test is easily mistaken for a passed one.
    """
    if _LEFT_OUT:
        terminalreporter.section(f"left out: {len(_LEFT_OUT)} tests at leisure (COMPANION_THOROUGH=1 -m thorough)")
        terminalreporter.line("\n".join(sorted(_LEFT_OUT)))
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.section(f"the first try of {report.nodeid}")
        terminalreporter.line("\n".join(report.longreprtext.splitlines()[-_PRINTED_LINES:]))
    skipped = [report for report in terminalreporter.stats.get("skipped", ()) if "browser" in report.keywords]
    if skipped:
        terminalreporter.section("NOT TESTED IN A BROWSER", sep="!", red=True, bold=True)
        reason = skipped[0].longrepr[2].removeprefix("Skipped: ") if isinstance(skipped[0].longrepr, tuple) else ""
        terminalreporter.line(f"{len(skipped)} JOURNEYS WERE SKIPPED. {reason}".upper(), red=True, bold=True)

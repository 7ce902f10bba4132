"""Whether the table can go on while the doors are besieged: ``python tests/server/siege.py``, in about a minute.

Starts a server with both doors open, in a process that may have 1,024 files, and lets two players tap in turn: first in
quiet, then while another process holds 1,100 idle connections and 500 that send a letter now and then, sends 12 MB of
requests ahead without reading an answer, and sends heads that never end. Half of all that is done at the door for phones
without a key, half at the host's own, where every program on the machine may come in; a client that is put out comes back after a
second. All come from the players' own address.

Prints what a tap takes from one phone to the other's screen and what memory the server has, in quiet and besieged, how
the host's own page answers, and the output on standard error. Ends with exit code 1 unless taps stay within twice
their quiet time (the medians), memory within 50 MB of quiet, every page is answered, and nothing is written.
"""

import argparse
import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final
from urllib.parse import urlsplit

from attrs import frozen

TESTS: Final = Path(__file__).resolve().parents[1]
FILES: Final = 1024
#: Limits, relative to a quiet server.
SLOWER: Final = 2.0
LARGER: Final = 50 * 2**20

_MEGABYTE: Final = 2**20
_BACK_AFTER: Final = 1.0
_LETTER_AFTER: Final = 0.5
_BETWEEN_TAPS: Final = 0.35
_SETTLE: Final = 2.0
#: Longer than a stranger is given for a request, so that many have been put out and are back.
_RAGE: Final = 15.0
_PATIENCE: Final = 20.0


@frozen
class Force:
    """How many besiege the doors.

    :param idle: connections that say nothing.
    :param trickling: connections that send a letter now and then.
    :param greedy: connections that send ``ahead`` bytes of requests and read no answer.
    :param endless: connections that send a head of up to ``head`` bytes.
    """

    idle: int = 1100
    trickling: int = 500
    greedy: int = 8
    endless: int = 4
    ahead: int = 12 * _MEGABYTE
    head: int = 200 * _MEGABYTE


SAMPLE: Final = Force(idle=60, trickling=20, greedy=2, endless=2, ahead=2 * _MEGABYTE, head=8 * _MEGABYTE)


@frozen
class State:
    """How the server was for a while.

    :param taps: seconds from one phone's tap to the other's screen.
    :param pages: seconds until the host's own page was there.
    :param unanswered: how often it was not.
    :param memory: the most bytes the process had.
    :param files: the most files it had open.
    """

    taps: tuple[float, ...]
    pages: tuple[float, ...]
    unanswered: int
    memory: int
    files: int

    @property
    def tap(self) -> float:
        """The median of the taps."""
        return median(self.taps)


@frozen
class Outcome:
    """What came of a siege.

    :param written: what the server wrote to standard error.
    """

    quiet: State
    besieged: State
    after: State
    written: str

    @property
    def slower(self) -> float:
        """How many times as long a tap takes."""
        return self.besieged.tap / self.quiet.tap

    @property
    def larger(self) -> int:
        """Bytes of memory more than in quiet."""
        return max(self.besieged.memory, self.after.memory) - self.quiet.memory

    @property
    def held(self) -> bool:
        """Whether the doors bore it."""
        answered = not self.besieged.unanswered
        return self.slower <= SLOWER and self.larger <= LARGER and answered and not self.written


# ---------------------------------------------------------------- The server


async def serve(data: Path, files: int) -> None:
    """Serve the companion with a table of Bronzen, both doors on this machine, and print where."""
    import resource

    from benchmarks.logs import empty

    from companion.app import furnish
    from companion.games import games
    from companion.server.server import Server
    from companion.storage.library import Library
    from companion.ui.shell import main_of

    resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    library = Library.open(data).library
    table = library.create(empty(games()["bronzen"]).header)
    library.close()
    async with Server(main_of(furnish(data)), data=data, port=0) as server:
        link = urlsplit((await server.open_lan(0, ("127.0.0.1",))).link)
        print(json.dumps({"host": server.port, "lan": link.port, "key": link.query, "table": table}), flush=True)
        await asyncio.Event().wait()


@frozen
class Served:
    """A server that runs.

    :param host: port of the host's own door.
    :param lan: port of the door for phones.
    :param key: the query that opens it.
    :param table: id of the table.
    :param errors: where standard error goes.
    """

    process: "subprocess.Popen[str]"
    host: int
    lan: int
    key: str
    table: str
    errors: Path

    @property
    def memory(self) -> int:
        """Bytes of memory the process has."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    @property
    def files(self) -> int:
        """Files the process has open."""
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())


@contextmanager
def _served(files: int) -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder) / "stderr"
        with errors.open("w") as stderr, _process("serve", folder, str(files), stderr=stderr) as process:
            assert process.stdout
            printed = json.loads(process.stdout.readline())
            yield Served(process, errors=errors, **printed)


@contextmanager
def _process(*words: str, **options: Any) -> Iterator["subprocess.Popen[str]"]:
    """Run a part of this script in a process of its own."""
    command = [sys.executable, str(Path(__file__)), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout
        process.stdout.close()


# ---------------------------------------------------------------- Those at the doors


async def besiege(ports: list[int], force: Force) -> None:
    """Besiege the doors until the process is ended."""

    async def idle(read: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await read.read()

    async def trickle(_: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        write.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        while True:
            write.write(b"x")
            await write.drain()
            await asyncio.sleep(_LETTER_AFTER)

    async def greedy(_: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        large, small = (b"GET /%b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % path for path in (b"main.dart.js", b""))
        await _pour(write, (large + small) * 512, force.ahead)
        await asyncio.sleep(_PATIENCE)  # unread, as long as the server bears it

    async def endless(_: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        write.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
        await _pour(write, b"x" * 65536, force.head)

    kinds = ((idle, force.idle), (trickle, force.trickling), (greedy, force.greedy), (endless, force.endless))
    work = [_again(kind, ports[n % len(ports)]) for kind, many in kinds for n in range(many)]
    await asyncio.gather(*work)


async def _pour(write: asyncio.StreamWriter, piece: bytes, size: int) -> None:
    for _ in range(0, size, len(piece)):
        write.write(piece)
        await write.drain()


async def _again(
    besieger: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]], port: int
) -> None:
    """Connect, and again whenever the server has hung up."""
    while True:
        with contextlib.suppress(OSError):
            read, write = await asyncio.open_connection("127.0.0.1", port, limit=1024)  # so little is read unasked
            try:
                await besieger(read, write)
            finally:
                write.transport.abort()
        await asyncio.sleep(_BACK_AFTER)


@asynccontextmanager
async def _siege(served: Served, force: Force, settle: float) -> AsyncIterator[None]:
    words = [
        f"{value}" for value in (force.idle, force.trickling, force.greedy, force.endless, force.ahead, force.head)
    ]
    with _process("besiege", str(served.host), str(served.lan), *words):
        await asyncio.sleep(settle)
        yield


# ---------------------------------------------------------------- The players


async def _play(served: Served, force: Force, taps: int, rage: float, settle: float) -> tuple[State, State, State]:
    from benchmarks.servers import Watcher

    url = f"ws://127.0.0.1:{served.lan}/ws?{served.key}"
    async with AsyncExitStack() as stack:
        pair = [await stack.enter_async_context(Watcher(url, f"/table/{served.table}")) for _ in range(2)]
        for phone in pair:
            await _shown(phone)
        await asyncio.sleep(settle)
        quiet = await _watched(served, pair, taps)
        async with _siege(served, force, settle):
            besieged = await _watched(served, pair, taps, rage)
        await asyncio.sleep(settle)
        return quiet, besieged, await _watched(served, pair, 4)


async def _shown(phone: Any) -> None:
    """Wait until a phone shows the table."""
    end = time.perf_counter() + _PATIENCE
    while "wins-0" not in phone.identifiers():
        assert time.perf_counter() < end, f"the table is not shown, but {phone.texts()}"
        await asyncio.sleep(_BETWEEN_TAPS)
        phone.catch_up()


async def _watched(served: Served, pair: list[Any], taps: int, rage: float = 0.0) -> State:
    """Let the players tap, and watch the server meanwhile."""
    from benchmarks.tap import tap

    took: list[float] = []
    pages: list[float | None] = []
    sizes: list[tuple[int, int]] = []

    async def watch() -> None:
        while True:
            sizes.append((served.memory, served.files))
            pages.append(await asyncio.to_thread(_page, served.host))
            await asyncio.sleep(0.5)

    watching = asyncio.create_task(watch())
    begun = time.perf_counter()
    while len(took) < taps + 2 or time.perf_counter() < begun + rage:
        try:
            took.append(await tap(pair, f"wins-{len(took) % 2}"))
        except AssertionError:  # nothing came of it
            took.append(_PATIENCE)
        await asyncio.sleep(_BETWEEN_TAPS)
    watching.cancel()
    answered = tuple(page for page in pages if page is not None)
    memory, files = (max(column) for column in zip(*sizes, strict=True))
    return State(tuple(took[2:]), answered, len(pages) - len(answered), memory, files)


def _page(port: int) -> float | None:
    """Return how long the host's own page takes, or ``None`` if it does not come."""
    begun = time.perf_counter()
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=_PATIENCE / 2) as answer:
            answer.read()
    except OSError:
        return None
    return time.perf_counter() - begun


def held_out(
    force: Force, *, files: int = FILES, taps: int = 30, rage: float = _RAGE, settle: float = _SETTLE
) -> Outcome:
    """Besiege a server and return what came of it.

    :param files: how many files the server may have open.
    :param taps: how many taps are counted, in quiet and besieged.
    :param rage: how long the siege lasts at least, in seconds.
    :param settle: how long all rest before and after each part, in seconds.
    """
    with _served(files) as served:
        quiet, besieged, after = asyncio.run(_play(served, force, taps, rage, settle))
        return Outcome(quiet, besieged, after, served.errors.read_text())


# ---------------------------------------------------------------- The report


def _row(name: str, state: State) -> str:
    taps = sorted(state.taps)
    return "  ".join(
        (
            f"{name:<10}",
            f"tap {state.tap * 1000:6.1f} ms (nine of ten {taps[len(taps) * 9 // 10] * 1000:6.1f})",
            f"page {median(state.pages) * 1000:6.1f} ms (worst {max(state.pages) * 1000:7.1f})"
            if state.pages
            else "no page",
            f"unanswered {state.unanswered}",
            f"memory {state.memory / _MEGABYTE:6.1f} MB",
            f"files {state.files}",
        )
    )


def main() -> int:
    """Besiege a server, print the result, and return the exit code."""
    parser = argparse.ArgumentParser(prog="siege", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--small", action="store_true", help="with a handful, in a few seconds")
    parser.add_argument("--files", type=int, default=FILES, help=f"files the server may have; by default {FILES}")
    parser.add_argument("--taps", type=int, default=30, help="taps to measure; by default 30")
    options = parser.parse_args()
    force, rage = (SAMPLE, 0.0) if options.small else (Force(), _RAGE)
    outcome = held_out(force, files=options.files, taps=options.taps, rage=rage)
    for name, state in (("quiet", outcome.quiet), ("besieged", outcome.besieged), ("after", outcome.after)):
        print(_row(name, state))
    print(f"a tap takes {outcome.slower:.2f} times as long; memory grows by {outcome.larger / _MEGABYTE:.1f} MB")
    print(f"standard error: {len(outcome.written)} letters\n{outcome.written[:2000]}".rstrip())
    print("held" if outcome.held else "NOT HELD")
    return int(not outcome.held)


if __name__ == "__main__":
    sys.path[:0] = [str(TESTS), str(TESTS.parent)]
    match sys.argv[1:]:
        case ["serve", folder, files]:
            asyncio.run(serve(Path(folder), int(files)))
        case ["besiege", host, lan, *counts]:
            asyncio.run(besiege([int(host), int(lan)], Force(*map(int, counts))))
        case _:
            sys.exit(main())

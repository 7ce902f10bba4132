"""The start: pages may connect, leave and reconnect while the program is being imported; a failure is retried."""

import asyncio
import json
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import websockets
from benchmarks.servers import free_port
from effort import effort
from harness.line import LineClient
from server.test_server import _main, websocket

from companion.server.resumable_ws import PROTOCOL
from companion.server.server import Server

#: Sends every possible request to a starting server, and prints what its event loop imported meanwhile.
MEANWHILE = textwrap.dedent(
    """
    import asyncio, importlib, json, sys, threading
    from pathlib import Path

    imported, watching = [], threading.Event()

    def noted(event, arguments):
        if event == "import" and watching.is_set() and threading.current_thread() is threading.main_thread():
            imported.append(arguments[0])

    sys.addaudithook(noted)

    from companion.server.server import Server
    from companion.server.resumable_ws import PROTOCOL

    go_on, import_module = threading.Event(), importlib.import_module

    def imported_late(name, *package, **more):
        if name == "flet_web.fastapi":
            go_on.wait(20)
        return import_module(name, *package, **more)

    importlib.import_module = imported_late

    async def ask(port, head):
        read, write = await asyncio.open_connection("127.0.0.1", port)
        write.write(head.encode())
        await asyncio.wait_for(read.read(100_000), 5)
        write.close()

    def head(path, *lines):
        return "\\r\\n".join((f"GET {path} HTTP/1.1", *lines, "Connection: close", "", ""))

    async def say(port, *texts):
        read, write = await asyncio.open_connection("127.0.0.1", port)
        write.write((
            f"GET /ws HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\nSec-WebSocket-Version: 13\\r\\n"
            f"Sec-WebSocket-Protocol: {PROTOCOL}\\r\\n\\r\\n"
        ).encode())
        for kind, text in texts:
            write.write(bytes((0x80 | kind, 0x80 | len(text))) + bytes(4) + text)
        await asyncio.sleep(0.3)
        write.transport.abort()

    async def work():
        async with Server(lambda page: None, data=Path(sys.argv[1]), port=0) as server:
            watching.set()
            invitation = await server.open_lan(0, ("127.0.0.1",))
            lan = int(invitation.address.rpartition(":")[2])
            for port, key in ((server.port, ""), (lan, "?key=" + invitation.link.partition("key=")[2])):
                for path in ("/", "/table/a", "/main.dart.js", "/pocket/", "/nothing.png"):
                    for packing in ("gzip", "identity"):
                        await ask(port, head(path + key, f"Host: 127.0.0.1:{port}", f"Accept-Encoding: {packing}"))
            for path in ("/", "/?code=123456", f"/?code={invitation.code}", "/?key=wrong"):
                for language in ("de", "en", "xx"):
                    await ask(lan, head(path, f"Host: 127.0.0.1:{lan}", f"Accept-Language: {language}"))
            hello, bye = (1, b'{"line": null, "got": 0}'), (1, b'{"bye": true, "got": 0}')
            date = b"\\0\\x92\\x01\\xd7\\x0112345678"
            for texts in ((hello, bye), (hello, (2, bytes(20) + date), bye), ((2, date),), ((1, b"nonsense"),)):
                await say(server.port, *texts)
            watching.clear()
            go_on.set()
            await server.prepared()
        print(json.dumps(imported))

    asyncio.run(work())
    """
)


def test_the_loop_imports_nothing_while_another_thread_does(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEANWHILE, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == []


def test_a_preparation_that_failed_is_tried_again(tmp_path: Path) -> None:
    tries = 0

    def prepare() -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise OSError("the disk was busy")

    async def work() -> None:
        async with Server(_main(), data=tmp_path, port=0, prepare=prepare) as server:
            with pytest.raises(OSError, match="busy"):
                await server.prepared()
            async with LineClient(websocket(server.url)) as page:
                await page.until(lambda: page.visible("Value 0"), timeout=10)

    asyncio.run(work())
    assert tries == 2


@contextmanager
def _companion(port: int, data: Path, output: Path) -> Iterator[None]:
    """Serve the companion, and kill it like a power cut would."""
    command = [sys.executable, "-m", "companion", "serve", "--port", str(port), "--data", str(data)]
    with output.open("a", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def _come_back(page: LineClient) -> int:
    """Act like ``line.js`` after a restart: ask for the line until there is an answer, and start over."""
    while True:
        try:
            await page.line.dial()
            assert page.line.gone
            await page.connect()
            break
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.005)
    await page.until(lambda: page.all("settings"), timeout=20)
    return len(page.texts())


async def _leave(port: int, times: int) -> None:
    """Open pages that are closed at once, like reloads."""
    while times:
        try:
            head = {"Origin": f"http://127.0.0.1:{port}"}
            url, spoken = f"ws://127.0.0.1:{port}/ws", [websockets.Subprotocol(PROTOCOL)]
            async with websockets.connect(url, subprotocols=spoken, additional_headers=head) as socket:
                await socket.send(json.dumps({"line": None, "got": 0}))
                await socket.recv()
                await socket.send(json.dumps({"bye": True, "got": 0}))
                await asyncio.sleep(0.02)
            times -= 1
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.005)


@pytest.mark.thorough
def test_open_pages_come_back_after_every_restart(tmp_path: Path) -> None:
    """Three pages stay open while the program is killed and started again, and others leave while it starts."""
    port, output = free_port(), tmp_path / "output"

    async def work() -> None:
        pages = [LineClient(f"ws://127.0.0.1:{port}/ws") for _ in range(3)]
        with _companion(port, tmp_path, output):
            for page in pages:
                await _open(page)
        for _ in range(effort(few=2, many=20)):
            with _companion(port, tmp_path, output):
                await asyncio.wait_for(asyncio.gather(_leave(port, 2), *map(_come_back, pages)), 30)
        for page in pages:
            await page.close()

    asyncio.run(work())
    assert "Traceback" not in output.read_text()


async def _open(page: LineClient) -> None:
    while True:
        try:
            await page.connect()
            break
        except OSError:
            await asyncio.sleep(0.05)
    await page.until(lambda: page.all("settings"), timeout=20)

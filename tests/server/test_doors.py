"""What the doors bear: many who want in, requests that are none, and clients that do not read."""

import asyncio
import contextlib
import logging
import socket
import sys
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Self
from unittest.mock import patch

import pytest
import websockets
from attrs import evolve
from effort import at_leisure
from harness import RawClient
from server.siege import SAMPLE, held_out
from server.test_server import _main, key_of, lan_url, websocket

from companion.server.limits import Limits, Share, Stage
from companion.server.server import Server

LOOPBACK: Final = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n"
KEYLESS: Final = b"GET / HTTP/1.1\r\nHost: x\r\n"


def served(
    **changes: Any,
) -> Callable[[Callable[[Server], Coroutine[Any, Any, None]]], Callable[[Path], None]]:
    """Run an asynchronous test with a server whose doors are both open, and whose limits are changed."""

    def decorate(test: Callable[[Server], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
        def run(tmp_path: Path) -> None:
            async def work() -> None:
                limits = evolve(Limits.for_files(1024), **changes)
                async with Server(_main(), data=tmp_path, port=0, limits=limits) as server:
                    await server.open_lan(0, ("127.0.0.1",))
                    try:
                        await test(server)
                    finally:
                        Line.close_all()

            asyncio.run(work())

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate


def shares(**each: int) -> dict[Stage, Share]:
    """Return shares with so many from one address and twice as many in all."""
    return {stage: Share(each.get(stage.value, 50), 2 * each.get(stage.value, 50)) for stage in Stage}


async def until(condition: Callable[[], bool], within: float = 10.0) -> None:
    """Wait until something is the case."""
    async with asyncio.timeout(within):
        while not condition():
            await asyncio.sleep(0.01)


class Line:
    """A bare connection."""

    _all: ClassVar[list[Self]] = []

    def __init__(self, read: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        self._read = read
        self._write = write
        self._all.append(self)

    @classmethod
    def close_all(cls) -> None:
        """Hang up on every line there is: the server may have done so long ago."""
        while cls._all:
            cls._all.pop().close()

    @classmethod
    async def to(cls, url: str, *, origin: str = "127.0.0.1") -> Self:
        """Connect to the server of an address.

        :param origin: where to come from; on Linux all of 127.0.0.0/8 is this machine.
        """
        port = int(url.rsplit(":", 1)[1].split("/")[0])
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=2**20, local_addr=(origin, 0)))

    def say(self, *pieces: bytes) -> None:
        """Write something."""
        for piece in pieces:
            self._write.write(piece)

    async def hear(self) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the next answer."""
        async with asyncio.timeout(10):
            status, *lines = (await self._read.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines if line)
            body = await self._read.readexactly(int(headers.get("content-length", 0)))
            return int(status.split()[1]), headers, body

    async def ended(self, within: float = 10.0) -> bytes:
        """Return the data that arrives before the server closes the connection."""
        async with asyncio.timeout(within):
            rest = b""
            while True:
                try:
                    piece = await self._read.read(65536)
                except ConnectionError:
                    return rest
                if not piece:
                    return rest
                rest += piece

    @property
    def over(self) -> bool:
        """Whether the server has hung up."""
        return self._read.at_eof() or self._read.exception() is not None

    def stop_reading(self) -> None:
        """Read nothing more of what the server writes."""
        self._write.transport.pause_reading()  # type: ignore[attr-defined]

    async def pour(self, piece: bytes, most: int) -> int:
        """Write the same until the server hangs up, and return how much that was."""
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < most:
                self._write.write(piece)
                await self._write.drain()
                await asyncio.sleep(0)
                sent += len(piece)
        return sent

    def close(self) -> None:
        """Hang up."""
        self._write.transport.abort()
        self._write.close()


# ---------------------------------------------------------------- Requests


@served()
async def test_without_a_key_one_answer_is_the_last(server: Server) -> None:
    for many in (1, 50, 5000):
        line = await Line.to(lan_url(server))
        line.say((KEYLESS + b"\r\n") * many)
        status, headers, _ = await line.hear()
        assert (status, headers["connection"]) == (403, "close")
        assert await line.ended() == b""


@served()
async def test_requests_that_come_together_are_answered_in_their_order(server: Server) -> None:
    line = await Line.to(server.url)
    paths = (b"/", b"/flutter.js", b"/favicon.png", b"/missing.png", b"/")
    for path in paths:
        line.say(LOOPBACK.replace(b"/ HTTP", path + b" HTTP") + b"\r\n")
    answers = [await line.hear() for _ in paths]
    assert [status for status, _, _ in answers] == [200, 200, 200, 200, 200]
    assert answers[0][2] == answers[4][2] != answers[1][2]
    line.say(LOOPBACK + b"Connection: close\r\n\r\n")
    assert (await line.hear())[1]["connection"] == "close"
    assert await line.ended() == b""


@served()
async def test_who_says_no_more_is_still_answered(server: Server) -> None:
    line = await Line.to(server.url)
    line.say(LOOPBACK.replace(b"/ HTTP", b"/main.dart.js HTTP") + b"\r\n")
    line._write.write_eof()
    status, _, body = await line.hear()
    assert status == 200
    assert len(body) > 2**20
    assert await line.ended() == b""


@served()
async def test_a_body_is_not_read(server: Server) -> None:
    line = await Line.to(server.url)
    line.say(LOOPBACK.replace(b"GET", b"POST") + b"Content-Length: 20000\r\nExpect: 100-continue\r\n\r\n", b"x" * 20000)
    status, headers, _ = await line.hear()
    assert (status, headers["allow"], headers["connection"]) == (405, "get, head", "close")
    assert await line.ended() == b""


@served()
async def test_a_request_for_the_headers_alone_gets_no_body(server: Server) -> None:
    line = await Line.to(server.url)
    for path in (b"/", b"/main.dart.js"):
        line.say(LOOPBACK.replace(b"GET /", b"HEAD " + path) + b"\r\n")
        head = await line._read.readuntil(b"\r\n\r\n")
        assert b" 200 " in head
    line.say(LOOPBACK + b"\r\n")
    assert (await line.hear())[0] == 200


@served()
async def test_malformed_requests_are_rejected_at_once(server: Server) -> None:
    for url in (server.url, lan_url(server)):
        for request in (
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # a browser that tries https first
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nA\0b: c\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
        ):
            line = await Line.to(url)
            line.say(request)
            status, _, _ = await line.hear()
            assert 400 <= status <= 501, request
            assert await line.ended() == b""


#: What a header should not hold, and some may.
ODD: Final = (
    b"",
    b"http://[",
    b"http://[::1",
    b"//[]:",
    b"http://a]b",
    b"http://127.0.0.1:port",
    b"http://user:pass@127.0.0.1:8550@evil",
    b"null",
    b"[",
    b"%",
    b"%zz%00%ff",
    b"\xff\xfe\x80",
    "ä€😀".encode(),
    b"=;=;,,;q=;",
    b"companion_key",
    b"companion_key=\xff; companion_key=\xc3",
    b"key=\xff&key=%ff&=&&",
    b"de;q=nan, en;q=1e999, fr;q=-1, ../../etc;q=0.5, a_b_c_d_e_f",
    b"de-" * 200,
    b"de," * 2000,
    b'"',
    b'W/"x", *',
    b"bytes=0-",
    b"bytes=9-1,-5,a-b",
    b"gzip;q=0, *;q=x",
    b"x" * 9000,
)


@at_leisure
def test_no_header_is_more_than_the_doors_can_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Each is answered, by a refusal if need be, and nothing is written about it."""
    random = Random(8)
    noise = [bytes(random.choice(range(33, 256)) for _ in range(random.randrange(1, 40))) for _ in range(20)]
    names = (b"Host", b"Origin", b"Cookie", b"Accept-Language", b"Range", b"If-None-Match", b"Accept-Encoding")
    talk = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    odd: dict[bytes, set[int]] = {}

    async def ask(url: str, head: bytes) -> int:
        line = await Line.to(url)
        line.say(head + b"\r\n")
        status, _, _ = await line.hear()
        line.close()
        return status

    async def work() -> None:
        async with Server(_main(), data=tmp_path, port=0) as server:
            await server.open_lan(0, ("127.0.0.1",))
            for url, key in ((server.url, b""), (lan_url(server), key_of(server).encode())):
                for kind in (b"", talk):
                    for value in (*ODD, *noise):
                        for name in names:
                            host = b"" if name == b"Host" else b"Host: 127.0.0.1\r\n"
                            cookie = b"" if name == b"Cookie" else b"Cookie: companion_key=" + key + b"\r\n"
                            head = b"GET / HTTP/1.1\r\n" + host + cookie + name + b": " + value + b"\r\n" + kind
                            odd.setdefault(name, set()).add(await ask(url, head))
                        if value.isascii():
                            head = b"GET /?" + value.replace(b" ", b"+") + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n" + kind
                            odd.setdefault(b"?", set()).add(await ask(url, head))

    with caplog.at_level(logging.WARNING):
        asyncio.run(work())
    assert odd.keys() == {*names, b"?"}
    assert set().union(*odd.values()) <= {101, 200, 303, 304, 400, 403, 431}
    assert 403 in odd[b"Origin"]
    assert [record.getMessage() for record in caplog.records] == []


@served()
async def test_short_answers_do_not_wait_for_a_receipt(server: Server) -> None:
    """The system would hold back the body of an answer until the client has acknowledged its head, after 40 ms."""
    sockets: list[Any] = []
    transports = asyncio.BaseEventLoop.connect_accepted_socket

    async def note(loop: Any, factory: Any, sock: Any, **more: Any) -> Any:
        sockets.append(sock)
        return await transports(loop, factory, sock, **more)

    with patch.object(asyncio.BaseEventLoop, "connect_accepted_socket", note):
        for url in (server.url, lan_url(server)):
            line = await Line.to(url)
            line.say(KEYLESS + b"\r\n")
            await line.hear()
            assert sockets[-1].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            line.close()


# ---------------------------------------------------------------- Limits


@served(head_time=0.5)
async def test_a_request_has_to_come_in_time(server: Server) -> None:
    for url in (server.url, lan_url(server)):
        silent, slow, again = [await Line.to(url) for _ in range(3)]
        slow.say(LOOPBACK)
        again.say(LOOPBACK + b"\r\n")
        await again.hear()
        again.say(LOOPBACK)  # and no end of it
        began = asyncio.get_running_loop().time()
        while asyncio.get_running_loop().time() < began + 0.4:
            slow.say(b"x")
            await asyncio.sleep(0.05)
        for line in (silent, slow, again):
            assert await line.ended(5.0) == b""


@served()
async def test_a_head_without_end_is_refused(server: Server) -> None:
    for url in (server.url, lan_url(server)):
        line = await Line.to(url)
        line.say(KEYLESS + b"X: ")
        assert await line.pour(b"x" * 4096, 2**24) < 2**22, "more than the system holds on the way"
        fits = await Line.to(url)
        fits.say(LOOPBACK + b"Cookie: " + b"x" * 12000 + b"\r\n\r\n")
        assert (await fits.hear())[0] in (200, 403)
        longer = await Line.to(url)
        longer.say(LOOPBACK + b"Cookie: " + b"x" * 20000)
        assert (await longer.hear())[0] == 431


@served(unread_time=0.5)
async def test_who_does_not_read_is_left(server: Server) -> None:
    line = await Line.to(server.url)
    line.stop_reading()
    line.say((LOOPBACK.replace(b"/ HTTP", b"/main.dart.js HTTP") + b"\r\n") * 100)
    await until(lambda: server._pool.count(Stage.VISITOR) == 1)
    await until(lambda: server._pool.count(Stage.VISITOR) == 0)


@served()
async def test_too_much_asked_ahead_ends_the_connection(server: Server) -> None:
    line = await Line.to(server.url)
    line.stop_reading()
    assert await line.pour((LOOPBACK + b"\r\n") * 1000, 2**25) < 2**23


@served(shares=shares(stranger=10))
async def test_the_longest_idle_connection_makes_room(server: Server) -> None:
    url = lan_url(server)
    idle = [await Line.to(url) for _ in range(30)]
    await until(lambda: [line.over for line in idle] == [True] * 20 + [False] * 10)
    newcomer = await Line.to(url)
    newcomer.say(KEYLESS + b"Cookie: companion_key=" + key_of(server).encode() + b"\r\n\r\n")
    assert (await newcomer.hear())[0] == 200
    assert not newcomer.over


@pytest.mark.skipif(sys.platform != "linux", reason="only there all of 127.0.0.0/8 is this machine")
def test_from_one_address_nobody_puts_out_those_of_another(tmp_path: Path) -> None:
    @served(shares=shares(stranger=10))
    async def work(server: Server) -> None:
        url = lan_url(server)
        ours = [await Line.to(url, origin="127.0.0.2") for _ in range(6)]
        crowd = [await Line.to(url, origin=f"127.0.0.{3 + n % 2}") for n in range(40)]
        await until(lambda: sum(not line.over for line in crowd) == 14)
        assert not any(line.over for line in ours)

    work(tmp_path)


@served(shares=shares(talk=3))
async def test_pages_beyond_the_limit_are_refused_and_put_nobody_out(server: Server) -> None:
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(RawClient(websocket(server.url))) for _ in range(3)]
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(websocket(server.url))
        assert refused.value.response.status_code == 503
        assert all(page.is_connected for page in pages)
        await pages.pop().close()
        await until(lambda: server._pool.count(Stage.TALK) == 2)
        async with RawClient(websocket(server.url)) as page:
            await page.until(lambda: page.visible("Value"))


@at_leisure
@served(unread_time=0.5)
async def test_a_page_that_pings_and_does_not_read_is_left(server: Server) -> None:
    line = await Line.to(server.url)
    line.say(
        b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert (await line.hear())[0] == 101
    line.stop_reading()
    ping = b"\x89\xfd" + bytes(4) + b"x" * 125
    assert await line.pour(ping * 500, 2**30) < 2**30


@pytest.mark.parametrize("files", [64, 256, 1024, 20_000, 10**9])
def test_the_limits_leave_the_program_its_files(files: int) -> None:
    limits = Limits.for_files(files)
    # a visitor may be given a file
    together = sum(share.all * (1 + (stage is Stage.VISITOR)) for stage, share in limits.shares.items())
    assert together <= max(files - 96, files // 4)
    assert all(1 <= share.each <= share.all for share in limits.shares.values())
    if files >= 1024:  # eight phones behind one address, six connections each
        assert min(share.each for share in limits.shares.values()) >= 48


@at_leisure
@pytest.mark.skipif(sys.platform != "linux", reason="looks at the process in /proc")
def test_the_table_goes_on_while_the_doors_are_besieged() -> None:
    """A few of the clients of ``siege.py``, which has hundreds of them and measures how long a tap takes."""
    outcome = held_out(SAMPLE, files=128, taps=2, rage=1.5, settle=0.5)
    assert outcome.written == ""
    assert outcome.besieged.unanswered == 0
    assert outcome.larger < 50 * 2**20
    assert max(outcome.besieged.taps) < 3.0

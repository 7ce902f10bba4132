"""Lines: a page's talk with Flet goes on when its connection is lost, and what a page that is gone keeps is little."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import struct
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import websockets
from harness.line import HEAD, LineClient
from harness.raw import RawClient
from server.test_message_checks import BAD, PAGE, packet
from server.test_server import _main, key_of, lan_url, served

from companion.server.limits import Limits
from companion.server.message_checks import Action
from companion.server.resumable_ws import PROTOCOL, ResumableSockets, Timeouts, _Channel
from companion.server.server import Server
from companion.tables.last_seen import READING, SEEN_AT, SeenAt
from companion.tables.message_size import ALLOWANCE, SHORT, LongMessage, MessageSizes


def websocket(server: Server) -> str:
    return server.url.replace("http", "ws") + "ws"


def lined(**patience: Any) -> Callable[[Callable[[Server], Coroutine[Any, Any, None]]], Callable[..., None]]:
    """Run a test with a server whose lines have less patience than usual."""

    def decorate(test: Callable[[Server], Coroutine[Any, Any, None]]) -> Callable[..., None]:
        def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
            monkeypatch.setattr(ResumableSockets.__init__, "__defaults__", (Timeouts(**patience),))
            served(test)(tmp_path)

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate


@served
async def test_a_talk_goes_on_with_the_next_connection(server: Server) -> None:
    async with LineClient(websocket(server)) as phone:
        await phone.until(lambda: phone.visible("Value 0"))
        before = phone.line.id
        for n in range(1, 4):
            phone.line.lose()
            await phone.tap("plus")  # kept by the page until there is a connection again
            await phone.line.dial()
            await phone.until(lambda n=n: phone.visible(f"Value {n}"))
        assert phone.line.id == before


@served
async def test_what_comes_twice_counts_once(server: Server) -> None:
    async with LineClient(websocket(server)) as phone:
        await phone.until(lambda: phone.visible("Value 0"))
        await phone.tap("plus")
        for _, packet in list(phone.line._kept):
            await phone.line.socket.send(packet)
        await phone.until(lambda: phone.visible("Value 1"))
        await phone.tap("plus")
        await phone.until(lambda: phone.visible("Value 2"))


@served
async def test_a_newer_connection_takes_over_from_one_that_hangs(server: Server) -> None:
    async with LineClient(websocket(server)) as phone:
        await phone.until(lambda: phone.visible("Value 0"))
        hanging = phone.line.socket
        await phone.line.dial()
        await asyncio.wait_for(hanging.wait_closed(), 5)
        await phone.tap("plus")
        await phone.until(lambda: phone.visible("Value 1"))


@served
async def test_who_asks_for_a_line_that_is_gone_begins_anew(server: Server) -> None:
    async with LineClient(websocket(server)) as phone:
        await phone.until(lambda: phone.visible("Value 0"))
        phone.line.lose()
        phone.line.id = "nobody knows this line"
        await phone.line.dial()
        assert phone.line.gone


@pytest.mark.parametrize(("missed", "gone"), [(900, False), (1100, True)])
def test_a_page_that_has_missed_too_much_begins_anew(missed: int, gone: bool) -> None:
    ended = asyncio.Event()
    away = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await away.wait()
        for _ in range(missed // 100):
            await send({"type": "websocket.send", "bytes": b"x" * 88})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        ended.set()

    async def work() -> None:
        lines = ResumableSockets(app, sweep, Timeouts(missed=1000), most=1000)
        hello: list[Any] = [{"line": None}, b"\0" * 20 + REGISTER]
        first = await talk(lines, *hello)
        away.set()
        await asyncio.sleep(0.05)
        again = await talk(lines, {"line": first[0]["line"], "got": 0})
        assert ended.is_set() == gone
        if gone:
            assert again == [{"gone": True}]
        else:
            assert len(again) == 1 + missed // 100

    asyncio.run(work())


async def sweep() -> None:
    """Let go of nothing: the app is not Flet."""


async def talk(lines: ResumableSockets, *said: Any) -> list[Any]:
    """Return the answer to a client that sends something on a connection, and then loses it."""
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    sent: list[Any] = []

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            sent.append(message["bytes"] if "bytes" in message else json.loads(message["text"]))

    incoming.put_nowait({"type": "websocket.connect"})
    number = 0
    for each in said:
        if isinstance(each, bytes):
            number += 1
            incoming.put_nowait({"type": "websocket.receive", "bytes": struct.pack(">I", number) + each[4:]})
        else:
            incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(each)})
    incoming.put_nowait({"type": "websocket.disconnect"})
    await lines({"type": "websocket", "subprotocols": [PROTOCOL]}, incoming.get, send)
    return sent


@lined(away=3)
async def test_only_so_many_pages_are_kept_for_those_who_are_away(server: Server) -> None:
    phones = [LineClient(websocket(server)) for _ in range(6)]
    for phone in phones:
        await phone.connect()
        await phone.until(lambda phone=phone: phone.visible("Value 0"))
    for phone in phones:
        phone.line.lose()
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.5)
    for phone in phones:
        await phone.line.dial()
    assert [phone.line.gone for phone in phones] == [True] * 3 + [False] * 3
    for phone in phones[3:]:
        await phone.close()


@lined(away=3)
async def test_no_table_takes_the_place_of_another_one_s_sleeping_phones(server: Server) -> None:
    phones = {name: LineClient(websocket(server)) for name in ("a1", "a2", "a3", "a4", "b1", "b2")}
    for name, phone in phones.items():
        await phone.connect()
        await phone.until(lambda phone=phone: phone.visible("Value 0"))
        assert phone.line.id
        server._sockets._channels[phone.line.id]._shown.id = name[0]
    for phone in phones.values():
        phone.line.lose()
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.5)
    for phone in phones.values():
        await phone.line.dial()
    assert [name for name, phone in phones.items() if not phone.line.gone] == ["a4", "b1", "b2"]
    for phone in phones.values():
        await phone.close()


def test_a_page_at_a_table_counts_for_it(tmp_path: Path) -> None:
    from companion.app import furnish
    from companion.kernel.log import Header
    from companion.ui.shell import main_of

    async def work() -> None:
        app = furnish(tmp_path)
        table = app.tables.begin(Header("bronzen", 1, ("Anna", "Ben")))
        async with (
            Server(main_of(app), data=tmp_path, port=0) as server,
            LineClient(websocket(server), route=f"/table/{table}") as page,
        ):
            await page.until(lambda: any(each.table == table for each in server._sockets._channels.values()))
        app.tables.library.close()

    asyncio.run(work())


@served
async def test_a_page_that_was_closed_leaves_nothing(server: Server) -> None:
    from flet_web.fastapi.flet_app_manager import app_manager

    sessions: dict[str, Any] = app_manager._FletAppManager__sessions
    before = set(sessions)
    async with LineClient(websocket(server)) as phone:
        await phone.tap("plus")
        await phone.until(lambda: phone.visible("Value 1"))
        assert set(sessions) - before
    await asyncio.sleep(0.5)
    assert not server._sockets._channels
    assert not set(sessions) - before


ON_LINE = [websockets.Subprotocol(PROTOCOL)]
REGISTER = packet(Action.REGISTER, PAGE)
EVENT = packet(Action.EVENT, {"target": 3, "name": "click", "data": None})
#: Prefixes that do not begin a line.
NO_HELLO = (b"", b"\0" * 40, "text", "[]", "[" * 5000, "{" * 70_000)


@served
async def test_who_says_something_else_first_leaves_nothing_behind(server: Server) -> None:
    async with RawClient(websocket(server)) as phone:  # Flet is there
        await phone.until(lambda: phone.visible("Value 0"))
    await asyncio.sleep(0.3)
    gc.collect()
    before = len(asyncio.all_tasks())
    hello = '{"line": null}'
    attempts: list[list[str | bytes]] = [[each] for each in NO_HELLO]
    attempts += [
        [hello, struct.pack(">Idd", 1, 0, 0) + each] for each in BAD if each
    ]  # an empty body after the header is no error
    attempts += [[hello, each] for each in ("text", "[]", b"short")]
    for said in attempts:
        async with websockets.connect(websocket(server), subprotocols=ON_LINE) as socket:
            with contextlib.suppress(websockets.ConnectionClosed):
                for each in said:
                    await socket.send(each)
            closed = asyncio.create_task(socket.wait_closed())
            assert await asyncio.wait({closed}, timeout=5) == ({closed}, set()), said
    await asyncio.sleep(0.3)
    assert len(asyncio.all_tasks()) <= before + 1
    assert not server._sockets._channels


@served
async def test_who_leaves_early_writes_no_tracebacks(server: Server) -> None:
    said: list[logging.LogRecord] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = said.append  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    try:
        for delay in (0.0, 0.001, 0.01, 0.05) * 3:
            for kind in (RawClient, LineClient):
                phone = kind(websocket(server))
                joining = asyncio.create_task(phone.connect())
                await asyncio.sleep(delay)
                joining.cancel()
                await asyncio.gather(joining, return_exceptions=True)
                if hasattr(phone, "_socket"):
                    await phone.close()
        await asyncio.sleep(1.5)
    finally:
        logging.getLogger().removeHandler(handler)
    assert [record.getMessage() for record in said] == []


def test_the_app_learns_what_the_tapping_player_had_seen() -> None:
    seen: list[SeenAt | None] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.receive":
                seen.append(SEEN_AT.get())

    async def work() -> None:
        now = time.monotonic()
        said = [(now - READING, now), (now - 9, now - 60), (float("nan"), float("nan")), (now + 99, now + 99)]
        packets = [
            struct.pack(">Idd", 0, read, made) + (EVENT if n else REGISTER) for n, (read, made) in enumerate(said)
        ]
        await talk(lines := ResumableSockets(app, sweep, most=1000), {"line": None}, *packets)
        await lines.end()
        fresh, late, odd, ahead = seen
        assert fresh == SeenAt(now - READING)
        assert late == SeenAt(now - 9, late=True)
        assert odd == SeenAt(0.0, late=True)
        assert ahead
        assert ahead.read < now + 5

    asyncio.run(work())


@lined(hurry=0.2)
async def test_who_says_nothing_is_not_waited_for(server: Server) -> None:
    for protocols in (None, ON_LINE):
        async with websockets.connect(websocket(server), subprotocols=protocols) as socket:
            await asyncio.wait_for(socket.wait_closed(), 5)


@served
async def test_what_is_longer_than_was_asked_for_is_not_kept_and_ends_the_connection(server: Server) -> None:
    """The page learns the reason even if it keeps sending; on the next connection it sends the number only."""
    async with websockets.connect(lan(server), subprotocols=ON_LINE, compression=None) as socket:
        await socket.send('{"line": null, "got": 0}')
        welcome = json.loads(await socket.recv())
        assert welcome["most"] == SHORT + HEAD.size
        await socket.send(HEAD.pack(1, 0, 0) + packet(Action.REGISTER, PAGE))
        await socket.send(
            HEAD.pack(2, 0, 0) + packet(Action.EVENT, {"target": 1, "name": "x", "data": "x" * 5_000_000})
        )
        await asyncio.wait_for(socket.wait_closed(), 10)
        assert socket.close_code == 1009
    async with websockets.connect(lan(server), subprotocols=ON_LINE, max_size=None) as socket:
        await socket.send(json.dumps({"line": welcome["line"], "got": 0}))
        again = json.loads(await socket.recv())
        assert (again["line"], again["got"]) == (welcome["line"], 1)
        for message in (HEAD.pack(2, 0, 0), HEAD.pack(3, 0, 0) + packet(4, {"id": 1, "props": {}})):
            await socket.send(message)
        async for said in socket:
            if isinstance(said, str) and json.loads(said)["got"] == 3:
                break


def test_a_page_may_say_more_while_it_is_asked_for_more(tmp_path: Path) -> None:
    """The limit is raised at once and lowered again, on the phones' port and on the local one."""
    given: list[MessageSizes] = []

    def main(page: Any) -> None:
        allowance = ALLOWANCE.get()
        assert allowance
        given.append(allowance)
        _main()(page)

    async def work() -> None:
        limits = Limits.of_system()
        async with Server(main, data=tmp_path, port=0) as server:
            await server.open_lan(0)
            for url, most in ((websocket(server), limits.own_message), (lan(server), limits.message)):
                async with LineClient(url) as page:
                    await page.until(lambda page=page: page.visible("Value 0"))  # type: ignore[misc]
                    long = {"target": 1, "name": "result", "data": {"files": [{"bytes": b"x" * 4_000_000}]}}
                    close = given[-1].ask_for(LongMessage.FILE)
                    await page.until(lambda page=page, most=most: page.line.most == most + HEAD.size)  # type: ignore[misc]
                    await page.line.send(packet(Action.EVENT, long))
                    await page.tap("plus")
                    await page.until(lambda page=page: page.visible("Value 1"))  # type: ignore[misc]
                    close()
                    await page.until(lambda page=page: page.line.most == SHORT + HEAD.size)  # type: ignore[misc]
                    await page.line.send(packet(Action.EVENT, long))
                    await asyncio.wait_for(page.line.socket.wait_closed(), 10)

    asyncio.run(work())


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@served
async def test_one_page_that_sends_megabytes_of_empty_lists_keeps_nobody_waiting(server: Server) -> None:
    """Eight messages of seven megabytes, as events and as properties; compressed they take a few kilobytes."""
    lists = b"\xdd" + (7 * 2**20).to_bytes(4, "big") + b"\x90" * (7 * 2**20)
    event = b"\0\x92\x03\x83\xa6target\x01\xa4name\xa6result\xa4data" + lists
    properties = b"\0\x92\x04\x82\xa2id\x01\xa5props\x81\xa5value" + lists

    async def attack(heavy: bytes, how: str | None) -> None:
        async with websockets.connect(lan(server), subprotocols=ON_LINE, compression=how) as socket:  # type: ignore[arg-type]
            with contextlib.suppress(websockets.ConnectionClosed):
                await socket.send('{"line": null, "got": 0}')
                await socket.send(HEAD.pack(1, 0, 0) + packet(Action.REGISTER, PAGE))
                await socket.send(HEAD.pack(2, 0, 0) + heavy)
                await asyncio.wait_for(socket.wait_closed(), 20)

    async with LineClient(lan(server)) as other:
        await other.until(lambda: other.visible("Value 0"))
        before = memory()
        attacking = asyncio.gather(
            *(attack(each, how) for each in (event, properties) * 2 for how in (None, "deflate"))
        )
        taps = 0
        while not attacking.done() or taps < 5:
            taps += 1
            await other.tap("plus")
            await other.until(lambda n=taps: other.visible(f"Value {n}"), timeout=3)  # type: ignore[misc]
            await asyncio.sleep(0.05)
        await attacking
        assert memory() - before < 100 * 2**20, "this process attacks, too"


def memory() -> int:
    """Return the memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGESIZE")


@served
async def test_a_page_that_sends_empty_frames_by_the_thousand_is_hung_up_on(server: Server) -> None:
    """Empty pings and fragments cost as much as messages; the other pages are not affected."""
    async with LineClient(websocket(server)) as other:
        await other.until(lambda: other.visible("Value 0"))
        for frame in (b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0"):
            async with websockets.connect(websocket(server), subprotocols=ON_LINE) as socket:
                await socket.send('{"line": null, "got": 0}')
                socket.transport.write(b"\x02\x80\0\0\0\0" + frame * 50_000)
                await other.tap("plus")
                await asyncio.wait_for(socket.wait_closed(), 10)
        await other.until(lambda: other.visible("Value 2"))


def lan(server: Server) -> str:
    """Return the address of the websocket for phones."""
    return f"{lan_url(server).replace('http', 'ws')}ws?key={key_of(server)}"


def test_one_large_file_may_be_on_its_way_to_a_page_that_is_there() -> None:
    async def work() -> None:
        sent: list[bytes] = []
        wire = SimpleNamespace(put=sent.append, put_text=lambda _: None, hang_up=lambda: None, allow=lambda _: None)
        for packets, over in (([9000], False), ([9000, 900], False), ([9000, 900, 900], True), ([9000, 9000], True)):
            line = _Channel(None, {}, Timeouts(unconfirmed=1000), 1000)  # type: ignore[arg-type]
            line.resume(wire, 0)  # type: ignore[arg-type]
            for size in packets:
                line._say(b"x" * size)
            assert line.is_over is over, packets

    asyncio.run(work())

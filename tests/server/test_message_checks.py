"""What a page says over its websocket, and what becomes of one that says something else."""

import asyncio
import gc
import logging
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]
import pytest
import websockets
from effort import at_leisure
from harness import RawClient
from harness.mirror import device
from server.test_server import _main, websocket
from starlette.types import Message

from companion.server import message_checks
from companion.server.message_checks import Action, fault, paced
from companion.server.server import Server
from companion.tables.message_size import LONG_TEXT, SHORT, LongMessage, MessageSizes

PAGE: Final = {"session_id": None, "page_name": "", "page": device(390, 844, "android", False, "/", True)}
EVENT: Final = {"target": 3, "name": "click", "data": None}


def packet(action: Any, body: Any) -> bytes:
    return b"\0" + bytes(msgpack.packb([action, body]))


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"in": value}
    return value


GOOD: Final = (
    packet(Action.EVENT, EVENT),
    packet(Action.EVENT, EVENT | {"data": {"x": [1.5, "two", None], "y": True}}),
    packet(Action.PROPERTIES, {"id": 7, "props": {"value": "Anna"}}),
    packet(Action.ANSWER, {"control_id": 7, "call_id": "a", "result": {"files": [b"x" * 10_000]}, "error": None}),
    packet(Action.EVENT, {"target": 3, "name": "change", "data": "😀" * 4000}),
    packet(Action.ANSWER, {"control_id": 7, "call_id": "a", "result": None, "error": "refused"}),
    b"\1\0\0\0\0bytes for a control",
)

#: Messages that no client may send, first or later.
BAD: Final = (
    None,
    b"",
    b"\0",
    b"\2abc",
    b"\0\xc1",
    b"\0" + msgpack.packb({"a": 1}),
    b"\0" + msgpack.packb([1]),
    b"\0" + msgpack.packb([1, {}]) + b"more",
    b"\0\xdd\xff\xff\xff\xff",  # a list of four thousand million
    b"\0" + b"\x91" * 100_000,
    packet(1, PAGE | {"page": {"date": msgpack.ExtType(1, b"abcd")}}),
    packet(3, EVENT | {"data": msgpack.ExtType(2, b"25:61")}),
    packet(1, {}),
    packet(1, PAGE | {"more": 1}),
    packet(1, PAGE | {"page": [1]}),
    packet(1, PAGE | {"session_id": 7}),
    packet(1, PAGE | {"page": nested(40)}),
    packet(2, EVENT),
    packet("3", EVENT),
    packet(3, EVENT | {"target": "3"}),
    packet(3, EVENT | {"name": None}),
    packet(3, EVENT | {"data": nested(40)}),
    packet(4, {"id": 7, "props": [1]}),
    packet(6, {"message": "x"}),
    packet([1], PAGE),
)


def test_what_a_client_says_is_heard() -> None:
    assert fault(packet(Action.REGISTER, PAGE), first=True) is None
    assert [fault(each, first=False) for each in GOOD] == [None] * len(GOOD)


def test_what_no_client_says_is_not() -> None:
    for each in BAD:
        assert fault(each, first=True), each
        assert fault(each, first=False), each
    for each in GOOD:
        assert fault(each, first=True), each
    assert fault(packet(Action.REGISTER, PAGE), first=False)
    assert fault(packet(Action.REGISTER, PAGE | {"page_name": "x" * SHORT}), first=True)


FILE: Final = packet(Action.EVENT, {"target": 3, "name": "result", "data": {"files": [{"bytes": b"x" * 4_000_000}]}})
PASTED: Final = packet(Action.EVENT, {"target": 3, "name": "change", "data": "x" * 900_000})
WRITTEN: Final = packet(Action.PROPERTIES, {"id": 3, "props": {"value": "x" * 900_000}})
ANSWER: Final = packet(Action.ANSWER, {"control_id": 7, "call_id": "a", "result": b"x" * 900_000, "error": None})


def test_something_long_is_heard_only_where_it_was_asked_for() -> None:
    """A file and a pasted text: each up to its limit, and not the other; a long answer is never asked for."""
    kinds = {LongMessage.FILE: {FILE}, LongMessage.TEXT: {PASTED, WRITTEN}}
    everything = {FILE, PASTED, WRITTEN, ANSWER}
    for asked, heard in kinds.items():
        allowance = MessageSizes(8 * 2**20)
        close = allowance.ask_for(asked)
        assert {each for each in everything if not fault(each, first=False, allowance=allowance)} == heard
        close()
        close()
        assert all(fault(each, first=False, allowance=allowance) for each in everything)
        assert allowance.longest == SHORT
    allowance = MessageSizes(8 * 2**20)
    allowance.ask_for(LongMessage.TEXT)
    allowance.ask_for(LongMessage.FILE)
    long = {"target": 3, "name": "change", "data": "x" * (LONG_TEXT + 1)}
    assert fault(packet(Action.EVENT, long), first=False, allowance=allowance)


def test_no_message_holds_many_values_however_short_they_are() -> None:
    """Even if a file was asked for, seven megabytes of empty lists are not decoded."""
    allowance = MessageSizes(8 * 2**20)
    allowance.ask_for(LongMessage.FILE)
    many = 7 * 2**20
    begin = packet(Action.EVENT, EVENT | {"name": "result"})[:-1]
    lists = begin + b"\xdd" + many.to_bytes(4, "big")
    for inside in (b"\x90", b"\x80", b"\x00"):
        assert fault(lists + inside * many, first=False, allowance=allowance)
    nested = begin + b"\xdc\x03\xe8" + (b"\xdc\x03\xe8" + b"\x90" * 1000) * 1000
    same_key = begin + b"\xdc\x03\xe8" + (b"\xde\x03\xe8" + b"\xa1k\xc0" * 1000) * 1000
    for each in (nested, same_key):
        tracemalloc.start()
        try:
            assert fault(each, first=False, allowance=allowance)
            assert tracemalloc.get_traced_memory()[1] < 2**20
        finally:
            tracemalloc.stop()
    assert fault(packet(Action.EVENT, EVENT | {"data": [0] * (message_checks.VALUES - 10)}), first=False) is None


def test_whatever_comes_is_judged_without_an_error() -> None:
    random = Random(8)
    whole = packet(Action.REGISTER, PAGE)
    for _ in range(2000):
        changed = bytearray(whole)
        for _ in range(random.randrange(1, 6)):
            changed[random.randrange(len(changed))] = random.randrange(256)
        fault(bytes(changed[: random.randrange(len(changed) + 1)]), first=random.random() < 0.5)


def test_what_comes_faster_than_fingers_can_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_checks, "BURST", 5.0)
    waited: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", note)

    async def receive() -> Message:
        return {"type": "websocket.receive", "bytes": packet(Action.EVENT, EVENT)}

    async def work() -> None:
        hear = paced(receive, most=1000 * len(packet(Action.EVENT, EVENT)))
        for _ in range(10):
            await hear()

    asyncio.run(work())
    assert len(waited) == 5, "those beyond the burst"
    assert 0 < max(waited) <= 5 / message_checks.RATE + 0.01


def test_the_longest_message_counts_as_much_as_all_that_may_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", note)

    async def receive() -> Message:
        return {"type": "websocket.receive", "bytes": b"x" * 1000}

    async def work() -> None:
        hear = paced(receive, most=1000)
        await hear()
        assert waited == []
        await hear()

    asyncio.run(work())
    assert waited == [pytest.approx(message_checks.BURST / message_checks.RATE, abs=0.1)]


@at_leisure
def test_a_page_that_was_never_one_leaves_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Neither tasks nor Flet's side of the conversation stay, and the next page is served as ever."""

    def kept() -> tuple[int, int]:
        gc.collect()
        apps = sum(type(each).__name__ == "FletApp" for each in gc.get_objects())
        return apps, len(asyncio.all_tasks())

    async def say(url: str, first: bytes | None) -> None:
        async with websockets.connect(url) as socket:
            await socket.send("text" if first is None else first)
            if first:
                await asyncio.wait_for(socket.wait_closed(), 5)

    async def work() -> None:
        async with Server(_main(), data=tmp_path, port=0) as server:
            url = websocket(server.url)
            async with RawClient(url) as page:
                await page.until(lambda: page.visible("Value 0"))
                before = kept()
                await asyncio.gather(*(say(url, first) for first in BAD))
                async with asyncio.timeout(20):
                    while kept() != before:
                        await asyncio.sleep(0.2)
                await page.tap("plus")
                await page.until(lambda: page.visible("Value 1"))

    with caplog.at_level(logging.WARNING):
        asyncio.run(work())
    assert [record.getMessage() for record in caplog.records] == []

"""Nothing is shown before it is durable, even if the browser fails."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("flet")

from companion.web import browser_app
from companion.web.browser_app import Gate, said_together


class Browser:
    """A browser that stores data on request, and may refuse to."""

    def __init__(self) -> None:
        self.written = 0
        self.kept = 0
        self.shown: list[tuple[bytes, int]] = []
        self.messages: list[str] = []
        self.full = False
        self.goes_on = asyncio.Event()

    async def gate(self) -> Gate:
        """Return its gate, with all data stored."""
        made = Gate(
            lambda: self.written, self.keep, lambda packet: self.shown.append((packet, self.kept)), self.messages.append
        )
        self.goes_on.set()
        await made.settled()
        self.goes_on.clear()
        return made

    async def keep(self) -> None:
        """Store everything written so far."""
        written = self.written
        await self.goes_on.wait()
        if self.full:
            raise OSError("QuotaExceededError")
        self.kept = written


def run(what: Callable[[], Any]) -> None:
    asyncio.run(what())


def test_output_without_changes_is_shown_at_once() -> None:
    async def steps() -> None:
        browser = Browser()
        (await browser.gate()).send(b"a")
        assert browser.shown == [(b"a", 0)]

    run(steps)


def test_writes_are_durable_before_they_are_shown_and_order_is_kept() -> None:
    async def steps() -> None:
        browser = Browser()
        gate = await browser.gate()
        browser.written = 1
        gate.send(b"a")
        await asyncio.sleep(0)
        gate.send(b"b")
        browser.written = 2
        gate.send(b"c")
        await asyncio.sleep(0.01)
        assert browser.shown == []
        browser.goes_on.set()
        await gate.settled()
        assert [packet for packet, _ in browser.shown] == [b"a", b"b", b"c"]
        assert browser.shown[0][1] >= 1
        assert all(kept == 2 for _, kept in browser.shown[1:])

    run(steps)


def test_writes_without_output_are_saved_too() -> None:
    async def steps() -> None:
        browser = Browser()
        gate = await browser.gate()
        browser.goes_on.set()
        browser.written = 1
        gate.look()
        await gate.settled()
        assert browser.kept == 1

    run(steps)


def test_a_full_device_is_reported_and_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_app, "_AGAIN", 0.01)

    async def steps() -> None:
        browser = Browser()
        gate = await browser.gate()
        browser.full = True
        browser.goes_on.set()
        browser.written = 1
        gate.send(b"a")
        await asyncio.sleep(0.05)
        assert browser.shown == []
        assert browser.messages == ["unkept"]
        browser.full = False
        await gate.settled()
        assert browser.shown == [(b"a", 1)]
        assert browser.messages == ["unkept", "kept"]

    run(steps)


def test_messages_of_one_turn_are_sent_together() -> None:
    async def steps() -> None:
        posts: list[list[bytes]] = []
        say = said_together(asyncio.get_running_loop(), posts.append)
        say(b"a")
        asyncio.get_running_loop().call_soon(say, b"b")
        assert posts == []
        await asyncio.sleep(0.01)
        say(b"c")
        await asyncio.sleep(0.01)
        assert posts == [[b"a", b"b"], [b"c"]]

    run(steps)

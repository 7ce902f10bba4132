"""Wrong keys are rate-limited, other clients do not wait, and no key is logged anywhere."""

import asyncio
import logging
from pathlib import Path

import httpx
import pytest
from harness import RawClient
from server.test_doors import KEYLESS, Line
from server.test_doors import served as besieged
from server.test_server import _start, key_of, lan_url, served, websocket

from companion.server import rate_limit
from companion.server.guard import COOKIE
from companion.server.limits import Stage
from companion.server.rate_limit import RateLimiter
from companion.server.server import Server

#: Who writes down what the tests themselves ask for.
CLIENTS = ("httpx", "httpcore", "websockets.client")


class Clock:
    """A clock that advances when the test sets it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_refusals_come_later_up_to_a_limit_and_are_forgiven() -> None:
    clock = Clock()
    wrong = RateLimiter(clock).wrong
    late = [wrong("a") for _ in range(40)]
    assert late[:6] == [0.0] * 5 + [0.25]
    assert sorted(late) == late
    assert set(late[10:]) == {8.0}
    assert wrong("b") == 0.0
    clock.now += 599.0
    assert wrong("a") == 8.0
    clock.now += 601.0
    assert wrong("a") == 0.0


def test_little_is_remembered_of_many_places() -> None:
    seen = RateLimiter(Clock())
    for _ in range(6):
        seen.wrong("a")
    for place in range(1023):
        seen.wrong(place)
    assert seen.wrong("a") > 0
    for place in range(1024, 2048):
        seen.wrong(place)
    assert len(seen._places) == 1024
    assert seen.wrong("a") == 0


def test_a_code_is_not_looked_at_so_long_as_somebody_has_to_wait() -> None:
    clock = Clock()
    seen = RateLimiter(clock)
    for _ in range(5):
        seen.wrong("a")
        assert not seen.waits("a")
    late = seen.wrong("a")
    assert seen.waits("a") == late > 0
    assert not seen.waits("b")
    clock.now += late
    assert not seen.waits("a")


def with_key(key: str, path: bytes = b"/") -> bytes:
    """Return a request with a key in its cookie."""
    return KEYLESS.replace(b"/ HTTP", path + b" HTTP") + f"Cookie: {COOKIE}={key}\r\n\r\n".encode()


async def ask(server: Server, request: bytes) -> tuple[int, float]:
    """Return the status of an answer, and after how many seconds it came."""
    began = asyncio.get_running_loop().time()
    line = await Line.to(lan_url(server))
    line.say(request)
    status, _, _ = await line.hear()
    return status, asyncio.get_running_loop().time() - began


def test_who_guesses_waits_and_nobody_else_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_FIRST", 0.6)
    monkeypatch.setattr(rate_limit, "_LATEST", 0.6)

    @besieged()
    async def work(server: Server) -> None:
        right, link = with_key(key_of(server)), KEYLESS.replace(b"/ ", f"/?key={key_of(server)} ".encode())
        for n in range(8):  # no key is no wrong key
            assert await ask(server, KEYLESS + b"\r\n") < (404, 0.3), n
        for n in range(5):
            assert await ask(server, with_key("wrong")) < (404, 0.3), n
        late = asyncio.gather(
            ask(server, with_key("wrong")), ask(server, KEYLESS.replace(b"/ ", b"/?key=no ") + b"\r\n")
        )
        for request, status in ((right, 200), (link + b"\r\n", 303), (KEYLESS + b"\r\n", 403)):
            said, took = await ask(server, request)
            assert said == status
            assert took < 0.5
        for said, took in await late:
            assert said == 403
            assert took >= 0.6

    work(tmp_path)


def test_digits_cannot_be_tried_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a place has to wait even the right ones open nothing there, and a key still does."""
    monkeypatch.setattr(rate_limit, "_FIRST", 0.5)
    monkeypatch.setattr(rate_limit, "_LATEST", 0.5)

    def said(digits: str) -> bytes:
        return KEYLESS.replace(b"/ ", f"/?code={digits} ".encode()) + b"\r\n"

    @besieged()
    async def work(server: Server) -> None:
        invitation = server.invitation()
        assert invitation
        right, wrong = invitation.code, f"{(int(invitation.code) + 1) % 10**6:06}"
        assert (await ask(server, said(right)))[0] == 303
        for _ in range(6):
            assert (await ask(server, said(wrong)))[0] == 403
        guessing = asyncio.create_task(ask(server, said(wrong)))
        await asyncio.sleep(0.05)
        refused = asyncio.create_task(ask(server, said(right)))
        assert (await ask(server, with_key(key_of(server))))[0] == 200
        assert [(await each)[0] for each in (guessing, refused)] == [403, 403]
        await asyncio.sleep(0.6)
        assert (await ask(server, said(right)))[0] == 303

    work(tmp_path)


@besieged()
async def test_those_who_wait_for_a_refusal_hold_no_more_than_strangers_may(server: Server) -> None:
    for _ in range(5):
        await ask(server, with_key("wrong"))
    lines = [await Line.to(lan_url(server)) for _ in range(80)]
    for line in lines:
        line.say(with_key("wrong"), KEYLESS * 2000)  # messages that arrive meanwhile are not even read
    await asyncio.sleep(0.1)
    assert server._pool.count(Stage.STRANGER) <= server._limits.shares[Stage.STRANGER].each
    assert (await ask(server, with_key(key_of(server))))[0] == 200


@served
async def test_no_key_is_in_a_log_a_referrer_or_an_address(server: Server) -> None:
    key = key_of(server)
    records: list[str] = []
    listening = logging.Handler(logging.DEBUG)
    listening.addFilter(lambda record: not record.name.startswith(CLIENTS))
    listening.emit = lambda record: records.append(listening.format(record))  # type: ignore[method-assign]
    root = logging.getLogger()
    before = root.level
    root.addHandler(listening)
    root.setLevel(logging.DEBUG)
    try:
        async with httpx.AsyncClient(follow_redirects=True) as client:
            page = await client.get(lan_url(server, "/table/x"), params={"key": key})
            await client.get(lan_url(server), params={"key": "guessed"})
        async with RawClient(websocket(lan_url(server), f"?key={key}")) as phone:
            await phone.until(lambda: phone.visible("Value 0"))
    finally:
        root.removeHandler(listening)
        root.setLevel(before)
    assert (page.status_code, str(page.url)) == (200, lan_url(server, "/table/x"))
    # what a page asks of others says nothing of where it is, and the address of the page holds no key anyway
    assert page.headers["referrer-policy"] == "same-origin"
    assert [hop.headers["cache-control"] for hop in page.history] == ["no-store"]
    assert key not in page.text
    assert not [line for line in records if key in line or "guessed" in line]


def test_what_the_program_prints_holds_the_key_only_in_the_invitation(tmp_path: Path) -> None:
    process, url = _start(tmp_path, "--lan")
    key = (tmp_path / "lan.key").read_text()

    async def work() -> None:
        async with httpx.AsyncClient() as client:
            for path in ("", "table/x", "ws", "nothing/%00"):
                await client.get(url + path, params={"key": key})
        async with RawClient(websocket(url, f"?key={key}")) as phone:
            await phone.until(lambda: phone.visible("Value 0"))

    try:
        asyncio.run(work())
    finally:
        process.terminate()
        printed, _ = process.communicate(timeout=10)
    assert [line.split("?")[0][-1] for line in printed.splitlines() if key in line] == ["/"]

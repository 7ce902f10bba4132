"""Codes cannot be guessed from any number of addresses; guests can join meanwhile; codes expire with the evening."""

import asyncio
import socket
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
import websockets
from harness import RawClient, Screen
from screens.room import room
from server.test_server import _main, lan_url, served

from companion.app import _Door
from companion.server import join_codes, server
from companion.server.guard import COOKIE
from companion.server.join_codes import BORNE, EVENING, LONG, SHORT, JoinCodes
from companion.server.keys import ROOM
from companion.server.server import Server
from companion.tables.roles import Grant, Role
from companion.ui.shell import main_of

SEAT = Grant(Role.SEAT, "a1")


def code_of(server: Server, to: Grant = ROOM) -> str:
    invitation = server.invitation("/", to)
    assert invitation
    return invitation.code


async def guess(server: Server, code: str, address: str = "127.0.0.1", patience: float = 20.0) -> int:
    """Type a code on a phone at an address of this machine, and return the response's status; 0 after a timeout."""
    url = httpx.URL(lan_url(server))
    read, write = await asyncio.open_connection(url.host, url.port, local_addr=(address, 0))
    write.write(
        f"GET /?code={quote(code)} HTTP/1.1\r\nHost: {url.host}:{url.port}\r\nConnection: close\r\n\r\n".encode()
    )
    try:
        return int((await asyncio.wait_for(read.readline(), patience)).split()[1])
    except (TimeoutError, OSError, IndexError):
        return 0
    finally:
        write.transport.abort()


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10 ** len(code):0{len(code)}}"


def test_after_so_many_wrong_guesses_every_code_is_another_and_long() -> None:
    announced: list[None] = []
    kept = JoinCodes()
    kept.changed.subscribe(lambda: announced.append(None))
    before = {key: kept.of(key) for key in ("room", "seat")}
    assert {len(code) for code in before.values()} == {SHORT}
    for _ in range(BORNE - 1):
        kept.guessed_wrong()
    assert {key: kept.of(key) for key in before} == before
    assert not announced
    kept.guessed_wrong()
    assert announced == [None]
    assert kept.are_long
    assert [kept.key_of(code) for code in before.values()] == [None, None]
    after = {key: kept.of(key) for key in before}
    assert {len(code) for code in after.values()} == {LONG}
    for _ in range(10 * BORNE):
        kept.guessed_wrong()
    assert {kept.key_of(code): code for code in after.values()} == after, (
        "nobody can make it change under a guest's fingers"
    )


def test_no_code_outlives_the_evening() -> None:
    now, announced = 1e9, []
    kept = JoinCodes(lambda: now)
    kept.changed.subscribe(lambda: announced.append(now))
    now += 10 * EVENING  # counted from when it is first shown
    code = kept.of("room")
    now += EVENING - 1
    kept.end_with_the_evening()
    assert kept.key_of(code) == "room"
    now += 1
    assert kept.key_of(code) == "room", "what a screen shows is valid until the screen is told"
    kept.end_with_the_evening()
    assert kept.key_of(code) is None
    assert announced == [now]
    kept.end_with_the_evening()
    assert announced == [now], "without a code there is nothing to end"
    for _ in range(BORNE):
        kept.guessed_wrong()
    kept.of("room")
    now -= 10 * EVENING  # a clock that was set back
    kept.end_with_the_evening()
    assert not kept.are_long, "another evening begins with short ones"


@served
async def test_guesses_from_ever_new_addresses_find_nothing_and_a_guest_comes_in(server: Server) -> None:
    shown = code_of(server)
    addresses = [f"127.0.7.{n}" for n in range(1, 61)]
    try:
        with socket.socket() as probe:
            probe.bind((addresses[0], 0))
    except OSError:
        pytest.skip("this system has one loopback address")
    answers = [await guess(server, wrong(shown), each) for each in addresses for _ in range(2)]
    assert {*answers} == {403}
    assert await guess(server, shown) == 403, "the code they were guessing at has ended"
    long = code_of(server)
    assert len(long) == LONG

    async def go_on() -> None:
        while True:
            await asyncio.gather(*(guess(server, wrong(long), each) for each in addresses[:20]))

    guessing = asyncio.create_task(go_on())
    try:
        for typed in (long, f"{long[:3]} {long[3:6]} {long[6:]}"):
            assert await guess(server, typed) == 303
        invitation = server.invitation()
        assert invitation
        async with httpx.AsyncClient() as phone:
            link = httpx.URL(invitation.link).copy_with(host="127.0.0.1")
            assert (await phone.get(link)).status_code == 303
    finally:
        guessing.cancel()
        await asyncio.gather(guessing, return_exceptions=True)
    assert code_of(server) == long


@served
async def test_a_guest_behind_the_same_address_comes_in_while_somebody_there_guesses(server: Server) -> None:
    shown = code_of(server)
    for _ in range(BORNE // 10):  # some disconnect before they get a response
        await asyncio.gather(*(guess(server, wrong(shown), patience=0.5) for _ in range(20)))
    long = code_of(server)
    assert len(long) == LONG
    assert await guess(server, wrong(long), patience=0.2) == 0, "this address is answered late"
    assert await guess(server, long) == 303


@served
async def test_the_page_says_what_to_do_after_a_wrong_code(server: Server) -> None:
    shown = code_of(server)
    english = {"Accept-Language": "en"}
    async with httpx.AsyncClient(headers=english, timeout=20) as phone:
        first = await phone.get(lan_url(server))
        assert "alert" not in first.text

        async def tried() -> str:
            return (await phone.get(lan_url(server), params={"code": wrong(shown)})).text

        said = [await tried() for _ in range(6)]
        said += await asyncio.gather(tried(), tried())
    assert "scan the QR code next to it" in said[0]
    assert "the one on the host’s screen now" in said[0]
    assert sum("Please wait ten seconds" in each for each in said) == 1


@served
async def test_a_page_that_is_in_cannot_guess_through_its_websocket(server: Server) -> None:
    """Such guesses would not be counted."""
    invitation = server.invitation("/", SEAT)
    assert invitation
    key = httpx.URL(invitation.link).params["key"]
    url = f"{lan_url(server).replace('http', 'ws')}ws"
    async with RawClient(
        f"{url}?code={code_of(server, Grant(Role.HOST, 'a1'))}", headers={"Cookie": f"{COOKIE}={key}"}
    ) as page:
        await page.until(lambda: page.visible("passes seat@a1"))
    with pytest.raises(websockets.InvalidStatus):
        async with RawClient(f"{url}?code={code_of(server)}"):
            pass


def test_the_server_ends_codes_with_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_LOOK_AT_CODES", 0.05)
    monkeypatch.setattr(join_codes, "EVENING", 0.2)

    async def work() -> None:
        async with Server(_main(), data=tmp_path, port=0) as here:
            await here.open_lan(0)
            announced = asyncio.Event()
            here.changed.subscribe(announced.set)
            before = code_of(here)
            await asyncio.wait_for(announced.wait(), 5)
            assert code_of(here) != before

    asyncio.run(work())


async def test_every_screen_that_shows_a_code_shows_the_next_one(tmp_path: Path) -> None:
    """In the settings, on the first screen and at a table, on two pages of the host at once."""
    async with Server(_main(), data=tmp_path / "server", port=0) as here:
        await here.open_lan(0, ("127.0.0.1",))
        app = room(tmp_path)
        app.lan = _Door(here, tmp_path)
        async with (
            Screen(main_of(app), route="/settings", locale="en") as settings,
            Screen(main_of(app), locale="en", width=1200) as home,
        ):
            for kind in (SHORT, LONG):
                code = code_of(here)
                assert len(code) == kind
                parts = (code[:3], code[3:6], code[6:]) if kind == LONG else (code[:3], code[3:])
                for screen in (settings, home):
                    await screen.until(lambda screen=screen: screen.visible("\u00a0".join(parts)))  # type: ignore[misc]  # noqa: B023
                for _ in range(BORNE):
                    here._links.codes.guessed_wrong()

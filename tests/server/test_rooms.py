"""Rooms: each group has its own address, key and games, and no page learns of the others."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import pytest
import websockets
from harness import RawClient
from server.test_proxy import behind_a_proxy, forwarded, here
from server.test_server import _main, websocket

from companion.kernel.log import Header
from companion.server.guard import COOKIE, ROOM_COOKIE
from companion.server.proxy import Deployment
from companion.server.rooms import KEPT, Room, RoomFolders, Rooms
from companion.server.server import Server
from companion.storage.library import Library

DAY: Final = 24 * 3600.0


with_rooms = partial(behind_a_proxy, has_rooms=True)


def key_of(server: Server, room: Room) -> str:
    return httpx.URL(server.host_link(room)).params["key"]


@with_rooms()
async def test_whoever_opens_the_address_makes_a_room_and_is_its_host(server: Server, rooms: Rooms) -> None:
    async with httpx.AsyncClient() as browser:
        front = await browser.get(here(server), headers={"Accept-Language": "de"})
        assert "Wie heißt eure Runde?" in front.text
        assert "400 Tage" in front.text
        made = await browser.post(here(server, "rooms"), params={"title": " Die  Kartenhaie "})
        assert made.status_code == 201
        link = urlsplit(made.json()["link"])
        assert link.path.startswith("/r/die-kartenhaie-")
        assert made.json()["title"] == "Die Kartenhaie"
        joined = await browser.get(here(server, f"{link.path[1:]}?{link.query}"))
        assert joined.headers["location"] == link.path
        assert f"Path={link.path}" in joined.headers["set-cookie"]
        page = await browser.get(here(server, link.path[1:]))
        assert f'<base href="{link.path}">' in page.text
        assert COOKIE in {cookie.name for cookie in browser.cookies.jar}
    async with RawClient(f"{websocket(here(server, link.path[1:]))}?{link.query}") as host:
        await host.until(lambda: host.visible("host"))


@with_rooms()
async def test_a_key_opens_its_own_room_only(server: Server, rooms: Rooms) -> None:
    one, other = rooms.make("One"), rooms.make("Other")
    async with httpx.AsyncClient() as browser:
        for room, key, status in ((one, one, 303), (one, other, 403), (other, one, 403)):
            answer = await browser.get(here(server, room.below), params={"key": key_of(server, key)})
            assert answer.status_code == status
            browser.cookies.clear()
        code = server.invitation(room=one).code  # type: ignore[union-attr]
        assert (await browser.get(here(server, one.below), params={"code": code})).status_code == 303
        browser.cookies.clear()
        assert (await browser.get(here(server, other.below), params={"code": code})).status_code == 403
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(f"{websocket(here(server, other.below))}?key={key_of(server, one)}")
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(f"{websocket(here(server))}?key={key_of(server, one)}")


@with_rooms()
async def test_a_room_that_does_not_exist_answers_like_one_that_does(server: Server, rooms: Rooms) -> None:
    room = rooms.make("One")
    async with httpx.AsyncClient() as browser:
        for params in ({}, {"key": "guessed"}, {"code": "123456"}):
            there = await browser.get(here(server, room.below), params=params)
            not_there = await browser.get(here(server, "r/one-aaaaaa/"), params=params)
            assert there.status_code == not_there.status_code == 403
            assert there.text.replace(room.below, "") == not_there.text.replace("r/one-aaaaaa/", "")
        for path in ("r/", "r/../rooms/", "r/.one/", "r/One/", "table/x"):
            assert (await browser.get(here(server, path))).status_code in (303, 403)


@with_rooms(Deployment(public="https://games.example/companion"))
async def test_rooms_lie_below_the_public_address(server: Server, rooms: Rooms) -> None:
    room = rooms.make("Öl & Ähre")
    assert server.host_link(room).startswith(f"https://games.example/companion/r/{room.name}/?key=")
    assert room.name.startswith("ol-ahre-")
    async with httpx.AsyncClient() as browser:
        for base in ("", "companion/"):  # some proxies remove it
            answer = await browser.get(
                here(server, f"{base}{room.below}"), params={"key": key_of(server, room)}, headers=forwarded()
            )
            assert answer.headers["location"] == f"/companion/{room.below}"
            assert f"{ROOM_COOKIE}=" in answer.headers["set-cookie"]
            assert f"Path=/companion/{room.below}" in answer.headers["set-cookie"]


@with_rooms()
async def test_a_new_link_of_the_host_ends_the_old_one(server: Server, rooms: Rooms) -> None:
    room = rooms.make("One")
    old = key_of(server, room)
    url = websocket(here(server, room.below))
    async with RawClient(f"{url}?key={old}") as host:
        await host.until(lambda: host.visible("host"))
        new = await server.new_host_link(room)
        assert old not in new
        async with httpx.AsyncClient() as browser:
            assert (await browser.get(here(server, room.below), params={"key": old})).status_code == 403
        async with RawClient(f"{url}?{urlsplit(new).query}") as again:
            await again.until(lambda: again.visible("host"))
            await host.until(lambda: not host.is_connected, timeout=10)
            assert again.is_connected


@with_rooms()
async def test_a_deleted_room_is_gone_with_everything_in_it(server: Server, rooms: Rooms) -> None:
    room, other = rooms.make("One"), rooms.make("Other")
    key = key_of(server, room)
    async with (
        RawClient(f"{websocket(here(server, room.below))}?key={key}") as host,
        RawClient(f"{websocket(here(server, other.below))}?key={key_of(server, other)}") as elsewhere,
    ):
        await host.until(lambda: host.visible("host"))
        await elsewhere.until(lambda: elsewhere.visible("host"))
        await server.delete_room(room)
        await host.until(lambda: not host.is_connected)
        assert elsewhere.is_connected
    assert rooms.find(room.name) is None
    assert rooms.find(other.name) is other
    async with httpx.AsyncClient() as browser:
        assert (await browser.get(here(server, room.below), params={"key": key})).status_code == 403


@with_rooms()
async def test_rooms_need_a_title_and_are_limited_by_address(server: Server, rooms: Rooms) -> None:
    async with httpx.AsyncClient() as browser:

        async def made(title: str, client: str = "203.0.113.7", **headers: str) -> httpx.Response:
            sent = {**forwarded(client), **headers}
            return await browser.post(here(server, "rooms"), params={"title": title}, headers=sent)

        for title in ("", " ", "\x00", "a\u202eb"):
            assert (await made(title)).status_code == 400
        foreign = await made("One", **{"Sec-Fetch-Site": "cross-site"})
        assert foreign.status_code == 403
        assert [(await made(f"Room {n}")).status_code for n in range(6)] == [201] * 5 + [429]
        assert (await made("Elsewhere", "203.0.113.8")).status_code == 201
        assert len(tuple(rooms)) == 6


def test_a_room_that_nobody_visits_is_deleted_in_the_end(tmp_path: Path) -> None:
    now = time.time()
    rooms = Rooms(RoomFolders(tmp_path, clock=lambda: now))
    room, visited = rooms.make("One"), rooms.make("Two")
    now += (KEPT + 1) * DAY
    os.utime(tmp_path / visited.name / "room.json", (now - DAY, now - DAY))
    assert [*rooms.idle()] == [room]
    now -= 2 * DAY
    assert [*rooms.idle()] == []


def test_an_idle_room_is_deleted_only_if_it_stays_idle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that is wrong once deletes nothing."""
    now = time.time()
    store = RoomFolders(tmp_path / "rooms", clock=lambda: now)
    rooms = Rooms(store)
    idle, back = rooms.make("One"), rooms.make("Two")
    monkeypatch.setattr("companion.server.server._LOOK_AT_ROOMS", 0.02)
    monkeypatch.setattr("companion.server.server._IDLE", 0.5)

    async def work() -> None:
        nonlocal now
        deployment = Deployment(own_door=False)
        async with Server(_main(), data=tmp_path, port=0, deployment=deployment, rooms=rooms):
            now += (KEPT + 1) * DAY  # the clock is wrong for a moment
            await asyncio.sleep(0.2)
            now -= (KEPT + 1) * DAY
            await asyncio.sleep(0.6)
            assert rooms.find(idle.name)
            now += (KEPT + 1) * DAY
            os.utime(tmp_path / "rooms" / back.name / "room.json", (now, now))
            while rooms.find(idle.name):
                await asyncio.sleep(0.05)
            assert rooms.find(back.name)

    asyncio.run(work())


def test_a_room_without_pages_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.server._UNUSED", 0.5)
    closed: list[Room] = []
    rooms = Rooms(RoomFolders(tmp_path / "rooms"), closed.append)
    room = rooms.make("One")

    async def work() -> None:
        deployment = Deployment(own_door=False)
        async with Server(_main(), data=tmp_path, port=0, deployment=deployment, rooms=rooms) as server:
            async with RawClient(f"{websocket(here(server, room.below))}?key={key_of(server, room)}") as host:
                await host.until(lambda: host.visible("host"))
                await asyncio.sleep(1)
                assert room not in closed
            while room not in closed:
                await asyncio.sleep(0.05)

    asyncio.run(work())


@contextlib.contextmanager
def running(data: Path) -> Iterator[int]:
    """Run the program with rooms in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "companion", "serve", "--rooms", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            assert f":{port}/" in process.stdout.readline()
            yield port
        finally:
            process.terminate()


@contextlib.asynccontextmanager
async def page(link: str, route: str = "/", **headers: str) -> AsyncIterator[RawClient]:
    """Open a page by a link."""
    parts = urlsplit(link)
    url = f"ws://{parts.netloc}{parts.path}ws?{parts.query}"
    async with RawClient(url, route=route, locale="en", headers=headers) as client:
        yield client


def test_a_room_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    async def work(port: int) -> None:
        async with httpx.AsyncClient() as browser:
            made = await browser.post(f"http://127.0.0.1:{port}/rooms", params={"title": "Owls"})
        link = made.json()["link"]
        (tmp_path / "rooms" / urlsplit(link).path.split("/")[2] / "companion.sqlite3").mkdir()
        async with page(link) as host:
            await host.until(lambda: host.all("cannot-open"), timeout=20)
            assert any("cannot write to its data folder" in text for text in host.texts())

    with running(tmp_path) as port:
        asyncio.run(work(port))


def test_each_room_has_its_own_games(tmp_path: Path) -> None:
    async def work(port: int) -> None:
        async with httpx.AsyncClient() as browser:
            links = [
                (await browser.post(f"http://127.0.0.1:{port}/rooms", params={"title": title})).json()["link"]
                for title in ("Sharks", "Owls")
            ]
        header = Header("free_sheet", 2, ("Anna", "Ben"))
        Library.open(tmp_path / "rooms" / urlsplit(links[0]).path.split("/")[2]).library.create(header)
        async with page(links[0]) as sharks, page(links[1]) as owls:
            await sharks.until(lambda: sharks.visible("Anna"), timeout=20)
            await owls.until(lambda: owls.texts(), timeout=20)
            assert not owls.visible("Anna")
        async with page(links[1], "/settings") as host:
            await host.until(lambda: host.visible("This room"), timeout=20)
            assert str(tmp_path) not in " ".join(host.texts())
            await host.tap("room-delete")
            await host.until(lambda: host.all("room-delete-yes"))
            assert any("0 games" in text for text in host.texts())
            await host.tap("room-delete-yes")
            await host.until(lambda: not host.is_connected, timeout=10)
        async with page(links[0], "/settings") as host:
            await host.until(lambda: host.visible("This room"), timeout=20)
            await host.tap("host-link")
            await host.until(lambda: links[0] in host.texts())

    with running(tmp_path) as port:
        asyncio.run(work(port))
    assert len([*(tmp_path / "rooms").iterdir()]) == 1

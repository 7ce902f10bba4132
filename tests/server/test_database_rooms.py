"""Rooms in a PostgreSQL database: made, found by other processes, and deleted wholly."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from benchmarks.servers import free_port, served_by
from harness import RawClient
from postgres import Cluster, settled
from server.test_proxy import here
from server.test_rooms import page
from server.test_server import _main, websocket
from storage.test_postgres import eventually, filled

from companion.server.database_rooms import DatabaseRooms
from companion.server.passkeys import Passkey
from companion.server.proxy import Deployment
from companion.server.rooms import KEPT, Rooms
from companion.server.server import Server
from companion.storage.errors import StorageError
from companion.storage.library import Library
from companion.tables.roles import HOST, Grant, Role

pytestmark = pytest.mark.xdist_group("postgres")

SEAT = Grant(Role.SEAT, "table")


@pytest.fixture
def store(server: Cluster) -> Iterator[DatabaseRooms]:
    store = DatabaseRooms(server.url())
    yield store
    store.close()


@pytest.fixture
def elsewhere(server: Cluster) -> Iterator[Rooms]:
    """The rooms as another process has them."""
    store = DatabaseRooms(server.url())
    yield Rooms(store)
    store.close()


def test_another_process_finds_rooms_and_their_latest_keys(store: DatabaseRooms, elsewhere: Rooms) -> None:
    rooms = Rooms(store)
    room = rooms.make("Die Kartenhaie")
    keys = {to: room.links.key(to) for to in (*HOST, SEAT)}
    settled()
    found = elsewhere.find(room.name)
    assert found
    assert found.title == "Die Kartenhaie"
    assert found.links.opened_by(keys.values()) == {key: to for to, key in keys.items()}
    ended = room.links.end(HOST[0])
    settled()
    assert found.links.opened_by([ended, room.links.key(HOST[0])]) == {room.links.key(HOST[0]): HOST[0]}
    assert elsewhere.find(room.name) is found


def test_a_room_is_deleted_with_everything_in_it(store: DatabaseRooms, elsewhere: Rooms, server: Cluster) -> None:
    rooms = Rooms(store)
    room, other = rooms.make("One"), rooms.make("Two")
    for each in (room, other):
        filled(Library(store.room(each.name)))
        assert each.links.key(SEAT)
        store.put_passkeys(each.name, [Passkey("id", "key", 0)])
        assert elsewhere.find(each.name)
    rooms.delete(room)
    settled()
    assert rooms.find(room.name) is elsewhere.find(room.name) is None
    assert elsewhere.find(other.name)
    every = DatabaseRooms(server.url("super"))
    with every.connected(room.name) as connection:
        for table in ("log", "entry", "bin", "figure", "player", "setting", "link", "passkey"):
            rows = connection.execute(f"SELECT room, count(*) FROM {table} GROUP BY room").fetchall()
            assert room.name not in dict(rows), table
            assert dict(rows)[other.name], table
    every.close()


def test_a_room_that_nobody_visits_is_found(store: DatabaseRooms, server: Cluster) -> None:
    rooms = Rooms(store)
    room, visited = rooms.make("One"), rooms.make("Two")
    server.sql(f"UPDATE room SET visited = now() - interval '{KEPT + 1} days'", "companion")
    store.visit(visited.name)
    assert room in [*rooms.idle()]
    assert visited not in [*rooms.idle()]


def test_the_links_of_another_room_are_not_found(store: DatabaseRooms) -> None:
    rooms = Rooms(store)
    room, other = rooms.make("One"), rooms.make("Two")
    key = room.links.key(SEAT)
    store.put_passkeys(room.name, [Passkey("id", "key", 0)])
    assert key not in {found for found, *_ in store.links(other.name)}
    with store.connected(other.name) as connection:  # row-level security alone
        assert connection.execute("SELECT 1 FROM link WHERE room = %s", [room.name]).fetchall() == []
        assert connection.execute("SELECT 1 FROM passkey WHERE room = %s", [room.name]).fetchall() == []
        assert connection.execute("SELECT 1 FROM room WHERE name = %s", [room.name]).fetchall() == []
        assert connection.execute("DELETE FROM room WHERE name = %s", [room.name]).rowcount == 0
    with store.connected("*") as connection:
        assert connection.execute("SELECT 1 FROM link").fetchall() == []
        assert connection.execute("DELETE FROM room").rowcount == 0
    assert rooms.find(room.name) is room


def test_a_database_that_is_gone_is_an_error_and_rooms_are_back_with_it(store: DatabaseRooms, server: Cluster) -> None:
    rooms = Rooms(store)
    room = rooms.make("One")
    server.stop()
    try:
        with pytest.raises(StorageError):
            rooms.make("Two")
    finally:
        server.start()
    assert eventually(lambda: rooms.find(room.name) is room)


@contextlib.asynccontextmanager
async def two_processes(server: Cluster, data: Path) -> AsyncIterator[tuple[tuple[Server, Rooms], ...]]:
    """Serve the same rooms twice, as two processes do."""
    async with contextlib.AsyncExitStack() as stack:
        served = []
        for name in ("one", "two"):
            store = DatabaseRooms(server.url())
            stack.callback(store.close)
            rooms = Rooms(store)
            deployment = Deployment(own_door=False)
            process = Server(_main(), data=data / name, port=0, deployment=deployment, rooms=rooms)
            served.append((await stack.enter_async_context(process), rooms))
        yield tuple(served)


def test_a_link_or_room_that_ends_in_one_process_ends_the_pages_of_another(server: Cluster, tmp_path: Path) -> None:
    async def work() -> None:
        async with two_processes(server, tmp_path) as ((one, rooms), (other, there)):
            room = rooms.make("Owls")
            found = there.find(room.name)
            assert found
            address = f"{websocket(here(other, room.below))}?key="
            keys = [room.links.key(to) for to in (SEAT, HOST[0])]
            async with RawClient(address + keys[0]) as phone, RawClient(address + keys[1]) as host:
                await phone.until(lambda: phone.visible("guest"))
                await host.until(lambda: host.visible("host"))
                assert other.phones(found) == 2
                await one.new_key(SEAT, room)
                await phone.until(lambda: not phone.is_connected, timeout=10)
                assert host.is_connected
                await one.delete_room(room)
                await host.until(lambda: not host.is_connected, timeout=10)
                assert there.find(room.name) is None

    asyncio.run(work())


def test_rooms_of_a_database_are_served(server: Cluster, tmp_path: Path) -> None:
    port = free_port()

    async def work() -> None:
        async with httpx.AsyncClient() as browser:
            made = await browser.post(f"http://127.0.0.1:{port}/rooms", params={"title": "Owls"})
            link = made.json()["link"]
        async with page(link, "/settings") as host:
            await host.until(lambda: host.visible("This room"), timeout=20)
            await host.tap("room-delete")
            await host.until(lambda: host.all("room-delete-yes"))
            await host.tap("room-delete-yes")
            await host.until(lambda: not host.is_connected, timeout=10)
        async with httpx.AsyncClient() as browser:
            assert (await browser.get(link)).status_code == 403

    words = ["-m", "companion", "serve", "--rooms", "--port", str(port), "--data", str(tmp_path)]
    with served_by([*words, "--database", server.url()], port):
        asyncio.run(work())
    assert not (tmp_path / "rooms").exists()

"""Passkeys: with one, the host of a room comes back in without the link; nobody else does."""

import json
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import httpx
import pytest
from postgres import Cluster
from server.test_proxy import here
from server.test_rooms import key_of, with_rooms

from companion.server.database_rooms import DatabaseRooms
from companion.server.passkeys import Challenges, Passkey, Passkeys, UnknownPasskey
from companion.server.proxy import Deployment
from companion.server.rooms import RoomFolders, Rooms, RoomStore
from companion.server.server import Server
from companion.tables.roles import Grant, Role

PASSKEY = Passkey("id", "key", 3)
SCOPE: dict[str, Any] = {"type": "http", "scheme": "http", "headers": [(b"host", b"localhost:8550")]}


@with_rooms()
async def test_only_the_host_may_save_a_passkey(server: Server, rooms: Rooms) -> None:
    room = rooms.make("One")
    at = here(server, f"{room.below}passkey").replace("127.0.0.1", "localhost")
    async with httpx.AsyncClient() as client:
        for key in (room.links.key(), room.links.key(Grant(Role.SEAT, "table"))):
            assert (await client.get(at, params={"key": key}, follow_redirects=True)).status_code == 403
            assert (await client.delete(at)).status_code == 403
            client.cookies.clear()
        assert "passkey" in (await client.get(at, params={"key": key_of(server, room)}, follow_redirects=True)).text
        foreign = {"Sec-Fetch-Site": "cross-site"}
        assert (await client.post(at, headers=foreign)).status_code == 403
        for answer in ("", "{}", "[", "[" * 5000, json.dumps({"id": "x", "response": {"clientDataJSON": "e30"}})):
            said = await client.post(at, params={"answer": answer})
            assert (said.status_code, said.json()["none"]) == (400, True)
        front = here(server, "passkey").replace("127.0.0.1", "localhost")
        assert (await client.post(front, params={"answer": "{}"})).status_code == 403
        by_number = await client.get(here(server))
        assert 'id="back" hidden' in by_number.text, "an address of numbers allows no passkeys"


@pytest.mark.parametrize("kind", ["folders", pytest.param("database", marks=pytest.mark.xdist_group("postgres"))])
def test_passkeys_stay_with_their_room(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    def opened() -> RoomStore:
        if kind == "folders":
            return RoomFolders(tmp_path)
        server: Cluster = request.getfixturevalue("server")
        return DatabaseRooms(server.url())

    store, again = opened(), opened()
    rooms = Rooms(store)
    room, other = rooms.make("One"), rooms.make("Other")
    store.put_passkeys(room.name, [PASSKEY])
    assert again.passkeys(room.name) == [PASSKEY]
    assert again.passkeys(other.name) == []
    rooms.delete(room)
    assert again.passkeys(room.name) == []
    assert (store.secret() == again.secret()) is (kind == "database")
    for each in (store, again):
        each.close()


@pytest.mark.parametrize("name", ["../one", "nobody", ""])
def test_an_answer_for_no_room_opens_nothing(name: str, tmp_path: Path) -> None:
    passkeys = Passkeys(Rooms(RoomFolders(tmp_path)), Deployment())
    handle = urlsafe_b64encode(name.encode()).decode()
    with pytest.raises(UnknownPasskey):
        passkeys.opened({"id": "id", "response": {"userHandle": handle}}, SCOPE)


def test_a_challenge_is_fresh_for_ten_minutes_and_only_where_it_was_made() -> None:
    now = 1_800_000_000.0
    challenges, others = (Challenges(secret, lambda: now) for secret in (b"one", b"other"))
    challenge = challenges.new()
    assert challenges.is_fresh(challenge)
    assert not others.is_fresh(challenge)
    assert not challenges.is_fresh(challenge[:-1] + bytes([challenge[-1] ^ 1]))
    assert not challenges.is_fresh(b"")
    now += 601
    assert not challenges.is_fresh(challenge)

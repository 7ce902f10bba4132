"""Links: each opens its own pass, is ended alone, and can be said aloud."""

import asyncio
import json
import os
import stat
from pathlib import Path

import httpx
import pytest
import websockets
from harness import RawClient
from server.test_server import _main, lan_url, served, websocket

from companion.server.guard import COOKIE
from companion.server.keys import ROOM, KeyFiles
from companion.server.links import Links
from companion.server.server import Server
from companion.storage.errors import StorageError
from companion.tables.roles import GUEST, HOST, Grant, Role, role_at

SEAT = Grant(Role.SEAT, "a1")
BOARD = Grant(Role.VIEWER, "a1")
OTHER = Grant(Role.SCOREKEEPER, "b2")


def _params(server: Server, to: Grant) -> dict[str, str]:
    invitation = server.invitation("/", to)
    assert invitation
    return dict(httpx.URL(invitation.link).params)


def test_each_link_opens_its_own_pass_and_outlives_a_restart(tmp_path: Path) -> None:
    links = Links(KeyFiles(tmp_path))
    keys = {to: links.key(to) for to in (ROOM, SEAT, BOARD, OTHER, HOST[0])}
    assert len({*keys.values()}) == 5
    again = Links(KeyFiles(tmp_path))
    assert {to: again.key(to) for to in keys} == keys
    for to, key in keys.items():
        assert again.opened_by([key]) == {key: to}
    assert again.opened_by(["", "wrong", "ä", *keys.values()]) == {key: to for to, key in keys.items()}
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "lan.links").stat().st_mode) == 0o600


def test_a_link_is_ended_without_the_others(tmp_path: Path) -> None:
    links = Links(KeyFiles(tmp_path))
    keys = {to: links.key(to) for to in (ROOM, SEAT, BOARD)}
    code = links.code(BOARD)
    assert links.end(BOARD) == keys[BOARD]
    assert not links.opened_by([keys[BOARD]])
    assert links.codes.key_of(code) is None, "what was said aloud ends with it"
    assert links.key(BOARD) != keys[BOARD]
    assert links.opened_by([keys[ROOM], keys[SEAT]]) == {keys[ROOM]: ROOM, keys[SEAT]: SEAT}
    assert links.end() == keys[ROOM]
    assert not links.opened_by([keys[ROOM]])
    assert links.opened_by([keys[SEAT]])


def test_a_code_is_six_digits_however_it_is_typed(tmp_path: Path) -> None:
    links = Links(KeyFiles(tmp_path))
    code = links.code(SEAT)
    assert len(code) == 6
    assert code.isdecimal()
    assert links.code(SEAT) == code
    assert links.code(BOARD) != code
    for typed in (code, f"{code[:3]} {code[3:]}", f" {code[:3]}-{code[3:]} "):
        assert links.codes.key_of(typed) == links.key(SEAT)
    assert links.codes.key_of("") is None
    assert links.codes.key_of(code[:5]) is None


@pytest.mark.parametrize("kept", ["", "{", "[1]", '[{"key": "x"}]', '[{"key": "x", "role": "king", "table": "a"}]'])
def test_a_damaged_file_ends_the_links_of_the_tables(tmp_path: Path, kept: str) -> None:
    Links(KeyFiles(tmp_path)).key(SEAT)
    (tmp_path / "lan.links").write_text(kept)
    links = Links(KeyFiles(tmp_path))
    assert links.opened_by([links.key(SEAT)])
    assert [each["role"] for each in json.loads((tmp_path / "lan.links").read_text())] == ["seat"]


def test_a_link_that_cannot_be_kept_is_none(tmp_path: Path) -> None:
    links = Links(KeyFiles(tmp_path))
    (tmp_path / "lan.links.new").mkdir()
    with pytest.raises(StorageError):
        links.key(SEAT)
    assert not links.opened_by(["x"])


def test_who_may_most_decides_and_no_table_is_known_from_another() -> None:
    assert role_at(HOST, "a1") is Role.HOST
    assert role_at(GUEST, "a1") is Role.SEAT
    assert role_at((BOARD, SEAT), "a1") is Role.SEAT
    assert role_at((BOARD, OTHER), "b2") is Role.SCOREKEEPER
    assert role_at((BOARD, OTHER), "c3") is None
    assert role_at((Grant(Role.HOST, "a1"),)) is None, "the host of a table is not the host of the room"


@served
async def test_a_phone_keeps_all_links_it_has_come_by(server: Server) -> None:
    async with httpx.AsyncClient() as phone:
        for to in (BOARD, SEAT, OTHER, SEAT):
            assert (await phone.get(lan_url(server), params=_params(server, to))).status_code == 303
        cookie = phone.cookies[COOKIE]
    assert cookie.count(".") == 2, "each once"
    assert cookie.startswith(_params(server, SEAT)["key"]), "the newest first"
    async with RawClient(websocket(lan_url(server)), headers={"Cookie": f"{COOKIE}={cookie}"}) as page:
        await page.until(lambda: page.visible("passes seat@a1 scorekeeper@b2 viewer@a1"))


@served
async def test_what_was_said_aloud_leads_to_its_table(server: Server) -> None:
    async with httpx.AsyncClient() as phone:
        refused = await phone.get(lan_url(server))
        assert refused.status_code == 403
        assert 'name="code"' in refused.text
        assert "form-action 'self'" in refused.headers["content-security-policy"]
        assert refused.headers["referrer-policy"] == "no-referrer"
        for to, path in ((SEAT, "/table/a1"), (BOARD, "/table/a1/board"), (ROOM, "/")):
            way = server.invitation("/", to)
            assert way
            answer = await phone.get(lan_url(server), params={"code": f"{way.code[:3]} {way.code[3:]}"})
            assert (answer.status_code, answer.headers["location"]) == (303, path)
            assert way.code not in answer.headers["set-cookie"]
        assert (await phone.get(lan_url(server))).status_code == 200
    async with httpx.AsyncClient() as other:
        assert (await other.get(lan_url(server), params={"code": "000000x"})).status_code == 403


@served
async def test_an_ended_link_puts_out_those_who_came_by_it_and_nobody_else(server: Server) -> None:
    keys = {to: _params(server, to)["key"] for to in (ROOM, SEAT, BOARD)}
    url = websocket(lan_url(server))
    async with (
        RawClient(f"{url}?key={keys[SEAT]}") as seat,
        RawClient(f"{url}?key={keys[BOARD]}") as board,
        RawClient(f"{url}?key={keys[ROOM]}") as room,
    ):
        for page in (seat, board, room):
            await page.until(lambda page=page: page.visible("Value 0"))  # type: ignore[misc]
        await server.new_key(BOARD)
        await board.until(lambda: not board.is_connected)
        await seat.tap("plus")
        await seat.until(lambda: seat.visible("Value 1"))
        assert room.is_connected
        with pytest.raises(websockets.InvalidStatus):
            async with RawClient(f"{url}?key={keys[BOARD]}"):
                pass
        async with RawClient(f"{url}?key={_params(server, BOARD)['key']}") as board_again:
            await board_again.until(lambda: board_again.visible("passes viewer@a1"))


@served
async def test_who_is_in_already_cannot_try_all_codes(server: Server) -> None:
    host = server.invitation("/", Grant(Role.HOST, "a1"))
    assert host
    async with httpx.AsyncClient() as phone:
        await phone.get(lan_url(server), params=_params(server, BOARD))
        for _ in range(12):
            assert (await phone.get(lan_url(server), params={"code": "no code"})).status_code == 303
        await phone.get(lan_url(server), params={"code": host.code})
        assert phone.cookies[COOKIE] == _params(server, BOARD)["key"], "a right guess is not looked at either"


def test_the_links_and_codes_of_every_role_lead_to_the_table_that_is_played_now(tmp_path: Path) -> None:
    async def work() -> None:
        async with Server(_main(), data=tmp_path, port=0, playing={"a1": "c3"}.get) as server:  # type: ignore[arg-type]
            await server.open_lan(0)
            for role in Role:
                to = Grant(role, "a1")
                way = server.invitation("/", to)
                assert way
                path = "/table/c3/board" if role is Role.VIEWER else "/table/c3"
                for asked in ({"code": way.code}, _params(server, to)):
                    for at in ("", "table/a1" + "/board" * (role is Role.VIEWER)):
                        async with httpx.AsyncClient() as phone:
                            answer = await phone.get(lan_url(server) + at, params=asked)
                        assert (answer.status_code, answer.headers["location"]) == (303, path)

    asyncio.run(work())

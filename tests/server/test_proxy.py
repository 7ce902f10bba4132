"""Behind a reverse proxy: the sender of a request, the public address, and no entry without a key."""

import asyncio
import ipaddress
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
import websockets
from attrs import evolve
from harness import RawClient
from server.test_doors import shares
from server.test_server import _main, key_of, websocket

from companion.server import rate_limit
from companion.server.guard import COOKIE, PHONE, SECURE_COOKIE
from companion.server.limits import Limits
from companion.server.proxy import Deployment, Sender, TrustedProxies, came_through_a_proxy
from companion.server.rooms import RoomFolders, Rooms
from companion.server.server import Server

LOCAL: Final = TrustedProxies((ipaddress.ip_network("127.0.0.1/32"),))
CLIENT: Final = "203.0.113.7"


def behind_a_proxy(
    deployment: Deployment | None = None, has_rooms: bool = False, **changes: Any
) -> Callable[[Callable[..., Coroutine[Any, Any, None]]], Callable[[Path], None]]:
    """Run an asynchronous test with a server that trusts a proxy on this machine and has no door of its own.

    :param has_rooms: whether it serves rooms, which the test is called with, too.
    """

    def decorate(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
        def run(tmp_path: Path) -> None:
            async def work() -> None:
                given = evolve(deployment or Deployment(), proxies=LOCAL, own_door=False)
                limits = evolve(Limits.for_files(1024), **changes)
                rooms = [Rooms(RoomFolders(tmp_path / "rooms"))] if has_rooms else []
                options: dict[str, Any] = {"limits": limits, "deployment": given, "rooms": next(iter(rooms), None)}
                async with Server(_main(), data=tmp_path, port=0, **options) as server:
                    await test(server, *rooms)

            asyncio.run(work())

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate


def here(server: Server, path: str = "") -> str:
    """Return an address at the server's port."""
    return f"http://127.0.0.1:{server.port}/{path}"


def forwarded(client: str = CLIENT, scheme: str = "https") -> dict[str, str]:
    return {"X-Forwarded-For": client, "X-Forwarded-Proto": scheme}


# ---------------------------------------------------------------- Whose request it is


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "address"),
    [
        ("10.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        ("10.0.0.1", ["198.51.100.1, 203.0.113.7"], "203.0.113.7"),  # the client made the first one up
        ("10.0.0.1", ["198.51.100.1", "203.0.113.7, 10.2.3.4"], "203.0.113.7"),  # through two trusted proxies
        ("10.0.0.1", ["10.9.9.9"], "10.9.9.9"),  # a client in the proxies' own network
        ("10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("::ffff:10.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        ("192.0.2.1", ["203.0.113.7"], "192.0.2.1"),  # not trusted
    ],
)
def test_the_last_address_that_no_trusted_proxy_has_is_the_client(
    peer: str, forwarded_for: list[str], address: str
) -> None:
    trusted = TrustedProxies((ipaddress.ip_network("10.0.0.0/8"),))
    headers = [(b"x-forwarded-for", each.encode()) for each in forwarded_for]
    assert trusted.sender(peer, "http", headers).address == address


def test_the_scheme_is_that_between_the_client_and_the_proxy() -> None:
    def scheme(*values: bytes) -> str:
        return LOCAL.sender("127.0.0.1", "http", [(b"x-forwarded-proto", value) for value in values]).scheme

    assert [scheme(b"https"), scheme(b"HTTPS"), scheme(b"ftp"), scheme()] == ["https", "https", "http", "http"]
    assert TrustedProxies().sender("127.0.0.1", "http", [(b"x-forwarded-proto", b"https")]) == Sender(
        "127.0.0.1", "http"
    )


def test_an_address_is_public_or_an_error() -> None:
    assert Deployment(public="games.example").public == "https://games.example/"
    assert Deployment(public="http://Games.Example:8080/a/b").public == "http://games.example:8080/a/b/"
    assert Deployment().public is None
    for wrong in ("ftp://games.example", "https://", "https://me@games.example/", "https://games.example/?a=b", ""):
        with pytest.raises(ValueError, match=r"^"):
            Deployment(public=wrong)


# ---------------------------------------------------------------- The door of this machine


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"])
def test_the_own_door_is_closed_to_what_came_through_a_proxy(tmp_path: Path, header: str) -> None:
    """Everybody on the other side of the proxy would be host without a key."""
    assert came_through_a_proxy([(header.lower().encode(), b"x")])

    async def work() -> None:
        async with Server(_main(), data=tmp_path, port=0) as server, httpx.AsyncClient() as client:
            given = {header: "for=203.0.113.7"}
            assert (await client.get(server.url)).status_code == 200
            assert (await client.get(server.url, headers=given)).status_code == 403
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(websocket(server.url), additional_headers=given)

    asyncio.run(work())


@behind_a_proxy()
async def test_without_an_own_door_nobody_gets_in_without_a_key(server: Server) -> None:
    async with httpx.AsyncClient() as client:
        assert (await client.get(here(server))).status_code == 403
        assert (await client.get(here(server), headers=forwarded())).status_code == 403
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(websocket(here(server)))


@behind_a_proxy()
async def test_without_an_own_door_the_host_has_a_link(server: Server) -> None:
    url = websocket(here(server))
    host = urlsplit(server.host_link()).query
    async with (
        RawClient(f"{url}?{host}", headers=forwarded()) as page,
        RawClient(f"{url}?key={key_of(server)}", headers=forwarded()) as guest,
    ):
        await page.until(lambda: page.visible("host"))
        await guest.until(lambda: guest.visible("guest"))


# ---------------------------------------------------------------- Limits


async def _cookies(server: Server, client: str = CLIENT) -> str:
    """Join by the link as a new phone, and return its cookies."""
    async with httpx.AsyncClient() as browser:
        answer = await browser.get(here(server), params={"key": key_of(server)}, headers=forwarded(client))
        assert answer.status_code == 303
        assert f"{SECURE_COOKIE}=" in answer.headers["set-cookie"]
        assert "secure" in answer.headers["set-cookie"].lower()
        return "; ".join(line.partition(";")[0] for line in answer.headers.get_list("set-cookie"))


@behind_a_proxy(shares=shares(talk=6))
async def test_phones_of_one_address_count_one_by_one(server: Server) -> None:
    """A whole club may share an address; without a trusted proxy it has the share of one."""
    async with AsyncExitStack() as stack:
        for _ in range(10):
            headers = {"Cookie": await _cookies(server), **forwarded()}
            page = await stack.enter_async_context(RawClient(websocket(here(server)), headers=headers))
            await page.until(lambda page=page: page.visible("Value 0"))
    async with AsyncExitStack() as stack:
        headers = {"Cookie": await _cookies(server), **forwarded()}
        for _ in range(6):
            await stack.enter_async_context(RawClient(websocket(here(server)), headers=headers))
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(websocket(here(server)), additional_headers=headers)
        assert refused.value.response.status_code == 503


def test_wrong_keys_delay_the_one_who_guesses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_FIRST", 1.5)

    @behind_a_proxy()
    async def work(server: Server) -> None:
        async def took(client: str) -> float:
            began = asyncio.get_running_loop().time()
            async with httpx.AsyncClient() as browser:
                answer = await browser.get(here(server), params={"key": "guessed"}, headers=forwarded(client))
            assert answer.status_code == 403
            return asyncio.get_running_loop().time() - began

        for _ in range(5):
            await took("203.0.113.9")
        assert await took("203.0.113.9") > 1.4
        assert await took("203.0.113.10") < 1.0

    work(tmp_path)


def test_an_address_that_no_trusted_proxy_names_counts_for_nothing(tmp_path: Path) -> None:
    """Otherwise each guess could come from an address of its own."""

    async def work() -> None:
        async with Server(_main(), data=tmp_path, port=0) as server, httpx.AsyncClient() as client:
            await server.open_lan(0, ("127.0.0.1",))
            invitation = server.invitation()
            assert invitation
            url = invitation.link.partition("?")[0]
            for guess in range(6):
                await client.get(url, params={"key": "guessed"}, headers=forwarded(f"203.0.113.{guess}"))
            began = asyncio.get_running_loop().time()
            await client.get(url, params={"key": "guessed"}, headers=forwarded("203.0.113.200"))
            assert asyncio.get_running_loop().time() - began > 0.4
            joined = await client.get(url, params={"key": key_of(server)}, headers=forwarded())
            assert [each.name for each in client.cookies.jar] == [COOKIE]
            assert "secure" not in joined.headers["set-cookie"].lower()

    asyncio.run(work())


# ---------------------------------------------------------------- The public address


@pytest.mark.parametrize("removes", [False, True], ids=["proxy passes the path on", "proxy removes the base"])
def test_the_program_lives_below_its_public_address(tmp_path: Path, removes: bool) -> None:
    base = "" if removes else "companion/"

    @behind_a_proxy(Deployment(public="https://games.example/companion"))
    async def work(server: Server) -> None:
        invitation = server.invitation("/table/x")
        assert invitation
        key = key_of(server)
        assert invitation.links == (f"https://games.example/companion/table/x?key={key}",)
        assert (invitation.address, server.url) == ("games.example/companion", "https://games.example/companion/")
        async with httpx.AsyncClient() as client:
            refused = await client.get(here(server, base), headers=forwarded())
            assert 'action="/companion/"' in refused.text
            joined = await client.get(here(server, f"{base}table/x"), params={"key": key}, headers=forwarded())
            assert joined.headers["location"] == "/companion/table/x"
            cookies = "; ".join(line.partition(";")[0] for line in joined.headers.get_list("set-cookie"))
            assert PHONE in cookies
            given = {"Cookie": cookies, **forwarded()}
            page = await client.get(here(server, f"{base}table/x"), headers=given)
            assert (page.status_code, '<base href="/companion/">' in page.text) == (200, True)
            version = page.text.partition('entrypointBaseUrl = "/companion/')[2].partition('"')[0]
            script = await client.get(here(server, f"{base}{version}line.js"), headers=given)
            assert (script.status_code, "immutable" in script.headers["cache-control"]) == (200, True)
        url = websocket(here(server, base))
        # the proxy may ask for another host than the browser's
        async with RawClient(url, headers={**given, "Origin": "https://games.example"}) as phone:
            await phone.until(lambda: phone.visible("Value 0"))
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(url, additional_headers={**given, "Origin": "https://elsewhere.example"})

    work(tmp_path)

"""The pocket behind the doors: its files as a static host would send them, with the same access as the program."""

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import RawClient
from server.test_server import _main, key_of, lan_url, websocket

from companion.server.guard import COOKIE
from companion.server.server import Server
from companion.server.site import is_site

SCRIPT = b"// a script\n" * 1000
PAGE = b"<!DOCTYPE html><script>let here;</script>"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder that looks as if it had been built."""
    folder = tmp_path / "site"
    (folder / "python").mkdir(parents=True)
    for name, body in {"index.html": PAGE, "sw.js": SCRIPT, "app.pack": b"pack", "python/a b.wasm": SCRIPT}.items():
        (folder / name).write_bytes(body)
    (folder / "python/a b.wasm.gz").write_bytes(gzip.compress(SCRIPT))
    return folder


def served(site: Path, test: Callable[[Server, httpx.AsyncClient], Coroutine[Any, Any, None]]) -> None:
    """Run a test with a server that has a pocket and lets phones in."""

    async def work() -> None:
        async with Server(_main(), data=site.parent / "data", port=0, pocket=site) as server:
            await server.open_lan(0)
            async with httpx.AsyncClient(base_url=server.url) as client:
                await test(server, client)

    asyncio.run(work())


def test_files_are_sent_packed_with_their_type_and_asked_for_again(site: Path) -> None:
    async def test(_: Server, client: httpx.AsyncClient) -> None:
        packed = await client.get("/pocket/python/a b.wasm", headers={"Accept-Encoding": "br, gzip"})
        plain = await client.get("/pocket/python/a b.wasm", headers={"Accept-Encoding": "identity"})
        itself = await client.get("/pocket/python/a b.wasm.gz", headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.num_bytes_downloaded < len(SCRIPT) / 10
        assert packed.content == plain.content == gzip.decompress(itself.content) == SCRIPT
        assert packed.headers["content-type"] == plain.headers["content-type"] == "application/wasm"
        assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
        # the service worker unpacks this one itself
        assert "content-encoding" not in itself.headers
        assert itself.headers["content-type"] == "application/gzip"
        for answer in (packed, plain, itself):
            assert answer.headers["cache-control"] == "private, no-cache"
            assert answer.headers["x-content-type-options"] == "nosniff"
        tag = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]}
        assert (await client.get("/pocket/python/a b.wasm", headers=tag)).status_code == 304
        assert (await client.get("/pocket/sw.js")).headers["content-type"].startswith("text/javascript")

    served(site, test)


def test_the_page_is_found_with_and_without_a_slash_and_has_a_policy(site: Path) -> None:
    async def test(_: Server, client: httpx.AsyncClient) -> None:
        assert (await client.get("/pocket")).headers["location"] == "/pocket/"
        page = await client.get("/pocket/")
        assert page.content == PAGE
        policy = page.headers["content-security-policy"]
        assert "'sha256-" in policy
        assert "://" not in policy
        # a cached copy would come back without the isolation of the program's own page
        assert "cross-origin-embedder-policy" not in page.headers
        (site / "index.html").write_bytes(PAGE.replace(b"here", b"there"))
        assert (await client.get("/pocket/")).headers["content-security-policy"] != policy, "it may be built anew"

    served(site, test)


def test_a_way_into_the_program_leads_there_and_what_is_nothing_is_not_found(site: Path) -> None:
    async def test(_: Server, client: httpx.AsyncClient) -> None:
        way = await client.get("/pocket/rules/bronzen.jay", headers={"Accept": "text/html,*/*"})
        assert way.headers["location"] == "/pocket/#/rules/bronzen.jay"
        for path in ("/pocket/nothing.js", "/pocket/..%2fdata/lan.key", "/pocket/%2e%2e/data/lan.key"):
            assert (await client.get(path)).status_code == 404, path

    served(site, test)


def test_the_pocket_asks_for_the_key_too(site: Path) -> None:
    async def test(server: Server, client: httpx.AsyncClient) -> None:
        url = lan_url(server)
        for path in ("pocket/", "pocket/sw.js", "pocket/python/a b.wasm"):
            assert (await client.get(url + path)).status_code == 403
            # by the cookie, which the requests of a service worker carry as well
            known = {"Cookie": f"{COOKIE}={key_of(server)}"}
            assert (await client.get(url + path, headers=known)).status_code == 200
        invited = await client.get(f"{url}pocket/?key={key_of(server)}")
        assert invited.headers["location"] == "/pocket/", "behind which a browser puts what stood behind the #"
        assert COOKIE in invited.headers["set-cookie"]
        assert (await client.get("/pocket/", headers={"Host": "evil.example"})).status_code == 403

    served(site, test)


def test_without_a_site_the_address_is_one_of_the_program(site: Path) -> None:
    async def test(_: Server, client: httpx.AsyncClient) -> None:
        assert (await client.get("/pocket/")).content == PAGE
        (site / "app.pack").unlink()
        assert not is_site(site)
        assert "flet" in (await client.get("/pocket/")).text

    served(site, test)


def test_a_page_knows_where_its_browser_has_it_from(site: Path) -> None:
    async def test(server: Server, _: httpx.AsyncClient) -> None:
        url = lan_url(server)
        origin = url.rstrip("/").replace("http:", "https:")
        async with RawClient(websocket(url, f"?key={key_of(server)}"), headers={"Origin": origin}) as phone:
            await phone.until(lambda: phone.visible(origin))

    served(site, test)

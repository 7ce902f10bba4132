"""The doors of the server, and the pages behind them."""

import asyncio
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import ifaddr
import pytest
import websockets
from effort import cases
from harness import RawClient

from companion.qr import qr_png, qr_terminal
from companion.server import network
from companion.server.guard import COOKIE, LANGUAGES
from companion.server.keys import KeyFiles
from companion.server.links import Links
from companion.server.network import PortInUse
from companion.server.server import Server

TINY = Path(__file__).with_name("tiny.py")


def served(test: Callable[[Server], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """Run an asynchronous test with a server that lets phones in."""

    def run(tmp_path: Path) -> None:
        async def work() -> None:
            async with Server(_main(), data=tmp_path, port=0) as server:
                await server.open_lan(0)
                await test(server)

        asyncio.run(work())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def _main() -> Any:
    sys.path.insert(0, str(TINY.parent))
    import tiny

    return tiny.main


def lan_url(server: Server, path: str = "/") -> str:
    """Return an address at the network's door that also works on a machine without a network."""
    invitation = server.invitation(path)
    assert invitation
    url = httpx.URL(invitation.link)
    return str(url.copy_with(host="127.0.0.1", query=None))


def key_of(server: Server) -> str:
    invitation = server.invitation()
    assert invitation
    return httpx.URL(invitation.link).params["key"]


def websocket(url: str, query: str = "") -> str:
    return url.replace("http://", "ws://") + "ws" + query


@served
async def test_without_the_key_every_path_answers_the_same(server: Server) -> None:
    url = lan_url(server)
    async with httpx.AsyncClient() as client:
        answers = [
            await client.request(method, url + path)
            for method in ("GET", "POST")
            for path in ("", "main.dart.js", "ws", "nothing", "docs", "openapi.json", "?key=wrong", "?key=", "?key=ä")
        ]
    assert {answer.status_code for answer in answers} == {403}
    assert len({answer.content for answer in answers}) == 1
    assert len({str(sorted(a.headers.items() - {("date", a.headers["date"])})) for a in answers}) == 1


@served
async def test_the_refusal_speaks_the_visitors_language(server: Server) -> None:
    async with httpx.AsyncClient() as client:
        answer = await client.get(lan_url(server), headers={"Accept-Language": "en"})
    assert "QR" in answer.text


@served
async def test_the_key_becomes_a_cookie_and_leaves_the_address(server: Server) -> None:
    url = lan_url(server, "/table/ab cd")
    async with httpx.AsyncClient() as client:
        answer = await client.get(url, params={"x": "1", "key": key_of(server)})
        assert answer.status_code == 303
        assert answer.headers["location"] == "/table/ab%20cd?x=1"
        cookie = answer.headers["set-cookie"].lower().split("; ")
        assert {"httponly", "samesite=lax", "path=/", "max-age=31536000"} <= set(cookie)
        assert (await client.get(url)).status_code == 200
        odd = {"Cookie": f"bad cookie=[1]; {COOKIE}={key_of(server)}"}
        assert (await httpx.AsyncClient().get(url, headers=odd)).status_code == 200


@served
async def test_the_redirect_stays_on_this_host(server: Server) -> None:
    async with httpx.AsyncClient() as client:
        for path in ("//evil.example/", "/%5Cevil.example/", "/%2Fevil.example"):
            url = lan_url(server).rstrip("/") + f"{path}?key={key_of(server)}"
            location = (await client.get(url)).headers["location"]
            assert location.startswith("/evil"), location


@served
async def test_a_websocket_is_refused_before_it_is_accepted(server: Server) -> None:
    url = lan_url(server)
    good = f"?key={key_of(server)}"
    foreign = {"Origin": "http://evil.example"}
    refused: list[tuple[str, dict[str, str]]] = [
        (websocket(url), {}),
        (websocket(url, "?key=wrong"), {}),
        (websocket(url), {"Cookie": f"{COOKIE}=wrong"}),
        (websocket(url, good), foreign),
        (websocket(url, good), {"Origin": "null"}),
        (websocket(server.url), foreign),
        (websocket(server.url), {"Host": "evil.example", "Origin": "http://evil.example"}),
    ]
    for address, headers in refused:
        with pytest.raises(websockets.InvalidStatus) as error:
            await _connect(address, headers)
        assert error.value.response.status_code == 403
    async with RawClient(websocket(url), headers={"Cookie": f"{COOKIE}={key_of(server)}"}) as phone:
        await phone.until(lambda: phone.visible("Value 0"))


async def _connect(url: str, headers: dict[str, str]) -> None:
    # The library would send its own Host beside ours.
    host = headers.pop("Host", None)
    if host is None:
        await (await websockets.connect(url, additional_headers=headers)).close()
        return
    target = httpx.URL(url)
    sock = socket.create_connection((target.host, target.port))
    await (await websockets.connect(f"ws://{host}/ws", additional_headers=headers, sock=sock)).close()


@served
async def test_this_machines_door_knows_only_loopback_names(server: Server) -> None:
    async with httpx.AsyncClient() as client:
        for host, status in (
            (f"127.0.0.1:{server.port}", 200),
            ("localhost", 200),
            (f"[::1]:{server.port}", 200),
            ("evil.example", 403),
            ("127.0.0.1.evil.example", 403),
            ("localhost@evil.example", 403),
        ):
            assert (await client.get(server.url, headers={"Host": host})).status_code == status, host


@served
async def test_the_page_knows_the_languages_of_its_reader(server: Server) -> None:
    async with RawClient(websocket(server.url), locale="fr-CH,fr;q=0.9,en;q=0.8") as phone:
        await phone.until(lambda: phone.visible("fr-CH"))


@served
async def test_what_the_page_says_of_its_languages_counts_before_the_browsers_header(server: Server) -> None:
    """Chromium asks for the websocket in its own language, not in that of the page."""
    headers = {"Cookie": f"x=1; {LANGUAGES}=de-DE/de; {COOKIE}={key_of(server)}", "Accept-Language": "en-US"}
    async with RawClient(websocket(lan_url(server)), headers=headers) as phone:
        await phone.until(lambda: phone.visible("prefers ('de-DE', 'de')"))


@served
async def test_a_page_knows_by_which_door_it_came(server: Server) -> None:
    link = websocket(lan_url(server), f"?key={key_of(server)}")
    for url, who in ((websocket(server.url), "host"), (link, "guest")):
        async with RawClient(url) as phone:
            await phone.until(lambda phone=phone: phone.visible("Value 0"))  # type: ignore[misc]
            assert who in phone.texts()


@served
async def test_a_new_key_throws_out_all_phones(server: Server) -> None:
    old = key_of(server)
    url = lan_url(server)
    async with (
        RawClient(websocket(url, f"?key={old}")) as phone,
        RawClient(websocket(server.url)) as host,
    ):
        await server.new_key()
        await phone.until(lambda: not phone.is_connected)
        assert host.is_connected
        with pytest.raises(websockets.InvalidStatus):
            await _connect(websocket(url, f"?key={old}"), {})
        await _connect(websocket(url, f"?key={key_of(server)}"), {})


@served
async def test_the_door_for_phones_opens_and_closes_while_running(server: Server) -> None:
    url = lan_url(server)
    key = key_of(server)
    async with (
        RawClient(websocket(url, f"?key={key}")) as phone,
        RawClient(websocket(server.url)) as host,
    ):
        await server.close_lan()
        await server.close_lan()
        assert server.invitation() is None
        await phone.until(lambda: not phone.is_connected)
        async with httpx.AsyncClient() as client:
            with pytest.raises(httpx.ConnectError):
                await client.get(url)
        await host.tap("plus")
        await host.until(lambda: host.visible("Value 1"))
        first, again = await asyncio.gather(server.open_lan(), server.open_lan())
        assert first == again
        assert key_of(server) == key


@served
async def test_who_leaves_before_saying_a_word_is_forgotten(server: Server) -> None:
    await _connect(websocket(server.url), {})
    await _connect(websocket(server.url), {})
    async with RawClient(websocket(server.url)) as phone:
        await phone.until(lambda: phone.visible("Value 0"))


@served
async def test_taps_that_come_together_each_see_what_the_one_before_has_done(server: Server) -> None:
    async with RawClient(websocket(server.url)) as phone:
        await phone.until(lambda: phone.visible("Value 0"))
        for _ in range(9):
            await phone.tap("after-this")
        await phone.until(lambda: phone.visible("Value 9"))


@served
async def test_files_are_compressed_and_kept(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url) as client:
        page = await client.get("/")
        base = page.text.split('flet.assetBase = "')[1].split('"')[0]
        for path in ("main.dart.js", base + "main.dart.js"):
            first = await client.get(path, headers={"Accept-Encoding": "gzip"})
            plain = await client.get(path, headers={"Accept-Encoding": "identity"})
            assert first.headers["content-encoding"] == "gzip"
            assert first.num_bytes_downloaded < len(plain.content) / 3
            assert first.content == plain.content
            # one tag for the file and its compressed form is true only if it is a weak one
            assert first.headers["etag"] == plain.headers["etag"]
            assert first.headers["etag"].startswith('W/"')
            assert first.headers["vary"] == "accept-encoding"
            began = time.perf_counter()
            again = await client.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": first.headers["etag"]})
            assert again.status_code == 304
            assert not again.content
            assert time.perf_counter() - began < 0.5
        assert "immutable" in first.headers["cache-control"]
        stale = await client.get("/v-000000000000/main.dart.js")
        for answer in (page, stale, await client.get("/main.dart.js")):
            assert answer.headers["cache-control"] == "private, no-cache"


def test_a_client_is_compressed_once_for_all_phones(tmp_path: Path) -> None:
    from companion.server.static import Static

    file, version = tmp_path / "a.js", "0123456789ab"
    file.write_text("old " * 1000)
    static = Static({"index.html": b"page"}, [tmp_path], version, lambda *_: "")

    async def work() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(static), base_url="http://x") as client:
            first = await client.get(f"/v-{version}/a.js")
            file.unlink()
            again = await client.get(f"/v-{version}/a.js")
            assert again.headers["content-encoding"] == "gzip"
            assert (again.text, again.headers) == (first.text, first.headers)
            for path, headers in ((f"/v-{version}/a.js", {"Accept-Encoding": "identity"}), ("/a.js", {})):
                assert (await client.get(path, headers=headers)).status_code == 404
            # a route of the app has no version
            assert (await client.get(f"/v-{version}/table/7")).status_code == 404

    asyncio.run(work())


def test_a_changed_file_is_seen(tmp_path: Path) -> None:
    from companion.server.static import Static

    file = tmp_path / "a.txt"
    static = Static({"index.html": b"page"}, [tmp_path], "0" * 12, lambda *_: "")

    async def work() -> tuple[httpx.Response, httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(static), base_url="http://x") as client:
            file.write_text("old")
            old = await client.get("/a.txt")
            same = await client.get("/a.txt", headers={"If-None-Match": old.headers["etag"]})
            file.write_text("newer")
            return same, await client.get("/a.txt", headers={"If-None-Match": old.headers["etag"]})

    same, new = asyncio.run(work())
    assert same.status_code == 304
    assert (new.status_code, new.text) == (200, "newer")


@served
async def test_nothing_outside_the_folders_is_served(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url) as client:
        for path in ("/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/setup.py", "//etc/passwd", "/a%00b.js", "/x.png"):
            answer = await client.get(path)
            assert answer.status_code == 404 or b"flutter_bootstrap" in answer.content, path
        # A route of the program is answered with the page, and so are paths too long for a file.
        for path in ("/table/7", "/" + "x" * 300):
            assert b"flutter_bootstrap" in (await client.get(path)).content
        for path in ("/docs", "/openapi.json", "/upload", "/oauth_callback"):
            answer = await client.get(path)
            assert b"swagger" not in answer.content.lower()
            assert "access-control-allow-origin" not in answer.headers
        assert (await client.post("/")).status_code == 405


@served
async def test_the_page_is_ours(server: Server) -> None:
    async with httpx.AsyncClient() as client:
        page = await client.get(server.url)
    assert "<title>Companion</title>" in page.text
    assert "flt-semantics-placeholder" in page.text
    assert 'name="theme-color"' in page.text
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


def test_the_key_is_kept_and_private(tmp_path: Path) -> None:
    def kept() -> str:
        return Links(KeyFiles(tmp_path / "data")).key()

    first = kept()
    path = tmp_path / "data" / "lan.key"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert kept() == first
    path.write_text("short")
    assert kept() not in ("short", first)


def test_the_address_is_served_before_the_pages_are_prepared(tmp_path: Path) -> None:
    may_go, done = threading.Event(), []

    def prepare() -> None:
        assert may_go.wait(20)
        done.append("prepared")

    def main(page: Any) -> None:
        done.append("shown")
        _main()(page)

    async def work() -> None:
        async with Server(main, data=tmp_path, port=0, prepare=prepare) as server:
            try:
                async with httpx.AsyncClient() as client:
                    assert (await client.get(server.url)).status_code == 200
                assert done == []
                opening = asyncio.create_task(server.prepared())
            finally:
                may_go.set()
            await opening
            async with RawClient(websocket(server.url)) as phone:
                await phone.until(lambda: phone.visible("Value 0"))

    asyncio.run(work())
    assert done == ["prepared", "shown"]


def test_a_port_that_was_asked_for_must_be_free(tmp_path: Path) -> None:
    async def start(port: int | None) -> int:
        async with Server(_main(), data=tmp_path, port=port) as server:
            return server.port

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortInUse) as taken:
            asyncio.run(start(port))
    assert dict(taken.value.why.text.params) == {"port": str(port)}
    with socket.socket() as other:
        try:
            other.bind(("127.0.0.1", 8550))
            other.listen()
        except OSError:
            pass  # taken already, which is as good
        assert asyncio.run(start(None)) != 8550


def test_invitations_name_the_addresses_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.network.addresses", lambda: ("192.168.1.5", "10.0.0.3"))

    async def work() -> None:
        async with Server(_main(), data=tmp_path, port=0) as server:
            await server.open_lan()
            invitation = server.invitation("/table/é")
            assert invitation
            assert [httpx.URL(link).host for link in invitation.links] == ["192.168.1.5", "10.0.0.3"]
            assert "/table/%C3%A9?key=" in invitation.link

    asyncio.run(work())


def test_the_address_phones_can_reach_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def adapter(*ips: str | tuple[str, int, int]) -> ifaddr.Adapter:
        return ifaddr.Adapter("a0", "a0", [ifaddr.IP(ip, 24, "a0") for ip in ips])

    adapters = [
        adapter("127.0.0.1", ("::1", 0, 0)),
        adapter("172.17.0.1"),
        adapter("169.254.9.9", "10.0.0.3"),
        adapter("192.168.1.5", ("fe80::1", 0, 4)),
        adapter("8.8.4.4"),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(network, "_routes", lambda: ["192.168.1.5"])
    assert network.addresses() == ("192.168.1.5", "10.0.0.3", "8.8.4.4", "172.17.0.1", "169.254.9.9")


def test_no_interface_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> list[ifaddr.Adapter]:
        raise OSError("the system tells nothing")

    monkeypatch.setattr(ifaddr, "get_adapters", none)
    monkeypatch.setattr(network, "_routes", list)
    assert network.addresses() == ()


@pytest.mark.skipif(sys.platform != "linux", reason="only there all of 127.0.0.0/8 is this machine")
def test_an_address_of_the_network_opens_its_door_under_the_same_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.server.network.addresses", lambda: ("127.0.0.2",))

    async def work() -> None:
        async with Server(_main(), data=tmp_path, port=0, host="0.0.0.0") as server, httpx.AsyncClient() as client:
            assert (await client.get(server.url)).status_code == 200
            invitation = server.invitation()
            assert invitation
            link = httpx.URL(invitation.link)
            assert (link.host, link.port) == ("127.0.0.2", server.port)
            assert (await client.get(link.copy_with(query=None))).status_code == 403
            assert (await client.get(link, follow_redirects=True)).status_code == 200

    asyncio.run(work())


def test_the_qr_code_reads_the_same_everywhere() -> None:
    import segno

    url = "http://192.168.178.23:8551/table/AB12?key=abcdefghijkl"
    wanted = [[bool(m) for m in row] for row in segno.make(url, error="m", micro=False).matrix_iter(border=4)]
    for colour in (True, False):
        rows: list[list[bool]] = []
        for line in qr_terminal(url, colour=colour).splitlines():
            cells = line.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m")
            upper, lower = ([c in full for c in cells] for full in ("▀█", "▄█"))
            rows += [[drawn == colour for drawn in half] for half in (upper, lower)]
        assert rows[: len(wanted)] == wanted
    assert qr_png(url).startswith(b"\x89PNG")


def test_importing_the_package_is_cheap() -> None:
    heavy = "{'flet', 'flet_web', 'fastapi', 'uvicorn', 'segno'}"
    code = f"import companion.server.launch, sys; assert not {heavy} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def _start(data: Path, *more: str, **env: str) -> tuple["subprocess.Popen[str]", str]:
    command = [sys.executable, str(TINY), "--port", "0", "--data", str(data), *more]
    # What flows through a pipe would be written in the system's own encoding.
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **env}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", env=environment
    )
    assert process.stdout
    return process, process.stdout.readline().split()[-1]


@pytest.mark.skipif(os.name != "posix", reason="signals")
@cases("stop", [signal.SIGINT, signal.SIGTERM], few=1)
def test_it_ends_quickly_with_phones_connected(tmp_path: Path, stop: signal.Signals) -> None:
    process, url = _start(tmp_path, "--lan")

    async def work() -> float:
        async with RawClient(websocket(url)) as phone, websockets.connect(websocket(url)):
            await phone.until(lambda: phone.visible("Value 0"))
            process.send_signal(stop)
            began = time.perf_counter()
            code = await asyncio.to_thread(process.wait, 10)
            assert code == 0
            return time.perf_counter() - began

    took = asyncio.run(work())
    printed, _ = process.communicate()
    assert "?key=" in printed
    assert "█" in printed
    assert "Traceback" not in printed
    assert took < 3


@pytest.mark.skipif(sys.platform != "linux", reason="a window that can be faked")
@pytest.mark.skipif(find_spec("flet_desktop") is None, reason="the extra `desktop` is not installed")
def test_the_window_and_the_server_end_together(tmp_path: Path) -> None:
    client = tmp_path / "flet"
    client.write_text("#!/bin/sh\nsleep ${WINDOW:-1}\n")
    client.chmod(0o755)
    fake = {"FLET_VIEW_PATH": str(tmp_path), "DISPLAY": ":99"}
    process, _ = _start(tmp_path, "--desktop", **fake)
    assert process.wait(20) == 0
    process, _ = _start(tmp_path, "--desktop", **fake, WINDOW="8")
    time.sleep(2)
    process.terminate()
    assert process.wait(6) == 0

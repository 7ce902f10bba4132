"""The door that speaks https: with a certificate that was given, or one the machine has made itself."""

import asyncio
import os
import shutil
import ssl
import stat
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from attrs import evolve
from effort import at_leisure
from harness import RawClient
from server.test_doors import Line, until
from server.test_server import _main, key_of, lan_url

from companion.cli import main
from companion.server.certificate import GivenCertificate, NoCertificate, OwnCertificate
from companion.server.guard import COOKIE, SECURE_COOKIE
from companion.server.limits import Limits, Stage
from companion.server.server import Server

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> OwnCertificate:
    """Return a certificate of this machine's own that is made already."""
    made = OwnCertificate(tmp_path_factory.mktemp("data") / "https")
    made.context(("127.0.0.1",))
    return made


def secured(
    **limits: Any,
) -> Callable[[Callable[[Server, ssl.SSLContext], Coroutine[Any, Any, None]]], Callable[[Path, OwnCertificate], None]]:
    """Run an asynchronous test with a server that speaks https to phones, and with what trusts it."""

    def decorate(
        test: Callable[[Server, ssl.SSLContext], Coroutine[Any, Any, None]],
    ) -> Callable[[Path, OwnCertificate], None]:
        def run(tmp_path: Path, own: OwnCertificate) -> None:
            async def work() -> None:
                most = evolve(Limits.for_files(1024), **limits)
                async with Server(_main(), data=tmp_path, port=0, limits=most, certificate=own) as server:
                    await server.open_lan(0, ("127.0.0.1",))
                    try:
                        await test(server, ssl.create_default_context(cadata=(own.root() or b"").decode()))
                    finally:
                        Line.close_all()

            asyncio.run(work())

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate


class SecurePhone(RawClient):
    """A phone that trusts a certificate."""

    def __init__(self, url: str, trusts: ssl.SSLContext, **more: Any) -> None:
        super().__init__(url, **more)
        self._trusts = trusts

    async def _dial(self) -> Any:
        return await websockets.connect(self._url, ssl=self._trusts, max_size=None, additional_headers=self._headers)


@secured()
async def test_phones_come_in_by_https_and_the_key_stays_there(server: Server, trusts: ssl.SSLContext) -> None:
    invitation = server.invitation("/table/x")
    assert invitation
    assert invitation.link.startswith("https://127.0.0.1:")
    async with httpx.AsyncClient(verify=trusts) as client:
        hop = await client.get(invitation.link)
        cookie = hop.headers["set-cookie"].lower()
        assert cookie.startswith(SECURE_COOKIE.lower() + "=")
        assert {"secure", "httponly", "path=/"} <= {*cookie.split("; ")}
        assert (hop.status_code, hop.headers["location"]) == (303, "/table/x")
        page = await client.get(lan_url(server))
        assert page.status_code == 200
        assert len((await client.get(lan_url(server, "/main.dart.js"))).content) > 2**20
        assert (await client.post(lan_url(server))).status_code == 405
    async with httpx.AsyncClient(verify=trusts) as client:
        for cookie, status in ((SECURE_COOKIE, 200), (COOKIE, 403)):
            headers = {"Cookie": f"{cookie}={key_of(server)}"}
            assert (await client.get(lan_url(server), headers=headers)).status_code == status
    talk = lan_url(server).replace("https", "wss") + "ws"
    headers = {"Cookie": f"{SECURE_COOKIE}={key_of(server)}", "Origin": lan_url(server).rstrip("/")}
    async with SecurePhone(talk, trusts, headers=headers) as phone:
        await phone.until(lambda: phone.visible("Value 0"))
        assert f"from {lan_url(server).rstrip('/')}" in phone.texts()
        await phone.tap("plus")
        await phone.until(lambda: phone.visible("Value 1"))
    # the machine itself needs none of it: browsers trust what comes from there
    assert server.url.startswith("http://")
    async with httpx.AsyncClient() as client:
        assert (await client.get(server.url)).status_code == 200
        root = await client.get(server.url + "trust.crt")
    assert root.headers["content-type"] == "application/x-x509-ca-cert"
    assert root.content.startswith(b"-----BEGIN CERTIFICATE-----")
    assert b"PRIVATE" not in root.content


@secured()
async def test_plain_http_requests_are_redirected_to_https(server: Server, trusts: ssl.SSLContext) -> None:
    plain = lan_url(server).replace("https", "http")
    async with httpx.AsyncClient() as client:
        answer = await client.get(plain + "table/x?key=y", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["location"]) == (307, lan_url(server, "/table/x") + "?key=y")
    for request in (
        b"HELP\r\n\r\n",
        b"GET /%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: a b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\nlocation: b\r\n\r\n",
        b"GET evil HTTP/1.1\r\nHost: x\r\n\r\n",
    ):
        line = await Line.to(lan_url(server))
        line.say(request)
        assert (await line.hear())[0] == 400
        assert await line.ended() == b""


@secured(head_time=0.6)
async def test_a_slow_greeting_holds_no_place_for_ever_and_nobody_else(server: Server, trusts: ssl.SSLContext) -> None:
    silent, begun, noise = [await Line.to(lan_url(server)) for _ in range(3)]
    begun.say(b"\x16\x03\x01\x02\x00")  # and no end of it
    noise.say(b"\x16" + b"\xff" * 40000)
    await until(lambda: server._pool.count(Stage.STRANGER) == 2)  # the noise is no greeting
    async with httpx.AsyncClient(verify=trusts) as client:
        assert (await client.get(lan_url(server))).status_code == 403
    assert not begun.over
    assert not silent.over
    for line in (silent, begun):
        await line.ended(5.0)
    await until(lambda: server._pool.count(Stage.STRANGER) == 0)


@at_leisure
@secured()
async def test_greetings_beyond_the_limit_make_room_for_newcomers(server: Server, trusts: ssl.SSLContext) -> None:
    most = server._limits.shares[Stage.STRANGER].each
    for n in range(3 * most):
        line = await Line.to(lan_url(server))
        line.say(b"\x16\x03\x01\x02\x00"[: 1 + n % 5])
    await until(lambda: server._pool.count(Stage.STRANGER) == most)
    async with httpx.AsyncClient(verify=trusts) as client:
        assert (await client.get(lan_url(server))).status_code == 403


def test_what_is_made_is_private_and_made_anew_only_when_it_has_to_be(tmp_path: Path) -> None:
    own = OwnCertificate(tmp_path / "data" / "https")
    assert own.root() is None

    def made(*hosts: str) -> tuple[bytes | None, bytes]:
        own.context(hosts)
        return own.root(), (own.folder / "server.crt").read_bytes()

    first = made("192.168.1.5")
    assert made("192.168.1.5") == first
    if os.name == "posix":
        assert stat.S_IMODE(own.folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(file.stat().st_mode) for file in own.folder.iterdir()} == {0o600}
    moved = made("192.168.1.6", "8.8.8.8")  # for a machine of the whole world it vouches for nothing
    assert (moved[0], moved[1] == first[1]) == (first[0], False)
    old = own.folder / "server.crt"
    os.utime(old, (old.stat().st_mtime - 301 * 24 * 3600,) * 2)
    assert made("192.168.1.6", "8.8.8.8")[1] != moved[1]
    (own.folder / "root.key").unlink()
    assert made("192.168.1.6")[0] != first[0]
    assert sorted(file.name for file in own.folder.iterdir()) == [
        "root.crt",
        "root.key",
        "server.crt",
        "server.key",
        "signed.json",
    ]


@pytest.mark.skipif(os.name != "posix", reason="replaces openssl with a shell script")
def test_without_openssl_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCertificate) as missing:
        OwnCertificate(tmp_path / "https").context(())
    assert "--cert" in missing.value.why.text.message
    failing = tmp_path / "openssl"
    failing.write_text("#!/bin/sh\necho broken >&2\nexit 1\n")
    failing.chmod(0o755)
    with pytest.raises(NoCertificate) as broken:
        OwnCertificate(tmp_path / "https").context(())
    assert dict(broken.value.why.text.params) == {"said": "broken"}
    assert [*(tmp_path / "https").iterdir()] == []


def test_the_command_takes_a_certificate_or_says_what_is_wrong_with_it(
    tmp_path: Path, own: OwnCertificate, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chain, key = own.folder / "server.crt", own.folder / "server.key"
    serve = ("serve", "--data", str(tmp_path), "--port", "0", "--locale", "en")
    for words, code, said in (
        (("--cert", str(chain)), 1, "goes with the key"),
        (("--cert", str(chain), "--cert-key", str(own.folder / "root.key")), 1, "goes with the key"),
        (("--cert", str(tmp_path / "none"), "--cert-key", str(key)), 1, "none cannot be read"),
        (("--cert-key", str(key)), 2, "--cert"),
    ):
        assert main([*serve, *words]) == code, words
        assert said in "".join(capsys.readouterr())
    run: dict[str, Any] = {}
    monkeypatch.setattr("companion.app.run", lambda **options: run.update(options) or 0)
    assert main([*serve, "--cert", str(chain), "--cert-key", str(key)]) == 0
    assert run["certificate"] == GivenCertificate(chain, key)
    assert main([*serve, "--https"]) == 0
    assert run["certificate"] == OwnCertificate(tmp_path / "https")
    assert main([*serve]) == 0
    assert run["certificate"] is None

"""Static hosts: one without compression and media types, and one with a damaged file."""

import gzip
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from effort import at_leisure
from web.conftest import PATIENCE, Device, Host

pytestmark = pytest.mark.browser


class Plain(SimpleHTTPRequestHandler):
    """Sends files uncompressed, most without a media type."""

    asked: list[str]

    def guess_type(self, path: Any) -> str:
        """Return the media type of a file."""
        return {".html": "text/html", ".js": "text/javascript"}.get(Path(path).suffix, "application/octet-stream")

    def log_message(self, format: str, *args: Any) -> None:
        """Record the request."""
        self.asked.append(self.path)


class Simple(Host):
    """A host with such a server."""

    def start(self) -> "Simple":
        """Serve the site."""
        Plain.asked = []
        server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(Plain, directory=str(self.folder)))
        self._server = server  # type: ignore[assignment]
        self.port = server.server_port
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        return self


@pytest.fixture
def host(site: Path, request: pytest.FixtureRequest) -> Iterator[Host]:
    """The host a test asks for."""
    host = Simple(site).start()
    yield host
    host.stop()


@at_leisure
def test_a_host_need_neither_pack_nor_know_types(new_device: Device, host: Host) -> None:
    phone = new_device.page().open()
    phone.at("play-bronzen").wait_for(state="attached", timeout=PATIENCE)
    phone.whole()
    assert "/main.dart.js.gz" in Plain.asked
    assert "/main.dart.js" not in Plain.asked, "nothing large is fetched unpacked"
    host.stop()
    phone.reload()
    phone.at("play-bronzen").wait_for(state="attached", timeout=PATIENCE)
    assert phone.errors == []


@pytest.fixture
def spoilt(site: Path, tmp_path: Path) -> Path:
    """The site with an altered program."""
    folder = tmp_path / "spoilt"
    shutil.copytree(site, folder)
    for name, body in (("app.pack", b"another program"), ("app.pack.gz", gzip.compress(b"another program"))):
        (folder / name).write_bytes(body)
    return folder


def test_an_altered_file_on_the_host_is_refused_and_reported(
    new_device: Device, host: Host, site: Path, spoilt: Path
) -> None:
    host.stop()
    host.folder = spoilt
    host.start()
    phone = new_device.page()
    phone.page.goto(host.url)
    phone.page.locator("#splash.failed button").wait_for(timeout=PATIENCE)
    assert phone.page.locator("[flt-semantics-identifier]").count() == 0, "nothing of it has run"
    # the host has repaired it, and the wrong file was not stored
    host.stop()
    host.folder = site
    host.start()
    phone.reload()
    phone.at("play-bronzen").wait_for(state="attached", timeout=PATIENCE)

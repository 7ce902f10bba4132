"""The pocket in a real Chromium: a site built once, a host that can be stopped, and devices that can be restarted."""

import base64
import hashlib
import json
import random
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Request, sync_playwright
from ui.conftest import FLAGS, PHONE, Phone, chromium, needed

from companion.storage.sqlite import FILE
from companion.web import build as builder
from companion.web import contents, preview_server
from companion.web.build import build

#: The first visit on a busy machine, in milliseconds.
PATIENCE: Final = 120_000

#: Records the messages from the page to Python.
_EAR: Final = """
globalThis.sentToPython = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (data, ...more) {
    if (data instanceof Uint8Array) globalThis.sentToPython.push(new TextDecoder().decode(data));
    return post.call(this, data, ...more);
};

// To keep Python's memory takes all of a processor: here it is done only for who asks for it.
const Real = Worker;
globalThis.Worker = class extends Real {
    constructor(url, options) {
        if (!String(url).endsWith("?make")) return new Real(url, options);
        const later = { terminate() {} };
        let begun = false;
        globalThis.remember = () => {
            if (begun) return;
            begun = true;
            const made = new Real(url, options);
            made.onmessage = (event) => later.onmessage?.(event);
            later.terminate = () => made.terminate();
        };
        return later;
    }
};
"""


class Host:
    """A static host on this machine.

    :param folder: the site; another can be put in its place.
    :param port: where it is served, by default wherever there is room.
    """

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        self.port = port
        self._server: preview_server.Server | None = None

    @property
    def url(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> "Host":
        """Serve the site, always under the same address."""
        self._server = preview_server.server(self.folder, self.port) if self.port else _somewhere(self.folder)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def stop(self) -> None:
        """Stop the host."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


def _somewhere(folder: Path) -> preview_server.Server:
    """Serve under a port that is still free when the host restarts: outgoing connections of programs use ports from 32768 on."""
    for port in random.sample(range(20_000, 30_000), 100):
        with suppress(OSError):
            return preview_server.server(folder, port)
    raise OSError("no port is free")


class Pocket(Phone):
    """A page with the program in the browser."""

    def __init__(self, page: Page, url: str, pictures: Path) -> None:
        super().__init__(page, url, pictures)
        page.add_init_script(_EAR)

    def open(self, route: str = "/") -> "Pocket":
        """Open a route, and wait until the screen can be read."""
        self.page.goto(f"{self.url}#{route}")
        return self.ready()

    def ready(self) -> "Pocket":
        """Wait until the screen has content."""
        self.page.locator("[flt-semantics-identifier]").first.wait_for(state="attached", timeout=PATIENCE)
        return self

    def listen(self) -> None:
        """Clear the recorded messages from the page to Python."""
        self.page.evaluate("globalThis.sentToPython = []")

    def has_sent(self, text: str) -> bool:
        """Return whether the page has sent Python a text since."""
        return bool(self.page.evaluate("text => globalThis.sentToPython.some(message => message.includes(text))", text))

    def notice(self, button: str = "") -> Any:
        """Return the page's own notice, or a button of it."""
        return self.page.locator(f"#notice {f'button[data-does={button}]' if button else 'p'}")

    def keeps(self, file: str) -> bool:
        """Return whether a file of the site is stored on the device."""
        return bool(self.page.evaluate(_KEPT, file))

    def whole(self) -> "Pocket":
        """Wait until the device has loaded all files."""
        self.until(lambda: self.keeps("index.html"), "not everything is kept", timeout=60)
        return self

    def stored(self, file: str = FILE) -> bytes:
        """Return a file stored in the browser."""
        return base64.b64decode(self.page.evaluate(_FILE, [file, None]))

    def lay(self, content: bytes, file: str = FILE) -> "Pocket":
        """Replace a file stored in the browser while the program is not running."""
        self.page.goto(f"{self.url}licences/client.txt")
        self.page.evaluate(_FILE, [file, base64.b64encode(content).decode()])
        return self

    def remembers(self) -> "Pocket":
        """Let the device store Python's memory with the program, and wait until it has."""
        self.until(
            lambda: self.page.evaluate(_REMEMBER) or self.keeps("memory"),
            "it does not want to",
            timeout=60,
        )
        self.until(lambda: self.keeps("memory"), "Python's memory is not kept", timeout=60)
        return self


#: Reads a file of the program in the browser, or writes it while the program is not running.
_FILE: Final = """async ([file, laid]) => {
    const done = (asked) => new Promise((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
    });
    const base = await done(indexedDB.open("/data"));
    const store = base.transaction("FILE_DATA", laid ? "readwrite" : "readonly").objectStore("FILE_DATA");
    const held = (await done(store.get("/data/" + file))) ?? { mode: 0o100600 }; // begun only when something is written
    if (laid) {
        const contents = Uint8Array.from(atob(laid), (letter) => letter.charCodeAt(0));
        await done(store.put({ ...held, contents, timestamp: new Date() }, "/data/" + file));
    }
    base.close();
    const reader = new FileReader();
    const read = new Promise((resolve) => (reader.onload = resolve));
    reader.readAsDataURL(new Blob([held.contents ?? ""]));
    await read;
    return reader.result.split(",")[1];
}"""
_REMEMBER: Final = "() => { globalThis.remember?.(); return globalThis.remember !== undefined; }"
_KEPT: Final = """async path => {
    for (const name of await caches.keys())
        if (await (await caches.open(name)).match(new URL(path, location.href))) return true;
    return false;
}"""


class Device:
    """A browser with its own storage, which can be closed and restarted.

    :param folder: its storage.
    :param locale: its language.
    """

    def __init__(self, playwright: Playwright, path: str, folder: Path, url: str, locale: str = "de-DE") -> None:
        self._playwright = playwright
        self._path = path
        self._folder = folder
        self._url = url
        self._locale = locale
        self._context: BrowserContext | None = None
        #: Requests to other hosts.
        self.strangers: list[str] = []

    @property
    def context(self) -> BrowserContext:
        """The running browser."""
        if not self._context:
            self._context = self._playwright.chromium.launch_persistent_context(
                str(self._folder / "profile"),
                executable_path=self._path,
                args=list(FLAGS),
                viewport={"width": PHONE[0], "height": PHONE[1]},
                locale=self._locale,
                reduced_motion="reduce",
            )
            self._context.on("request", self._note)
        return self._context

    def page(self) -> Pocket:
        """Return a new page."""
        return Pocket(self.context.new_page(), self._url, self._folder)

    def end(self) -> "Device":
        """Close the browser."""
        if self._context:
            self._context.close()
            self._context = None
        return self

    def _note(self, request: Request) -> None:
        if not request.url.startswith((self._url, "blob:", "data:")):
            self.strangers.append(request.url)


@pytest.fixture(scope="session", autouse=True)
def _done_once() -> Iterator[None]:
    """Compile and pack the same files only once for all sites: that is nearly all of the time a site takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contents, "compiled", _remembered(contents.compiled))
        patch.setattr(builder, "_squeezed", _remembered(builder._squeezed))
        yield


def _remembered(make: Callable[..., Any]) -> Callable[..., Any]:
    made: dict[bytes, Any] = {}

    def remembered(*of: Any) -> Any:
        key = hashlib.sha256(repr(of).encode()).digest()
        if key not in made:
            made[key] = make(*of)
        return made[key]

    return remembered


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this program, built once."""
    folder = tmp_path_factory.mktemp("pocket") / "site"
    build(folder)
    return folder


Devices = Callable[..., Device]


@contextmanager
def some_devices(host: Host, folder: Path, profile: Path | None = None) -> Iterator[Devices]:
    """Make phones: ``make(below="", locale="de-DE")``, where ``below`` is the site's path on the host.

    :param profile: initial contents of each browser, empty by default.
    """
    with sync_playwright() as playwright:
        path = needed(chromium(playwright))
        made: list[Device] = []

        def make(below: str = "", locale: str = "de-DE") -> Device:
            own = folder / f"device-{len(made)}"
            own.mkdir(parents=True)
            if profile:
                shutil.copytree(profile, own / profile.name)
            made.append(Device(playwright, path, own, host.url + below, locale))
            return made[-1]

        yield make
        for device in made:
            device.end()


@pytest.fixture(scope="session")
def visited(site: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, Path]:
    """The port under which the site was visited once and loaded completely, and the profile of that browser."""
    folder = tmp_path_factory.mktemp("visited")
    host = Host(site).start()
    with some_devices(host, folder) as make:
        device = make()
        device.page().open().whole().remembers()
    host.stop()
    return host.port, folder / "device-0" / "profile"


@pytest.fixture
def host(site: Path, visited: tuple[int, Path]) -> Iterator[Host]:
    """A host that serves the site."""
    host = Host(site, visited[0]).start()
    yield host
    host.stop()


@pytest.fixture
def devices(host: Host, visited: tuple[int, Path], tmp_path: Path) -> Iterator[Devices]:
    """Phones that have opened the site before, without games."""
    with some_devices(host, tmp_path / "visited", visited[1]) as make:
        yield make


@pytest.fixture
def new_devices(host: Host, tmp_path: Path) -> Iterator[Devices]:
    """Phones that have never seen the site."""
    with some_devices(host, tmp_path / "new") as make:
        yield make


@pytest.fixture
def device(devices: Devices) -> Device:
    """A phone that has opened the site before, without games."""
    return devices()


@pytest.fixture
def new_device(new_devices: Devices) -> Device:
    """A phone that has never seen the site."""
    return new_devices()


#: A path for a site that shares its host with others.
BELOW: Final = "companion/"


@pytest.fixture
def below(site: Path, tmp_path: Path, host: Host, new_devices: Devices) -> Device:
    """A British phone with an empty cache, for a site below another path."""
    host.stop()
    host.folder = tmp_path / "host"
    host.folder.mkdir()
    (host.folder / BELOW).symlink_to(site)
    host.start()
    return new_devices(BELOW, "en-GB")


def listed(site: Path) -> dict[str, Any]:
    """Return the service worker's list of the site's files."""
    code = (site / "sw.js").read_text(encoding="utf-8")
    line = next(line for line in code.splitlines() if line.startswith("const SITE = "))
    return dict(json.loads(line.removeprefix("const SITE = ").removesuffix(";")))


Make = Callable[[], Pocket]

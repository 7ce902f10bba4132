"""A first visit on a slow network shows its progress; a failed one shows the reason and can be retried."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from effort import at_leisure, cases
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from ui.conftest import FLAGS, PHONE, chromium, needed
from web.conftest import PATIENCE

from companion import resources
from companion.i18n import Renderer
from companion.server.page import START_WORDS
from companion.web import preview_server

pytestmark = pytest.mark.browser

#: The largest chunk of a file, in bytes.
_PIECE: Final = 8192
#: Bytes per second: the visit takes four seconds longer than the start.
SLOW: Final = 3_000_000


class Network:
    """A host behind a network that can be slow, or fail in the middle of a file.

    :param folder: the site.
    """

    def __init__(self, folder: Path) -> None:
        #: Bytes per second of all files together; ``None`` for no limit.
        self.rate: int | None = None
        #: Part of the address of a file that is sent only half, and whether its connection closes then; if not, the whole
        #: network stalls.
        self.fault: tuple[str, bool] | None = None
        self._stalled = False
        self._over = threading.Event()
        self._line = threading.Lock()
        self._server = preview_server.Server(("127.0.0.1", 0), partial(self._handler(), directory=str(folder)))
        self.url = preview_server.address(self._server)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def _handler(self) -> type[preview_server.Handler]:
        network = self

        class Sent(preview_server.Handler):
            def copyfile(self, source: Any, outputfile: Any) -> None:
                network.send(self.path, source, outputfile)

        return Sent

    def send(self, path: str, source: Any, target: Any) -> None:
        """Send a file at the speed of the network."""
        content = source.read()
        fault = self.fault if self.fault and self.fault[0] in path else None
        for begin in range(0, len(content) // 2 if fault else len(content), _PIECE):
            piece = content[begin : min(begin + _PIECE, len(content) // 2 if fault else len(content))]
            if self.rate:
                with self._line:
                    time.sleep(len(piece) / self.rate)
            if self.fault and self._stalled:
                self._wait()
            target.write(piece)
        if fault:
            target.flush()
            if not fault[1]:
                self._stalled = True
                self._wait()
            raise ConnectionAbortedError

    def _wait(self) -> None:
        """Send nothing more on this connection."""
        self._over.wait(PATIENCE / 1000)
        raise ConnectionAbortedError

    def stop(self) -> None:
        """Stop the host and all transfers."""
        self._over.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def network(site: Path) -> Iterator[Network]:
    """A network between phones and the site."""
    network = Network(site)
    yield network
    network.stop()


@pytest.fixture(scope="module")
def playing() -> Iterator[tuple[Playwright, Browser]]:
    """One Chromium for the tests of this file."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needed(chromium(playwright)), args=list(FLAGS))
        yield playwright, browser
        browser.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(playing: tuple[Playwright, Browser], network: Network) -> Iterator[Visit]:
    """Visit the site for the first time: ``visit(size=PHONE, locale="de-DE", before="", dark=False)``."""
    made: list[BrowserContext] = []

    def make(
        size: tuple[int, int] = PHONE, locale: str = "de-DE", before: str = "", dark: bool = False, url: str = ""
    ) -> Page:
        context = playing[1].new_context(
            viewport={"width": size[0], "height": size[1]},
            is_mobile=True,
            locale=locale,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        made.append(context)
        page = context.new_page()
        if before:
            page.add_init_script(before)
        page.goto(url or network.url, wait_until="commit")
        return page

    yield make
    for context in made:
        context.close()


def started(page: Page) -> None:
    """Wait for the first screen with nothing above it."""
    page.locator("[flt-semantics-identifier]").first.wait_for(state="attached", timeout=PATIENCE)
    expect(page.locator("#splash p")).to_be_hidden(timeout=PATIENCE)  # until the screen is painted
    expect(page.locator("#splash button")).to_be_hidden()


def failed(page: Page, why: str, locale: str = "de") -> None:
    """Wait until the page shows why it does not start."""
    said = page.locator("#splash.failed p[role=alert]")
    expect(said).to_have_text(Renderer(locale).text(START_WORDS[why]), timeout=60_000)
    box, size = page.locator("#splash section").bounding_box(), page.viewport_size
    assert box
    assert size
    assert box["x"] >= 8
    assert box["x"] + box["width"] <= size["width"] - 8
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"]


def try_again(page: Page) -> None:
    """Tap the button of a failed start."""
    again = page.locator("#splash button")
    assert again.inner_text() in {Renderer(locale).text(START_WORDS["again"]) for locale in resources.locales()}
    with page.expect_navigation(wait_until="commit"):
        again.click()


#: Records every twentieth of a second the text, the progress, and the positions of logo, bar and text.
_NOTE: Final = """
globalThis.noted = [];
const box = (what) => { const { x, y, width } = document.querySelector(what).getBoundingClientRect(); return [x, y, width].map(Math.round); };
const timer = setInterval(() => {
    const text = document.querySelector("#splash.starting p");
    if (!text) return noted.length && clearInterval(timer);
    noted.push([text.textContent, document.querySelector("#splash progress").value, box("#splash progress"), text.getBoundingClientRect().top,
        document.querySelector("meta[name=viewport]").content, document.elementsFromPoint(...box("#splash p").slice(0, 2).map(n => n + 1)).length]);
}, 50);
"""


@cases(
    "size, locale, dark, begin",
    [
        (PHONE, "de-DE", False, r"Wird geladen, nur dieses eine Mal: (\d+) von (\d+) MB"),
        (PHONE[::-1], "en-GB", True, "Loading, just this once: (\\d+) of (\\d+) MB"),
    ],
    few=1,
)
def test_a_first_visit_shows_its_progress(
    visit: Visit, network: Network, size: tuple[int, int], locale: str, dark: bool, begin: str
) -> None:
    network.rate = SLOW
    page = visit(size, locale, _NOTE, dark)
    started(page)
    noted = page.evaluate("noted")
    counted = [re.fullmatch(begin, said) for said, *_ in noted]
    counts = [(int(found[1]), int(found[2])) for found in counted if found]
    assert counted[0], "shown from the beginning"
    assert len({all for _, all in counts}) == 1
    assert counts == sorted(counts), "it never decreases"
    assert counts[0][0] == 0
    assert counts[0][1] in range(11, 15)
    assert len(set(counts)) > counts[0][1] / 2, "it moves"
    assert counts[-1][0] >= counts[-1][1] - 1
    bars = [share for _, share, *_ in noted]
    assert bars == sorted(bars)
    places = {json.dumps([bar, top]) for _, _, bar, top, *_ in noted}
    assert len(places) == 1, "nothing jumps"
    assert all("width=device-width" in viewport for *_, viewport, _ in noted)
    after = {said for (said, *_), found in zip(noted, counted, strict=True) if not found}
    assert after <= {Renderer(locale[:2]).text(START_WORDS["starting"])}


@cases("file", ["app.pack", "pocket.js"], few=1)
def test_a_truncated_file_is_reported_and_can_be_retried(visit: Visit, network: Network, file: str) -> None:
    network.fault = (file, True)
    page = visit()
    failed(page, "incomplete")
    network.fault = None
    try_again(page)
    started(page)


def test_a_stalled_connection_is_reported_and_loaded_files_are_kept(visit: Visit, network: Network) -> None:
    network.fault = ("main.dart.js", False)
    page = visit(PHONE[::-1], "en-GB")
    failed(page, "stalled", "en")
    network.fault = None
    network.rate = SLOW
    try_again(page)
    # loaded files are not loaded again
    said = page.wait_for_function("() => /: ([1-9]\\d*) of/.exec(document.querySelector('#splash p').textContent)?.[1]")
    assert int(said.json_value()) > 2
    started(page)


@at_leisure
def test_a_restored_connection_resumes_by_itself(visit: Visit, network: Network) -> None:
    network.fault = ("python_stdlib", False)
    page = visit()
    failed(page, "stalled")
    network.fault = None
    started(page)


#: Removes a feature from the first visit, and none from the second.
_ONCE: Final = "if (!sessionStorage.visited) {{ sessionStorage.visited = 1; {} }}"


@cases(
    "fault, why",
    [
        ("delete globalThis.WebAssembly;", "unable"),
        (
            "Object.defineProperty(globalThis, '_flutter', { set() {}, get() { throw new Error('broken'); } });",
            "failed",
        ),
        ("navigator.locks.request = async () => { throw new DOMException('denied', 'SecurityError'); };", "refused"),
        (
            "globalThis.Worker = class { constructor() { throw new RangeError('Out of memory'); } };",
            "memory",
        ),
    ],
    few=2,
)
def test_an_error_is_reported_and_can_be_retried(visit: Visit, fault: str, why: str) -> None:
    page = visit(before=_ONCE.format(fault))
    failed(page, why)
    try_again(page)
    started(page)


def test_a_browser_that_stores_nothing_is_named(
    playing: tuple[Playwright, Browser], network: Network, tmp_path: Path
) -> None:
    profile = tmp_path / "Default"
    profile.mkdir()
    refusing = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Preferences").write_text(json.dumps(refusing), encoding="utf-8")
    path = needed(chromium(playing[0]))
    context = playing[0].chromium.launch_persistent_context(
        str(tmp_path), executable_path=path, args=list(FLAGS), locale="de-DE"
    )
    page = context.new_page()
    page.goto(network.url, wait_until="commit")
    failed(page, "refused")
    try_again(page)
    failed(page, "refused")
    context.close()


@cases("named, spoken", [(["de_DE.UTF-8", "C"], "de"), (["c"], "en")], few=1)
def test_a_language_that_is_no_language_tag_does_no_harm(visit: Visit, named: list[str], spoken: str) -> None:
    asked = f"""
    Object.defineProperty(Navigator.prototype, "languages", {{ get: () => {json.dumps(named)} }});
    Object.defineProperty(Navigator.prototype, "language", {{ get: () => "{named[0]}" }});
    """
    page = visit(before=asked)
    started(page)
    assert page.locator("#splash").get_attribute("lang") == spoken
    assert page.get_by_text({"en": "What are you playing?", "de": "Was kommt auf den Tisch?"}[spoken]).count()


def test_error_messages_of_browsers_map_to_sentences(visit: Visit) -> None:
    page = visit(before="delete globalThis.WebAssembly;")
    said = {
        "RangeError: WebAssembly.Memory(): could not allocate memory": "memory",
        "PythonError: MemoryError": "memory",
        "CompileError: WebAssembly.Module doesn't parse": "unable",
        "SyntaxError: Unexpected token '?'": "unable",
        "PythonError: pyodide.ffi.JsException: InvalidStateError: A mutation operation was attempted": "refused",
        "SecurityError: The operation is insecure.": "refused",
        "TypeError: Load failed": "incomplete",
        "TypeError: NetworkError when attempting to fetch resource.": "incomplete",
        "Error: app.pack: 404": "incomplete",
        "PythonError: AssertionError": "failed",
    }
    page.wait_for_function("() => globalThis.companionStart")
    assert page.evaluate("all => all.map(companionStart.reason)", list(said)) == list(said.values())


def test_the_loading_screen_runs_in_an_old_browser() -> None:
    """A browser that cannot parse a script shows nothing, so this script uses the syntax of 2015."""
    script = (resources.ASSETS / "splash.js").read_text(encoding="utf-8")
    code = re.sub(r"//.*", "", script)
    assert not re.findall(r"\?\.|\?\?|async |await |\.\.\.\w+ }|catch {|static |#\w+ =", code)

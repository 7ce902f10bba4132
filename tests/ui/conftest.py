"""A real Chromium and a real server; shared by the tests of the whole program."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, sync_playwright

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
)
_START: Final = 30.0
_BETWEEN_TAPS: Final = 0.32

PHONE: Final = (390, 844)
TABLET: Final = (1180, 820)


def chromium(playwright: Playwright) -> str | None:
    """Return the path of a Chromium: the configured one, the system's, or Playwright's own."""
    named = os.environ.get("COMPANION_CHROMIUM")
    if named:
        return named
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    own = playwright.chromium.executable_path
    return next((path for path in found if path), own if Path(own).exists() else None)


def needed(path: str | None) -> str:
    """Return the path of Chromium; skip the test without one, or fail where a browser is required."""
    if path is None:
        reason = "No Chromium was found: set COMPANION_CHROMIUM, install one, or run 'playwright install chromium'."
        if os.environ.get("COMPANION_REQUIRE_BROWSER") == "1" or os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


class Phone:
    """A page in the browser, used through its accessibility tree.

    :param page: Playwright's page.
    :param url: address of the server.
    :param pictures: folder for screenshots.
    """

    def __init__(self, page: Page, url: str, pictures: Path) -> None:
        self.page = page
        self.url = url
        self._pictures = pictures
        #: Errors of the page.
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        #: Messages sent to the server since the latest typing began.
        self.sent: list[bytes] = []
        #: Messages received from the server.
        self.received: list[str | bytes] = []
        page.on("websocket", self._follow)
        #: Texts of the screen when it last settled, if nothing was done since.
        self._rested: list[str] | None = None

    def open(self, route: str = "/") -> "Phone":
        """Open a route, and wait until the screen can be read."""
        self.page.goto(self.url.rstrip("/") + "/" + route.lstrip("/"))
        return self.ready()

    def reload(self) -> "Phone":
        """Reload the page, as a browser does after a switch to another app."""
        self.page.reload()
        return self.ready()

    def ready(self) -> "Phone":
        """Wait until the screen has content."""
        self.page.locator("flt-semantics-host flt-semantics flt-semantics").first.wait_for(state="attached")
        return self

    def at(self, identifier: str) -> Locator:
        """Return the locator of an identifier."""
        return self.page.locator(f'[flt-semantics-identifier="{identifier}"]')

    def tap(self, what: str, *, role: Any = None) -> None:
        """Tap the control with this identifier or, if there is none, with this name.

        :param role: the role of the control, if the name alone is ambiguous.
        """
        self._rested = None
        self._target(what, role).click()

    def taps(self, *what: str) -> None:
        """Tap several controls with a pause after each, so that none is ignored as a double tap."""
        for each in what:
            self.at(each).first.wait_for(state="attached")
            self.tap(each)
            self.page.wait_for_timeout(400)

    def start_by_tricks(self) -> None:
        """Start a game of Bronzen in which every trick is entered, and the first player is older."""
        self.tap("first-0")
        self.tap("house-rules")
        self.scroll_to("house-keeping-tricks")
        self.tap("house-keeping-tricks")
        self.tap("start")
        self.at("wins-0").wait_for(state="attached")

    def report(self, *what: str, timeout: float = 15.0) -> None:
        """Tap several controls at a table, and wait after each until the screen changes.

        :raises AssertionError: if the screen does not change.
        """
        for each in what:
            before = self._rested
            if before is None or before != self.texts():
                before = self.at_rest()
            self.tap(each)
            self.until(lambda before=before: self.texts() != before, f"nothing after {each}", timeout=timeout)
        self.at_rest()

    def at_rest(self) -> list[str]:
        """Wait until the texts have been stable for a moment, and return them.

        One report may change them in several steps; and a second tap within that time would be ignored as a double tap.
        """
        said, since = self.texts(), time.monotonic()
        end = since + 30
        while time.monotonic() - since < _BETWEEN_TAPS:
            assert time.monotonic() < end, f"the screen never settles; texts {said}"
            self.page.wait_for_timeout(50)
            now = self.texts()
            if now != said:
                said, since = now, time.monotonic()
        self._rested = said
        return said

    def until(self, condition: Callable[[], object], what: str, *, timeout: float = 15.0) -> None:
        """Wait until a condition holds.

        :raises AssertionError: if it does not hold within the timeout.
        """
        end = time.monotonic() + timeout
        while not condition():
            assert time.monotonic() < end, f"{what}; texts {self.texts()}"
            self.page.wait_for_timeout(30)

    def scroll_to(self, what: str, *, by: int = 300) -> None:
        """Scroll until an identifier is present: a long list renders only the items near the viewport.

        :param by: pixels a turn of the wheel, negative for upwards.
        """
        size = self.page.viewport_size
        assert size
        self.page.mouse.move(size["width"] / 2, size["height"] / 2)
        for _ in range(40):
            if self.at(what).count():
                return
            self.page.mouse.wheel(0, by)
            self.page.wait_for_timeout(60)
        raise AssertionError(f"no {what}; texts {self.texts()}")

    def fill(self, what: str, text: str) -> None:
        """Replace the text of a field, found by its identifier or label.

        The client takes over a field some frames after the tap, and may lose it while the screen is still being built; input
        then stays in the browser. No person is so fast; so the field is left and tapped again until the server has received
        the text.
        """
        self._rested = None
        field = self.at(what).locator("input, textarea").or_(self.page.get_by_label(what, exact=True)).first
        field.click()
        if field.input_value() == text:
            return
        self.listen()

        def typed() -> bool:
            for _ in range(4):
                field.fill(text)
                self.page.wait_for_timeout(100)
                if self.has_sent(text):
                    return True
            field.blur()
            field.click()
            return False

        self.until(typed, f"{what} does not take {text}")

    def listen(self) -> None:
        """Clear the recorded messages from the page to the program."""
        self.sent.clear()

    def has_sent(self, text: str) -> bool:
        """Return whether the page has sent the program a text since."""
        return any(text.encode() in frame for frame in self.sent)

    def see(self, text: str | re.Pattern[str], *, timeout: float = 10.0) -> Locator:
        """Wait until a text is on the screen, as text or as a label.

        :raises playwright.sync_api.TimeoutError: if it does not appear.
        """
        found = self.page.get_by_text(text).or_(self.page.get_by_label(text)).first
        found.wait_for(state="attached", timeout=timeout * 1000)
        return found

    def miss(self, text: str | re.Pattern[str], *, timeout: float = 10.0) -> None:
        """Wait until a text is not on the screen any more."""
        found = self.page.get_by_text(text).or_(self.page.get_by_label(text)).first
        found.wait_for(state="detached", timeout=timeout * 1000)

    def texts(self) -> list[str]:
        """Return the texts of the accessibility tree, from top to bottom."""
        script = """() => [...document.querySelectorAll('flt-semantics')].map(node => node.getAttribute('aria-label')
            || [...node.childNodes].filter(c => c.nodeName !== 'FLT-SEMANTICS').map(c => c.textContent).join(''))"""
        return [text.strip() for text in self.page.evaluate(script) if text.strip()]

    def screenshot(self, name: str) -> Path:
        """Take a picture of the screen, and return its path."""
        path = self._pictures / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    def _follow(self, socket: Any) -> None:
        socket.on("framesent", self._note)
        socket.on("framereceived", lambda frame: self.received.append(frame))

    def _note(self, frame: str | bytes) -> None:
        self.sent.append(frame.encode() if isinstance(frame, str) else frame)

    def _target(self, what: str, role: Any) -> Locator:
        marked = self.at(what)
        named = self.page.get_by_role(role or "button", name=what, exact=True)
        if role is None:
            named = named.or_(self.page.get_by_text(what, exact=True))
        marked.or_(named).first.wait_for(state="attached")
        if not marked.count():
            return named.first
        # The identifier is on the tappable node or around it.
        inner = marked.first.locator(
            "[flt-tappable], [role=button], [role=switch], [role=checkbox], [role=radio], input"
        )
        return inner.first if inner.count() else marked.first


class Program:
    """The program as a separate process, which can be killed and restarted on the same data.

    :param data: its data folder.
    :param command: the command before the arguments of ``serve``.
    :param log: file for its output.
    """

    def __init__(self, data: Path, command: list[str], log: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.data = data
        self._log = log
        self._command = [*command, "--host", "127.0.0.1", "--port", str(self.port), "--data", str(data)]
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def of_this(cls, data: Path, log: Path) -> "Program":
        """Return the program of this tree with a data folder."""
        return cls(data, [sys.executable, "-m", "companion", "serve"], log)

    def start(self, *more: str) -> "Program":
        """Start it, and wait for its first answer.

        :param more: further arguments.
        """
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([*self._command, *more], stdout=log, stderr=subprocess.STDOUT)
        end = time.monotonic() + _START
        while True:
            try:
                urllib.request.urlopen(self.url, timeout=5).close()
                return self
            except OSError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise AssertionError(f"the server does not answer:\n{self.output()}") from None
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill it without warning, like a power cut."""
        assert self._process
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Stop it normally, and return its exit code."""
        assert self._process
        if self._process.poll() is None:
            self._process.terminate()
        return self._process.wait(timeout=30)

    def restart(self) -> "Program":
        """Kill it and start it again on the same data."""
        self.kill()
        return self.start()

    def output(self) -> str:
        """Return its output so far."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""


# Not for the whole session: while Playwright runs, this thread counts as one with a running loop, and every test that
# calls asyncio.run would fail.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for the tests of a file; without one they are skipped, or fail where a browser is required."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needed(chromium(playwright)), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Program]:
    """The program served from an empty data folder."""
    command = [sys.executable, "-m", "companion", "serve"]
    program = Program(tmp_path / "data", command, tmp_path / "server.log").start()
    yield program
    program.stop()


@pytest.fixture
def phones(browser: Browser, server: Program, tmp_path: Path) -> Iterator[Callable[..., Phone]]:
    """Make pages: ``phones(size=PHONE, locale="de-DE", dark=False)``, each a device of its own."""
    made: list[BrowserContext] = []

    def make(
        size: tuple[int, int] = PHONE,
        *,
        locale: str = "de-DE",
        dark: bool = False,
        url: str | None = None,
        zone: str | None = None,
        density: float = 1.0,
    ) -> Phone:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=density,
            has_touch=True,
            is_mobile=size[0] < 600,
            locale=locale,
            timezone_id=zone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",  # rendering without a viewer takes half of the processor
        )
        made.append(context)
        return Phone(context.new_page(), url or server.url, tmp_path)

    yield make
    for context in made:
        context.close()


@pytest.fixture
def phone(phones: Callable[..., Phone]) -> Phone:
    """A phone that has opened the program."""
    return phones(PHONE).open()


@pytest.fixture
def tablet(phones: Callable[..., Phone]) -> Phone:
    """A tablet that has opened the program."""
    return phones(TABLET).open()

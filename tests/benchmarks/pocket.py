"""The pocket in Chromium against a minimal page of Flet built in the same way: starts, and a tap.

Both are visited with an empty cache (cold) and a full one (warm), at full processor speed and slowed down by four. They
alternate with each start, since the speed of a shared machine varies by the minute. A tap is also compared with one on a
bare page with as many controls, as in ``tap``. The longest freeze of the page while a long game opens is compared with half
a second. It takes some twenty minutes, so it runs only when named.
"""

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, Final, Self

from playwright.sync_api import Page, Playwright, sync_playwright
from ui.conftest import FLAGS, PHONE, chromium, needed
from web.conftest import Device, Host

from benchmarks.logs import LONG, long
from benchmarks.measure import Ratio
from benchmarks.servers import companion, rows_like
from companion.games import games
from companion.storage.codec import write_log
from companion.storage.library import Library
from companion.storage.sqlite import FILE
from companion.web import contents, preview_server
from companion.web.build import build
from companion.web.contents import Program

_FIRST_STARTS: Final = 11  # the times scatter by a tenth: some frames are late by a fifth of a second
_LATER_STARTS: Final = 9
_ROUNDS: Final = 6
_WARM: Final = 2  # warm-up rounds that do not count: the browser compiles code on its first use
_TAPS: Final = 5
_BETWEEN_TAPS: Final = 400  # milliseconds; the table ignores a second tap within 0.3 s as a double tap
_RESTS: Final = 0.08  # seconds that a finger touches the screen
_PATIENCE: Final = 180_000
_SETTLE: Final = 1500  # milliseconds for a newly opened page to settle
_SETTLED: Final = 8000  # until it has also loaded the deferred files

_COUNTER: Final = """
import flet as ft


@ft.component
def Counter():
    number, put = ft.use_state(0)
    more = ft.FilledButton("More", on_click=lambda: put(lambda n: n + 1))
    rows = [ft.Row([ft.Container(ft.Text(f"Row {number}"))]) for number in range(ROWS)]
    return ft.Column([ft.Text(f"Number {number}"), ft.Semantics(identifier="more", content=more), *rows])


def main(page):
    page.render(Counter)


def prepare():
    import flet.messaging.protocol, flet.messaging.session
    warm_up()


def warm_up():
    [getattr(ft, name) for name in ("Column", "Container", "FilledButton", "Row", "Semantics", "Text")]


async def run(site):
    import flet_js
    from pyodide.ffi import to_js

    await site.open()
    ft.run(main)
    await flet_js.start_connection(lambda packet: site.packets(to_js([packet])))
"""

#: Returns the milliseconds from the lifting of a finger until the text of the page changed.
_WATCH: Final = """() => {
    const read = () => [...document.querySelectorAll("flt-semantics")].map(
        (one) => one.getAttribute("aria-label") || one.textContent).join("|");
    globalThis.taken = new Promise((resolve) => {
        let begun, before;
        addEventListener("pointerup", () => { begun = performance.now(); before = read(); }, { capture: true, once: true });
        const watch = new MutationObserver(() => {
            if (begun === undefined || read() === before) return;
            watch.disconnect();
            resolve(performance.now() - begun);
        });
        watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
}"""

#: Returns the milliseconds from the page's request until its first screen was drawn and usable. Polling from outside would
#: have a resolution of half a second only.
_USABLE: Final = """(() => {
    globalThis.usable = new Promise((resolve) => {
        const watch = new MutationObserver(() => {
            if (!document.querySelector("[flt-semantics-identifier]")) return;
            watch.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        });
        watch.observe(document, { subtree: true, childList: true, attributes: true });
    });
})()"""

_KEPT: Final = """async () => {
    for (const name of await caches.keys())
        if (await (await caches.open(name)).match(new URL("memory", location.href))) return true;
    return false;
}"""


def measured() -> Iterator[Ratio]:
    """Measure the sites in turn."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with companion() as table:
            rows = rows_like(table)
        build(folder / "ours")
        for name, count in (("bare", 0), ("full", rows)):
            build(folder / name, Program("bare", {"bare.py": f"ROWS = {count}\n{_COUNTER}".encode()}, _shell(), "Bare"))
        playwright = stack.enter_context(sync_playwright())
        yield _freeze(playwright, folder / "ours")
        for slower in (1, 4):
            yield from _compared(playwright, folder, slower)


def _compared(playwright: Playwright, folder: Path, slower: int) -> Iterator[Ratio]:
    """Measure the starts of both sites, and a tap on each of three."""
    times: dict[tuple[str, str], list[float]] = {}

    def noted(what: str, name: str, *taken: float) -> None:
        times.setdefault((what, name), []).extend(taken)

    for _ in range(_FIRST_STARTS):
        for name in ("ours", "bare"):
            with Visitor(playwright, folder / name, slower) as visitor:
                noted("cold", name, visitor.first)
    with ExitStack() as stack:
        visitors = {
            name: stack.enter_context(Visitor(playwright, folder / name, slower)) for name in ("ours", "bare", "full")
        }
        for visitor in visitors.values():
            visitor.remember()
        for _ in range(_LATER_STARTS):
            for name in ("ours", "bare"):
                noted("warm", name, visitors[name].come())
                visitors[name].leave()
        for visitor in visitors.values():
            visitor.sit_down()
        for number in range(_ROUNDS):
            for name, visitor in visitors.items():
                taken = visitor.taps()
                if number >= _WARM:
                    noted("tap", name, *taken)
    at_once = 1.5 if slower == 1 else None
    asked = (("cold", "bare", 1.25), ("warm", "bare", 1.25), ("tap", "bare", at_once), ("tap", "full", at_once))
    for what, against, limit in asked:
        other = "bare page" if against == "bare" else "as many controls"
        said = f"pocket, {what}{f', processor ÷ {slower}' if slower > 1 else ''} / {other}"
        yield Ratio(said, median(times[what, "ours"]), median(times[what, against]), limit=limit)


def _shell() -> dict[str, bytes]:
    """Return the files that all pages built in this way share."""
    files = ("way.js", "veil.js", "ring.js", "names.js", "photo.js", "picture.js", "glyphs.js", "favicon", "icons/")
    return {path: body for path, body in contents.companion().assets.items() if path.startswith(files)}


def _freeze(playwright: Playwright, site: Path) -> Ratio:
    """Measure the longest freeze of the page while a long game opens."""
    game = games()["bronzen"]
    with tempfile.TemporaryDirectory() as folder:
        host = Host(site).start()
        opened = Library.open(Path(folder))
        id = opened.library.import_(write_log(long(game).header, long(game).entries, game), games())
        opened.library.close()
        device = Device(playwright, needed(chromium(playwright)), Path(folder), host.url, "en-GB")
        page = device.page().open().whole().remembers()
        page.lay((Path(folder) / FILE).read_bytes())
        page.open()
        page.page.wait_for_timeout(_SETTLE)
        page.page.evaluate(_FRAMES)
        page.page.evaluate("route => { location.hash = route; }", f"/table/{id}")
        page.at("wins-0").wait_for(state="attached", timeout=_PATIENCE)
        page.page.wait_for_timeout(3000)
        longest = page.page.evaluate("globalThis.longest") / 1000
        device.end()
        host.stop()
        return Ratio(f"pocket, longest freeze: {LONG} entries open / 0.5 s", longest, 0.5, limit=1.0)


#: Records the longest time without a frame in milliseconds.
_FRAMES: Final = """() => {
    globalThis.longest = 0;
    let last = performance.now();
    const next = (now) => {
        globalThis.longest = Math.max(globalThis.longest, now - last);
        last = now;
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""


class Visitor:
    """A browser of its own that visits a site for the first time.

    :ivar first: duration of the first visit in seconds.
    """

    def __init__(self, playwright: Playwright, site: Path, slower: int) -> None:
        self._profile = tempfile.mkdtemp()
        self._server = preview_server.server(site)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        self._context = playwright.chromium.launch_persistent_context(
            self._profile,
            executable_path=chromium(playwright),
            args=list(FLAGS),
            viewport={"width": PHONE[0], "height": PHONE[1]},
            locale="en-GB",
            has_touch=True,
        )
        self._context.add_init_script(_USABLE)
        self._page = self._context.new_page()
        self._device = self._context.new_cdp_session(self._page)
        self._device.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self._tapped = ["more"]
        self.first = self.come()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.close()
        self._server.shutdown()
        self._server.server_close()
        shutil.rmtree(self._profile, ignore_errors=True)

    def remember(self) -> None:
        """Wait until the browser has stored Python's memory, start from it once, and leave."""
        end = time.monotonic() + _PATIENCE / 1000
        while not self._page.evaluate(_KEPT):
            assert time.monotonic() < end, "Python's memory is not kept"
            self._page.wait_for_timeout(200)
        self.leave()
        self.come()
        self.leave()

    def leave(self) -> None:
        """Open an empty page: pending work of this one must not slow down the others."""
        self._page.wait_for_timeout(_SETTLE)
        self._page.goto("about:blank")
        self._page.wait_for_timeout(_SETTLE)

    def come(self) -> float:
        """Load the page, and return the seconds until its first screen is usable."""
        self._page.goto(preview_server.address(self._server), wait_until="commit")
        return float(self._page.evaluate("globalThis.usable")) / 1000

    def sit_down(self) -> None:
        """Open a table, if the site has one."""
        self.come()
        if self._page.locator('[flt-semantics-identifier="play-bronzen"]').count():
            for step in ("play-bronzen", "first-0", "start", "keep-tricks"):
                _at(self._page, step).click()
            self._tapped = ["wins-0", "wins-1"]
        self._page.wait_for_timeout(_SETTLED)

    def taps(self) -> list[float]:
        """Return the seconds of taps from the lifting of the finger, which does not hover, to the new screen."""
        taken = []
        for number in range(_TAPS):
            button = _at(self._page, self._tapped[number % len(self._tapped)])
            self._page.wait_for_timeout(_BETWEEN_TAPS)
            self._page.evaluate(_WATCH)
            box = button.bounding_box()
            finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            self._device.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
            time.sleep(_RESTS)
            self._device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            taken.append(self._page.evaluate("() => globalThis.taken") / 1000)
        return taken


def _at(page: Page, name: str) -> Any:
    marked = page.locator(f'[flt-semantics-identifier="{name}"]').first
    marked.wait_for(state="attached")
    inner = marked.locator("[flt-tappable], [role=button]")
    return inner.first if inner.count() else marked

"""The pocket in Chromium against the barest page of Flet that is built in the same way: starts, and a tap.

Both are visited by a browser that has never seen them (cold), and then again when it has everything (warm), on the machine as
it is and with a processor four times as slow. It takes some minutes, so it is run by its name alone.
"""

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Page, Playwright, sync_playwright
from ui.conftest import FLAGS, PHONE, chromium

from benchmarks.measure import Ratio
from companion.pocket import contents, trial
from companion.pocket.build import build
from companion.pocket.contents import Program

_ROUNDS: Final = 3
_TAPS: Final = 15
_BETWEEN_TAPS: Final = 400  # milliseconds; within 0.3 s the table takes a second tap for the first
_PATIENCE: Final = 180_000

_COUNTER: Final = b"""
import flet as ft


@ft.component
def Counter():
    number, put = ft.use_state(0)
    more = ft.FilledButton("More", on_click=lambda: put(lambda n: n + 1))
    return ft.Column([ft.Text(f"Number {number}"), ft.Semantics(identifier="more", content=more)])


def main(page):
    page.render(Counter)


def prepare():
    import flet.messaging.protocol, flet.messaging.session


async def run(site):
    import flet_js

    await site.open()
    ft.run(main)
    await flet_js.start_connection(site.packet)
"""

#: Returns when the page had something else to read after it was touched, in milliseconds since then.
_WATCH: Final = """() => {
    const read = () => [...document.querySelectorAll("flt-semantics")].map(
        (one) => one.getAttribute("aria-label") || one.textContent).join("|");
    globalThis.taken = new Promise((resolve) => {
        let begun, before;
        addEventListener("pointerdown", () => { begun = performance.now(); before = read(); }, { capture: true, once: true });
        const watch = new MutationObserver(() => {
            if (begun === undefined || read() === before) return;
            watch.disconnect();
            resolve(performance.now() - begun);
        });
        watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
}"""

_KEPT: Final = """async () => {
    for (const name of await caches.keys())
        if (await (await caches.open(name)).match(new URL("memory", location.href))) return true;
    return false;
}"""


def measured() -> Iterator[Ratio]:
    """Measure both sites in turn."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        build(folder / "ours")
        ours = contents.companion()
        shell = {
            path: body
            for path, body in ours.assets.items()
            if path.endswith(".js") or path.startswith(("favicon", "icons/"))
        }
        build(folder / "bare", Program("bare", {"bare.py": _COUNTER}, shell, "Bare"))
        playwright = stack.enter_context(sync_playwright())
        for slower in (1, 4):
            times: dict[str, list[tuple[float, float, float]]] = {"ours": [], "bare": []}
            for _ in range(_ROUNDS):
                for name, taken in times.items():
                    taken.append(_visits(playwright, folder / name, slower))
            for place, (what, limit) in enumerate((("cold", 1.25), ("warm", 1.25), ("tap", 1.5))):
                medians = (median(one[place] for one in times[name]) for name in ("ours", "bare"))
                said = f"pocket, {what}{f', processor ÷ {slower}' if slower > 1 else ''} / bare page"
                yield Ratio(said, *medians, limit=limit)


def _visits(playwright: Playwright, site: Path, slower: int) -> tuple[float, float, float]:
    """Return the seconds of a first visit, of a later one, and of a tap."""
    profile = tempfile.mkdtemp()
    server = trial.server(site)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=chromium(playwright),
        args=list(FLAGS),
        viewport={"width": PHONE[0], "height": PHONE[1]},
        locale="en-GB",
    )
    try:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        cold = _start(page, lambda: page.goto(trial.address(server), wait_until="commit"))
        end = time.monotonic() + _PATIENCE / 1000
        while not page.evaluate(_KEPT):
            assert time.monotonic() < end, "Python's memory is not kept"
            page.wait_for_timeout(200)
        page.reload(wait_until="commit")
        _usable(page)
        warm = median(_start(page, lambda: page.reload(wait_until="commit")) for _ in range(3))
        return cold, warm, _tap(page)
    finally:
        context.close()
        server.shutdown()
        server.server_close()
        shutil.rmtree(profile, ignore_errors=True)


def _start(page: Page, begin: Any) -> float:
    begun = time.perf_counter()
    begin()
    _usable(page)
    return time.perf_counter() - begun


def _usable(page: Page) -> None:
    page.locator("[flt-semantics-identifier]").first.wait_for(state="attached", timeout=_PATIENCE)


def _tap(page: Page) -> float:
    """Return the median of taps, from the touch to the new screen."""
    names = ["more"]
    if page.locator('[flt-semantics-identifier="play-bronzen"]').count():
        for step in ("play-bronzen", "start"):
            _at(page, step).click()
        names = ["wins-0", "wins-1"]
    taken = []
    for number in range(_TAPS):
        button = _at(page, names[number % len(names)])
        page.wait_for_timeout(_BETWEEN_TAPS)
        page.evaluate(_WATCH)
        button.click()
        taken.append(page.evaluate("() => globalThis.taken") / 1000)
    return median(taken)


def _at(page: Page, name: str) -> Any:
    marked = page.locator(f'[flt-semantics-identifier="{name}"]').first
    marked.wait_for(state="attached")
    inner = marked.locator("[flt-tappable], [role=button]")
    return inner.first if inner.count() else marked

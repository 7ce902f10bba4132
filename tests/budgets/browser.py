"""The courses played in Chromium, on a phone held upright."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from attrs import frozen
from playwright.sync_api import Browser, TimeoutError, sync_playwright
from ui.conftest import FLAGS, PHONE, Phone, Program, chromium
from ui.test_login import link_of

from budgets.course import Course
from companion.games import games
from companion.kernel.log import Act, Header
from companion.storage.library import Library, Shelf
from companion.tables.tables import Tables

#: Where the browser keeps the preferences of the device.
_PREFERENCES: Final = "flutter.companion.preferences"
#: The entry of the menu that opens the choice of a seat.
_MY_SEAT: Final = "Mein Platz"
#: Milliseconds after which a missing control is not expected any more.
_DRAWN: Final = 4000
#: Seconds within which a screen is complete on a busy machine.
_COMES_TO_REST: Final = 3.0


@frozen
class Spent:
    """The cost of a course.

    :param missing: the control to tap that was missing.
    :param done: whether the reports were entered at the end.
    """

    taps: int
    letters: int
    scrolls: int
    missing: str | None
    done: bool

    @property
    def failure(self) -> str:
        """A description of the failure, if any."""
        return f"there is no {self.missing}" if self.missing else "" if self.done else "was not reported"

    def within(self, course: Course) -> bool:
        """Return whether the course was reported within its limit, without a letter or a scroll."""
        return not self.failure and self.taps <= course.limit and not self.letters and not self.scrolls


def played(courses: Sequence[Course], browser: Browser, pictures: Path | None = None) -> Iterator[tuple[Course, Spent]]:
    """Play the courses one after the other, each on its own server, and yield the cost of each.

    :param pictures: folder for screenshots.
    """
    with TemporaryDirectory(prefix="budgets-") as folder:
        for number, course in enumerate(courses):
            home = Path(folder) / str(number)
            home.mkdir()
            shown = pictures / course.name.replace(": ", "-").replace(" ", "_") if pictures else None
            if shown:
                shown.mkdir(parents=True, exist_ok=True)
            yield course, _played(course, browser, home, shown)


@contextmanager
def launched() -> Iterator[Browser]:
    """Run a Chromium for the duration of the context."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(playwright), args=list(FLAGS))
        yield browser
        browser.close()


def _played(course: Course, browser: Browser, home: Path, pictures: Path | None) -> Spent:
    table = _set_up(course, home / "data")
    program = Program(home / "data", [sys.executable, "-m", "companion", "serve"], home / "log")
    program.start(*(["--lan"] if course.phones else []))
    try:
        phones = {seat: _phone(course, program, browser, home) for seat in course.seats}
        for seat, phone in phones.items():
            if course.phones:
                _sit(phone, course, link_of(program, phone), table, seat)
            else:
                phone.open("/" if course.from_home else f"/table/{table}")
        taps, scrolls, missing = 0, 0, None
        for number, step in enumerate(course.steps):
            phone = phones[step.seat]
            phone.at_rest()
            if pictures:
                phone.page.screenshot(path=pictures / f"{number}-{step.what}.png")
            try:
                scrolls += _in_sight(phone, step.what)
            except AssertionError:
                missing = step.what
                break
            if step.text:
                phone.fill(step.what, step.text)
            else:
                phone.tap(step.what)
                taps += 1
        for seat, phone in phones.items():
            phone.at_rest()
            if pictures:
                phone.page.screenshot(path=pictures / f"{len(course.taps)}-seat-{seat}.png")
            phone.page.context.close()
    finally:
        program.stop()
    return Spent(taps, course.letters, scrolls, missing, not missing and _is_done(course, home / "data"))


def _phone(course: Course, program: Program, browser: Browser, home: Path) -> Phone:
    """Return an upright phone with a storage of its own."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        has_touch=True,
        is_mobile=True,
        locale="de-DE",
        reduced_motion="reduce",
    )
    kept = json.dumps(json.dumps(_kept(course)))
    if not course.phones:
        context.add_init_script(f"localStorage.setItem({json.dumps(_PREFERENCES)}, {kept})")
    return Phone(context.new_page(), program.url, home)


def _kept(course: Course) -> dict[str, list[str]]:
    """Return the preferences of a device."""
    return {"exactly": [course.game] if course.exactly else []}


def _sit(phone: Phone, course: Course, link: str, table: str, seat: int) -> None:
    """Join by the link for phones, and take a seat: where a game has secrets it asks, elsewhere the menu offers it."""
    phone.page.goto(link)
    phone.url = phone.ready().page.url
    phone.at_rest()
    merge = "([key, more]) => localStorage.setItem(key, JSON.stringify(JSON.stringify({...JSON.parse(JSON.parse("
    merge += "localStorage.getItem(key) ?? '\"{}\"')), ...more})))"
    phone.page.evaluate(merge, [_PREFERENCES, _kept(course)])
    phone.open(f"/table/{table}")
    phone.at_rest()
    if phone.at(f"place-{seat}").count():
        phone.tap(f"place-{seat}")
    else:
        phone.taps("more")
        phone.tap(_MY_SEAT, role="menuitem")
        phone.taps(f"mine-{seat}", "close")
    phone.at_rest()


def _set_up(course: Course, data: Path) -> str:
    """Set up the table at which the course begins, and return its id."""
    data.mkdir()
    library = Library.open(data).library
    tables = Tables(library, games())
    header = Header(course.game, games()[course.game].meta.revision, course.names, house=course.house)
    table = tables.begin(header)
    session = tables.table(table).session
    assert session
    for report in course.before:
        session.submit(Act(report))
    library.close()
    return table


def _is_done(course: Course, data: Path) -> bool:
    tables = Tables(Library.open(data).library, games())
    session = tables.table(tables.shelf(Shelf.OPEN)[0].id).session
    return bool(session and course.done(session))


def _in_sight(phone: Phone, what: str) -> int:
    """Scroll until an identifier is on the screen, and return the number of scrolls."""
    size: Any = phone.page.viewport_size
    with suppress(TimeoutError):  # a long list renders only the items near the viewport
        phone.at(what).first.wait_for(state="attached", timeout=_DRAWN)
    end = time.monotonic() + _COMES_TO_REST
    while time.monotonic() < end:
        box = phone.at(what).first.bounding_box() if phone.at(what).count() else None
        if box and box["y"] >= 0 and box["y"] + box["height"] / 2 <= size["height"]:
            return 0
        phone.page.wait_for_timeout(50)
    phone.scroll_to(what)
    return 1

"""A sheet or dialog is as high as its contents, and scrolls only where the window is too small for them."""

from collections.abc import Callable

import pytest
from effort import cases
from ui.conftest import PHONE, TABLET, Phone
from ui.test_journeys import set_up

pytestmark = pytest.mark.browser

#: Opened at a table.
SHEETS = (("", "prompt-why"), ("", "chips-0"), ("sheet", "round-1-1"), ("history", "entry-2"))

#: Maximum empty space below the last line: the edge of a sheet, or of a window, and of a line's own tap target.
EDGE = 60

_PLACES = """() => [...document.querySelectorAll('flt-semantics')]
    .filter(node => !node.querySelector('flt-semantics') && node.getBoundingClientRect().height < innerHeight * 0.9)
    .map(node => node.getBoundingClientRect().bottom)"""


@cases("size", [PHONE, TABLET], few=1, ids=["phone", "tablet"])
def test_a_sheet_is_as_high_as_its_content(phones: Callable[..., Phone], size: tuple[int, int]) -> None:
    page = phones(size).open()
    route = set_up(page)
    page.report("wins-1", "wins-0")
    for tab, opens in SHEETS:
        if size == PHONE:
            page.open(f"{route}/{tab}")
        page.at(opens).first.click()
        page.until(lambda: "above=" in page.page.url, "the sheet is no step")
        top, bottom = _sheet(page, size)
        last = max(page.page.evaluate(_PLACES))
        assert bottom - EDGE <= min(last, bottom), f"{opens}: {bottom - last} px are empty"
        assert top > 0, opens
        page.tap("close")
        page.at("close").wait_for(state="detached")
        page.until(lambda: "above=" not in page.page.url, "the browser is still on its way back")


def _sheet(page: Phone, size: tuple[int, int]) -> tuple[float, float]:
    """Return the top and bottom of a sheet that has settled; a window is in the middle."""
    above = 8.0 if size == PHONE else 16.0
    close = page.at("close")
    close.wait_for(state="attached")
    before = None
    while before != (now := close.bounding_box()):
        before = now
        page.page.wait_for_timeout(150)
    assert now
    top = now["y"] - above
    return top, float(size[1]) if size == PHONE else size[1] - top

"""A photograph from a phone is stored small and without its location."""

from collections.abc import Callable
from pathlib import Path

import pytest
from ui.conftest import Phone, Program, browser, phones, server
from ui.test_journeys import set_up
from ui.test_large import pick

from companion.stats import photos
from companion.storage.library import Library

__all__ = ["browser", "phones", "server"]

PLACE = b"48.137154N 11.576124E"
TAKEN = """async () => {
  const sheet = Object.assign(document.createElement("canvas"), { width: 3000, height: 2000 });
  sheet.getContext("2d").fillRect(100, 100, 900, 900);
  const made = await new Promise((resolve) => sheet.toBlob(resolve, "image/jpeg"));
  return [...new Uint8Array(await made.arrayBuffer())];
}"""


@pytest.mark.browser
def test_the_browser_makes_a_photograph_small(phones: Callable[..., Phone], server: Program, tmp_path: Path) -> None:
    phone = phones().open()
    set_up(phone)
    taken = bytes(phone.page.evaluate(TAKEN))
    metadata = b"\xff\xe1" + (8 + len(PLACE)).to_bytes(2) + b"Exif\0\0" + PLACE
    (tmp_path / "taken.jpg").write_bytes(taken[:2] + metadata + taken[2:])
    library = Library.open(server.data).library
    (id,) = library.ids()
    phone.open(f"/evenings/game/{id}")
    phone.scroll_to("photograph-add")
    pick(phone, "photograph-add", tmp_path / "taken.jpg")
    phone.at("photograph-remove").wait_for(state="attached", timeout=60_000)
    kept = photos.read(library.setting(f"photograph.{id}"))
    assert kept
    sides = (853).to_bytes(2) + (1280).to_bytes(2)
    assert b"\x08" + sides in kept, "the frame of a JPEG says how high and wide it is"
    assert PLACE not in kept
    assert phone.errors == []

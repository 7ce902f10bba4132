"""The result of a game is shared as a picture of a fixed size, with a line of text."""

import base64
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from effort import cases
from ui.conftest import PHONE, Phone, Program, browser
from ui.conftest import phones as phones
from ui.scenes import SCENES, Scene, Stage

__all__ = ["browser", "phones"]

pytestmark = pytest.mark.browser

SIZES: Final = ((1440, 900), (1180, 820), PHONE)
#: Size of the picture of the slam: its head, five places and the course.
WIDTH, HEIGHT = 1080, 1330

#: Lets the browser share files, or not at all; what it shares is kept.
CAN_SHARE: Final = """
  globalThis.shared = [];
  navigator.canShare = (data) => data.files.every((file) => file.type === "image/png");
  navigator.share = async (data) => { globalThis.shared.push(data); };
"""
CANNOT_SHARE: Final = """
  delete Navigator.prototype.share;
  delete Navigator.prototype.canShare;
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } });
"""
SHARED: Final = """async () => {
  const { files: [file], text } = globalThis.shared.at(-1);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { text, name: file.name, type: file.type, bytes: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
}"""
#: Decodes a picture: its size, and the colours of some pixels.
DECODED: Final = """async ([bytes, places]) => {
  const blob = new Blob([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], { type: "image/png" });
  const image = await createImageBitmap(blob);
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const colour = ([x, y]) => [...context.getImageData(x, y, 1, 1).data].map((part) => part.toString(16).padStart(2, "0")).join("");
  return { size: [image.width, image.height], colours: places.map(([x, y]) => colour([x < 0 ? image.width + x : x, y < 0 ? image.height + y : y])) };
}"""


def scene(name: str) -> Scene:
    return next(each for each in SCENES if each.name == name)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path / "data", tuple(map(scene, ("slam, its end", "letter jam, its end"))))


@pytest.fixture
def server(tmp_path: Path, stage: Stage) -> Iterator[Program]:
    stage.data.mkdir()
    assert stage.routes
    program = Program.of_this(stage.data, tmp_path / "server.log").start()
    yield program
    program.stop()


def opened(phone: Phone, stage: Stage, name: str, script: str) -> Phone:
    """Open what can be shared of a finished game."""
    phone.page.add_init_script(script)
    phone.open(stage.routes[name])
    phone.tap("share-result")
    phone.at("picture").wait_for(state="attached")
    return phone


def shared(phone: Phone) -> dict[str, Any]:
    phone.until(lambda: phone.page.evaluate("globalThis.shared.length"), "nothing is shared")
    found: dict[str, Any] = phone.page.evaluate(SHARED)
    return found


def size_of(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@cases("density", [2.0, 1.0, 3.0], few=1)
def test_the_picture_has_its_own_size_in_every_window(
    phones: Callable[..., Phone], stage: Stage, density: float
) -> None:
    phone = opened(phones(SIZES[0], density=density), stage, "slam, its end", CAN_SHARE)
    pictures = []
    for number, (width, height) in enumerate(SIZES, start=1):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.at_rest()
        phone.tap("share-png")
        phone.until(lambda number=number: phone.page.evaluate("globalThis.shared.length") == number, "it is not shared")
        pictures.append(shared(phone)["bytes"])
    assert len(set(pictures)) == 1, "the same picture at every size"
    decoded = phone.page.evaluate(DECODED, [pictures[0], [(0, 0), (-1, 0), (0, -1), (-1, -1)]])
    head, foot = "845e00ff", "f3ecddff"
    assert decoded == {"size": [WIDTH, HEIGHT], "colours": [head, head, foot, foot]}, "neither cut off nor padded"
    assert phone.errors == []


def test_a_browser_that_cannot_share_saves_the_picture_and_copies_the_text(
    phones: Callable[..., Phone], stage: Stage
) -> None:
    phone = opened(phones(), stage, "slam, its end", CANNOT_SHARE)
    with phone.page.expect_download() as saving:
        phone.tap("share-png")
    assert saving.value.suggested_filename.startswith("companion-")
    assert saving.value.suggested_filename.endswith(".png")
    assert size_of(Path(saving.value.path()).read_bytes()) == (WIDTH, HEIGHT)
    phone.until(lambda: phone.page.evaluate("globalThis.copied"), "the text is not copied")
    assert ": Jan-Ole gewinnt mit 4 vor Mareike\u00a0(3), " in phone.page.evaluate("globalThis.copied")
    assert phone.errors == []


def test_a_picture_can_be_saved_where_it_could_be_shared(phones: Callable[..., Phone], stage: Stage) -> None:
    phone = opened(phones(locale="en-GB", dark=True), stage, "letter jam, its end", CAN_SHARE)
    with phone.page.expect_download() as saving:
        phone.tap("save-png")
    saved = Path(saving.value.path()).read_bytes()
    assert not phone.page.evaluate("globalThis.shared.length")
    phone.taps("share-png")
    found = shared(phone)
    assert base64.b64decode(found["bytes"]) == saved
    assert found["type"] == "image/png"
    assert found["text"].startswith("Letter Jam, ")
    assert " scored 48 together." in found["text"]
    assert phone.errors == []

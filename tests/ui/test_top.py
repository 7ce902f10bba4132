"""After each step the table scrolls to its top: the prompt and the consequences are visible at once."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from ui.conftest import Phone, Program, browser, phones
from ui.drawn import HOOK, picture
from ui.scenes import SCENES, At

from companion.games import games
from companion.storage.library import Library
from companion.tables.tables import Tables

__all__ = ["browser", "phones"]

pytestmark = pytest.mark.browser

#: Tables that are higher than a phone, and a report at each.
STEPS: Final = (("bronzen", "wins-0"), ("schlafmuetze, every card", "stuck"))

#: A small phone, which scrolls more.
SMALL: Final = (390, 680)


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[list[str]]:
    """The addresses of the tables."""
    data = tmp_path / "data"
    data.mkdir()
    library = Library.open(data).library
    scenes = {scene.name: scene.at for scene in SCENES}
    begun = Tables(library, games())
    yield [at.begin(begun) for name, _ in STEPS if isinstance(at := scenes[name], At)]
    library.close()


@pytest.fixture
def server(tmp_path: Path, tables: list[str]) -> Iterator[Program]:
    """The program served with these tables."""
    program = Program.of_this(tmp_path / "data", tmp_path / "server.log").start()
    yield program
    program.stop()


def test_after_each_step_a_phone_scrolls_to_the_top(tables: list[str], phones: Callable[..., Phone]) -> None:
    phone = phones(SMALL)
    phone.page.context.add_init_script(HOOK)
    for id, (_, step) in zip(tables, STEPS, strict=True):
        phone.open(f"/table/{id}")
        phone.at("prompt").wait_for(state="attached")
        asked = _asked(phone)
        top = _top(phone, asked)
        assert top is not None
        phone.page.mouse.move(195, top)
        phone.until(lambda top=top, asked=asked: _scrolled(phone, asked) != top, "it does not scroll")
        phone.report(step)
        phone.until(lambda top=top: _top(phone, _asked(phone)) == top, f"not at its top after {step}")


def _asked(phone: Phone) -> str:
    """Return the prompt of the table."""
    prompt = phone.at("prompt")
    return (prompt.first.text_content() or "") if prompt.count() else ""


def _scrolled(phone: Phone, asked: str) -> float | None:
    """Scroll down, and return the vertical position of a text then."""
    phone.page.mouse.wheel(0, 200)
    phone.page.wait_for_timeout(100)
    return _top(phone, asked)


def _top(phone: Phone, asked: str) -> float | None:
    """Return the vertical position of a text, if it is in sight."""
    return next((text.lines[0].box[1] for text in picture(phone).texts if text.said == asked and text.seen), None)

"""The bundled typefaces come first; a missing glyph is looked up once, not with every frame: names may contain any character."""

from collections.abc import Callable

import pytest
from ui.conftest import Phone

from companion import resources

pytestmark = pytest.mark.browser


def test_an_emoji_in_a_name_is_looked_up_once(phones: Callable[..., Phone]) -> None:
    phone = phones()
    asked: list[str] = []
    missed: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.on("console", lambda said: missed.append(said.text) if "no typeface" in said.text else None)
    phone.open("/new/bronzen")
    phone.fill("name-0", "Anna 🎉")
    phone.fill("name-1", "Bo")
    phone.tap("first-0")
    phone.start_by_tricks()
    phone.report("wins-0", "wins-1", "wins-0")
    phone.see("Anna 🎉")
    assert len([said for said in missed if "emoji" in said]) == 1
    assert not [url for url in asked if "noto" in url]
    assert phone.errors == []


def test_the_typefaces_are_asked_for_before_the_program_is(phones: Callable[..., Phone]) -> None:
    phone = phones()
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    phone.page.on("websocket", lambda _: asked.append("the program"))
    phone.open("/settings")
    before = asked[: asked.index("the program")]
    assert {path.rsplit("/", 1)[-1] for path in resources.FONTS.values()} <= set(before)
    assert phone.errors == []

"""The first screen is rendered before the page asks for it, and used only by a page with the predicted properties."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("flet")

import msgpack  # type: ignore[import-untyped]
from web.conftest import Device

from companion.web.prerender import Prerender

FORESEEN = {"route": "/", "width": 390, "height": 844}


class Flet:
    """Flet's side; each page that registers gets a session a moment later."""

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.patched: list[dict[str, Any]] = []
        self.closed = 0
        self.session = self

    def hear(self, packet: Any) -> None:
        self.received.append(msgpack.unpackb(packet.to_py()[1:]))

    def apply_page_patch(self, page: dict[str, Any]) -> None:
        self.patched.append(page)

    def close(self) -> None:
        self.closed += 1


class Packet:
    """A packet from the browser."""

    def __init__(self, action: int, body: dict[str, Any]) -> None:
        self.body = b"\0" + msgpack.packb([action, body])

    def to_py(self) -> bytes:
        return self.body


def begun() -> tuple[Flet, list[bytes], Prerender, Callable[[Any], None]]:
    """Return Flet, the messages to the page, the prerenderer between them for a predicted page, and its receiver."""
    flet, sent = Flet(), list[bytes]()

    async def foresee() -> tuple[Prerender, Callable[[Any], None]]:
        ahead = Prerender(sent.append)
        foreseen = asyncio.create_task(ahead.foresee(FORESEEN, flet.hear))
        await asyncio.sleep(0.01)
        assert not foreseen.done(), "the page could send before its registration"
        ahead.made(flet)
        return ahead, await foreseen

    ahead, hear = asyncio.run(foresee())
    ahead.post(b"look")
    ahead.post(b"home")
    return flet, sent, ahead, hear


def test_flet_gets_the_predicted_messages_of_the_page() -> None:
    flet, sent, _, _ = begun()
    ((action, said),) = flet.received
    assert action == 1
    assert said["page"] == {**FORESEEN, "web": True, "pyodide": True}
    assert sent == []


@pytest.mark.parametrize("height", [844, 844.4])
def test_a_page_as_predicted_has_its_screen_at_once(height: float) -> None:
    flet, sent, ahead, hear = begun()
    said = {**FORESEEN, "height": height, "platform": "android"}
    hear(Packet(1, {"session_id": None, "page_name": "", "page": said}))
    assert sent == [b"look", b"home"]
    assert flet.patched == [said]
    assert len(flet.received) == 1
    ahead.post(b"more")
    assert sent == [b"look", b"home", b"more"]
    hear(Packet(3, {"target": 1}))
    assert flet.received[1:] == [[3, {"target": 1}]]
    assert flet.closed == 0


@pytest.mark.parametrize("other", [{"route": "/rules"}, {"width": 844}, {"height": 700}])
def test_an_unpredicted_page_is_answered_normally(other: dict[str, Any]) -> None:
    flet, sent, ahead, hear = begun()
    hear(Packet(1, {"session_id": None, "page_name": "", "page": {**FORESEEN, **other}}))
    assert sent == []
    assert flet.closed == 1
    assert flet.received[1][1]["page"] == {**FORESEEN, **other}
    ahead.post(b"its own")
    assert sent == [b"its own"]


@pytest.mark.browser
def test_a_page_that_differs_from_the_prediction_gets_its_own_screen(device: Device) -> None:
    phone = device.page()
    phone.page.add_init_script("Object.defineProperty(globalThis, 'innerWidth', { get: () => 1300 })")
    phone.open()
    phone.tap("play-bronzen")
    phone.tap("first-0")
    phone.tap("start")
    phone.at("mark-einzel-0").wait_for(state="attached")
    assert not phone.errors

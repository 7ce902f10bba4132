"""Immediate answers of Python come before the animation of a touch; later ones do not delay it."""

from typing import Any, Final

import pytest
from effort import at_leisure
from web.conftest import Device

pytestmark = pytest.mark.browser

#: The longest that a frame waits for an answer, in milliseconds, as the page says it.
AT_ONCE: Final = 100

#: A stand-in for Python: it answers messages so late that a frame would have come before.
_SLOW: Final = """
const Python = Object.getPrototypeOf(globalThis.Worker); // behind the one that says what Python is told
const { set } = Object.getOwnPropertyDescriptor(Python.prototype, "onmessage");
Object.defineProperty(Python.prototype, "onmessage", {
    set(hear) {
        set.call(this, (event) => {
            if (!Array.isArray(event.data) || !globalThis.late) return hear(event);
            setTimeout(() => {
                globalThis.noted.push("answer");
                hear(event);
            }, globalThis.late);
        });
    },
});
"""

#: Records the touch, frames, and messages, in order.
_WATCH: Final = """late => {
    Object.assign(globalThis, { late, noted: [] });
    addEventListener("pointerdown", () => globalThis.noted.push("touch"), { once: true, capture: true });
    const send = globalThis.jsSend;
    globalThis.jsSend = (...what) => {
        globalThis.noted.push("sent");
        if (globalThis.noted.includes("touch")) globalThis.sentAt ??= performance.now();
        return send(...what);
    };
    const next = () => {
        globalThis.noted.push(["frame", performance.now()]);
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""


def frames(device: Device, late: int) -> list[Any]:
    """Return the events of a page from its message at a tap to the answer, which is late by some milliseconds."""
    phone = device.page()
    phone.page.add_init_script(_SLOW)
    phone.open()
    assert not phone.page.evaluate("sentToPython.length === 0"), "nothing was reported"
    # messages from the start of the page, late on a busy machine, do not belong to the touch
    said = 0
    while said != (said := phone.page.evaluate("sentToPython.length")):
        phone.at_rest()
    phone.page.evaluate(_WATCH, late)
    phone.tap("settings")
    phone.until(lambda: phone.page.evaluate("noted.includes('answer')"), "there is no answer")
    noted = phone.page.evaluate("noted.map(one => typeof one === 'string' ? one : one[1] - sentAt)")
    sent = noted.index("sent", noted.index("touch"))
    return [one for one in noted[sent : noted.index("answer", sent)] if not isinstance(one, str)]


def test_no_frame_is_drawn_between_a_touch_and_its_answer(device: Device) -> None:
    # on a machine with much else to do the answer may be later than a frame waits: those frames are none too early
    assert [at for at in frames(device, late=60) if at < AT_ONCE] == []


@at_leisure
def test_a_frame_waits_for_a_slow_answer_only_for_a_while(device: Device) -> None:
    waited = frames(device, late=400)
    assert waited, "no frame came before the answer"
    assert waited[0] >= AT_ONCE

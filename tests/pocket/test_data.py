"""The data on the phone: one page has them at a time, and a full device is said before anything is shown."""

import pytest
from pocket.conftest import Device
from ui.test_journeys import set_up

pytestmark = pytest.mark.browser


def test_of_two_windows_one_has_the_games_and_the_other_can_take_them(device: Device) -> None:
    first = device.page().open()
    route = set_up(first)
    first.report("wins-0")
    said = first.texts()
    first.whole()

    second = device.page()
    second.page.goto(f"{second.url}#{route}")
    second.notice("here").wait_for(timeout=60_000)
    second.notice("here").click()
    second.ready()
    assert second.at_rest() == said
    first.notice("here").wait_for()
    second.report("wins-1")
    said = second.texts()

    first.notice("here").click()
    first.notice("here").wait_for(timeout=60_000)
    first.notice("here").click()
    first.ready()
    assert first.at_rest() == said
    second.notice("here").wait_for()


def test_a_full_device_is_said_and_nothing_is_shown_that_is_not_kept(device: Device) -> None:
    phone = device.page().open()
    set_up(phone)
    phone.report("wins-0")
    phone.whole().remembers()
    said = phone.at_rest()
    python = phone.page.workers[0]
    python.evaluate(_FULL)
    phone.tap("wins-0")
    phone.notice().wait_for(timeout=20_000)
    assert phone.texts() == said
    python.evaluate("IDBObjectStore.prototype.put = globalThis.roomy; 0")
    phone.notice().wait_for(state="detached", timeout=20_000)
    phone.until(lambda: phone.texts() != said, "it was not told after all")
    now = phone.at_rest()
    phone.reload()
    assert phone.at_rest() == now


#: What a browser says to who writes when the device is full.
_FULL = """globalThis.roomy = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = () => { throw new DOMException("no space", "QuotaExceededError"); };
0"""

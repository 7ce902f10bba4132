"""Private information in a real browser: no node of the accessibility tree contains it when the phone is passed on."""

import pytest
from ui.test_back_stack import back
from web.conftest import Device, Pocket
from web.test_awake import EYES

pytestmark = pytest.mark.browser


def found(phone: Pocket) -> list[str]:
    """Return the noted letters found in the accessibility tree."""
    names = phone.page.evaluate(
        """() => [...document.querySelectorAll("flt-semantics")].filter(node => node.checkVisibility({
            visibilityProperty: true })).flatMap(node => [node.getAttribute("aria-label"), node.textContent])"""
    )
    return [name for name in names if name and ("? A" in name or "könnte sein: R" in name)]


def test_the_curtain_closes_before_the_phone_is_passed_on(device: Device) -> None:
    phone = device.page()
    phone.page.add_init_script(EYES)
    phone.open("/new/letter_jam")
    phone.fill("name-0", "Anna")
    phone.fill("name-1", "Ben")
    phone.report("start", "dealt-4", "telling", "giver-0", "stand-seat-1", "stand-npc-0", "clue-done", "sheet-1")
    phone.see("Das Handy an Ben geben")
    phone.report("curtain-open", "key-A", "key-R", "note-done")
    assert found(phone)

    # it disappears at once when the phone is locked, though the client draws nothing any more
    phone.page.evaluate("shown(false)")
    assert not found(phone)
    phone.page.wait_for_timeout(500)
    assert not found(phone)
    phone.page.evaluate("shown(true)")
    phone.at("curtain-open").wait_for(state="attached")
    phone.until(lambda: phone.texts() and not phone.at("private").count(), "the curtain does not fall")
    assert not found(phone)

    # and by the back gesture, which leads to the sheets, and then to the table
    phone.report("curtain-open")
    assert found(phone)
    back(phone)
    phone.at("sheet-0").wait_for(state="attached")
    assert not found(phone)
    back(phone)
    phone.at("next-round").wait_for(state="attached")
    assert not found(phone)
    assert not phone.errors

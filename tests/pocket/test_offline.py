"""The first visit, and then nobody is there any more: the host gone, the browser started again."""

import pytest
from pocket.conftest import Device, Host
from ui.test_journeys import set_up

pytestmark = pytest.mark.browser


def test_once_opened_it_needs_nobody(device: Device, host: Host) -> None:
    phone = device.page().open()
    route = set_up(phone)
    phone.report("wins-0", "color", "wins-1")
    said = phone.texts()
    phone.whole().remembers()

    phone.reload()
    assert phone.at_rest() == said

    host.stop()
    phone.reload()
    assert phone.at_rest() == said
    phone.report("double")

    device.end()
    phone = device.page().open(f"{route}/history")
    phone.at("entry-4").wait_for(state="attached")
    phone.page.goto(f"{host.url}rules/bronzen.jay")
    phone.ready()
    phone.see("Jay")
    assert phone.page.url == f"{host.url}#/rules/bronzen.jay"
    assert device.strangers == []
    assert phone.errors == []

"""The first visit, then offline: the host is gone, the browser is restarted."""

import pytest
from ui.test_journeys import set_up
from web.conftest import Device, Host

pytestmark = pytest.mark.browser


def test_once_opened_the_program_works_offline(below: Device, host: Host) -> None:
    phone = below.page().open()
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

    below.end()
    phone = below.page().open(f"{route}/history")
    phone.at("entry-4").wait_for(state="attached")
    phone.page.goto(f"{phone.url}rules/bronzen.jay")
    phone.ready()
    phone.see("Jay")
    assert phone.page.url == f"{phone.url}#/rules/bronzen.jay"

    phone.page.goto(f"{phone.url}#/read/bronzen/book")
    phone.at("section-0").wait_for(state="attached")
    phone.page.goto(f"{phone.url}print/bronzen.page.de.html")
    assert phone.page.locator("h1").inner_text() == "Bronzen"
    assert below.strangers == []
    assert phone.errors == []

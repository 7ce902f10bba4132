"""The day tapped in the calendar is the day that is stored."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from babel.dates import format_date
from effort import cases
from ui.conftest import Phone, Program, browser, phones, server
from ui.test_journeys import set_up

from companion.storage.library import Library

__all__ = ["browser", "phones", "server"]

#: The calendar reports midnight of the browser's time zone.
ZONES = ("Europe/Berlin", "America/New_York")


@pytest.mark.browser
@cases("zone", ZONES, few=1)
def test_the_day_tapped_is_the_day_stored(phones: Callable[..., Phone], server: Program, zone: str) -> None:
    phone = phones(zone=zone).open()
    set_up(phone)
    library = Library.open(server.data).library
    (id,) = library.ids()
    phone.open(f"/evenings/game/{id}")
    phone.scroll_to("note-day")
    phone.tap("note-day")
    phone.tap("Vorheriger Monat")
    ninth = (date.today().replace(day=1) - timedelta(days=1)).replace(day=9)
    # while the months slide, the ninth of both is there
    phone.page.get_by_role("button", name=re.compile(f"^9, .*{format_date(ninth, 'MMMM', 'de')}")).click()
    phone.tap("OK")
    phone.see(re.compile(rf"\b9\. \w+ {ninth.year}$"))
    phone.scroll_to("note-save")
    phone.tap("note-save")
    phone.until(lambda: library.setting(f"note.{id}"), "nothing is saved")
    assert datetime.fromisoformat(library.setting(f"note.{id}")["at"]).astimezone().date() == ninth
    assert phone.errors == []

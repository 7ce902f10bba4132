"""Back navigation in the pocket: as in the served program, though its routes are behind the "#"."""

import pytest
from ui.test_back_stack import AWAY, from_an_address, there_and_back
from web.conftest import Device

pytestmark = pytest.mark.browser


def test_the_pocket_goes_back(device: Device) -> None:
    phone = device.page()
    phone.page.goto(AWAY)
    there_and_back(phone.open())


def test_who_came_by_an_address_goes_home_and_away(device: Device) -> None:
    phone = device.page()
    phone.page.goto(AWAY)
    from_an_address(phone, phone.open)

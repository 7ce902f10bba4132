"""Back navigation in the pocket: as in the served program, though its routes are behind the "#"."""

import pytest
from effort import at_leisure
from ui.test_back_stack import AWAY, from_an_address, there_and_back
from web.conftest import Device

pytestmark = pytest.mark.browser


def test_back_works_in_the_pocket(device: Device) -> None:
    phone = device.page()
    phone.page.goto(AWAY)
    there_and_back(phone.open())


@at_leisure
def test_back_from_a_deep_link_leads_home_and_out(device: Device) -> None:
    phone = device.page()
    phone.page.goto(AWAY)
    from_an_address(phone, phone.open)

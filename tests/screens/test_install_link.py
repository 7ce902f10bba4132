"""The install link: offered where the phone's browser can store the program, and nowhere else."""

from pathlib import Path
from typing import Any

import pytest
from harness import Screen
from screens.room import begin, room
from screens.test_settings import Door

from companion.ui.app.context import AppContext
from companion.ui.shell import main_of

HTTPS = "https://games.example"
HTTP = "http://192.168.1.2:8551"


@pytest.fixture
def here(tmp_path: Path) -> AppContext:
    """A served room with a pocket."""
    door = Door()
    door.pocket = "/pocket/"
    return room(tmp_path, door)


def leads_to(screen: Screen) -> Any:
    """Return the button's address; it works without an answer of the program, which Safari would not wait for."""
    (button,) = [each for each in screen.within(screen.find("take-home")) if each.get("action")]
    return str(button["action"])


def address_in(screen: Screen) -> Any:
    """Return the address for other phones, as the field shows it."""
    return next(each["value"] for each in screen.within(screen.find("pocket-address")) if each.get("value"))


async def test_a_phone_that_joined_by_https_installs_the_pocket_here(here: AppContext) -> None:
    for route in ("/", "/settings"):
        async with Screen(main_of(here), route=route, locale="en", host=False, origin=HTTPS) as phone:
            assert phone.visible("Install on this device")
            assert f"{HTTPS}/pocket/" in leads_to(phone)
    begin(here)
    async with Screen(main_of(here), locale="de", host=False, origin=HTTPS) as phone:
        assert phone.visible("Auf diesem Gerät installieren")


async def test_over_plain_http_the_page_names_the_missing_requirement(here: AppContext) -> None:
    async with Screen(main_of(here), route="/settings", locale="en", host=False, origin=HTTP) as phone:
        assert phone.visible("begin with https")
        assert not phone.all("take-home")
    async with Screen(main_of(here), locale="en", host=False, origin=HTTP) as phone:
        assert not phone.all("take-home"), "what cannot be kept is not offered"


async def test_a_configured_address_is_the_link_from_everywhere(here: AppContext) -> None:
    here.tables.library.set_setting("pocket", "https://elsewhere.example/companion/")
    for lan in (here.lan, Door()):
        here.lan = lan
        async with Screen(main_of(here), locale="en", host=False, origin=HTTP) as phone:
            assert "https://elsewhere.example/companion/" in leads_to(phone)


async def test_on_the_host_the_link_is_in_the_settings_only(here: AppContext) -> None:
    own = "http://127.0.0.1:8550"
    async with Screen(main_of(here), locale="en", origin=own) as screen:
        assert not screen.all("take-home")
    async with Screen(main_of(here), route="/settings", locale="en", origin=own) as screen:
        assert f"{own}/pocket/" in leads_to(screen)


async def test_without_a_pocket_no_link_is_shown(here: AppContext) -> None:
    for lan in (Door(), None):
        here.lan = lan
        async with Screen(main_of(here), route="/settings", locale="en", host=False, origin=HTTPS) as phone:
            assert not phone.all("take-home")
            assert not phone.visible("Without a network")


async def test_a_shared_game_opens_in_the_served_pocket(here: AppContext) -> None:
    id = begin(here)
    door = here.lan
    assert door
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en", origin="http://127.0.0.1:8550") as screen:
        assert not screen.all("share-link"), "no other phone joins"
    await door.open()
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en", origin="http://127.0.0.1:8550") as screen:
        assert not screen.all("pocket-address")
        await screen.tap("other-address")
        assert address_in(screen) == "http://192.168.1.2:8551/pocket/"
        assert screen.visible("while this computer is there")
    async with Screen(main_of(here), route=f"/pass/{id}", locale="en", origin=HTTPS) as screen:
        await screen.tap("other-address")
        assert address_in(screen) == f"{HTTPS}/pocket/"
        assert not screen.visible("while this computer is there")

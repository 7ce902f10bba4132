"""Settings apply at once; phone access is opened and closed."""

import asyncio
import json
from pathlib import Path

import cattrs
import pytest
from attrs import frozen
from harness import Screen
from screens.room import room

from companion.kernel.text import messages
from companion.storage.errors import storage
from companion.tables.roles import Grant
from companion.tables.signal import Signal
from companion.ui.app.preferences import Preferences
from companion.ui.shell import main_of

T, N = messages("companion")


@frozen
class Way:
    """A way in."""

    links: tuple[str, ...]
    code: str
    address: str = "192.168.1.2:8551"


class Door:
    """Phone access without a network."""

    def __init__(self, *, stuck: bool = False, is_fixed: bool = False) -> None:
        self.is_open = self.is_fixed = is_fixed
        self.is_warned_about = False
        self.scheme = "https" if is_fixed else "http"
        self.ended: list[Grant | None] = []
        self.stuck = stuck
        self.keys = 1
        self.pocket: str | None = None
        self.changed = Signal()

    async def open(self) -> None:
        if self.stuck:
            raise OSError
        self.is_open = True
        self.changed.emit()

    async def close(self) -> None:
        self.is_open = False
        self.changed.emit()

    @property
    def urls(self) -> tuple[str, ...]:
        way = self.invitation()
        return way.links if way else ()

    def invitation(self, route: str = "/", to: Grant | None = None) -> Way | None:
        key = f"{to.role}-{self.keys}" if to else f"{self.keys}"
        return (
            Way((f"{self.scheme}://192.168.1.2:8551{route}?key={key}",), f"48291{self.keys}") if self.is_open else None
        )

    async def renew(self, to: Grant | None = None) -> None:
        self.keys += 1
        self.changed.emit()
        self.ended.append(to)

    async def missing(self) -> None:
        raise OSError


async def test_the_language_changes_at_once(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/settings", locale="de") as screen:
        assert screen.find("language-device")["checked"]
        await screen.tap("language-en")
        assert screen.visible("Language")
        assert screen.visible("Appearance")
        assert screen.find("language-en")["checked"]
        await screen.tap("language-de")
        assert screen.visible("Einstellungen")
        assert any("de" in str(call.args) for call in screen.calls if call.name == "set")


async def test_appearance_and_text_size_change_at_once(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/settings", locale="en") as screen:
        await screen.tap("appearance-dark")
        assert screen.page["theme_mode"] == "dark"
        before = screen.page["theme"]["text_theme"]["body_large"]["size"]
        await screen.tap("text-1.6")
        assert screen.page["theme"]["text_theme"]["body_large"]["size"] > before
        assert screen.find("text-1.6")["checked"]


async def test_vibration_and_stay_awake_are_switches(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/settings", locale="en") as screen:
        await screen.tap("haptics")
        await screen.tap("awake")
        kept = [call.args["value"] for call in screen.calls if call.name == "set"][-1]
        assert '"haptics": false' in kept
        assert '"awake": false' in kept


async def test_phone_access_is_opened_and_closed(tmp_path: Path) -> None:
    door = Door()
    async with Screen(main_of(room(tmp_path, door)), route="/settings", locale="en") as screen:
        assert not screen.all("lan-qr")
        await screen.tap("lan")
        assert "http://192.168.1.2:8551/?key=1" in screen.texts()
        assert "http://192.168.1.2:8551/?key=1" in str(screen.find("lan-qr")["label"])
        await screen.tap("lan-renew")
        await screen.tap("lan-renew-no")
        assert "http://192.168.1.2:8551/?key=1" in screen.texts(), "a slip does not disconnect phones"
        await screen.tap("lan-renew")
        await screen.tap("lan-renew-yes")
        assert "http://192.168.1.2:8551/?key=2" in screen.texts()
        await screen.tap("lan")
        assert not door.urls
        assert not screen.all("lan-qr")


async def test_only_the_host_sees_the_switch_the_new_link_and_the_folder(tmp_path: Path) -> None:
    door = Door()
    await door.open()
    for route in ("/settings", "/"):
        here = room(tmp_path, door)
        here.notice = storage(
            T("The saved games are damaged; Companion starts a new library. They are kept: {file}", file=str(tmp_path))
        )
        async with Screen(main_of(here), route=route, locale="en", host=False) as guest:
            if route == "/":
                await guest.tap("phones")
            assert guest.all("lan-qr"), "a player invites players"
            assert str(tmp_path) not in str(guest.page)
            assert not {"lan", "lan-renew"} & set(guest.identifiers())
        async with Screen(main_of(here), route=route, locale="en") as host:
            if route == "/":
                await host.tap("phones")
            assert {"lan", "lan-renew", "lan-qr"} <= set(host.identifiers())
            assert str(tmp_path) in str(host.page)


async def test_a_server_without_its_own_door_has_a_link_but_no_switch(tmp_path: Path) -> None:
    here = room(tmp_path, Door(is_fixed=True))
    async with Screen(main_of(here), route="/settings", locale="en") as screen:
        assert "lan" not in screen.identifiers()
        assert {"lan-link-0", "lan-renew"} <= {*screen.identifiers()}
        assert screen.visible("Phones open it in their browser, and can install it there as an app.")


async def test_a_failure_to_open_phone_access_is_reported(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path, Door(stuck=True))), route="/settings", locale="en") as screen:
        await screen.tap("lan")
        assert screen.all("lan-failed")
        assert not screen.all("lan-qr")


async def test_a_failure_to_change_the_link_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    door = Door()
    async with Screen(main_of(room(tmp_path, door)), route="/settings", locale="en") as screen:
        await screen.tap("lan")
        monkeypatch.setattr(door, "renew", door.missing)
        await screen.tap("lan-renew")
        await screen.tap("lan-renew-yes")
        assert screen.visible("That did not work. Nothing was changed.")
        assert not screen.all("lan-failed"), "the door is open as before"


async def test_without_a_server_the_page_explains_how_phones_join(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/settings", locale="en") as screen:
        assert not screen.all("lan")
        assert screen.visible("start Companion on a computer")
        assert str(tmp_path) in screen.texts()


async def test_the_join_code_is_on_the_home_screen(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path, Door())), locale="en") as screen:
        await screen.tap("phones")
        await screen.tap("lan")
        assert screen.all("lan-qr")


async def test_two_quick_taps_both_count(tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route="/settings", locale="en") as screen:
        await asyncio.gather(screen.tap("appearance-dark"), screen.tap("text-1.3"))
        assert screen.find("appearance-dark")["checked"]
        assert screen.find("text-1.3")["checked"]
        kept = [call.args["value"] for call in screen.calls if call.name == "set"]
        assert json.loads(kept[-1]) == cattrs.unstructure(Preferences(appearance="dark", text=1.3))


class OneRoom:
    """A room on a server for many groups."""

    title = "Sharks"

    def __init__(self) -> None:
        self.links = 1
        self.is_deleted = False

    def host_link(self) -> str:
        return f"https://games.example/r/sharks-abcdef/?key={self.links}"

    async def new_host_link(self) -> str:
        self.links += 1
        return self.host_link()

    def passkey_page(self) -> str | None:
        return "https://games.example/r/sharks-abcdef/passkey"

    async def delete(self) -> None:
        self.is_deleted = True


async def test_the_host_of_a_room_replaces_its_link_and_deletes_the_room(tmp_path: Path) -> None:
    here = room(tmp_path, Door(is_fixed=True))
    here.room = one = OneRoom()
    async with Screen(main_of(here), route="/settings", locale="en") as screen:
        assert one.host_link() not in screen.texts(), "only on request"
        await screen.tap("host-link")
        assert one.host_link() in screen.texts()
        await screen.tap("host-link-renew")
        assert [call.args["url"] for call in screen.calls if call.name == "launch_url"] == [one.host_link()]
        assert one.links == 2
        await screen.tap("passkey")
        assert screen.calls[-1].args["url"] == one.passkey_page()
        await screen.tap("room-delete")
        assert any("0 games, 0 names" in text for text in screen.texts())
        await screen.tap("room-delete-no")
        await screen.tap("room-delete")
        assert not one.is_deleted
        await screen.tap("room-delete-yes")
        assert one.is_deleted
    async with Screen(main_of(here), route="/settings", locale="en", host=False) as guest:
        assert not {"host-link", "room-delete"} & {*guest.identifiers()}

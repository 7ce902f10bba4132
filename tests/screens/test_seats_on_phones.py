"""Seats on phones: each phone asks once for its seat, then shows this player's private information and no other's."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games.bronzen.table import action
from screens.room import TABLET, Page, begin, german, room
from screens.test_privacy_screen import noted, secrets, table
from screens.test_settings import Door

from companion.kernel.log import Act
from companion.kernel.text import messages
from companion.ui.app.context import AppContext

T, N = messages("companion")


class Phone:
    """A phone that joined by the link, with its storage after its page is closed."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}

    def at(self, here: AppContext, id: str, **more: Any) -> Page:
        def get(args: Mapping[str, Any]) -> Any:
            return self.kept.get(args["key"])

        def put(args: Mapping[str, Any]) -> bool:
            self.kept[args["key"]] = args["value"]
            return True

        return Page(here, id, host=False, services={"get": get, "set": put}, **more)

    @property
    def token(self) -> str:
        return str(json.loads(self.kept["companion.preferences"])["phone"])


def hall(folder: Path) -> AppContext:
    return room(folder, Door())


async def test_a_phone_chooses_its_seat_once(tmp_path: Path) -> None:
    here, phone = hall(tmp_path), Phone()
    id = begin(here, "Anna", "Ben", "Cleo", game="slam")
    async with phone.at(here, id) as page:
        assert page.visible("Who are you?")
        assert not page.all("wins-0")
        await page.tap("place-1")
        assert page.all("wins-0")
    async with phone.at(here, id) as page:
        assert page.all("wins-0")
        await page.tap("wins-0")
        assert page.table.record.entries[-1].by == 1
    async with phone.at(here, begin(here)) as page:
        assert page.visible("Who are you?"), "another table asks again"


async def test_a_taken_place_is_refused_with_its_rule_until_it_is_freed(tmp_path: Path) -> None:
    here, hers, his = hall(tmp_path), Phone(), Phone()
    id = begin(here, "Anna", "Ben", "Cleo", game="slam")
    async with hers.at(here, id) as one, his.at(here, id) as two, Page(here, id, size=TABLET) as host:
        await one.tap("place-1")
        await two.until(lambda: "on another phone" in two.label("place-1"))
        await two.tap("place-1")
        assert two.visible(
            "Ben’s place is on another phone. There it can be given back, and the device that runs Companion can free it."
        )
        await two.tap("refused-why")
        assert two.all("why-rule")
        await two.tap("close")
        await host.menu("Phones at this table")
        await host.tap("free-1")
        await one.until(lambda: one.visible("Who are you?"))
        await two.tap("place-1")
        assert two.all("wins-0")
        assert hers.token != his.token


async def test_a_seat_is_given_back_and_a_second_one_taken(tmp_path: Path) -> None:
    here, phone = hall(tmp_path), Phone()
    id = begin(here, "Anna", "Ben", "Cleo", game="slam")
    async with phone.at(here, id, locale="de") as page:
        await page.tap("place-1")
        await page.menu(german(T("My place")))
        await page.tap("mine-2")
        assert page.find("mine-1")["checked"]
        assert page.find("mine-2")["checked"]
        await page.taps("mine-1", "mine-2", "close")
        assert page.visible("Wer bist du?")
        await page.tap("place-shared")
        assert page.all("wins-0")


async def test_a_players_own_sheet_opens_at_once_and_on_no_other_phone(tmp_path: Path) -> None:
    here, ben, cleo = hall(tmp_path), Phone(), Phone()
    id = table(here)
    async with ben.at(here, id) as his, cleo.at(here, id) as hers, Page(here, id, size=TABLET) as middle:
        await his.tap("place-1")
        await hers.tap("place-2")
        await middle.taps("dealt-5", "telling", "giver-0", "stand-seat-1", "stand-seat-2", "stand-npc-0", "clue-done")
        await his.until(lambda: his.all("sheets"))
        await his.taps("sheets", *(f"key-{letter}" for letter in "QWZ"), "note-done")
        assert secrets(his)
        await middle.until(lambda: middle.all("sheet-1"))
        await middle.tap("sheet-1")
        assert middle.visible("Ben sees this on another phone")
        assert not middle.all("curtain-open")
        await middle.tap("curtain-back")
        assert not secrets(middle)
        assert not secrets(hers)


async def test_an_open_sheet_closes_when_its_owner_joins_with_a_phone(tmp_path: Path) -> None:
    here, ben = hall(tmp_path), Phone()
    id = table(here)
    async with Page(here, id) as middle, ben.at(here, id) as his:
        await noted(middle)
        await his.tap("place-1")
        await middle.until(lambda: middle.visible("Ben sees this on another phone"))
        assert not secrets(middle)
        await his.tap("sheets")
        assert secrets(his)
        await his.menu("My place")
        await his.taps("mine-1", "close")
        assert his.visible("Who are you?")
        assert not secrets(his)


async def test_a_correction_records_its_reporter(tmp_path: Path) -> None:
    here, phone = hall(tmp_path), Phone()
    id = begin(here)
    async with phone.at(here, id) as page:
        page.table.submit(Act(action("Anna wins")))
        await page.tap("place-1")
        await page.tab(2)
        await page.taps("entry-1", "undo-this")
        assert page.table.record.entries[-1].by == 1


async def test_the_host_and_a_finished_game_ask_for_no_seat(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here)
    async with Page(here, id) as host:
        assert host.all("wins-0")
        await host.menu("Phones at this table")
        await host.tap("lan")
        assert f"http://192.168.1.2:8551/table/{id}?key=seat-1" in str(host.find("lan-qr")["label"])


async def test_a_guest_cannot_archive_games(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here)
    async with Page(here, route="/", host=False) as guest, Page(here, route="/") as host:
        assert host.all(f"delete-{id}")
        assert guest.all(f"rematch-{id}")
        assert not guest.all(f"delete-{id}")
        assert not guest.all(f"archive-{id}")


async def test_no_seat_is_taken_by_renaming_it(tmp_path: Path) -> None:
    here, ben = hall(tmp_path), Phone()
    id = table(here)
    async with ben.at(here, id) as his, Page(here, id) as host, Phone().at(here, id) as thief:
        await his.tap("place-1")
        await host.menu("Players")
        await host.enter("name-1", "Bert")
        await host.tap("players-done")
        await host.tap("undo")
        for name in ("Ben", "Bert"):
            await thief.until(lambda: "on another phone" in thief.label("place-1"))
            await thief.tap("place-1")
            assert thief.visible("Who are you?"), name
            assert not his.visible("Who are you?")
            await host.tap("redo" if name == "Ben" else "undo")


async def test_reordered_players_keep_their_phones(tmp_path: Path) -> None:
    here, phone = hall(tmp_path), Phone()
    id = begin(here, "Anna", "Ben", "Cleo", game="slam")
    async with phone.at(here, id) as his, Page(here, id) as host:
        await his.tap("place-1")
        await host.menu("Players")
        await host.tap("up-1")
        await host.tap("players-done")
        assert host.table.names == ("Ben", "Anna", "Cleo")
        assert here.tables.seating.seen_by(phone.token, id, host.table.record).own == (0,)

"""Seats on phones: each phone asks once for its seat, then shows this player's private information and no other's."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from games.bronzen.table import action
from screens.room import TABLET, Page, begin, german, room
from screens.test_privacy_screen import noted, secrets, table
from screens.test_settings import Door

from companion.kernel.explain import Refused
from companion.kernel.log import Act
from companion.kernel.text import messages
from companion.storage.library import Shelf
from companion.tables import seat_tokens
from companion.tables.access import Access
from companion.tables.roles import GUEST, HOST, Grant, Role
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


async def test_a_phone_says_once_an_evening_who_uses_it_and_only_where_there_are_secrets(tmp_path: Path) -> None:
    here, phone, other = hall(tmp_path), Phone(), Phone()
    id = table(here)
    async with phone.at(here, begin(here, game="slam")) as page:
        assert page.all("wins-0"), "without secrets nothing is asked"
    async with phone.at(here, id) as page:
        assert page.visible("Who are you?")
        await page.tap("place-1")
        assert page.all("dealt-5")
    async with phone.at(here, id) as page:
        assert page.all("dealt-5")
    new, early = here.tables.rematch(id), begin(here, "Ben", "Anna", game="slam")
    for next_one, seat in ((new, 1), (early, 0), (table(here), 1)):
        async with phone.at(here, next_one) as page, other.at(here, next_one) as another:
            assert not page.visible("Who are you?")
            assert seats_of(here, phone, next_one) == (seat,)
            assert seats_of(here, other, next_one) == ()
            assert not another.all("who") or "on another phone" in another.label(f"place-{seat}")
    async with phone.at(here, begin(here, "Dora", "Emil", game="letter_jam")) as page:
        assert page.visible("Who are you?"), "he does not sit there"


async def test_a_new_evening_asks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, phone = hall(tmp_path), Phone()
    async with phone.at(here, table(here)) as page:
        await page.sit(1)
    monkeypatch.setattr(seat_tokens, "EVENING", 0.0)
    async with phone.at(here, table(here)) as page:
        assert page.visible("Who are you?")


async def test_two_pages_of_one_phone_and_a_shared_one_are_asked_once(tmp_path: Path) -> None:
    here, bens, shared = hall(tmp_path), Phone(), Phone()
    id, later = table(here), table(here)
    async with bens.at(here, id) as one:
        await one.sit(1)
        await one.menu("My seat")
        await one.taps("free-1", "close")
    async with bens.at(here, id) as one, bens.at(here, later) as two, shared.at(here, id) as tablet:
        assert two.visible("Who are you?"), "what was taken back is no answer"
        await one.sit(1)
        await tablet.sit(None)
        await two.until(lambda: not two.visible("Who are you?"))
        assert seats_of(here, bens, later) == (1,)
        async with shared.at(here, later) as again:
            assert not again.visible("Who are you?")
            assert seats_of(here, shared, later) == ()


def seats_of(here: AppContext, phone: Phone, id: str) -> tuple[int, ...]:
    """Return the seats that a phone has at a table."""
    session = here.tables.table(id).session
    assert session
    return here.tables.seating.seen_by(phone.token if phone.kept else None, id, session.record).own


async def test_a_taken_place_is_refused_with_its_rule_until_it_is_freed(tmp_path: Path) -> None:
    here, hers, his = hall(tmp_path), Phone(), Phone()
    id = table(here)
    async with hers.at(here, id) as one, his.at(here, id) as two, Page(here, id, size=TABLET) as host:
        await one.sit(1)
        await two.until(lambda: "on another phone" in two.label("place-1"))
        await two.tap("place-1")
        assert two.visible(
            "Ben’s seat is on another phone. It can be freed there, or on the device that runs Companion."
        )
        await two.tap("refused-why")
        assert two.all("why-rule")
        await two.tap("close")
        await host.menu("Phones at this table")
        await host.tap("free-1")
        await one.until(lambda: one.visible("Who are you?"))
        await two.tap("place-1")
        assert two.all("dealt-5")
        assert hers.token != his.token


async def test_a_seat_is_given_back_and_a_second_one_taken(tmp_path: Path) -> None:
    here, phone = hall(tmp_path), Phone()
    async with phone.at(here, table(here), locale="de") as page:
        await page.tap("place-1")
        await page.menu(german(T("My seat")))
        await page.tap("mine-2")
        assert seats_of(here, phone, page.id) == (1, 2)
        assert page.said(page.find("free-1")) == ["Platz freigeben"]
        await page.taps("free-1", "free-2", "close")
        assert page.visible("Wer bist du?")
        await page.tap("place-shared")
        assert page.all("dealt-5")


async def test_a_players_own_sheet_opens_at_once_and_on_no_other_phone(tmp_path: Path) -> None:
    here, ben, cleo = hall(tmp_path), Phone(), Phone()
    id = table(here)
    async with ben.at(here, id) as his, cleo.at(here, id) as hers, Page(here, id, size=TABLET) as middle:
        await his.sit(1)
        await hers.sit(2)
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
        await his.sit(1)
        await middle.until(lambda: middle.visible("Ben sees this on another phone"))
        assert not secrets(middle)
        await his.tap("sheets")
        assert secrets(his)
        await his.menu("My seat")
        await his.taps("free-1", "close")
        assert his.visible("Who are you?")
        assert not secrets(his)


async def test_a_correction_records_its_reporter(tmp_path: Path) -> None:
    here, phone = hall(tmp_path), Phone()
    id = begin(here)
    async with phone.at(here, id) as page:
        page.table.submit(Act(action("Anna wins")))
        await page.sit(1)
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
        await his.sit(1)
        await host.menu("Players")
        await host.tap("up-1")
        await host.tap("players-done")
        assert host.table.names == ("Ben", "Anna", "Cleo")
        assert here.tables.seating.seen_by(phone.token, id, host.table.record).own == (0,)


async def test_every_players_phone_shows_the_way_in_to_its_table(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, "Anna", "Ben", "Cleo", game="slam")
    passes = (Grant(Role.SEAT, id),)
    async with Phone().at(here, id, passes=passes) as page, Page(here, id) as host:
        await page.menu("Invite players")
        assert not page.all("lan-qr"), "the host has not let phones in yet"
        assert not page.all("lan")
        await host.menu("Phones at this table")
        await host.tap("lan")
        await page.until(lambda: page.all("lan-qr"))
        assert f"/table/{id}?key=seat-1" in str(page.find("lan-qr")["label"])
        assert page.visible("482\u00a0911")
        assert page.all("role-viewer")
        assert not page.all("role-scorekeeper"), "an invitation grants no more than its sender may do"
        assert not page.all("role-host")
        assert not page.all("lan-renew"), "nor puts others out"
        await page.tap("close")
        await page.go("/")
        await page.tap("phones")
        assert f"/table/{id}?key=seat-1" in str(page.find("lan-qr")["label"])
    async with Page(here, route="/", host=False) as guest:
        await guest.tap("phones")
        assert "8551/?key=1" in str(guest.find("lan-qr")["label"]), "who may see all tables invites to all"


async def test_the_phone_that_created_a_table_is_its_host(tmp_path: Path) -> None:
    here, annas, bens = hall(tmp_path), Phone(), Phone()
    async with annas.at(here, "", route="/new/letter_jam") as page:
        for seat, name in enumerate(("Anna", "Ben")):
            await page.enter(f"name-{seat}", name)
        await page.tap("start")
    (stored,) = here.tables.shelf(Shelf.OPEN)
    id = stored.id
    async with annas.at(here, id) as anna, bens.at(here, id) as ben:
        await anna.sit(0)
        await ben.sit(1)
        await anna.menu("Phones at this table")
        assert not anna.all("lan"), "only the machine lets phones in"
        await anna.tap("free-1")
        await ben.until(lambda: ben.visible("Who are you?"))
        await ben.tap("place-1")
        with pytest.raises(ValueError, match="unpack"):
            await ben.menu("Start over")
    ends = (Access(here.tables, GUEST, phone.token) for phone in (annas, bens))
    anna_may, ben_may = ends
    assert (anna_may.role(), anna_may.role(id), ben_may.role(id)) == (Role.SEAT, Role.HOST, Role.SEAT)
    assert anna_may.role(here.tables.rematch(id)) is Role.HOST, "the next game is hers, too"
    assert Access(here.tables, (Grant(Role.VIEWER, id),), annas.token).role(id) is Role.VIEWER
    assert Access(here.tables, (Grant(Role.SEAT, "another"),), annas.token).role(id) is None
    with pytest.raises(Refused):
        ben_may.archive(id)
    anna_may.archive(id)


async def test_a_host_on_a_phone_does_not_pass_on_what_others_wrote_for_themselves(tmp_path: Path) -> None:
    here, bens = hall(tmp_path), Phone()
    id = table(here)
    host = Access(here.tables, (Grant(Role.HOST, id),))
    assert host.carried(id).id == id
    async with Page(here, id) as middle:
        await noted(middle)
    with pytest.raises(Refused, match="private notes"):
        host.carried(id)
    assert Access(here.tables, HOST).carried(id).id == id
    async with bens.at(here, id, passes=(Grant(Role.HOST, id),)) as page:
        await page.go(f"/pass/{id}")
        assert page.visible("This game cannot be opened.")

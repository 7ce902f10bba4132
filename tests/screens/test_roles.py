"""Permissions of each link; another player's entry is corrected only with a second player's consent."""

from pathlib import Path

import pytest
from harness import Screen
from screens.room import TABLET, Page, begin
from screens.test_seats_on_phones import Phone, hall
from screens.test_settings import Door

from companion.kernel.log import Undo
from companion.tables import agreement
from companion.tables.roles import Grant, Role
from companion.ui.app.context import AppContext
from companion.ui.shell import main_of

NAMES = ("Anna", "Ben", "Cleo")


async def _won_by_anna(here: AppContext, *pages: Page) -> None:
    """Let Anna and Ben (and Cleo) take their places, and Anna report something."""
    for seat, page in enumerate(pages):
        await page.sit(seat)
    await pages[0].tap("wins-0")
    for page in pages:
        await page.until(lambda page=page: page.table.version == 1)  # type: ignore[misc]


async def test_undoing_another_players_entry_needs_a_second_player(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, *NAMES, game="slam")
    async with Phone().at(here, id) as anna, Phone().at(here, id) as ben, Phone().at(here, id) as cleo:
        await _won_by_anna(here, anna, ben, cleo)
        await ben.tap("undo")
        assert ben.table.version == 1, "nothing is undone yet"
        assert ben.all("drop")
        assert not ben.all("agree"), "who asks does not answer"
        await cleo.until(lambda: cleo.all("agree"))
        assert cleo.visible("Ben wants to undo “Anna wins the slam”. Agreed?")
        await cleo.tap("proposal-why")
        assert cleo.all("why-rule")
        await cleo.taps("close", "agree")
        last = cleo.table.record.entries[-1]
        assert isinstance(last.change, Undo)
        assert last.by == 1
        for page in (anna, ben, cleo):
            await page.until(lambda page=page: not page.all("proposal"))  # type: ignore[misc]


async def test_players_undo_their_own_entries_and_a_single_player_any_entry(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, *NAMES, game="slam")
    async with Phone().at(here, id) as anna, Phone().at(here, id) as ben:
        await _won_by_anna(here, anna, ben)
        await anna.tap("undo")
        assert anna.table.version == 2
        await anna.tap("redo")
        await anna.menu("My seat")
        await anna.taps("free-0", "close")
        await ben.tap("undo")
        assert ben.table.version == 4, "her place is free: there is no phone to ask"


async def test_a_proposal_can_be_declined_and_withdrawn(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, *NAMES, game="slam")
    async with Phone().at(here, id) as anna, Phone().at(here, id) as ben:
        await _won_by_anna(here, anna, ben)
        for asker, answerer in ((ben, anna), (ben, ben)):
            await asker.tap("undo")
            await answerer.until(lambda page=answerer: page.all("drop"))  # type: ignore[misc]
            await answerer.tap("drop")
            await asker.until(lambda: not ben.all("proposal"))
        assert ben.table.version == 1


async def test_a_proposal_does_not_wait_for_a_closed_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "PATIENCE", 0.2)
    here = hall(tmp_path)
    id = begin(here, *NAMES, game="slam")
    async with Phone().at(here, id) as anna, Phone().at(here, id) as ben:
        await _won_by_anna(here, anna, ben)
        await ben.tap("undo")
        await ben.until(lambda: ben.all("agree"))
        await ben.tap("agree")
        assert ben.table.version == 2


async def test_a_correction_in_the_history_needs_consent_too(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, *NAMES, game="slam")
    async with Phone().at(here, id) as anna, Phone().at(here, id) as ben:
        await _won_by_anna(here, anna, ben)
        await ben.go(f"/table/{id}/history")
        await ben.tap("entry-1")
        await ben.tap("undo-this")
        assert ben.table.version == 1
        await anna.until(lambda: anna.all("agree"))
        await anna.tap("agree")
        assert anna.table.version == 2


async def test_the_scorekeeper_and_the_host_correct_everything_at_once(tmp_path: Path) -> None:
    for role in (Role.SCOREKEEPER, Role.HOST):
        here = hall(tmp_path / role)
        id = begin(here, *NAMES, game="slam")
        async with (
            Phone().at(here, id) as anna,
            Phone().at(here, id, passes=(Grant(role, id),), size=TABLET) as tablet,
        ):
            await tablet.sit(None)
            await _won_by_anna(here, anna)
            await tablet.until(lambda tablet=tablet: tablet.table.version == 1)  # type: ignore[misc]
            await tablet.tap("undo")
            assert tablet.table.version == 2
            items = [item["content"] for item in tablet.of("PopupMenuItem")]
            assert ("Phones at this table" in items) is (role is Role.HOST)


async def test_a_link_to_one_table_shows_that_table_alone(tmp_path: Path) -> None:
    here = hall(tmp_path)
    mine, other = begin(here, *NAMES, game="slam"), begin(here, "Dora", "Emil", "Fritz", game="slam")
    passes = (Grant(Role.SEAT, mine),)
    async with Screen(main_of(here), locale="en", passes=passes) as home:
        assert home.all(f"game-{mine}")
        assert not home.all(f"game-{other}")
        assert not home.all("new-game")
        for route in (f"/table/{other}", f"/table/{other}/history", f"/table/{other}/sheet"):
            await home.go(route)
            assert home.visible("Your link is for another table. To join this one, scan its code.")
            assert not home.visible("Dora")
        for route in ("/new", "/new/slam"):
            await home.go(route)
            assert home.visible("Your link is for one table only. Start new games on the device that runs Companion.")


async def test_each_role_has_a_link_of_its_own_that_is_ended_alone(tmp_path: Path) -> None:
    door = Door()
    here = hall(tmp_path)
    here.lan = door
    id = begin(here, *NAMES, game="slam")
    await door.open()
    async with Page(here, id, size=TABLET) as host:
        await host.menu("Phones at this table")
        for role, path in ((Role.SEAT, ""), (Role.SCOREKEEPER, ""), (Role.VIEWER, "/board"), (Role.HOST, "")):
            await host.tap(f"role-{role}")
            assert f"/table/{id}{path}?key={role}-" in str(host.find("lan-qr")["label"])
            assert any("192.168.1.2:8551" in text and "482\u00a0911" in text for text in host.texts())
        await host.taps("role-viewer", "lan-renew", "lan-renew-yes")
        assert door.ended == [Grant(Role.VIEWER, id)]


async def test_the_hosts_first_screen_shows_the_join_link(tmp_path: Path) -> None:
    door = Door()
    here = hall(tmp_path)
    here.lan = door
    id = begin(here, *NAMES, game="slam")
    async with Screen(main_of(here), locale="en", width=1180, height=820) as host:
        assert not host.all("join-qr")
        await host.tap("join-more")
        await host.tap("lan")
        await host.tap("close")
        assert f"/table/{id}?key=seat-1" in str(host.find("join-qr")["label"])
        begin(here, *NAMES, game="slam")
        await host.until(lambda: f"/table/{id}" not in str(host.find("join-qr")["label"]))
    async with Screen(main_of(here), locale="en", width=1180, height=820, host=False) as guest:
        assert not guest.all("join-qr")


async def test_seats_and_links_are_kept_in_the_next_game(tmp_path: Path) -> None:
    here, phone = hall(tmp_path), Phone()
    id = begin(here, *NAMES, game="slam")
    passes = (Grant(Role.SEAT, id),)
    async with phone.at(here, id, passes=passes) as page:
        await page.sit(1)
        new = here.tables.rematch(id)
        assert here.tables.rematch(id) == new, "two players want to play on"
        assert here.tables.evening(new) == id
        await page.go(f"/table/{new}")
        assert page.all("wins-0"), "no player is asked again"
    newest = here.tables.rematch(new)
    assert newest != new
    assert here.tables.evening(newest) == id
    assert here.tables.next(id) == new
    moved = here.tables.rematch(newest, moved=1)
    here.tables.rematch(newest)
    again = here.tables.table(here.tables.rematch(newest, moved=2)).session
    assert again
    assert moved
    assert again.names == (NAMES[2], NAMES[0], NAMES[1]), "other places are another table"
    here.tables.library.delete(new)
    assert here.tables.next(id) is None


async def test_a_spectator_always_sees_the_board(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, *NAMES, game="slam")
    async with Phone().at(here, id, passes=(Grant(Role.VIEWER, id),), size=TABLET) as television:
        for route in (f"/table/{id}", f"/table/{id}/history", f"/table/{id}/board"):
            await television.go(route)
            assert television.visible("Anna")
            assert not television.all("wins-0")
            assert not television.all("undo")
            assert not television.visible("Who are you?")


async def test_renaming_a_player_on_another_phone_needs_their_consent(tmp_path: Path) -> None:
    here, ben = hall(tmp_path), Phone()
    id = begin(here, *NAMES, game="slam")
    async with ben.at(here, id) as his, Phone().at(here, id) as hers, Phone().at(here, id) as guest:
        await his.sit(1)
        await hers.sit(2)
        await guest.sit(None)
        await guest.menu("Players")
        await guest.enter("name-1", "Bert")
        await guest.tap("players-done")
        assert guest.table.names == NAMES, "nothing is entered yet"
        assert guest.visible("Waiting until Ben agrees: Names: Bert")
        await hers.until(lambda: hers.all("proposal"))
        assert not hers.all("agree"), "another seat cannot agree to his name"
        await his.until(lambda: his.all("agree"))
        assert his.visible("Somebody wants to change the players: Names: Bert")
        await his.tap("agree")
        assert guest.table.names == ("Anna", "Bert", "Cleo")
        assert his.all("wins-0"), "he keeps his place"
        assert "Bert" in here.tables.library.players()
        # the undo also reverts his name
        await guest.tap("undo")
        assert guest.table.names == ("Anna", "Bert", "Cleo")
        await his.until(lambda: his.all("agree"))
        await his.tap("drop")
        await his.menu("Players")
        await his.enter("name-1", "Ben")
        await his.tap("players-done")
        assert his.table.names == NAMES, "a player's own name needs no consent"
        assert his.all("wins-0")


async def test_waiting_does_not_replace_the_consent_of_a_renamed_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agreement, "PATIENCE", 0.0)
    here = hall(tmp_path)
    id = begin(here, *NAMES, game="slam")
    async with Phone().at(here, id) as his, Phone().at(here, id) as hers, Page(here, id) as host:
        await his.sit(1)
        await hers.sit(2)
        await hers.menu("Players")
        await hers.enter("name-1", "Bert")
        await hers.tap("players-done")
        assert hers.all("drop")
        assert not hers.all("agree")
        await host.menu("Players")
        await host.enter("name-1", "Bernd")
        await host.tap("players-done")
        assert host.table.names == ("Anna", "Bernd", "Cleo"), "the host changes it at once"


async def test_exchanging_two_names_needs_both_consents(tmp_path: Path) -> None:
    here = hall(tmp_path)
    id = begin(here, *NAMES, game="slam")
    async with Phone().at(here, id) as anna, Phone().at(here, id) as ben, Phone().at(here, id) as cleo:
        await _won_by_anna(here, anna, ben, cleo)
        await cleo.menu("Players")
        await cleo.enter("name-0", "Ben")
        await cleo.enter("name-1", "Anna")
        await cleo.tap("players-done")
        for page in (ben, anna):
            assert page.table.names == NAMES
            await page.until(lambda page=page: page.all("agree"))  # type: ignore[misc]
            await page.tap("agree")
        assert ben.table.names == ("Ben", "Anna", "Cleo")


async def test_another_page_of_the_same_seat_or_phone_is_not_another_player(tmp_path: Path) -> None:
    here, bens, shared = hall(tmp_path), Phone(), Phone()
    id = begin(here, *NAMES, game="slam")
    async with Phone().at(here, id) as anna, bens.at(here, id) as ben, shared.at(here, id) as table:
        await _won_by_anna(here, anna, ben)
        await table.sit(None)
        await table.until(lambda: table.table.version == 1)
        async with bens.at(here, id) as again, shared.at(here, id) as second:
            for asker, other in ((ben, again), (table, second)):
                await asker.tap("undo")
                await other.until(lambda page=other: page.all("proposal"))  # type: ignore[misc]
                assert not other.all("agree")
                await other.tap("drop")
                await asker.until(lambda page=asker: not page.all("proposal"))  # type: ignore[misc]
            await ben.tap("undo")
            await second.until(lambda: second.all("proposal"))
            assert not second.all("agree"), "who has no place is no other player"
            assert not second.all("drop")
            await anna.until(lambda: anna.all("agree"))
            await anna.tap("agree")
            assert anna.table.version == 2

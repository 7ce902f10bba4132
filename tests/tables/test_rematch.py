"""Which table of a series with the same players is played now."""

from pathlib import Path

import httpx
import pytest
from games.bronzen.table import action

from companion.games import games
from companion.kernel.log import Act, Header
from companion.server.server import Server
from companion.storage.library import Library
from companion.tables.roles import Grant, Role
from companion.tables.tables import Tables


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(Library.open(tmp_path).library, games())


def begun(tables: Tables) -> str:
    return tables.begin(Header("bronzen", games()["bronzen"].meta.revision, ("Anna", "Ben")))


def test_every_table_of_an_evening_leads_to_the_latest_one(tables: Tables) -> None:
    first, other = begun(tables), begun(tables)
    second = tables.rematch(first)
    session = tables.table(second).session
    assert session
    session.submit(Act(action("Anna wins")))
    third = tables.rematch(second)
    assert {tables.playing(each) for each in (first, second, third)} == {third}
    assert tables.playing(other) == other
    tables.library.delete(third)
    assert tables.playing(first) == second
    assert tables.playing("no table") == "no table"


def test_tables_that_follow_one_another_lead_somewhere(tables: Tables) -> None:
    first = begun(tables)
    second = tables.rematch(first)
    tables.library.set_setting(f"after.{first}", second)
    assert tables.playing(first) in (first, second)


def test_a_copy_of_what_can_be_read_keeps_the_places_and_the_links(tables: Tables) -> None:
    table = begun(tables)
    session = tables.table(table).session
    assert session
    tables.seating.take("phone", table, session.record, 1)
    copy = tables.go_on(table)
    copied = tables.table(copy).session
    assert copied
    assert tables.seating.seen_by("phone", copy, copied.record).own == (1,)
    assert tables.evening(copy) == table
    assert tables.playing(table) == copy


def test_a_game_that_has_ended_does_not_lead_away_from_one_that_runs(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = begun(tables)
    second = tables.rematch(first)
    monkeypatch.setattr(Tables, "_is_over", lambda _, id: id == second)
    assert tables.playing(second) == first


async def test_links_and_codes_of_a_finished_game_lead_to_the_rematch(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = begun(tables)
    monkeypatch.setattr(Tables, "_is_over", lambda _, id: id == first)
    async with Server(lambda _: None, data=tmp_path / "server", port=0, playing=tables.playing) as server:
        await server.open_lan(0)
        second = tables.rematch(first)
        for table in (first, second):
            way = server.invitation(f"/table/{table}", Grant(Role.SEAT, tables.evening(table)))
            assert way
            for address in (way.link, f"http://{way.address}/?code={way.code}"):
                async with httpx.AsyncClient() as phone:
                    answer = await phone.get(address.replace(way.address, f"127.0.0.1:{way.address.split(':')[-1]}"))
                assert answer.headers["location"] == f"/table/{second}", "they lead to the game that is over"

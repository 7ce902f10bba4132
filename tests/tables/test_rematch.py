"""Which table of a series with the same players is played now."""

from pathlib import Path

import pytest
from games.bronzen.table import action

from companion.games import games
from companion.kernel.log import Act, Header
from companion.storage.library import Library
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

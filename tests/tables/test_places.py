"""Everybody's own place: taken once, kept through everything, and given to no other device."""

from pathlib import Path

import pytest
from attrs import evolve

from companion.games import games
from companion.kernel.explain import Refused
from companion.kernel.log import Header, Rename, Reseat
from companion.storage.library import Library
from companion.tables.places import Places, new_phone
from companion.tables.tables import Tables

NAMES = ("Anna", "Ben", "Cleo")


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(Library.open(tmp_path).library, games())


def begun(tables: Tables) -> str:
    return tables.begin(Header("slam", games()["slam"].meta.revision, NAMES))


def seen(tables: Tables, phone: str | None, table: str) -> Places:
    session = tables.table(table).session
    assert session
    return tables.seating.seen_by(phone, table, session.names)


def test_a_place_is_its_phones_alone(tables: Tables) -> None:
    table, hers, his = begun(tables), new_phone(), new_phone()
    assert seen(tables, hers, table) == seen(tables, None, table) == Places(told=False)
    tables.seating.take(hers, table, NAMES, 1)
    assert seen(tables, hers, table) == Places((1,), frozenset())
    assert seen(tables, his, table) == Places((), frozenset({1}), told=False)
    with pytest.raises(Refused) as refused:
        tables.seating.take(his, table, NAMES, 1)
    assert refused.value.why.rules == ("companion.places",)
    tables.seating.take(hers, table, NAMES, 1)
    assert seen(tables, hers, table).seat == 1
    other = begun(tables)
    assert seen(tables, hers, other) == Places(told=False), "another table knows nothing of it"


def test_a_phone_may_serve_several_or_be_the_tables(tables: Tables) -> None:
    table, phone = begun(tables), new_phone()
    for seat in (0, 2):
        tables.seating.take(phone, table, NAMES, seat)
    assert seen(tables, phone, table) == Places((0, 2))
    assert seen(tables, phone, table).seat is None, "what it shows unasked must be for everybody's eyes"
    tables.seating.sit_nowhere(phone, table)
    assert seen(tables, phone, table) == Places()
    tables.seating.take(phone, table, NAMES, 0)
    tables.seating.free(table, NAMES, 0)
    assert seen(tables, phone, table) == Places(told=False)


def test_it_outlives_the_program_other_names_and_other_seats(tables: Tables, tmp_path: Path) -> None:
    table, phone = begun(tables), new_phone()
    tables.seating.take(phone, table, NAMES, 1)
    tables.library.close()
    again = Tables(Library.open(tmp_path).library, games())
    assert seen(again, phone, table).own == (1,)
    again.seat(table, Rename((1,), ("Benedikt",)))
    assert seen(again, phone, table).own == (1,)
    again.seat(table, Reseat(("Benedikt", "Cleo", "Anna"), 0))
    assert seen(again, phone, table).own == (0,)
    again.seat(table, Reseat(("Cleo", "Anna"), 0))
    assert seen(again, phone, table) == Places(told=False)


def test_who_has_no_name_is_known_by_the_seat(tables: Tables) -> None:
    phone, names = new_phone(), ("", "Ben", "")
    tables.seating.take(phone, "t", names, 2)
    assert tables.seating.seen_by(phone, "t", names).own == (2,)


def test_no_token_is_stored_and_no_place_leaves_the_device(tables: Tables, tmp_path: Path) -> None:
    table, phone = begun(tables), new_phone()
    tables.seating.take(phone, table, NAMES, 1)
    everything = tables.library.everything()
    assert not [key for key in everything.settings if key.startswith("places.")]
    assert not any(phone.encode() in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    tables.replace(evolve(everything, settings={f"places.{table}": {"seats": {}, "table": []}}))
    assert seen(tables, phone, table).own == (1,), "nobody else says who sits here"


@pytest.mark.parametrize("value", [7, {"seats": 1}, {"seats": [], "table": []}, None])
def test_what_cannot_be_read_is_as_if_nobody_sat_there(tables: Tables, value: object) -> None:
    table = begun(tables)
    tables.library.set_setting(f"places.{table}", value)
    assert seen(tables, new_phone(), table) == Places(told=False)

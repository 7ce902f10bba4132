"""Seats of devices: taken once, kept through everything, and given to no other device."""

from pathlib import Path

import pytest
from attrs import evolve

from companion.games import games
from companion.kernel.explain import Refused
from companion.kernel.log import Header, Join, Leave, Rename, Reseat
from companion.kernel.record import Record
from companion.storage.library import Library
from companion.tables.seat_tokens import EVENING, PhoneSeats, SeatTokens, new_phone
from companion.tables.tables import Tables

NAMES = ("Anna", "Ben", "Cleo")


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(Library.open(tmp_path).library, games())


def begun(tables: Tables) -> str:
    return tables.begin(Header("slam", games()["slam"].meta.revision, NAMES))


def seen(tables: Tables, phone: str | None, table: str) -> PhoneSeats:
    return tables.seating.seen_by(phone, table, record(tables, table))


def record(tables: Tables, table: str) -> Record:
    session = tables.table(table).session
    assert session
    return session.record


def take(tables: Tables, phone: str, table: str, seat: int) -> None:
    tables.seating.take(phone, table, record(tables, table), seat)


def test_a_place_is_its_phones_alone(tables: Tables) -> None:
    table, hers, his = begun(tables), new_phone(), new_phone()
    assert seen(tables, hers, table) == seen(tables, None, table) == PhoneSeats(answered=False)
    take(tables, hers, table, 1)
    assert seen(tables, hers, table) == PhoneSeats((1,), frozenset())
    assert seen(tables, his, table) == PhoneSeats((), frozenset({1}), answered=False)
    with pytest.raises(Refused) as refused:
        take(tables, his, table, 1)
    assert refused.value.why.rules == ("companion.places",)
    take(tables, hers, table, 1)
    assert seen(tables, hers, table).seat == 1
    other = begun(tables)
    assert seen(tables, hers, other) == PhoneSeats(answered=False), "another table knows nothing of it"


def test_a_phone_may_serve_several_or_be_the_tables(tables: Tables) -> None:
    table, phone = begun(tables), new_phone()
    for seat in (0, 2):
        take(tables, phone, table, seat)
    assert seen(tables, phone, table) == PhoneSeats((0, 2))
    assert seen(tables, phone, table).seat is None, "what it shows unasked must be for everybody's eyes"
    tables.seating.sit_nowhere(phone, table)
    assert seen(tables, phone, table) == PhoneSeats()
    take(tables, phone, table, 0)
    tables.seating.free(table, record(tables, table), 0)
    assert seen(tables, phone, table) == PhoneSeats(answered=False)


def test_it_outlives_the_program_other_names_and_other_seats(tables: Tables, tmp_path: Path) -> None:
    table, phone = begun(tables), new_phone()
    take(tables, phone, table, 1)
    tables.library.close()
    again = Tables(Library.open(tmp_path).library, games())
    assert seen(again, phone, table).own == (1,)
    again.seat(table, Rename((1,), ("Benedikt",)))
    assert seen(again, phone, table).own == (1,)
    again.seat(table, Reseat(("Benedikt", "Cleo", "Anna"), 0))
    assert seen(again, phone, table).own == (0,)
    again.seat(table, Reseat(("Cleo", "Anna"), 0))
    assert seen(again, phone, table) == PhoneSeats(answered=False)


def test_who_has_no_name_keeps_their_place_when_they_give_one(tables: Tables) -> None:
    table, phone = tables.begin(Header("slam", games()["slam"].meta.revision, ("", "Ben", ""))), new_phone()
    take(tables, phone, table, 2)
    tables.seat(table, Rename((2,), ("Cleo",)))
    assert seen(tables, phone, table).own == (2,)


def test_no_token_is_stored_and_no_place_leaves_the_device(tables: Tables, tmp_path: Path) -> None:
    table, phone = begun(tables), new_phone()
    take(tables, phone, table, 1)
    everything = tables.library.everything()
    assert not [key for key in everything.settings if key.startswith("places.")]
    assert not any(phone.encode() in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    tables.replace(evolve(everything, settings={f"places.{table}": {"seats": {}, "table": []}}))
    assert seen(tables, phone, table).own == (1,), "nobody else says who sits here"


@pytest.mark.parametrize("value", [7, {"seats": 1}, {"seats": [], "table": []}, None])
def test_what_cannot_be_read_is_as_if_nobody_sat_there(tables: Tables, value: object) -> None:
    table = begun(tables)
    tables.library.set_setting(f"places.{table}", value)
    assert seen(tables, new_phone(), table) == PhoneSeats(answered=False)


def undo(tables: Tables, table: str) -> None:
    session = tables.table(table).session
    assert session
    session.undo()


def redo(tables: Tables, table: str) -> None:
    session = tables.table(table).session
    assert session
    session.redo()


def test_a_place_survives_a_new_name_that_is_undone_and_brought_back(tables: Tables) -> None:
    table, phone = begun(tables), new_phone()
    take(tables, phone, table, 1)
    for step in (
        lambda: tables.seat(table, Rename((1,), ("Benedikt",))),
        lambda: undo(tables, table),
        lambda: redo(tables, table),
    ):
        step()
        assert seen(tables, phone, table).own == (1,)
    tables.seat(table, Rename((1,), ("Ben",)))
    assert seen(tables, phone, table).own == (1,)


def test_exchanged_names_leave_the_phones_where_they_are(tables: Tables) -> None:
    table, hers, his = begun(tables), new_phone(), new_phone()
    take(tables, hers, table, 0)
    take(tables, his, table, 1)
    tables.seat(table, Rename((0, 1), ("Ben", "Anna")))
    assert (seen(tables, hers, table).own, seen(tables, his, table).own) == ((0,), (1,))
    undo(tables, table)
    assert (seen(tables, hers, table).own, seen(tables, his, table).own) == ((0,), (1,))


def test_places_move_with_their_players_to_other_seats_and_back(tables: Tables) -> None:
    table, phone = begun(tables), new_phone()
    take(tables, phone, table, 1)
    tables.seat(table, Reseat(("Cleo", "Anna"), 0))
    assert seen(tables, phone, table) == PhoneSeats(answered=False)
    tables.seat(table, Reseat(("Cleo", "Anna", "Ben"), 0))
    assert seen(tables, phone, table) == PhoneSeats(answered=False), "a new person of that name may be another one"
    undo(tables, table)
    undo(tables, table)
    assert seen(tables, phone, table).own == (1,)


def test_who_leaves_keeps_the_place_for_themselves_alone(tables: Tables) -> None:
    table, phone, other = begun(tables), new_phone(), new_phone()
    take(tables, phone, table, 2)
    tables.seat(table, Leave(2))
    assert seen(tables, phone, table) == PhoneSeats(answered=False)
    assert seen(tables, other, table).others == {2}
    undo(tables, table)
    assert seen(tables, phone, table).own == (2,)


def test_who_joins_on_a_seat_that_was_undone_does_not_get_its_place(tables: Tables) -> None:
    table, phone = begun(tables), new_phone()
    tables.seat(table, Join(3, "Dora"))
    take(tables, phone, table, 3)
    undo(tables, table)
    tables.seat(table, Join(3, "Emil"))
    assert seen(tables, phone, table) == PhoneSeats(answered=False)
    undo(tables, table)
    redo(tables, table)
    assert seen(tables, phone, table) == PhoneSeats(answered=False)


def test_places_move_with_their_players_to_the_next_game(tables: Tables) -> None:
    table, hers, his = begun(tables), new_phone(), new_phone()
    take(tables, hers, table, 0)
    take(tables, his, table, 2)
    tables.seat(table, Rename((0,), ("Ann",)))
    tables.seat(table, Leave(1))
    new = tables.rematch(table, moved=1)
    assert record(tables, new).names == ("Cleo", "Ann")
    assert seen(tables, hers, new).own == (1,)
    assert seen(tables, his, new).own == (0,)


def test_places_stored_by_name_are_still_read(tables: Tables, tmp_path: Path) -> None:
    table, phone = begun(tables), new_phone()
    take(tables, phone, table, 1)
    stored = tables.library.setting(f"places.{table}")
    tables.library.set_setting(f"places.{table}", {"seats": {"ben": stored["ids"]["1"]}, "table": []})
    tables.library.close()
    again = Tables(Library.open(tmp_path).library, games())
    again.seat(table, Rename((1,), ("Benedikt",)))
    assert seen(again, phone, table).own == (1,)


def recall(tables: Tables, phone: str, table: str) -> bool:
    return tables.seating.recall(phone, table, record(tables, table))


def test_an_answer_holds_at_the_other_tables_of_the_evening(tables: Tables) -> None:
    first, hers, his, shared = begun(tables), new_phone(), new_phone(), new_phone()
    take(tables, hers, first, 1)
    tables.seating.sit_nowhere(shared, first)
    tables.people.call(("Ben",), "Benno")
    other = tables.begin(Header("slam", games()["slam"].meta.revision, ("Cleo", "Benno")))
    assert recall(tables, hers, other), "a person is known by every name"
    assert seen(tables, hers, other) == PhoneSeats((1,))
    assert not recall(tables, hers, other), "once is enough"
    assert recall(tables, shared, other)
    assert seen(tables, shared, other) == PhoneSeats((), frozenset({1}))
    assert not recall(tables, his, other), "a phone without an answer is asked"
    strangers = tables.begin(Header("slam", games()["slam"].meta.revision, ("Dora", "")))
    assert not recall(tables, hers, strangers)


def test_an_answer_gives_no_seat_of_another_phone_and_none_without_a_name(tables: Tables) -> None:
    unnamed = Header("slam", games()["slam"].meta.revision, ("", ""))
    first, second, hers, his = tables.begin(unnamed), tables.begin(unnamed), new_phone(), new_phone()
    take(tables, hers, first, 0)
    assert not recall(tables, hers, second)
    table, other = begun(tables), begun(tables)
    take(tables, his, other, 1)
    take(tables, hers, table, 1)
    assert not recall(tables, hers, other)
    assert seen(tables, hers, other) == PhoneSeats((), frozenset({1}), answered=False)


def test_a_freed_seat_is_asked_for_again(tables: Tables) -> None:
    table, other, hers = begun(tables), begun(tables), new_phone()
    for seat in (1, 2):
        take(tables, hers, table, seat)
    tables.seating.free(table, record(tables, table), 1)
    assert recall(tables, hers, other)
    assert seen(tables, hers, other) == PhoneSeats((2,)), "one of two players went home"
    tables.seating.free(other, record(tables, other), 2)
    assert not recall(tables, hers, begun(tables))


def test_an_answer_ends_with_the_evening_and_bad_data_is_none(tmp_path: Path) -> None:
    now = [1000.0]
    tables = Tables(Library.open(tmp_path).library, games())
    seating = SeatTokens(tables.library, clock=lambda: now[0])
    table, other, hers, his = begun(tables), begun(tables), new_phone(), new_phone()
    seating.take(hers, table, record(tables, table), 0)
    now[0] += EVENING
    assert not seating.recall(hers, other, record(tables, other))
    seating.take(his, table, record(tables, table), 1)
    assert len(tables.library.setting("answers")) == 1, "old answers are forgotten"
    for bad in (None, 3, ["x"], {"phone": 1}, {"phone": [1]}, {"phone": ["now", []]}):
        tables.library.set_setting("answers", bad)
        assert not seating.recall(his, other, record(tables, other))
    assert "answers" not in tables.library.everything().settings, "it stays on its device"

"""Deleted games lie in the bin for thirty days, whatever clocks say, and go for good at a start; no other device changes that silently."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from postgres import Opener
from storage.test_backup import begun, called, play_on

from companion.storage import database
from companion.storage.backup import Bundle, read_bundle, write_bundle
from companion.storage.errors import StorageError
from companion.storage.interface import Binned
from companion.storage.library import Library, Shelf

NOW = datetime.now(UTC)
DAY = timedelta(days=1)


@pytest.fixture
def devices(open_library: Opener) -> tuple[Library, Library]:
    return open_library("one"), open_library("other")


@pytest.fixture
def library(devices: tuple[Library, Library]) -> Library:
    return devices[0]


def deleted(library: Library) -> str:
    """Return the id of a game that was just deleted."""
    id = begun(library, 2, 1)
    library.delete(id)
    return id


def ids(library: Library, *shelves: Shelf) -> set[str]:
    return {game.id for shelf in shelves or Shelf for game in library.games(shelf)}


def starts(library: Library, *days: float) -> list[int]:
    """Return how many games went for good at starts so many days from now."""
    return [library.empty_bin(NOW + day * DAY) for day in days]


def test_a_deleted_game_can_be_brought_back_for_thirty_days(library: Library) -> None:
    id = deleted(library)
    assert library.days_left() == {id: 30}
    assert starts(library, 1, 10, 29.9) == [0, 0, 0]
    library.restore(id)
    assert library.days_left() == {}
    assert starts(library, 40, 50) == [0, 0], "it was taken back"
    assert ids(library, Shelf.OPEN) == {id}


def test_after_that_it_goes_for_good_and_nothing_else_does(library: Library) -> None:
    id, kept, archived = deleted(library), begun(library, 1), begun(library, 1)
    library.archive(archived)
    assert starts(library, 31, 31.5, 32.1, 33) == [0, 0, 1, 0]
    assert ids(library) == {kept, archived}
    with pytest.raises(StorageError):
        library.export(id)
    assert library.store.entry_ids(id) == []


def test_who_deletes_anew_has_thirty_days_anew(library: Library) -> None:
    id = deleted(library)
    assert starts(library, 31) == [0]
    library.restore(id)
    library.delete(id)
    assert starts(library, 32.5) == [0], "that is a first look again"


def test_a_clock_that_was_ahead_once_removes_nothing(library: Library) -> None:
    id = deleted(library)
    assert starts(library, 4000, 1, 2, 4000, 3) == [0, 0, 0, 0, 0]
    assert ids(library, Shelf.DELETED) == {id}


def test_a_clock_that_was_behind_when_it_was_deleted_removes_nothing_early(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = begun(library, 1)

    class Behind(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime(1970, 1, 1, tzinfo=UTC)

    with monkeypatch.context() as broken:
        broken.setattr("companion.storage.library.datetime", Behind)
        library.delete(id)
    assert library.days_left() == {id: 30}
    assert starts(library, 0.1, 2, 5) == [0, 0, 0]


def test_what_lies_in_the_bin_since_a_moment_that_is_to_come_is_kept(library: Library) -> None:
    id = deleted(library)
    library.store.put_in_bin(Binned(id, (NOW + 4000 * DAY).isoformat()))
    assert library.days_left() == {id: 30}
    assert starts(library, 31, 33) == [0, 0]


def test_a_moment_that_the_disk_has_spoilt_begins_anew(library: Library) -> None:
    id = deleted(library)
    library.store.put_in_bin(Binned(id, "x"))
    assert library.days_left() == {id: 30}
    assert starts(library, 31, 33) == [0, 0]


def test_nothing_but_what_was_in_the_bin_long_enough_can_be_removed(tmp_path: Path) -> None:
    library = Library.open(tmp_path).library
    deleted(library)
    for statement in ("DELETE FROM entry", "DELETE FROM log"):
        with pytest.raises(sqlite3.IntegrityError):
            library.store.connection.execute(statement)
    library.close()


def test_a_library_from_before_there_was_a_bin_gives_thirty_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(database, "MIGRATIONS", database.MIGRATIONS[:1])
        library = Library.open(tmp_path).library
        id, kept = begun(library, 1), begun(library, 1)
        library.store.connection.execute("UPDATE log SET shelf = 'deleted' WHERE id = ?", (id,))
        library.close()
    (tmp_path / "companion.begun").write_bytes(b"")  # as older programs left it
    library = Library.open(tmp_path).library
    assert ids(library) == {id, kept}
    assert library.days_left() == {id: 30}
    assert starts(library, 29, 31, 33) == [0, 0, 1]
    assert ids(library) == {kept}
    library.close()


# Two devices


def test_what_was_deleted_here_is_not_brought_back_silently(devices: tuple[Library, Library]) -> None:
    one, other = devices
    id = begun(one, 2)
    other.join(one.everything(), called)
    one.delete(id)
    play_on(other, id, 1)
    joined = one.join(other.everything(), called)
    assert joined.binned == (id,)
    assert str(joined.said.message) == "Imported: {games}."
    assert joined.known == len(joined.new) == len(joined.longer) == 0
    assert ids(one, Shelf.DELETED) == {id}
    assert len(one.carried(id).lines) == 3, "what it has more is not lost either"


def test_what_was_deleted_there_stays_here(devices: tuple[Library, Library]) -> None:
    one, other = devices
    id = begun(one, 2)
    other.join(one.everything(), called)
    other.delete(id)
    joined = one.join(other.everything(), called)
    assert (joined.known, joined.binned) == (1, ())
    assert ids(one, Shelf.OPEN) == {id}


def test_permanently_deleted_games_return_to_the_bin_and_are_reported(devices: tuple[Library, Library]) -> None:
    one, other = devices
    id = deleted(one)
    other.join(one.everything(), called)
    other.restore(id)
    assert starts(one, 31, 33) == [0, 1]
    joined = one.join(other.everything(), called)
    assert joined.binned == (id,)
    assert one.days_left() == {id: 30}


def test_everything_in_one_file_has_the_bin_and_its_days_begin_where_it_comes_in(
    devices: tuple[Library, Library],
) -> None:
    one, other = devices
    id = deleted(one)
    one.store.put_in_bin(Binned(id, (NOW - 29 * DAY).isoformat()))
    other.join(read_bundle(write_bundle(one.everything())), called)
    assert (one.days_left()[id], other.days_left()[id]) == (1, 30)
    other.replace(Bundle())
    assert other.days_left() == {}
    other.bring_back(other.asides()[0].key)
    assert other.days_left() == {id: 30}


def test_a_start_of_the_program_empties_the_bin(tmp_path: Path) -> None:
    from companion.app import furnish

    library = Library.open(tmp_path).library
    id = deleted(library)
    library.store.connection.execute("UPDATE bin SET since = ?", ((NOW - 40 * DAY).isoformat(),))
    library.close()
    app = furnish(tmp_path)
    assert ids(app.tables.library) == {id}, "that is the first look"
    app.tables.library.store.connection.execute("UPDATE bin SET over = ?", ((NOW - 2 * DAY).isoformat(),))
    app.tables.library.close()
    app = furnish(tmp_path)
    assert ids(app.tables.library) == set()
    app.tables.library.close()

"""Rooms in PostgreSQL: nothing is found from another room, entries stay, and of two writers one wins."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest
from postgres import APP, OWNER, Cluster, room_name, settled
from psycopg import errors
from storage.test_library import GAMES, HEADER, Advanced, Passed, begun, entries, session

from companion.kernel.log import Act, Entry, Rename, Ruling
from companion.storage.errors import ChangedElsewhere, StorageError
from companion.storage.interface import Bin, Binned, Figures, Game, Logs, Row, Settings
from companion.storage.library import Library
from companion.storage.postgres.errors import speaking
from companion.storage.postgres.migrate import migrate, migrations
from companion.storage.postgres.rooms import Database, Room, open_room

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture
def library(rooms: Database) -> Library:
    return Library(rooms.room(room_name()))


@pytest.fixture(scope="module")
def unlocked(server: Cluster) -> Iterator[Database]:
    """The database as a superuser has it, for whom there is no row-level security."""
    database = Database(server.url("super"))
    yield database
    database.close()


def filled(library: Library) -> str:
    """Return the id of a game in a room that has everything a room can have."""
    id = begun(library, 2, 1)
    session(library, id).submit(Ruling("?", "So."))
    session(library, id).submit(Rename((0,), ("Ada",)))
    library.keep_figures([(id, "code", "[1]", 4)])
    library.delete(begun(library, 3))
    library.remember_players(["Anna", "Ben"])
    library.set_setting("look", "dark")
    return id


# Rooms

GAME = Game("new", "{}", "2026-01-01", "A name")
ROW = Row("x", "2026-01-01", "{}")

#: Every statement, with the id of a game in the other room; it must find nothing. Those that add something come last.
STATEMENTS: dict[str, Callable[[Room, str], Any]] = {
    "listed": lambda room, id: [*room.listed(), *room.listed(id)],
    "ids": lambda room, id: room.ids(),
    "lines": lambda room, id: room.lines(id),
    "all_lines": lambda room, id: room.all_lines(),
    "first_lines": lambda room, id: room.first_lines(),
    "disputed": lambda room, id: room.disputed("toy_race"),
    "has_moved_players": lambda room, id: room.has_moved_players(id),
    "entry_ids": lambda room, id: room.entry_ids(id),
    "latest": lambda room, id: room.latest(id, "9"),
    "read": lambda room, id: room.read(id)[0] or room.read(id)[1].is_current(),
    "add_entries": lambda room, id: room.add_entries(id, 5, [ROW]),
    "rename": lambda room, id: room.rename(id, "Mine"),
    "move": lambda room, id: room.move(id, "archived"),
    "bin": lambda room, id: room.bin(),
    "figured": lambda room, id: room.figured([0]),
    "players": lambda room, id: room.players(),
    "size": lambda room, id: room.size(),
    "setting": lambda room, id: room.setting("look"),
    "settings": lambda room, id: room.settings(),
    "forget_setting": lambda room, id: room.forget_setting("look"),
    "forget_players": lambda room, id: room.forget_players(["Anna"]),
    "forget_figures": lambda room, id: room.forget_figures(),
    "take_out_of_bin": lambda room, id: room.take_out_of_bin(id),
    "keep_figures": lambda room, id: room.keep_figures([(id, "code", "[2]", 4)]),
    "put_in_bin": lambda room, id: room.put_in_bin(Binned(id, "", "")),
    "remove": lambda room, id: room.remove(id),
    "put_players": lambda room, id: room.put_players(["Eve"]),
    "put_setting": lambda room, id: room.put_setting("look", '"light"') and None,
    "create": lambda room, id: room.create(GAME, [ROW]),
    "add_log": lambda room, id: room.add_log(Game("other", "{}", "2026-01-01")),
    "remove_all": lambda room, id: room.remove_all(),
}


class Forged(Room):
    """A room whose statements name one room while the setting names another."""

    setting_of = ""

    @contextmanager
    def _connected(self, *, whole: bool = False) -> Iterator[Any]:
        with super()._connected(whole=whole) as connection:
            if self.setting_of:
                connection.execute("SELECT set_config('companion.room', %s, true)", [self.setting_of])
            yield connection


def test_every_statement_is_tried() -> None:
    named = {name for group in (Logs, Bin, Figures, Settings) for name in vars(group) if not name.startswith("_")}
    assert named == STATEMENTS.keys()


@pytest.mark.parametrize("locks", ["both", "the statements", "row-level security"])
def test_nothing_is_found_from_another_room(rooms: Database, unlocked: Database, library: Library, locks: str) -> None:
    """Each lock holds alone: a superuser has no row-level security, a forged statement has nothing else."""
    theirs, id = library.store, filled(library)
    mine = Forged(unlocked if locks == "the statements" else rooms, room_name())
    if locks == "row-level security":
        mine.setting_of, mine.name = mine.name, theirs.name
    before = library.everything(), theirs.figured([0]), theirs.bin()
    for name, statement in STATEMENTS.items():
        try:
            found = statement(mine, id)
        except StorageError:
            found = None
        assert not found, name
        assert (library.everything(), theirs.figured([0]), theirs.bin()) == before, name


def test_a_name_that_no_address_can_have_is_no_room(rooms: Database) -> None:
    with pytest.raises(StorageError):
        rooms.room("No room")


# Only appended

CHANGES = {
    "UPDATE entry SET line = '{}'": "never change",
    "DELETE FROM entry": "are kept",
    "TRUNCATE entry": "are kept",
    "UPDATE log SET header = '{}'": "logs stay",
    "DELETE FROM log": "logs are kept",
    "TRUNCATE log CASCADE": "are kept",
    "INSERT INTO entry SELECT room, log, serial, number + 2, 'new', saved, kind, line FROM entry": "only appended",
    "INSERT INTO entry SELECT room, log, serial + 1, number + 1, 'new', saved, kind, line FROM entry": "foreign key",
    "INSERT INTO entry SELECT room, log, serial, number + 1, id, saved, kind, line FROM entry": "duplicate key",
}


@pytest.mark.parametrize("role", [OWNER, APP])
@pytest.mark.parametrize("statement", CHANGES)
def test_nothing_in_a_log_is_changed_or_removed(server: Cluster, library: Library, statement: str, role: str) -> None:
    id = begun(library, 2)
    before = library.export(id)
    with psycopg.connect(server.url(role), autocommit=True) as connection:
        connection.execute("SET search_path TO companion")
        connection.execute("SELECT set_config('companion.room', %s, false)", [library.store.name])
        refused = (errors.IntegrityError, errors.InsufficientPrivilege) if role == APP else errors.IntegrityError
        with pytest.raises(refused, match=f"{CHANGES[statement]}|permission denied"):
            connection.execute(statement.encode())
    assert library.export(id) == before


def test_a_room_goes_with_all_it_has(server: Cluster, rooms: Database, library: Library) -> None:
    filled(library)
    other = Library(rooms.room(room_name()))
    kept = begun(other, 1)
    with psycopg.connect(server.url(OWNER), autocommit=True) as connection:
        connection.execute("SET search_path TO companion")
        connection.execute("SELECT set_config('companion.room', %s, false)", [library.store.name])
        assert connection.execute("DELETE FROM room").rowcount == 1
        for table in ("log", "entry", "bin", "figure", "player", "setting"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # type: ignore[arg-type]
    assert other.ids() == {kept}


# Two writers


def test_of_two_writers_at_a_table_exactly_one_wins(rooms: Database, library: Library) -> None:
    id = library.create(HEADER)
    writers = [Library(rooms.room(library.store.name)) for _ in range(2)]
    for round in range(20):
        journals = [writer.load(id, GAMES) and writer.journal(id) for writer in writers]
        start, won = threading.Barrier(2), []

        def write(
            number: int, journals: Any = journals, start: Any = start, won: Any = won, round: int = round
        ) -> None:
            start.wait()
            try:
                journals[number].append(Entry(f"{round}.{number}", Act(Passed((round + 1) % 2))))
                won.append(number)
            except ChangedElsewhere:
                pass

        threads = [threading.Thread(target=write, args=[number]) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(won) == 1
        assert [journal.is_current() for journal in journals] == [0 in won, 1 in won]
    assert len(entries(library, id)) == 20


def test_a_log_that_takes_the_place_of_another_one_takes_none_of_its_entries(rooms: Database, library: Library) -> None:
    id = begun(library, 2)
    journal = session(library, id)
    other = Library(rooms.room(library.store.name))
    other.replace(other.everything())
    with pytest.raises(ChangedElsewhere):
        journal.submit(Act(Advanced(0, 1)))
    assert len(entries(library, id)) == 1


def test_other_programs_are_notified_of_a_change(rooms: Database, library: Library) -> None:
    other, notified = Library(rooms.room(library.store.name)), threading.Event()
    elsewhere = Library(rooms.room(room_name()))
    settled()
    for each in (library, other, elsewhere):
        each.was_changed()
    other.follow(notified.set)
    id = begun(library, 2)
    assert notified.wait(5)
    settled()
    assert [each.was_changed() for each in (library, other, elsewhere)] == [False, True, False]
    moment, games_moment = library.moment, library.games_moment
    library.set_setting("look", "dark")
    assert library.moment != moment
    assert library.games_moment == games_moment
    library.rename(id, "Sunday")
    assert library.games_moment != games_moment


# Trouble


def test_a_text_that_cannot_be_stored_is_refused(library: Library) -> None:
    with pytest.raises(StorageError, match="cannot be stored"):
        library.remember_players(["Ben", "An\0na"])
    assert library.players() == ()
    library.set_setting("note", "\0")  # JSON has its own way to write it
    assert library.setting("note") == "\0"


@pytest.mark.parametrize(
    ("error", "complaint"),
    [
        (errors.DiskFull("53100"), "no space left in the database"),
        (errors.InsufficientPrivilege("42501"), "may not write"),
        (errors.ReadOnlySqlTransaction("25006"), "may not write"),
        (errors.SerializationFailure("40001"), "Another program is using"),
        (errors.AdminShutdown("57P01"), "does not answer"),
        (psycopg.OperationalError("connection lost"), "does not answer"),
        (errors.UndefinedColumn("42703"), "cannot be used just now"),
    ],
)
def test_every_error_of_postgresql_is_reported(error: Exception, complaint: str) -> None:
    with pytest.raises(StorageError, match=complaint) as raised, speaking():
        raise error
    assert raised.value.why.rules == ("companion.storage",)


def test_a_server_that_was_killed_is_reported_and_the_game_goes_on(server: Cluster, library: Library) -> None:
    id = begun(library, 2)
    play = session(library, id)
    server.stop()
    try:
        with pytest.raises(StorageError, match="does not answer"):
            play.submit(Act(Passed(0)))
        assert library.store.version() != library.store.version(), "what others do is unknown"
    finally:
        server.start()
    end = time.monotonic() + 60
    while play.version < 2:
        try:
            play.submit(Act(Passed(0)))
        except StorageError:
            assert time.monotonic() < end
            time.sleep(0.1)
    assert entries(library, id) == play.record.entries
    while library.store.version() != library.store.version():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_server_that_is_not_there_is_reported() -> None:
    with pytest.raises(StorageError, match="does not answer"):
        open_room("postgresql://nobody@/nothing?host=/nowhere", "home")


# Migrations


@pytest.fixture
def empty(server: Cluster) -> str:
    """The address of a database without tables."""
    name = room_name().replace("-", "_")
    server.sql(f"CREATE DATABASE {name} OWNER {OWNER}")
    return server.url(OWNER).replace("/companion?", f"/{name}?")


def test_migrations_are_applied_once_by_whoever_comes_first(empty: str) -> None:
    with pytest.raises(StorageError, match="Run “companion database migrate”"):
        open_room(empty, "home")
    applied: list[tuple[str, ...]] = []
    threads = [threading.Thread(target=lambda: applied.append(migrate(empty))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(applied) == [(), (), tuple(migrations())]
    library = Library(open_room(empty, "home"))
    assert library.ids() == frozenset()
    library.close()
    with psycopg.connect(empty) as connection:
        connection.execute("INSERT INTO companion.migration (name) VALUES ('9999_later.sql')")
    with pytest.raises(StorageError, match="newer version"):
        open_room(empty, "home")


def test_migrations_are_numbered() -> None:
    assert [name[:4] for name in migrations()] == [f"{number:04}" for number in range(1, len(migrations()) + 1)]


def test_a_database_that_hangs_is_given_up_and_used_again(server: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.postgres.rooms._LONGEST", 0.5)
    database = Database(server.url())
    library = Library(database.room(room_name()))
    id = begun(library, 1)
    with server.hanging():
        start = time.monotonic()
        with pytest.raises(StorageError) as failed:
            library.stored(id)
        assert time.monotonic() - start < 5.0
        assert "does not answer" in failed.value.why.text.message
    assert eventually(lambda: library.stored(id).entries == 1)
    database.close()


def test_a_change_that_nobody_reported_is_found(server: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.postgres.rooms._UNREPORTED", 0.5)
    database, name = Database(server.url()), room_name()
    library = Library(database.room(name))
    id = begun(library, 1)
    library.was_changed()
    server.sql("ALTER TABLE entry DISABLE TRIGGER notify_change", "companion", OWNER)
    try:
        elsewhere = Library(open_room(server.url(), name))
        session(elsewhere, id).submit(Act(Passed(0)))
        elsewhere.close()
    finally:
        server.sql("ALTER TABLE entry ENABLE TRIGGER notify_change", "companion", OWNER)
    assert eventually(library.was_changed)
    assert not library.journal(id).is_current()
    database.close()


def eventually(holds: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Return whether something holds within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(StorageError):
            if holds():
                return True
        time.sleep(0.05)
    return False

"""The library's SQLite file: what never changes in it, damage, trouble with the disk, and who may read it."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from effort import at_leisure, effort
from storage.damage import contents
from storage.test_library import GAMES, HEADER, Passed, begun, entries, session

from companion.kernel.log import Act, Entry, Ruling
from companion.storage import database
from companion.storage.database import APPLICATION_ID, MIGRATIONS, damaged
from companion.storage.errors import StorageError
from companion.storage.library import Library, Opened, Shelf
from companion.storage.sqlite import FILE


@pytest.fixture
def library(tmp_path: Path) -> Library:
    opened = Library.open(tmp_path)
    assert opened.notice is None
    yield opened.library
    opened.library.close()


def direct(folder: Path) -> "closing[sqlite3.Connection]":
    return closing(sqlite3.connect(folder / FILE, isolation_level=None))


def test_a_log_is_imported_whole_or_not_at_all(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    text = library.export(begun(library, 3, 2))
    full(library)
    with pytest.raises(StorageError, match="no space"):
        library.import_(text + "# long\n" + turns(200), GAMES)
    assert len(library.games()) == 1


def turns(count: int) -> str:
    return "".join(f'{{"kind": "toy_race.passed", "seat": {(turn + 1) % 2}}}\n' for turn in range(count))


# What cannot be read


def spoil(folder: Path, what: str, *values: object) -> None:
    """Change a row that never changes, as a failing disk does: SQLite itself notices nothing."""
    with direct(folder) as other:
        for trigger in ("log_stays", "entry_stays"):
            other.execute(f"DROP TRIGGER {trigger}")
        other.execute(what, values)


@pytest.mark.parametrize("spoilt", ["{", "[]", '{"seats": 1, "game": 2}', b'{"game": "toy_\xff", "seats": ["B\xffn"]}'])
def test_a_spoilt_game_does_not_hide_the_others(library: Library, tmp_path: Path, spoilt: str | bytes) -> None:
    whole, broken = begun(library, 2), begun(library, 3)
    session(library, whole).submit(Ruling("?", "So."))
    spoil(tmp_path, "UPDATE log SET header = CAST(? AS TEXT), created = 'gestern' WHERE id = ?", spoilt, broken)
    assert {stored.id for stored in library.games()} == {whole, broken}
    assert library.load(broken, GAMES).replay is None
    assert library.load(broken, GAMES).error
    assert library.disputed("toy_race") == (whole,)
    assert len(library.export(broken).splitlines()) == 2


def test_a_spoilt_letter_ends_a_log_only_there(library: Library, tmp_path: Path) -> None:
    game_id = begun(library, 2, 3)
    line = b'{"id": "x", "kind": "toy_race.adv\xffnced"}'
    spoil(tmp_path, "UPDATE entry SET line = CAST(? AS TEXT) WHERE log = ? AND number = 2", line, game_id)
    loaded = library.load(game_id, GAMES)
    assert loaded.replay.record.version == 1
    assert loaded.error


# Only appended


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET line = '{}'",
        "DELETE FROM entry",
        "INSERT OR REPLACE INTO entry SELECT log, number, id, saved, '{}' FROM entry",
        "INSERT OR REPLACE INTO entry SELECT log, number + 1, id, saved, '{}' FROM entry",
        "INSERT INTO entry SELECT log, number + 2, 'new', saved, line FROM entry",
        "INSERT INTO entry SELECT 'nothing', number, id, saved, line FROM entry",
        "UPDATE log SET header = '{}'",
        "UPDATE log SET id = 'other'",
        "DELETE FROM log",
    ],
)
def test_nothing_in_a_log_is_changed_or_removed(library: Library, tmp_path: Path, statement: str) -> None:
    game_id = begun(library, 2)
    before = library.export(game_id)
    with direct(tmp_path) as other:
        other.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            other.execute(statement)
    assert library.export(game_id) == before


# Two programs on one file


def test_a_locked_file_is_not_damage(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = begun(library, 2)
    journal = library.journal(game_id)
    library.store.connection.execute("PRAGMA busy_timeout = 50")
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with direct(tmp_path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="Another program is using"):
            journal.append(Entry("x", Act(Passed(0))))
        Library.open(tmp_path).library.close()  # reading needs no lock
        other.execute("ROLLBACK")
        journal.append(Entry("x", Act(Passed(0))))
        library.close()
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageError, match="Another program is using"):
            Library.open(tmp_path)
    again = Library.open(tmp_path)
    assert again.notice is None
    assert len(entries(again.library, game_id)) == 2
    again.library.close()


@at_leisure
def test_several_programs_may_begin_a_library_at_once(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from companion.storage.library import Library
opened = Library.open(Path({str(tmp_path)!r}))
assert opened.notice is None, opened.notice
opened.library.remember_players(["Anna"])
opened.library.close()
"""
    started = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) for _ in range(6)]
    assert [(program.communicate()[1], program.returncode) for program in started] == [(b"", 0)] * 6
    assert sorted(path.name for path in tmp_path.iterdir()) == ["companion.begun", FILE]


# Trouble


def full(library: Library) -> None:
    """Leave no space for another page."""
    pages = library.store.connection.execute("PRAGMA page_count").fetchone()[0]
    library.store.connection.execute(f"PRAGMA max_page_count = {pages}")


def test_after_a_full_disk_the_game_goes_on(library: Library) -> None:
    game_id = begun(library)
    play = session(library, game_id)
    full(library)
    with pytest.raises(StorageError, match="no space left"):  # noqa: PT012, the page has room for a few
        for _ in range(1000):
            play.submit(Act(Passed(play.record.state.phase.seat)))
    version = play.version
    assert 0 < version < 1000
    assert entries(library, game_id) == play.record.entries
    library.store.connection.execute("PRAGMA max_page_count = 1000000")
    play.submit(Act(Passed(play.record.state.phase.seat)))
    assert play.version == version + 1
    assert library.load(game_id, GAMES).replay.record == play.record


def test_a_library_that_may_only_be_read_says_so(library: Library) -> None:
    game_id = begun(library, 1)
    library.store.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError, match="cannot write to its data folder"):
        library.journal(game_id).append(Entry("x", Act(Passed(0))))
    with pytest.raises(StorageError, match="cannot write to its data folder"):
        library.rename(game_id, "x")


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        (sqlite3.SQLITE_IOERR_FSYNC, "The device failed"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "are damaged"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "Another program is using"),
        (sqlite3.SQLITE_ERROR, "cannot be used just now"),
    ],
)
def test_every_error_of_sqlite_is_reported(library: Library, code: int, complaint: str) -> None:
    class Failing:
        def execute(self, *_: object) -> None:
            error = sqlite3.OperationalError("as told by SQLite")
            error.sqlite_errorcode = code
            raise error

    library.store.connection, connection = Failing(), library.store.connection
    for ask in (library.games, library.players, lambda: library.set_setting("a", 1), lambda: library.create(HEADER)):
        with pytest.raises(StorageError, match=complaint) as raised:
            ask()
        assert raised.value.why.rules == ("companion.storage",)
    library.store.connection = connection


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(StorageError, match="cannot write to its data folder"):
            Library.open(folder)
    (tmp_path / FILE).mkdir()
    with pytest.raises(StorageError):
        Library.open(tmp_path)


def test_a_full_disk_at_opening_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MIGRATIONS", [("PRAGMA max_page_count = 2", *MIGRATIONS[0])])
    with pytest.raises(StorageError, match="no space left"):
        Library.open(tmp_path)
    monkeypatch.undo()
    opened = Library.open(tmp_path)
    assert opened.notice is None
    opened.library.close()


# A file that cannot be the library


def damage_start(file: Path) -> None:
    file.write_bytes(b"\x00garbage" * 1000)


def damage_middle(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096:12000] = b"\xff" * (12000 - 4096)
    file.write_bytes(content)


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:9000])


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:60])


def leave_only_the_log(file: Path) -> None:
    file.write_bytes(b"")
    file.with_name(f"{FILE}-wal").write_bytes(b"what was not yet in the database")


def foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipe (name)")
        other.commit()


def foreign_id(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA application_id = 42")
        other.commit()


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        other.commit()


@pytest.mark.parametrize(
    ("harm", "kind"),
    [
        (damage_start, "damaged"),
        (damage_middle, "damaged"),
        (truncate, "damaged"),
        (cut_short, "damaged"),
        (leave_only_the_log, "damaged"),
        (foreign, "foreign"),
        (foreign_id, "foreign"),
        (newer, "newer"),
    ],
)
def test_a_file_that_cannot_be_used_is_put_aside_untouched(tmp_path: Path, harm: object, kind: str) -> None:
    library = Library.open(tmp_path).library
    game_id = begun(library, 2, 1)
    library.close()
    harm(tmp_path / FILE)
    content = (tmp_path / FILE).read_bytes()
    opened = Library.open(tmp_path)
    aside = lies_at(opened)
    assert aside.parent == tmp_path
    assert aside.name.startswith(f"companion.{kind}-2")
    assert aside.read_bytes() == content
    if harm is leave_only_the_log:
        assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"what was not yet in the database"
    (put_aside,) = damaged(tmp_path)
    assert (put_aside.path, put_aside.why.value) == (aside, kind)
    assert abs(put_aside.when.timestamp() - time.time()) < 60
    known = {game_id} if kind == "damaged" else set()
    assert opened.library.ids() == known
    new = begun(opened.library, 1)
    opened.library.close()
    opened = Library.open(tmp_path)
    assert opened.notice is None
    assert opened.library.ids() == {*known, new}
    opened.library.close()


def lies_at(opened: Opened) -> Path:
    """Return where the notice says the old file lies."""
    assert opened.notice.rules == ("companion.storage",)
    return Path(dict(opened.notice.text.params)["file"])


def test_files_put_aside_within_a_second_do_not_replace_each_other(tmp_path: Path) -> None:
    kept = {}
    assert damaged(tmp_path) == ()
    for content in (b"one", b"two", b"three"):
        (tmp_path / FILE).write_bytes(content)
        opened = Library.open(tmp_path)
        opened.library.close()
        kept[lies_at(opened)] = content
    assert {path: path.read_bytes() for path in kept} == kept
    assert sorted(kept.values()) == [b"one", b"three", b"two"]


def test_what_was_not_yet_in_the_file_is_put_aside_with_it(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    library = Library.open(before).library
    game_id = begun(library, 2, 1)
    library.store.connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    shutil.copytree(before, after)  # as if the program had been killed here: the entries are in the write-ahead log
    library.close()
    content = {path.name.removeprefix(FILE): path.read_bytes() for path in after.iterdir()}
    assert len(content["-wal"]) > 0
    opened = Library.open(after)
    opened.library.close()
    aside = lies_at(opened)
    assert aside.name.startswith("companion.newer-")
    for suffix in ("", "-wal"):
        assert aside.with_name(aside.name + suffix).read_bytes() == content[suffix]
    with closing(sqlite3.connect(aside)) as connection:
        assert connection.execute("SELECT count(*) FROM entry WHERE log = ?", (game_id,)).fetchone() == (2,)


def test_an_empty_file_is_a_new_library(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    opened = Library.open(tmp_path)
    assert opened.notice is None
    opened.library.close()


def test_the_file_says_what_it_is(library: Library) -> None:
    pragmas = {
        "application_id": APPLICATION_ID,
        "user_version": len(MIGRATIONS),
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
    }
    assert {name: library.store.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas} == pragmas


def test_an_older_file_is_brought_up_to_date(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = begun(library, 2)
    library.close()
    broken = ("CREATE TABLE half (name)", "CREATE TABLE log (id)")
    monkeypatch.setattr(database, "MIGRATIONS", [*MIGRATIONS, broken])
    with pytest.raises(StorageError):
        Library.open(tmp_path)
    monkeypatch.setattr(database, "MIGRATIONS", [*MIGRATIONS, ("ALTER TABLE log ADD COLUMN colour TEXT",)])
    opened = Library.open(tmp_path)
    assert opened.notice is None
    assert len(entries(opened.library, game_id)) == 1
    rows = opened.library.store.connection.execute("SELECT name FROM sqlite_master WHERE name = 'half'").fetchall()
    assert (rows, opened.library.store.connection.execute("PRAGMA user_version").fetchone()) == (
        [],
        (len(MIGRATIONS) + 1,),
    )
    opened.library.close()


@pytest.mark.parametrize("lost", [Path.unlink, lambda file: file.write_bytes(b""), lambda file: emptied(file)])
def test_a_library_that_is_gone_is_missed_once(tmp_path: Path, lost: Callable[[Path], object]) -> None:
    opened = Library.open(tmp_path)
    assert opened.notice is None  # the first start ever
    begun(opened.library, 2)
    opened.library.close()
    lost(tmp_path / FILE)
    opened = Library.open(tmp_path)
    assert lies_at(opened) == tmp_path / FILE
    assert "deleted or emptied" in opened.notice.text.message
    assert opened.library.games() == ()
    begun(opened.library, 1)
    opened.library.close()
    opened = Library.open(tmp_path)
    assert opened.notice is None
    assert len(opened.library.games()) == 1
    opened.library.close()


def emptied(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA user_version = 0")


def test_an_older_library_is_missed_as_well_and_a_whole_folder_that_is_gone_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    Library.open(folder).library.close()
    (folder / "companion.begun").unlink()  # as older programs left it
    assert Library.open(folder).notice is None
    (folder / FILE).unlink()
    assert Library.open(folder).notice
    shutil.rmtree(folder)
    assert Library.open(folder).notice is None


# Who may read it


POSIX = pytest.mark.skipif(os.name != "posix", reason="other systems keep a user's folder from others in another way")


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


@pytest.fixture
def open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@POSIX
@pytest.mark.usefixtures("open_to_all")
def test_only_the_owner_can_read_the_library(tmp_path: Path) -> None:
    folder = tmp_path / "above" / "games"
    library = Library.open(folder).library
    begun(library, 2)
    private = {FILE: 0o600, f"{FILE}-wal": 0o600, f"{FILE}-shm": 0o600, "companion.begun": 0o600}
    assert modes(folder) == {"games": 0o700} | private
    # a library that an older program has made, which was killed
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    library.close()
    (copy / "companion.damaged-2026-01-01-120000.sqlite3").write_bytes(b"put aside")
    (copy / "lan.key").touch(0o600)
    for path in (*copy.iterdir(), copy):
        path.chmod(0o755 if path.is_dir() else 0o644 if path.name != "lan.key" else 0o600)
    again = Library.open(copy).library
    assert len(again.games()) == 1
    assert set(modes(copy).values()) == {0o600, 0o700}
    again.close()
    (copy / FILE).write_bytes(b"damaged")
    Library.open(copy).library.close()
    assert {name: mode for name, mode in modes(copy).items() if mode & 0o077} == {}


@POSIX
@pytest.mark.usefixtures("open_to_all")
def test_a_folder_that_holds_other_things_is_left_to_those(tmp_path: Path) -> None:
    (tmp_path / "recipes.txt").touch(0o644)
    tmp_path.chmod(0o755)
    Library.open(tmp_path).library.close()
    assert modes(tmp_path) == {tmp_path.name: 0o755, "recipes.txt": 0o644, FILE: 0o600, "companion.begun": 0o600}


# Bytes that the disk has spoilt


@pytest.mark.thorough
def test_whatever_byte_is_spoilt_the_program_starts(tmp_path: Path) -> None:
    """The library is either intact, or put aside with a message."""
    whole = tmp_path / "whole"
    library = Library.open(whole).library
    ids = {begun(library, 2, 1, 3), begun(library, 1)}
    library.archive(min(ids))
    library.remember_players(["Anna", "Ben"])
    library.set_setting("look", {"dark": True})
    before = contents(library)
    library.close()
    content = (whole / FILE).read_bytes()
    dice = Random(8)
    size = 4096
    ends: Counter[str] = Counter()
    for number in range(effort(few=120, many=1500)):
        # every byte of the header, and those of every page; its beginning and the schema are where most can go wrong
        page = dice.randrange(len(content) // size)
        at = number if number < 100 else page * size + dice.choice([dice.randrange(100), dice.randrange(size)])
        spoilt = bytearray(content)
        spoilt[at : at + dice.choice([1, 1, 1, 16])] = [dice.choice([0, 0xFF, spoilt[at] ^ 1 << dice.randrange(8)])]
        spoilt.extend(bytes(len(content) - len(spoilt)))
        folder = tmp_path / "spoilt"
        folder.mkdir()
        (folder / FILE).write_bytes(spoilt)
        shutil.copy(whole / "companion.begun", folder)
        opened = Library.open(folder)
        library = opened.library
        if opened.notice:
            assert lies_at(opened).read_bytes() == spoilt
        else:
            assert contents(library) == before, at
        for game_id in library.ids():
            library.load(game_id, GAMES)
        library.players()
        library.setting("look")
        begun(library, 1)
        library.remember_players(["Cem"])
        library.set_setting("look", {})
        library.close()
        shutil.rmtree(folder)
        ends[str(opened.notice and opened.notice.text.message)] += 1
    assert len(ends) >= 4, ends


def test_a_schema_that_is_no_text_is_put_aside(tmp_path: Path) -> None:
    Library.open(tmp_path).library.close()
    content = (tmp_path / FILE).read_bytes()
    for word in (b"CREATE TABLE log", b"CREATE TRIGGER entry_stays", b"UNIQUE (log, id)"):
        (tmp_path / FILE).write_bytes(content.replace(word, word[:-2] + b"\xcf" + word[-1:], 1))
        opened = Library.open(tmp_path)
        assert "damaged" in opened.notice.text.message
        opened.library.close()


def test_a_library_may_be_begun_as_late_as_something_is_written(tmp_path: Path) -> None:
    library, announced = Library.open(tmp_path, late=True).library, list[str]()
    library.store.on_use(lambda: announced.append("used"))
    assert not any(library.games(shelf) for shelf in Shelf)
    assert not library.players()
    assert not library.asides()
    assert not library.disputed("toy_race")
    assert library.setting("note", "none") == "none"
    assert not library.settings("")
    assert not library.was_changed()
    assert library.changes == 0
    assert list(tmp_path.iterdir()) == []
    assert announced == []
    id = library.create(HEADER)
    assert announced
    assert library.changes > 0
    assert [game.id for game in library.games()] == [id]
    library.close()
    again = Library.open(tmp_path, late=True).library
    assert again.stored(id).seats == HEADER.seats
    again.close()


def test_what_is_gone_is_missed_however_late_the_library_is_begun(tmp_path: Path) -> None:
    Library.open(tmp_path).library.close()
    (tmp_path / FILE).unlink()
    opened = Library.open(tmp_path, late=True)
    assert opened.notice
    opened.library.close()


def test_a_library_that_is_begun_late_and_has_no_place_says_so(tmp_path: Path) -> None:
    library = Library.open(tmp_path / "here", late=True).library
    (tmp_path / "here").write_text("a file", encoding="utf-8")
    with pytest.raises(StorageError):
        library.create(HEADER)
    (tmp_path / "here").unlink()
    assert library.create(HEADER)
    library.close()

"""Damage after a kill: no loss goes unreported, and readable data is recovered."""

import errno
import os
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from effort import effort
from storage.damage import CUTS, FILES, GAMES, PASSED, Contents, End, after, bits, contents, killed
from storage.player import random_action

from companion.i18n import Renderer
from companion.kernel.log import Act, Entry, Header, Ruling
from companion.storage import database, ledger, library, sqlite
from companion.storage.backup import Bundle
from companion.storage.errors import StorageError
from companion.storage.ledger import SETTING, digest_of
from companion.storage.library import Library
from companion.storage.sqlite import FILE
from companion.tables.session import Session
from companion.tables.tables import Tables

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")

FINISHED = next(kind for kind in GAMES["toy_race"].actions if kind.__name__ == "Finished")
HEADER = Header("toy_race", 2, ("Anna", "Ben"))


@pytest.fixture(scope="module", params=[False, True], ids=["in the log", "partly in the main file"])
def dead(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Contents]:
    """A library whose program was killed, and the stored data; tests work on copies."""
    folder = tmp_path_factory.mktemp("killed") / "dead"
    return folder, killed(folder, checkpoint=request.param)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_DOUBT", 0.0)


def copied(folder: Path) -> Path:
    copy = folder.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    return copy


@pytest.mark.thorough
@pytest.mark.parametrize("file", FILES, ids=["main", "wal", "shm"])
def test_no_bit_loses_anything_in_silence(dead: tuple[Path, Contents], file: str) -> None:
    folder, held = dead
    count = effort(few=3, many=200)
    ends = Counter(after(copied(folder), held, file, harm)[0] for harm in bits(8, count))
    print(file or "main", {end.value: number for end, number in ends.items()})
    assert End.SILENT not in ends
    # the log has several copies of each page, so nearly every bit can be recovered
    assert ends[End.LOST] <= count * 0.05


@pytest.mark.thorough
@pytest.mark.parametrize("file", FILES, ids=["main", "wal", "shm"])
def test_no_cut_loses_anything_in_silence(dead: tuple[Path, Contents], file: str) -> None:
    folder, held = dead
    for name, cut in [*CUTS.items()][: effort(few=3, many=len(CUTS))]:
        end, opened = after(copied(folder), held, file, cut)
        assert opened, "the program starts"
        assert end is not End.SILENT, name
        if file == "-shm":
            assert end is End.INTACT, name


def test_what_is_missing_is_said_by_name_in_both_languages(tmp_path: Path) -> None:
    folder, held = tmp_path / "dead", killed(tmp_path / "dead", checkpoint=True)
    (folder / f"{FILE}-wal").unlink()
    main = (folder / FILE).read_bytes()
    opened = Library.open(folder)
    (aside,) = database.damaged(folder)
    assert aside.path.read_bytes() == main
    said = {locale: Renderer(locale).text(opened.notice.text) for locale in ("en", "de")}
    games = {
        "en": "Toy race “Clara's evening” with Clara and Ben (the last 10 entries) and Toy race with Dora and Emil",
        "de": "Toy race „Clara's evening“ mit Clara und Ben (die letzten 10 Einträge) und Toy race mit Dora und Emil",
    }
    for locale, text in said.items():
        assert games[locale] in text
        assert "Anna" not in text
        assert str(aside.path) in text
    assert opened.library.games()
    assert len(held) == 5
    opened.library.close()
    assert Library.open(folder).notice is None, "it is said once"


def test_a_log_that_is_damaged_is_put_aside_before_anything_is_written(tmp_path: Path) -> None:
    folder, held = tmp_path / "dead", killed(tmp_path / "dead", checkpoint=False)
    wal = bytearray((folder / f"{FILE}-wal").read_bytes())
    wal[20] ^= 4
    (folder / f"{FILE}-wal").write_bytes(wal)
    opened = Library.open(folder)
    (aside,) = database.damaged(folder)
    assert aside.path.with_name(f"{aside.path.name}-wal").read_bytes() == wal
    assert contents(opened.library) == held
    opened.library.close()


def test_a_library_without_a_ledger_is_read_as_well(dead: tuple[Path, Contents]) -> None:
    folder, held = dead
    for harm in bits(4, effort(few=3, many=50)):
        copy = copied(folder)
        (copy / "companion.begun").write_bytes(b"")  # as older programs left it
        assert after(copy, held, "-wal", harm)[0] in {End.INTACT, End.RECOVERED}
    copy = copied(folder)
    (copy / "companion.begun").write_bytes(b"")
    opened = Library.open(copy)
    assert opened.notice is None
    assert contents(opened.library) == held
    opened.library.close()


def test_a_bit_in_the_ledger_loses_nothing(dead: tuple[Path, Contents]) -> None:
    folder, held = dead
    for harm in bits(5, effort(few=3, many=100)):
        copy = copied(folder)
        noted = copy / "companion.begun"
        noted.write_bytes(harm(noted.read_bytes()))
        opened = Library.open(copy)
        assert contents(opened.library) == held
        opened.library.close()


def test_a_kill_between_the_file_and_the_ledger_is_no_loss(tmp_path: Path) -> None:
    opened = Library.open(tmp_path)
    opened.library.set_setting("look", "dark")
    noted = database.ledger_of(tmp_path / FILE)
    noted.announce(f"{SETTING}look", '"light"')
    opened.library.close()
    assert Library.open(tmp_path).notice is None, "announced, but not stored"
    noted.announce(f"{SETTING}look", '"light"')
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("UPDATE setting SET value = ? WHERE key = 'look'", ('"light"',))
    again = Library.open(tmp_path)
    assert again.notice is None, "stored, but not confirmed"
    assert again.library.setting("look") == "light"
    assert noted.read().digests[f"{SETTING}look"] == (digest_of('"light"'),)


@pytest.mark.parametrize("step", ["_replace_damaged", "_put_aside"])
def test_the_program_may_end_while_it_puts_files_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    folder, held = tmp_path / "dead", killed(tmp_path / "dead", checkpoint=False)
    (folder / FILE).write_bytes(b"")

    def ended(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(database, step, ended)
    with pytest.raises(KeyboardInterrupt):
        Library.open(folder)
    monkeypatch.undo()
    opened = Library.open(folder)
    assert "Everything could be recovered" in opened.notice.text.message
    assert contents(opened.library) == held
    opened.library.close()


def test_a_full_disk_leaves_damaged_files_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, held = tmp_path / "dead", killed(tmp_path / "dead", checkpoint=False)
    (folder / FILE).write_bytes(b"")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    first = ("PRAGMA max_page_count = 5", *database.MIGRATIONS[0])
    monkeypatch.setattr(database, "MIGRATIONS", [first, *database.MIGRATIONS[1:]])
    with pytest.raises(StorageError, match="no space left"):
        Library.open(folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    monkeypatch.undo()
    opened = Library.open(folder)
    assert contents(opened.library) == held
    opened.library.close()


def test_a_long_entry_is_put_together_again(tmp_path: Path) -> None:
    here = Library.open(tmp_path / "here").library
    id = here.create(HEADER)
    for number in range(4):
        here.journal(id).append(Entry(f"e{number}", Ruling("?", f"{number}" * (700 * 4**number))))
    held = contents(here)
    copy = tmp_path / "copy"
    shutil.copytree(tmp_path / "here", copy)
    here.close()
    (copy / FILE).write_bytes(b"")
    opened = Library.open(copy)
    assert opened.notice
    assert contents(opened.library) == held
    opened.library.close()


@pytest.mark.parametrize("noted", [False, True])
def test_a_torn_last_entry_is_missing_only_if_it_was_reported_as_stored(tmp_path: Path, noted: bool) -> None:
    here = Library.open(tmp_path / "here").library
    id = here.create(HEADER)
    here.close()
    here = Library.open(tmp_path / "here").library  # a new log, which ends with its last entry
    here.load(id, GAMES)
    here.journal(id).append(Entry("one", Ruling("?", "1")))
    before = (tmp_path / "here" / "companion.begun").read_bytes()
    here.journal(id).append(Entry("two", Ruling("?", "2")))
    copy = tmp_path / "copy"
    shutil.copytree(tmp_path / "here", copy)
    here.close()
    wal = copy / f"{FILE}-wal"
    wal.write_bytes(wal.read_bytes()[:-1] + b"?")
    if not noted:
        (copy / "companion.begun").write_bytes(before)
    opened = Library.open(copy)
    assert bool(opened.notice) is noted
    assert opened.library.stored(id).entries >= 1
    opened.library.close()


@pytest.mark.parametrize("remove", ["bin", "replace", "join"])
def test_what_was_removed_on_purpose_is_not_missing(tmp_path: Path, remove: str) -> None:
    here = Library.open(tmp_path / "here").library
    kept, gone = here.create(HEADER, "kept"), here.create(HEADER, "gone")
    here.set_setting("look", "dark")
    other = here.everything()
    match remove:
        case "bin":
            here.delete(gone)
            for days in (31, 33):
                here.empty_bin(datetime.now(UTC) + timedelta(days=days))
            assert here.ids() == {kept}
        case "replace":
            here.replace(Bundle())
        case "join":
            here.forget_setting("look")
            here.join(other, lambda game: game.id)
    held = contents(here)
    shutil.copytree(tmp_path / "here", tmp_path / "copy")  # as if the program had been killed here
    opened = Library.open(tmp_path / "copy")
    assert opened.notice is None
    assert contents(opened.library) == held
    opened.library.close()
    here.close()


def test_a_ledger_that_cannot_go_on_says_nothing_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Library.open(tmp_path).library
    here.set_setting("look", "dark")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(ledger.os, "fsync", full)
    here.set_setting("look", "light")
    assert database.ledger_of(tmp_path / FILE).read().lines <= 1
    monkeypatch.undo()
    here.close()
    opened = Library.open(tmp_path)
    assert opened.notice is None
    assert opened.library.setting("look") == "light"
    opened.library.close()


# A copy of the main file alone


def alone(folder: Path, to: Path) -> Contents:
    """Return the content of a copy of the main file."""
    to.mkdir()
    shutil.copy(folder / FILE, to)
    opened = Library.open(to)
    assert opened.notice is None
    held = contents(opened.library)
    opened.library.close()
    return held


def finish(session: Session) -> None:
    """Play a game to its end."""
    dice = Random(1)
    while not any(offer.kind is FINISHED for offer in session.offers(None)):
        session.submit(Act(random_action(session.offers(None), dice)))
    assert not session.is_over
    session.submit(Act(FINISHED()))
    assert session.is_over


def test_a_copy_holds_a_game_that_has_ended(tmp_path: Path) -> None:
    tables = Tables(Library.open(tmp_path / "here").library, GAMES)
    session = tables.table(tables.begin(HEADER)).session
    session.submit(Act(PASSED(session.record.state.phase.seat)))
    assert alone(tmp_path / "here", tmp_path / "before") != contents(tables.library)
    finish(session)
    assert alone(tmp_path / "here", tmp_path / "copy") == contents(tables.library)
    tables.library.close()


def test_a_copy_holds_what_was_entered_minutes_ago(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Library.open(tmp_path / "here").library
    here.create(HEADER)
    here.checkpoint_when_due()
    assert alone(tmp_path / "here", tmp_path / "before") != contents(here)
    later = time.monotonic() + library.CHECKPOINT_EVERY
    monkeypatch.setattr(library.time, "monotonic", lambda: later)
    here.checkpoint_when_due()
    assert alone(tmp_path / "here", tmp_path / "copy") == contents(here)
    here.close()


def test_a_full_disk_at_a_checkpoint_stops_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(Library.open(tmp_path / "here").library, GAMES)
    id = tables.begin(HEADER)

    def full(_: sqlite3.Connection) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(sqlite, "checkpoint", full)
    session = tables.table(id).session
    finish(session)
    entries = session.version
    with pytest.raises(StorageError, match="no space left"):
        tables.library.checkpoint()
    tables.library.close()
    monkeypatch.undo()
    opened = Library.open(tmp_path / "here")
    assert opened.notice is None
    assert opened.library.stored(id).entries == entries
    opened.library.close()

"""Any input is quickly accepted or refused with a message, and everything else keeps working."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from effort import at_leisure, effort
from hostile import inputs

from companion.cli import main
from companion.exchange import import_preview as papers
from companion.exchange.formats import FORMS, ExportRequest
from companion.exchange.game_export import all_exported
from companion.games import games
from companion.i18n import Renderer
from companion.kernel.text import Text
from companion.stats.aggregate import Statistics
from companion.stats.filters import evening_of
from companion.storage.backup import Bundle, SharedGame, read_bundle, write_bundle
from companion.storage.errors import StorageError
from companion.storage.library import Library, Shelf
from companion.tables import incoming_game
from companion.tables.tables import Tables

resource = pytest.importorskip("resource", reason="memory cannot be measured on this system")

#: How long one input may keep the processor busy, in seconds, and how much memory it may take, in MB.
#: Processor time on a machine that adds a million numbers in :data:`ADDED` seconds; slower ones get more.
SECONDS = 3.0
ADDED = 0.05
MEGABYTES = 200

say = {locale: Renderer(locale).text for locale in ("en", "de")}

WAYS = {
    **{f"log {field}": values for field, values in inputs.logs().items()},
    **{f"bundle {field}": values for field, values in inputs.bundles().items()},
    "link": inputs.links,
    **{f"table {field}": values for field, values in inputs.tables().items()},
    **{f"BG Stats {field}": values for field, values in inputs.plays().items()},
}

#: The entrances whose files are malformed as a whole.
WHOLE = ("log log", "bundle bundle", "table table", "BG Stats file")


def said(text: Text) -> None:
    """Assert that a message has a text of readable length in each language."""
    for speak in say.values():
        assert 0 < len(speak(text)) < 1000, speak(text)[:200]


def peak_memory() -> float:
    """Return the most memory that this process has held, in MB."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / 1024**2 if sys.platform == "darwin" else held / 1024  # bytes there, kilobytes elsewhere


@cache
def slowness() -> float:
    """Return how many times slower than expected this machine is, at least 1."""

    def adding() -> float:
        begun, total = time.process_time(), 0
        for number in range(1_000_000):
            total += number
        return time.process_time() - begun

    return max(1.0, min(adding() for _ in range(3)) / ADDED)


@contextmanager
def bounded(name: str) -> Iterator[None]:
    """Assert that the block takes little time and memory."""
    begun, memory = time.process_time(), peak_memory()
    yield
    taken = time.process_time() - begun
    more = peak_memory() - memory
    assert taken < SECONDS * slowness(), f"{name}: {taken:.1f} s"
    assert more < MEGABYTES, f"{name}: {more:.0f} MB"


def take(content: bytes, tables: Tables) -> None:
    """Import a file or a text like the screen does.

    :raises StorageError: if it is refused.
    """
    if papers.is_importable(content):
        found = papers.read(content, tables)
        for reason in found.reasons:
            said(reason)
        papers.take(found, tables, say["en"])
        return
    what = incoming_game.read(content, tables, typed=True)
    if isinstance(what, Bundle):
        for text in tables.unread(what):
            said(text)
        said(tables.join(what, say["en"]).said)
        return
    if isinstance(what, SharedGame):
        take_game(what, tables)
    for collected in [each for each in incoming_game.waiting(tables.library).values() if not each.missing]:
        incoming_game.forget(tables.library, collected)
        take_game(collected.game(), tables)


def take_game(game: SharedGame, tables: Tables) -> None:
    incoming_game.look_at(game, tables, say["en"])
    tables.join(Bundle((game,)), say["en"])


def goes_on(folder: Path) -> None:
    """Assert that the library opens, and that all its games can be shown, exported and deleted."""
    library = Library.open(folder).library
    library.store.connection.execute("PRAGMA synchronous = OFF")
    tables = Tables(library, games())
    now = datetime.now(UTC)
    for shelf in (Shelf.OPEN, Shelf.ARCHIVED):
        kept = tables.shelf(shelf)
        tables.over(kept, 8)
        for stored in kept:
            session = tables.table(stored.id).session
            tables.names(stored)
            tables.marks.of(stored.seats)
            if session:
                tables.seating.seen_by("phone", stored.id, session.record)
            tables.clocks.of(stored.id)
            tables.evening(stored.id)
            tables.evenings.photograph(stored.id)
            Renderer("de").ago(stored.changed)
            library.export(stored.id)
    tables.evenings.count()
    played = tables.evenings.played()
    for each in played:
        evening_of(each.at)
    Statistics(played, tables.people.folk)
    assert tables.people.folk.of("Anna").name
    incoming_game.waiting(library)
    library.asides()
    order = ExportRequest(all_exported(library, games(), "en"), "en", now)
    for form in FORMS.values():
        form.make(order)
    read_bundle(write_bundle(library.everything()))
    for shelf in (Shelf.OPEN, Shelf.ARCHIVED):
        for stored in library.games(shelf):
            library.delete(stored.id)
    assert set(library.days_left()) == library.ids()
    library.empty_bin(now + timedelta(days=40))
    library.empty_bin(now + timedelta(days=80))
    library.close()


def some(way: str, *, few: int) -> Iterator[tuple[str, bytes]]:
    """Return every few-th input of an entrance, and all in the thorough run; neighbouring entrances differ in which."""
    step = effort(few=few, many=1)
    return islice(WAYS[way](), list(WAYS).index(way) % step, None, step)


def timed(ways: Iterable[str]) -> list[Any]:
    """Return the entrances; slow ones run at leisure, since each of their files is unpacked or replayed."""
    return [pytest.param(way, marks=at_leisure) if way in ("bundle bundle", "link") else way for way in ways]


@pytest.mark.thorough
@pytest.mark.parametrize("way", timed(WAYS))
def test_a_hostile_input_is_quickly_accepted_or_refused(tmp_path: Path, way: str) -> None:
    library = Library.open(tmp_path).library
    library.store.connection.execute("PRAGMA synchronous = OFF")  # durability does not matter here
    tables = Tables(library, games())
    # a malformed file is unlike any other, but the fields share one list of values
    for name, content in some(way, few=1 if way in WHOLE else 3):
        with bounded(name):
            try:
                take(content, tables)
            except StorageError as refused:
                said(refused.why.text)
            tables.join(Bundle(), say["en"])
    tables.library.close()
    goes_on(tmp_path)


REPLAYED = ("header.seats", "header.setup.name", "entry.at", "entry.seat", "amend.action", "join.seat", "log")


@pytest.mark.parametrize("way", [f"log {field}" for field in REPLAYED])
def test_a_hostile_log_is_replayed_by_the_command_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    file = tmp_path / "log.jsonl"
    for name, content in some(way, few=3):
        file.write_bytes(content)
        with bounded(name):
            code = main(["replay", str(file), "--locale", "de"])
        _, err = capsys.readouterr()
        assert "Traceback" not in err, name
        assert code == 0 or (code in (1, 2) and err.strip()), name


@pytest.mark.thorough
@pytest.mark.parametrize("way", timed(WHOLE))
def test_a_hostile_file_is_imported_by_the_command_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    file, data = tmp_path / "file", tmp_path / "data"
    for name, content in some(way, few=3):
        file.write_bytes(content)
        with bounded(name):
            code = main(["import", str(file), "--data", str(data), "--locale", "de"])
        _, err = capsys.readouterr()
        assert "Traceback" not in err, name
        assert code == 0 or (code in (1, 2) and err.strip()), name
    assert main(["export", str(tmp_path / "all"), "--data", str(data)]) == 0
    assert main(["export", str(tmp_path / "csv"), "--as", "csv", "--data", str(data)]) == 0
    goes_on(data)

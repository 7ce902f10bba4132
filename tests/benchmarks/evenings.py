"""The evenings of ten thousand games of 200 entries, opened for the first time, against reading their summaries as JSON."""

import asyncio
import gc
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from attrs import evolve
from screens.room import Page, room

from benchmarks.logs import long
from benchmarks.measure import Ratio, processor_seconds
from companion.games import games
from companion.kernel.record import replay
from companion.stats.game_summary import code_of, fold
from companion.storage.codec import dump, entry_to_json, header_to_json
from companion.storage.library import Library

GAMES: Final = 10_000
ENTRIES: Final = 200
_MOST: Final = 0.3
_PAGES: Final = {
    "evenings": "/evenings",
    "what was played": "/evenings/kind/bronzen",
    "somebody": "/evenings/person/Anna",
}
_NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fee", "Gil", "Hanne")


def measured() -> Iterator[Ratio]:
    """Measure; writing the library takes most of a minute."""
    with TemporaryDirectory() as folder:
        kept = _fill(Path(folder))
        gc.collect()
        gc.freeze()  # keep the benchmark's own objects out of garbage collection
        bare = min(processor_seconds(lambda: [*map(json.loads, kept)]) for _ in range(3))
        for page, route in _PAGES.items():
            opened, again = asyncio.run(_open(Path(folder), route))
            note = f"which should be less than {_MOST * 1000:.0f} ms; again {again * 1000:.0f} ms"
            yield Ratio(f"{page} of {GAMES:,} games / their figures parsed", opened, bare, note=note)
        library = Library.open(Path(folder)).library
        game = games()["bronzen"]
        record = long(game)
        entries = record.entries[:ENTRIES]
        ours = min(processor_seconds(lambda: fold(replay(game, record.header, entries).record)) for _ in range(5))
        replayed = min(processor_seconds(lambda: replay(game, record.header, entries)) for _ in range(5))
        library.close()
        yield Ratio(
            f"a game of {ENTRIES} entries counted / replayed", ours, replayed, note="once, after it has gone on"
        )


def _fill(folder: Path) -> list[str]:
    """Write the games and return their summaries."""
    game = games()["bronzen"]
    record = long(game)
    entries = [(entry.id, dump(entry_to_json(entry, "bronzen"))) for entry in record.entries[:ENTRIES]]
    summary = fold(replay(game, record.header, record.entries[:ENTRIES]).record)._replace(over=True)
    library = Library.open(folder).library
    connection = library.store.connection
    made = []
    connection.execute("BEGIN")
    for number in range(GAMES):
        id, at = f"g{number:05}", f"20{10 + number % 16}-{1 + number % 12:02}-{1 + number % 28:02}T20:00:00+00:00"
        names = (_NAMES[number % 8], _NAMES[(number // 8 + number + 1) % 8])
        header = dump(header_to_json(evolve(record.header, seats=names)))
        connection.execute("INSERT INTO log (id, header, created) VALUES (?, ?, ?)", (id, header, at))
        rows = [(id, place, entry, at, line) for place, (entry, line) in enumerate(entries, start=1)]
        connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", rows)
        places = ([1, 2], [2, 1], [1, 1])[number % 3]
        figures = json.dumps(summary._replace(names=names, begun=at, places=places))
        made.append((id, code_of(game), figures, ENTRIES))
    connection.execute("COMMIT")
    library.keep_figures(made)
    library.close()
    return [figures for _, _, figures, _ in made]


async def _open(folder: Path, route: str) -> tuple[float, float]:
    """Return how long the page takes to open the first time and once more, in seconds of this process."""
    here = room(folder)
    async with Page(here, route="/") as page:
        times = []
        for _ in range(2):
            begun = process_time()
            await page.go(route)
            times.append(process_time() - begun)
            await page.go("/")
    here.tables.library.close()
    return times[0], times[1]

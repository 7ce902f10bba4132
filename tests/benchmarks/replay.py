"""Replay of a log, against the minimum needed to read it."""

import json
from collections.abc import Iterator

from benchmarks.logs import LONG, long
from benchmarks.measure import Ratio, in_turn, processor_seconds
from companion.games import games
from companion.kernel.record import replay
from companion.storage.codec import read_log, write_log


def measured() -> Iterator[Ratio]:
    """Measure, with the whole log and with a quarter of it."""
    record = long(games()["bronzen"])
    text = write_log(record.header, record.entries, record.game)
    lines = text.splitlines()
    quarter = "".join(f"{line}\n" for line in lines[: LONG // 4 + 1])

    def replayed(text: str) -> None:
        log = read_log(text, games())
        assert not replay(log.game, log.header, log.entries).failure

    ours, bare = in_turn(
        lambda: processor_seconds(lambda: replayed(text)),
        lambda: processor_seconds(lambda: [*map(json.loads, lines)]),
        5,
    )
    yield Ratio(f"replay of {LONG} entries / JSON parse", ours, bare, note=f"{LONG / ours:,.0f} entries/s")
    whole, part = in_turn(
        lambda: processor_seconds(lambda: replayed(text)), lambda: 4 * processor_seconds(lambda: replayed(quarter)), 5
    )
    yield Ratio(f"replay of {LONG} entries / four times {LONG // 4}", whole, part, limit=1.5)

"""Transcripts: whole games as files, and beside each what it leads to."""

import json
from pathlib import Path
from typing import Any

from companion.games import games
from companion.kernel.record import Record, replay
from companion.storage.codec import read_log


def told(path: Path) -> tuple[Record, dict[str, Any]]:
    """Return the game a file tells, and what is expected of it.

    :raises AssertionError: if the game cannot be played to the end of the file.
    """
    log = read_log(path.read_text(encoding="utf-8"), games())
    assert log.error is None
    replayed = replay(log.game, log.header, log.entries)
    assert replayed.failure is None, replayed.failure
    return replayed.record, json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))


def cited(record: Record, last: int) -> set[str]:
    """Return the rules that the referee cited for the last so many entries and what came after them."""
    steps = [line.step for line in list(record.active)[-last:] if line.step]
    said = [
        explanation for step in steps for explanation in (*step.messages, record.game.view(step.state, None).prompt)
    ] + [point.why for step in steps for point in step.points]
    return {rule for explanation in said for rule in explanation.rules}

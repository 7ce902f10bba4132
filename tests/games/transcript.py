"""Transcripts: whole games as log files, and the sheet each leads to, in ``sheets.json`` of the game's folder."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from companion.games import games
from companion.kernel.record import Record, replay
from companion.storage.codec import read_log

#: The file with the expected sheets of all transcripts of a game.
SHEETS: Final = "sheets.json"


def replayed(path: Path) -> tuple[Record, dict[str, Any]]:
    """Return the game in a log file, and its expected sheet.

    :raises AssertionError: if an entry of the file cannot be replayed.
    """
    log = read_log(path.read_text(encoding="utf-8"), games())
    assert log.error is None
    result = replay(log.game, log.header, log.entries)
    assert result.failure is None, result.failure
    sheets = json.loads((path.parents[1] / SHEETS).read_text(encoding="utf-8"))
    return result.record, sheets[path.stem]


def write_sheets(folder: Path, sheets: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the expected sheets of a game's transcripts, one per line.

    :param folder: the game's folder of tests.
    :param sheets: by name of the transcript.
    """
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(sheets[name])}" for name in sorted(sheets))
    (folder / SHEETS).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def cited(record: Record, last: int) -> set[str]:
    """Return the rules that the referee cited for the last so many entries and what came after them."""
    steps = [line.step for line in list(record.active)[-last:] if line.step]
    said = [
        explanation for step in steps for explanation in (*step.messages, record.game.view(step.state, None).prompt)
    ] + [point.why for step in steps for point in step.points]
    return {rule for explanation in said for rule in explanation.rules}

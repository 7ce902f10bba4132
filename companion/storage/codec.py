"""The log as JSON Lines, a public contract: one line for the header and one for each entry.

A line may be blank or a remark that begins with ``#``. An entry may say under which ``revision`` it was made, if that is
newer than the header's: so a log that was begun under an older revision can go on.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from copy import deepcopy
from datetime import datetime
from enum import Enum
from typing import Any, Final, get_args, get_origin

from attrs import evolve, fields, frozen
from cattrs import ClassValidationError, Converter, ForbiddenExtraKeysError
from cattrs.strategies import configure_union_passthrough

from companion.kernel.explain import Explanation
from companion.kernel.game import Json, Meta
from companion.kernel.log import FORMAT, Act, Amend, Change, Entry, Header, Redo, Undo
from companion.kernel.names import kind_of, kinds
from companion.kernel.record import AnyGame
from companion.kernel.text import Text, messages

T, N = messages("companion")

LOG_RULE: Final = "companion.log"


class LogError(Exception):
    """Something in a log that cannot be read.

    :param why: what is wrong with it.
    :param line: the line in the file, counted from 1.
    """

    def __init__(self, why: Explanation, line: int = 1) -> None:
        super().__init__(f"line {line}: {why.text.message}")
        self.why = why
        self.line = line


@frozen
class Log:
    """A log that was read.

    :param lines: the line of each entry in the file, counted from 1.
    :param error: why the file is not read further; the entries are those before.
    """

    game: AnyGame
    header: Header
    entries: tuple[Entry, ...]
    lines: tuple[int, ...]
    error: LogError | None = None


def read_log(text: str, games: Mapping[str, AnyGame]) -> Log:
    """Return the log in a file's text, brought up to the games' present revisions.

    :raises LogError: if the header cannot be read. A wrong entry does not raise: the log ends before it and says why.
    """
    numbered = _numbered(text)
    line, first = next(numbered, (1, ""))
    try:
        raw = _header(first)
        game = _game(raw, games)
        entries, lines, error = _entries(numbered, raw["revision"], game.meta)
        raw, current, failed = _upcast(raw, entries, game)
        error = failed and LogError(failed.why, lines[str(entries[len(current)][1]["id"])] if entries else line) or error
        header = header_from_json(raw, game)
    except LogError as wrong:
        raise LogError(wrong.why, line) from None
    read: dict[str, Entry] = {}
    places: list[int] = []
    for number, item in enumerate(current, start=1):
        line = lines.get(str(item.get("id")), line)
        try:
            entry = entry_from_json(item, game, number)
            _check_entry(entry, header, read)
        except LogError as wrong:
            error = LogError(wrong.why, line)
            break
        read[entry.id] = entry
        places.append(line)
    return Log(game, header, tuple(read.values()), tuple(places), error)


def write_log(header: Header, entries: Iterable[Entry], game: AnyGame) -> str:
    """Return the text of a log's file."""
    items = (header_to_json(header), *(entry_to_json(entry, game.meta.id) for entry in entries))
    return "".join(f"{dump(item)}\n" for item in items)

"""The JSON Schema of the log: it accepts what the program writes, and nothing that the reader refuses."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import fields
from conformance.test_log import played
from conformance.walks import Tape
from effort import THOROUGH, effort
from hostile.inputs import HEADER, OTHERS, SCORED, VALUES, written
from storage.test_codec import RACE
from toy.mount import mount

from companion.games import games
from companion.kernel.log import Act, Amend, Entry, Header, Join, Leave, Redo, Rename, Reseat, Ruling, Undo
from companion.resources import OWN
from companion.storage.codec import LogError, kinds, numbered, read_log, write_log
from companion.storage.limits import parsed

mount()
jsonschema = pytest.importorskip("jsonschema", reason="the browser's Python has no jsonschema")
TESTS = Path(__file__).parents[1]
STORAGE = OWN[0] / "storage"
SCHEMA = json.loads((STORAGE / "log.schema.json").read_text(encoding="utf-8"))


def _one_of(validator: Any, schemas: list[Any], instance: object, _: object) -> Iterator[Exception]:
    """Check ``oneOf`` up to the first error of each alternative; jsonschema collects all, one for each item of a long list."""
    if sum(validator.evolve(schema=each).is_valid(instance) for each in schemas) != 1:
        yield jsonschema.ValidationError("not exactly one")


VALID = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"oneOf": _one_of})(SCHEMA)
TRANSCRIPTS = sorted(TESTS.glob("games/*/transcripts/*.jsonl"))

#: A log that every entry of ``OTHERS`` may follow.
LOG = [json.dumps(HEADER), json.dumps(SCORED)]


def refused_by_schema(line: str) -> bool:
    """Return whether a line is no JSON within bounds, or breaks the schema."""
    try:
        return not VALID.is_valid(parsed(line, longest=2**20))
    except ValueError:
        return True


def refused_by_reader(*lines: str) -> bool:
    """Return whether a log cannot be read to its end."""
    try:
        return read_log("\n".join(lines), games()).error is not None
    except LogError:
        return True


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["header"]["properties"]["format"] == {
        "description": "Version of the log format.",
        "const": HEADER["format"],
    }


# What is accepted


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_every_transcript_is_valid(path: Path) -> None:
    for number, line in numbered(path.read_text(encoding="utf-8")):
        assert not [error.message for error in VALID.iter_errors(json.loads(line))], f"{path.name}:{number}"


@pytest.mark.thorough
@pytest.mark.parametrize("id", sorted(games()))
def test_a_freshly_written_log_is_valid(id: str) -> None:
    """Games played at random, with corrections, a time and a reporter for each entry."""
    for seed in range(effort(few=1, many=5)):
        record = played(games()[id], Tape(Random(seed).randbytes(400))).record
        at = "2026-11-20T20:15:00.123456+00:00"
        entries = [Entry(entry.id, entry.change, at, 0, number) for number, entry in enumerate(record.entries)]
        for line in write_log(record.header, entries, games()[id]).splitlines():
            assert not [error.message for error in VALID.iter_errors(json.loads(line))], line


def test_every_kind_of_the_log_itself_is_valid_as_it_is_written() -> None:
    action = RACE.actions[0]
    advanced = action(1, 3)
    changes = (
        Act(advanced),
        Amend("1", advanced),
        Undo(("1",)),
        Redo(("1", "2")),
        Ruling("One\nor two?", "Two."),
        Rename((1,), ("Ben",)),
        Rename((1, 0), ("Anna", "Ben")),
        Reseat(("Anna", "Ben"), 1),
        Join(2, "Dora"),
        Leave(1),
    )
    entries = [Entry(str(number), change) for number, change in enumerate(changes)]
    text = write_log(Header("toy_race", 2, ("Anna", "Ben"), house={"length": "short"}), entries, RACE)
    assert all(VALID.is_valid(json.loads(line)) for line in text.splitlines())


def test_the_examples_of_the_documentation_are_valid_and_can_be_read() -> None:
    page = (STORAGE / "README.md").read_text(encoding="utf-8")
    block = next(block for block in page.split("```")[1::2] if '"bronzen.einzel"' in block)
    log = block.removeprefix("jsonl").strip().splitlines()
    assert len(log) > 5
    assert not [line for line in log if refused_by_schema(line)]
    assert not refused_by_reader(*log)


ROWS = re.findall(r"^\| `(\w+)` \|.*$", (STORAGE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("id", sorted({*ROWS} & games().keys()))
def test_the_documentation_lists_every_action_with_its_fields(id: str) -> None:
    """Of every game that it describes; a new game need not be described there."""
    page = (STORAGE / "README.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| `{id}` |"))
    listed = [f"{id}.{action}" for action in row.split("`")[3::2]]
    actions = {kind: [field.name for field in fields(cls)] for kind, cls in kinds(id, games()[id].actions).items()}
    assert listed == [f"{kind} {{{', '.join(names)}}}" if names else kind for kind, names in actions.items()]


# What is refused


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        '"text"',
        "{}",
        '{"name": "package"}',
        '{"game": 3, "seats": ["Anna"]}',
        '{"game": "toy_race"}',
        '{"game": "toy_race", "seats": "AB"}',
        '{"game": "toy_race", "seats": ["Anna", 5]}',
        '{"game": "toy_race", "seats": ["Anna", "B\\u001bn"]}',
        '{"game": "toy_race", "seats": ["A", "B"], "format": 2}',
        '{"game": "toy_race", "seats": ["A", "B"], "revision": "2"}',
        '{"game": "toy_race", "seats": ["A", "B"], "first": true}',
        '{"game": "toy_race", "seats": ["A", "B"], "setup": []}',
        '{"game": "toy_race", "seats": ["A", "B"], "setup": {"length": null}}',
        '{"game": "toy_race", "seats": ["A", "B"], "players": 2}',
    ],
)
def test_a_wrong_header_is_refused_by_both(line: str) -> None:
    assert refused_by_schema(line)
    assert refused_by_reader(line)


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{}",
        '{"kind": 1}',
        '{"kind": "passed", "seat": 1}',
        '{"kind": "toy_race.passed", "seat": 1000001}',
        '{"kind": "toy_race.passed", "seat": 1.5}',
        '{"kind": "toy_race.passed", "seat": 1, "id": ""}',
        '{"kind": "toy_race.passed", "seat": 1, "id": null}',
        '{"kind": "toy_race.passed", "seat": 1, "by": -1}',
        '{"kind": "toy_race.passed", "seat": 1, "at": "gestern"}',
        '{"kind": "toy_race.passed", "seat": 1, "at": "0001-01-01T00:00:00Z"}',
        '{"kind": "toy_race.passed", "seat": 1, "base": "1"}',
        '{"kind": "toy_race.passed", "seat": 1, "base": -1}',
        '{"kind": "toy_race.passed", "seat": 1, "revision": 0}',
        '{"kind": "undo"}',
        '{"kind": "undo", "entry": ["1"]}',
        '{"kind": "redo", "entries": "1"}',
        '{"kind": "redo", "entry": "1", "entries": ["1"]}',
        '{"kind": "amend", "entry": "1"}',
        '{"kind": "amend", "entry": "1", "action": "passed"}',
        '{"kind": "amend", "entry": "1", "action": {"kind": "undo", "entry": "1"}}',
        '{"kind": "settle", "question": "?"}',
        '{"kind": "settle", "decision": "!", "agreed": ["Anna"]}',
        '{"kind": "settle", "decision": "a\\u202eb"}',
        '{"kind": "rename", "seat": 1, "names": ["Ben"]}',
        '{"kind": "rename", "seat": 1, "name": null}',
        '{"kind": "reseat", "seats": "AB"}',
        '{"kind": "join", "seat": 2}',
        '{"kind": "leave", "seat": "1"}',
        '{"kind": "leave", "seat": 1, "name": "Ben"}',
    ],
)
def test_a_wrong_entry_is_refused_by_both(line: str) -> None:
    header = '{"game": "toy_race", "seats": ["Anna", "Ben"]}'
    assert refused_by_schema(line)
    assert refused_by_reader(header, '{"kind": "toy_race.passed", "seat": 0}', line)


#: Values that a validator reads item by item, which takes a second each; on a usual run they are tried where lists are allowed.
LONG_LISTS = {"long list", "list of texts"}
LISTS = {"seats", "entries", "rules", "agreed", "names"}


def hostile() -> Iterator[tuple[str, str, list[str]]]:
    """Yield a field, the line in which it has a hostile value, and a log that ends with this line."""
    for name, value in VALUES.items():

        def tried(field: str, name: str = name) -> bool:
            return THOROUGH or name not in LONG_LISTS or field in LISTS

        for field in filter(tried, (*HEADER, "setup.name", "seats.0")):
            yield field, (line := written(HEADER, field, value)), [line]
        for field in filter(tried, ("id", "at", "by", "base", "kind")):
            yield field, (line := written(SCORED, field, value)), [LOG[0], line]
        for entry in OTHERS:
            for field in filter(tried, entry):
                yield field, (line := written(entry, field, value)), [*LOG, line]


#: What the schema cannot know: which games and kinds there are, and whether lists are of equal length.
BEYOND = ("There is no game", "knows nothing of the kind")
#: Fields in which the reader accepts more: an id of any type or size, and seats that the replay then refuses.
LENIENT = {"id", "entry", "first", "seat", "setup.name"}


def test_hostile_values_are_refused_by_both() -> None:
    count = 0
    for field, line, log in hostile():
        try:
            error = read_log("\n".join(log), games()).error
        except LogError as wrong:
            error = wrong
        if not refused_by_schema(line):
            assert error is None or any(reason in str(error) for reason in BEYOND), line[:200]
        elif error is None:
            assert field in LENIENT, line[:200]
        else:
            count += 1
    assert count > 500

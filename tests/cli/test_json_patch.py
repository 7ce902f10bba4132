"""The patches of ``replay --trace=changes``, applied in turn, produce the documents of ``--trace``."""

import json
from pathlib import Path
from typing import Any

import pytest
from effort import effort
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.cli.json_patch import json_patch
from companion.games import games
from companion.kernel.record import Record, replay
from companion.storage.codec import read_log
from companion.tables.text_report import TextReport

#: Interval between the documents of a transcript that are compared.
EVERY = effort(few=5, many=1)
TRANSCRIPTS = sorted((Path(__file__).parents[1] / "games").glob("*/transcripts/*.jsonl"))
SHORTEST = [
    min((path for path in TRANSCRIPTS if path.parts[-3] == game), key=lambda path: path.stat().st_size)
    for game in sorted({path.parts[-3] for path in TRANSCRIPTS})
]


def patched(document: Any, patch: list[dict[str, Any]]) -> Any:
    """Apply a patch to a copy of a document according to RFC 6902."""
    document = json.loads(json.dumps(document))
    for operation in patch:
        *above, last = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")]
        if not above:
            assert operation["op"] == "replace"
            document = operation["value"]
            continue
        parent = document
        for part in above[1:]:
            parent = parent[int(part) if isinstance(parent, list) else part]
        place = int(last) if isinstance(parent, list) and last != "-" else last
        match operation["op"]:
            case "add" if last == "-":
                parent.append(operation["value"])
            case "add":
                assert place not in parent
                parent[place] = operation["value"]
            case "replace":
                assert parent[place] is not operation["value"]
                parent[place] = operation["value"]
            case "remove":
                del parent[place]
    return document


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(("a", "/", "~1", "")),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(("a", "/", "~1", "")), inner),
)


@given(before=VALUES, after=VALUES)
def test_a_patch_makes_one_value_of_another(before: Any, after: Any) -> None:
    # as text, since True == 1
    assert json.dumps(patched(before, json_patch(before, after)), sort_keys=True) == json.dumps(after, sort_keys=True)
    assert json_patch(after, json.loads(json.dumps(after))) == []


@pytest.mark.thorough
@pytest.mark.parametrize("path", TRANSCRIPTS[:: effort(few=6, many=1)], ids=lambda path: path.stem)
def test_the_patches_of_a_transcript_give_its_documents(path: Path) -> None:
    log = read_log(path.read_text(encoding="utf-8"), games())
    report = TextReport("en", log.header.seats)
    before: Any = None
    rebuilt: Any = None

    def compare(record: Record) -> None:
        nonlocal before, rebuilt
        if record.version % EVERY == 0:
            after = report.json(record)
            rebuilt = patched(rebuilt, json_patch(before, after))
            before = after
            assert json.dumps(rebuilt, sort_keys=True) == json.dumps(after, sort_keys=True)

    replay(log.game, log.header, log.entries, compare)


@pytest.mark.parametrize("path", SHORTEST, ids=lambda path: path.parts[-3])
def test_the_command_prints_patches_that_give_its_trace(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    def printed(*more: str) -> Any:
        assert main(["replay", *more, str(path), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    whole, changes = printed("--trace"), printed("--trace=changes")
    assert [*changes] == ["changes", "error"]
    document, documents = None, []
    for patch in changes["changes"]:
        document = patched(document, patch)
        documents.append(document)
    assert documents == whole["trace"]
    assert len(json.dumps(changes)) < len(json.dumps(whole))


def test_an_abbreviated_trace_is_the_whole_one(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--tr", "--trace"):
        assert main(["replay", option, str(SHORTEST[0]), "--json"]) == 0
        assert [*json.loads(capsys.readouterr().out)] == ["trace", "error"]


def test_a_log_without_entries_has_one_document(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text('{"game": "bronzen", "seats": ["Anna", "Ben"]}\n', encoding="utf-8")
    assert main(["replay", str(file), "--json", "--trace=changes"]) == 0
    ((operation,),) = json.loads(capsys.readouterr().out)["changes"]
    assert (operation["op"], operation["path"], operation["value"]["version"]) == ("replace", "", 0)


def test_what_changes_is_for_programs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", str(tmp_path / "log.jsonl"), "--trace=changes"]) == 2
    assert "--json" in capsys.readouterr().err

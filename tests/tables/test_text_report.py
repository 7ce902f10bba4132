"""What a game reports to programs: every prefix of every transcript can be written as JSON and read by the log's codec."""

import json
from pathlib import Path
from typing import Any

import pytest
from effort import effort

from companion.cli import main
from companion.games import games
from companion.kernel.offers import Choice
from companion.kernel.record import Record, replay
from companion.storage.codec import entry_from_json, read_log
from companion.tables.text_report import TextReport

#: The step between the prefixes of a transcript that are tried.
EVERY = effort(few=5, many=1)
TRANSCRIPTS = sorted((Path(__file__).parents[1] / "games").glob("*/transcripts/*.jsonl"))


@pytest.mark.thorough
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_every_prefix_of_every_transcript_is_printed_as_json(path: Path) -> None:
    log = read_log(path.read_text(encoding="utf-8"), games())
    report = TextReport("de", log.header.seats)

    read: set[str] = set()

    def shown(record: Record) -> None:
        if record.version % EVERY:
            return
        printed = report.json(record)
        # the lines before the latest were written with the prefixes before this one
        printed["history"] = printed["history"][-1:]
        said = [json.dumps(offer) for offer in printed.pop("offers")]
        json.dumps(printed)
        assert len(set(said)) == len(said), "two offers look the same"
        for offer, written in zip(record.game.offers(record.state, None), map(json.loads, said), strict=True):
            if written["kind"] + str(written["given"]) in read:
                continue
            read.add(written["kind"] + str(written["given"]))
            raw = {"id": "1", "kind": written["kind"], **written["given"]}
            fields = list(zip(offer.fields, written["fields"], strict=True))
            if any(not isinstance(field, Choice) for field, _ in fields):
                continue
            chosen = {field.name: field.options[-1].value for field, _ in fields}
            raw |= {field["name"]: field["values"][-1] for _, field in fields}
            assert entry_from_json(raw, record.game).change.action == offer.action(chosen)

    shown(Record.begin(log.game, log.header))
    assert replay(log.game, log.header, log.entries, shown).failure is None


@pytest.mark.parametrize("game", sorted({path.parts[-3] for path in TRANSCRIPTS}))
def test_a_trace_shows_each_prefix(capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str) -> None:
    path = min((path for path in TRANSCRIPTS if path.parts[-3] == game), key=lambda path: path.stat().st_size)

    def printed(file: Path, *more: str) -> Any:
        assert main(["replay", str(file), "--json", *more]) == 0
        return json.loads(capsys.readouterr().out)

    trace = printed(path, "--trace")["trace"]
    lines = path.read_text(encoding="utf-8").splitlines()
    for entries in (0, 1, len(trace) // 2, len(trace)):
        prefix = tmp_path / "prefix.jsonl"
        prefix.write_text("\n".join(lines[: 1 + entries]) + "\n", encoding="utf-8")
        alone = printed(prefix)
        assert alone.pop("error") is None
        assert printed(prefix, "--trace")["trace"][-1] == alone
        if entries:
            assert trace[entries - 1] == alone


def test_equal_cards_to_choose_from_are_distinguished(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "labtag.jsonl"
    lines: list[Any] = [
        {"game": "labtag", "seats": ["Anna", "Ben"]},
        {"kind": "labtag.drawn", "cards": 8, "groups": 4},
        *({"kind": "labtag.groups_laid", "seat": seat, "sizes": [3, 2, 2, 1]} for seat in (0, 1)),
        {"kind": "labtag.picked", "seat": 0, "group": 0, "against": [1, 3]},
        {"kind": "labtag.revealed", "seat": 0, "cards": ["12/7", "12*/7", "9/9"]},
        {"kind": "labtag.revealed", "seat": 1, "cards": ["15/9"]},
    ]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert main(["replay", str(file), "--json"]) == 0
    offers = json.loads(capsys.readouterr().out)["offers"]
    assert [offer["given"] for offer in offers] == [{"seat": 0, "card": "12/7"}, {"seat": 0, "card": "12*/7"}]

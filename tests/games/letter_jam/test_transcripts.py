"""Whole games, one for every way to end, and the sheet each of them leads to."""

import json
from pathlib import Path

import pytest
from games.letter_jam.write_transcripts import TRANSCRIPTS, lines
from games.transcript import cited, replayed

from companion.scoring import ScoreSheet

FILES = sorted(Path(__file__).parent.glob("transcripts/*.jsonl"))


@pytest.mark.rule("letter_jam.end.tokens", "letter_jam.end.agreed", "letter_jam.score.word", "letter_jam.score.wrong")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_whole_game_leads_to_its_sheet(path: Path) -> None:
    record, expected = replayed(path)
    game = record.game
    assert game.is_over(record.state)
    sheet = ScoreSheet.of(game.meta.columns, len(record.header.seats), 1, record.points)
    for seat, points in enumerate(expected["points"]):
        cells = {column.id: sheet.points(seat=seat, column=column.id) for column in game.meta.columns}
        assert {column: worth for column, worth in cells.items() if worth} == points
    assert record.state.points == sheet.totals
    assert expected["rests_on"] in cited(record, expected["near"])


@pytest.mark.rule("letter_jam.end.tokens", "letter_jam.end.agreed", "letter_jam.npc.freed")
def test_every_way_to_end_has_a_transcript() -> None:
    assert {path.stem.removeprefix("letter_jam_") for path in FILES} == {made.name for made in TRANSCRIPTS}
    made = {made.name for made in TRANSCRIPTS}
    assert {"last_token", "agreed", "freed_token", "all_wrong"} <= made
    assert {"little_last_token", "little_agreed", "little_all_wrong", "little_bonus"} <= made
    assert {"mixed_last_token", "mixed_agreed", "mixed_freed_token"} <= made


@pytest.mark.parametrize("made", TRANSCRIPTS, ids=lambda made: made.name)
def test_the_files_are_what_is_written_by_hand(made: object) -> None:
    from games.letter_jam.write_transcripts import FOLDER, Transcript

    assert isinstance(made, Transcript)
    stored = (FOLDER / f"letter_jam_{made.name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in stored] == json.loads(json.dumps(lines(made)))

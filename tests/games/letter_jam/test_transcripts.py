"""Whole games, one for every way to end, and the sheet each of them leads to."""

import json
from pathlib import Path

import pytest
from games.letter_jam.write_transcripts import TRANSCRIPTS, lines

from companion.games import games
from companion.kernel.record import replay
from companion.scoring import ScoreSheet
from companion.storage.codec import read_log

FILES = sorted(Path(__file__).parent.glob("transcripts/*.jsonl"))


@pytest.mark.rule("letter_jam.end.tokens", "letter_jam.end.agreed", "letter_jam.score.word", "letter_jam.score.wrong")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_whole_game_leads_to_its_sheet(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    log = read_log(path.read_text(encoding="utf-8"), games())
    assert log.error is None
    told = replay(log.game, log.header, log.entries)
    assert told.failure is None
    record, game = told.record, log.game
    assert game.is_over(record.state)
    sheet = ScoreSheet.of(game.meta.columns, len(log.header.seats), 1, record.points)
    for seat, points in enumerate(expected["points"]):
        cells = {column.id: sheet.points(seat=seat, column=column.id) for column in game.meta.columns}
        assert {column: worth for column, worth in cells.items() if worth} == points
    assert record.state.points == sheet.totals
    counting = [line.step for line in record.counting if line.step][-expected["near"] :]
    cited = {rule for step in counting for explanation in step.told for rule in explanation.rules}
    cited |= {rule for step in counting for point in step.points for rule in point.why.rules}
    assert expected["rests_on"] in cited


@pytest.mark.rule("letter_jam.end.tokens", "letter_jam.end.agreed", "letter_jam.npc.freed")
def test_every_way_to_end_has_a_transcript() -> None:
    assert {path.stem.removeprefix("letter_jam_") for path in FILES} == {made.name for made in TRANSCRIPTS}
    assert {"last_token", "agreed", "freed_token", "all_wrong"} <= {made.name for made in TRANSCRIPTS}


@pytest.mark.parametrize("made", TRANSCRIPTS, ids=lambda made: made.name)
def test_the_files_are_what_is_written_by_hand(made: object) -> None:
    from games.letter_jam.write_transcripts import FOLDER, Transcript

    assert isinstance(made, Transcript)
    stored = (FOLDER / f"letter_jam_{made.name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in stored] == json.loads(json.dumps(lines(made)))

"""Whole games, one for every way to end, and the sheet each of them leads to."""

import json
from pathlib import Path

import pytest

from companion.games import games
from companion.kernel.record import replay
from companion.scoring import ScoreSheet
from companion.storage.codec import read_log

TRANSCRIPTS = sorted(Path(__file__).parent.glob("transcripts/*.jsonl"))


@pytest.mark.rule("labtag.final.points", "labtag.turn.next")
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_whole_game_leads_to_its_sheet(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    log = read_log(path.read_text(encoding="utf-8"), games())
    assert log.error is None
    told = replay(log.game, log.header, log.entries)
    assert told.failure is None
    record, game = told.record, log.game
    assert game.is_over(record.state)
    ranks = {rank.seat: (rank.place, rank.total) for rank in ScoreSheet.of_record(record).ranking}
    assert ranks == {seat: tuple(each) for seat, each in enumerate(expected["places"])}
    last = [line for line in record.counting if line.step][-1]
    assert last.step
    assert expected["rests_on"] in {rule for explanation in last.step.told for rule in explanation.rules}


@pytest.mark.rule("labtag.final.tie_card", "labtag.final.tie_legendary", "labtag.final.draw")
def test_every_way_to_end_has_a_transcript() -> None:
    endings = {"all_turned_up", "left_over", "tie_highest_card", "tie_legendary_trophies", "drawn_game"}
    assert {f"labtag_{ending}" for ending in endings} <= {path.stem for path in TRANSCRIPTS}

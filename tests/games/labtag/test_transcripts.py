"""Whole games, one for every way to end, and the sheet each of them leads to."""

from pathlib import Path

import pytest
from games.transcript import cited, replayed

from companion.scoring import ScoreSheet

TRANSCRIPTS = sorted(Path(__file__).parent.glob("transcripts/*.jsonl"))


@pytest.mark.rule("labtag.final.points", "labtag.turn.next")
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_whole_game_leads_to_its_sheet(path: Path) -> None:
    record, expected = replayed(path)
    game = record.game
    assert game.is_over(record.state)
    ranks = {rank.seat: (rank.place, rank.total) for rank in ScoreSheet.of_record(record).ranking}
    assert ranks == {seat: tuple(each) for seat, each in enumerate(expected["places"])}
    assert expected["rests_on"] in cited(record, 1)


@pytest.mark.rule("labtag.final.tie_card", "labtag.final.tie_legendary", "labtag.final.draw")
def test_every_way_to_end_has_a_transcript() -> None:
    endings = {"all_turned_up", "left_over", "tie_highest_card", "tie_legendary_trophies", "drawn_game"}
    stems = {path.stem for path in TRANSCRIPTS}
    for manner in ("labtag", "labtag_little"):
        assert {f"{manner}_{ending}" for ending in endings} <= stems

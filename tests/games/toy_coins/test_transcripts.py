"""Whole games, and the sheet each of them leads to."""

from pathlib import Path

import pytest
from games.transcript import cited, replayed

from companion.scoring import ScoreSheet

TRANSCRIPTS = sorted(Path(__file__).parent.glob("transcripts/*.jsonl"))


@pytest.mark.rule("toy_coins.points", "toy_coins.end")
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_whole_game_leads_to_its_sheet(path: Path) -> None:
    record, expected = replayed(path)
    assert record.game.is_over(record.state)
    ranks = {rank.seat: (rank.place, rank.total) for rank in ScoreSheet.of_record(record).ranking}
    assert ranks == {seat: tuple(each) for seat, each in enumerate(expected["places"])}
    assert expected["rests_on"] in cited(record, 1)

"""Whole games, one for every way to end, and the sheet each of them leads to."""

import json
from pathlib import Path

import pytest

from companion.games import games
from companion.kernel.record import replay
from companion.scoring import ScoreSheet
from companion.storage.codec import read_log

TRANSCRIPTS = sorted(Path(__file__).parent.glob("transcripts/*.jsonl"))


@pytest.mark.rule("schlafmuetze.score.sheet", "schlafmuetze.score.minus", "schlafmuetze.goal.game")
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_whole_game_leads_to_its_sheet(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    log = read_log(path.read_text(encoding="utf-8"), games())
    assert log.error is None
    told = replay(log.game, log.header, log.entries)
    assert told.failure is None

    record, game = told.record, log.game
    last = game.view(record.state, None).round
    seats = len(log.header.seats)
    sheet = ScoreSheet.of(game.meta.columns, seats, last, record.points, lowest_wins=True)
    for number, round_ in enumerate(expected["rounds"], start=1):
        for seat, cells in enumerate(round_):
            found = {column.id: sheet.points(seat=seat, round=number, column=column.id) for column in sheet.columns}
            assert {column: points for column, points in found.items() if points} == cells
    assert last == len(expected["rounds"])
    assert game.is_over(record.state)
    assert [rank.seat for rank in sheet.ranking if rank.place == 1] == expected["winners"]
    cited = {
        rule
        for line in list(record.counting)[-2:]
        if line.step
        for explanation in line.step.told
        for rule in explanation.rules
    }
    assert expected["rests_on"] in cited


@pytest.mark.rule("schlafmuetze.end.out", "schlafmuetze.stuck.end", "schlafmuetze.ruling.game_end")
def test_every_way_to_end_has_a_transcript() -> None:
    names = {path.stem for path in TRANSCRIPTS}
    assert {"last_card", "last_card_doubted", "no_colour_left", "nobody_opens"} <= names
    assert {"referee_only", "referee_only_stuck", "referee_only_shared"} <= names
    assert {"whole_game_target", "whole_game_one_more", "whole_game_open"} <= names

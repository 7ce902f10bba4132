"""Whole games, one for every way to end, and the sheet each of them leads to."""

from pathlib import Path

import pytest
from games.transcript import cited, replayed

from companion.games.schlafmuetze.reports import REPORTS
from companion.kernel.kinds import kind_of
from companion.scoring import ScoreSheet

TRANSCRIPTS = sorted(Path(__file__).parent.glob("transcripts/*.jsonl"))


@pytest.mark.rule("schlafmuetze.score.sheet", "schlafmuetze.score.minus", "schlafmuetze.goal.game")
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_whole_game_leads_to_its_sheet(path: Path) -> None:
    record, expected = replayed(path)
    game = record.game
    last = game.view(record.state, None).round
    seats = len(record.header.seats)
    sheet = ScoreSheet.of(game.meta.columns, seats, last, record.points, lowest_wins=True)
    for number, round_ in enumerate(expected["rounds"], start=1):
        for seat, cells in enumerate(round_):
            found = {column.id: sheet.points(seat=seat, round=number, column=column.id) for column in sheet.columns}
            assert {column: points for column, points in found.items() if points} == cells
    assert last == len(expected["rounds"])
    assert game.is_over(record.state)
    assert [rank.seat for rank in sheet.ranking if rank.place == 1] == expected["winners"]
    assert expected["rests_on"] in cited(record, 2)


@pytest.mark.rule("schlafmuetze.end.out", "schlafmuetze.stuck.end", "schlafmuetze.ruling.game_end")
def test_every_way_to_end_has_a_transcript() -> None:
    names = {path.stem for path in TRANSCRIPTS}
    assert {"last_card", "last_card_doubted", "no_colour_left", "nobody_opens"} <= names
    assert {"referee_only", "referee_only_stuck", "referee_only_shared"} <= names
    assert {"whole_game_target", "whole_game_one_more", "whole_game_open"} <= names


@pytest.mark.rule("schlafmuetze.ruling.keeping", "schlafmuetze.ruling.recount", "schlafmuetze.doubt.vote")
def test_every_kind_of_report_stands_in_a_transcript() -> None:
    reported = {line.split('"')[3] for path in TRANSCRIPTS for line in path.read_text("utf-8").splitlines()[1:]}
    assert {kind_of("schlafmuetze", kind) for kind in REPORTS} <= reported

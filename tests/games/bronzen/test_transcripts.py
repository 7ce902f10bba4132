"""Whole games, one for every way to end, and the sheet each of them leads to."""

import json
from pathlib import Path

import pytest
from games.transcript import cited, replayed

from companion.games import games
from companion.kernel.game import Setup
from companion.scoring import ScoreSheet

TRANSCRIPTS = sorted(Path(__file__).parent.glob("transcripts/*.jsonl"))


@pytest.mark.rule("bronzen.setup.score_table", "bronzen.score.rounds", "bronzen.bronzen.points", "pracherche.end")
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_whole_game_leads_to_its_sheet(path: Path) -> None:
    record, expected = replayed(path)
    game = record.game
    last = game.view(record.state, None).round
    sheet = ScoreSheet.of(game.meta.columns, 2, last, record.points)
    columns = [column.id for column in game.meta.columns]
    for number, round_ in enumerate(expected["rounds"], start=1):
        for seat, cells in enumerate(round_):
            found = {column: sheet.points(seat=seat, round=number, column=column) for column in columns}
            assert {column: points for column, points in found.items() if points} == cells
    assert last == len(expected["rounds"])
    assert sheet.totals == tuple(sum(sum(round_[seat].values()) for round_ in expected["rounds"]) for seat in (0, 1))
    assert game.is_over(record.state) == expected["over"]

    assert expected["rests_on"] in cited(record, 2)


@pytest.mark.rule("bronzen.bronzen.points", "bronzen.ruling.both_short", "pracherche.ruling.short_war")
def test_every_way_to_end_has_a_transcript() -> None:
    endings = {path.stem for path in TRANSCRIPTS}
    assert {f"bronzen_showdown_{end}" for end in ("higher_card", "color", "counter", "double_c", "jay")} <= endings
    assert {"bronzen_start_of_trick_einzel", "bronzen_start_of_trick_color", "bronzen_start_of_trick_jay"} <= endings
    assert {"bronzen_both_last_cards", "bronzen_drawn_round"} <= endings
    assert {f"bronzen_whole_game_{length}" for length in ("open", "rounds", "target")} <= endings
    assert {
        f"pracherche_{end}" for end in ("plain_trick", "short_war", "short_war_still_equal", "both_short")
    } <= endings


@pytest.mark.rule("bronzen.ruling.rounds")
def test_each_length_of_a_game_is_played() -> None:
    headers = [json.loads(path.read_text(encoding="utf-8").partition("\n")[0]) for path in TRANSCRIPTS]
    lengths = {header["setup"].get("length", "open") for header in headers if header["game"] == "bronzen"}
    assert lengths == {"open", "rounds", "target"}
    for header in headers:
        games()[header["game"]].start(Setup(2, house=header["setup"]))

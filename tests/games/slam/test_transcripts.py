"""Whole games, one for every way to end, and the sheet each of them leads to."""

from pathlib import Path

import pytest
from games.slam.material import CONSERVED
from games.slam.table import Table, entry, poet
from games.transcript import cited, replayed

from companion.games.slam.cards import Special
from companion.games.slam.reports.answers import Bribed, ShowDecided
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.revisions import unknown_as_zero
from companion.scoring import ScoreSheet

TRANSCRIPTS = sorted(Path(__file__).parent.glob("transcripts/*.jsonl"))


@pytest.mark.rule("slam.goal", "slam.end", "slam.gold.double", "slam.ruling.final_tie", "slam.ruling.length")
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_whole_game_leads_to_its_sheet(path: Path) -> None:
    record, expected = replayed(path)
    game = record.game
    view = game.view(record.state, None)
    sheet = ScoreSheet.of(game.meta.columns, len(record.header.seats), view.round, record.points)
    found = [[sheet.points(seat=seat, column=column) for column in ("slams", "gold")] for seat in range(sheet.seats)]
    assert found == expected["totals"]
    assert [seat for seat, place in enumerate(view.ranks) if place == 1] == expected["champions"]
    assert game.is_over(record.state)
    CONSERVED["slam"](record.state, sheet)

    assert expected["rests_on"] in cited(record, 3)


@pytest.mark.rule("slam.end", "slam.ruling.gold_alone", "slam.ruling.state_poets")
def test_every_way_to_end_has_a_transcript() -> None:
    endings = {path.stem for path in TRANSCRIPTS}
    assert {"landesmeisterschaft", "team_championship", "walkover", "nobody_at_the_gold_card"} <= endings
    assert {
        "at_a_glance",
        "from_little_to_much",
        "walkover_at_a_glance",
        "nobody_at_a_glance",
        "counted_at_the_end",
    } <= endings
    assert "tie_for_the_gold_card" in endings
    assert {"applause_for_the_gold_card", "shared_by_two", "more_poets_win", "of_all_sorts"} <= endings
    assert {"team_walkover", "no_team_for_the_gold_card"} <= endings


def test_what_a_log_written_by_hand_may_leave_out() -> None:
    assert SlamOpened() == SlamOpened("", (), Special.NONE, (), 0)
    assert GoldOpened() == GoldOpened((), (), 0)
    assert PoetsRevealed(()) == PoetsRevealed((), None, False)
    assert ChampionsRevealed(()) == ChampionsRevealed((), False)
    assert Bribed(0, 0, ()) == Bribed(0, 0, (), None)
    assert ShowDecided(()) == ShowDecided((), 0)


def test_where_a_log_of_revision_1_tells_no_values_they_count_as_0() -> None:
    def log(entered: dict[str, object]) -> list[dict[str, object]]:
        lineup = {"poets": [{"name": "A", "values": [1, 2, 3, 4, 5]}, {"name": "B", **entered}]}
        laid = {"kind": "slam.poets_revealed", "lineups": [lineup]}
        return [{"kind": "slam.slam_opened"}, laid, {**laid, "open_list": {"name": "Guest", **entered}}]

    zeros: dict[str, object] = {"values": [0, 0, 0, 0, 0]}
    assert unknown_as_zero({"seats": ["Anna"]}, log({})) == ({"seats": ["Anna"]}, log(zeros))


@pytest.mark.rule("slam.gold.poets")
def test_what_a_log_of_revision_1_did_not_tell_of_a_champion_counts_as_0() -> None:
    piles = {"Anna": [poet("A", None, style=5)], "Ben": [poet("B", None)]}
    table = Table(piles=piles, won={"Anna": 5, "Ben": 5}, gold="state").gold()
    evidence = table.report(ChampionsRevealed((entry(0), entry(0)), untold_as_zero=True)).state.phase.evidence
    assert [one.values for row in evidence.rows for one in row] == [(5, 0, 0, 0, 0), (0, 0, 0, 0, 0)]

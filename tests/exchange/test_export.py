"""Games go out to spreadsheets, to BG Stats, to the printer and into a message, as documented, and no cell runs as a formula."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

import pytest
from exchange.room import begin, device, exported, session, undo

from companion.exchange import bgstats_export, score_sheet_html
from companion.exchange.csv_cells import cell, word
from companion.exchange.csv_export import long_table, wide_table
from companion.exchange.formats import FORMS, ExportRequest
from companion.games.bronzen.reports import Color, Einzel
from companion.games.free_sheet.reports import Finished, OthersNothing, Scored
from companion.games.schlafmuetze.reports import Finish, HandsCounted, LastCardLaid, NextRound, NobodyDoubts
from companion.kernel.log import Act, Join, Leave
from companion.tables.tables import Tables

BRONZEN = Path(__file__).parents[1] / "games/bronzen/transcripts/bronzen_corrected.jsonl"
NOW = datetime(2026, 11, 23, 20, 15, tzinfo=UTC)


@pytest.fixture
def here(tmp_path: Path) -> Tables:
    return device(tmp_path)


def table(content: bytes) -> list[dict[str, str]]:
    assert content.startswith(b"\xef\xbb\xbf"), "Excel knows UTF-8 only by its mark"
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_every_score_is_a_row_with_its_rule_and_what_was_struck_out_says_so(here: Tables) -> None:
    id = begin(here, "Anna", "Ben", reports=(Scored(0, "3+6"), Scored(1, "-4"), Scored(0, "5")), name="Doppelkopf")
    undo(here, id)
    rows = table(long_table(exported(here)))
    assert [[row[name] for name in ("round", "seat", "player", "delta", "total", "undone")] for row in rows] == [
        ["1", "1", "Anna", "9", "9", "no"],
        ["1", "2", "Ben", "-4", "-4", "no"],
        ["2", "1", "Anna", "5", "9", "yes"],
    ]
    (first, *_) = rows
    assert (first["play_id"], first["column"], first["rule_id"]) == (id, "points", "free_sheet.points")
    assert (first["game"], first["title"], first["wins"], first["finished"]) == (
        "free_sheet",
        "Doppelkopf",
        "most",
        "no",
    )
    assert datetime.fromisoformat(first["timestamp"]).tzinfo


def test_players_who_never_scored_are_included(here: Tables) -> None:
    begin(here, "Anna", "Ben", game="bronzen", reports=(Einzel(0), Einzel(0), Color()))
    assert {row["player"] for row in table(long_table(exported(here)))} == {"Anna", "Ben"}


def test_each_player_has_a_column_which_is_empty_where_nothing_was_reported(here: Tables) -> None:
    first = begin(here, "Anna", "Ben", reports=(Scored(0, "3"), OthersNothing(), Scored(1, "7")), wins="fewest")
    begin(here, "Ben", "Cem", reports=(Scored(0, "1"), Scored(1, "2"), Finished()))
    rows = table(wide_table(exported(here)))
    names = ("round", "Anna", "Ben", "Cem", "wins", "finished")
    assert [[row[name] for name in names] for row in rows] == [
        ["1", "3", "0", "", "fewest", "no"],
        ["2", "", "7", "", "fewest", "no"],
        ["1", "", "1", "2", "most", "yes"],
    ]
    assert [*rows[0]][:7] == ["play_id", "game", "title", "begun", "wins", "finished", "round"]
    assert rows[0]["play_id"] == first


@pytest.mark.parametrize("name", ["=1+1", "+49", "-x", "@SUM(A1)", "\t=1", "＝1", "'=1", " =1"])
def test_no_name_is_run_by_a_spreadsheet(here: Tables, name: str) -> None:
    written = cell(name)
    assert written.startswith("'")
    assert word(written) == name.strip()


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "'=1"])
def test_no_part_of_a_name_is_run_whatever_separates_the_cells(separator: str, formula: str) -> None:
    name = f"Anna{separator}{formula}{separator}Ben"
    assert cell(name).split(separator) == ["Anna", f"'{formula}", "Ben"]
    assert word(cell(name)) == name


def test_a_name_that_a_spreadsheet_would_run_is_harmless_in_the_file(here: Tables) -> None:
    begin(here, "=cmd|'/c calc'!A0", "O'Neil", reports=(Scored(0, "1"), Scored(1, "-2")), name='-1, "x"')
    for content in (long_table(exported(here)), wide_table(exported(here))):
        cells = {each for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))) for each in row}
        assert {each for each in cells if each[:1] in "=+-@" and each} == {"-2"}, "only a number begins so"
        assert "O'Neil" in cells


def test_the_link_for_bg_stats_says_all_it_can_be_asked(here: Tables) -> None:
    begin(here, "Anna", "Ben & Co", reports=(Scored(0, "3"), Scored(1, "-4"), Finished()), name="Golf", wins="fewest")
    (game,) = exported(here)
    link = bgstats_export.push_link(game)
    start = "bgstats://app.bgstatsapp.com/createPlay.html?data="
    assert link.startswith(start)
    assert not set(link[len(start) :]) & set('&# "{}'), "it is one value of an address"
    play = json.loads(unquote(link.removeprefix(start)))
    assert play["sourceName"] == "Companion"
    assert play["sourcePlayId"] == game.id
    assert play["playDate"] == game.begun.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    assert set(play) == {
        *("sourceName", "sourcePlayId", "playDate", "durationMin", "comments", "location", "board", "game", "players")
    }
    assert play["game"] == {
        "name": "Golf", "bggId": 0, "highestWins": False, "noPoints": False, "sourceGameId": "free_sheet.golf"
    }  # fmt: skip
    first, second = play["players"]
    assert (first["name"], first["rank"], first["score"], first["winner"], first["startPlayer"]) == (
        *("Anna", 2, "3", False, True),
    )
    assert (second["name"], second["rank"], second["score"], second["winner"]) == ("Ben & Co", 1, "-4", True)
    again = bgstats_export.push_link(exported(here)[0])
    assert again == link, "ids are stable"


def test_the_file_for_bg_stats_holds_each_person_and_game_once(here: Tables) -> None:
    begin(here, "Anna", "Ben", reports=(Scored(0, "3"), Scored(1, "4"), Finished()), name="Golf")
    begin(here, "anna", "Cem", reports=(Scored(0, "3"), Scored(1, "3"), Finished()), name="golf")
    begin(here, "Anna", "Ben", game="bronzen", reports=(Einzel(0),))
    content = json.loads(bgstats_export.plays_file(exported(here), now=NOW))
    assert set(content) == {"about", "games", "players", "locations", "plays", "userInfo"}
    assert len(content["games"]) == 2
    assert [player["name"] for player in content["players"]] == ["Anna", "Ben", "Cem"]
    golf, shared, running = content["plays"]
    assert isinstance(golf["playDateYmd"], int)
    assert (golf["playImages"], json.loads(golf["metaData"])["id"]) == ("[]", exported(here)[0].id)
    assert all(type(game["isBaseGame"]) is type(game["isExpansion"]) is int for game in content["games"])
    assert [score["score"] for score in golf["playerScores"]] == ["3", "4"]
    assert [score["winner"] for score in shared["playerScores"]] == [True, True]
    assert [score["winner"] for score in running["playerScores"]] == [False, False], "nobody has won yet"
    assert len({play["uuid"] for play in content["plays"]}) == 3


def test_the_duration_is_counted_from_the_first_to_the_last_entry(here: Tables) -> None:
    id = begin(here, "Anna", "Ben")
    from companion.kernel.log import Act, Entry

    for minute, seat in ((0, 0), (42, 1)):
        at = (NOW + timedelta(minutes=minute)).isoformat()
        here.library.journal(id).append(Entry(f"e{seat}", Act(Scored(seat, "1")), at))
    (play,) = json.loads(bgstats_export.plays_file(exported(here), now=NOW))["plays"]
    assert play["durationMin"] == 42


def test_a_sheet_to_paste_names_places_and_rounds_in_the_readers_language(here: Tables) -> None:
    begin(here, "Anna", "Ben", reports=(Scored(0, "1200"), Scored(1, "-4"), Finished()), name="Skat")
    lines = score_sheet_html.text(exported(here)[0], "de").splitlines()
    assert lines[0].startswith("Skat · ")
    assert lines[1:] == ["1. Anna: 1.200", "2. Ben: −4", "Runde 1: Anna 1.200, Ben −4"]


def test_a_sheet_to_print_is_a_page_for_a4_in_which_no_name_is_markup(here: Tables) -> None:
    begin(here, "<b>Anna</b>", "Ben", reports=(Scored(0, "1"), Scored(1, "2")), name="A & B")
    page = score_sheet_html.page(exported(here), "de")
    assert "size: A4" in page
    assert "<b>Anna" not in page
    assert "&lt;b&gt;Anna&lt;/b&gt;" in page
    assert "<h1>A &amp; B</h1>" in page
    assert "Das Spiel ist noch nicht zu Ende." in page
    assert page.count("<tr>") == 3
    assert "http" not in page, "it asks nobody for anything"


def test_a_sheet_of_several_columns_tells_them(here: Tables) -> None:
    here.library.import_(BRONZEN.read_text(encoding="utf-8"), here.games)
    assert "1 · Einzel" in score_sheet_html.page(exported(here), "en")


def test_what_lies_in_the_bin_goes_out_in_no_form_unless_it_is_asked_for(here: Tables) -> None:
    kept = begin(here, "Anna", "Ben", reports=(Scored(0, "1"),))
    gone = begin(here, "Cem", "Dora", reports=(Scored(0, "1"),))
    here.library.delete(gone)
    for form in FORMS.values():
        assert b"Cem" not in form.make(ExportRequest(exported(here), "en", NOW))
        assert b"Anna" in form.make(ExportRequest(exported(here, kept), "en", NOW))


def test_a_game_that_cannot_be_read_keeps_no_other_from_going_out(here: Tables) -> None:
    from companion.kernel.log import Header

    here.library.create(Header("toy_gone", 1, ("Eve", "Fox")))
    begin(here, "Anna", "Ben", reports=(Scored(0, "1"),))
    assert [one.names for one in exported(here)] == [("Anna", "Ben")]


@pytest.fixture
def changing(here: Tables) -> str:
    """Return a game that Dora has joined and Anna has left: Ben has 2 minus points, Cleo 5, Dora 7, and Anna none."""
    first = (LastCardLaid(0), NobodyDoubts(), HandsCounted((0, 2, 3)))
    id = begin(here, "Anna", "Ben", "Cleo", game="schlafmuetze", reports=first)
    for change in (Join(3, "Dora"), Leave(0)):
        session(here, id).submit(change)
    for report in (NextRound(), LastCardLaid(1), NobodyDoubts(), HandsCounted((0, 0, 2, 4)), Finish()):
        session(here, id).submit(Act(report))
    return id


@pytest.mark.rule("schlafmuetze.ruling.coming")
def test_a_newcomer_and_a_player_who_left_are_in_both_tables(here: Tables, changing: str) -> None:
    rows = table(long_table(exported(here, changing)))
    assert [[row[name] for name in ("round", "player", "delta", "total", "rule_id")] for row in rows] == [
        ["1", "Ben", "2", "2", "schlafmuetze.score.minus"],
        ["1", "Cleo", "3", "3", "schlafmuetze.score.minus"],
        ["1", "Dora", "3", "3", "schlafmuetze.ruling.coming"],
        ["2", "Cleo", "2", "5", "schlafmuetze.score.minus"],
        ["2", "Dora", "4", "7", "schlafmuetze.score.minus"],
        ["1", "Anna", "", "", ""],
    ]
    wide = table(wide_table(exported(here, changing)))
    assert [[row[name] for name in ("Anna", "Ben", "Cleo", "Dora")] for row in wide] == [
        ["0", "2", "3", "3"],
        ["", "0", "2", "4"],
    ]


@pytest.mark.rule("companion.coming")
def test_a_cell_of_a_player_who_left_before_anything_was_entered_is_empty(here: Tables) -> None:
    id = begin(here, "Anna", "Ben", "Cleo", reports=(Scored(0, "5"), Scored(1, "1")), name="Skat")
    for change in (Leave(2), Act(Finished())):
        session(here, id).submit(change)
    assert [(row["player"], row["delta"], row["total"]) for row in table(long_table(exported(here, id)))] == [
        ("Anna", "5", "5"),
        ("Ben", "1", "1"),
        ("Cleo", "", ""),
    ]
    assert [[row[name] for name in ("Anna", "Ben", "Cleo")] for row in table(wide_table(exported(here, id)))] == [
        ["5", "1", ""]
    ]
    assert score_sheet_html.text(exported(here, id)[0], "en").splitlines()[-1] == "Round 1: Anna 5, Ben 1"


@pytest.mark.rule("companion.coming")
def test_a_player_who_left_has_not_won_for_bg_stats(here: Tables, changing: str) -> None:
    (one,) = exported(here, changing)
    link = json.loads(unquote(bgstats_export.push_link(one).partition("=")[2]))
    content = json.loads(bgstats_export.plays_file((one,), now=NOW))
    for played in (link["players"], content["plays"][0]["playerScores"]):
        assert [(each["rank"], each["score"], each["winner"]) for each in played] == [
            (4, "0", False),
            (1, "2", True),
            (2, "5", False),
            (3, "7", False),
        ]
    assert [each["name"] for each in content["players"]] == ["Anna", "Ben", "Cleo", "Dora"]


@pytest.mark.rule("companion.coming")
def test_a_sheet_has_everybody_who_played_with_those_who_left_last(here: Tables, changing: str) -> None:
    (one,) = exported(here, changing)
    _, *places = score_sheet_html.text(one, "en").splitlines()
    assert places == [
        *("1. Ben: 2", "2. Cleo: 5", "3. Dora: 7", "4. Anna: 0"),
        "Round 1: Anna 0, Ben 2, Cleo 3, Dora 3",
        "Round 2: Ben 0, Cleo 2, Dora 4",
    ]
    page = score_sheet_html.page((one,), "en")
    assert "<th>Anna</th><th>Ben</th><th>Cleo</th><th>Dora</th>" in page
    assert "<td>Total</td><td>0</td><td>2</td><td>5</td><td>7</td>" in page

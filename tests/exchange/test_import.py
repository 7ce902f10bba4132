"""Import from tables and from BG Stats: previewed first, imported once however often, and nothing is lost."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from exchange.room import begin, bring, device, exported, results, say, session

from companion.exchange import import_preview
from companion.exchange.formats import FORMS, ExportRequest
from companion.exchange.imported_game import Preview
from companion.games.free_sheet.reports import Finished, OthersNothing, Scored
from companion.kernel.log import Act
from companion.stats.filters import evening_of
from companion.stats.played_games import Note
from companion.storage.errors import StorageError
from companion.storage.library import Shelf
from companion.tables.tables import Tables

FILES = Path(__file__).parent / "files"
EVENING = (FILES / "evening.bgsplay").read_bytes()
BRONZEN = Path(__file__).parents[1] / "games/bronzen/transcripts/bronzen_corrected.jsonl"
NOW = datetime(2026, 11, 23, 20, 15, tzinfo=UTC)


@pytest.fixture
def here(tmp_path: Path) -> Tables:
    return device(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> Tables:
    return device(tmp_path / "there")


def fill(at: Tables) -> None:
    """Have three games of any other game and one of Bronzen been played."""
    begin(
        at,
        "Anna",
        "Jörg",
        reports=(Scored(0, "3+6"), Scored(1, "-4"), Scored(1, "7"), Scored(0, "0"), Finished()),
        name="Skat",
    )
    begin(
        at, "Jörg", "=Cem", "Total", reports=(Scored(0, "5"), OthersNothing(), Finished()), name="Golf", wins="fewest"
    )
    begin(at, "Anna", "Cem", reports=(Scored(0, "5"), Scored(1, "1"), Scored(1, "2")), name="Uno")
    at.library.import_(BRONZEN.read_text(encoding="utf-8"), at.games)


# Round trips


@pytest.mark.parametrize("form", ["csv", "rounds", "bgstats"])
def test_what_goes_out_comes_in_elsewhere_as_it_was(here: Tables, there: Tables, form: str) -> None:
    fill(here)
    content = FORMS[form].make(ExportRequest(exported(here), "en", NOW))
    found = bring(there, content)
    assert not found.refused
    expected = results(here)
    if form == "bgstats":  # a play that is over is all it knows of
        expected = [(title, points, wins, True) for title, points, wins, _ in expected]
    assert results(there) == expected
    assert {one.begun.date() for one in exported(there)} == {one.begun.date() for one in exported(here)}


@pytest.mark.parametrize("form", ["csv", "rounds", "bgstats"])
def test_the_same_file_twice_adds_nothing_twice(here: Tables, there: Tables, form: str) -> None:
    fill(here)
    content = FORMS[form].make(ExportRequest(exported(here), "en", NOW))
    bring(there, content)
    before = there.library.everything()
    again = bring(there, content)
    assert (len(again.games), len(again.known)) == (0, 4)
    assert there.library.everything() == before
    own = bring(here, content)
    assert (len(own.games), len(own.known)) == (0, 4), "where it came from it is known by its id"


@pytest.mark.parametrize("content", [EVENING, b"Anna,Ben\n1,2\n3,4\n"])
def test_two_devices_that_took_in_the_same_file_have_the_same_games(
    here: Tables, there: Tables, content: bytes
) -> None:
    bring(here, content)
    bring(there, content)
    joined = here.join(there.library.everything(), say)
    assert (joined.known, joined.new, joined.apart) == (len(exported(here)), (), ())


def test_a_running_game_stays_one_with_what_is_missing(here: Tables, there: Tables) -> None:
    begin(here, "Anna", "Cem", reports=(Scored(0, "5"), Scored(1, "1"), Scored(1, "2")), name="Uno")
    bring(there, FORMS["rounds"].make(ExportRequest(exported(here), "en", NOW)))
    (game,) = exported(there)
    assert game.record.state.missing == (0,)
    assert [stored.name for stored in there.shelf(Shelf.OPEN)] == ["Uno"]


def test_what_has_ended_comes_into_the_archive_as_old_as_it_is(here: Tables) -> None:
    bring(here, EVENING)
    assert not here.shelf(Shelf.OPEN)
    golf, wingspan = here.shelf(Shelf.ARCHIVED)
    assert (wingspan.name, golf.name) == ("Wingspan", "Golf")
    assert wingspan.created == datetime(2026, 3, 7, 20, 15).astimezone(UTC)
    (game,) = exported(here, wingspan.id)
    assert game.lasted.total_seconds() == 95 * 60


# Tables written by hand


@pytest.mark.parametrize(
    "text",
    [
        "Runde;Anna;Jörg\n1;3+6;4\n2;-5;\nSumme;4;4\n",
        "round,Anna,Jörg\n1,9,4\n2,-5,0\n",
        "Anna\tJörg\n9\t4\n−5\t0\n",
        "player,points,round\nAnna,9,1\nJörg,4,1\nAnna,-5,2\nJörg,0,2\n",
        "Spieler;Punkte;Runde\r\nAnna;9,0;1\r\nJörg;4;1\r\nAnna;'-5;2\r\n",
        '"Runde","Anna","Jörg"\n"1","9","4"\n\n"2","-5","0"\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_people_write_tables_in_many_ways(here: Tables, text: str, encoding: str) -> None:
    bring(here, text.replace("−", "-" if encoding == "cp1252" else "−").encode(encoding))
    (game,) = exported(here)
    assert dict(zip(game.names, game.sheet.totals, strict=True)) == {"Anna": 4, "Jörg": 4}
    assert len([*game.rounds]) == 2


def test_several_games_in_one_table_are_held_together_by_what_was_played_when(here: Tables) -> None:
    bring(
        here, "Spiel;Datum;Runde;Anna;Ben;Cem\nUno;20.11.2026;1;5;7;\nUno;20.11.2026;2;1;1;\nSkat;20.11.2026;1;;24;0\n"
    )
    assert {(one.title, one.names, one.sheet.totals) for one in exported(here)} == {
        ("Uno", ("Anna", "Ben"), (6, 8)),
        ("Skat", ("Ben", "Cem"), (24, 0)),
    }


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("id,player,points\n1,Anna,5\n1,Ben,x\n", 3, "“x” is not a valid sum."),
        ("id,player,points\n1,Anna,5\n1,Ben,3.5\n", 3, "“3.5” is not a valid sum."),
        ("id,player,points\n1,Anna,5\n1,,3\n", 3, "There is no name in this line."),
        ("id,player,points,round\n1,Anna,5,one\n1,Ben,5,1\n", 2, "“one” is not the number of a round."),
        ("id,player,points,date\n1,Anna,5,tomorrow\n1,Ben,5,\n", 2, "“tomorrow” is not a date like"),
        ("id,player,points\n1,Anna,5\n", 2, "A sheet has 2 to 8 players."),
        ("Runde;Anna;Ben\n1;2;3;4\n", 2, "There are more cells than headings."),
        ("Runde;Anna;Ben\n1;2;3\n1;2;3\n", 3, "Round 1 appears twice."),
        ("Anna;" + "B" * 41 + "\n1;2\n", 2, "This name is too long"),
        ("Anna;Ben\n9999999;2\n", 2, "That is too much"),
    ],
)
def test_what_cannot_be_taken_says_where_and_why(here: Tables, text: str, line: int, why: str) -> None:
    found = bring(here, text)
    assert [(bad.line, why in say(bad.why)) for bad in found.refused] == [(line, True)]
    assert not exported(here)


def test_what_is_wrong_in_one_game_keeps_no_other_out(here: Tables) -> None:
    found = bring(here, "id,player,points\n1,Anna,5\n1,Ben,x\n2,Anna,5\n2,Ben,6\n")
    assert [say(reason) for reason in found.reasons] == [
        "Line 3, column “points”: “x” is not a valid sum. Enter whole numbers with + and −, for example 3+6+2."
    ]
    assert say(found.said) == "Imported: 1 new game and 1 refused."
    assert [one.sheet.totals for one in exported(here)] == [(5, 6)]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'Anna,Ben\n1,"2\n', "a quotation mark is opened and never closed"),
        (b"Hello, world\nI write, Ben\n", "“I write” is not a valid sum."),
        (b"a,b\n\n,\n", "No points can be read"),
        (b"Anna,anna\n1,2\n", "Two columns of this table have the same name."),
        (b"player,total\nAnna,2\n", "A sheet has 2 to 8 players."),
        (EVENING[:2000], "damaged or incomplete"),
        (b'{"plays": 1, "games": [], "players": []}', "damaged or incomplete"),
        (b'{"games": [{"id": []}], "players": [], "plays": []}', "damaged or incomplete"),
        (b'{"games": [' + b"[" * 5000, "nested too deep"),
    ],
)
def test_a_broken_file_says_so_and_nothing_changes(here: Tables, content: bytes, why: str) -> None:
    begin(here, "Anna", "Ben", reports=(Scored(0, "1"),))
    before = here.library.everything()
    assert import_preview.is_importable(content)
    try:
        found = import_preview.read(content, here)
        assert not found.games
        said = " ".join(map(say, found.reasons))
    except StorageError as error:
        said = say(error.why.text)
    assert why in said
    assert here.library.everything() == before


@pytest.mark.parametrize("cut", range(0, len(EVENING), 97))
def test_a_file_of_bg_stats_cut_anywhere_adds_nothing(here: Tables, cut: int) -> None:
    content = EVENING[:cut]
    if import_preview.is_importable(content):
        with pytest.raises(StorageError):
            import_preview.read(content, here)


def previewed(here: Tables, content: str | bytes) -> tuple[Preview, ...]:
    """Return the previews of a file's games, and assert that none is refused."""
    found = import_preview.read(content.encode() if isinstance(content, str) else content, here)
    assert not found.refused
    return found.previews


TWO = [("Anna", 60), ("Ben", 15)]


@pytest.mark.parametrize(
    ("text", "rounds", "totals"),
    [
        ("Name;Runde 1;Runde 2;Runde 3;Summe\nAnna;10;20;30;60\nBen;5;5;5;15\n", 3, TWO),
        ("Player,R1,R2,R3,Total\nAnna,10,20,30,60\nBen,5,5,5,15\n", 3, TWO),
        ("Player,R1,R2,R3\nAnna,10,20,30\nBen,5,5,5\nTotal,15,25,35\n", 3, TWO),
        (";1;2;3\nAnna;10;20;30\nBen;5;5;5\n", 3, TWO),
        ("Runde;1;2;3\nAnna;10;20;30\nBen;5;5;5\n", 3, TWO),
        ("Spieler;Felder;Türme;Ergebnis\nAnna;10;50;60\nBen;5;10;15\n", 2, TWO),
        ("Spieler;Felder;Türme;Brücken;Alles\nAnna;10;40;10;60\nBen;5;5;5;15\n", 3, TWO),
        ("Name;Endstand\nAnna;60\nBen;15\n", 1, TWO),
        ("Spieler;Anna;Ben\n1;10;5\n2;50;10\n", 2, TWO),
        ("Spieler;Punkte\nAnna;60\nBen;15\nSumme;75\n", 1, TWO),
        ("Runde;Anna;Ben\nSumme;60;15\n", 1, TWO),
    ],
)
def test_rows_may_be_players(here: Tables, text: str, rounds: int, totals: list[tuple[str, int]]) -> None:
    (game,) = previewed(here, text)
    assert game.rounds == rounds
    assert [*zip(game.figures.names, game.figures.points, strict=True)] == totals
    bring(here, text)
    assert exported(here)[0].sheet.totals == tuple(points for _, points in totals)


@pytest.mark.parametrize(
    "last",
    [
        "Endstand;15;11",
        "Ergebnis:;15;11",
        "Gesamt;15;11",
        "Total;15;11",
        "Fertig;15;11",
        ";15;11",
        "GESAMTPUNKTE;15;11",
    ],
)
def test_a_sum_is_no_round(here: Tables, last: str) -> None:
    (game,) = previewed(here, f"Runde;Anna;Ben\n1;12;7\n2;3;4\n{last}\n")
    assert (game.rounds, [*game.figures.points]) == (2, [15, 11])
    assert any("not a round" in note for note in map(say, game.notes))


def test_a_round_with_a_number_is_a_round_though_it_equals_the_sum(here: Tables) -> None:
    (game,) = previewed(here, "Runde;Anna;Ben\n1;12;7\n2;3;4\n3;15;11\n")
    assert (game.rounds, [*game.figures.points]) == (3, [30, 22])


@pytest.mark.parametrize(
    "text", ["Runde;Anna;Ben\n1;12;7\n2;3;4\nEndstand;15;12\n", "Name;R1;R2;Endstand\nAnna;12;3;15\nBen;7;4;12\n"]
)
def test_a_sum_that_does_not_add_up_is_said(here: Tables, text: str) -> None:
    (game,) = previewed(here, text)
    assert "“Endstand” says 12 for Ben, but the rounds add up to 11." in map(say, game.notes)


def test_what_was_guessed_or_left_out_is_said(here: Tables) -> None:
    (game,) = previewed(here, "Runde;Anna;Ben;Cleo;Summe\n1;12;7;-;19\n2;3;4;5;12\n")
    assert [*map(say, game.notes)] == [
        "The file does not say what was played.",
        "The file has no date: the game gets today’s.",
        "The column “Summe” is left out.",
        "1 empty cell counts as 0.",
        "The file does not say who wins: the most points do.",
    ]
    (game,) = previewed(here, f"Spiel;Datum;Uhrzeit;Gewinnt;Anna;Ben\n{'Skat ' * 20};9.3.2024;20:15;wenigste;50;40\n")
    assert [say(note).partition(" and")[0] for note in game.notes] == ["The title is too long for a sheet"]
    assert game.figures.places == [2, 1]
    assert game.game.created.astimezone().isoformat().startswith("2024-03-09T20:15")


def test_a_line_may_say_what_separates_the_cells(here: Tables) -> None:
    (game,) = previewed(here, "sep=;\nRunde;Anna;Ben\n1;12;7\n")
    assert [*game.figures.points] == [12, 7]
    assert [bad.line for bad in import_preview.read(b"sep=;\nRunde;Anna;Ben\n1;12;x\n", here).refused] == [3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Runde;Anna;Ben\n1;12;7\n2;3;4,5\n", "Line 3, column “Ben”: “4,5” is not a valid sum."),
        ("Name;R1;R2\nAnna;12;3\nBen;7;1.200\n", "Line 3, column “R2”: “1.200” is not a valid sum."),
        ("Name;R1;R2\nAnna;12;3\nAnna;7;1\n", "Line 3: “Anna” appears twice."),
        ("Runde;Geber;Anna;Ben\n1;Anna;12;7\n", "Line 2, column “Geber”: “Anna” is not a valid sum."),
        ("Runde;Uhrzeit;Anna;Ben\n1;8 Uhr;12;7\n", "Line 2, column “Uhrzeit”: “8 Uhr” is not a date like"),
    ],
)
def test_a_wrong_cell_is_named(here: Tables, text: str, said: str) -> None:
    (reason,) = bring(here, text).reasons
    assert say(reason).startswith(said)


@pytest.mark.parametrize("written", ["2026-03-07", "20260307", "07.03.2026", "7.3.26", "07/03/2026", "2026/03/07"])
def test_a_day_without_a_time_is_the_evening_of_that_day(here: Tables, written: str) -> None:
    bring(here, f"Datum;Anna;Ben\n{written};1;2\n")
    bring(here, EVENING.replace(b"2026-03-07 20:15:00", b"2026-03-07 00:00:00"))
    here.evenings.count()
    days = {game.id: evening_of(game.at) for game in here.evenings.played()}
    assert [days[one.id] for one in exported(here) if one.title != "Golf"] == [date(2026, 3, 7)] * 2


# BG Stats


def test_plays_of_bg_stats_become_sheets_and_their_players_are_known(here: Tables) -> None:
    found = bring(here, EVENING)
    wingspan, golf = exported(here)
    assert (wingspan.title, wingspan.names, wingspan.sheet.totals) == ("Wingspan", ("Anna", "Jörg"), (73, 81))
    assert (golf.title, golf.names, golf.sheet.totals) == ("Golf", ("Anna", "Cem"), (72, -2))
    assert golf.sheet.lowest_wins
    assert golf.is_over
    assert wingspan.record.seated.first == 0
    assert here.library.players() == ("Anna", "Jörg", "Cem")
    assert [say(reason) for reason in found.reasons] == [
        "Play 3: Not everybody has points in it, and a sheet holds nothing but points.",
        "Play 4: By the points, somebody else won than the file says.",
        "Play 5: It is not a list of plays from BG Stats.",
    ]
    assert bring(here, EVENING).known == tuple(one.id for one in exported(here))


def test_the_backup_of_bg_stats_has_the_same_tables(here: Tables) -> None:
    backup = json.loads(EVENING) | {"challenges": [], "deletedObjects": [], "groups": [], "tags": []}
    del backup["about"]
    bring(here, json.dumps(backup))
    assert [one.title for one in exported(here)] == ["Wingspan", "Golf"]
    assert not bring(here, EVENING).games, "the same plays in another file are the same plays"


def mended(content: bytes, **change: Any) -> bytes:
    """Return the file with the points of the first play changed."""
    plays = json.loads(content)
    plays["plays"][0]["playerScores"][0] |= change
    return json.dumps(plays).encode()


def test_a_play_that_was_mended_at_its_source_replaces_the_old_one(here: Tables) -> None:
    bring(here, EVENING)
    old = next(one for one in exported(here) if one.title == "Wingspan")
    here.evenings.note(old.id, Note(place="At the lake"))
    found = bring(here, mended(EVENING, score="74"))
    assert say(found.said) == "Imported: 1 that replaces an older version, 1 that was here already, and 3 refused."
    new = next(one for one in exported(here) if one.title == "Wingspan")
    assert sorted(new.sheet.totals) == [73, 74]
    assert [one.title for one in exported(here)] == ["Wingspan", "Golf"]
    assert [stored.id for stored in here.shelf(Shelf.DELETED)] == [old.id], "the old one can be had back"
    here.evenings.count()
    assert [game.note.place for game in here.evenings.played()] == ["", "At the lake"]
    for content in (EVENING, mended(EVENING, score="74")):
        assert len(bring(here, content).known) == 2
    assert len(exported(here)) == 2
    here.library.delete(new.id)
    assert len(bring(here, mended(EVENING, score="75")).known) == 2, "what was deleted is not brought back"


def test_a_running_game_of_another_device_is_replaced_by_what_it_has_become(here: Tables, there: Tables) -> None:
    id = begin(here, "Anna", "Cem", reports=(Scored(0, "5"), Scored(1, "1"), Scored(1, "2")), name="Uno")
    bring(there, FORMS["rounds"].make(ExportRequest(exported(here), "en", NOW)))
    session(here, id).submit(Act(Scored(0, "9")))
    bring(there, FORMS["rounds"].make(ExportRequest(exported(here), "en", NOW)))
    assert [one.sheet.totals for one in exported(there)] == [(14, 3)]


def test_games_with_the_same_number_in_two_tables_by_hand_are_two_games(here: Tables) -> None:
    for points in (5, 6):
        bring(here, f"id,player,points\n1,Anna,{points}\n1,Ben,1\n")
    assert len(exported(here)) == 2


@pytest.mark.parametrize(
    ("winners", "why"),
    [
        ((0,), "Anna and Jörg are tied on points, so they share the win; the file names Anna as the winner."),
        ((0, 1), ""),
        ((), ""),
    ],
)
def test_a_tie_that_was_decided_by_hand_is_noted(here: Tables, winners: tuple[int, ...], why: str) -> None:
    plays = json.loads(EVENING)
    del plays["plays"][1:]
    for seat, score in enumerate(sorted(plays["plays"][0]["playerScores"], key=lambda score: score["seatOrder"])):
        score |= {"score": "50", "winner": seat in winners}
    found = import_preview.read(json.dumps(plays).encode(), here)
    (preview,) = found.previews
    assert [said for said in map(say, preview.notes) if "tied" in said] == [why] * bool(why)


def test_points_count_though_the_game_is_said_to_have_none(here: Tables) -> None:
    plays = json.loads(EVENING)
    for game in plays["games"]:
        game["noPoints"] = True
    plays["plays"][0] |= {"comments": "Rain", "locationRefId": 1}
    wingspan, *_ = import_preview.read(json.dumps(plays).encode(), here).previews
    assert [*map(say, wingspan.notes)] == ["Left out: the place and the notes."]


def test_what_was_deleted_is_not_brought_back_by_the_file_it_came_from(here: Tables) -> None:
    bring(here, EVENING)
    for stored in here.shelf(Shelf.ARCHIVED):
        here.library.delete(stored.id)
    assert len(bring(here, EVENING).known) == 2
    assert len(here.shelf(Shelf.DELETED)) == 2


@pytest.mark.parametrize(
    "content",
    [
        b'{"game": "bronzen", "seats": ["Anna", "Ben"]}\n{"kind": "bronzen.einzel", "seat": 0}\n',
        b'# by hand, today\n\n{"game": "bronzen", "seats": ["Anna, B", "Ben"]}\n',
        b'{"companion": "everything", "version": 1, "sha256": "x"}\n{"kind": "players", "names": ["players"]}\n',
        b"https://a.example/#/bring/1-1-2-ABCDEFGH-AAAA\nhttps://a.example/#/bring/1-2-2-ABCDEFGH-AA,A\n",
        b"",
        b"one line, no table",
    ],
)
def test_what_is_ours_is_nobody_elses(content: bytes) -> None:
    assert not import_preview.is_importable(content)

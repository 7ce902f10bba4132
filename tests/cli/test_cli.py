"""The command line, as a public contract: what it prints, and its exit codes."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from effort import at_leisure, cases

from companion.cli import main
from companion.cli.parser import parser
from companion.i18n import Renderer
from companion.i18n.arguments import WORDS
from companion.resources import locales

TRANSCRIPTS = Path(__file__).parents[1] / "games" / "bronzen" / "transcripts"

HEADER = '{"game": "bronzen", "seats": ["Anna", "Ben"]}'


def log(tmp_path: Path, *lines: str) -> str:
    """Write a log by hand and return its path."""
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command."""
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Return the values a command prints for programs."""
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    return json.loads(out)


def test_games_are_listed_with_their_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    games = {game["id"]: game for game in printed(capsys, "games", "--json")}
    assert games["bronzen"]["seats"] == [2, 2]
    rules = {rule["key"]: rule for rule in games["bronzen"]["house_rules"]}
    assert [option["id"] for option in rules["jays"]["options"]] == ["each", "once"]
    assert rules["jays"]["default"] == "each"
    assert rules["jays"]["offered"]
    asked = {rule["key"]: rule for rule in games["schlafmuetze"]["house_rules"]}
    assert not asked["keeping"]["offered"]
    assert (asked["keeping"]["default"], asked["votes"]["offered"]) == ("referee_only", True)
    assert "pracherche" in games
    code, out, _ = run(capsys, "games", "--locale", "de")
    assert code == 0
    assert "jays" in out
    # what is not chosen at setup may still stand in a header
    keeping = [line.endswith("– beim Aufbau nicht zu wählen") for line in out.splitlines() if "keeping" in line]
    assert sorted(keeping) == [False, True], "of Bronzen and of Schlafmütze"
    hidden = [rule["key"] for game in games.values() for rule in game["house_rules"] if not rule["offered"]]
    assert out.count("beim Aufbau nicht zu wählen") == len(hidden)


def test_replay_shows_the_names_that_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = log(
        tmp_path,
        '{"game": "schlafmuetze", "seats": ["Ana", "Ben", "Cem", "Player 4"]}',
        '{"kind": "rename", "seat": 0, "name": "Anna"}',
        '{"kind": "reseat", "seats": ["Cem", "Anna", "Ben"]}',
        '{"kind": "rename", "seats": [1, 2], "names": ["Ben", "Anna"]}',
        '{"kind": "undo", "entry": "3"}',
    )
    trace = printed(capsys, "replay", file, "--json", "--trace")
    assert [step["seats"] for step in trace["trace"]] == [
        ["Anna", "Ben", "Cem", "Player 4"],
        ["Cem", "Anna", "Ben"],
        ["Cem", "Ben", "Anna"],
        ["Cem", "Anna", "Ben"],
    ]
    last = trace["trace"][-1]
    assert [(line["what"], line["struck"]) for line in last["history"]][1:] == [
        ("Players: Cem, Anna, and Ben", False),
        ("Names: Ben and Anna", True),
    ]
    assert last["history"][0]["told"] == [{"text": "Ana is now called Anna.", "rules": ["companion.players"]}]
    assert [rank["seat"] for rank in last["sheet"]["ranking"]] == [0, 1, 2]
    code, out, _ = run(capsys, "replay", file)
    assert (code, "Ana is now called Anna.  [companion.players]" in out) == (0, True)


def test_a_name_that_cannot_be_one_ends_a_log_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for wrong in ('"seat": 1, "name": "anna"', '"seat": 1, "name": " "', '"seat": 2, "name": "Cem"'):
        file = log(tmp_path, HEADER, '{"kind": "bronzen.einzel", "seat": 0}', f'{{"kind": "rename", {wrong}}}')
        code, _, err = run(capsys, "replay", file)
        assert (code, "[companion.players]" in err, err.startswith("Line 3: ")) == (1, True, True)


def test_a_log_written_by_hand_is_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = log(
        tmp_path,
        "# an evening in the kitchen",
        HEADER,
        *['{"kind": "bronzen.einzel", "seat": 0}'] * 7,
        "",
        '{"kind": "bronzen.einzel", "seat": 1}',
    )
    state = printed(capsys, "replay", file, "--json")
    assert state["sheet"]["rounds"] == [
        [
            {"einzel": 2, "double_1": 0, "double_2": 0, "double_3": 0, "jay": 0, "bronzen": 0},
            {"einzel": 0, "double_1": 0, "double_2": 0, "double_3": 0, "jay": 0, "bronzen": 0},
        ]
    ]
    assert state["sheet"]["totals"] == [2, 0]
    points = [point for line in state["history"] for point in line["points"]]
    assert [(point["points"], point["rules"][0]) for point in points] == [(2, "bronzen.einzel.points")]
    assert state["version"] == 8
    assert state["error"] is None
    assert {"bronzen.einzel", "bronzen.jay", "bronzen.exchange"} <= {offer["kind"] for offer in state["offers"]}


def test_corrections_in_a_log_written_by_hand(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    won = '{"kind": "bronzen.einzel", "seat": 0}'
    amend = '{"kind": "amend", "entry": 1, "action": {"kind": "bronzen.einzel", "seat": 1}}'
    state = printed(capsys, "replay", log(tmp_path, HEADER, won, won, '{"kind": "undo", "entry": 2}', amend), "--json")
    assert [(line["struck"], line["amended"]) for line in state["history"]] == [(False, True), (True, False)]
    bunkers = [(fact["seat"], fact["value"]) for fact in state["facts"] if fact["rules"] == ["bronzen.term.bunker"]]
    assert (1, 2) in bunkers


def test_trace_tells_every_entry(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = log(tmp_path, HEADER, '{"kind": "bronzen.color"}', '{"kind": "bronzen.jay"}')
    trace = printed(capsys, "replay", file, "--json", "--trace")["trace"]
    assert [state["version"] for state in trace] == [1, 2]
    assert [state["phase"] for state in trace] == ["laying", "laying"]
    code, out, _ = run(capsys, "replay", file, "--trace")
    assert code == 0
    assert out.index("Color!") < out.index("Jay!")


def test_trace_goes_past_an_entry_that_never_fitted_and_was_undone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wrong, undone = '{"kind": "bronzen.double", "seat": 0}', '{"kind": "undo", "entry": 2}'
    file = log(tmp_path, HEADER, '{"kind": "bronzen.color"}', wrong, undone, '{"kind": "bronzen.jay"}')
    trace = printed(capsys, "replay", file, "--json", "--trace")["trace"]
    assert [state["version"] for state in trace] == [1, 2, 3, 4]


def test_a_showdown_is_announced_before_it_is_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    counted = '{"kind": "bronzen.recount", "hands": [3, 107], "bunkers": [0, 0]}'
    file = log(tmp_path, HEADER, counted, '{"kind": "bronzen.counter"}')
    _, out, _ = run(capsys, "replay", file, "--locale", "en")
    assert "Showdown: Anna lays the last card and must win it clearly." in out
    notes = printed(capsys, "replay", file, "--json")["notes"]
    assert "bronzen.showdown.clear_win" in notes[0]["rules"]


def test_the_language_of_the_output_can_be_chosen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = log(tmp_path, HEADER, '{"kind": "bronzen.jay"}')
    assert "Both lay 4 cards face down" in run(capsys, "replay", file, "--locale", "en")[1]
    assert "verdeckt" in run(capsys, "replay", file, "--locale", "de")[1]


def test_the_first_entry_refused_ends_with_line_reason_and_rule(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = log(tmp_path, HEADER, '{"kind": "bronzen.color"}', '{"kind": "bronzen.double", "seat": 0}')
    code, out, err = run(capsys, "replay", file, "--locale", "en")
    assert code == 1
    assert err.startswith("Line 3: You can’t do that right now. Both lay 1 card face down")
    assert "bronzen.color" in err
    assert "Color!" in out
    code, out, _ = run(capsys, "replay", file, "--json")
    assert code == 1
    assert json.loads(out)["error"]["line"] == 3


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        ([HEADER, "{not json"], 1, "Line 2"),
        ([HEADER, '{"kind": "bronzen.einzel", "seat": "0"}'], 1, "seat"),
        ([HEADER, '{"kind": "bronzen.einzl"}'], 1, "bronzen.einzl"),
        (['{"game": "canasta", "seats": ["Anna", "Ben"]}'], 2, "canasta"),
        (['{"game": "bronzen", "revision": 99, "seats": ["Anna", "Ben"]}'], 2, "newer"),
        (['{"game": "bronzen", "seats": ["Anna"]}'], 2, "2 players"),
        (['{"game": "bronzen", "seats": ["Anna", "Ben"], "setup": {"jays": "never"}}'], 2, "never"),
        (["Dear diary"], 2, "log"),
        ([""], 2, "log"),
    ],
)
def test_bad_logs_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: list[str], code: int, said: str
) -> None:
    found, _, err = run(capsys, "replay", log(tmp_path, *lines), "--locale", "en")
    assert found == code
    assert said in err
    german = run(capsys, "replay", log(tmp_path, *lines), "--locale", "de")[2]
    assert german
    assert german != err


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "replay", str(tmp_path / "none.jsonl"))[0] == 2


@pytest.mark.parametrize("name", ["bronzen_whole_game_rounds", "pracherche_plain_trick"])
def test_whole_games_are_replayed(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert printed(capsys, "replay", str(TRANSCRIPTS / f"{name}.jsonl"), "--json")["over"] is True


def test_rules_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    rules = {rule["id"]: rule for rule in printed(capsys, "rules", "list", "--json")}
    assert rules["bronzen.jay.points"] == {
        "id": "bronzen.jay.points",
        "game": "bronzen",
        "kind": "rule",
        "title": rules["bronzen.jay.points"]["title"],
    }
    assert {rule["kind"] for rule in rules.values()} >= {"rule", "ruling", "house rule"}
    german = {rule["id"]: rule["title"] for rule in printed(capsys, "rules", "list", "--json", "--locale", "de")}
    assert german.keys() == rules.keys()
    assert all(
        rule["game"] == "pracherche" for rule in printed(capsys, "rules", "list", "--json", "--game", "pracherche")
    )
    shown = printed(capsys, "rules", "show", "bronzen.jay.points", "--json")
    assert shown["text"]
    assert set(shown["see"]) <= rules.keys()
    assert shown["title"] in run(capsys, "rules", "show", "bronzen.jay.points")[1]


def test_rules_are_read_in_one_go(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = run(capsys, "rules", "read", "slam", "--locale", "de")
    assert code == 0
    assert text.startswith("Slam!: Regelheft\n======")
    assert "\nGleichstand\n-----------\n" in text
    _, markdown, _ = run(capsys, "rules", "read", "slam", "--part", "quick", "--format", "markdown")
    assert markdown.startswith("# Slam!: Quick start\n\n## Before the first slam\n\n1. 10 slam cards")
    assert "§ `slam.setup.slams`" in markdown
    _, html, _ = run(capsys, "rules", "read", "slam", "--format", "html")
    assert html.startswith("<!doctype html>")
    # every rule it names can be looked up in the same file
    assert set(re.findall(r'href="#(slam\.[\w.]+)"', html)) <= set(re.findall(r'id="(slam\.[\w.]+)"', html))
    assert "<script" not in html
    page = printed(capsys, "rules", "read", "slam", "--part", "page", "--json")
    assert (page["game"], page["part"]) == ("slam", "page")
    book = printed(capsys, "rules", "read", "slam", "--json")
    rules = {rule["id"] for rule in printed(capsys, "rules", "list", "--game", "slam", "--json")}
    assert {id for s in book["sections"] for p in s["paragraphs"] for id in p["rules"]} == rules


def test_rules_are_searched(capsys: pytest.CaptureFixture[str]) -> None:
    best = printed(capsys, "rules", "search", "wer", "darf", "dublen", "--json", "--locale", "de", "--limit", "3")
    assert best[0].keys() == {"id", "game", "kind", "title", "passage", "found", "score"}
    assert (best[0]["id"], best[0]["game"], best[0]["kind"]) == ("bronzen.double.who", "bronzen", "rule")
    assert len(best) == 3
    _, out, _ = run(capsys, "rules", "search", "wer darf dublen", "--locale", "de")
    assert out.startswith(f"{best[0]['title']}  [Regel]\nbronzen.double.who\n")
    assert "\nbronzen.double.who\n  Bronzen: " in out
    slams = printed(capsys, "rules", "search", "gleichstand", "--json", "--game", "slam")
    assert {hit["game"] for hit in slams} == {"slam"}


def test_a_search_that_finds_nothing_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "rules", "search", "xqzzwvk", "--locale", "de") == (
        1,
        "",
        "Zu „xqzzwvk“ wurde nichts gefunden.\n",
    )
    code, out, _ = run(capsys, "rules", "search", "xqzzwvk", "--json")
    assert (code, json.loads(out)) == (1, [])


def test_an_unknown_rule_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "rules", "show", "bronzen.jay.point")
    assert code == 1
    assert "bronzen.jay.points" in err


def test_an_unwritable_data_folder_is_said_plainly(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, _, err = run(capsys, "serve", "--data", str(tmp_path / "file" / "games"), "--locale", "en")
    assert code == 1
    assert str(tmp_path) in err or "folder" in err
    assert run(capsys, "serve", "--data", str(tmp_path / "file" / "games"), "--locale", "de")[2] != err


def test_a_port_in_use_is_said_plainly(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "companion", "serve", "--port", port, "--data", str(tmp_path)]
        done = subprocess.run([*command, "--locale", "en"], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert port in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


# Words of the command line itself


@pytest.mark.parametrize("command", ["serve", "export -", "figures", "web"])
def test_what_is_said_before_a_command_counts(command: str) -> None:
    said = parser("en").parse_args(["--data", "before", "--port", "8899", "--lan", *command.split()])
    assert (said.data, said.port, said.lan) == (Path("before"), 8899, True)
    again = parser("en").parse_args(["--data", "before", *command.split(), "--data", "behind"])
    assert again.data == Path("behind")


def test_nothing_said_is_nothing_chosen() -> None:
    for words in ([], ["serve"], ["web"]):
        said = parser("en").parse_args(words)
        assert (said.data, said.port, said.lan, said.https, said.pocket) == (None, None, False, False, None)


@pytest.mark.parametrize(
    ("words", "german"),
    [
        ("foo", "Fehler: bei BEFEHL: 'foo' gibt es nicht"),
        ("--nix", "Fehler: damit ist nichts anzufangen: --nix"),
        ("--l", "nicht eindeutig"),
        ("serve --port", "bei --port: dahinter fehlt eine Angabe"),
        ("serve --port abc", "„abc“ ist keine ganze Zahl von 0 bis 65535"),
        ("serve --port 65536", "„65536“ ist keine ganze Zahl"),
        ("serve --port -1", "„-1“ ist keine ganze Zahl"),
        ("serve --host nowhere", "„nowhere“ ist keine Adresse"),
        ("games --json=yes", "hier gehört keine Angabe dahinter"),
        ("replay", "es fehlt: DATEI"),
        ("rules search", "es fehlt: WÖRTER"),
        ("rules search jay --limit 0", "„0“ ist keine ganze Zahl von 1 bis 1000"),
        ("rules list --game canasta", "'canasta' gibt es nicht (zur Wahl: 'companion', '"),
    ],
)
def test_a_wrong_command_is_reported_in_the_language_of_the_rest(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, german: str
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert german in said
    assert "usage" not in said
    assert "error" not in said
    assert "argument" not in said


def test_the_help_is_in_one_language(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["replay", "--locale", "de", "--help"])
    said = capsys.readouterr().out
    for german in ("Aufruf: companion replay", "\nAngaben:\n", "\nOptionen:\n", "diese Hilfe zeigen"):
        assert german in said
    with pytest.raises(SystemExit):
        main(["replay", "--locale", "en", "--help"])
    said = capsys.readouterr().out
    for english in ("usage: companion replay", "\npositional arguments:\n", "show this help message and exit"):
        assert english in said


@pytest.mark.parametrize("locale", locales())
def test_what_argparse_fills_in_is_in_every_translation(locale: str) -> None:
    for text in WORDS:
        marks = re.findall(r"%(?:\(\w+\))?[rs]", text.message)
        assert sorted(re.findall(r"%(?:\(\w+\))?[rs]", Renderer(locale).text(text))) == sorted(marks)


# Trouble


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "gibt es nicht"), (b"\xff\xfe\x00junk", "kein Text in UTF-8"), ("folder", "ist ein Ordner")],
)
def test_why_a_file_cannot_be_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | str | None, said: str
) -> None:
    file = tmp_path / "game.jsonl"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content:
        file.mkdir()
    assert run(capsys, "replay", str(file), "--locale", "de") == (2, "", ANY)
    assert said in run(capsys, "replay", str(file), "--locale", "de")[2]


@at_leisure
def test_a_terminal_without_umlauts_is_no_obstacle(tmp_path: Path) -> None:
    file = log(tmp_path, HEADER, '{"kind": "bronzen.recount", "hands": [55, 55], "bunkers": [0, 0]}')
    command = [sys.executable, "-m", "companion", "replay", "-", "--locale", "de"]
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    for more, said in ((), b"Karten nachgez?hlt"), (("--json",), rb"Karten nachgez\u00e4hlt"):
        with Path(file).open("rb") as log_:
            done = subprocess.run([*command, *more], stdin=log_, env=plain, capture_output=True, timeout=30, check=True)
        assert said in done.stdout
        assert done.stderr == b""


@at_leisure
@pytest.mark.skipif(sys.platform == "win32", reason="other systems give such an address another error")
def test_an_address_of_another_machine_is_said_plainly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "serve", "--host", "203.0.113.7", "--port", "0", "--locale", "en"]
    done = subprocess.run([*command, "--data", str(tmp_path)], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert "203.0.113.7 is not an address of this machine" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_takes_no_key_is_said_plainly(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "lan.key.new").mkdir()
    code, _, err = run(capsys, "serve", "--data", str(tmp_path), "--port", "0", "--locale", "en")
    assert code == 1
    assert err.startswith("Companion cannot write to its data folder.")
    assert f"The data folder is {tmp_path}." in err


# What no terminal and no log should get


EVIL = "\x1b[31m\x00\x07\x9b\u202e"


@pytest.mark.parametrize(
    ("head", "entry", "code", "said"),
    [
        ({"format": -5}, {}, 2, "The field “format” cannot be -5."),
        ({"format": 0}, {}, 2, "The field “format” cannot be 0."),
        ({}, {"base": -1}, 1, "The field “base” cannot be -1."),
        ({}, {"id": ""}, 1, 'The field “id” cannot be "".'),
        ({"seats": ["Anna", "B" * 200_000]}, {}, 2, "is too long"),
        ({"seats": ["Anna", f"Ben{EVIL}"]}, {}, 2, "“Ben<U+001B>[31m<U+0000>"),
        ({"setup": {f"jays{EVIL}": "once"}}, {}, 2, "<U+001B>"),
        ({"setup": {"jays": "x" * 200_000}}, {}, 2, "is too long"),
        ({"language": EVIL}, {}, 2, "<U+001B>"),
        ({f"foo{EVIL}": 1}, {}, 2, "There is no field “foo<U+001B>"),
        ({"game": EVIL}, {}, 2, "<U+001B>"),
        ({"game": "x" * 200_000}, {}, 2, "There is no game “xxx"),
        ({}, {"kind": "x" * 200_000}, 1, "nothing of the kind “xxx"),
        ({}, {f"x{EVIL}": 1}, 1, "There is no field “x<U+001B>"),
        ({}, {"x" * 200_000: 1}, 1, "There is no field “xxx"),
        ({}, {"id": "x" * 200_000}, 1, "is too long"),
        ({}, {"kind": "settle", "decision": "d" * 200_000}, 1, "is too long"),
        ({}, {"kind": "settle", "decision": f"so{EVIL}"}, 1, "<U+001B>"),
        ({}, {"kind": "undo", "entry": f"1{EVIL}"}, 1, "<U+001B>"),
    ],
)
@pytest.mark.parametrize("more", [[], ["--json"], ["--trace"]])
def test_invalid_log_contents_are_refused_and_reported_safely(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    head: dict[str, Any],
    entry: dict[str, Any],
    code: int,
    said: str,
    more: list[str],
) -> None:
    header = {"game": "bronzen", "seats": ["Anna", "Ben"]} | head
    file = log(
        tmp_path, json.dumps(header), json.dumps({"kind": "bronzen.jay"} | entry if "kind" not in entry else entry)
    )
    found, out, err = run(capsys, "replay", file, "--locale", "en", *more)
    assert found == code
    assert said in err
    assert len(err) < 400
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", out + err)


def test_a_word_of_a_log_cannot_be_too_long_nor_steer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    header = '{"game": "schlafmuetze", "seats": ["A", "B", "C"]}'
    card = {"kind": "schlafmuetze.laid", "seat": 0, "pile": 0, "colour": "red"}
    for word in ("W" * 200_000, "WO\x1bRT", "WO\u202eRT"):
        assert run(capsys, "replay", log(tmp_path, header, json.dumps(card | {"word": word})))[0] == 1
    for word in ("DAMPF\u00adSCHIFF", "DAMPF\tSCHIFF"):
        assert run(capsys, "replay", log(tmp_path, header, json.dumps(card | {"word": word})))[0] == 0


def test_no_word_of_a_player_looks_like_the_referees(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    decision = {"kind": "settle", "question": "Who?", "decision": "Anna\n   2  Jay! both draw\r\nTotal"}
    _, out, _ = run(capsys, "replay", log(tmp_path, HEADER, json.dumps(decision)), "--locale", "en")
    assert not re.search("^   2  Jay", out, re.MULTILINE)
    assert "\r" not in out
    _, out, _ = run(capsys, "replay", log(tmp_path, '{"game": "bronzen", "seats": ["An\\tna", "Ben"]}'))
    assert "\t" not in out


@pytest.mark.parametrize(
    "words",
    [["replay", f"none{EVIL[:4]}"], ["replay", "none\udcff\x9b"], ["rules", "show", EVIL], ["rules", "search", EVIL]],
)
def test_the_words_of_a_command_do_not_steer_the_terminal(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert run(capsys, *words)[0] in (1, 2)
    capsys.readouterr()
    main(words)
    captured = capsys.readouterr()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800-\udfff]", captured.out + captured.err)


@pytest.mark.parametrize("words", [[EVIL], ["games", EVIL], ["serve", "--port", EVIL], ["serve", "--host", EVIL]])
def test_wrong_words_do_not_steer_the_terminal(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", capsys.readouterr().err)


# Streams that take or give nothing

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="other systems close streams in another way")


def shell(line: str) -> tuple[int, str]:
    """Return exit code and errors of a command line in which ``companion`` stands for the program."""
    line = line.replace("companion", f'"{sys.executable}" -m companion --locale de', 1)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(["bash", "-c", line], env=env, capture_output=True, text=True, timeout=30, check=False)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    return done.returncode, done.stderr


@at_leisure
@POSIX
@pytest.mark.parametrize("words", ["replay {log} --json", "rules --help"])
@pytest.mark.parametrize(
    ("to", "said"),
    [(">&-", "geschlossen"), (">/dev/full", "kein Platz"), (">/dev/full 2>&-", ""), (">&- 2>&- <&-", "")],
)
def test_an_output_that_takes_nothing_is_an_error_of_its_own(tmp_path: Path, words: str, to: str, said: str) -> None:
    if "full" in to and not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    words = words.replace("{log}", log(tmp_path, HEADER))
    code, err = shell(f"companion {words} {to}")
    assert code == 3
    assert said in err
    assert err.count("\n") == bool(said)


@at_leisure
@POSIX
def test_an_error_that_nobody_reads_is_no_output() -> None:
    code, err = shell("companion rules show nothing 2>&- | cat >&2; exit ${PIPESTATUS[0]}")
    assert (code, err) == (1, "")
    code, err = shell("companion rules show nothing 2>/dev/full")
    assert (code, err) == (1, "")


@POSIX
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("replay - <&-", "Die Standardeingabe ist geschlossen"),
        ("replay - </dev/null", "Das ist kein Spielprotokoll"),
        ("replay - < <(printf '\\xff')", "Die Standardeingabe ist kein Protokoll"),
        ("replay ''", "bei DATEI: „“ ist kein Name"),
        ("serve --data ''", "bei --data: „“ ist kein Name"),
        ("--data ' '", "bei --data: „ “ ist kein Name"),
    ],
)
def test_what_is_no_input_is_said_plainly(words: str, said: str) -> None:
    code, err = shell(f"companion {words}")
    assert code == 2
    assert said in err


@at_leisure
@POSIX
@cases("streams", [">&- 2>&- <&-", ">/dev/full 2>/dev/full"], few=1)
def test_the_program_serves_whatever_becomes_of_its_streams(tmp_path: Path, streams: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = f'exec "{sys.executable}" -m companion serve --port {port} --data "{tmp_path}/games" {streams}'
    process = subprocess.Popen(["bash", "-c", line], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        for _ in range(200):
            assert process.poll() is None
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        else:
            pytest.fail("the program serves nothing")
        # nothing that was printed has gone into a file of the games
        assert (tmp_path / "games" / "companion.sqlite3").read_bytes().startswith(b"SQLite format 3")
    finally:
        process.terminate()
        _, err = process.communicate(timeout=20)
    assert b"Traceback" not in err

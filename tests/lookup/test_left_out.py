"""What cannot be read of one game does not touch the others, and is named."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from effort import at_leisure, cases

from companion.games import games, left_out
from companion.lookup import rulebook
from companion.lookup.search import index
from companion.resources import OWN, number

#: Runs the command with rules from elsewhere.
WITH = """
import sys
from pathlib import Path
from companion import resources
resources.ROOTS.insert(0, Path(sys.argv[1]))
from companion.cli import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    return Path(shutil.copytree(OWN[-1] / "rules_data", tmp_path / "rules_data"))


def broken(file: Path, right: str, wrong: str) -> Path:
    text = file.read_text(encoding="utf-8")
    assert right in text
    file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    return file


def run(rules: Path, *words: str) -> tuple[int, str, str]:
    command = [sys.executable, "-c", WITH, str(rules.parent), *words, "--locale", "de"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def found(rules: Path, *words: str) -> tuple[list[str], str]:
    """Return the games of the rules that a command finds, and its other output."""
    code, out, err = run(rules, *words, "--json")
    assert code == 0
    return sorted({rule["game"] for rule in json.loads(out)}), err


def test_nothing_of_ours_is_left_out() -> None:
    assert (*left_out(), *rulebook().left_out, *index().left_out) == ()


@at_leisure
@cases(
    ("right", "wrong", "said", "gone"),
    [
        (
            'id = "slam.players"\nkind = "rule"\n',
            'id = "slam.players"\n',
            "„slam.players“ hat kein „kind“",
            ["slam.players"],
        ),
        ('title = "', 'titel = "', "hat kein „title“", None),
        ('kind = "rule"', 'kind = "hunch"', "„hunch“", None),
        ("see = [", "see = [3, ", "„see“", None),
        ("[[rule]]", "[rule]", "ist nicht lesbar", "all"),
        ("[[rule]]", "[[rule", "ist nicht lesbar", "all"),
    ],
    few=2,
)
def test_a_wrong_rule_is_left_out_and_named(
    rules: Path, right: str, wrong: str, said: str, gone: list[str] | str | None
) -> None:
    file = broken(rules / "slam" / "rules.toml", right, wrong)
    code, out, err = run(rules, "rules", "list", "--json")
    assert code == 0
    assert err.startswith(f"Ausgelassen: {file}")
    assert err.count("\n") == 1
    assert said in err
    ids = {rule["id"] for rule in json.loads(out)}
    missing = {rule.id for rule in rulebook().all} - ids
    missing = {id for id in missing if not id.startswith("toy")}
    if gone == "all":
        assert missing == {rule.id for rule in rulebook().rules("slam")}
    else:
        assert len(missing) == 1
        assert gone is None or missing == set(gone)


@at_leisure
def test_the_other_games_can_be_searched(rules: Path) -> None:
    broken(rules / "slam" / "rules.toml", 'title = "', 'titel = "')
    games, err = found(rules, "rules", "search", "wer", "gewinnt")
    assert {"bronzen", "slam"} <= set(games)
    assert "slam/rules.toml" in err.replace("\\", "/")


@at_leisure
def test_a_language_that_cannot_be_read_is_searched_by_its_letters(rules: Path) -> None:
    file = broken(rules / "companion" / "words.de.toml", "passing = ", "passed = ")
    games, err = found(rules, "rules", "search", "dublen")
    assert "bronzen" in games
    assert str(file) in err


@at_leisure
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (' = ["bronzen.', ' = [] # "bronzen.'),
        (' = ["bronzen.', ' = [3, "bronzen.'),
        ("[bronzen.de.away]", "[bronzen.de.away"),
    ],
)
def test_questions_that_cannot_be_read_leave_the_rules_to_be_found(rules: Path, right: str, wrong: str) -> None:
    file = broken(rules / "bronzen" / "asked.toml", right, wrong)
    games, err = found(rules, "rules", "search", "jay")
    assert "bronzen" in games
    assert err.startswith(f"Ausgelassen: {file}")


@at_leisure
@pytest.mark.parametrize(("right", "wrong"), [("[deck]", "[dock]"), ("[deck]", "[deck")])
def test_a_game_without_its_numbers_is_left_out_and_named(rules: Path, right: str, wrong: str) -> None:
    file = broken(rules / "bronzen" / "numbers.toml", right, wrong)
    code, out, err = run(rules, "games", "--json")
    assert code == 0
    others = [id for id, game in games().items() if game.meta.folder not in ("bronzen", "toy_race")]
    assert [game["id"] for game in json.loads(out)] == others
    assert err.startswith(f"Ausgelassen: {file}")
    assert wrong == "[deck" or "„deck“" in err
    output, err = found(rules, "rules", "search", "wer gewinnt")
    assert {"bronzen", "slam"} <= set(output)
    assert str(file) in err


def test_a_number_is_missed_by_its_name() -> None:
    with pytest.raises(LookupError, match=r"bronzen.numbers\.toml has no points\.nothing"):
        number("bronzen", "points.nothing")
    with pytest.raises(LookupError, match=r"bronzen.numbers\.toml has no nothing"):
        number("bronzen", "nothing")

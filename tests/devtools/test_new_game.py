"""The game that ``new-game`` writes passes the tests of every game, in a copy of the program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from effort import at_leisure

from companion.devtools.__main__ import main
from companion.resources import OWN

#: The copy is made once.
pytestmark = pytest.mark.xdist_group("new_game")

PARTS = ("companion", "rules_data", "translations", "tests")
#: The laws it is held to.
LAWS = (
    "tests/games/trial_game",
    "tests/games/test_pins.py",
    "tests/lookup/test_content.py",
    "tests/lookup/test_rules.py",
    "tests/conformance",
    "tests/tables/test_text_report.py",
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which the game trial_game has just been written."""
    root = tmp_path_factory.mktemp("program")
    for part in PARTS:
        shutil.copytree(OWN[-1] / part, root / part)
    shutil.copy(OWN[-1] / "pyproject.toml", root)
    written = run(root, "companion.devtools", "new-game", "trial_game", "--title", "Trial game")
    assert str(root / "companion/games/trial_game/reports.py") in written.splitlines()
    return root


def run(root: Path, module: str, *words: str) -> str:
    """Run a module of the copy, and return what it prints.

    :raises AssertionError: if it fails.
    """
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@at_leisure
def test_a_new_game_obeys_the_laws_of_all_games(copy: Path) -> None:
    told = run(copy, "pytest", "-n0", "-q", "-p", "no:cacheprovider", "-k", "trial_game", *LAWS)
    assert " passed" in told


@at_leisure
def test_a_new_game_needs_no_further_words_rules_or_breaks(copy: Path) -> None:
    assert run(copy, "companion.devtools", "check") == ""
    run(copy, "ruff", "check", "--no-cache", "--quiet", "companion/games/trial_game", "tests/games/trial_game")
    run(copy, "ruff", "format", "--no-cache", "--check", "companion/games/trial_game", "tests/games/trial_game")


@at_leisure
def test_the_types_of_a_new_game_are_right(copy: Path) -> None:
    run(copy, "mypy")


def test_a_new_game_is_played_at_once(copy: Path) -> None:
    log = '{"game": "trial_game", "seats": ["Anna", "Ben"]}\n{"kind": "trial_game.advanced", "seat": 0, "steps": 3}\n'
    (copy / "log.jsonl").write_text(log, encoding="utf-8")
    told = run(copy, "companion", "replay", "log.jsonl", "--locale", "de")
    assert "Ben würfelt und geht oder bleibt stehen." in told
    assert "Anna ist 2 Schritte vor dem Ziel." in told


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["Go-Fish"], "is no id"),
        (["go__fish"], "is no id"),
        (["class"], "is no id"),
        (["bronzen"], "there is something called bronzen already"),
        (["pracherche"], "there is something called pracherche already"),
        (["companion"], "there is something called companion already"),
        (["pins"], "there is something called pins already"),
        (["house"], "the engine uses a class House already"),
        (["trial_game", "--title", 'Trial "game"'], "a title has no typewriter quotes"),
    ],
)
def test_what_cannot_be_written_is_refused(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", *words]) == 1
    assert reason in capsys.readouterr().err
    assert not (OWN[-1] / "companion/games/trial_game").exists()

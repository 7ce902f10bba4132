"""The scripts in .ci run from any folder, print what failed, and pass their arguments on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.resources import OWN

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts need bash")

SCRIPTS = OWN[-1] / ".ci"

#: Replaces every command: records its call, and fails if the call matches ``$FAILS``.
COMMAND = """#!/bin/sh
echo "$(basename "$0") $*" >>"$CALLS"
case "$(basename "$0") $*" in $FAILS) echo "something is wrong"; exit 1 ;; esac
"""


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """Return a folder with a recording replacement for every command that the scripts run."""
    for name in ("python", "ruff", "mypy", "lint-imports", "watchfiles"):
        (tmp_path / name).write_text(COMMAND, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def run(commands: Path, script: str, *words: str, fails: str = "nothing") -> tuple[int, str, list[str]]:
    """Run a script from another folder; return its exit code, its output and the recorded calls."""
    calls = commands / "calls"
    env = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", "CALLS": str(calls), "FAILS": fails}
    done = subprocess.run(
        [SCRIPTS / script, *words], cwd=commands, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout, calls.read_text(encoding="utf-8").splitlines()


def test_check_runs_every_step_once(commands: Path) -> None:
    code, said, calls = run(commands, "check")
    assert code == 0
    assert "FAILED" not in said
    assert {"ruff check .", "ruff format --check .", "lint-imports", "mypy"} <= {call.strip() for call in calls}
    assert "python -m companion.devtools check" in calls
    (tests,) = (call for call in calls if call.startswith("python -m pytest"))
    paths = [word for word in tests.split() if word.startswith("tests/")]
    assert paths
    assert all((OWN[-1] / path).exists() for path in paths)


@pytest.mark.parametrize(
    "step", ["ruff?check*", "ruff?format*", "lint-imports*", "mypy*", "*devtools?check", "*pytest*"]
)
def test_check_fails_with_any_step_and_says_why(commands: Path, step: str) -> None:
    code, said, calls = run(commands, "check", fails=step)
    assert code == 1
    assert said.count("FAILED") == 1
    assert "something is wrong" in said
    assert len(calls) == 6, "one failure does not stop the other steps"


@pytest.mark.parametrize("words", [["bronzen", "slam"], ["--help"]])
def test_check_takes_no_more_than_a_game(commands: Path, words: list[str]) -> None:
    (commands / "calls").touch()
    assert run(commands, "check", *words) == (2, "", [])


def test_check_of_a_game_runs_the_tests_that_hold_for_it(commands: Path) -> None:
    code, _, calls = run(commands, "check", "bronzen")
    assert code == 0
    assert {"python -m companion.devtools check bronzen", "python -m companion.devtools test bronzen"} <= {*calls}
    assert len(calls) == 6


def test_test_leaves_out_the_browser_and_passes_on_the_rest(commands: Path) -> None:
    code, _, calls = run(commands, "test", "tests/kernel", "-k", "amend or undo", fails="*kernel*")
    assert calls == ["python -m pytest -m not browser tests/kernel -k amend or undo"]
    assert code == 1


def test_serve_watches_all_that_is_read_and_passes_on_the_rest(commands: Path) -> None:
    _, _, (call,) = run(commands, "serve", "--data", "my games")
    assert call == r"watchfiles python -m companion serve --data my\ games  companion rules_data translations"

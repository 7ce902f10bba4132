"""The figures count what they say, in trees of today and of before."""

import ast
import json
import re
import subprocess
from pathlib import Path

import pytest
from effort import at_leisure

from companion.devtools.__main__ import main
from companion.devtools.figures import COMPLEX, File, complexity, figures, measured
from companion.resources import OWN

TODAY = {
    "reports.py": '''"""What is told."""

from attrs import frozen


# what the table tells
class Told(Report[State]):
    """Something told
    at the table."""

    seat: int  # who told it


class Laid(Told):
    def apply(self, effects):
        return Turned(self.seat)


class Turned(Told):
    pass
''',
    "rules.py": "from companion.games.toy.reports import Turned\nturned = isinstance(x, Turned)\n",
    "view.py": "import companion.games.toy.reports as told\nassert isinstance(x, told.Turned)\n",
    "game.py": "from companion.games.toy.reports import Laid, Turned\nREPORTS = (Laid, Turned)\n",
    "table/board.py": "from companion.games.toy.reports import Laid, Turned\n",
}
BEFORE = {
    "actions.py": "class Card: pass\nclass Laid: pass\nclass Passed: pass\nMove: T = Laid\nAction: T = Move | Passed\n",
    "offers.py": "from x import Laid\n",
    "refusals.py": "from typing import Any\nfrom x import Laid\ndef f(x: Any): ...  # type: ignore[misc]\n",
}


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, code in files.items():
        path = folder / "companion/games/toy" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    return folder


def test_a_report_of_today_is_found_in_the_files_that_name_it(tmp_path: Path) -> None:
    counted = figures(written(tmp_path, TODAY))
    assert counted["reports"] == "2"
    assert counted["files of the engine that name a report, at most"] == "3"
    assert counted["files of the engine that name a report, on average"] == "2.0"
    assert counted["reports named in more than 2 files"] == "1"
    assert counted["assert isinstance"] == "1"


def test_unchecked_types_are_counted(tmp_path: Path) -> None:
    counted = figures(written(tmp_path, BEFORE))
    assert (counted["Any"], counted["type: ignore and noqa"]) == ("1", "1")


def test_lines_are_those_that_say_something() -> None:
    assert File("reports.py", TODAY["reports.py"]).lines == 7
    assert File("x.py", 'WORDS = """one\n\n# two\n"""\n\nfrom a import (\n    b,\n)\n').lines == 4


@pytest.mark.parametrize(
    ("code", "ways"),
    [
        ("if a: pass\nelif b: pass\nelse: pass", 3),
        ("while a:\n    for b in c: pass", 3),
        ("try: pass\nexcept A: pass\nexcept B: pass\nelse: pass\nfinally: pass", 4),
        ("match a:\n    case 1: pass\n    case 2 if b: pass\n    case _: pass", 3),
        ("def inner():\n    if a: pass", 3),
        ("x = [a and b for a in c if a]", 1),
    ],
)
def test_ways_through_a_function(code: str, ways: int) -> None:
    assert complexity(ast.parse(code)) == ways


@at_leisure
def test_complexity_is_what_ruff_says_of_the_program() -> None:
    command = ["ruff", "check", "--no-cache", "--select=C901", "--output-format=json", "--config"]
    checked = subprocess.run(
        [*command, f"lint.mccabe.max-complexity={COMPLEX}", "companion"], cwd=OWN[-1], capture_output=True, check=False
    )
    assert figures(OWN[-1])[f"functions over complexity {COMPLEX}"] == f"{len(json.loads(checked.stdout))}"


def test_trees_stand_beside_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, today = written(tmp_path / "before", BEFORE), written(tmp_path / "today", TODAY)
    assert main(["figures", "--tree", str(before), "--tree", str(today)]) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("lines in companion/games"))
    assert line.split()[3:] == ["9", "27"]


@at_leisure
def test_run_times_are_those_of_the_tree(tmp_path: Path) -> None:
    tree = written(tmp_path, TODAY)
    (tree / "test_here.py").write_text(
        "import os, pathlib\ndef test(): assert os.environ['PYTHONPATH'] == str(pathlib.Path().resolve())\n"
    )
    times = dict(measured(tree))
    assert list(times) == ["run time of the tests without the browser"]
    assert re.fullmatch(r"\d+ s", *times.values())
    script = tree / ".ci/check"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\nexit 1\n")
    script.chmod(0o755)
    assert dict(measured(tree))["run time of the checks"] == "0 s, failed"


def test_imports_that_a_contract_ignores_are_counted(tmp_path: Path) -> None:
    written(tmp_path, TODAY)
    contract = '[[tool.importlinter.contracts]]\nignore_imports = ["companion.games.*.table.** -> companion.**"]\n'
    (tmp_path / "pyproject.toml").write_text(contract, encoding="utf-8")
    assert figures(tmp_path)["imports exempt from the contracts"] == "2"


def test_parts_of_the_interface_stand_on_floors(tmp_path: Path) -> None:
    folder = tmp_path / "companion/ui"
    (folder / "kit").mkdir(parents=True)
    (folder / "shell.py").write_text("from companion.ui.kit import pane\n", encoding="utf-8")
    (folder / "kit/pane.py").write_text("from companion.ui import shell, theme\n", encoding="utf-8")
    (folder / "theme.py").write_text("", encoding="utf-8")
    counted = figures(tmp_path)
    assert [counted[f"{what} ui"] for what in ("parts of", "imports between parts of", "floors of", "circles in")] == [
        "3",
        "3",
        "2",
        "1",
    ]

"""The games that ``new-game`` writes pass the tests of every game, in a copy of the program and as projects of their own."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from effort import at_leisure

from companion.devtools.__main__ import main
from companion.devtools.check_game import game_problems
from companion.resources import OWN

#: The copy is made once.
pytestmark = pytest.mark.xdist_group("new_game")

PARTS = ("companion", "rules_data", "translations", "tests")
#: The games that are written, with the options of each.
GAMES = {"trial_game": ["--title", "Trial game"], "trial_bids": [], "trial_secrets": ["--secrets"]}
#: Tests that hold for all of them together.
LAWS = (
    *(f"tests/games/{id}" for id in GAMES),
    "tests/games/test_pins.py",
    "tests/lookup/test_content.py",
    "tests/lookup/test_rules.py",
    "tests/conformance",
    "tests/tables/test_text_report.py",
)
#: A log of each kind of new game, and what the referee says of it.
RACE = """{"game": "trial_race", "seats": ["Anna", "Ben"]}
{"kind": "trial_race.advanced", "seat": 0, "steps": 3}
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which the games have just been written."""
    root = tmp_path_factory.mktemp("program")
    for part in PARTS:
        shutil.copytree(OWN[-1] / part, root / part)
    shutil.copy(OWN[-1] / "pyproject.toml", root)
    written = run(root, *(("companion.devtools", "new-game", id, *options) for id, options in GAMES.items()))
    for id in GAMES:
        assert str(root / f"companion/games/{id}/reports.py") in written.splitlines()
    return root


#: Runs modules with their arguments one after the other, up to the first that fails.
RUN = """
import json, runpy, sys
for module, *words in json.loads(sys.argv[1]):
    sys.argv[1:] = words
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code:
            raise
"""


def run(root: Path, *commands: Sequence[str], path: Path | None = None) -> str:
    """Run modules of the copy in one process, and return what they print.

    :param commands: the name of each module, and its arguments.
    :param path: where else packages are found.
    :raises AssertionError: if one fails.
    """
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(commands)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (root, *([path] if path else []))))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@at_leisure
def test_new_games_obey_the_laws_of_all_games(copy: Path) -> None:
    output = run(copy, ("pytest", "-n0", "-q", "-p", "no:cacheprovider", "-k", " or ".join(GAMES), *LAWS))
    assert " passed" in output


@at_leisure
def test_new_games_need_no_further_words_rules_or_breaks(copy: Path) -> None:
    assert run(copy, ("companion.devtools", "check"), *(("companion.devtools", "check", id) for id in GAMES)) == ""
    folders = [f"{place}/{id}" for id in GAMES for place in ("companion/games", "tests/games")]
    run(copy, ("ruff", "check", "--no-cache", "--quiet", *folders))
    run(copy, ("ruff", "format", "--no-cache", "--check", *folders))


@at_leisure
def test_the_types_of_new_games_are_right(copy: Path) -> None:
    run(copy, ("mypy",))


def test_a_new_game_is_played_at_once(copy: Path) -> None:
    (copy / "log.jsonl").write_text(RACE.replace("trial_race", "trial_game"), encoding="utf-8")
    output = run(copy, ("companion", "replay", "log.jsonl", "--locale", "de"))
    assert "Ben würfelt und geht oder bleibt stehen." in output
    assert "Anna ist 2 Schritte vor dem Ziel." in output


@pytest.mark.parametrize(
    "missing",
    [
        {
            "tests/games/trial_bids/transcripts": "no whole game is played",
            "translations/de/LC_MESSAGES/trial_bids.po": "trial_bids is not translated into de",
            "rules_data/trial_bids/rules.toml": "trial_bids has no rules",
        },
        {"rules_data/trial_bids/trial_bids.de.md": "no rules to read in one go: trial_bids.de.md"},
    ],
    ids=["much", "readings"],
)
def test_what_is_missing_in_a_game_is_named(copy: Path, tmp_path: Path, missing: dict[str, str]) -> None:
    for number, path in enumerate(missing):
        shutil.move(copy / path, tmp_path / str(number))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "companion.devtools", "check", "trial_bids"],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        for said in missing.values():
            assert said in done.stdout
    finally:
        for number, path in enumerate(missing):
            shutil.move(tmp_path / str(number), copy / path)


def test_a_game_that_is_not_there_is_named() -> None:
    problem = next(game_problems("nothing"))
    assert problem.startswith("there is no game nothing; there are: ")
    assert "bronzen, " in problem


def installed(project: Path, place: Path) -> None:
    """Install a project the way pip does: its package, and beside it its entry points."""
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (name,) = about["entry-points"]["companion.games"]
    shutil.copytree(project / name, place / name)
    folder = place / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: 0.1.0\n")
    (folder / "entry_points.txt").write_text(f"[companion.games]\n{name} = {name}\n")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages in which two games of their own projects are installed."""
    projects, place = tmp_path_factory.mktemp("projects"), tmp_path_factory.mktemp("packages")
    for id, options in {"trial_race": [], "trial_coins": ["--secrets"]}.items():
        assert main(["new-game", id, *options, "--outside", str(projects)]) == 0
        installed(projects / id, place)
        shutil.copy(projects / id / "example.jsonl", place / f"{id}.jsonl")
    return place


def test_a_game_of_its_own_project_is_found_played_and_looked_up(place: Path) -> None:
    checks = [("companion.devtools", "check", id) for id in ("trial_race", "trial_coins")]
    assert run(place, *checks) == ""
    words = (
        ("games",),
        ("replay", "trial_race.jsonl"),
        ("replay", "trial_coins.jsonl"),
        ("rules", "show", "trial_race.steps"),
        ("rules", "search", "Münzen", "verstecken"),
    )
    output = run(place, *(("companion", *each, "--locale", "de") for each in words))
    for said in (
        "trial_race: Trial race",
        "Das Rennen ist vorbei.",
        "Das Spiel ist zu Ende.",
        "höchstens 3",
        "trial_coins.hide",
    ):
        assert said in output


def test_a_site_built_where_a_game_is_installed_has_it_too(place: Path, tmp_path: Path) -> None:
    """The files of the site are laid out as a folder of packages, and the game is found there."""
    code = """
import sys
from pathlib import Path
from companion.web.contents import companion
for name, content in companion().python.items():
    path = Path(sys.argv[1]) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
"""
    env = {**os.environ, "PYTHONPATH": str(place)}
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=OWN[-1], env=env, check=True)
    code = """
import companion
from companion.games import games
from companion.i18n import Renderer
from companion.lookup import rulebook
print(companion.__file__, Renderer("de").text(rulebook().rule("trial_race.steps").text), *games())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": ""}, capture_output=True, text=True
    )
    assert done.stdout.startswith(str(tmp_path)), done.stderr
    assert "mindestens einen Schritt" in done.stdout
    assert "trial_race" in done.stdout.split()


def test_a_game_of_one_language_is_played_in_it(place: Path, tmp_path: Path) -> None:
    one = Path(shutil.copytree(place, tmp_path / "packages"))
    shutil.rmtree(one / "trial_race/translations")
    (one / "trial_race/rules_data/trial_race/trial_race.de.md").unlink()
    commands = (
        ("companion", "replay", "trial_race.jsonl", "--locale", "de"),
        ("companion.devtools", "check", "trial_race"),
    )
    assert "The race is over." in run(one, *commands)


@pytest.mark.parametrize(
    ("file", "code", "said"),
    [
        ("reports.py", "1 / 0\n", "trial_race/reports.py:1"),
        ("model.py", "class State(:\n", "trial_race/model.py:1"),
        ("__init__.py", "import trial_race.nowhere\n", "trial_race/__init__.py:1"),
    ],
)
def test_a_broken_game_is_left_out_and_named_with_file_and_line(
    place: Path, tmp_path: Path, file: str, code: str, said: str
) -> None:
    broken = Path(shutil.copytree(place, tmp_path / "packages"))
    (broken / "trial_race" / file).write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "companion", "games", "--locale", "en"]
    env = {**os.environ, "PYTHONPATH": str(broken)}
    done = subprocess.run(command, cwd=broken, env=env, capture_output=True, text=True, check=False)
    assert "trial_coins" in done.stdout
    assert said in done.stderr.replace("\\", "/")


def test_no_installed_game_takes_the_place_of_another(place: Path, tmp_path: Path) -> None:
    here = Path(shutil.copytree(place, tmp_path / "packages"))
    points = next(here.glob("companion_trial_race-*.dist-info")) / "entry_points.txt"
    points.write_text("[companion.games]\nbronzen = trial_race\n", encoding="utf-8")
    command = [sys.executable, "-m", "companion", "games", "--locale", "en"]
    env = {**os.environ, "PYTHONPATH": str(here)}
    done = subprocess.run(command, cwd=here, env=env, capture_output=True, text=True, check=False)
    assert "bronzen: Bronzen" in done.stdout
    assert "The installed game bronzen is left out" in done.stderr


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
        (["toys", "--outside", "."], "toys exists already"),
        (["json", "--outside", "."], "a package called json can be imported already"),
        (["trial_game", "--title", 'Trial "game"'], "a title has no typewriter quotes"),
    ],
)
def test_what_cannot_be_written_is_refused(
    words: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "toys").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", *words]) == 1
    assert reason in capsys.readouterr().err
    assert not (OWN[-1] / "companion/games/trial_game").exists()

"""Writes a new game: a copy of one of the toy games under another name, inside the program or as a project of its own."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Final

from attrs import frozen

from companion.devtools import catalogs
from companion.games import games
from companion.resources import DISTRIBUTION, GAMES, OWN, is_own


@frozen
class Toy:
    """A toy game: what its id, class and title are in its files."""

    id: str
    game_class: str
    title: str


#: What a new game is copied from.
RACE: Final = Toy("toy_race", "ToyRace", "Toy race")
#: The same for a game in which players hide something from each other.
COINS: Final = Toy("toy_coins", "ToyCoins", "Toy coins")

#: The project file of a game outside the program.
_PROJECT: Final = f"""\
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "{{project}}"
version = "0.1.0"
description = "{{title}}, a game for {DISTRIBUTION}"
requires-python = ">=3.11"
dependencies = ["{DISTRIBUTION}"]

# by this the program finds the game
[project.entry-points."{GAMES}"]
{{id}} = "{{id}}"

[tool.hatch.build.targets.wheel]
packages = ["{{id}}"]
"""

#: Its test.
_TEST: Final = '''\
"""The example is played to its end."""

from pathlib import Path

from companion.games import games
from companion.kernel.record import replay
from companion.storage.codec import read_log

EXAMPLE = Path(__file__).parents[1] / "example.jsonl"


def test_the_example_is_played_to_its_end() -> None:
    log = read_log(EXAMPLE.read_text(encoding="utf-8"), games())
    replayed = replay(log.game, log.header, log.entries)
    assert replayed.failure is None
    assert log.game.is_over(replayed.record.state)
'''


class NoNewGame(ValueError):
    """A game that cannot be written; the message says why."""


def new_game(id: str, title: str = "", *, secrets: bool = False, outside: Path | None = None) -> list[Path]:
    """Write a game that can be played at once, and return its files.

    :param id: the prefix of its rules and reports, and the name of its folders.
    :param title: its title in every language; by default made of the id.
    :param secrets: whether to begin with a game in which players hide something from each other.
    :param outside: the directory for a project of its own; by default the game becomes a part of the program.
    :raises NoNewGame: if the id or the title is not possible, or this is no checkout of the program.
    """
    root, toy = OWN[-1], COINS if secrets else RACE
    title = title or id.replace("_", " ").capitalize()
    game_class = "".join(part.capitalize() for part in id.split("_"))
    _check(root, toy, id, title, game_class)
    names = {toy.id: id, toy.game_class: game_class, toy.title: title}
    if outside is not None:
        return _write_project(root, toy, id, title, names, outside)
    written = [
        path
        for part, place in (
            (f"tests/toy/games/{toy.id}", f"companion/games/{id}"),
            (f"tests/toy/rules_data/{toy.id}", f"rules_data/{id}"),
            (f"tests/games/{toy.id}", f"tests/games/{id}"),
        )
        for path in _copy(root / part, root / place, names)
    ]
    written += _copy_catalogs(root, toy, root, names)
    written += [path for path in catalogs.update(domains=[id]) if path not in written]
    _format(written)
    return written


def _write_project(root: Path, toy: Toy, id: str, title: str, names: Mapping[str, str], outside: Path) -> list[Path]:
    """Write a game as a project of its own, with its rules and translations inside its package."""
    project = outside.absolute() / id
    if project.exists():
        raise NoNewGame(f"{project} exists already")
    if find_spec(id):
        raise NoNewGame(f"a package called {id} can be imported already; take another id")
    package = project / id
    own = {f"companion.games.{toy.id}": id, f"companion/games/{toy.id}": id, **names}
    written = _copy(root / "tests/toy/games" / toy.id, package, own)
    written += _copy(root / "tests/toy/rules_data" / toy.id, package / "rules_data" / id, own)
    written += _copy_catalogs(root, toy, package, own)
    (example,) = (root / "tests/games" / toy.id / "transcripts").glob("*.jsonl")
    parts = {"id": id, "title": title, "project": f"companion-{id.replace('_', '-')}"}
    written += [
        _write(project / "example.jsonl", _renamed(example.read_text(encoding="utf-8"), own)),
        _write(project / "pyproject.toml", _PROJECT.format_map(parts)),
        _write(project / "tests" / f"test_{id}.py", _TEST),
    ]
    _format(written)
    return written


def _check(root: Path, toy: Toy, id: str, title: str, game_class: str) -> None:
    engine = root / "tests/toy/games" / toy.id / "game.py"
    if not engine.exists():
        raise NoNewGame(f"{root} is no checkout of the program: the toy that a game begins as is missing")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", id) or iskeyword(id):
        raise NoNewGame(f"{id!r} is no id: take small letters, figures and single underscores, such as go_fish")
    tests = root / "tests/games"
    if id in games() or is_own(id) or any((tests / name).exists() for name in (id, f"{id}.py")):
        raise NoNewGame(f"there is something called {id} already")
    if re.search(rf"\b{game_class}\b", engine.read_text(encoding="utf-8")):
        raise NoNewGame(f"the engine uses a class {game_class} already; take another id")
    if not title.isprintable() or set(title) & set("\"'\\{}"):
        raise NoNewGame("a title has no typewriter quotes, backslashes or braces")


def _copy(source: Path, target: Path, names: Mapping[str, str]) -> list[Path]:
    """Copy a folder with other names in its files and their paths, and return the files written."""
    return [
        _write(target / _renamed(path.relative_to(source).as_posix(), names), _renamed(path.read_text("utf-8"), names))
        for path in sorted(source.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    ]


def _copy_catalogs(root: Path, toy: Toy, target: Path, names: Mapping[str, str]) -> list[Path]:
    catalogs_ = sorted((root / "tests/toy/translations").glob(f"*/LC_MESSAGES/{toy.id}.po"))
    return [
        _write(
            target / _renamed(path.relative_to(root / "tests/toy").as_posix(), names),
            _renamed(path.read_text("utf-8"), names),
        )
        for path in catalogs_
    ]


def _renamed(text: str, names: Mapping[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def _format(files: Iterable[Path]) -> None:
    """Sort imports and wrap lines for the new names, if the formatter is installed."""
    if ruff := shutil.which("ruff"):
        paths = [str(path) for path in files if path.suffix == ".py"]
        configured = f"--config={OWN[-1] / 'pyproject.toml'}"
        for command in (["check", "--select=I", "--fix"], ["format"]):
            subprocess.run([ruff, *command, configured, "--quiet", *paths], check=True)

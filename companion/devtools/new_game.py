"""Writes a new game: a copy of the toy race under a name of its own, to be made into what it shall be."""

import re
import shutil
import subprocess
from collections.abc import Iterable
from keyword import iskeyword
from pathlib import Path
from typing import Final

from companion.devtools import catalogs
from companion.games import games
from companion.resources import OWN

#: Where the parts of the toy are kept, and the folder in which those of a new game belong.
_PARTS: Final = {
    "tests/toy/games": "companion/games",
    "tests/toy/rules_data": "rules_data",
    "tests/toy/translations": "translations",
    "tests/games/toy_race": "tests/games/toy_race",
}
#: What the toy is called in its files: its id, its class and its title.
_ID, _CLASS, _TITLE = "toy_race", "ToyRace", "Toy race"


class NoNewGame(ValueError):
    """A game that cannot be written; the message says why."""


def new_game(id: str, title: str = "") -> list[Path]:
    """Write a game that can be played and passes all tests, and return its files.

    :param id: begins its rules and the kinds of its reports, and names its folders.
    :param title: what it is called on the screen, in every language; by default made of the id.
    :raises NoNewGame: if the id or the title cannot be taken, or this is no checkout of the program.
    """
    root = OWN[-1]
    title = title or id.replace("_", " ").capitalize()
    called = "".join(part.capitalize() for part in id.split("_"))
    _check(root, id, title, called)
    written = []
    for part, place in _PARTS.items():
        for file in sorted(path for path in (root / part).rglob("*") if path.is_file() and path.suffix != ".pyc"):
            name = Path(place, file.relative_to(root / part)).as_posix().replace(_ID, id)
            words = file.read_text(encoding="utf-8")
            for toys, its in ((_ID, id), (_CLASS, called), (_TITLE, title)):
                words = words.replace(toys, its)
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(words, encoding="utf-8")
            written.append(root / name)
    written += [path for path in catalogs.update(domains=[id]) if path not in written]
    _format(path for path in written if path.suffix == ".py")
    return written


def _check(root: Path, id: str, title: str, called: str) -> None:
    """Check that a game can have this id and title.

    :raises NoNewGame: if not.
    """
    engine = root / "tests/toy/games/toy_race/game.py"
    if not engine.exists():
        raise NoNewGame(f"{root} is no checkout of the program: the toy that a game begins as is missing")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", id) or iskeyword(id):
        raise NoNewGame(f"{id!r} is no id: take small letters, figures and single underscores, such as go_fish")
    taken = ("companion/games", "rules_data", "tests/games")
    if id in games() or any((root / place / name).exists() for place in taken for name in (id, f"{id}.py")):
        raise NoNewGame(f"there is something called {id} already")
    if re.search(rf"\b{called}\b", engine.read_text(encoding="utf-8")):
        raise NoNewGame(f"the engine uses a class {called} already; take another id")
    if not title.isprintable() or set(title) & set("\"'\\{}"):
        raise NoNewGame("a title has no typewriter quotes, backslashes or braces")


def _format(files: Iterable[Path]) -> None:
    """Order imports and break lines as the names now need it, where the formatter is installed."""
    if ruff := shutil.which("ruff"):
        paths = [str(path) for path in files]
        for command in (["check", "--select=I", "--fix"], ["format"]):
            subprocess.run([ruff, *command, "--quiet", *paths], check=True)

"""The command ``python -m companion.devtools``."""

import argparse
import gc
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from companion.devtools import architecture, catalogs, check_game, icons, nouns, packing, release_notes
from companion.devtools.check_catalogs import catalog_problems
from companion.devtools.check_originals import borrowed
from companion.devtools.check_rules import rule_problems
from companion.devtools.check_sources import source_problems
from companion.resources import OWN


def main(arguments: list[str] | None = None) -> int:
    """Run a tool and return its exit code.

    :param arguments: by default those of the command line.
    """
    parser = argparse.ArgumentParser(
        prog="python -m companion.devtools", description="Tools for developers of the program and its games."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    extract = commands.add_parser("extract", help="print what is to be translated")
    extract.add_argument("domains", nargs="*", metavar="DOMAIN", help="all, if none is named")
    update = commands.add_parser("update", help="bring the catalogs up to date with the sources")
    update.add_argument("locales", nargs="*", metavar="LOCALE", help="all, if none is named; a new one is begun")
    update.add_argument("--domain", action="append", default=[], help="only this one; may be repeated")
    update.add_argument("--prune", action="store_true", help="remove messages that are no longer used")
    check = commands.add_parser(
        "check", help="list what is wrong with catalogs, sources, citations of rules, and the drawing of the imports"
    )
    check.add_argument("game", nargs="?", metavar="GAME", help="list only what is wrong with this game, or missing")
    tests = commands.add_parser("test", help="run the tests that hold for one game")
    tests.add_argument("game", metavar="GAME")
    fill = commands.add_parser(
        "fill", help="update, and take translations from a file: [[rule]] entries, [messages.DOMAIN] tables"
    )
    fill.add_argument("locale", metavar="LOCALE")
    fill.add_argument("file", metavar="FILE.toml", type=Path)
    commands.add_parser("architecture", help=f"draw the imports in {architecture.PLACE} as they are now")
    commands.add_parser("icons", help="make the font of the icons that the program draws; needs the extra “test”")
    commands.add_parser("nouns", help="make the list of nouns for Schlafmütze; needs the extra “test”")
    pack = commands.add_parser("pack", help="lay out a folder in which “flet build” makes apps for shops and desktops")
    pack.add_argument("folder", metavar="DIR", type=Path)
    originals = commands.add_parser("originals", help="list what our texts share word for word with the authors' rules")
    originals.add_argument("files", nargs="+", metavar="FILE.txt", type=Path)
    release = commands.add_parser("notes", help="print the notes of a release, which are its part of the changelog")
    release.add_argument("version", metavar="VERSION", help="such as 0.1.0")

    new = commands.add_parser("new-game", help="write a game that passes all tests, to be turned into another")
    new.add_argument("id", metavar="ID", help="such as go_fish")
    new.add_argument("--title", default="", help="its title on the screen; by default made of the id")
    new.add_argument("--secrets", action="store_true", help="begin with a game in which players hide something")
    new.add_argument("--outside", metavar="DIR", type=Path, help="write a project of its own below this directory")

    count = commands.add_parser(
        "figures", help="print figures of the code, to be compared with those of another version"
    )
    count.add_argument(
        "--tree", type=Path, action="append", help="a checkout to read; may be repeated; by default this one"
    )
    count.add_argument("--time", action="store_true", help="run checks and tests too, and tell how long they take")

    given = parser.parse_args(arguments)
    return _TOOLS[given.command](given)


def _extract(given: argparse.Namespace) -> int:
    for domain, template in catalogs.templates().items():
        if not given.domains or domain in given.domains:
            sys.stdout.write(catalogs.written(template).decode())
    return 0


def _update(given: argparse.Namespace) -> int:
    _report(map(str, catalogs.update(given.locales, given.domain, prune=given.prune)))
    return 0


def _check(given: argparse.Namespace) -> int:
    if given.game:
        return _report(check_game.game_problems(given.game))
    return _report([*source_problems(), *rule_problems(), *catalog_problems(), *architecture.problems()])


def _architecture(_: argparse.Namespace) -> int:
    architecture.redraw()
    return 0


def _icons(_: argparse.Namespace) -> int:
    icons.draw()
    return 0


def _nouns(_: argparse.Namespace) -> int:
    nouns.make()
    return 0


def _pack(given: argparse.Namespace) -> int:
    try:
        packing.lay_out(given.folder)
    except packing.Occupied:
        return _report([f"{given.folder} is not empty"])
    return 0


def _notes(given: argparse.Namespace) -> int:
    try:
        sys.stdout.write(release_notes.notes(given.version))
    except release_notes.NoNotes as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


def _new_game(given: argparse.Namespace) -> int:
    from companion.devtools.new_game import NoNewGame, new_game

    try:
        _report(str(path) for path in new_game(given.id, given.title, secrets=given.secrets, outside=given.outside))
    except NoNewGame as wrong:
        print(wrong, file=sys.stderr)
        return 1
    if given.outside is not None:
        print(f"\nInstall it: pip install -e {given.outside / given.id}")
    print(f"\nPlay it: companion\nCheck it: .ci/check {given.id}")
    return 0


def _figures(given: argparse.Namespace) -> int:
    from companion.devtools.figures import figures, measured

    found = [figures(tree) | (dict(measured(tree)) if given.time else {}) for tree in given.tree or [OWN[-1]]]
    for name in dict.fromkeys(name for each in found for name in each):
        print(f"{name:<55}", *(f"{each.get(name, '–'):>12}" for each in found))
    return 0


def _report(lines: Iterable[str]) -> int:
    printed = [print(line) for line in lines]
    return 1 if printed else 0


#: The function of each command.
_TOOLS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "extract": _extract,
    "update": _update,
    "check": _check,
    "test": lambda given: check_game.run_tests(given.game),
    "fill": lambda given: _report(catalogs.fill(given.locale, given.file)),
    "architecture": _architecture,
    "icons": _icons,
    "nouns": _nouns,
    "pack": _pack,
    "originals": lambda given: _report(borrowed(file.read_text(encoding="utf-8") for file in given.files)),
    "notes": _notes,
    "new-game": _new_game,
    "figures": _figures,
}


if __name__ == "__main__":
    gc.disable()  # the run takes seconds, and collecting garbage among syntax trees takes longer than parsing
    sys.exit(main())

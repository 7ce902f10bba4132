"""Checks one game: lists its problems, and runs the tests that apply to it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from companion import resources
from companion.devtools import catalogs
from companion.devtools.check_catalogs import problems_of
from companion.devtools.check_rules import rule_problems
from companion.devtools.check_sources import source_problems
from companion.devtools.sources import sources_of
from companion.games import games, left_out
from companion.i18n import Renderer
from companion.kernel.game import Setup
from companion.kernel.kinds import kinds
from companion.kernel.record import AnyGame
from companion.lookup import book, rulebook
from companion.lookup.book import ReadingMode
from companion.lookup.rules import WrongRule

#: Tests that hold for all games and are not named after one.
_FOR_ALL: Final = (
    "tests/games/test_pins.py",
    "tests/lookup/test_content.py",
    "tests/lookup/test_rules.py",
    "tests/lookup/test_book.py",
    "tests/lookup/test_left_out.py::test_nothing_of_ours_is_left_out",
    "tests/conformance/test_statements.py",
)
#: Tests that run once for each game and are named after it; one is named in full, so that slow ones are run too.
_FOR_EACH: Final = (
    "tests/conformance/test_play.py::test_every_action_happens_and_every_game_can_end",
    "tests/conformance",
    "tests/screens/test_generic.py",
)
#: The same, for games of the program only.
_FOR_EACH_OWN: Final = ("tests/tables/test_text_report.py",)


def game_problems(id: str) -> Iterator[str]:
    """Yield the problems of a game.

    :param id: the id of a game, or the folder of several.
    """
    found = {game.meta.folder: game for game in games().values() if id in (game.meta.id, game.meta.folder)}
    if not found:
        yield f"there is no game {id}; there are: {', '.join(games())}"
        yield from map(Renderer().text, left_out())
        return
    (folder,) = found
    files, own = sources_of(folder), resources.is_own(folder)
    rules = [rule for rule in rulebook().all if rule.folder == folder]
    together = [game for game in games().values() if game.meta.folder == folder]
    yield from rule_problems(files, rules)
    yield from chain.from_iterable(map(_silences, together))
    yield from _rules(folder, together)
    yield from _catalogs(folder, own=own)
    if own:  # installed games may use any words
        yield from source_problems(files)
        yield from _tests(folder)


def run_tests(id: str) -> int:
    """Run the tests that hold for a game, and return the exit code of the last that failed.

    An installed game is held to the laws of all games; how it is worded is not tested.
    """
    found = [game.meta for game in games().values() if id in (game.meta.id, game.meta.folder)]
    folder = found[0].folder if found else id
    ids = [game.meta.id for game in games().values() if game.meta.folder == folder] or [id]
    own = resources.is_own(folder)
    runs = [["-k", " or ".join(ids), *_FOR_EACH, *(_FOR_EACH_OWN if own else ())]]
    if own:
        runs.append([f"tests/games/{folder}", *_FOR_ALL])
    python = [sys.executable, "-m", "pytest", "-q", "-m", "not browser"]
    return max(subprocess.run([*python, *run], cwd=resources.OWN[-1], check=False).returncode for run in runs)


def _silences(game: AnyGame) -> Iterator[str]:
    """Yield where a game says nothing although it has to."""
    for report in game.actions:
        if not report.__doc__:
            yield f"the report {report.__name__} has no docstring: say what it reports, and by which rule"
    if not game.start(Setup(game.meta.seats[0])).messages:
        yield f"{game.meta.id} begins in silence: let begin say what the players do first"


def _rules(folder: str, found: list[AnyGame]) -> Iterator[str]:
    """Yield the texts that are missing: rules at all, and the rules to be read, in each language."""
    path = resources.rules_folders().get(folder)
    for game in found:
        id = game.meta.id
        rules = rulebook().rules(id)
        if not rules or path is None:
            yield f"{id} has no rules: write rules_data/{folder}/rules.toml"
            continue
        written = book.readings().get(id, {})
        wanted = resources.locales() if resources.is_own(folder) else ()
        yield from (
            f"{id} has no rules to read in one go: {id}.{locale}.md" for locale in wanted if locale not in written
        )
        for locale, file in sorted(written.items()):
            try:
                read = book.read(id, locale, file)
            except WrongRule as wrong:
                yield str(wrong)
                continue
            for mode in ReadingMode:
                if mode not in read.parts:
                    yield f"{file.name} has no part “# {mode.value}”"
            shown = read.cited_rules | set(read.lookup_only)
            yield from (f"{file.name} does not tell the rule {rule.id}" for rule in rules if rule.id not in shown)


def _catalogs(folder: str, *, own: bool) -> Iterator[str]:
    """Yield the problems of a game's catalogs; an installed game may omit catalogs, but not leave one incomplete."""
    template = catalogs.templates(folder)[folder]
    for locale in catalogs.targets():
        path = catalogs.path_of(locale, folder)
        if path.exists():
            yield from (
                f"{path.name} ({locale}): {problem}" for problem in problems_of(catalogs.read(path, locale), template)
            )
        elif own:
            yield f"{folder} is not translated into {locale}: run python -m companion.devtools update --domain {folder}"


def _tests(folder: str) -> Iterator[str]:
    """Yield the tests that are missing: the examples of the rules, an example of each report, whole games and their pins."""
    tests = resources.OWN[-1] / "tests" / "games" / folder
    if not tests.is_dir():
        yield f"{folder} has no tests: write tests/games/{folder}"
        return
    if not (tests / "test_examples.py").exists():
        yield f"no test plays the examples of the rules: write tests/games/{folder}/test_examples.py"
    logs = sorted(tests.glob("transcripts/*.jsonl"))
    if not logs:
        yield f"no whole game is played: write tests/games/{folder}/transcripts"
    code = "".join(path.read_text(encoding="utf-8") for path in tests.rglob("*.py"))
    for game in (game for game in games().values() if game.meta.folder == folder):
        id = game.meta.id
        logged = set(chain.from_iterable(map(partial(_kinds_in, id), logs)))
        for kind, report in kinds(id, game.actions).items():
            if kind not in logged and not re.search(rf"\b{report.__name__}\(", code):
                yield f"there is no example of {kind}: report one in a transcript or a test of tests/games/{folder}"
        if not (tests / f"{id}.pinned").exists():
            yield f"{id}.pinned is missing: run python -m games.pins in tests"
    pins = tests / "transcripts.pinned"
    pinned = pins.read_text(encoding="utf-8").splitlines() if pins.exists() else []
    for log in logs:
        if f"== {log.stem}" not in pinned:
            yield f"the transcript {log.name} is not pinned: run python -m games.pins in tests"


def _kinds_in(id: str, log: Path) -> Iterator[str]:
    """Yield the kinds of reports in a transcript of a game."""
    header, *entries = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.strip())
    if header.get("game") == id:
        for entry in entries:
            reported: Any = entry.get("action", entry)
            yield str(reported.get("kind", entry.get("kind")))

"""Figures of the code, to be compared from one version to the next; any tree of the program is only read, never run."""

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from statistics import mean
from time import monotonic
from typing import Final

from attrs import define

from companion.devtools.architecture import imported_names, reached
from companion.devtools.prose import docstring, idiom_rate

#: Thresholds of cyclomatic complexity: hard to follow, and too complex.
COMPLEX, TOO_COMPLEX = 10, 12

#: A report should take no more files of its engine to read.
FILES: Final = 2

_BRANCHES: Final = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case)
_INNER: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_IGNORED: Final = re.compile(r"#.*?\b(type: ?ignore|noqa)\b")
#: What reports derive from.
_REPORT: Final = "Report"
#: The script with the checks, where it is today and where it was in older trees.
_CHECKS: Final = (".ci/check", "scripts/check")


@define(slots=False)
class File:
    """A Python file of a tree.

    :param name: its path in the tree.
    """

    name: str
    code: str

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """The nodes of its syntax tree."""
        return tuple(ast.walk(ast.parse(self.code, self.name)))

    @cached_property
    def lines(self) -> int:
        """How many of its lines say something: no blanks, comments, imports or docstrings."""
        silent = set[int]()
        for node in self.nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                silent.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            if found := docstring(node):
                silent.update(range(found.lineno, (found.end_lineno or found.lineno) + 1))
        return len(self._code_lines - silent)

    @cached_property
    def _code_lines(self) -> set[int]:
        """The lines on which there is more than blanks and comments."""
        quiet = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
        tokens = tokenize.generate_tokens(io.StringIO(self.code).readline)
        return {line for token in tokens if token.type not in quiet for line in range(token.start[0], token.end[0] + 1)}

    @property
    def module(self) -> str:
        """Its dotted name."""
        return self.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def imports(self) -> frozenset[str]:
        """The dotted names of the imported modules, and of the names imported from them."""
        return frozenset(name for node in self.nodes for name in imported_names(node))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names it uses."""
        return frozenset(
            name
            for node in self.nodes
            for name in (getattr(node, "id", None), getattr(node, "attr", None), *_imported(node))
            if isinstance(name, str)
        )

    @cached_property
    def classes(self) -> Mapping[str, tuple[str, ...]]:
        """The classes it defines, each with the names of those it derives from."""
        return {
            node.name: tuple(ast.unparse(base).partition("[")[0] for base in node.bases)
            for node in self.nodes
            if isinstance(node, ast.ClassDef)
        }

    @property
    def functions(self) -> Iterator[tuple[str, int]]:
        """Every function with its complexity; one within another counts for itself and for the outer one."""
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{self.name}:{node.lineno} {node.name}", complexity(node)


def complexity(function: ast.AST) -> int:
    """Return how many ways lead through a function, as ruff counts them: one, and one more at every branch.

    >>> complexity(ast.parse("for a in b:\\n    if a: break\\n    elif b: pass"))
    4
    """
    inside = [*ast.walk(function)]
    ways = (
        1 + sum(isinstance(node, _BRANCHES) for node in inside) + sum(isinstance(node, _INNER) for node in inside[1:])
    )
    ways += sum(bool(node.orelse) for node in inside if isinstance(node, ast.Try | ast.TryStar))
    # a catch-all case adds no branch
    return ways - sum(_fits_all(node.cases[-1]) for node in inside if isinstance(node, ast.Match))


def figures(tree: Path) -> dict[str, str]:
    """Return the figures of a tree of the program, by what they count."""
    files = _files(tree, "companion")
    tests = _files(tree, "tests")
    ways = {function: count for file in files for function, count in file.functions}
    touched = [len(found) for found in reports(files).values()]
    rooms = _rooms(files)
    folders = sorted({"/".join(file.name.split("/")[:2]) for file in files if file.name.count("/") > 1})
    return {
        **{f"lines in {folder}": f"{_all_lines(files, folder + '/')}" for folder in folders},
        "lines in companion": f"{_all_lines(files, '')}",
        "lines in companion without blanks, comments, imports, docstrings": f"{sum(file.lines for file in files)}",
        "lines in tests": f"{_all_lines(tests, '')}",
        "files in companion": f"{len(files)}",
        "files in tests": f"{len(tests)}",
        "bytes of README": f"{_bytes(tree, 'README.md')}",
        "bytes of pins": f"{_bytes(tree, 'tests/**/*.pinned')}",
        "imports exempt from the contracts": f"{exempt(tree, files)}",
        "parts of ui": f"{len(rooms)}",
        "imports between parts of ui": f"{sum(map(len, rooms.values()))}",
        "floors of ui": f"{len(floors(rooms))}",
        "circles in ui": f"{sum(len(parts) > 1 for floor in floors(rooms) for parts in floor)}",
        "reports": f"{len(touched)}",
        "files of the engine that name a report, on average": f"{mean(touched or [0]):.1f}",
        "files of the engine that name a report, at most": f"{max(touched, default=0)}",
        f"reports named in more than {FILES} files": f"{sum(count > FILES for count in touched)}",
        f"functions over complexity {COMPLEX}": f"{sum(count > COMPLEX for count in ways.values())}",
        f"functions over complexity {TOO_COMPLEX}": f"{sum(count > TOO_COMPLEX for count in ways.values())}",
        "complexity of the most complex function": f"{max(ways.values(), default=0)}",
        "Any": f"{sum(_is_any(node) for file in files for node in file.nodes)}",
        "type: ignore and noqa": f"{sum(len(_IGNORED.findall(file.code)) for file in files)}",
        "assert isinstance": f"{sum(_asserts_type(node) for file in files for node in file.nodes)}",
        "idiom in prose of companion, per thousand lines": f"{idiom_rate(file.code for file in files):.1f}",
        "idiom in prose of tests, per thousand lines": f"{idiom_rate(file.code for file in tests):.1f}",
    }


def _files(tree: Path, folder: str) -> list[File]:
    return [
        File(path.relative_to(tree).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted((tree / folder).rglob("*.py"))
    ]


def _bytes(tree: Path, pattern: str) -> int:
    return sum(path.stat().st_size for path in tree.glob(pattern))


def exempt(tree: Path, files: Iterable[File]) -> int:
    """Return how many imports the import contracts of a tree ignore."""
    project = tree / "pyproject.toml"
    if not project.exists():
        return 0
    contracts = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    ignored = [rule.split(" -> ") for contract in contracts for rule in contract.get("ignore_imports", ())]
    patterns = [tuple(map(_module_pattern, rule)) for rule in ignored]
    return sum(
        any(source.fullmatch(file.module) and target.fullmatch(other) for source, target in patterns)
        for file in files
        for other in file.imports
    )


def _module_pattern(wildcard: str) -> re.Pattern[str]:
    return re.compile(re.escape(wildcard).replace(r"\*\*", r".+").replace(r"\*", r"[^.]+"))


def _rooms(files: Iterable[File]) -> dict[str, set[str]]:
    """Return the parts of ``ui``, its folders and modules, each with the other parts that it imports."""
    rooms: dict[str, set[str]] = {}
    for file in files:
        room = _room(file.module)
        if room:
            rooms.setdefault(room, set()).update(map(_room, file.imports))
    return {room: {other for other in others if other in rooms} - {room} for room, others in rooms.items()}


def _room(module: str) -> str:
    parts = module.split(".")
    return parts[2] if parts[:2] == ["companion", "ui"] and len(parts) > 2 else ""


def floors(rooms: Mapping[str, set[str]]) -> list[list[set[str]]]:
    """Return parts by the number of floors below them; parts that import each other in a circle are one.

    >>> [[sorted(parts) for parts in floor] for floor in floors({"shell": {"kit"}, "kit": {"look"}, "look": {"kit"}})]
    [[['kit', 'look']], [['shell']]]
    """
    below = {room: reached(rooms, room) for room in rooms}
    circle = {room: frozenset({room} | {other for other in below[room] if room in below[other]}) for room in rooms}
    height: dict[frozenset[str], int] = {}

    def floor(parts: frozenset[str]) -> int:
        others = {circle[other] for room in parts for other in rooms[room]} - {parts}
        if parts not in height:
            height[parts] = max(map(floor, others), default=-1) + 1
        return height[parts]

    whole = sorted(set(circle.values()), key=sorted)
    return [
        [set(parts) for parts in whole if floor(parts) == number]
        for number in range(max(map(floor, whole), default=-1) + 1)
    ]


def reports(files: Iterable[File]) -> Mapping[str, list[str]]:
    """Return every class of report, with the files of its game's engine that name it.

    Not counted are the game's list of its reports (``game.py``, ``__init__.py``) and its screen (``table``).
    """
    engines: dict[str, list[File]] = {}
    for file in files:
        parts = file.name.split("/")
        if parts[:2] == ["companion", "games"] and len(parts) > 3 and parts[3] not in ("table", "table.py"):
            engines.setdefault(parts[2], []).append(file)
    found = {}
    for game, engine in engines.items():
        for file, report in _reports(engine):
            others = (one for one in engine if report in one.names and report not in one.classes)
            naming = [one.name for one in others if not one.name.endswith(("/game.py", "/__init__.py"))]
            found[f"{game}.{report} ({file.name})"] = [file.name, *naming]
    return found


def _reports(engine: list[File]) -> Iterator[tuple[File, str]]:
    """Yield the classes of reports of an engine: those that derive from the base and are no base themselves."""
    bases = {name: bases for file in engine for name, bases in file.classes.items()}

    def derives(name: str) -> bool:
        return any(base == _REPORT or derives(base) for base in bases.get(name, ()))

    parents = {base for names in bases.values() for base in names}
    for file in engine:
        yield from ((file, name) for name in file.classes if derives(name) and name not in parents)


def measured(tree: Path) -> Iterator[tuple[str, str]]:
    """Yield how long checks and tests of a tree take on this machine, where it has them."""
    here = {**os.environ, "PYTHONPATH": str(tree.resolve())}
    commands = {"the tests without the browser": [sys.executable, "-m", "pytest", "-q", "-m", "not browser"]}
    for check in _CHECKS:
        if (tree / check).exists():
            commands = {"the checks": [check], **commands}
    for called, command in commands.items():
        start = monotonic()
        done = subprocess.run(command, cwd=tree, env=here, capture_output=True, check=False)
        yield f"run time of {called}", f"{monotonic() - start:.0f} s" + (", failed" if done.returncode else "")


def _all_lines(files: Iterable[File], under: str) -> int:
    return sum(file.code.count("\n") for file in files if file.name.startswith(under))


def _fits_all(case: ast.match_case) -> bool:
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None


def _is_any(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "Any"


def _asserts_type(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Assert)
        and isinstance(node.test, ast.Call)
        and isinstance(node.test.func, ast.Name)
        and node.test.func.id == "isinstance"
    )


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield from (name.name for name in node.names)

"""Finds rule ids in the code that no ``rules.toml`` has, and rules that nothing in the code cites."""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final

from companion.devtools.sources import SHELL, Source, sources
from companion.lookup import Rule, rulebook
from companion.resources import OWN, rules_folders

#: Names that look like rule ids: the keys of the settings and the file of the saved games.
_NAMES: Final = frozenset({"companion.preferences", "companion.sqlite3"})

#: A rule id in the code; one that ends with a dot is the first part of an id that is put together.
_ID: Final = re.compile(r"([a-z][a-z0-9_]*)(\.[a-z][a-z0-9_]*)*\.?")


def rule_problems(files: Iterable[Source] | None = None, rules: Iterable[Rule] | None = None) -> Iterator[str]:
    """Yield ids of rules that do not exist, and rules that are neither cited nor marked as ``lookup_only``.

    A rule is cited if its id is a string in the code. Docstrings and cross references between rules do not count: players
    never see them.

    :param files: by default all sources with messages.
    :param rules: by default all rules of the program's own folders.
    """
    searched = list(sources() if files is None else files)
    folders = rules_folders(OWN)
    book = [rule for rule in rulebook().all if rule.folder in folders] if rules is None else list(rules)
    known, modules = {rule.id for rule in book}, {module for source in searched for module in _modules(source)}
    games = {rule.game for rule in book} | {source.domain for source in searched}
    cited = dict[str, str]()
    for source in searched:
        for line, id in _ids(source, games):
            if id in known:
                cited.setdefault(id, source.name)
            elif id.endswith(".") and id.rstrip(".") not in modules:
                yield f"{source.name}:{line}: {id}… is put together; write ids of rules out, so that they can be found"
            elif id not in modules | _NAMES and not id.endswith(".") and not (_reads_logs(source) and _is_kind(id)):
                yield f"{source.name}:{line}: there is no rule {id}"
    for rule in book:
        place = f"rules_data/{rule.folder}/rules.toml: {rule.id}"
        if rule.id not in cited and not rule.lookup_only:
            yield f"{place} is cited nowhere: cite it, or mark it as lookup_only"
        if rule.id in cited and rule.lookup_only:
            yield f"{place} is marked as lookup_only, but cited in {cited[rule.id]}"


def _ids(source: Source, games: set[str]) -> Iterator[tuple[int, str]]:
    """Yield the strings that look like rule ids, with their lines."""
    for node in source.nodes:
        match node:
            case ast.Constant(value=str(id)) if "." in id and (found := _ID.fullmatch(id)) and found[1] in games:
                yield node.lineno, id


def _modules(source: Source) -> Iterator[str]:
    """Yield the dotted names of a module and of its packages, as imports and loggers use them."""
    parts = source.name.removesuffix(".py").removesuffix("/__init__").split("/")
    yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _reads_logs(source: Source) -> bool:
    """Return whether a file upcasts old logs, and so names kinds of reports that may no longer exist."""
    return source.domain != SHELL and any(
        isinstance(node, ast.ImportFrom) and any(name.name == "Json" for name in node.names) for node in source.nodes
    )


def _is_kind(id: str) -> bool:
    return id.count(".") == 1

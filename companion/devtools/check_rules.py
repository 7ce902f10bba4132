"""Finds rule ids in the code that no ``rules.toml`` has, and rules that nothing in the code cites."""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final

from companion.devtools.sources import SHELL, Source, sources
from companion.lookup import Rule, rulebook
from companion.resources import OWN, rules_folders

#: The program's own names that look like ids of rules: what the settings and the saved games are kept under.
_NAMES: Final = frozenset({"companion.preferences", "companion.sqlite3"})

#: An id as it stands in the code; one that ends with a dot is the beginning of one that is put together.
_ID: Final = re.compile(r"([a-z][a-z0-9_]*)(\.[a-z][a-z0-9_]*)*\.?")


def rule_problems(files: Iterable[Source] | None = None, rules: Iterable[Rule] | None = None) -> Iterator[str]:
    """Yield ids that are those of no rule, and rules that are neither cited nor marked as ``lookup_only``.

    An id counts as cited where it stands in the code as a string of its own. Ids in docstrings and cross references of
    other rules say what belongs together; they tell nobody at the table why.

    :param files: all that people read from, if none are named.
    :param rules: all of our own, if none are named.
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
    """Yield the strings that begin like the id of a rule, and where they stand."""
    for node in source.nodes:
        match node:
            case ast.Constant(value=str(id)) if "." in id and (found := _ID.fullmatch(id)) and found[1] in games:
                yield node.lineno, id


def _modules(source: Source) -> Iterator[str]:
    """Yield the names of a file and of the packages it is in, as a logger or an import calls them."""
    parts = source.name.removesuffix(".py").removesuffix("/__init__").split("/")
    yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _reads_logs(source: Source) -> bool:
    """Tell whether a file brings old logs up to date: it names kinds of reports, also those that no longer exist."""
    return source.domain != SHELL and any(
        isinstance(node, ast.ImportFrom) and any(name.name == "Json" for name in node.names) for node in source.nodes
    )


def _is_kind(id: str) -> bool:
    return id.count(".") == 1

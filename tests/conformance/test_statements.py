"""Every statement of the catalog that the engine answers for is shown by a test and can be looked up."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.lookup import rulebook

TESTS = Path(__file__).resolve().parents[1]
LISTS = sorted((Path(__file__).parent / "statements").glob("*.txt"))


@cache
def cited() -> dict[str, str]:
    """Return the ids that tests cite with ``rule(...)``, each with a file that does."""
    return {id: str(file.relative_to(TESTS)) for file in TESTS.rglob("*.py") for id in _marks(file)}


def _marks(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("rule", "pytest.mark.rule", "mark.rule"):
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


@pytest.mark.parametrize("statements", LISTS, ids=lambda path: path.stem)
def test_every_statement_is_shown(statements: Path) -> None:
    """The engine's statements are all cited by a test and all in the rule book."""
    ids = statements.read_text(encoding="utf-8").split()
    known = {rule.id for rule in rulebook().rules()}
    assert [id for id in ids if id not in known] == []
    assert [id for id in ids if id not in cited()] == []


def test_marks_cite_statements_that_exist() -> None:
    """No test cites a rule that is not in the rule book."""
    known = {rule.id for rule in rulebook().rules()}
    assert {id: file for id, file in cited().items() if id not in known} == {}

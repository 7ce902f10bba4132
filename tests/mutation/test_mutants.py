"""The errors of the mutation run are those people make, and none that says nothing."""

import ast
import gc
from pathlib import Path

import pytest
from effort import at_leisure

from companion.kernel.tuples import with_item
from mutation import mutants as made
from mutation.mutants import Mutant, modules, mutants
from mutation.run import Score, _Run

RULES = ("race.start", "race.end", "race.draw")


@pytest.fixture
def errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return what gives the mutants of some source."""
    monkeypatch.setattr(made, "ROOT", tmp_path)
    (tmp_path / "companion" / "kernel").mkdir(parents=True)

    def of(source: str) -> tuple[Mutant, ...]:
        made._source.cache_clear()
        (tmp_path / "companion/kernel/toy.py").write_text(source, encoding="utf-8")
        return mutants("companion/kernel/toy.py", RULES)

    yield of
    made._source.cache_clear()


@pytest.mark.parametrize(
    ("source", "kind", "after"),
    [
        ("def f(a, b):\n    return a < b\n", "comparison", "a <= b"),
        ("def f(a, b):\n    return a and b\n", "and/or", "a or b"),
        ("def f(a):\n    return not a\n", "not", "a"),
        ("def f(a):\n    return 3\n", "constant", "4"),
        ("def f(a):\n    return True\n", "constant", "False"),
        ("def f(a):\n    return a.b + 1\n", "sum", "a.b - 1"),
        ("def f(a):\n    return any(a)\n", "any/all, min/max", "all(a)"),
        ("def f(a):\n    return g(a) or h(a)\n", "order", "h(a) or g(a)"),
        ("def f():\n    return why('race.start', 'race.end')\n", "order", "why('race.end', 'race.start')"),
        ("def f():\n    return T('A'), T('B')\n", "message", "T('B')"),
        ("def f(a, b):\n    return T('{x}{y}', x=Player(a), y=Player(b))\n", "players", None),
        ("def f(a):\n    a.clear()\n", "statement", "pass"),
        ("def f(a):\n    '''What it does.'''\n    return a\n", "early return", "return None"),
        ("def f(a):\n    if a:\n        return 1.5\n", "condition", "if not a:"),
    ],
)
def test_an_error_of_each_kind(errors, source, kind, after):
    found = [mutant for mutant in errors(source) if mutant.kind == kind]
    assert found
    assert after is None or after in [mutant.after for mutant in found]
    for mutant in found:
        changed = ast.unparse(mutant.tree())
        assert changed != ast.unparse(ast.parse(source))
        assert f"companion/kernel/toy.py:{mutant.line}: {kind}" in str(mutant)


def test_another_rule_of_the_same_game_is_cited(errors):
    (mutant,) = errors("RULE = 'race.start'\n")
    assert (mutant.kind, mutant.function, mutant.package) == ("citation", False, "kernel")
    assert ast.literal_eval(mutant.after) in {"race.end", "race.draw"}


def test_what_is_folded_into_one_line_is_tried_with_the_tests_of_that_line(errors):
    found = errors("def f():\n    rules = (\n        'race.start',\n        'race.end',\n    )\n    return rules\n")
    assert {(each.line, each.begins) for each in found if each.kind == "citation"} == {(3, 2), (4, 2)}


@pytest.mark.parametrize(
    "source",
    [
        "'''A module.'''\nimport os\n",
        "def f(a: int) -> int: ...\n",
        'def f(a):\n    """Do what a subclass does."""\n',
        "def f(a):\n    assert a == 1\n    return None\n",
        "class A:\n    def __repr__(self):\n        return 'a' if self else 'b'\n",
        "A = dict(zip('a', 'b', strict=True))\n",
        "class A(Protocol):\n    def f(self):\n        return 1\n",
    ],
)
def test_what_says_nothing_has_no_errors(errors, source):
    assert errors(source) == ()


def test_kernel_scoring_and_every_game_are_tried_but_no_screens():
    found = modules()
    assert {"companion/kernel/record.py", "companion/scoring/__init__.py"} <= set(found)
    assert {Path(path).parts[2] for path in found if path.startswith("companion/games/")} >= {"bronzen", "slam"}
    assert not any(path.startswith(("companion/games/slam/table", "companion/games/bronzen/table")) for path in found)


def test_the_score_is_the_last_line():
    tried = mutants("companion/kernel/tuples.py", RULES)[:4]
    score = Score(tried, unnoticed=[tried[0]], seconds=2.0)
    assert str(score).splitlines()[-1] == "mutation: 3 of 4 noticed (75 %) in 2 s"


@at_leisure
def test_a_function_is_found_though_it_is_frozen():
    """The tests' set-up freezes collected objects; a function that is not found cannot be mutated, and would count as survived."""
    run = _Run(Score(mutants("companion/kernel/tuples.py", RULES)))
    gc.freeze()
    run._look_around()
    assert with_item in run._functions[with_item.__code__.co_filename]

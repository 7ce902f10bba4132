"""Whatever the program itself writes, its typefaces have: the client draws an empty box for all else."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from companion import resources

ROOT = Path(__file__).parents[2]
FONTS = resources.ASSETS / "fonts"


@pytest.fixture(scope="module")
def signs() -> frozenset[str]:
    """All signs that can be drawn wherever there is text."""
    names = ("AtkinsonHyperlegibleNext-Regular", "AtkinsonHyperlegibleNext-Bold", "Fraunces-SemiBold")
    symbols, *faces = (TTFont(FONTS / f"{name}.ttf").getBestCmap().keys() for name in ("Symbols", *names))
    return frozenset("\n").union(map(chr, set.intersection(*({*face, *symbols} for face in faces))))


def of_a_module(path: Path) -> Iterator[str]:
    """Yield what a module writes: its texts, but for docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [
        node for node in ast.walk(tree) if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    for child in (child for node in nodes for child in ast.iter_child_nodes(node)):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value


def written() -> Iterator[tuple[Path, str]]:
    """Yield what stands on screens, with the file that says it."""
    for folder in ("ui", "games"):
        for path in (ROOT / "companion" / folder).rglob("*.py"):
            yield from ((path, text) for text in of_a_module(path))
    for path in (*(ROOT / "rules_data").rglob("*.toml"), *(ROOT / "translations").rglob("*.po")):
        yield path, path.read_text(encoding="utf-8")


def test_every_sign_is_in_every_typeface(signs: frozenset[str]) -> None:
    missing = {(path.relative_to(ROOT).as_posix(), sign) for path, text in written() for sign in {*text} - signs}
    assert not missing


def test_spaces_without_a_glyph_are_found(signs: frozenset[str], tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('"""A docstring: \\u2007."""\nNO_STREAK = "\\u2007"\n', encoding="utf-8")
    assert [text for text in of_a_module(module) if {*text} - signs] == ["\u2007"]

"""What the program imports is what it asks for when it is installed."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

from effort import at_leisure

ROOT: Final = Path(__file__).resolve().parents[2]
#: What the browser's Python brings.
_OF_THE_BROWSER: Final = {"flet_js", "pyodide"}


@at_leisure
def test_every_package_that_is_imported_is_declared() -> None:
    package = ROOT / "companion"
    tools = set((package / "devtools").rglob("*.py"))
    imported = _foreign(set(package.rglob("*.py")) - tools) - _OF_THE_BROWSER
    assert {"flet", "uvicorn", "segno"} <= imported, "this looks in the wrong place"
    assert {name for name in imported if not _distributions(name) & _declared("desktop", "hosted")} == set()
    assert {name for name in _foreign(tools) if not _distributions(name) & _declared("test")} == set()


def _foreign(files: Iterable[Path]) -> set[str]:
    imported = {name for file in files for name in _imported(file)}
    return imported - sys.stdlib_module_names - {"companion"}


def _imported(file: Path) -> Iterator[str]:
    """Yield the packages a module imports, at the top, inside a function, or by a name it spells out."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (each.name.partition(".")[0] for each in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case ast.Call(
                func=ast.Name(id="import_module" | "find_spec") | ast.Attribute(attr="import_module" | "find_spec"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name.partition(".")[0]


def _distributions(package: str) -> set[str]:
    """Return by what names a package can be installed; one that is not installed goes by its own."""
    return set(map(_normal, packages_distributions().get(package, [package])))


def _declared(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(each for name in extras for each in project["optional-dependencies"][name])]
    return {_normal(re.split(r"[<>=!~;\[ ]", each, maxsplit=1)[0]) for each in wanted}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()

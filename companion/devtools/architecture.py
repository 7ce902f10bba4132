"""Draws which part of the program imports which, from the imports themselves."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.devtools.sources import Source, sources
from companion.resources import OWN

#: The file with the drawing, and the lines around it.
PLACE: Final = Path(".github/CONTRIBUTING.md")
BEGIN, END = "<!-- drawn by: python -m companion.devtools architecture -->", "<!-- end of the drawing -->"

_ROOT: Final = "companion"
#: A game's screen is a part of its own: it may import what its engine must not.
_BOARDS: Final = "games/*/table"


def problems() -> Iterator[str]:
    """Yield that the drawing is out of date, if it is."""
    path = OWN[-1] / PLACE
    if path.exists() and redrawn(path.read_text(encoding="utf-8")) != path.read_text(encoding="utf-8"):
        yield f"{PLACE}: the drawing is not that of the imports; run architecture"


def redraw() -> Path:
    """Redraw the diagram of the imports, and return its file."""
    path = OWN[-1] / PLACE
    path.write_text(redrawn(path.read_text(encoding="utf-8")), encoding="utf-8")
    return path


def redrawn(page: str) -> str:
    """Return a page with the drawing as it should be.

    :raises ValueError: if the page has no place for it.
    """
    before, found, rest = page.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        raise ValueError(f"{PLACE} has no place for the drawing")
    return f"{before}{BEGIN}\n\n{drawing(sources(with_devtools=True))}\n\n{END}{after}"


def drawing(files: Iterable[Source]) -> str:
    """Return the drawing: an arrow leads from a part to each it imports, unless others lead there, and what each part is."""
    searched = list(files)
    imports = reduced(imported(searched))
    arrows = [f"    {_node(part)} --> {_node(other)}" for part in imports for other in sorted(imports[part])]
    nodes = [f'    {_node(part)}["{part}"]' for part in imports]
    about = {_part(_module(source)): _first_sentence(source) for source in searched if _heads(source)}
    parts = [f"- **{part}**: {about[part]}" for part in imports if part in about]
    return "\n".join(["```mermaid", "flowchart TD", *nodes, *arrows, "```", "", *parts])


def imported(files: Iterable[Source]) -> dict[str, set[str]]:
    """Return which parts each part imports, by name."""
    found: dict[str, set[str]] = {}
    for source in files:
        if part := _part(_module(source)):
            others = {_part(module) for node in source.nodes for module in imported_names(node)}
            found.setdefault(part, set()).update(others - {part, ""})
    return {part: found[part] for part in sorted(found)}


def reduced(imports: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return the imports without those that others lead to anyway.

    >>> sorted(reduced({"a": {"b", "c"}, "b": {"c"}, "c": set()})["a"])
    ['b']
    """
    return {
        part: {one for one in others if not any(one in reached(imports, other) for other in others - {one})}
        for part, others in imports.items()
    }


def reached(imports: Mapping[str, set[str]], start: str) -> set[str]:
    """Return the parts that a part imports, directly or through others."""
    found, queue = set[str](), [start]
    while queue:
        for other in imports.get(queue.pop(), set()) - found:
            found.add(other)
            queue.append(other)
    return found


def _module(source: Source) -> str:
    return source.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _part(module: str) -> str:
    """Return the part of the program that contains a module; "" for the entry point and for foreign modules."""
    root, *parts = module.split(".")
    if root != _ROOT or not parts or parts[0].startswith("_"):
        return ""
    return _BOARDS if parts[0] == "games" and parts[2:3] == ["table"] else parts[0]


def imported_names(node: ast.AST) -> Iterator[str]:
    """Yield the dotted names of what a statement imports."""
    match node:
        case ast.Import(names=names):
            yield from (name.name for name in names)
        case ast.ImportFrom(module=str(module), names=names):
            # a name imported from the root package is a module
            yield from (f"{module}.{name.name}" for name in names)


def _heads(source: Source) -> bool:
    """Return whether a file has the docstring of a part of the program."""
    return _module(source).count(".") == 1


def _first_sentence(source: Source) -> str:
    root = source.nodes[0]
    heading = (ast.get_docstring(root) or "") if isinstance(root, ast.Module) else ""
    return " ".join(heading.split("\n\n")[0].split()).replace("``", "`")


def _node(part: str) -> str:
    return "boards" if part == _BOARDS else part

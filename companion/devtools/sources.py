"""The Python files that speak, by the domain of their messages, and the calls in which they do."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen

from companion import resources

#: The domain of everything that is not a game.
SHELL: Final = "companion"

_PACKAGE: Final = Path(resources.__file__).parent
_GAMES: Final = _PACKAGE / "games"
#: Speaks to developers, in English.
_SILENT: Final = _PACKAGE / "devtools"


@frozen
class Source:
    """A Python file of the program.

    :param domain: the catalog its messages belong to.
    :param name: its path as it is written in a catalog.
    """

    domain: str
    name: str
    code: str

    @property
    def nodes(self) -> tuple[ast.AST, ...]:
        """The nodes of its syntax tree, those further up first.

        :raises SyntaxError: if it is not Python.
        """
        return _nodes(self.code, self.name)

    @property
    def draws(self) -> bool:
        """Whether it may hold parts of a screen: all of ``ui``, and whatever belongs to a game."""
        return self.name.startswith(("companion/ui/", "companion/app.py")) or self.domain != SHELL


@frozen
class Said:
    """A message in the code: a call of ``T`` or ``N``.

    :param ids: its literal message, or the two forms of it; ``None`` for one that is computed.
    :param given: the names of its parameters; ``None`` if they cannot be told from the code.
    """

    maker: str
    line: int
    ids: tuple[str | None, ...]
    given: frozenset[str] | None


@cache
def _nodes(code: str, name: str) -> tuple[ast.AST, ...]:
    """Parse once what several checks look through; ``ast.walk`` takes four times as long."""
    nodes: list[ast.AST] = [ast.parse(code, name)]
    for node in nodes:
        for value in vars(node).values():
            if isinstance(value, list):
                nodes += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                nodes.append(value)
    return tuple(nodes)


def sources(*, silent: bool = False) -> Iterator[Source]:
    """Yield every Python file whose words people read.

    :param silent: also those that speak to developers only.
    """
    for path in sorted(_PACKAGE.rglob("*.py")):
        if silent or not path.is_relative_to(_SILENT):
            inside = path.relative_to(_GAMES).parts if path.is_relative_to(_GAMES) else ()
            domain = inside[0] if len(inside) > 1 else SHELL
            yield Source(domain, path.relative_to(_PACKAGE.parent).as_posix(), path.read_text(encoding="utf-8"))


def said(source: Source) -> Iterator[Said]:
    """Yield the messages of a file.

    Babel's own extractor for Python overlooks a message inside a call inside another message, hence the syntax tree.
    """
    for node in source.nodes:
        match node:
            case ast.Call(func=ast.Name(id="T" | "N" as maker), args=args, keywords=keywords):
                ids = tuple(map(_literal, args[: 1 if maker == "T" else 2]))
                given = frozenset(keyword.arg for keyword in keywords if keyword.arg)
                yield Said(maker, node.lineno, ids, given if len(given) == len(keywords) else None)


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None

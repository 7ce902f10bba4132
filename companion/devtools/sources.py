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
_SILENT: Final = (_PACKAGE / "devtools",)


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
    def tree(self) -> ast.Module:
        """Its syntax tree.

        :raises SyntaxError: if it is not Python.
        """
        return _tree(self.code, self.name)

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
def _tree(code: str, name: str) -> ast.Module:
    return ast.parse(code, name)


def sources() -> Iterator[Source]:
    """Yield every Python file whose words people read."""
    for path in sorted(_PACKAGE.rglob("*.py")):
        if not any(path.is_relative_to(silent) for silent in _SILENT):
            inside = path.relative_to(_GAMES).parts if path.is_relative_to(_GAMES) else ()
            domain = inside[0] if len(inside) > 1 else SHELL
            yield Source(domain, path.relative_to(_PACKAGE.parent).as_posix(), path.read_text(encoding="utf-8"))


def said(tree: ast.Module) -> Iterator[Said]:
    """Yield the messages of a file.

    Babel's own extractor for Python overlooks a message inside a call inside another message, hence the syntax tree.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="T" | "N" as maker), args=args, keywords=keywords):
                ids = tuple(map(_literal, args[: 1 if maker == "T" else 2]))
                given = frozenset(keyword.arg for keyword in keywords if keyword.arg)
                yield Said(maker, node.lineno, ids, given if len(given) == len(keywords) else None)


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None

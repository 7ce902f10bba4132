"""The program's Python files with the domain of their messages, and the calls that make messages."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen

from companion import resources

#: Domain of everything outside the games.
SHELL: Final = "companion"

_PACKAGE: Final = Path(resources.__file__).parent
_GAMES: Final = _PACKAGE / "games"
#: Prints for developers, in English; not translated.
_DEVTOOLS: Final = _PACKAGE / "devtools"


@frozen
class Source:
    """A Python file of the program or of a game.

    :param domain: catalog of its messages.
    :param name: path from the root of the checkout, as in the catalogs.
    :param code: its contents.
    """

    domain: str
    name: str
    code: str

    @property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Nodes of the syntax tree, parents first.

        :raises SyntaxError: if the code is not Python.
        """
        return _nodes(self.code, self.name)

    @property
    def draws(self) -> bool:
        """Whether the file may build controls: all of ``ui`` and of the games."""
        return self.name.startswith(("companion/ui/", "companion/app.py")) or self.domain != SHELL


@frozen
class MessageCall:
    """A call of ``T`` or ``N``.

    :param maker: ``T`` or ``N``.
    :param ids: the message, or its two forms; ``None`` for one that is no literal.
    :param given: names of the keyword arguments; ``None`` if the call unpacks some.
    """

    maker: str
    line: int
    ids: tuple[str | None, ...]
    given: frozenset[str] | None


@cache
def _nodes(code: str, name: str) -> tuple[ast.AST, ...]:
    """Parse a file once for all checks; ``ast.walk`` takes four times as long."""
    nodes: list[ast.AST] = [ast.parse(code, name)]
    for node in nodes:
        for value in vars(node).values():
            if isinstance(value, list):
                nodes += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                nodes.append(value)
    return tuple(nodes)


def sources(*, with_devtools: bool = False) -> Iterator[Source]:
    """Yield every Python file with messages for users.

    :param with_devtools: include the developers' tools.
    """
    for path in sorted(_PACKAGE.rglob("*.py")):
        if with_devtools or not path.is_relative_to(_DEVTOOLS):
            inside = path.relative_to(_GAMES).parts if path.is_relative_to(_GAMES) else ()
            domain = inside[0] if len(inside) > 1 else SHELL
            yield Source(domain, path.relative_to(_PACKAGE.parent).as_posix(), path.read_text(encoding="utf-8"))


def sources_of(folder: str) -> list[Source]:
    """Return the Python files of one game, whether it is the program's own or installed."""
    if not (root := resources.data_root(folder)):
        return [source for source in sources() if source.domain == folder]
    return [
        Source(folder, path.relative_to(root.parent).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted(root.rglob("*.py"))
    ]


def message_calls(source: Source) -> Iterator[MessageCall]:
    """Yield the message calls of a file.

    Babel's extractor misses a message in a call nested in another message, so the syntax tree is searched.
    """
    for node in source.nodes:
        match node:
            case ast.Call(func=ast.Name(id="T" | "N" as maker), args=args, keywords=keywords):
                ids = tuple(map(_literal, args[: 1 if maker == "T" else 2]))
                given = frozenset(keyword.arg for keyword in keywords if keyword.arg)
                yield MessageCall(maker, node.lineno, ids, given if len(given) == len(keywords) else None)


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None

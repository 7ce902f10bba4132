"""Counts words of a private idiom in docstrings and comments, where a technical reader expects standard terms."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from typing import Any, Final

#: Words and phrases that the project replaced by plain ones; CONTRIBUTING lists what to write instead.
IDIOM: Final = re.compile(
    r"\b(whoever|whatever|whichever|told|tells?|telling|nobody|somebody|everybody"
    r"|what is|what was|what has|what it|such as are|by which|of which|all the same|as far as|likewise"
    r"|handed|meant|hands on|looked at|heard)\b",
    re.IGNORECASE,
)


def _documented(node: Any) -> Iterator[Any]:
    """Yield a module, its classes and functions, and those within them."""
    yield node
    for each in node.body:
        if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _documented(each)


def docstring(node: ast.AST) -> ast.Constant | None:
    """Return the docstring of a module, class or function, ``None`` if there is none."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        match node.body:
            case [ast.Expr(value=ast.Constant(value=str()) as found), *_]:
                return found
    return None


def prose(code: str) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of a module, each with the line on which it begins."""
    for node in _documented(ast.parse(code)):
        if found := docstring(node):
            yield found.lineno, str(found.value)
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def idiom(code: str) -> list[tuple[int, str]]:
    """Return the words of the private idiom in the prose of a module, each with the line of its docstring or comment.

    >>> idiom('def f():\\n    "Return what is told."')
    [(2, 'what is'), (2, 'told')]
    """
    return [(line, found[0].lower()) for line, text in prose(code) for found in IDIOM.finditer(text)]


def idiom_rate(modules: Iterable[str]) -> float:
    """Return how many words of the private idiom there are in a thousand lines of code.

    :param modules: the text of each module.
    """
    texts = list(modules)
    lines = sum(text.count("\n") for text in texts)
    return 1000 * sum(len(idiom(text)) for text in texts) / lines if lines else 0.0


def unknown_parameters(code: str) -> list[tuple[int, str]]:
    """Return the ``:param`` names that a module documents but does not have, each with the line of its function or class.

    >>> unknown_parameters('def f(value):\\n    ":param code: a number."')
    [(1, 'code')]
    """
    return [
        (node.lineno, name)
        for node in _documented(ast.parse(code))
        if ":param" in (text := ast.get_docstring(node, clean=False) or "")
        for name in re.findall(r":param (\w+):", text)
        if name not in _parameters(node)
    ]


def _parameters(node: ast.AST) -> set[str]:
    """Return the parameters of a function, or the fields and attributes of a class, without leading underscores."""
    found = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    if isinstance(node, ast.ClassDef):
        for each in ast.walk(node):
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                found.add(each.target.id.lstrip("_"))
            elif isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
                found.add(each.attr.lstrip("_"))
    return found

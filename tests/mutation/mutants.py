"""Makes mutants of a module: copies of it, each with one plausible error."""

import ast
import copy
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

from attrs import frozen

ROOT: Final = Path(__file__).resolve().parents[2]

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_CALLS: Final = {"any": "all", "all": "any", "min": "max", "max": "min"}
_PLACEHOLDERS: Final = re.compile(r"\{(\w+)\}")
#: Code for the type checker and for debugging has no effect at the table.
_SILENT: Final = frozenset(("__repr__", "__hash__"))
_Place = tuple[str, int | None]


@frozen
class Mutant:
    """A module with one error.

    :param path: file of the module, from the root of the project.
    :param kind: the kind of change.
    :param line: where.
    :param begins: a line that is run whenever the place is.
    :param function: whether it is inside of a function, and not in what runs when the module is loaded.
    :param before: the code as it is.
    :param after: the code as it would be.
    :param at: the way from the module to the place, and the node to put there.
    """

    path: str
    kind: str
    line: int
    begins: int
    function: bool
    before: str
    after: str
    at: tuple[tuple[_Place, ...], ast.AST]

    @property
    def package(self) -> str:
        """What the score is counted by: the kernel, the scoring, or a game."""
        parts = Path(self.path).parts
        return "/".join(parts[1:3]) if parts[1] == "games" else parts[1]

    @property
    def file(self) -> Path:
        """The file of the module."""
        return ROOT / self.path

    def tree(self) -> ast.Module:
        """Return the module with the error in it; its lines keep their numbers."""
        tree = ast.parse(_source(self.path))
        way, new = self.at
        inner: ast.AST = tree
        for name, number in way[:-1]:
            inner = _get(inner, (name, number))
        name, number = way[-1]
        if number is None:
            setattr(inner, name, new)
        else:
            getattr(inner, name)[number] = new
        return tree

    def __str__(self) -> str:
        """Return where it is and what differs."""
        return f"{self.path}:{self.line}: {self.kind}\n    - {self.before}\n    + {self.after}"


def _get(node: ast.AST, place: _Place) -> ast.AST:
    inner = getattr(node, place[0])
    found: ast.AST = inner if place[1] is None else inner[place[1]]
    return found


@cache
def _source(path: str) -> str:
    """Return a module as it was when it was read first, since its file may change meanwhile."""
    return (ROOT / path).read_text(encoding="utf-8")


def modules() -> tuple[str, ...]:
    """Return the modules that decide something: kernel, scoring and the games without their screens."""
    companion = ROOT / "companion"
    found = [*companion.glob("kernel/*.py"), *companion.glob("scoring/*.py"), *companion.glob("games/*/**/*.py")]
    paths = [file.relative_to(ROOT) for file in sorted(found)]
    return tuple(str(path) for path in paths if path.parts[3:4] not in (("table",), ("table.py",)))


def mutants(path: str, rules: Sequence[str]) -> tuple[Mutant, ...]:
    """Return every mutant of a module.

    :param rules: the ids of all rules, of which one may be cited in the place of another.
    """
    tree = ast.parse(_source(path))
    said = sorted({text for node in ast.walk(tree) for text in _messages(node)})
    return tuple(_Finder(path, frozenset(rules), sorted(rules), said).found(tree))


def _messages(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("T", "N"):
        yield from (arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


@frozen
class _Finder:
    path: str
    known: frozenset[str]
    rules: list[str]
    said: list[str]

    def found(self, tree: ast.Module) -> Iterator[Mutant]:
        yield from self._in(tree, (), 0, function=False)

    def _in(self, node: ast.AST, way: tuple[_Place, ...], begins: int, *, function: bool) -> Iterator[Mutant]:
        if isinstance(node, ast.stmt):
            begins = node.lineno
        for kind, new in self._changes(node):
            line, run, inside, after = getattr(node, "lineno", begins), begins, function, _shown(new)
            if kind == "early return":
                line = run = _first(node).lineno
                inside, after = True, "return None"
            yield Mutant(self.path, kind, line, run, inside, _shown(node), after, (way, new))
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "bases"):
                continue
            if isinstance(value, ast.AST):
                if not _is_silent(value):
                    inside = function or (isinstance(node, ast.Lambda) and name == "body")
                    yield from self._in(value, (*way, (name, None)), begins, function=inside)
            elif isinstance(value, list):
                for number, each in enumerate(value):
                    if isinstance(each, ast.AST) and not _is_silent(each):
                        inside = function or (isinstance(node, ast.FunctionDef) and name == "body")
                        yield from self._in(each, (*way, (name, number)), begins, function=inside)

    def _changes(self, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
        change = getattr(self, f"_wrong_{type(node).__name__.lower()}", None)
        if change:
            yield from change(node)
        if isinstance(node, ast.If | ast.IfExp) and not isinstance(node.test, ast.Compare | ast.UnaryOp):
            yield "condition", _with(node, lambda new: setattr(new, "test", _not(new.test)))

    def _wrong_compare(self, node: ast.Compare) -> Iterator[tuple[str, ast.AST]]:
        for number, operator in enumerate(node.ops):
            other = _COMPARISONS[type(operator)]()
            yield "comparison", _with(node, lambda new, n=number, o=other: new.ops.__setitem__(n, o))

    def _wrong_boolop(self, node: ast.BoolOp) -> Iterator[tuple[str, ast.AST]]:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", _with(node, lambda new: setattr(new, "op", other))
        if isinstance(node.op, ast.Or) and all(isinstance(each, ast.Call) for each in node.values):
            # which of several reasons comes first; among conditions the order says nothing
            for number in range(len(node.values) - 1):
                if _name(node.values[number]) != "isinstance":
                    yield "order", _with(node, lambda new, n=number: _swap(new.values, n))

    def _wrong_unaryop(self, node: ast.UnaryOp) -> Iterator[tuple[str, ast.AST]]:
        if isinstance(node.op, ast.Not):
            yield "not", node.operand

    def _wrong_binop(self, node: ast.BinOp) -> Iterator[tuple[str, ast.AST]]:
        other = {ast.Add: ast.Sub, ast.Sub: ast.Add}.get(type(node.op))
        if other and not any(_is_text(side) for side in (node.left, node.right)):
            yield "sum", _with(node, lambda new: setattr(new, "op", other()))

    def _wrong_constant(self, node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
        match node.value:
            case bool(value):
                yield "constant", _with(node, lambda new: setattr(new, "value", not value))
            case int(value):
                for other in (value + 1, value - 1)[: 1 + (value > 0)]:
                    yield "constant", _with(node, lambda new, o=other: setattr(new, "value", o))
            case str(value) if value in self.known:
                among = [rule for rule in self.rules if rule.split(".")[0] == value.split(".")[0] and rule != value]
                other_rule = among[crc32(f"{value} {node.lineno}".encode()) % len(among)]
                yield "citation", _with(node, lambda new: setattr(new, "value", other_rule))

    def _wrong_call(self, node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
        if other := _CALLS.get(_name(node)):
            yield "any/all, min/max", _with(node, lambda new: setattr(new.func, "id", other))
        for text in _messages(node):
            holes = sorted(_PLACEHOLDERS.findall(text))
            alike = [each for each in self.said if each != text and sorted(_PLACEHOLDERS.findall(each)) == holes]
            message = alike[crc32(text.encode()) % len(alike)] if alike else f"{text}?"
            yield "message", _with(node, lambda new, m=message: setattr(new.args[0], "value", m))
        players = [n for n, each in enumerate(node.keywords) if _name(each.value) == "Player"]
        if len(players) > 1:
            yield "players", _with(node, lambda new: _exchange(new.keywords, *players[:2]))
        for number in range(len(node.args) - 1):
            if self._is_rule(node.args[number]) and self._is_rule(node.args[number + 1]):
                yield "order", _with(node, lambda new, n=number: _swap(new.args, n))

    def _wrong_tuple(self, node: ast.Tuple) -> Iterator[tuple[str, ast.AST]]:
        for number in range(len(node.elts) - 1):
            if self._is_rule(node.elts[number]) and self._is_rule(node.elts[number + 1]):
                yield "order", _with(node, lambda new, n=number: _swap(new.elts, n))

    def _wrong_for(self, node: ast.For) -> Iterator[tuple[str, ast.AST]]:
        if isinstance(node.iter, ast.Tuple) and len(node.iter.elts) > 1:
            yield "order", _with(node, lambda new: _swap(new.iter.elts, 0))

    def _wrong_functiondef(self, node: ast.FunctionDef) -> Iterator[tuple[str, ast.AST]]:
        if not _is_stub(_first(node)):
            nothing = ast.copy_location(ast.Return(ast.Constant(None)), _first(node))
            yield "early return", _with(node, lambda new: new.body.insert(0, nothing))

    def _wrong_expr(self, node: ast.Expr) -> Iterator[tuple[str, ast.AST]]:
        if not isinstance(node.value, ast.Constant) and _name(node.value) != "assert_never":
            yield "statement", ast.copy_location(ast.Pass(), node)

    def _wrong_augassign(self, node: ast.AugAssign) -> Iterator[tuple[str, ast.AST]]:
        yield "statement", ast.copy_location(ast.Pass(), node)

    def _wrong_raise(self, node: ast.Raise) -> Iterator[tuple[str, ast.AST]]:
        if node.exc and _name(node.exc) != "AssertionError":
            yield "statement", ast.copy_location(ast.Pass(), node)

    def _wrong_assign(self, node: ast.Assign) -> Iterator[tuple[str, ast.AST]]:
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            yield "statement", ast.copy_location(ast.Pass(), node)

    def _is_rule(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Constant) and node.value in self.known


def _with(node: ast.AST, change: Callable[..., object]) -> ast.AST:
    new = copy.deepcopy(node)
    change(new)
    return ast.fix_missing_locations(new)


def _not(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _swap(items: list[ast.expr], number: int) -> None:
    items[number : number + 2] = items[number + 1], items[number]


def _exchange(keywords: list[ast.keyword], one: int, other: int) -> None:
    keywords[one].value, keywords[other].value = keywords[other].value, keywords[one].value


def _name(node: ast.expr) -> str:
    function = node.func if isinstance(node, ast.Call) else node
    return function.id if isinstance(function, ast.Name) else ""


def _first(node: ast.AST) -> ast.stmt:
    """Return the first statement of a function after its docstring."""
    assert isinstance(node, ast.FunctionDef)
    return next((each for each in node.body if not _is_silent(each)), node.body[0])


def _is_text(node: ast.expr) -> bool:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text or isinstance(node, ast.JoinedStr | ast.Tuple | ast.List | ast.ListComp)


def _is_stub(first: ast.stmt) -> bool:
    """Return whether a function that begins like this does nothing that could be left out."""
    value = getattr(first, "value", None)
    if isinstance(first, ast.Return):
        return value is None or (isinstance(value, ast.Constant) and value.value is None)
    return isinstance(first, ast.Pass) or isinstance(value, ast.Constant)


def _is_silent(node: ast.AST) -> bool:
    """Return whether a node is without effect at run time: text for readers and for the type checker."""
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.FunctionDef(name=name):
            return name in _SILENT
        case ast.ClassDef(bases=bases):
            return any(isinstance(base, ast.Name | ast.Subscript) and "Protocol" in ast.unparse(base) for base in bases)
        case ast.AnnAssign(annotation=annotation, value=value):
            # an alias of types, or a field without a default
            return value is None or "TypeAlias" in ast.unparse(annotation)
        case ast.keyword(arg="strict"):
            return True  # of things that are as many as each other
        case ast.Call() as call:
            return _name(call) in ("TypeVar", "cast")
    return False


def _shown(node: ast.AST) -> str:
    """Return a node in a line."""
    head = copy.copy(node)
    if isinstance(head, ast.If | ast.For | ast.FunctionDef):
        head.body = [ast.Pass()]
        if isinstance(head, ast.If | ast.For):
            head.orelse = []
        if isinstance(head, ast.FunctionDef):
            head.decorator_list = []
    lines = ast.unparse(ast.fix_missing_locations(head)).splitlines()
    return lines[0] if len(lines) > 1 else " ".join(lines)

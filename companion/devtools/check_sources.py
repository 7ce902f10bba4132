"""Finds user-facing strings that bypass the catalogs."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Final, TypeAlias

from companion.devtools.sources import Source, message_calls, sources
from companion.i18n import PLACEHOLDER

#: Strings that are the same in every language. Card letters are not: a jack is a B in German.
ALIKE: Final = frozenset({"Companion", "QR"})

#: Parameters of controls that are shown.
_WORDS: Final = frozenset(
    {
        *("label", "title", "subtitle", "tooltip", "content", "text", "message", "helper", "counter", "badge"),
        *("hint", "caption", "heading", "prefix", "suffix", "error", "additional_info"),
    }
)
_WORDS_END: Final = ("_text", "_label", "_title", "_tooltip", "_message", "_hint")
#: Controls whose ``value`` is shown; others (a radio button) only compare it.
_READ_VALUES: Final = frozenset({"Text", "Markdown", "TextField", "CupertinoTextField", "words"})

_COLOUR: Final = re.compile(r"#[0-9A-Fa-f]{3,8}")
_PROSE: Final = re.compile(r"[^\W\d_]{2,}[,.:;!?]? [^\W\d_]{2,}")
#: Calls whose strings are not shown: messages, errors, logging.
_NOT_SHOWN: Final = re.compile(r"T|N|\w*(Error|Exception|Warning)|debug|info|warning|error|exception|critical|log")

_Names: TypeAlias = dict[str, list[ast.expr]]
_Parameters: TypeAlias = dict[str, tuple[str, ...]]


def source_problems(files: Iterable[Source] | None = None) -> Iterator[str]:
    """Yield strings that bypass the catalogs, and messages that cannot be extracted or filled.

    :param files: files to check, default all.
    """
    searched = list(sources() if files is None else files)
    ours = _own_parameters(source for source in searched if source.draws)
    for source in searched:
        found = [*_message_problems(source), *(_screen_problems(source, ours) if source.draws else ())]
        yield from (f"{source.name}:{line}: {problem}" for line, problem in sorted(set(found)))


def _message_problems(source: Source) -> Iterator[tuple[int, str]]:
    for message in message_calls(source):
        if None in message.ids or len(message.ids) != {"T": 1, "N": 2}[message.maker]:
            yield message.line, f"{message.maker}(…) needs its whole message as a literal"
            continue
        names = {name for id in message.ids if id for name in PLACEHOLDER.findall(id) if "." not in name}
        if message.given is not None and (missing := names - message.given):
            yield message.line, f"nobody fills the placeholders {', '.join(sorted(missing))}"
    for node in source.nodes:
        match node:
            case ast.Call(func=ast.Name(id="messages"), args=[ast.Constant(value=domain)]) if domain != source.domain:
                yield node.lineno, f"messages({domain!r}) should name the catalog {source.domain!r}"
            case ast.Call(func=ast.Name(id="Text"), args=[_, ast.Constant(value=str()), *_]):
                yield node.lineno, "Text(…) with a literal is not extracted; use T or N"


def _screen_problems(source: Source, ours: _Parameters) -> Iterator[tuple[int, str]]:
    names = _literal_names(source)
    for shown in _shown(source, ours):
        for node, words in _literals(shown, names):
            if words not in ALIKE and any(map(str.isalpha, words)) and not _COLOUR.fullmatch(words):
                yield node.lineno, f"{words!r} is shown but not translated; use T or N"


def _shown(source: Source, ours: _Parameters) -> Iterator[ast.expr]:
    """Yield the expressions whose values are shown."""
    for node in source.nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="ft"), attr=control)):
                yield from _shown_arguments(node, control, _flet_parameters(control))
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if not _NOT_SHOWN.fullmatch(called):
                yield from _shown_arguments(node, called, ours.get(called, ()))
                # a sentence is always shown, under any parameter name
                yield from (arg for arg in node.args if isinstance(arg, ast.Constant) and _PROSE.search(str(arg.value)))
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=value) if _shows("Text", name):
                yield value


def _shown_arguments(call: ast.Call, control: str, parameters: tuple[str, ...]) -> Iterator[ast.expr]:
    """Yield the arguments of a call that are shown."""
    named = [(keyword.arg or "", keyword.value) for keyword in call.keywords]
    yield from (value for name, value in [*zip(parameters, call.args, strict=False), *named] if _shows(control, name))


def _shows(control: str, parameter: str) -> bool:
    if parameter == "value":
        return control in _READ_VALUES
    return parameter in _WORDS or parameter.endswith(_WORDS_END)


def _own_parameters(files: Iterable[Source]) -> _Parameters:
    """Return the positional parameters of each function by its name, "" for those that take no string."""
    functions = (node for source in files for node in source.nodes if isinstance(node, ast.FunctionDef))
    return {
        made.name: tuple(
            arg.arg if arg.annotation and "str" in ast.unparse(arg.annotation).split(" | ") else ""
            for arg in (*made.args.posonlyargs, *made.args.args)
            if arg.arg not in ("self", "cls")
        )
        for made in functions
    }


@cache
def _flet_parameters(control: str) -> tuple[str, ...]:
    import flet as ft

    made = getattr(ft, control, None)
    # the signature would not do: some controls hide theirs behind *args
    return tuple(field.name for field in fields(made) if field.init and not field.kw_only) if is_dataclass(made) else ()


def _literal_names(source: Source) -> _Names:
    """Return the expressions assigned to each plain name in a file."""
    names: _Names = {}
    for node in source.nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                names.setdefault(name, []).append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                names.setdefault(name, []).append(value)
    return names


def _literals(node: ast.expr, names: _Names) -> Iterator[tuple[ast.expr, str]]:
    """Yield the string literals that an expression may evaluate to, with their nodes."""
    parts: list[ast.expr] = []
    match node:
        case ast.Constant(value=str(words)):
            yield node, words
        case (
            ast.JoinedStr(values=parts)
            | ast.BoolOp(values=parts)
            | ast.Dict(values=parts)
            | ast.List(elts=parts)
            | ast.Tuple(elts=parts)
        ):
            pass
        case ast.IfExp(body=body, orelse=orelse):
            parts = [body, orelse]
        case ast.BinOp(left=left, right=right):
            parts = [left, right]
        case ast.Subscript(value=value) | ast.Starred(value=value) | ast.NamedExpr(value=value):
            parts = [value]
        case ast.Call(func=ast.Attribute(value=ast.Constant() as value), args=args):
            parts = [value, *args]  # "…".format(…), " ".join(…)
        case ast.Call(func=ast.Attribute(value=ast.Name() as value, attr="get"), args=args):
            parts = [value, *args[1:]]
        case ast.Name(id=name):
            parts, names = names.get(name, []), {key: value for key, value in names.items() if key != name}
    for part in parts:
        yield from _literals(part, names)

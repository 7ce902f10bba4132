"""Actions that no player offered: values of the declared types, sensible or not."""

import types
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs
from hypothesis import strategies as st

from companion.kernel.record import AnyGame

_INTS = st.one_of(st.integers(-1, 7), st.sampled_from([25, 55, 110, -40, 10**9]))
_WORDS = st.one_of(
    st.sampled_from(["", " ", "a", "E", "Ä", "ß", "jam", "MARMELADE", "{n}", "😀", "A*B"]), st.text(max_size=5)
)


def anything(game: AnyGame) -> st.SearchStrategy[Any]:
    """Return actions of a game of every kind, whether they make sense or not."""
    return st.one_of([_of(kind) for kind in game.actions])


def _of(kind: Any) -> st.SearchStrategy[Any]:
    """Return values of a type as declared for a field.

    :raises TypeError: if the type is not one that a log can hold.
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return st.one_of([_of(arg) for arg in args])
    if origin is Literal:
        return st.sampled_from(args)
    if origin is tuple and args[-1:] == (...,):
        return st.lists(_of(args[0]), max_size=6).map(tuple)
    if origin is tuple:
        return st.tuples(*map(_of, args))
    if origin is frozenset:
        return st.frozensets(_of(args[0]), max_size=6)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    if attrs.has(kind):
        return _built(kind)
    raise TypeError(f"no values for {kind}")


_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: _INTS,
    str: _WORDS,
    type(None): st.none(),
}


def _built(kind: type) -> st.SearchStrategy[Any]:
    """Return values of a class; what its own checks refuse is never an action."""
    hints = get_type_hints(kind)
    fields = {field.name: _of(hints[field.name]) for field in attrs.fields(kind) if field.init}

    def build(values: dict[str, Any]) -> Any:
        try:
            return kind(**values)
        except ValueError:
            return None

    return st.fixed_dictionaries(fields).map(build).filter(lambda value: value is not None)

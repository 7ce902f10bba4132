"""Strict conversion from and to JSON: no value is coerced to another type."""

from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any, TypeVar, get_args, get_origin

from cattrs import Converter

from companion.storage.limits import AMOUNT

X = TypeVar("X")


def strict_converter(*, forbid_extra_keys: bool = False) -> Converter:
    """Return a converter of exact types: "3" is no number, 3 no text, and a text no list of letters."""
    made = Converter(
        forbid_extra_keys=forbid_extra_keys, unstruct_collection_overrides={tuple: list, AbstractSet: sorted}
    )

    def collection(value: object, cls: Any) -> object:
        items, args = exactly(value, list), get_args(cls)
        kind = get_origin(cls)
        if kind is tuple and args[-1] is not Ellipsis:
            return tuple(made.structure(item, arg) for item, arg in zip(items, args, strict=True))
        return kind(made.structure(item, args[0]) for item in items)

    for cls in (bool, float, str):
        made.register_structure_hook(cls, exactly)
    made.register_structure_hook(int, _whole)
    made.register_structure_hook_func(_is_collection, collection)
    made.register_structure_hook_func(lambda cls: isinstance(cls, type) and issubclass(cls, Enum), _member)
    return made


def exactly(value: object, cls: type[X]) -> X:
    """Return a value of exactly this type; the converter would make "3" a number and 3 a text."""
    if type(value) is not cls:
        raise TypeError(f"{value!r} is no {cls.__name__}")
    return value


def _is_collection(cls: object) -> bool:
    return get_origin(cls) in {tuple, frozenset}


def _whole(value: object, _: type[int]) -> int:
    """Return a number within the bounds of a table; larger ones are refused before anything is built from them."""
    whole = exactly(value, int)
    if abs(whole) > AMOUNT:
        raise ValueError(f"{whole} is too large")
    return whole


def _member(value: object, cls: type[Enum]) -> Enum:
    member = cls(value)
    exactly(value, type(member.value))
    return member

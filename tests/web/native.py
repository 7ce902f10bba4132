"""A Python version of Hypothesis's compiled module, which is missing in a browser: the bit layout of floats."""

import math
import sys
from struct import pack, unpack
from types import ModuleType
from typing import Final

_BITS: Final = {16: ("!H", "!e"), 32: ("!I", "!f"), 64: ("!Q", "!d")}
_SMALLEST_NORMAL: Final = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}


def float_to_int(value: float, width: int = 64) -> int:
    """Return the bits of a float."""
    whole, real = _BITS[width]
    return int(unpack(whole, pack(real, value))[0])


def int_to_float(value: int, width: int = 64) -> float:
    """Return the float of some bits."""
    whole, real = _BITS[width]
    return float(unpack(real, pack(whole, value))[0])


def float_of(value: float, width: int) -> float:
    """Return the nearest float of a width."""
    _, real = _BITS[width]
    return float(unpack(real, pack(real, float(value)))[0])


def is_negative(value: float) -> bool:
    """Return whether a number has a minus, a zero's included."""
    return math.copysign(1.0, value) < 0


def count_between_floats(low: float, high: float, width: int = 64) -> int:
    """Return how many floats there are between two, both included."""
    if is_negative(low) and not is_negative(high):
        return count_between_floats(low, -0.0, width) + count_between_floats(0.0, high, width)
    return abs(float_to_int(high, width) - float_to_int(low, width)) + 1


def next_up(value: float, width: int = 64) -> float:
    """Return the next larger float."""
    if math.isnan(value) or value == math.inf:
        return value
    if value == 0.0:
        return 0.0 if is_negative(value) else int_to_float(1, width)
    return int_to_float(float_to_int(value, width) + (-1 if is_negative(value) else 1), width)


def next_down(value: float, width: int = 64) -> float:
    """Return the next smaller float."""
    return -next_up(-value, width)


def next_down_normal(value: float, width: int, *, allow_subnormal: bool) -> float:
    """Return the next smaller float, perhaps without those that are close to zero."""
    value, smallest = next_down(value, width), _SMALLEST_NORMAL[width]
    if allow_subnormal or not 0 < abs(value) < smallest:
        return value
    return 0.0 if value > 0 else -smallest


def next_up_normal(value: float, width: int, *, allow_subnormal: bool) -> float:
    """Return the next larger float; see :func:`next_down_normal`."""
    return -next_down_normal(-value, width, allow_subnormal=allow_subnormal)


def width_smallest_normals(width: int) -> float:
    """Return the smallest float of a width that is written with all its digits."""
    return _SMALLEST_NORMAL[width]


def cathetus(hypotenuse: float, side: float) -> float:
    """Return the third side of a triangle with a right angle."""
    return math.sqrt((hypotenuse - side) * (hypotenuse + side))


def stand_in(version: str) -> None:
    """Register this module in place of Hypothesis's compiled one.

    :param version: the version of Hypothesis.
    """
    for name, held in {
        "_native": {"__version__": version},
        "_native.internal": {},
        "_native.internal.floats": {name: value for name, value in globals().items() if not name.startswith("_")},
        "_native.internal.cathetus": {"cathetus": cathetus},
    }.items():
        made = sys.modules[f"hypothesis.{name}"] = ModuleType(f"hypothesis.{name}")
        vars(made).update(held)

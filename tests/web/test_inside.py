"""The replacement of Hypothesis' compiled part, with which ``inside.py`` runs the tests in the browser's Python."""

import math
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as some
from web import native


@pytest.mark.skipif("hypothesis._native.internal.floats" not in sys.modules, reason="nothing of Hypothesis is compiled")
@given(value=some.floats(width=16), width=some.sampled_from([16, 32, 64]), subnormal=some.booleans())
def test_the_replacement_of_hypothesis_compiled_part_agrees_with_it(value: float, width: int, subnormal: bool) -> None:
    real = sys.modules["hypothesis._native.internal.floats"]

    def same(name: str, *given: object, **named: object) -> None:
        ours, theirs = getattr(native, name)(*given, **named), getattr(real, name)(*given, **named)
        assert (repr(ours), type(ours)) == (repr(theirs), type(theirs)), name

    for name in ("float_of", "next_up", "next_down", "float_to_int"):
        same(name, value, width)
    same("is_negative", value)
    same("width_smallest_normals", width)
    for name in ("next_up_normal", "next_down_normal"):
        same(name, value, width, allow_subnormal=subnormal)
    if not math.isnan(value):
        same("int_to_float", native.float_to_int(value, width), width)
    if value <= 1:
        same("count_between_floats", value, 1.0, width)

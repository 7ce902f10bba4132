"""A changed copy of a persistent collection contains the new items, and the original stays unchanged."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kernel.persistent import Map, Vector

#: Around the sizes at which the tree of a vector becomes higher, or a leaf is full.
SIZES = (0, 1, 31, 32, 33, 63, 64, 65, 1023, 1024, 1055, 1056, 1057, 32_799, 32_800, 32_801)


@pytest.mark.parametrize("size", SIZES)
def test_a_vector_has_its_items_in_their_order(size: int) -> None:
    items = tuple(range(size))
    vector = Vector.of(items)
    assert (tuple(vector), len(vector)) == (items, size)
    assert [*reversed(vector)] == [*reversed(items)]
    assert all(vector[place] == vector[place - size] == place for place in range(0, size, 31))
    one_by_one = Vector[int]()
    for item in items:
        one_by_one = one_by_one.plus(item)
    assert one_by_one == vector == items
    with pytest.raises(IndexError):
        vector[size]


@pytest.mark.parametrize("size", SIZES)
def test_a_prefix_is_extended_without_touching_the_whole(size: int) -> None:
    vector = Vector.of(range(size))
    for kept in {0, size // 2, max(0, size - 1), size, min(size, 32), min(size, 1024)}:
        other = vector[:kept].plus(*range(-70, 0))
        assert tuple(other) == (*range(kept), *range(-70, 0))
        assert other[kept] == other[kept - len(other)] == -70
    assert tuple(vector) == tuple(range(size))


@given(st.lists(st.integers(), max_size=80), st.slices(80))
def test_a_slice_is_that_of_a_tuple(items: list[int], part: slice) -> None:
    assert Vector.of(items)[part] == tuple(items)[part]


def test_vectors_are_equal_by_their_items() -> None:
    assert Vector.of("ab") == Vector.of("abc")[:2] == ("a", "b") != Vector.of("abc")
    assert hash(Vector.of("ab")) == hash(("a", "b"))
    assert Vector.of("ab") != ["a", "b"]
    assert ("b" in Vector.of("ab"), "c" in Vector.of("ab")) == (True, False)


class Alike(int):
    """A key with the same hash as all others."""

    def __hash__(self) -> int:
        return 7


@pytest.mark.parametrize("key", [str, int, Alike])
def test_a_map_has_the_latest_value_of_each_key(key: Callable[[int], object]) -> None:
    found, before = Map[object, int](), []
    for number in range(300):
        before.append(found)
        found = found.plus(key(number), number)
    found = found.plus(key(0), -1)
    assert dict(found) == {key(number): number or -1 for number in range(300)}
    assert len(found) == 300
    assert key(300) not in found
    assert [len(each) for each in before] == [*range(300)]
    assert all(key(number) not in each for number, each in enumerate(before))
    assert before[1][key(0)] == 0

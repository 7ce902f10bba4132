"""Tuples in which one value changes."""

from companion.kernel.tuples import flipped, with_item


def test_one_value_changes_and_all_others_stay() -> None:
    letters = ("a", "b", "c")
    assert [with_item(letters, place, "X") for place in range(3)] == [("X", "b", "c"), ("a", "X", "c"), ("a", "b", "X")]
    assert letters == ("a", "b", "c")


def test_values_are_kept_once_in_the_order_in_which_they_were_entered() -> None:
    assert flipped(flipped((), "b"), "a") == ("b", "a")
    assert flipped(("b", "a", "c"), "a") == ("b", "c")

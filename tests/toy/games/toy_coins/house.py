"""The questions of Toy coins that the table may decide: none."""

from attrs import frozen


@frozen
class House:
    """The house rules in force."""

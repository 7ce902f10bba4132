"""The numbers of Toy race, as in the tables of ``rules_data``."""

from typing import Final

from attrs import frozen

from companion.resources import numbers


@frozen
class Goal:
    short: int
    long: int


@frozen
class Steps:
    most: int


@frozen
class Points:
    win: int
    lead: int


@frozen
class Numbers:
    """All tables; comments in the file say which rule each number belongs to."""

    goal: Goal
    steps: Steps
    points: Points


NUMBERS: Final = numbers("toy_race", Numbers)

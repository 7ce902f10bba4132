"""The numbers of Toy race, each as its table in ``rules_data`` has it."""

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
    """All of them; what each is for and which rule it rests on stands in the file."""

    goal: Goal
    steps: Steps
    points: Points


NUMBERS: Final = numbers("toy_race", Numbers)

"""The numbers of the free sheet, in the structure of their file in ``rules_data``."""

from typing import Final

from attrs import frozen

from companion.resources import numbers


@frozen
class Span:
    fewest: int
    most: int


@frozen
class Asked:
    fewest: int
    usual: int
    most: int


@frozen
class Sum:
    largest: int
    longest: int


@frozen
class Name:
    longest: int


@frozen
class Numbers:
    """All numbers; the file documents each with its rule."""

    players: Span
    rounds: Asked
    target: Asked
    sum: Sum
    name: Name


NUMBERS: Final = numbers("free_sheet", Numbers)

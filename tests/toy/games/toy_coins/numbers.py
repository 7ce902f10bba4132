"""The numbers of Toy coins, as in the tables of ``rules_data``."""

from typing import Final

from attrs import frozen

from companion.resources import numbers


@frozen
class Coins:
    most: int


@frozen
class Points:
    exact: int


@frozen
class Numbers:
    """All tables; comments in the file say which rule each number belongs to."""

    coins: Coins
    points: Points


NUMBERS: Final = numbers("toy_coins", Numbers)

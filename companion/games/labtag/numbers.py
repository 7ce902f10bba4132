"""The numbers of LABTAG Schlamboree, in the structure of their file in ``rules_data``."""

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from companion.resources import numbers


@frozen
class Players:
    fewest: int
    most: int


@frozen
class Cards:
    usual: int
    fewest: int
    most: int


@frozen
class Groups:
    even_players: int
    odd_players: int
    fewest: int
    most: int
    smallest: int


@frozen
class Flag:
    lowest: int
    highest: int
    typed: int


@frozen
class Value:
    lowest: int
    highest: int
    special: int


@frozen
class Specials:
    order: tuple[str, ...]
    most_of_a_type: int
    legendary: tuple[str, ...]


@frozen
class Points:
    trophy: int


@frozen
class Numbers:
    """All numbers; the file documents each with its rule."""

    players: Players
    cards: Cards
    groups: Groups
    labtag: Flag
    value: Value
    special: Specials
    kings_and_aces: Mapping[str, tuple[str, ...]]
    points: Points


NUMBERS: Final = numbers("labtag", Numbers)

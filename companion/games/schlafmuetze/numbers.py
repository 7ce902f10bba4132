"""The numbers of Schlafmütze, read from ``rules_data``."""

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
    all: int
    of_a_colour: int
    words: int


@frozen
class Circle:
    piles: int
    of_a_colour: int
    colours: tuple[str, ...]


@frozen
class Chips:
    middle: int


@frozen
class Draw:
    cards: int


@frozen
class Wrong:
    chips: int


@frozen
class Score:
    card: int
    chip: int


@frozen
class Target:
    first_time: int


@frozen
class Numbers:
    """All numbers; the file documents each with its rule."""

    players: Players
    cards: Cards
    circle: Circle
    chips: Chips
    hands: Mapping[str, int]
    draw: Draw
    wrong: Wrong
    score: Score
    target: Target


NUMBERS: Final = numbers("schlafmuetze", Numbers)

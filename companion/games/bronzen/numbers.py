"""The numbers of Bronzen and Pracherche, in the structure of their file in ``rules_data``."""

from typing import Final

from attrs import frozen

from companion.resources import numbers


@frozen
class Deck:
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    jokers: int
    size: int
    both: int


@frozen
class FaceDown:
    color: int
    counter: int
    double_c: int
    jay: int
    double: int


@frozen
class Points:
    einzel: int
    double_1: int
    double_2: int
    double_3: int
    jay: int
    bronzen: int


@frozen
class Booking:
    chips: int


@frozen
class Ladder:
    ladder: tuple[str, ...]


@frozen
class Rates:
    up_give: int
    up_get: int
    down_give: int
    down_get: int


@frozen
class Numbers:
    """All numbers; the file documents each with its rule."""

    deck: Deck
    face_down: FaceDown
    points: Points
    streak: Booking
    chips: Ladder
    exchange: Rates


NUMBERS: Final = numbers("bronzen", Numbers)

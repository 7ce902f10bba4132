"""The numbers of Letter Jam, read from ``rules_data``."""

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from companion.resources import numbers


@frozen
class Material:
    fewest: int
    most: int
    letters: int
    jokers: int
    setup_cards: int
    stands: int
    chips: int
    pencils: int
    red: int
    green: int


@frozen
class Words:
    normal: int
    first: int
    shortest: int
    longest: int
    vowels: int


@frozen
class SetupCard:
    red: int
    quota: int
    leaves: int
    centre: int
    leaves_wait: bool
    edible: int
    tasty: int
    yummy: int
    delicious: int
    supersweet: int

    @property
    def scale(self) -> tuple[int, ...]:
        """Lower bounds of the verdict scale, the lowest first."""
        return self.edible, self.tasty, self.yummy, self.delicious, self.supersweet


@frozen
class Clues:
    most: int
    usual: int
    shortest: int
    longest: int


@frozen
class Score:
    letter: int
    longer: int
    green: int
    guessed: int


@frozen
class Won:
    missing: int
    from_players: int


@frozen
class Numbers:
    """All numbers; the file documents each with its rule."""

    material: Material
    words: Words
    stacks: Mapping[str, int]
    players_2: SetupCard
    players_3: SetupCard
    players_4: SetupCard
    players_5: SetupCard
    players_6: SetupCard
    clue: Clues
    score: Score
    won: Won
    grey: Mapping[str, str]
    english: Mapping[str, int]


NUMBERS: Final = numbers("letter_jam", Numbers)

#: The sizes of the non-player stacks, by stand (letter_jam.ruling.setup_cards).
STACKS: Final = tuple(NUMBERS.stacks.values())

#: The setup card by number of players (letter_jam.ruling.setup_cards).
SETUP_CARDS: Final = {
    2: NUMBERS.players_2,
    3: NUMBERS.players_3,
    4: NUMBERS.players_4,
    5: NUMBERS.players_5,
    6: NUMBERS.players_6,
}

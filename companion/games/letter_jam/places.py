"""Where a chip can lie, where a token comes from, and what a word can be laid of."""

from enum import Enum
from typing import Final

from attrs import field, frozen
from attrs.validators import ge


class At(Enum):
    """What kind of place a letter stands at."""

    SEAT = "seat"  #: a player's stand
    NPC = "npc"  #: a non-player stand
    BONUS = "bonus"  #: a bonus letter beside the joker
    JOKER = "joker"


class Token(Enum):
    """Where the token for a clue comes from."""

    RED = "red"
    LEAF = "leaf"
    CENTRE = "centre"


class Piece(Enum):
    """What kind of card lies in a word."""

    OWN = "own"  #: a card of the own row
    BONUS = "bonus"
    JOKER = "joker"


@frozen(order=False)
class Stand:
    """A place a chip can lie beside, written ``seat-0``, ``npc-1``, ``bonus-0`` or ``joker``."""

    at: At
    number: int = field(default=0, validator=ge(0))

    def __attrs_post_init__(self) -> None:
        _one_joker(self.at is At.JOKER, self.number)

    def to_text(self) -> str:
        """Return the place as it stands in a log."""
        return _written(self.at.value, self.number)

    @classmethod
    def from_text(cls, text: str) -> "Stand":
        """Read a place from a log.

        :raises ValueError: if it is none.

        >>> Stand.from_text("npc-1").to_text()
        'npc-1'
        """
        name, number = _read(text)
        return cls(At(name), number)


@frozen(order=False)
class Tile:
    """A card of a word, written ``own-0``, ``bonus-1`` or ``joker``."""

    piece: Piece
    number: int = field(default=0, validator=ge(0))

    def __attrs_post_init__(self) -> None:
        _one_joker(self.piece is Piece.JOKER, self.number)

    def to_text(self) -> str:
        """Return the card as it stands in a log."""
        return _written(self.piece.value, self.number)

    @classmethod
    def from_text(cls, text: str) -> "Tile":
        """Read a card of a word from a log.

        :raises ValueError: if it is none.

        >>> Tile.from_text("joker").to_text()
        'joker'
        """
        name, number = _read(text)
        return cls(Piece(name), number)


def _one_joker(joker: bool, number: int) -> None:
    if joker and number:
        raise ValueError("there is one joker")


def _written(name: str, number: int) -> str:
    return name if name == At.JOKER.value else f"{name}-{number}"


def _read(text: str) -> tuple[str, int]:
    name, dash, number = text.partition("-")
    if bool(dash) == (name == At.JOKER.value) or (dash and not number.isdecimal()):
        raise ValueError(f"{text!r} is no place; write seat-0, npc-0, bonus-0, own-0 or joker")
    return name, int(number or 0)


JOKER: Final = Stand(At.JOKER)

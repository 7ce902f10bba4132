"""Places of chips, sources of tokens, and cards of a word."""

from enum import Enum
from typing import Final

from attrs import field, frozen
from attrs.validators import ge


class At(Enum):
    """The kinds of places of a letter."""

    SEAT = "seat"  #: a player's stand
    NPC = "npc"  #: a non-player stand
    BONUS = "bonus"  #: a bonus letter beside the joker
    JOKER = "joker"


class Token(Enum):
    """The sources of a clue's token."""

    RED = "red"
    LEAF = "leaf"
    CENTRE = "centre"


class Piece(Enum):
    """The kinds of cards in a word."""

    OWN = "own"  #: a card of the own row
    BONUS = "bonus"
    JOKER = "joker"


@frozen(order=False)
class Stand:
    """A place of a chip, written ``seat-0``, ``npc-1``, ``bonus-0`` or ``joker``."""

    at: At
    number: int = field(default=0, validator=ge(0))

    def __attrs_post_init__(self) -> None:
        _one_joker(self.at is At.JOKER, self.number)

    def to_text(self) -> str:
        """Return the place as written in a log."""
        return _written(self.at.value, self.number)

    @classmethod
    def from_text(cls, text: str) -> "Stand":
        """Return a place written in a log.

        :raises ValueError: if it is invalid.

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
        """Return the card as written in a log."""
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

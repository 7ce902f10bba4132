"""Places of chips, sources of tokens, and cards of a word."""

from enum import Enum
from typing import Any, ClassVar, Final, Self

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


class Numbered:
    """Base of a kind with a number, written ``npc-1`` in a log; there is one joker, written without a number.

    :cvar kinds: the class of its kinds.
    """

    __slots__ = ()

    kinds: ClassVar[Any]
    at: Any
    number: int

    def __attrs_post_init__(self) -> None:
        if self.number and self.at.value == At.JOKER.value:
            raise ValueError("there is one joker")

    def to_text(self) -> str:
        """Return it as written in a log."""
        name = str(self.at.value)
        return name if name == At.JOKER.value else f"{name}-{self.number}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read one from a log.

        :raises ValueError: if it is invalid.

        >>> Stand.from_text("npc-1").to_text(), Tile.from_text("joker").to_text()
        ('npc-1', 'joker')
        """
        name, dash, number = text.partition("-")
        if bool(dash) == (name == At.JOKER.value) or (dash and not number.isdecimal()):
            raise ValueError(f"{text!r} is no place; write seat-0, npc-0, bonus-0, own-0 or joker")
        return cls(cls.kinds(name), int(number or 0))  # type: ignore[call-arg]


@frozen(order=False)
class Stand(Numbered):
    """A place of a chip."""

    at: At
    number: int = field(default=0, validator=ge(0))

    kinds = At


@frozen(order=False)
class Tile(Numbered):
    """A card of a word."""

    at: Piece
    number: int = field(default=0, validator=ge(0))

    kinds = Piece


JOKER: Final = Stand(At.JOKER)

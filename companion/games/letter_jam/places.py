"""Places of chips, sources of tokens, and cards of a word."""

from enum import Enum
from typing import ClassVar, Final, Generic, Self, TypeVar

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


K = TypeVar("K", bound=Enum)


@frozen(order=False)
class Numbered(Generic[K]):
    """A kind and a number, written ``npc-1`` in a log; there is one joker, written without a number.

    :cvar kinds: the class of its kinds.
    """

    at: K
    number: int = field(default=0, validator=ge(0))

    kinds: ClassVar[type[Enum]]

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
        return cls(cls.kinds(name), int(number or 0))  # type: ignore[arg-type]


class Stand(Numbered[At]):
    """A place of a chip."""

    __slots__ = ()

    kinds = At


class Tile(Numbered[Piece]):
    """A card of a word."""

    __slots__ = ()

    kinds = Piece


JOKER: Final = Stand(At.JOKER)

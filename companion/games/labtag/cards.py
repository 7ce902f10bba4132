"""The cards of a LABTAG collection."""

import re
from enum import Enum
from typing import Final, Literal, TypeAlias

from attrs import Attribute, evolve, field, frozen
from attrs.validators import in_

from companion.games.labtag.numbers import NUMBERS

#: How long a card's name may be.
LONGEST_NAME: Final = 40


class Special(Enum):
    """The four special cards, in the order in which they are applied (labtag.special.order)."""

    JACK = "B"
    QUEEN = "D"
    KING = "K"
    ACE = "A"


SPECIALS: Final = tuple(Special(letter) for letter in NUMBERS.special.order)
LEGENDARY: Final = frozenset(Special(letter) for letter in NUMBERS.special.legendary)
FLAGS: Final = range(NUMBERS.labtag.lowest, NUMBERS.labtag.highest + 1)
VALUES: Final = range(NUMBERS.value.lowest, NUMBERS.value.highest + 1)

#: The numbers of a group that can be reported instead of its cards, in the order in which they are compared.
Kind: TypeAlias = Literal["labtag", "values", "legendary"]
KINDS: Final[tuple[Kind, ...]] = ("labtag", "values", "legendary")

_TEXT: Final = re.compile(r"(\d+)(\*?)/(\d+|[A-Z])(?: (.*))?")


def tidy(name: str) -> str:
    """Return a card's name without needless blanks, and no longer than a name may be.

    >>> tidy("  Lab   coat ")
    'Lab coat'
    """
    return " ".join(name.split())[:LONGEST_NAME].rstrip()


def _value(_: object, attribute: "Attribute[int | Special]", value: int | Special) -> None:
    if not isinstance(value, Special) and value not in VALUES:
        raise ValueError(f"{attribute.name} must be {VALUES.start} to {VALUES.stop - 1}, or B, D, K or A", attribute)


@frozen(order=False)
class Card:
    """A card, written ``12/7``, ``8*/K`` if its LABTAG value is golden, ``12/7 Lab coat`` if it has a name.

    :param labtag: the LABTAG value, in the flag at the bottom right.
    :param value: the card value in the top corner.
    """

    labtag: int = field(validator=in_(FLAGS))
    value: int | Special = field(validator=_value)
    golden: bool = False
    name: str = field(default="", converter=tidy)

    @property
    def special(self) -> Special | None:
        """Which special card it is."""
        return self.value if isinstance(self.value, Special) else None

    @property
    def points(self) -> int:
        """What its card value counts in a sum (labtag.match.tie_values, labtag.special.jack)."""
        return NUMBERS.value.special if isinstance(self.value, Special) else self.value

    @property
    def legendary(self) -> bool:
        """Whether it is legendary (labtag.match.tie_legendary, labtag.ruling.legendary)."""
        return self.golden or self.special in LEGENDARY

    @property
    def corner(self) -> str:
        """The text in the top corner."""
        return corner(self.value)

    def to_text(self) -> str:
        """Return the card as written in a log."""
        return f"{self.labtag}{'*' if self.golden else ''}/{self.corner} {self.name}".rstrip()

    @classmethod
    def from_text(cls, text: str) -> "Card":
        """Read a card from a log.

        :raises ValueError: if it is no card.

        >>> Card.from_text("8*/K")
        Card(labtag=8, value=<Special.KING: 'K'>, golden=True, name='')
        >>> Card.from_text("12/7 Lab coat").to_text()
        '12/7 Lab coat'
        """
        found = _TEXT.fullmatch(text.strip())
        if not found:
            raise ValueError(f"{text!r} is no card; write 12/7, 8*/K (golden) or 12/7 Name")
        labtag, star, corner, name = found.groups()
        return cls(int(labtag), value_from_text(corner), bool(star), name or "")


@frozen
class Tally:
    """A group reported without its cards: specials, two sums, number of legendary cards; ``None`` is unknown."""

    specials: tuple[Special, ...]
    labtag: int | None = None
    values: int | None = None
    legendary: int | None = None

    @classmethod
    def of(cls, cards: tuple[Card, ...]) -> "Tally":
        """Return the tally of cards.

        >>> Tally.of((Card(12, 7), Card(3, Special.KING)))
        Tally(specials=(<Special.KING: 'K'>,), labtag=15, values=8, legendary=1)
        """
        return cls(
            tuple(special for special in SPECIALS if any(card.special is special for card in cards)),
            sum(card.labtag for card in cards),
            sum(card.points for card in cards),
            sum(card.legendary for card in cards),
        )

    def sum(self, kind: Kind) -> int | None:
        """Return one of the numbers."""
        return {"labtag": self.labtag, "values": self.values, "legendary": self.legendary}[kind]

    def refined(self, more: "Tally") -> "Tally":
        """Return the tally with the values of another one added."""
        known = {kind: number for kind in KINDS if (number := self.sum(kind)) is not None}
        return evolve(more, specials=self.specials, **known)


#: The tally of an unknown group or pile.
UNKNOWN: Final = Tally(())


def value_from_text(corner: str) -> int | Special:
    """Return the card value in a card's top corner.

    :raises ValueError: if it is neither a number nor a special card.
    """
    return int(corner) if corner.isdecimal() else Special(corner)


def corner(value: int | Special) -> str:
    """Return the text of a card value in the top corner."""
    return value.value if isinstance(value, Special) else str(value)


def repeated(cards: tuple[Card, ...]) -> Special | None:
    """Return a special card that a group may not contain again (labtag.special.one_each).

    >>> repeated((Card(3, Special.KING), Card(5, Special.KING)))
    <Special.KING: 'K'>
    """
    held = [card.special for card in cards]
    return next((special for special in SPECIALS if held.count(special) > NUMBERS.special.most_of_a_type), None)

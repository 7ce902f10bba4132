"""The cards of Bronzen and what two of them make when they meet."""

from enum import Enum
from typing import Final

from attrs import field, frozen
from attrs.validators import in_

from companion.games.bronzen.numbers import NUMBERS

_DECK: Final = NUMBERS.deck

JOKER: Final = len(_DECK.ranks) + 2
_RANKS: Final = {name: value for value, name in enumerate(_DECK.ranks, start=2)}
_NAMES: Final = {value: name for name, value in _RANKS.items()}


class Suit(Enum):
    """The four suits; a joker has none."""

    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    SPADES = "spades"
    CLUBS = "clubs"


_LETTERS: Final = {suit: suit.name[0] for suit in Suit}
_SUITS: Final = {letter: suit for suit, letter in _LETTERS.items()}


class Special(Enum):
    """The four situations in which the two open cards decide nothing."""

    COLOR = "color"
    COUNTER = "counter"
    DOUBLE_C = "double_c"
    JAY = "jay"


#: The rule that a special rests on.
RULE_OF: Final = {
    Special.COLOR: "bronzen.color",
    Special.COUNTER: "bronzen.counter",
    Special.DOUBLE_C: "bronzen.double_c",
    Special.JAY: "bronzen.jay",
}

#: How many cards are laid face down after a special, before the next open one.
FACE_DOWN: Final = {
    Special.COLOR: NUMBERS.face_down.color,
    Special.COUNTER: NUMBERS.face_down.counter,
    Special.DOUBLE_C: NUMBERS.face_down.double_c,
    Special.JAY: NUMBERS.face_down.jay,
}


@frozen(order=False)
class Card:
    """A card, written ``7H``, ``10S``, ``KD``, ``AC`` or ``X`` for a joker.

    :param rank: 2 to 14 (ace); 15 is the joker.
    """

    rank: int = field(validator=in_(range(2, JOKER + 1)))
    suit: Suit | None

    def __attrs_post_init__(self) -> None:
        if (self.rank == JOKER) != (self.suit is None):
            raise ValueError("jokers, and only jokers, have no suit")

    def to_text(self) -> str:
        """Return the card as written in a log."""
        return "X" if self.suit is None else _NAMES[self.rank] + _LETTERS[self.suit]

    @classmethod
    def from_text(cls, text: str) -> "Card":
        """Read a card from a log.

        :raises ValueError: if it is no card.

        >>> Card.from_text("10S").to_text()
        '10S'
        """
        if text.upper() == "X":
            return cls(JOKER, None)
        try:
            return cls(_RANKS[text[:-1].upper()], _SUITS[text[-1:].upper()])
        except KeyError:
            raise ValueError(f"{text!r} is no card; write 7H, 10S, KD, AC or X") from None


#: One deck in the order of rank, the jokers last; both players have the same.
DECK: Final = (
    *(Card(rank, Suit(suit)) for rank in _NAMES for suit in _DECK.suits),
    *(Card(JOKER, None) for _ in range(_DECK.jokers)),
)

#: Both players have the same deck (bronzen.setup.decks).
_DECKS: Final = 2


def held(card: Card) -> int:
    """Return how often both decks together hold a card (bronzen.setup.decks)."""
    return _DECKS * DECK.count(card)


def meet(left: Card, right: Card) -> Special | int:
    """Return the special that two open cards make, or the side (0 or 1) of the higher one.

    Rules: bronzen.reveal, bronzen.rank, bronzen.ruling.classification.
    """
    if left.rank == right.rank == JOKER:
        return Special.JAY
    if left == right:
        return Special.DOUBLE_C
    if left.rank == right.rank:
        return Special.COUNTER
    if left.suit is right.suit:
        return Special.COLOR
    return 0 if left.rank > right.rank else 1

"""What the players report at a table of Schlafmütze."""

from typing import TypeAlias

from attrs import frozen

from companion.games.schlafmuetze.cards import Colour


@frozen
class CircleTold:
    """The twelve cards of the circle, from twelve o'clock on.

    :param words: their words; empty, or one for each, empty where it is not told.
    """

    colours: tuple[Colour, ...]
    words: tuple[str, ...] = ()


@frozen
class TopTold:
    """What lies on top of a pile."""

    pile: int
    colour: Colour
    word: str = ""


@frozen
class Laid:
    """A player was first with a card."""

    seat: int
    pile: int
    colour: Colour
    word: str = ""


@frozen
class CannotOpen:
    """The player who is asked for the first card has none that fits."""

    seat: int


@frozen
class GoesOn:
    """A card lies that nobody doubts; told only where cards are not kept one by one."""


@frozen
class LastCardLaid:
    """A player has laid the last card; told only where cards are not kept one by one."""

    seat: int


@frozen
class NobodyDoubts:
    """Nobody doubts the word of the last card."""


@frozen
class WrongCard:
    """A player takes back a card laid on the wrong colour or in the own pause."""

    seat: int


@frozen
class Halt:
    """Somebody calls "Halt"."""


@frozen
class Doubted:
    """Whose word is doubted, and by whom, the first caller first.

    :param first: whether it is the first word of the round, told where nobody tells single cards.
    """

    doubters: tuple[int, ...]
    author: int
    first_word: str = ""
    second_word: str = ""
    compound: str = ""
    first: bool = False


@frozen
class Voted:
    """A player votes on the word."""

    seat: int
    against: bool


@frozen
class SpeedDispute:
    """Nobody is sure whose card was first.

    :param latest: whether the card entered last is one of those in question.
    """

    latest: bool


@frozen
class Agreed:
    """All agree whose card was first."""

    seat: int


@frozen
class NotAgreed:
    """They do not agree whose card was first."""


@frozen
class Stuck:
    """Nobody but the pausing player can lay a card.

    :param colour: the colour demanded, where the referee does not know it.
    :param pausing: who pauses, where the referee does not know it.
    """

    colour: Colour | None = None
    pausing: int | None = None


@frozen
class ColourNamed:
    """A new colour is named."""

    colour: Colour


@frozen
class NoColourLeft:
    """No colour shows that may still be named."""


@frozen
class HandsCounted:
    """The cards left in every hand at the end of the round."""

    hands: tuple[int, ...]


@frozen
class Recount:
    """A player's cards and chips have been counted.

    :param cards: ``None`` where hands are not kept.
    """

    seat: int
    cards: int | None
    chips: int


@frozen
class StockCounted:
    """The cards of the stock have been counted."""

    cards: int


@frozen
class KeepEveryCard:
    """From now on every card is told; in mid-round with what has to be known for that.

    :param forgets: whether what was known before is forgotten, as it was under revision 1.
    """

    hands: tuple[int, ...] = ()
    pausing: int | None = None
    colour: Colour | None = None
    forgets: bool = False


@frozen
class KeepRefereeOnly:
    """From now on only what needs a referee is told.

    :param forgets: whether what was known before is forgotten, as it was under revision 1.
    """

    forgets: bool = False


@frozen
class NextRound:
    """The cards are shuffled and dealt for another round."""


@frozen
class Finish:
    """The players stop after this round."""


Action: TypeAlias = (
    CircleTold
    | TopTold
    | Laid
    | CannotOpen
    | GoesOn
    | LastCardLaid
    | NobodyDoubts
    | WrongCard
    | Halt
    | Doubted
    | Voted
    | SpeedDispute
    | Agreed
    | NotAgreed
    | Stuck
    | ColourNamed
    | NoColourLeft
    | HandsCounted
    | Recount
    | StockCounted
    | KeepEveryCard
    | KeepRefereeOnly
    | NextRound
    | Finish
)

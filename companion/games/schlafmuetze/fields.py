"""Form fields shared by several reports."""

from collections.abc import Sequence

from companion.games.schlafmuetze.cards import COLOURS
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T
from companion.games.schlafmuetze.model import State, most_in_hand
from companion.kernel.offers import Choice, Composite, Number, Option, Words
from companion.kernel.text import Player, Text


def player(name: str, label: Text, seats: tuple[int, ...]) -> Choice:
    """Ask for one of some players."""
    return Choice(name, label, tuple(Option(seat, T("{player}", player=Player(seat))) for seat in seats))


def colour(label: Text) -> Choice:
    """Ask for a colour."""
    return Choice("colour", label, tuple(Option(each, COLOUR_NAMES[each]) for each in COLOURS))


def word() -> Words:
    """Ask for the word on a card."""
    return Words(
        "word",
        T("Word on the card"),
        examples=("EIS", "AUTO", "SCHIFF", "LUFT", "LAND", "SPIEL", "MANN", "BILD", "WASSER", "WEIN", "BLUME"),
        optional=True,
    )


def hands(label: Text, state: State, known: Sequence[int | None]) -> Composite:
    """Return the field for the cards in every hand.

    :param known: the known number per hand; a player without cards has won.
    """
    most = most_in_hand(state)
    counts = tuple(
        Number(
            str(seat),
            T("{player}", player=Player(seat)),
            *((0, 0, 0) if cards == 0 else (1, max(most, cards or 0), cards)),
        )
        for seat, cards in enumerate(known)
    )
    return Composite("hands", label, counts)

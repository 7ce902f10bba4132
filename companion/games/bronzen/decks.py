"""Two players with a deck each, as in Bronzen and in Pracherche."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from companion.games.bronzen.cards import DECK, Card, held
from companion.games.bronzen.messages import N, T, card_name
from companion.games.bronzen.numbers import NUMBERS
from companion.kernel.explain import Explanation
from companion.kernel.offers import Choice, Composite, Number, Option
from companion.kernel.text import Player, Text

V = TypeVar("V")

SEATS: Final = (0, 1)

_OPTIONS: Final = tuple(Option(card, card_name(card)) for card in dict.fromkeys(DECK))


def replaced(both: tuple[V, V], seat: int, value: V) -> tuple[V, V]:
    """Return what both have, with another value for one of them.

    >>> replaced((3, 4), 1, 5)
    (3, 5)
    """
    return (value, both[1]) if seat == 0 else (both[0], value)


def two_cards(lying: Sequence[Card]) -> Composite:
    """Return the field for two open cards that can lie beside the others (bronzen.ruling.same_card_twice)."""
    full = {card for card in lying if lying.count(card) >= held(card)}
    options = tuple(option for option in _OPTIONS if option.value not in full) if full else _OPTIONS
    parts = tuple(Choice(str(seat), T("{player}’s card", player=Player(seat)), options) for seat in SEATS)
    return Composite("cards", T("The two face-up cards"), parts)


def impossible_card(lying: Iterable[Card], more: Iterable[Card], *rules: str) -> Explanation | None:
    """Return why further open cards must be a slip, if one of them cannot be there (bronzen.ruling.same_card_twice)."""
    added = tuple(more)
    open_cards = Counter((*lying, *added))
    card = next((card for card in added if open_cards[card] > held(card)), None)
    if card is None:
        return None
    text = T(
        "The {card} cannot lie face up that often: both decks together have only {n}.",
        card=card_name(card),
        n=held(card),
    )
    return Explanation(text, rules)


def face_down_then_up(number: int) -> Text:
    """Return the instruction to lay a number of cards face down and one face up."""
    if number == 0:
        return T("Both lay one card face up, none face down.")
    return N(
        "Both lay {n} card face down, then one face up.", "Both lay {n} cards face down, then one face up.", n=number
    )


def counts(name: str, label: Text, fewest: int, now: tuple[int, int]) -> Composite:
    """Return the field for how many cards both have counted in a stack.

    :param fewest: cards that must be left in each.
    :param now: how many there should be.
    """
    most = NUMBERS.deck.both - fewest
    parts = tuple(Number(str(seat), T("{player}", player=Player(seat)), fewest, most, now[seat]) for seat in SEATS)
    return Composite(name, label, parts)


def miscounted(*stacks: int) -> Text | None:
    """Return the error in the numbers of cards in all stacks, if any (bronzen.setup.decks)."""
    if min(stacks) < 0:
        return T("A stack cannot have fewer than 0 cards. Please count again.")
    if sum(stacks) != NUMBERS.deck.both:
        return T(
            "That adds up to {counted}, but there are {all} cards. Please count again.",
            counted=sum(stacks),
            all=NUMBERS.deck.both,
        )
    return None


def without_cards(seat: int) -> Text:
    """Return the refusal to count a player without cards."""
    return T(
        "With no card left {player} has lost already. Correct the trick that took the last card instead.",
        player=Player(seat),
    )

"""What the players report at a table of LABTAG Schlamboree."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from attrs import field, frozen

from companion.games.labtag.cards import Card


def _cards(told: Iterable[Any]) -> tuple[Card, ...]:
    """Make cards of what a form asked for: LABTAG value, card value, golden or not, name."""
    return tuple(card if isinstance(card, Card) else Card(*card) for card in told)


@frozen
class Drawn:
    """Everyone has drawn ``cards`` cards and makes ``groups`` groups of them."""

    cards: int
    groups: int


@frozen
class GroupsLaid:
    """A player has laid the groups face down: the number of cards in each, from left to right."""

    seat: int
    sizes: tuple[int, ...]


@frozen
class Picked:
    """The player on turn sends a group against one of an opponent.

    :param group: the own group, counted from 0.
    :param against: the opponent's seat, and that player's group, counted from 0.
    """

    seat: int
    group: int
    against: tuple[int, int]


@frozen
class Revealed:
    """A player has turned up the cards of the group that is in the match."""

    seat: int
    cards: tuple[Card, ...] = field(converter=_cards)


@frozen
class TrophyChosen:
    """The winner of the match has chosen the card for the own victory pile."""

    seat: int
    card: Card


Action: TypeAlias = Drawn | GroupsLaid | Picked | Revealed | TrophyChosen

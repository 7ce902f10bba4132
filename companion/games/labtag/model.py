"""The state of a table of LABTAG Schlamboree."""

from typing import TypeAlias

from attrs import evolve, field, frozen

from companion.games.labtag.cards import Card
from companion.games.labtag.house import House
from companion.games.labtag.numbers import NUMBERS


@frozen
class Group:
    """A group of cards on the table.

    :param size: how many cards were laid.
    :param face_down: whether they still lie face down.
    """

    size: int
    face_down: bool = True


@frozen
class Place:
    """What lies before a player.

    :param groups: from left to right; none before they are laid.
    :param pile: the trophies on the victory pile, the latest last.
    """

    groups: tuple[Group, ...] = ()
    pile: tuple[Card, ...] = ()

    @property
    def face_down(self) -> int:
        """How many groups still lie face down."""
        return sum(group.face_down for group in self.groups)

    @property
    def hidden(self) -> int:
        """How many cards still lie face down."""
        return sum(group.size for group in self.groups if group.face_down)

    def lies(self, group: int) -> bool:
        """Tell whether there is such a group, face down."""
        return group in range(len(self.groups)) and self.groups[group].face_down

    def turned(self, group: int) -> "Place":
        """Return the place after a group was turned up."""
        groups = list(self.groups)
        groups[group] = evolve(groups[group], face_down=False)
        return evolve(self, groups=tuple(groups))


@frozen
class Match:
    """Two groups against each other, the one of the player on turn first.

    :param seats: who meets whom.
    :param groups: which group of each.
    :param cards: the cards of each, as far as they are told.
    """

    seats: tuple[int, int]
    groups: tuple[int, int]
    cards: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None] = (None, None)

    @property
    def untold(self) -> tuple[int, ...]:
        """Whose cards are not told yet."""
        return tuple(seat for seat, cards in zip(self.seats, self.cards, strict=True) if cards is None)

    def group(self, seat: int) -> int:
        """Return which group of a player is in the match."""
        return self.groups[self.seats.index(seat)]

    def told(self, seat: int) -> tuple[Card, ...] | None:
        """Return a player's cards if they are told."""
        return self.cards[self.seats.index(seat)]

    def telling(self, seat: int, cards: tuple[Card, ...]) -> "Match":
        """Return the match with a player's cards."""
        mine = self.seats.index(seat)
        return evolve(self, cards=(cards, self.cards[1]) if mine == 0 else (self.cards[0], cards))


@frozen
class Drawing:
    """Everyone draws cards from the own collection."""


@frozen
class Laying:
    """The players lay their groups, in any order."""


@frozen
class Choosing:
    """A player picks two groups."""

    turn: int


@frozen
class Revealing:
    """Both groups are turned up."""

    match: Match


@frozen
class Trophy:
    """The winner chooses among cards that are equally high.

    :param match: the match that was won.
    :param cards: the cards to choose from.
    """

    match: Match
    winner: int
    cards: tuple[Card, ...]


@frozen
class GameOver:
    """Nobody is left to match with."""


Phase: TypeAlias = Drawing | Laying | Choosing | Revealing | Trophy | GameOver


@frozen
class State:
    """Everything about a table of LABTAG Schlamboree.

    :param first: the player drawn to start.
    :param cards: cards of each player; 0 before they are drawn.
    :param groups: groups each player makes of them.
    :param matches: matches decided so far.
    :param discarded: cards that have left the game.
    """

    house: House
    first: int
    places: tuple[Place, ...]
    phase: Phase = field(factory=Drawing)
    cards: int = 0
    groups: int = 0
    matches: int = 0
    discarded: int = 0

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.places))

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return who may be picked by a player: the others with the most face-down groups (labtag.turn.largest)."""
        most = max(self.places[other].face_down for other in self.seats if other != seat)
        return tuple(o for o in self.seats if o != seat and most and self.places[o].face_down == most)

    @property
    def missing(self) -> tuple[int, ...]:
        """Who has not laid groups yet, the starting player first."""
        order = (self.first, *self.left_of(self.first)[:-1])
        return tuple(seat for seat in order if not self.places[seat].groups)

    def left_of(self, seat: int) -> tuple[int, ...]:
        """Return all seats in the order of turns after a player, that player last (labtag.turn.next)."""
        return tuple((seat + step) % len(self.places) for step in range(1, len(self.places) + 1))

    def size(self, match: Match, seat: int) -> int:
        """Return how many cards a player has in a match."""
        return self.places[seat].groups[match.group(seat)].size

    def with_place(self, seat: int, place: Place) -> "State":
        """Return the state with another place at a seat."""
        return evolve(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))


def usual_groups(players: int) -> int:
    """Return the usual number of groups (labtag.setup.groups, labtag.ruling.five_players)."""
    return NUMBERS.groups.odd_players if players % 2 else NUMBERS.groups.even_players


def fits_parity(players: int, groups: int) -> bool:
    """Tell whether the number of groups is odd for an even number of players, or the reverse (labtag.setup.group_count)."""
    return (players + groups) % 2 == 1


def even_sizes(cards: int, groups: int) -> tuple[int, ...]:
    """Return groups that are as equal as can be, larger ones first.

    >>> even_sizes(10, 4)
    (3, 3, 2, 2)
    """
    each, more = divmod(cards, groups)
    return tuple(each + (number < more) for number in range(groups))

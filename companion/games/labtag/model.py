"""The state of a game of LABTAG Schlamboree."""

from typing import TypeAlias

from attrs import evolve, field, frozen

from companion.games.labtag.cards import UNKNOWN, Card, Tally
from companion.games.labtag.house import House
from companion.games.labtag.numbers import NUMBERS


@frozen
class Group:
    """A group of cards on the table; its size is ``None`` if unknown."""

    size: int | None
    face_down: bool = True


@frozen
class Place:
    """A player's cards on the table.

    :param groups: from left to right; empty before they are laid.
    :param pile: the trophies on the victory pile, latest last; ``None`` is an unnamed card.
    :param unidentified: for each group that was turned up without being identified, its size. Nobody knows which of ``groups``
        it is, so all of those still count as face down; :attr:`face_down` subtracts them.
    :param highest: the answer that settles a tie: the values of the highest card, and the number of legendary cards.
    """

    groups: tuple[Group, ...] = ()
    pile: tuple[Card | None, ...] = ()
    unidentified: tuple[int | None, ...] = ()
    highest: Tally = UNKNOWN

    @property
    def known(self) -> tuple[Card, ...]:
        """The trophies that are named."""
        return tuple(card for card in self.pile if card)

    @property
    def face_down(self) -> int:
        """Number of groups that lie face down."""
        return sum(group.face_down for group in self.groups) - len(self.unidentified)

    @property
    def lying(self) -> tuple[int | None, ...]:
        """The sizes of the groups that lie face down; all unknown if one was turned up without being identified."""
        if self.unidentified:
            return (None,) * self.face_down
        return tuple(group.size for group in self.groups if group.face_down)

    @property
    def hidden(self) -> int | None:
        """Number of cards that lie face down; ``None`` if unknown."""
        lying = tuple(group.size for group in self.groups if group.face_down)
        known = tuple(size for size in (*lying, *self.unidentified) if size is not None)
        if len(known) < len(lying) + len(self.unidentified):
            return None if self.face_down else 0
        return sum(known[: len(lying)]) - sum(known[len(lying) :])

    def lies(self, group: int) -> bool:
        """Return whether there is such a group and it may still lie face down."""
        return group in range(len(self.groups)) and self.groups[group].face_down

    def sizes(self, group: int | None, cards: int) -> range | tuple[int, ...]:
        """Return the possible numbers of cards of a group that is turned up.

        :param group: its index; ``None`` if unknown.
        :param cards: number of cards the player has drawn.
        """
        if group is not None and (size := self.groups[group].size) is not None:
            return (size,)
        sizes = [each.size for each in self.groups]
        if group is None and None not in sizes:
            lying = [each.size for each in self.groups if each.face_down]
            for size in self.unidentified:
                if size in lying:
                    lying.remove(size)
            return tuple(sorted({size for size in lying or sizes if size is not None}))
        known = [size for size in (*sizes, *self.unidentified) if size is not None]
        others = len(self.groups) - len(known) - 1
        most = cards - sum(known) - others * NUMBERS.groups.smallest
        return range(NUMBERS.groups.smallest if others else most, most + 1)

    def turned(self, group: int | None, size: int | None = None) -> "Place":
        """Return the place after a group was turned up; ``None`` is an unknown group or size."""
        groups, unidentified = list(self.groups), self.unidentified
        if group is None:
            unidentified = (*unidentified, size)
        else:
            known = groups[group].size
            groups[group] = Group(size if known is None else known, face_down=False)
        if sum(each.face_down for each in groups) == len(unidentified):
            groups, unidentified = [evolve(each, face_down=False) for each in groups], ()
        return evolve(self, groups=tuple(groups), unidentified=unidentified)

    def sized(self, group: int | None, size: int | None) -> "Place":
        """Return the place after the size of the group turned up last became known."""
        if size is None:
            return self
        if group is None:
            return evolve(self, unidentified=(*self.unidentified[:-1], size)) if self.unidentified else self
        groups = list(self.groups)
        groups[group] = evolve(groups[group], size=size)
        return evolve(self, groups=tuple(groups))


#: A group's cards, or its tally.
GroupContent: TypeAlias = tuple[Card, ...] | Tally


@frozen
class Match:
    """Two groups against each other, that of the player on turn first.

    :param groups: the index of each group; ``None`` if unknown.
    :param cards: the cards or the tally of each group.
    """

    seats: tuple[int, int]
    groups: tuple[int | None, int | None] = (None, None)
    cards: tuple[GroupContent | None, GroupContent | None] = (None, None)

    @property
    def unreported(self) -> tuple[int, ...]:
        """The seats without a report on their cards."""
        return tuple(seat for seat, cards in zip(self.seats, self.cards, strict=True) if cards is None)

    def group(self, seat: int) -> int | None:
        """Return the index of a player's group in the match; ``None`` if unknown."""
        return self.groups[self.seats.index(seat)]

    def known(self, seat: int) -> GroupContent | None:
        """Return the reported cards or tally of a player; ``None`` if unknown."""
        return self.cards[self.seats.index(seat)]

    def with_cards(self, seat: int, cards: GroupContent) -> "Match":
        """Return the match with a player's cards."""
        index = self.seats.index(seat)
        return evolve(self, cards=(cards, self.cards[1]) if index == 0 else (self.cards[0], cards))


@frozen
class Won:
    """A match whose winner was reported, but not its cards."""

    match: Match
    winner: int


@frozen
class Drawing:
    """All players draw cards from their own collection."""


@frozen
class Laying:
    """The players lay their groups, in any order."""


@frozen
class Choosing:
    """A player picks two groups."""

    turn: int


@frozen
class Revealing:
    """Both groups are turned up.

    :param won: the reported winner, if the match is only checked.
    """

    match: Match
    won: Won | None = None


@frozen
class Trophy:
    """The winner chooses among cards that are equally high.

    :param scored: whether the trophy is a point already, and only named now.
    """

    match: Match
    winner: int
    cards: tuple[Card, ...]
    scored: bool = False


@frozen
class Ranking:
    """No challenge is possible any more, and a tie depends on unnamed trophies (labtag.ruling.final_tie)."""


@frozen
class GameOver:
    """No challenge is possible any more."""


Phase: TypeAlias = Drawing | Laying | Choosing | Revealing | Trophy | Ranking | GameOver


@frozen
class State:
    """The state of a game of LABTAG Schlamboree.

    :param cards: cards of each player; 0 before they are drawn.
    :param discarded: number of cards out of the game; ``None`` if unknown.
    :param last: the last match, if only its winner was reported.
    :param equal: the trophy of the last match and its interchangeable cards, any of which it may be.
    """

    house: House
    first: int
    places: tuple[Place, ...]
    phase: Phase = field(factory=Drawing)
    cards: int = 0
    groups: int = 0
    matches: int = 0
    discarded: int | None = 0
    last: Won | None = None
    equal: tuple[int, tuple[Card, ...]] | None = None

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.places))

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the players who may be challenged: those with the most face-down groups (labtag.turn.largest)."""
        most = max(self.places[other].face_down for other in self.seats if other != seat)
        return tuple(o for o in self.seats if o != seat and most and self.places[o].face_down == most)

    @property
    def laying(self) -> tuple[int, ...]:
        """The players who have not laid groups, the starting player first."""
        order = (self.first, *self.left_of(self.first)[:-1])
        return tuple(seat for seat in order if not self.places[seat].groups)

    def left_of(self, seat: int) -> tuple[int, ...]:
        """Return all seats in the order of turns after a player, that player last (labtag.turn.next)."""
        return tuple((seat + step) % len(self.places) for step in range(1, len(self.places) + 1))

    def sizes(self, match: Match, seat: int) -> range | tuple[int, ...]:
        """Return how many cards a player may have in a match."""
        return self.places[seat].sizes(match.group(seat), self.cards)

    def discarding(self, *cards: int | None) -> "State":
        """Return the state after a number of cards left the game; ``None`` is an unknown number."""
        left = (self.discarded, *cards)
        return evolve(self, discarded=None if None in left else sum(each for each in left if each is not None))

    def with_place(self, seat: int, place: Place) -> "State":
        """Return the state with another place at a seat."""
        return evolve(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))


def usual_groups(players: int) -> int:
    """Return the usual number of groups (labtag.setup.groups, labtag.ruling.five_players)."""
    return NUMBERS.groups.odd_players if players % 2 else NUMBERS.groups.even_players


def fits_parity(players: int, groups: int) -> bool:
    """Return whether the number of groups is odd for an even number of players, or the reverse (labtag.setup.group_count)."""
    return (players + groups) % 2 == 1


def even_sizes(cards: int, groups: int) -> tuple[int, ...]:
    """Return groups that are as equal as can be, larger ones first.

    >>> even_sizes(10, 4)
    (3, 3, 2, 2)
    """
    each, more = divmod(cards, groups)
    return tuple(each + (number < more) for number in range(groups))

"""The state of a table of Schlafmütze."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Final

from attrs import evolve, frozen

from companion.games.schlafmuetze.cards import COLOURS, FRESH_CIRCLE, PILES, UNKNOWN_CARD, UNKNOWN_CIRCLE, Card, Colour
from companion.games.schlafmuetze.house import House
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import Opening, Phase, Running, Voting

#: Number of cards without the first twelve of the circle.
IN_PLAY: Final = NUMBERS.cards.all - PILES


@frozen
class Latest:
    """The card laid last, and the state before it, which is restored if the card goes back.

    :param seat: the player who laid it; ``None`` if unknown.
    :param first: whether it is the first card of the round.
    :param pile: its pile, counted from 0 at twelve o'clock; ``None`` if unknown.
    :param under: the card below it.
    :param circle: the circle before it, if its pile is unknown.
    :param colour: the forced colour; ``None`` if any was allowed.
    :param pausing: the player who was pausing; ``None`` if there was none, or it is unknown.
    :param upheld: whether it has survived a vote.
    :param before: the latest card before it, while that can still be doubted by a call that came first.
    :param named: whether a colour has been named since, so that this card no longer decides it.
    :param sure: whether the state before it is known for certain.
    :param not_by: a player who cannot have laid it, if its player is unknown.
    """

    seat: int | None
    first: bool = False
    pile: int | None = None
    under: Card = UNKNOWN_CARD
    circle: tuple[Card, ...] = UNKNOWN_CIRCLE
    colour: Colour | None = None
    pausing: int | None = None
    upheld: bool = False
    before: "Latest | None" = None
    named: bool = False
    sure: bool = True
    not_by: int | None = None

    def may_be_of(self, seat: int) -> bool:
        """Return whether a player may have laid it."""
        return seat == self.seat if self.seat is not None else seat != self.not_by

    def not_deeper_than(self, cards: int) -> "Latest | None":
        """Return the card with at most a number of cards, itself included, that can go back."""
        if cards < 1:
            return None
        return evolve(self, before=self.before.not_deeper_than(cards - 1)) if self.before else self


@frozen
class LastKnown:
    """The state at the last reported card, where single cards are not reported and others may be on top of it.

    It stays valid until a later valid card is reported.

    :param covered: whether another card is known to be on top of it, which may still go back.
    :param sure: whether the card is known to be there still; if not, a card of the same player has gone back.
    """

    hands: tuple[int, ...]
    circle: tuple[Card, ...]
    colour: Colour | None
    pausing: int | None
    latest: Latest
    covered: bool = False
    sure: bool = True


@frozen
class Settled:
    """A conclusion drawn without a report; reporting it anyway, as in a log written by hand, changes nothing.

    :param at: the event at which it holds; at a later one it can no longer be reported.
    :param voting: the vote that some players were not asked for.
    :param colour: the only colour that could be named.
    """

    at: Hashable
    voting: Voting | None = None
    colour: Colour | None = None


@frozen
class State:
    """The state of a game of Schlafmütze.

    :param seats: number of seats ever taken; counts are kept per seat.
    :param every_card: whether each card is reported, or only events that need a referee (schlafmuetze.ruling.keeping).
    :param hands: cards in each hand, none for players who have left; ``None`` while unknown.
    :param colour: the forced colour of the next card, if there is one and it is known.
    :param tried: colours since the last card on which no player could lay.
    :param latest: the card laid last, while it can go back.
    :param last_known: the last reported state, in a mode where cards are not reported.
    :param settled: the last conclusion drawn without a report.
    :param gone: seats of players who have left (schlafmuetze.ruling.coming).
    """

    house: House
    seats: int
    dealer: int
    every_card: bool
    phase: Phase
    hands: tuple[int, ...] | None
    stock: int
    chips: tuple[int, ...]
    totals: tuple[int, ...]
    circle: tuple[Card, ...] = FRESH_CIRCLE
    round: int = 1
    colour: Colour | None = None
    pausing: int | None = None
    tried: tuple[Colour, ...] = ()
    latest: Latest | None = None
    last_known: LastKnown | None = None
    settled: Settled | None = None
    gone: frozenset[int] = frozenset()

    @property
    def middle(self) -> int:
        """Chips left in the middle; negative if more were taken than there are (schlafmuetze.ruling.chips)."""
        return NUMBERS.chips.middle - sum(self.chips)

    @property
    def everybody(self) -> tuple[int, ...]:
        """The seats of the players present (schlafmuetze.ruling.coming)."""
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    @property
    def circle_known(self) -> bool:
        """Whether the colour of every pile is known."""
        return all(card.colour for card in self.circle)

    @property
    def showing(self) -> tuple[Colour, ...]:
        """The colours that show, or may show, in the circle."""
        if not self.circle_known:
            return COLOURS
        return tuple(colour for colour in COLOURS if any(card.colour is colour for card in self.circle))

    @property
    def laid(self) -> int:
        """Cards laid on the first twelve: those in no hand and not in the stock; 0 if the hands are unknown."""
        return 0 if self.hands is None else IN_PLAY - sum(self.hands) - self.stock

    @property
    def open(self) -> Latest | None:
        """The latest card, unless it has survived a vote."""
        return self.latest if self.latest and not self.latest.upheld else None

    @property
    def beneath(self) -> Latest | None:
        """The latest card before the current one; an unknown card if it is not known."""
        latest = self.latest
        if latest is None or latest.before or latest.sure or latest.first or (self.hands is not None and self.laid < 2):
            return latest and latest.before
        first = self.hands is not None and self.laid == 2
        return Latest(None, first, sure=False, not_by=latest.seat if self.house.names_colour == "previous" else None)

    @property
    def claimed(self) -> int | None:
        """The player whose card was agreed to stay but has not been reported."""
        return self.phase.claimed if isinstance(self.phase, Running) else None

    @property
    def laying(self) -> tuple[int, ...]:
        """The players who may lay the next card."""
        if isinstance(self.phase, Opening):
            return (self.phase.asked,)
        everybody = self.everybody if self.claimed is None else (self.claimed,)
        return tuple(seat for seat in everybody if seat != self.pausing)

    @property
    def lying(self) -> int:
        """Lower bound of the cards on the circle: the latest, and the one before it if it is still there."""
        latest = self.latest
        two = latest and latest.before and not (latest.named or latest.before.named) and self.claimed is None
        return 2 if two else 1

    @property
    def most_in_hands(self) -> int:
        """Upper bound of the cards in all hands: all cards except those on the circle and in the stock."""
        return IN_PLAY - self.stock - self.lying

    @property
    def best(self) -> tuple[int, ...]:
        """The players present with the fewest penalty points (schlafmuetze.goal.game)."""
        fewest = min(self.totals[seat] for seat in self.everybody)
        return tuple(seat for seat in self.everybody if self.totals[seat] == fewest)

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return self.clockwise(seat + 1)[0]

    def clockwise(self, first: int) -> tuple[int, ...]:
        """Return all players present, clockwise from a seat."""
        return tuple(sorted(self.everybody, key=lambda seat: (seat - first) % self.seats))

    def voters(self, voting: Voting) -> tuple[int, ...]:
        """Return who votes, in order (schlafmuetze.doubt.vote, schlafmuetze.ruling.vote)."""
        order = self.clockwise(voting.doubters[0])
        return tuple(s for s in order if s != voting.author) if self.house.votes == "not_author" else order

    def voter(self, voting: Voting) -> int:
        """Return the player whose vote is next."""
        return self.voters(voting)[len(voting.against)]

    def uncounted(self, winner: int | None) -> tuple[int | None, ...]:
        """Return the hands before counting: empty for the winner and for players who have left."""
        return tuple(None if seat in self.everybody and seat != winner else 0 for seat in range(self.seats))

    def with_top(self, pile: int, card: Card) -> "State":
        """Return the table with another card on top of a pile."""
        return evolve(self, circle=(*self.circle[:pile], card, *self.circle[pile + 1 :]))

    def put_right(self, pile: int, card: Card) -> "State":
        """Return the table with the top of a pile corrected, and with it the colour forced by that card."""
        latest = self.latest
        demands = latest is not None and latest.pile == pile and not latest.named
        return evolve(self.with_top(pile, card), colour=card.colour if demands else self.colour)

    def before_latest(self) -> "State":
        """Return the state before the latest card, which is back in its player's hand."""
        latest, hands = self.latest, self.hands
        assert latest is not None
        if hands is not None:
            assert latest.seat is not None
            hands = plus(hands, (latest.seat,), 1)
        table = evolve(self, circle=latest.circle) if latest.pile is None else self.with_top(latest.pile, latest.under)
        return evolve(table, hands=hands, colour=latest.colour, pausing=latest.pausing, tried=(), latest=self.beneath)

    # Modes in which single cards are not reported

    def with_every_card(self) -> "State":
        """Return the state before the first card with every card reported from then on."""
        return evolve(self, every_card=True, circle=self.circle if self.circle_known else FRESH_CIRCLE)

    @property
    def last_known_colour(self) -> Colour | None:
        """The colour of the last reported card, on which an unreported card may have been laid."""
        return self.last_known.colour if self.last_known and not self.last_known.covered else None

    def forgotten(self) -> "State":
        """Return the state with unknown hands, tops, colour and pause, since unreported cards may have been laid."""
        return evolve(
            self,
            hands=None,
            circle=UNKNOWN_CIRCLE,
            colour=None,
            pausing=None,
            tried=(),
            latest=None,
            last_known=None,
        )

    def as_last_known(self) -> "State":
        """Return the last reported state, assuming that no card was laid since."""
        last, named = self.last_known, self.colour is not None
        if last is None:
            return self
        table = evolve(
            self.forgotten(),
            hands=last.hands,
            circle=last.circle,
            colour=self.colour or last.colour,
            # by the house rule the player of a card rejected since pauses instead
            pausing=self.pausing if named and self.house.names_colour == "author" else last.pausing,
        )
        # after a recount of the stock there may be fewer cards on the circle than were reported
        latest = last.latest.not_deeper_than(table.laid)
        return evolve(table, latest=latest and evolve(latest, named=latest.named or named))

    def keeping_last_known(self) -> "State":
        """Return the state in which unreported cards may follow the latest one; the reported state is kept aside."""
        unknown_pause = self.pausing is None and self.house.recall == "last_entered"
        if self.latest is None or self.hands is None or unknown_pause:
            return evolve(self.forgotten(), latest=None if self.latest is None or self.latest.sure else self.latest)
        return evolve(
            self.forgotten(), last_known=LastKnown(self.hands, self.circle, self.colour, self.pausing, self.latest)
        )

    def unwound(self) -> "Iterator[State]":
        """Yield the state, then the state without its latest card, and so on while the players of the cards are known."""
        table = self
        while table.open:
            yield table
            if table.open.seat is None:
                return
            table = table.before_latest()

    def with_unknown_card(self, seat: int, *, first: bool = False) -> "State":
        """Return the state after a player has laid an unreported card."""
        card = Latest(seat, first, circle=self.circle, colour=self.colour, pausing=self.pausing, before=self.open)
        hands = None if self.hands is None else plus(self.hands, (seat,), -1)
        return evolve(self, hands=hands, circle=UNKNOWN_CIRCLE, colour=None, pausing=seat, tried=(), latest=card)


def majority(voters: int) -> int:
    """Return how many votes against reject a word (schlafmuetze.ruling.vote)."""
    return voters // 2 + 1


def dealt(players: int) -> int:
    """Return the number of cards dealt to each player (schlafmuetze.setup.hands)."""
    return NUMBERS.hands[f"of_{players}"]


def stock_after_deal(players: int) -> int:
    """Return the number of cards left for the stock (schlafmuetze.setup.hands)."""
    return IN_PLAY - players * dealt(players)


def most_in_hand(state: State) -> int:
    """Return how many cards a hand can hold: those dealt and one from each draw (schlafmuetze.stuck.draw)."""
    players = len(state.everybody)
    drawn = max(0, stock_after_deal(players) - state.stock)
    return dealt(players) + -(-drawn // (players - 1))


def plus(counts: tuple[int, ...], seats: Iterable[int], number: int) -> tuple[int, ...]:
    """Return counts with a number more for some seats."""
    some = frozenset(seats)
    return tuple(count + number if seat in some else count for seat, count in enumerate(counts))

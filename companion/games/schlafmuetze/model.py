"""The state of a table of Schlafmütze."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Final

from attrs import evolve, frozen

from companion.games.schlafmuetze.cards import COLOURS, FRESH_CIRCLE, PILES, UNKNOWN_CARD, UNKNOWN_CIRCLE, Card, Colour
from companion.games.schlafmuetze.house import House
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import Phase, Running, Voting

#: How many cards there are besides the circle's first twelve.
IN_PLAY: Final = NUMBERS.cards.all - PILES


@frozen
class Latest:
    """The card laid last, and the moment before it, to which play returns if it goes back.

    :param seat: who laid it; ``None`` where nobody has told.
    :param first: whether it is the first card of the round.
    :param pile: where it lies, counted from 0 at twelve o'clock; ``None`` where nobody has told.
    :param under: what lay there before.
    :param circle: the circle before it, where nobody has told on which pile it lies.
    :param colour: the colour that was demanded; ``None`` if any was allowed.
    :param pausing: who was pausing; ``None`` if nobody was, or nobody has told.
    :param upheld: whether it has been voted on already.
    :param before: the latest card then, while it can still be doubted by a call that came first.
    :param named: whether a colour has been named since, so that this card does not decide it any more.
    :param sure: whether the moment before it is known for sure.
    :param not_by: who cannot have laid it, where nobody has told who did.
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
        """Tell whether a player may have laid it, for all that is known."""
        return seat == self.seat if self.seat is not None else seat != self.not_by

    def not_deeper_than(self, cards: int) -> "Latest | None":
        """Return the card with no more than so many that can go back, itself included."""
        if cards < 1:
            return None
        return evolve(self, before=self.before.not_deeper_than(cards - 1)) if self.before else self


@frozen
class LastKnown:
    """The table when the last card was told, where single cards are not told any more: others may lie by now.

    It is what is known, as long as nothing tells of a later card that is valid.

    :param covered: whether it has been told that another card lies by now, which may still go back.
    :param sure: whether the latest card still lies, for all that is known; a card of the same player has gone back if not.
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
    """What has just been settled without being asked; whoever tells it all the same, as in a log by hand, changes nothing.

    :param at: the event the table has come to; once it has come to another, nothing of it can be told any more.
    :param voting: the vote in which some have not voted.
    :param colour: the only colour that could be named.
    """

    at: Hashable
    voting: Voting | None = None
    colour: Colour | None = None


@frozen
class State:
    """Everything about a table of Schlafmütze.

    :param seats: how many seats were ever taken, those of who has left included; counts are kept seat by seat.
    :param every_card: whether each card laid is told, or only what needs a referee (schlafmuetze.ruling.keeping).
    :param hands: cards in each hand, none on the seat of who has left; ``None`` while nobody keeps track of them.
    :param stock: cards in the face-down stock.
    :param colour: the colour on which the next card goes, if it is known and if there is one.
    :param pausing: who pauses, if it is known.
    :param tried: colours on which nobody could lay since the last card.
    :param latest: the card laid last, while it can go back.
    :param told: how the table was told last, where cards may lie by now that nobody tells.
    :param settled: what was settled last without being asked.
    :param gone: who has left (schlafmuetze.ruling.coming).
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
    told: LastKnown | None = None
    settled: Settled | None = None
    gone: frozenset[int] = frozenset()

    @property
    def middle(self) -> int:
        """Chips left in the middle; below zero when more were taken than there are (schlafmuetze.ruling.chips)."""
        return NUMBERS.chips.middle - sum(self.chips)

    @property
    def everybody(self) -> tuple[int, ...]:
        """The seats of all who play: those who have not left (schlafmuetze.ruling.coming)."""
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    @property
    def circle_known(self) -> bool:
        """Whether the colour of every pile is known."""
        return all(card.colour for card in self.circle)

    @property
    def showing(self) -> tuple[Colour, ...]:
        """The colours that show in the circle, or may show for all that is known."""
        if not self.circle_known:
            return COLOURS
        return tuple(colour for colour in COLOURS if any(card.colour is colour for card in self.circle))

    @property
    def laid(self) -> int:
        """Cards laid on the circle's first twelve: those in no hand and not in the stock; 0 where nobody keeps the hands."""
        return 0 if self.hands is None else IN_PLAY - sum(self.hands) - self.stock

    @property
    def open(self) -> Latest | None:
        """The latest card, unless it has been voted on and stands for good."""
        return self.latest if self.latest and not self.latest.upheld else None

    @property
    def beneath(self) -> Latest | None:
        """The card that was the latest before the present one; where nobody has told, some card was."""
        latest = self.latest
        if latest is None or latest.before or latest.sure or latest.first or (self.hands is not None and self.laid < 2):
            return latest and latest.before
        first = self.hands is not None and self.laid == 2
        return Latest(None, first, sure=False, not_by=latest.seat if self.house.names_colour == "previous" else None)

    @property
    def claimed(self) -> int | None:
        """Whose card lies by agreement but has not been told yet."""
        return self.phase.claimed if isinstance(self.phase, Running) else None

    @property
    def lying(self) -> int:
        """How many cards lie on the circle at least: the latest, and the one it was laid on if nothing came in between."""
        latest = self.latest
        two = latest and latest.before and not (latest.named or latest.before.named) and self.claimed is None
        return 2 if two else 1

    @property
    def most_in_hands(self) -> int:
        """How many cards the hands can hold together: what lies on the circle is in none, and the stock is where it is."""
        return IN_PLAY - self.stock - self.lying

    @property
    def best(self) -> tuple[int, ...]:
        """Who has the fewest minus points of all who play (schlafmuetze.goal.game)."""
        fewest = min(self.totals[seat] for seat in self.everybody)
        return tuple(seat for seat in self.everybody if self.totals[seat] == fewest)

    def left_of(self, seat: int) -> int:
        """Return who sits to the left of a seat: the next one clockwise."""
        return self.clockwise(seat + 1)[0]

    def clockwise(self, first: int) -> tuple[int, ...]:
        """Return everybody clockwise from a seat on."""
        return tuple(sorted(self.everybody, key=lambda seat: (seat - first) % self.seats))

    def voters(self, voting: Voting) -> tuple[int, ...]:
        """Return who votes, in order (schlafmuetze.doubt.vote, schlafmuetze.ruling.vote)."""
        order = self.clockwise(voting.doubters[0])
        return tuple(s for s in order if s != voting.author) if self.house.votes == "not_author" else order

    def voter(self, voting: Voting) -> int:
        """Return whose vote is awaited."""
        return self.voters(voting)[len(voting.against)]

    def uncounted(self, winner: int | None) -> tuple[int | None, ...]:
        """Return the hands before any has been counted: the winner's is empty, and who has left holds none."""
        return tuple(None if seat in self.everybody and seat != winner else 0 for seat in range(self.seats))

    def with_top(self, pile: int, card: Card) -> "State":
        """Return the table with another card on top of a pile."""
        return evolve(self, circle=(*self.circle[:pile], card, *self.circle[pile + 1 :]))

    def put_right(self, pile: int, card: Card) -> "State":
        """Return the table with the top of a pile put right, and with it the colour that this card demands."""
        latest = self.latest
        demands = latest is not None and latest.pile == pile and not latest.named
        return evolve(self.with_top(pile, card), colour=card.colour if demands else self.colour)

    def before_latest(self) -> "State":
        """Return the table as it was before the latest card, which is back in its player's hand."""
        latest, hands = self.latest, self.hands
        assert latest is not None
        if hands is not None:
            assert latest.seat is not None
            hands = plus(hands, (latest.seat,), 1)
        table = evolve(self, circle=latest.circle) if latest.pile is None else self.with_top(latest.pile, latest.under)
        return evolve(table, hands=hands, colour=latest.colour, pausing=latest.pausing, tried=(), latest=self.beneath)

    # Where single cards are not told

    def told_exactly(self) -> "State":
        """Return the table before the first card, if every card is told from then on."""
        return evolve(self, every_card=True, circle=self.circle if self.circle_known else FRESH_CIRCLE)

    @property
    def told_colour(self) -> Colour | None:
        """The colour of the card told last, on which another may lie by now that nobody has told."""
        return self.told.colour if self.told and not self.told.covered else None

    def forgotten(self) -> "State":
        """Return the table when cards may lie that nobody tells: neither hands nor tops, colour nor pause are known."""
        return evolve(
            self,
            hands=None,
            circle=UNKNOWN_CIRCLE,
            colour=None,
            pausing=None,
            tried=(),
            latest=None,
            told=None,
        )

    def as_told(self) -> "State":
        """Return the table as it was told last, as if no other card lay there by now."""
        told, named = self.told, self.colour is not None
        if told is None:
            return self
        table = evolve(
            self.forgotten(),
            hands=told.hands,
            circle=told.circle,
            colour=self.colour or told.colour,
            # by the house rule whoever laid a card that was rejected since pauses instead
            pausing=self.pausing if named and self.house.names_colour == "author" else told.pausing,
        )
        # the stock may have been counted anew meanwhile, and then fewer cards lie there than were told
        latest = told.latest.not_deeper_than(table.laid)
        return evolve(table, latest=latest and evolve(latest, named=latest.named or named))

    def untold(self) -> "State":
        """Return the table when cards may lie on the latest one that nobody tells; what was told of it is kept aside."""
        unknown_pause = self.pausing is None and self.house.recall == "last_entered"
        if self.latest is None or self.hands is None or unknown_pause:
            return evolve(self.forgotten(), latest=None if self.latest is None or self.latest.sure else self.latest)
        return evolve(self.forgotten(), told=LastKnown(self.hands, self.circle, self.colour, self.pausing, self.latest))

    def unwound(self) -> "Iterator[State]":
        """Yield the table as it is, then without its latest card, and so on, as far as is known whose cards these are."""
        table = self
        while table.open:
            yield table
            if table.open.seat is None:
                return
            table = table.before_latest()

    def with_untold(self, seat: int, *, first: bool = False) -> "State":
        """Return the table after a player has laid a card that nobody tells, on all that is known now."""
        card = Latest(seat, first, circle=self.circle, colour=self.colour, pausing=self.pausing, before=self.open)
        hands = None if self.hands is None else plus(self.hands, (seat,), -1)
        return evolve(self, hands=hands, circle=UNKNOWN_CIRCLE, colour=None, pausing=seat, tried=(), latest=card)


def majority(voters: int) -> int:
    """Return how many votes against reject a word (schlafmuetze.ruling.vote)."""
    return voters // 2 + 1


def dealt(players: int) -> int:
    """Return how many cards each is dealt (schlafmuetze.setup.hands)."""
    return NUMBERS.hands[f"of_{players}"]


def stock_after_deal(players: int) -> int:
    """Return how many cards are left for the stock (schlafmuetze.setup.hands)."""
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

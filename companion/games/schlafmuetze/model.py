"""The state of a table of Schlafmütze."""

from collections.abc import Iterable
from enum import Enum

from attrs import evolve, frozen

from companion.games.schlafmuetze.cards import COLOURS, FRESH_CIRCLE, NUMBERS, PILES, Card, Colour
from companion.games.schlafmuetze.phases import Phase, Voting


class Keeping(Enum):
    """What is told to the referee (schlafmuetze.ruling.keeping)."""

    EVERY_CARD = "every_card"
    REFEREE_ONLY = "referee_only"


@frozen
class Latest:
    """The card laid last, and the moment before it, to which play returns if it goes back.

    :param pile: where it lies, counted from 0 at twelve o'clock.
    :param under: what lay there before.
    :param colour: the colour that was demanded; ``None`` if any was allowed.
    :param pausing: who was pausing; ``None`` if nobody was.
    :param upheld: whether it has been voted on already.
    :param before: the latest card then, if it can still be doubted by a call that came first.
    :param named: whether a colour has been named since, so that this card does not decide it any more.
    """

    seat: int
    pile: int
    under: Card
    colour: Colour | None
    pausing: int | None
    upheld: bool = False
    before: "Latest | None" = None
    named: bool = False

    @property
    def first(self) -> bool:
        """Whether it is the first card of the round."""
        return self.pausing is None


@frozen
class House:
    """The house rules in force; see the game's meta for what they mean."""

    keeping: str = "every_card"
    length: str = "target"
    target: int = NUMBERS.target.first_time
    votes: str = "all"
    names_colour: str = "previous"
    first_rejected: str = "left"
    new_colour: str = "differs"
    chips: str = "count_on"
    nobody_opens: str = "draw"
    wrong_card: str = "no_penalty"
    deal: str = "clockwise"
    tie: str = "shared"


@frozen
class State:
    """Everything about a table of Schlafmütze.

    :param hands: cards in each hand; ``None`` while nobody keeps track of them.
    :param stock: cards in the face-down stock.
    :param colour: the colour on which the next card goes, if it is known and if there is one.
    :param pausing: who pauses, if it is known.
    :param tried: colours on which nobody could lay since the last card.
    :param latest: the card laid last, while it can go back.
    """

    house: House
    seats: int
    dealer: int
    keeping: Keeping
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

    @property
    def middle(self) -> int:
        """Chips left in the middle; below zero when more were taken than there are (schlafmuetze.ruling.chips)."""
        return int(NUMBERS.chips.middle) - sum(self.chips)

    @property
    def everybody(self) -> range:
        """All seats."""
        return range(self.seats)

    @property
    def every_card(self) -> bool:
        """Whether each card laid is told."""
        return self.keeping is Keeping.EVERY_CARD

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
        return 0 if self.hands is None else in_play() - sum(self.hands) - self.stock

    @property
    def lying(self) -> int:
        """How many cards lie on the circle at least: those that may still go back, or the one that opened the round."""
        return 2 if self.latest and self.latest.before else 1

    def left_of(self, seat: int) -> int:
        """Return who sits to the left of a seat: the next one clockwise."""
        return (seat + 1) % self.seats

    def clockwise(self, first: int) -> tuple[int, ...]:
        """Return all seats clockwise from one on."""
        return tuple((first + step) % self.seats for step in self.everybody)

    def voters(self, voting: Voting) -> tuple[int, ...]:
        """Return who votes, in order (schlafmuetze.doubt.vote, schlafmuetze.ruling.vote)."""
        order = self.clockwise(voting.doubters[0])
        return tuple(s for s in order if s != voting.author) if self.house.votes == "not_author" else order

    def voter(self, voting: Voting) -> int:
        """Return whose vote is awaited."""
        return self.voters(voting)[len(voting.against)]

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
        assert hands is not None
        return evolve(
            self.with_top(latest.pile, latest.under),
            hands=plus(hands, (latest.seat,), 1),
            colour=latest.colour,
            pausing=latest.pausing,
            tried=(),
            latest=latest.before,
        )


def dealt(seats: int) -> int:
    """Return how many cards each is dealt (schlafmuetze.setup.hands)."""
    return int(getattr(NUMBERS.hands, f"of_{seats}"))


def stock_after_deal(seats: int) -> int:
    """Return how many cards are left for the stock (schlafmuetze.setup.hands)."""
    return int(NUMBERS.cards.all) - PILES - seats * dealt(seats)


def in_play() -> int:
    """Return how many cards there are besides the circle's first twelve."""
    return int(NUMBERS.cards.all) - PILES


def most_in_hand(state: State) -> int:
    """Return how many cards a hand can hold: those dealt and one from each draw (schlafmuetze.stuck.draw)."""
    drawn = max(0, stock_after_deal(state.seats) - state.stock)
    return dealt(state.seats) + -(-drawn // (state.seats - 1))


def plus(counts: tuple[int, ...], seats: Iterable[int], number: int) -> tuple[int, ...]:
    """Return counts with a number more for some seats."""
    some = frozenset(seats)
    return tuple(count + number if seat in some else count for seat, count in enumerate(counts))

"""An independent simulator of the table: it knows every card, plays at random, and reports the events.

It shares only the reports with the program. A game is reported card by card, sparsely (only what needs a referee), or
switching between both at random. In a sparse report the card on a named colour and a first card are reported or doubted
at once; any other card may lie without a report.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, Literal

from attrs import define, field

from companion.games.schlafmuetze import reports
from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.numbers import NUMBERS

COLOURS: Final = tuple(Colour)
DEALT: Final = {3: 10, 4: 9, 5: 8, 6: 7, 7: 7, 8: 6}
CARDS_BESIDE_THE_CIRCLE: Final = 96
CHIPS: Final = NUMBERS.chips.middle

Mode = Literal["exact", "sparse", "switching"]
HOUSE: Final[dict[str, tuple[str, ...]]] = {
    "votes": ("all", "not_author"),
    "names_colour": ("previous", "author"),
    "first_rejected": ("left", "dealer"),
    "new_colour": ("differs", "may_repeat"),
    "chips": ("count_on", "cap"),
    "nobody_opens": ("draw", "redeal"),
    "wrong_card": ("no_penalty", "chip"),
    "deal": ("clockwise", "loser"),
    "asking": ("open", "everything"),
}


class Stopped(Exception):
    """The game cannot go on: all agreed on a card of a player who cannot lay one."""


@define
class Card:
    """A card on the circle, with the moment before it, to which play returns if the card goes back.

    :param named: whether a colour had been named since the card before it.
    """

    seat: int
    pile: int
    under: Colour
    demanded: Colour | None
    named: bool
    paused: int | None


@define
class Simulation:
    """A table with all its cards.

    :param every: whether every card is reported now.
    :param settled: how many of the lowest cards can no longer be doubted.
    :param named: whether a colour has been named since the latest card.
    :param allowed: the colours that may be named, while one is.
    :param over: whether the round is over.
    """

    random: Random
    mode: Mode
    seats: int = field(init=False)
    house: dict[str, str] = field(init=False)
    every: bool = field(init=False)
    dealer: int = 0
    round: int = 1
    totals: list[int] = field(init=False)
    chips: list[int] = field(init=False)
    hands: list[int] = field(init=False)
    stock: int = field(init=False)
    circle: list[Colour] = field(init=False)
    cards: list[Card] = field(init=False)
    settled: int = 0
    colour: Colour | None = None
    pausing: int | None = None
    tried: list[Colour] = field(factory=list)
    named: bool = False
    asked: int = 0
    passed: int = 0
    allowed: set[Colour] = field(factory=set)
    over: bool = False

    def __attrs_post_init__(self) -> None:
        self.seats = self.random.randint(3, 6)
        # mostly the default of each rule, so that ordinary games occur often enough
        self.house = {rule: self.random.choice((ways[0], *ways)) for rule, ways in HOUSE.items()}
        self.house["length"] = "open"
        self.every = self.mode == "exact" or (self.mode == "switching" and self.chance(0.6))
        self.house["keeping"] = "every_card" if self.every else "referee_only"
        self.totals, self.chips = [0] * self.seats, [0] * self.seats
        self.deal()

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def deal(self) -> None:
        self.hands = [DEALT[self.seats]] * self.seats
        self.stock = CARDS_BESIDE_THE_CIRCLE - sum(self.hands)
        self.circle, self.cards = [*COLOURS] * 3, []
        self.settled, self.colour, self.pausing, self.tried, self.named = 0, None, None, [], False
        self.asked, self.passed, self.over = self.dealer, 0, False

    # What the rules allow

    @property
    def showing(self) -> set[Colour]:
        return {*self.circle}

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def places(self) -> list[tuple[int, int]]:
        """Who may lay on which pile."""
        if not self.cards:
            return [(self.asked, pile) for pile in range(12)]
        seats = [seat for seat in range(self.seats) if seat != self.pausing]
        return [(seat, pile) for seat in seats for pile in range(12) if self.circle[pile] is self.colour]

    def doubtable(self) -> list[Card]:
        """The latest card, and the one before it if the call may have come first."""
        free = self.cards[self.settled :]
        late = len(free) > 1 and free[-2].seat != free[-1].seat and not self.named
        return [free[-1], *([free[-2]] if late else [])] if free else []

    def contestable(self) -> bool:
        """Whether it may be in question that the latest card was the first."""
        return len(self.cards) > max(1, self.settled) and not self.named

    def says_first(self, card: Card) -> bool:
        """Whether the report of a doubt says that it is about the first word of the round."""
        return not self.every and card is self.cards[0]

    # Events; each yields its reports

    def lay(self, who: int | None = None, *, agreed: bool = False) -> Iterator[Any]:
        """A card is laid.

        :param agreed: whether all have agreed on it, which is a report in itself.
        """
        places = [place for place in self.places() if who in (None, place[0])]
        if not places:
            raise Stopped
        seat, pile = self.random.choice(places)
        first, named, colour = not self.cards, self.named, self.random.choice(COLOURS)
        self.cards.append(Card(seat, pile, self.circle[pile], self.colour, named, self.pausing))
        self.hands[seat] -= 1
        self.circle[pile], self.colour, self.pausing, self.tried, self.named = colour, colour, seat, [], False
        if self.every or (first and self.mode == "switching" and self.chance(0.2)):
            self.every = True
            yield reports.Laid(seat, pile, colour)
        elif not self.hands[seat]:
            yield reports.LastCardLaid(seat)
        elif not agreed and (first or named):
            if self.chance(0.3):
                yield from self.doubt(self.latest)
            else:
                yield reports.GoesOn()
        if self.cards and not self.hands[self.latest.seat]:
            yield from self.last_card()

    @property
    def latest(self) -> Card:
        return self.cards[-1]

    def last_card(self) -> Iterator[Any]:
        """A player has no cards left: the word may still be doubted, or the card contested."""
        yield None
        luck = self.random.random()
        if luck < 0.3:
            yield from self.doubt(self.random.choice(self.doubtable()))
        elif luck < 0.5 and self.contestable():
            yield from self.dispute(contested=True)
        else:
            reported = self.every or self.chance(0.5)
            if reported:
                yield reports.NobodyDoubts()
            yield from self.end(self.latest.seat, at_once=reported)
            return
        if self.cards and not self.hands[self.latest.seat] and not self.over:
            yield from self.last_card()

    def doubt(self, card: Card) -> Iterator[Any]:
        """A word is doubted, and all vote or agree."""
        author, first = card.seat, self.says_first(card)
        doubters = tuple(self.random.sample(self.others(author), self.random.choice((1, 1, 2))))
        voters = [doubters[0], *self.others(doubters[0])]
        if self.house["votes"] == "not_author":
            voters.remove(author)
        unanimous = self.chance(0.4)
        votes = [self.chance(0.6)] * len(voters) if unanimous else [self.chance(0.6) for _ in voters]
        yield reports.Halt()
        if unanimous and self.chance(0.7):
            named = () if votes[0] and self.chance(0.5) else doubters
            yield reports.AllAgree(author=author, doubters=named, first=first, against=votes[0])
        else:
            yield reports.Doubted(doubters, author, first=first)
            for seat, against in zip(voters, votes, strict=True):
                yield reports.Voted(seat, against)
        while self.latest is not card:
            self.back()
        if 2 * sum(votes) > len(votes):
            yield from self.rejected(card)
            return
        for doubter in doubters:
            self.chip(doubter)
        self.settled = len(self.cards)
        if not self.hands[author]:
            yield from self.end(author)

    def rejected(self, card: Card) -> Iterator[Any]:
        opening = card is self.cards[0]
        self.back()
        self.chip(card.seat)
        if opening:
            self.asked = self.dealer if self.house["first_rejected"] == "dealer" else (card.seat + 1) % self.seats
            self.passed = 0
            return
        if self.house["names_colour"] == "author":
            self.pausing = card.seat
        yield from self.name({card.demanded} if self.house["new_colour"] == "differs" else set())
        self.tried = []

    def back(self) -> None:
        """The latest card goes back."""
        card = self.cards.pop()
        self.hands[card.seat] += 1
        self.circle[card.pile], self.colour, self.pausing, self.tried = card.under, card.demanded, card.paused, []
        self.named, self.settled = card.named, min(self.settled, len(self.cards))

    def chip(self, seat: int) -> None:
        if self.house["chips"] == "count_on" or sum(self.chips) < CHIPS:
            self.chips[seat] += 1

    def name(self, barred: set[Colour | None]) -> Iterator[Any]:
        """A new colour is named; if no other shows, the same one stays."""
        self.allowed = {colour for colour in self.showing if colour not in barred}
        if self.allowed:
            self.colour = self.random.choice(sorted(self.allowed, key=COLOURS.index))
            yield reports.ColourNamed(self.colour)
        else:
            yield reports.NoColourLeft()
        self.named = True

    def stuck(self) -> Iterator[Any]:
        """No player can lay a card: all but the pausing player draw."""
        assert self.colour is not None
        assert self.pausing is not None
        yield reports.Stuck(self.colour, self.pausing if self.every else None)
        self.tried.append(self.colour)
        self.settled = len(self.cards)
        if self.showing <= {*self.tried}:
            self.allowed = set()
            yield reports.NoColourLeft()
            yield from self.end(None)
            return
        self.draw(self.others(self.pausing))
        yield from self.name({*self.tried})

    def draw(self, seats: list[int]) -> None:
        for seat in seats[: self.stock]:
            self.hands[seat] += 1
            self.stock -= 1

    def dispute(self, *, contested: bool) -> Iterator[Any]:
        """It is disputed whose card was first.

        :param contested: whether the latest card is one of the disputed ones; otherwise none of them is left.
        """
        card, paused = self.latest, self.latest.paused if contested else self.pausing
        last = not self.hands[card.seat]
        yield reports.SpeedDispute(latest=contested and (self.every or last))
        if self.chance(0.5):
            seat = self.random.choice([seat for seat in range(self.seats) if seat != paused])
            yield reports.Agreed(seat if self.every or last or self.chance(0.5) else None)
            if contested and seat == card.seat:
                return
            if contested:
                self.back()
            yield from self.lay(seat, agreed=True)
            return
        yield reports.NotAgreed()
        if contested:
            self.back()
        self.settled = len(self.cards)
        yield from self.name({self.colour})
        self.tried = []

    def switch(self) -> Iterator[Any]:
        """Switch between reporting every card and reporting sparsely."""
        if self.every:
            yield reports.KeepRefereeOnly()
        elif self.cards and not self.over:
            yield reports.KeepEveryCard(tuple(self.hands), self.pausing, self.colour)
        else:
            yield reports.KeepEveryCard()
        self.every = not self.every

    def cannot_open(self) -> Iterator[Any]:
        yield reports.CannotOpen(self.asked)
        self.passed += 1
        self.asked = (self.asked + 1) % self.seats
        if self.passed < self.seats:
            return
        if self.house["nobody_opens"] == "redeal":
            self.deal()
        elif not self.stock:
            yield from self.end(None, counted=True)
        else:
            self.asked, self.passed = self.dealer, 0
            self.draw([*self.others(self.dealer), self.dealer])

    def correct(self) -> Iterator[Any]:
        """A true fact is reported again."""
        seat = self.random.randrange(self.seats)
        match self.random.randrange(4):
            case 0:
                yield reports.Recount(seat, self.hands[seat] if self.every else None, self.chips[seat])
            case 1:
                yield reports.StockCounted(self.stock)
            case 2 if self.every:
                pile = self.random.randrange(12)
                yield reports.TopTold(pile, self.circle[pile])
            case _:
                yield reports.WrongCard(seat)
                if self.house["wrong_card"] == "chip":
                    self.chip(seat)

    def end(self, winner: int | None, *, counted: bool = False, at_once: bool = True) -> Iterator[Any]:
        """The round is scored.

        :param counted: whether the hands are known, as before the first card.
        :param at_once: whether all hands may be reported at once; reporting a single hand implies that no player doubts.
        """
        self.over = True
        if not self.every and not counted:
            if at_once and self.chance(0.5):
                yield reports.HandsCounted(tuple(self.hands))
            else:
                for seat in range(self.seats):
                    if seat != winner:
                        yield reports.HandCounted(seat, self.hands[seat])
        lost = [0 if seat == winner else self.hands[seat] + self.chips[seat] for seat in range(self.seats)]
        self.totals = [total + points for total, points in zip(self.totals, lost, strict=True)]
        following = self.others(self.dealer)
        self.dealer = (
            following[0] if self.house["deal"] == "clockwise" else max([*following, self.dealer], key=lost.__getitem__)
        )
        self.chips = [0] * self.seats

    def play(self, *, rounds: int) -> Iterator[Any]:
        """Play a number of rounds and yield the reports; ``None`` between two events."""
        try:
            while True:
                while not self.over:
                    yield None
                    yield from self.event()
                yield None
                if self.mode == "switching" and self.chance(0.2):
                    yield from self.switch()
                if self.round == rounds:
                    return
                yield reports.NextRound()
                self.round += 1
                self.deal()
        except Stopped:
            return

    def event(self) -> Iterator[Any]:
        luck = self.random.random()
        if luck < 0.1 and self.mode == "switching":
            yield from self.switch()
        elif not self.cards:
            yield from self.cannot_open() if luck < 0.3 else self.lay()
        elif luck < 0.3 and (cards := self.doubtable()):
            yield from self.doubt(self.random.choice(cards))
        elif luck < 0.38 and self.cards:
            yield from self.stuck()
        elif luck < 0.48 and self.cards:
            yield from self.dispute(contested=self.contestable() and self.chance(0.5))
        elif luck < 0.53:
            yield from self.correct()
        else:
            yield from self.lay()

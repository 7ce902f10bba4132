"""An independent referee of one round, told everything: what really lies on the table, whatever the program is told.

It shares nothing with the program but the reports. At random it changes between telling every card and telling only what
needs a referee, so that the program has to remember what it was told: whatever the round as it really was allows must not
be refused, and what it forbids must be refused wherever it can be known.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from attrs import define, field

from companion.games.schlafmuetze import reports
from companion.games.schlafmuetze.cards import Colour

COLOURS: Final = tuple(Colour)
DEALT: Final = {3: 10, 4: 9, 5: 8, 6: 7, 7: 7, 8: 6}


class Stopped(Exception):
    """The round cannot go on: it was agreed that somebody laid where nobody could."""


@define
class Card:
    """A card that lies on the circle, with the moment before it."""

    seat: int
    pile: int
    under: Colour
    demanded: Colour | None
    named: bool
    paused: int | None
    #: Whether the program has been told which card it is, or at least that one lies.
    told: bool
    mentioned: bool


@define
class Round:
    """A round as it really is.

    :param author_names: the house rule by which the author of a rejected word names the colour and pauses.
    :param may_repeat: the house rule by which the old colour may be named again after a rejection.
    :param every: whether every card is told at first.
    :param changing: whether that changes.
    """

    random: Random
    seats: int
    author_names: bool
    may_repeat: bool
    every: bool
    changing: bool
    hands: list[int] = field(init=False)
    stock: int = field(init=False)
    circle: list[Colour] = field(factory=lambda: [*COLOURS] * 3)
    cards: list[Card] = field(factory=list)
    #: How many of the lowest cards stand for good.
    settled: int = 0
    colour: Colour | None = None
    pausing: int | None = None
    tried: list[Colour] = field(factory=list)
    #: Whether the colour was named, so that the next card is told in any case.
    named: bool = False
    asked: int = 0
    #: The colours of which the program can know that they may not be named now.
    forbidden: set[Colour] = field(factory=set)
    over: bool = False

    def __attrs_post_init__(self) -> None:
        self.hands = [DEALT[self.seats]] * self.seats
        self.stock = 96 - sum(self.hands)

    @property
    def showing(self) -> set[Colour]:
        return {*self.circle}

    # What may happen

    def layable(self) -> list[tuple[int, int]]:
        """Who may lay where."""
        if not self.cards:
            return [(self.asked, pile) for pile in range(12)]
        seats = [seat for seat in range(self.seats) if seat != self.pausing]
        return [(seat, pile) for seat in seats for pile in range(12) if self.circle[pile] is self.colour]

    def doubtable(self) -> list[Card]:
        """The latest card, and the one before it if the call came first."""
        free = self.cards[self.settled :]
        # once a colour has been named, no call can have come before the latest card
        late = len(free) > 1 and free[-2].seat != free[-1].seat and not self.named
        return [free[-1], *([free[-2]] if late else [])] if free else []

    # What happens; each yields what is told of it

    def lay(self, who: int | None = None, *, agreed: bool = False) -> Iterator[Any]:
        """Somebody lays a card.

        :param agreed: whether all have agreed on it, so that nobody tells of it where single cards are not told.
        """
        places = [place for place in self.layable() if who in (None, place[0])]
        if not places:
            raise Stopped
        seat, pile = self.random.choice(places)
        colour = self.random.choice(COLOURS)
        first, named = not self.cards, self.named
        self.cards.append(
            Card(seat, pile, self.circle[pile], self.colour, self.named, self.pausing, self.every, self.every)
        )
        self.hands[seat] -= 1
        self.circle[pile], self.colour, self.pausing, self.tried, self.named = colour, colour, seat, [], False
        if self.every:
            yield reports.Laid(seat, pile, colour)
        elif not self.hands[seat]:
            self.cards[-1].mentioned = True
            yield reports.LastCardLaid(seat)
        elif agreed:
            self.cards[-1].mentioned = True
        elif first or named:
            # "Halt!" may come before anybody has told that a card lies
            if self.random.random() < 0.7:
                self.cards[-1].mentioned = True
                yield reports.GoesOn()
            else:
                yield from self.doubt(self.cards[-1])
        if not self.over and self.cards and not self.hands[self.cards[-1].seat]:
            if self.random.random() < 0.5:
                yield reports.NobodyDoubts()
                yield from self.end()
            else:
                yield from self.doubt(self.random.choice(self.doubtable()))

    def may_doubt(self) -> list[Card]:
        """Whose word may be doubted so that the program can know which one is meant."""
        cards = self.doubtable()
        if self.every:
            return cards
        # a call that came before a card that was told, or the later card of whoever laid the one told last: nobody can say so
        if len(cards) > 1 and cards[0].mentioned:
            cards = cards[:1]
        told = [card for card in self.cards if card.told]
        return [card for card in cards if card.told or not (told and told[-1].seat == card.seat)]

    def doubt(self, card: Card) -> Iterator[Any]:
        """Somebody doubts a word, and all vote."""
        doubter = self.random.choice([seat for seat in range(self.seats) if seat != card.seat])
        first = not self.every and card is self.cards[0]
        yield reports.Halt()
        yield reports.Doubted((doubter,), card.seat, first=first)
        while self.cards[-1] is not card:
            self.back()
        against = self.random.random() < 0.7
        for step in range(self.seats):
            yield reports.Voted((doubter + step) % self.seats, against)
        if not against:
            self.settled = len(self.cards)
            if not self.hands[card.seat]:
                yield from self.end()
            return
        opening = card is self.cards[0]
        self.back()
        if opening:
            self.asked = (card.seat + 1) % self.seats
            return
        if self.author_names:
            self.pausing = card.seat
        yield from self.name(set() if self.may_repeat else {card.demanded}, known=not self.changing)
        self.tried = []

    def back(self) -> None:
        """The latest card goes back."""
        card = self.cards.pop()
        self.hands[card.seat] += 1
        self.circle[card.pile], self.colour, self.pausing, self.tried = card.under, card.demanded, card.paused, []
        self.named = card.named

    def name(self, barred: set[Colour | None], *, known: bool) -> Iterator[Any]:
        """A new colour is named, if another one shows.

        :param known: whether the program knows which colours are barred.
        """
        self.forbidden = {colour for colour in barred if colour} if known and barred < self.showing else set()
        free = sorted(self.showing - barred, key=COLOURS.index)
        if free:
            self.colour = self.random.choice(free)
            yield reports.ColourNamed(self.colour)
        else:
            yield reports.NoColourLeft()
        self.named = True

    def stuck(self) -> Iterator[Any]:
        """Nobody can lay a card."""
        assert self.colour is not None
        yield reports.Stuck(self.colour, self.pausing)
        self.tried.append(self.colour)
        self.settled = len(self.cards)
        if self.showing <= {*self.tried}:
            yield reports.NoColourLeft()
            yield from self.end()
            return
        assert self.pausing is not None
        for step in range(1, self.seats):
            if self.stock:
                self.hands[(self.pausing + step) % self.seats] += 1
                self.stock -= 1
        yield from self.name({*self.tried}, known=True)

    def dispute(self) -> Iterator[Any]:
        """Nobody is sure whose card was first: the one told last, or others of which nobody has told."""
        top = self.cards[-1]
        told = self.every and not self.named and len(self.cards) > max(1, self.settled) and self.random.random() < 0.5
        yield reports.SpeedDispute(latest=told)
        paused = top.paused if told else self.pausing
        if self.random.random() < 0.5:
            seat = self.random.choice([seat for seat in range(self.seats) if seat != paused])
            yield reports.Agreed(seat)
            if told and seat == top.seat:
                return
            if told:
                self.back()
            yield from self.lay(seat, agreed=True)
            return
        yield reports.NotAgreed()
        if told:
            self.back()
        self.settled = len(self.cards)
        yield from self.name({self.colour}, known=not self.changing)
        self.tried = []

    def change(self) -> Iterator[Any]:
        """They tell more or less from now on."""
        if self.every:
            yield reports.KeepRefereeOnly()
        elif self.cards:
            yield reports.KeepEveryCard(tuple(self.hands), self.pausing, self.colour)
            for card in self.cards:
                card.mentioned = True
        else:
            yield reports.KeepEveryCard()
        self.every = not self.every

    def end(self) -> Iterator[Any]:
        self.over = True
        if not self.every:
            yield reports.HandsCounted(tuple(self.hands))

    def play(self) -> Iterator[Any]:
        """Play the round and yield what is told of it; ``None`` between two events."""
        try:
            yield from self._play()
        except Stopped:
            return

    def _play(self) -> Iterator[Any]:
        while not self.over:
            yield None
            luck = self.random.random()
            if luck < 0.15 and self.changing:
                yield from self.change()
            elif luck < 0.3 and (cards := self.may_doubt()):
                yield from self.doubt(self.random.choice(cards))
            elif luck < 0.4 and self.cards:
                yield from self.stuck()
            elif luck < 0.45 and self.cards:
                yield from self.dispute()
            else:
                yield from self.lay()

"""Reports of two open cards: the result, or the cards themselves."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve, frozen

from companion.games.bronzen import showdown
from companion.games.bronzen.cards import FACE_DOWN, JOKER, RULE_OF, Card, Special, meet
from companion.games.bronzen.chips import LADDER
from companion.games.bronzen.decks import SEATS, impossible_card, two_cards
from companion.games.bronzen.messages import SPECIALS, T, against
from companion.games.bronzen.model import Decided, Laying, Reveal, State, Tally, Trick
from companion.games.bronzen.shared import (
    BronzenReport,
    announce_shuffle,
    call_for,
    cannot_double,
    enter_every_trick,
    refuse_trick,
)
from companion.games.bronzen.trick import award, book_streak, take_chip, take_trick
from companion.kernel.explain import Explanation
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Offer, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Player, Text


class Meeting(BronzenReport):
    """Base of the reports of two open cards (bronzen.reveal)."""

    __slots__ = ()

    titles_event = True

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        playing = isinstance(state.phase, Reveal | Laying) or (isinstance(state.phase, Tally) and state.known)
        return cls.ways(state) if playing else ()

    @classmethod
    @abstractmethod
    def ways(cls, state: State) -> Iterable[Offer]:
        """Yield the offers of this report where open cards may be reported."""

    @property
    @abstractmethod
    def outcome(self) -> Special | int:
        """The special that the cards make, or the seat of the higher card."""

    @property
    def named(self) -> tuple[Card, ...]:
        """The open cards that the report names."""
        return ()

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """Group the pairs of a trick in the history, under the title of the last one."""
        return evolve(super().history(before, step), continues=isinstance(before.phase, Laying))

    def refusal(self, state: State) -> Explanation | None:
        """Allow open cards while cards are laid, but none more often than both decks hold it.

        Rules: bronzen.reveal, bronzen.setup.decks, bronzen.ruling.same_card_twice.
        """
        if refused := refuse_trick(state):
            return refused
        if not isinstance(state.phase, Tally | Reveal | Laying):
            return NOT_OFFERED
        return impossible_card(
            state.running.open_cards, self.named, "bronzen.ruling.same_card_twice", "bronzen.setup.decks"
        )

    def apply(self, effects: Effects[State]) -> None:
        """Lay the cards and judge the two open ones (bronzen.reveal, bronzen.special.chain)."""
        enter_every_trick(effects)
        last, pointless = effects.state.last_card_of, effects.state.pointless
        trick = effects.state.running
        trick = evolve(trick, open_cards=trick.open_cards + self.named, laid=trick.laid + _lay(effects))
        outcome = self.outcome
        if isinstance(outcome, Special):
            _special(effects, trick, outcome, last)
        elif not trick.specials:
            _einzel(effects, trick, outcome, last)
        elif last:
            showdown.won(effects, trick, outcome, last, pointless)
        else:
            _decide(effects, trick, outcome)


@frozen
class Einzel(Meeting):
    """The two open cards differ in rank and suit; ``seat`` has the higher one (bronzen.einzel, bronzen.rank)."""

    seat: int

    @classmethod
    def ways(cls, state: State) -> Iterable[Offer]:
        for seat in SEATS:
            label = T("{player} wins", player=Player(seat))
            yield Offer(cls, label, ("bronzen.einzel", "bronzen.rank"), (("seat", seat),))

    @property
    def outcome(self) -> int:
        return self.seat

    def refusal(self, state: State) -> Explanation | None:
        return refuse_unknown_seat(SEATS, self.seat) or super().refusal(state)

    def describe(self) -> Text:
        return T("{player} wins", player=Player(self.seat))


class Situation(Meeting):
    """Base of the reports of a special: the two open cards decide nothing.

    :cvar special: the special that they make.
    """

    __slots__ = ()

    special: ClassVar[Special]

    @classmethod
    def ways(cls, state: State) -> Iterable[Offer]:
        yield Offer(cls, SPECIALS[cls.special], (RULE_OF[cls.special],), closed=cls().refusal(state))

    @property
    def outcome(self) -> Special:
        return self.special

    def describe(self) -> Text:
        return SPECIALS[self.special]


@frozen
class Color(Situation):
    """The two open cards have the same suit (bronzen.color)."""

    special = Special.COLOR


@frozen
class Counter(Situation):
    """The two open cards have the same rank (bronzen.counter)."""

    special = Special.COUNTER


@frozen
class DoubleC(Situation):
    """The same card lies open twice (bronzen.double_c)."""

    special = Special.DOUBLE_C


@frozen
class Jay(Situation):
    """Two jokers lie open (bronzen.jay); this names both cards, as ``Cards`` would."""

    special = Special.JAY

    @property
    def named(self) -> tuple[Card, ...]:
        return Card(JOKER, None), Card(JOKER, None)


@frozen
class Cards(Meeting):
    """These two cards lie open, seat 0's and seat 1's (bronzen.ruling.classification)."""

    cards: tuple[Card, Card]

    @classmethod
    def ways(cls, state: State) -> Iterable[Offer]:
        rules = ("bronzen.reveal", "bronzen.ruling.classification")
        yield Offer(cls, T("Enter the cards"), rules, fields=(two_cards(state.running.open_cards),), weight=Weight.SIDE)

    @property
    def outcome(self) -> Special | int:
        return meet(*self.cards)

    @property
    def named(self) -> tuple[Card, ...]:
        return self.cards

    def describe(self) -> Text:
        return against(*self.cards)


def _lay(effects: Effects[State]) -> int:
    """Take the cards of this pair from both players and return how many each of them lays."""
    state = effects.state
    number = state.face_down + 1
    for seat, stack in enumerate(state.stacks):
        if stack.needs_shuffle(number):
            announce_shuffle(effects, seat, stack.bunker, "bronzen.ruling.reshuffle_mid_trick")
        effects.state = effects.state.with_stack(seat, stack.without(number))
    return number


def _special(effects: Effects[State], trick: Trick, special: Special, last: tuple[int, ...]) -> None:
    """End the streak and have both lay again (bronzen.special.chain, bronzen.einzel.booking)."""
    effects.say(T("{special}!", special=SPECIALS[special]), RULE_OF[special], "bronzen.reveal")
    book_streak(effects)
    trick = evolve(trick, specials=(*trick.specials, special))
    if last:
        showdown.not_won(effects, trick, last)
    else:
        call_for(effects, trick, FACE_DOWN[special])


def _einzel(effects: Effects[State], trick: Trick, winner: int, last: tuple[int, ...]) -> None:
    """Give the winner cards and a chip (bronzen.einzel, bronzen.einzel.chip, bronzen.ruling.one_card_einzel)."""
    effects.say(T("{player} wins the Einzel.", player=Player(winner)), "bronzen.einzel", "bronzen.rank")
    if effects.state.streak and effects.state.streak.seat != winner:
        book_streak(effects)
    if last and effects.state.house.one_card_chip == "no_chip":
        text = T("A last card was played: by the house rule this brings no chip.")
        effects.say(text, "bronzen.ruling.one_card_einzel", "bronzen.ruling.no_chip_einzel")
    elif effects.state.in_bank(LADDER[0]) == 0:
        effects.say(T("The bank has no black chip left, so there is none to take."), "bronzen.ruling.bank_limit")
    else:
        take_chip(effects, winner, *(("bronzen.ruling.one_card_einzel",) if last else ()))
    if last:
        showdown.won(effects, trick, winner, last, pointless=last[0])
    else:
        take_trick(effects, trick, winner)


def _decide(effects: Effects[State], trick: Trick, winner: int) -> None:
    """Ask the loser; without a double the trick is lost (bronzen.double.who, bronzen.double.no_chip)."""
    effects.say(T("{player} has the higher card.", player=Player(winner)), "bronzen.special.chain", "bronzen.rank")
    effects.change(phase=Decided(trick, winner))
    if cannot := cannot_double(effects.state, trick, 1 - winner):
        effects.add(cannot)
        award(effects, trick, winner)

"""The reports of Pracherche and their effects."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable

from attrs import evolve, frozen

from companion.games.bronzen.cards import Card
from companion.games.bronzen.decks import (
    SEATS,
    counts,
    face_down_then_up,
    impossible_card,
    miscounted,
    replaced,
    two_cards,
    without_cards,
)
from companion.games.bronzen.messages import T, against
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.pracherche.model import GameOver, Reveal, RoundOver, State, War
from companion.kernel.explain import Explanation, Tone, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Offer, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Player, Text


def event(state: State, *more: Hashable) -> Hashable:
    """Return a key that identifies the current event, to reject duplicate reports."""
    return (state.round, state.trick, state.running.laid, type(state.phase), *more)


def laying_prompt(state: State) -> Explanation:
    """Return the instruction to lay cards in a war (pracherche.war, pracherche.ruling.short_war)."""
    rules = ("pracherche.war",) if state.face_down else ("pracherche.ruling.short_war", "pracherche.war")
    return Explanation(face_down_then_up(state.face_down), rules, Tone.TODO)


class PrachercheReport(Report[State]):
    """A report that counts once in the current event."""

    __slots__ = ()

    def event_key(self, state: State) -> Hashable:
        return event(state)


class Meeting(PrachercheReport):
    """Base of the reports of two open cards (pracherche.reveal)."""

    __slots__ = ()

    titles_event = True

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """The seat with the higher card; ``None`` if the ranks are equal (pracherche.rank)."""

    @property
    def named(self) -> tuple[Card, ...]:
        """The open cards that the report names."""
        return ()

    def refusal(self, state: State) -> Explanation | None:
        """Refuse more cards than both decks hold (pracherche.setup, bronzen.ruling.same_card_twice)."""
        if not isinstance(state.phase, Reveal | War):
            return NOT_OFFERED
        return impossible_card(
            state.running.open_cards, self.named, "pracherche.setup", "bronzen.ruling.same_card_twice"
        )

    def apply(self, effects: Effects[State]) -> None:
        """Take the cards of this pair from both stacks and decide or continue the trick."""
        state = effects.state
        number = state.face_down + 1
        left, right = state.stacks
        pile = War(state.running.laid + number, state.running.open_cards + self.named)
        effects.change(stacks=(left - number, right - number))
        if self.winner is None:
            _war(effects, pile)
        else:
            _win(effects, pile, self.winner)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """Group the pairs of a trick in the history, under the title of the last one."""
        return evolve(super().history(before, step), continues=isinstance(before.phase, War))


@frozen
class Higher(Meeting):
    """The open card of ``seat`` has the higher rank (pracherche.rank)."""

    seat: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Reveal | War):
            for one in SEATS:
                label = T("{player} wins", player=Player(one))
                yield Offer(cls, label, ("pracherche.reveal", "pracherche.rank"), (("seat", one),))

    @property
    def winner(self) -> int:
        return self.seat

    def refusal(self, state: State) -> Explanation | None:
        return refuse_unknown_seat(SEATS, self.seat) or super().refusal(state)

    def describe(self) -> Text:
        return T("{player} wins", player=Player(self.seat))


@frozen
class Equal(Meeting):
    """The two open cards have the same rank (pracherche.war)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Reveal | War):
            yield Offer(cls, T("Equal ranks"), ("pracherche.war",))

    @property
    def winner(self) -> None:
        return None

    def describe(self) -> Text:
        return T("Equal ranks")


@frozen
class Cards(Meeting):
    """These two cards lie open, seat 0's and seat 1's (pracherche.rank)."""

    cards: tuple[Card, Card]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Reveal | War):
            fields = (two_cards(state.running.open_cards),)
            yield Offer(cls, T("Enter the cards"), ("pracherche.rank",), fields=fields, weight=Weight.SIDE)

    @property
    def winner(self) -> int | None:
        left, right = self.cards
        return None if left.rank == right.rank else int(left.rank < right.rank)

    @property
    def named(self) -> tuple[Card, ...]:
        return self.cards

    def describe(self) -> Text:
        return against(*self.cards)


def _win(effects: Effects[State], pile: War, winner: int) -> None:
    """Give the winner all cards on the table (pracherche.reveal, pracherche.rank, pracherche.war)."""
    cards = len(SEATS) * pile.laid
    text = T("{player} wins {cards} cards and puts them under the stack.", player=Player(winner), cards=cards)
    effects.todo(text, "pracherche.reveal", "pracherche.rank", "pracherche.ruling.card_order")
    _collect(effects, pile, winner)
    if effects.state.stacks[1 - winner]:
        effects.change(phase=Reveal(), trick=effects.state.trick + 1)
    else:
        _won(effects, winner)


def _war(effects: Effects[State], pile: War) -> None:
    """Continue with a war, unless a player cannot lay again (pracherche.war, pracherche.ruling.short_war)."""
    effects.say(T("Equal ranks: war!"), "pracherche.war")
    empty = [seat for seat in SEATS if not effects.state.stacks[seat]]
    if not empty:
        effects.change(phase=pile)
        effects.add(laying_prompt(effects.state))
    elif len(empty) == 1:
        text = T("{player} has no card left for the war.", player=Player(empty[0]))
        effects.say(text, "pracherche.ruling.short_war")
        _collect(effects, pile, 1 - empty[0])
        _won(effects, 1 - empty[0])
    else:
        text = T("Nobody has a card left for the war: both take their own cards back, shuffle and reveal again.")
        effects.todo(text, "pracherche.ruling.short_war")
        effects.change(stacks=(pile.laid, pile.laid), phase=Reveal(), trick=effects.state.trick + 1)


def _collect(effects: Effects[State], pile: War, winner: int) -> None:
    """Put all cards on the table under the winner's stack (pracherche.reveal)."""
    stacks = effects.state.stacks
    effects.change(stacks=replaced(stacks, winner, stacks[winner] + len(SEATS) * pile.laid))


def _won(effects: Effects[State], winner: int) -> None:
    """Score a point for the player who holds all cards (pracherche.end)."""
    effects.change(phase=RoundOver(winner))
    text = T("{other} has no card left: {player} wins the round.", other=Player(1 - winner), player=Player(winner))
    message = effects.say(text, "pracherche.end")
    effects.score(winner, effects.state.round, "won", 1, message)


@frozen
class RoundWon(PrachercheReport):
    """A player has all the cards, perhaps after unreported tricks (pracherche.end)."""

    seat: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Reveal | War):
            for one in SEATS:
                label = T("{player} wins the round", player=Player(one))
                yield Offer(cls, label, ("pracherche.end",), (("seat", one),))

    def apply(self, effects: Effects[State]) -> None:
        """Give the winner all cards, including those on the table."""
        effects.change(stacks=replaced((0, 0), self.seat, NUMBERS.deck.both))
        _won(effects, self.seat)

    def describe(self) -> Text:
        return T("{player} wins the round", player=Player(self.seat))


@frozen
class Recount(Report[State]):
    """The players have counted their stacks (pracherche.setup)."""

    stacks: tuple[int, int]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Reveal):
            fields = (counts("stacks", T("Stack"), 1, state.stacks),)
            yield Offer(cls, T("Recount the cards"), ("pracherche.setup",), fields=fields, weight=Weight.RARE)

    def refusal(self, state: State) -> Explanation | None:
        """Allow a recount between two tricks of all cards, some for each player (pracherche.setup, pracherche.end)."""
        if isinstance(state.phase, War):
            return why(T("Cards lie on the table. Play the trick out, then count."), "pracherche.war")
        if not isinstance(state.phase, Reveal):
            return NOT_OFFERED
        if text := miscounted(*self.stacks):
            return why(text, "pracherche.setup")
        if 0 in self.stacks:
            return why(without_cards(self.stacks.index(0)), "pracherche.end")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Set the stacks to the counted numbers."""
        effects.change(stacks=self.stacks)
        effects.say(T("The cards are counted: all {n} are there.", n=NUMBERS.deck.both), "pracherche.setup")

    def describe(self) -> Text:
        return T("Cards recounted")

    def event_key(self, state: State) -> Hashable:
        """Return a key with the counts before the report, so that a trick may have several recounts."""
        return event(state, state.stacks)


@frozen
class NextRound(PrachercheReport):
    """Both shuffle their own deck for another round (pracherche.setup)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("Next round"), ("pracherche.setup",))

    def apply(self, effects: Effects[State]) -> None:
        """Start another round with full stacks."""
        effects.state = State(round=effects.state.round + 1)
        text = T("Round {n}: both shuffle their own {cards} cards.", n=effects.state.round, cards=NUMBERS.deck.size)
        effects.todo(text, "pracherche.setup")

    def describe(self) -> Text:
        return T("Next round")


@frozen
class Finish(PrachercheReport):
    """The players stop after this round (pracherche.end)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("End the game"), ("pracherche.end",), weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        """End the game after its last round."""
        effects.change(phase=GameOver(effects.phase(RoundOver).winner))
        effects.say(T("The game is over."), "pracherche.end")

    def describe(self) -> Text:
        return T("End of the game")

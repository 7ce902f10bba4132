"""Reports of the end of a round, and of the start of the next one."""

from collections.abc import Hashable, Iterable

from attrs import evolve, frozen

from companion.games.schlafmuetze import fields
from companion.games.schlafmuetze.dealing import deal
from companion.games.schlafmuetze.messages import N, T
from companion.games.schlafmuetze.model import State, most_in_hand
from companion.games.schlafmuetze.phases import Counting, LastCard, RoundOver
from companion.games.schlafmuetze.reports.laying import NobodyDoubts
from companion.games.schlafmuetze.scoring import game_over, score
from companion.games.schlafmuetze.shared import TableReport, correction, event, too_many, wrong_hand, wrong_hands
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Number, Offer, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Player, Text
from companion.kernel.tuples import with_item


@frozen
class HandsCounted(TableReport):
    """The cards left in every hand at the end of the round (schlafmuetze.score.minus)."""

    continues = True

    hands: tuple[int, ...]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Counting):
            asked = fields.hands(T("Cards left in hand"), state, state.phase.hands)
            yield Offer(cls, T("Count the hands"), ("schlafmuetze.score.minus",), fields=(asked,))

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Counting):
            return NOT_OFFERED
        return wrong_hands(state, self.hands, state.phase.winner)

    def apply(self, effects: Effects[State]) -> None:
        score(effects, effects.phase(Counting).winner, self.hands)

    def describe(self) -> Text:
        return T("The hands are counted")


@frozen
class HandCounted(TableReport):
    """The cards left in one hand; the first one implies that the last card is not doubted (schlafmuetze.score.minus)."""

    continues = True

    seat: int
    cards: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        for one in state.everybody:
            if cls(one, 1).refusal(state) is None:
                player = T("{player}", player=Player(one))
                asked = Number("cards", T("Cards left in hand"), 1, most_in_hand(state), None)
                yield Offer(cls, player, ("schlafmuetze.score.minus",), (("seat", one),), (asked,), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        if isinstance(state.phase, LastCard) and state.every_card:
            text = T("Every card has been entered, so the hands are known. If one of them is wrong, recount it.")
            return why(text, "schlafmuetze.ruling.recount", "schlafmuetze.ruling.keeping")
        if not isinstance(state.phase, Counting | LastCard):
            return NOT_OFFERED
        if wrong := refuse_unknown_seat(state.everybody, self.seat, gone=state.gone):
            return wrong
        counting = _counting(state, state.phase)
        others = (1 if cards is None else cards for seat, cards in enumerate(counting.hands) if seat != self.seat)
        return wrong_hand(counting.winner, self.seat, self.cards) or too_many(state, sum(others) + self.cards)

    def apply(self, effects: Effects[State]) -> None:
        """Record the hand; the last one ends the round (schlafmuetze.score.minus)."""
        if isinstance(effects.state.phase, LastCard):
            NobodyDoubts().apply(effects)
        counting = effects.phase(Counting)
        hands = with_item(counting.hands, self.seat, self.cards)
        counted = tuple(cards for cards in hands if cards is not None)
        if len(counted) == len(hands):
            score(effects, counting.winner, counted)
            return
        effects.change(phase=evolve(counting, hands=hands))
        effects.note(self.describe(), "schlafmuetze.score.minus")

    def describe(self) -> Text:
        return N("{player} holds {n} card", "{player} holds {n} cards", n=self.cards, player=Player(self.seat))

    def event_key(self, state: State) -> Hashable:
        """Return a key of the hand, so that it is counted once while others are counted."""
        if self.seat not in state.everybody or not isinstance(state.phase, Counting | LastCard):
            return event(state, self.seat)
        return correction(state, type(self), self.seat, _counting(state, state.phase).hands[self.seat])


def _counting(state: State, phase: Counting | LastCard) -> Counting:
    """Return the count so far; a last card counts as not doubted."""
    return phase if isinstance(phase, Counting) else Counting(phase.seat, state.uncounted(phase.seat))


@frozen
class NextRound(TableReport):
    """The cards are shuffled and dealt for another round (schlafmuetze.ruling.dealer)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("Next round"), ("schlafmuetze.score.sheet", "schlafmuetze.ruling.dealer"))

    def apply(self, effects: Effects[State]) -> None:
        dealer = effects.phase(RoundOver).dealer
        effects.change(round=effects.state.round + 1)
        effects.todo(T("{player} deals.", player=Player(dealer)), "schlafmuetze.ruling.dealer")
        deal(effects, dealer)

    def describe(self) -> Text:
        return T("Next round")


@frozen
class Finish(TableReport):
    """The players stop after this round (schlafmuetze.ruling.game_end)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("End the game"), ("schlafmuetze.ruling.game_end",), weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        game_over(effects)
        text = T("You stop here: whoever has the fewest penalty points wins.")
        effects.say(text, "schlafmuetze.goal.game", "schlafmuetze.ruling.game_end")

    def describe(self) -> Text:
        return T("End of the game")

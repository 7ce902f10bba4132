"""Reports after a round: another round, or the end of the game."""

from collections.abc import Iterable

from attrs import frozen

from companion.games.bronzen.messages import T
from companion.games.bronzen.model import GameOver, Reveal, RoundOver, State, Tally
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.shared import BronzenReport, result
from companion.kernel.offers import Offer, Weight
from companion.kernel.report import Effects
from companion.kernel.text import Text


@frozen
class NextRound(BronzenReport):
    """Both shuffle their own deck for another round (bronzen.score.rounds)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("Next round"), ("bronzen.score.rounds",))

    def apply(self, effects: Effects[State]) -> None:
        """Start another round; chips return to the bank unless the house rule keeps them (bronzen.ruling.chips_next_round)."""
        last = effects.state
        phase = Reveal() if last.every_trick else Tally()
        effects.state = State(
            last.house, last.older, last.every_trick, round=last.round + 1, phase=phase, totals=last.totals
        )
        text = T("Round {n}: both shuffle their own {cards} cards.", n=last.round + 1, cards=NUMBERS.deck.size)
        effects.todo(text, "bronzen.score.rounds", "bronzen.setup.hand_stack")
        if last.house.chips == "carry":
            effects.change(accounts=last.accounts, unreported=not last.known)
            effects.say(T("By the house rule everybody keeps the chips."), "bronzen.ruling.chips_next_round")
        else:
            effects.todo(T("All chips go back to the bank."), "bronzen.ruling.chips_next_round", "bronzen.setup.bank")

    def describe(self) -> Text:
        return T("Next round")


@frozen
class Finish(BronzenReport):
    """The players stop after this round (bronzen.ruling.rounds)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("End the game"), ("bronzen.ruling.rounds",), weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        """End the game after its last round."""
        effects.change(phase=GameOver(effects.phase(RoundOver).winner))
        effects.say(result(effects.state.totals), "bronzen.ruling.rounds", "bronzen.score.rounds")

    def describe(self) -> Text:
        return T("End of the game")

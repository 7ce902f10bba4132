"""The end of a round, and what comes after it."""

from collections.abc import Iterable

from attrs import frozen

from companion.games.schlafmuetze import fields
from companion.games.schlafmuetze.dealing import deal
from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import Counting, RoundOver
from companion.games.schlafmuetze.rules import TableReport, awaited, wrong_hands
from companion.games.schlafmuetze.scoring import game_over, score
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Offer, Weight
from companion.kernel.report import Story
from companion.kernel.text import Player, Text


@frozen
class HandsCounted(TableReport):
    """The cards left in every hand at the end of the round (schlafmuetze.score.minus)."""

    hands: tuple[int, ...]

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Counting):
            asked = fields.hands(T("Cards left in hand"), state, state.phase.winner)
            yield Offer(cls, T("Count the hands"), ("schlafmuetze.score.minus",), fields=(asked,))

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Counting):
            text = T("Hands are counted at the end of the round.")
            return awaited(state) or why(text, "schlafmuetze.score.minus")
        return wrong_hands(state, self.hands, state.phase.winner)

    def tell(self, story: Story[State]) -> None:
        score(story, story.phase(Counting).winner, self.hands)

    def describe(self) -> Text:
        return T("The hands are counted")


@frozen
class NextRound(TableReport):
    """The cards are shuffled and dealt for another round (schlafmuetze.ruling.dealer)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("Next round"), ("schlafmuetze.score.sheet", "schlafmuetze.ruling.dealer"))

    def refusal(self, state: State) -> Explanation | None:
        return _still_running(state)

    def tell(self, story: Story[State]) -> None:
        dealer = story.phase(RoundOver).dealer
        story.change(round=story.state.round + 1)
        story.todo(T("{player} deals.", player=Player(dealer)), "schlafmuetze.ruling.dealer")
        deal(story, dealer)

    def describe(self) -> Text:
        return T("Next round")


@frozen
class Finish(TableReport):
    """The players stop after this round (schlafmuetze.ruling.game_end)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("End the game"), ("schlafmuetze.ruling.game_end",), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        return _still_running(state)

    def tell(self, story: Story[State]) -> None:
        game_over(story)
        text = T("You stop here: the fewest minus points win.")
        story.tell(text, "schlafmuetze.goal.game", "schlafmuetze.ruling.game_end")

    def describe(self) -> Text:
        return T("End of the game")


def _still_running(state: State) -> Explanation | None:
    if isinstance(state.phase, RoundOver):
        return None
    return awaited(state) or why(T("The round runs until a hand is empty or no colour helps."), "schlafmuetze.end.out")

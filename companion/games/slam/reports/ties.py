"""The answers that settle a tie: between own poets, for the runner-up title, and by applause."""

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from attrs import evolve, frozen

from companion.games.slam.cards import Place
from companion.games.slam.messages import T, player_name, poet_name, together
from companion.games.slam.model import Asking, Evidence, Judged, OwnChoice, State, Tie, Verdict
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.questions import AskApplause, AskOwnTie, AskRunnerUp
from companion.games.slam.reports.base import Answer
from companion.games.slam.reports.won import settle
from companion.games.slam.teams import in_team
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Offer, Option, Weight
from companion.kernel.report import Effects
from companion.kernel.text import Player, Text

Q = TypeVar("Q", AskOwnTie, AskRunnerUp)


@frozen
class OwnPoetChosen(Answer[Q]):
    """An owner's choice between own poets or a team; each is named by its first card.

    :cvar rule: the rule behind the choice.
    """

    rule: ClassVar[str]

    seat: int
    card: int

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: Q) -> Iterable[Offer]:
        for card in question.cards:
            given = (("seat", question.seat), ("card", card))
            yield Offer(cls, _own(evidence, question.seat, card), (cls.rule,), given)

    def enter(self, effects: Effects[State], evidence: Evidence, question: Q) -> Evidence:
        choice = OwnChoice(question.stage, self.seat, self.card)
        return evolve(evidence, choices=(*evidence.choices, choice))


def _own(evidence: Evidence, seat: int, card: int) -> Text:
    names = [poet_name(poet, number) for number, poet in enumerate(evidence.lineups[seat].poets)]
    return together(names[: NUMBERS.setup.poets]) if in_team(evidence, Place(seat, card)) else names[card]


@frozen
class OwnTieChosen(OwnPoetChosen[AskOwnTie]):
    """The owner has chosen between own poets that are equal (slam.tie.own)."""

    to = AskOwnTie
    rule = "slam.tie.own"

    def describe(self) -> Text:
        return T("{player} chooses between their own poets", player=Player(self.seat))


@frozen
class RunnerUpChosen(OwnPoetChosen[AskRunnerUp]):
    """The owner of a tied team has chosen its contender for the runner-up title: the team (0) or the third poet (2).

    Rules: slam.ruling.third_or_team, slam.team.runner_up.
    """

    to = AskRunnerUp
    rule = "slam.ruling.third_or_team"

    def describe(self) -> Text:
        return T("{player} chooses for the runner-up title", player=Player(self.seat))


@frozen
class Applauded(Answer[AskApplause]):
    """The Schinken applause: the first to call, and the player with the lowest hand (slam.tie.applause)."""

    to = AskApplause

    call: int
    hand: int

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskApplause) -> Iterable[Offer]:
        for seat in question.seats:
            given = (("call", seat), ("hand", seat))
            yield Offer(cls, T("{player} was first", player=Player(seat)), ("slam.tie.applause",), given)
        tied = tuple(Option(seat, player_name(seat)) for seat in question.seats)
        fields = (Choice("call", T("Who called first?"), tied), Choice("hand", T("Whose hand is at the bottom?"), tied))
        yield Offer(cls, T("Call and hand differ"), ("slam.ruling.applause_split",), fields=fields, weight=Weight.SIDE)

    def invalid(self, state: State, evidence: Evidence, question: AskApplause) -> Explanation | None:
        """Only tied players take part (slam.tie.applause, slam.ruling.false_applause)."""
        for seat in (self.call, self.hand):
            if seat in state.players and seat not in question.seats:
                text = T(
                    "{player} is not tied, so their call and hand have no effect: say which of the tied players was "
                    "first.",
                    player=Player(seat),
                )
                return why(text, "slam.ruling.false_applause", "slam.tie.applause")
        return super().invalid(state, evidence, question)

    def apply(self, effects: Effects[State]) -> None:
        """The applause may be repeated, or decide the gold card if no player has a poet for it (slam.ruling.state_poets)."""
        phase, house = effects.phase(Asking), effects.state.house
        if self.call != self.hand and house.applause_split == "repeat":
            text = T("Call and lowest hand belong to different players: the applause is repeated.")
            effects.say(text, "slam.ruling.applause_split")
            effects.change(phase=evolve(phase, question=evolve(self.question(phase), again=True)))
        elif phase.evidence.tied:
            settle(effects, self.enter(effects, phase.evidence, self.question(phase)))
        elif any(lineup.poets for lineup in phase.evidence.lineups):
            super().apply(effects)
        else:
            winner = self._settled(effects)
            text = T("{player} wins the applause and takes the gold card.", player=Player(winner))
            message = effects.say(text, "slam.ruling.state_poets", "slam.tie.applause")
            verdict = Verdict(winner, ((),) * effects.state.seats, Tie.RUNNER_UP, (message,))
            effects.change(phase=Judged(phase.evidence, verdict))

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskApplause) -> Evidence:
        return evolve(evidence, applause=self._settled(effects))

    def _settled(self, effects: Effects[State]) -> int:
        """Return the winner, with a message if call and hand differ (slam.ruling.applause_split)."""
        if self.call == self.hand:
            return self.hand
        winner, text = self.hand, T("Call and lowest hand belong to different players: the hand decides.")
        if effects.state.house.applause_split == "call":
            winner, text = self.call, T("Call and lowest hand belong to different players: the call decides.")
        effects.say(text, "slam.ruling.applause_split")
        return winner

    def describe(self) -> Text:
        if self.call == self.hand:
            return T("Applause: {player} was first", player=Player(self.hand))
        call, hand = Player(self.call), Player(self.hand)
        return T("Applause: {call} called first, {hand} had the lowest hand", call=call, hand=hand)

"""The answers to questions after a report without poets: totals of second poets, sizes of victory piles."""

from collections.abc import Iterable

from attrs import evolve, frozen

from companion.games.slam.cards import Gold
from companion.games.slam.messages import N, T
from companion.games.slam.model import Asking, Evidence, GameOver, State
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports.base import Answer
from companion.games.slam.reports.opening import who_enters
from companion.games.slam.reports.won import settle
from companion.games.slam.tied import LEAST, MOST, AskSecond
from companion.games.slam.unknown_piles import AskEntering, AskPile, with_entering
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Number, Offer, Weight
from companion.kernel.report import Effects
from companion.kernel.text import Player, Text
from companion.kernel.tuples import with_item

#: The largest possible victory pile: all slams with three poets each, and one of every other tie.
_MOST_POETS = NUMBERS.setup.slams * NUMBERS.setup.with_third


@frozen
class SecondTold(Answer[AskSecond]):
    """The total of a tied player's other poet for the runner-up title (slam.tie.first, slam.tie.no_second).

    :param total: the whole sum, of a tied team with its worse values; ``None`` without an admitted second poet.
    """

    to = AskSecond

    seat: int
    total: int | None

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskSecond) -> Iterable[Offer]:
        seat, usual = question.seat, NUMBERS.entry.usual
        rules = ("slam.tie.first", "slam.team.runner_up")
        total = Number("total", T("{player}’s runner-up poet", player=Player(seat)), LEAST, MOST, usual)
        yield Offer(cls, T("Enter the sum"), rules, (("seat", seat),), (total,))
        none = (("seat", seat), ("total", None))
        yield Offer(cls, T("No second poet is admitted"), ("slam.tie.no_second",), none, weight=Weight.SIDE)

    def apply(self, effects: Effects[State]) -> None:
        phase = effects.phase(Asking)
        settle(effects, self.enter(effects, phase.evidence, self.question(phase)))

    def enter(self, effects: Effects[State], evidence: Evidence, question: AskSecond) -> Evidence:
        return evolve(evidence, seconds=(*evidence.seconds, (self.seat, self.total)))

    def describe(self) -> Text:
        if self.total is None:
            return T("{player} has no second poet", player=Player(self.seat))
        return T("Runner-up title, {player}: {total}", player=Player(self.seat), total=self.total)


@frozen
class EnteringTold(Answer[AskEntering]):
    """The number of poets of a victory pile that may enter the championship (slam.gold.state_one, slam.gold.team_one).

    :param poets: the usual number also means more; in the team championship, one is the Avantgardist alone.
    """

    to = AskEntering

    seat: int
    poets: int

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskEntering) -> Iterable[Offer]:
        for number in question.numbers:
            yield Offer(
                cls, _many(question.championship, number), question.rules, (("seat", question.seat), ("poets", number))
            )

    def matches(self, question: AskEntering) -> bool:
        return self.seat == question.seat

    def invalid(self, state: State, evidence: Evidence, question: AskEntering) -> Explanation | None:
        """The number must agree with earlier reports on the pile (slam.gold.state_one, slam.gold.team_one)."""
        if self.poets in question.numbers:
            return None
        low, high = question.numbers[0], question.numbers[-1]
        text = T(
            "Going by what was entered for {player}’s victory pile, {low} to {high} poets can compete; {high} "
            "stands for more as well.",
            low=low,
            high=high,
            player=Player(self.seat),
        )
        return why(text, *question.rules)

    def apply(self, effects: Effects[State]) -> None:
        """Continue with the gold card once the participants are known."""
        slam = effects.phase(Asking).evidence.slam
        effects.state = with_entering(effects.state, self.seat, self.poets)
        who_enters(effects, slam)

    def describe(self) -> Text:
        return T("Poets for the gold card, {player}: {n}", player=Player(self.seat), n=self.poets)


def _many(championship: Gold, number: int) -> Text:
    if number == NUMBERS.setup.poets:
        return T("Two or more")
    if championship is Gold.TEAM:
        return T("The Avantgardist alone") if number else T("Fewer than two")
    return T("one") if number else T("none")


def _bounds(state: State, seat: int) -> tuple[int, int]:
    heap = state.heap(seat)
    return heap.low, max(heap.low, _MOST_POETS) if heap.high is None else heap.high


@frozen
class PileCounted(Answer[AskPile]):
    """The number of poets on a victory pile at the end (slam.ruling.final_tie)."""

    to = AskPile

    seat: int
    poets: int

    @classmethod
    def ways(cls, state: State, evidence: Evidence, question: AskPile) -> Iterable[Offer]:
        low, high = _bounds(state, question.seat)
        poets = Number("poets", T("Poets"), low, high, None)
        yield Offer(cls, T("Enter the number"), ("slam.ruling.final_tie",), (("seat", question.seat),), (poets,))

    def matches(self, question: AskPile) -> bool:
        return self.seat == question.seat

    def invalid(self, state: State, evidence: Evidence, question: AskPile) -> Explanation | None:
        """The number must agree with earlier reports on the pile (slam.ruling.final_tie, slam.turn.win)."""
        low, high = _bounds(state, self.seat)
        if low <= self.poets <= high:
            return None
        text = T(
            "Going by what has been entered, {low} to {high} poets are on {player}’s victory pile.",
            low=low,
            high=high,
            player=Player(self.seat),
        )
        return why(text, "slam.ruling.final_tie", "slam.turn.win")

    def apply(self, effects: Effects[State]) -> None:
        phase, state = effects.phase(Asking), effects.state
        effects.change(counted=with_item(state.counted, self.seat, self.poets))
        question = AskPile.due(effects.state)
        effects.change(phase=Asking(phase.evidence, question) if question else GameOver())

    def describe(self) -> Text:
        poets = N("{n} poet", "{n} poets", n=self.poets)
        return T("{player}’s victory pile: {poets}", player=Player(self.seat), poets=poets)

"""The reports of Toy race."""

from collections.abc import Hashable, Iterable
from typing import assert_never

from attrs import frozen
from companion.games.toy_race.messages import N, T
from companion.games.toy_race.model import GameOver, RoundOver, Running, State
from companion.games.toy_race.numbers import NUMBERS

from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Number, Offer, Option, Weight
from companion.kernel.report import Effects, Report
from companion.kernel.text import Player, Text


def out_of_turn(state: State, seat: int) -> Explanation | None:
    """Return why a seat can report nothing now (toy_race.turn)."""
    match state.phase:
        case Running(turn):
            text = T("It is {player}’s turn.", player=Player(turn))
            return None if seat == turn else why(text, "toy_race.turn")
        case RoundOver():
            return why(T("This round is over."), "toy_race.round")
        case GameOver():
            return why(T("The race is over."), "toy_race.end")
        case _:
            assert_never(state.phase)


def between_rounds(state: State) -> Explanation | None:
    """Return why the players can settle nothing now (toy_race.round)."""
    match state.phase:
        case Running():
            return why(T("Nobody has reached the goal yet."), "toy_race.round")
        case RoundOver():
            return None
        case GameOver():
            return why(T("The race is over."), "toy_race.end")
        case _:
            assert_never(state.phase)


def next_turn(effects: Effects[State]) -> None:
    """Pass the turn to the next seat (toy_race.turn)."""
    phase = effects.phase(Running)
    effects.change(phase=Running((phase.seat + 1) % len(effects.state.places), phase.turns + 1))


def event(state: State) -> Hashable:
    """Return the key of the current event: a turn, or the end of a round."""
    return state.round, state.phase


@frozen
class Advanced(Report[State]):
    """The player on ``seat`` went some steps (toy_race.steps)."""

    seat: int
    steps: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Running):
            turn = state.phase.seat
            steps = Number("steps", T("Steps"), 1, state.furthest(turn), 1)
            label = T("{player} goes", player=Player(turn))
            yield Offer(cls, label, ("toy_race.steps",), (("seat", turn),), (steps,))

    def refusal(self, state: State) -> Explanation | None:
        """No player goes past the goal (toy_race.steps)."""
        if refused := out_of_turn(state, self.seat):
            return refused
        most = state.furthest(self.seat)
        if not 1 <= self.steps <= most:
            return why(N("You may go one step.", "You may go one to {n} steps.", n=most), "toy_race.steps")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """The first player at the goal wins the round (toy_race.goal, toy_race.points)."""
        effects.state = effects.state.moved(self.seat, self.steps)
        state, player = effects.state, Player(self.seat)
        if left := state.left(self.seat):
            text = N(
                "{player} is one step from the goal.", "{player} is {n} steps from the goal.", n=left, player=player
            )
            effects.say(text, "toy_race.steps")
            next_turn(effects)
            return
        won = effects.say(T("{player} has reached the goal.", player=player), "toy_race.goal", "toy_race.points")
        effects.score(self.seat, state.round, "win", NUMBERS.points.win, won)
        lead = min(state.left(other) for other in state.seats if other != self.seat)
        ahead = effects.say(N("The lead is one step.", "The lead is {n} steps.", n=lead), "toy_race.points")
        effects.score(self.seat, state.round, "lead", lead * NUMBERS.points.lead, ahead)
        effects.change(phase=RoundOver(self.seat))

    def describe(self) -> Text:
        return N("{player}: one step", "{player}: {n} steps", n=self.steps, player=Player(self.seat))

    def event_key(self, state: State) -> Hashable:
        return event(state)


@frozen
class Passed(Report[State]):
    """The player on ``seat`` stayed where they were (toy_race.turn)."""

    seat: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Running):
            turn = state.phase.seat
            label = T("{player} stays", player=Player(turn))
            yield Offer(cls, label, ("toy_race.turn",), (("seat", turn),), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        return out_of_turn(state, self.seat)

    def apply(self, effects: Effects[State]) -> None:
        effects.say(T("{player} stays.", player=Player(self.seat)), "toy_race.turn")
        next_turn(effects)

    def describe(self) -> Text:
        return T("{player} stays", player=Player(self.seat))

    def event_key(self, state: State) -> Hashable:
        return event(state)


@frozen
class NextRound(Report[State]):
    """Every player goes back to the start, and ``starter`` begins (toy_race.round)."""

    starter: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            seats = tuple(Option(one, T("{player}", player=Player(one))) for one in state.seats)
            starter = Choice("starter", T("Who begins?"), seats)
            yield Offer(cls, T("Another round"), ("toy_race.round",), fields=(starter,))

    def refusal(self, state: State) -> Explanation | None:
        if refused := between_rounds(state):
            return refused
        return None if self.starter in state.seats else why(T("Nobody sits there."), "toy_race.turn")

    def apply(self, effects: Effects[State]) -> None:
        state = effects.state
        effects.change(places=(0,) * len(state.places), phase=Running(self.starter), round=state.round + 1)
        effects.say(T("A new round begins."), "toy_race.round")

    def describe(self) -> Text:
        return T("Another round; {player} begins", player=Player(self.starter))

    def event_key(self, state: State) -> Hashable:
        return event(state)


@frozen
class Finished(Report[State]):
    """The players stop after this round (toy_race.end)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, RoundOver):
            yield Offer(cls, T("Stop here"), ("toy_race.end",), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        return between_rounds(state)

    def apply(self, effects: Effects[State]) -> None:
        effects.change(phase=GameOver())
        effects.say(T("The race is over."), "toy_race.end")

    def describe(self) -> Text:
        return T("Stopped")

    def event_key(self, state: State) -> Hashable:
        return event(state)

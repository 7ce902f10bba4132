"""The rules of the race: what is allowed, what follows from it, and why."""

from typing import assert_never

from attrs import evolve

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Player, messages

from .model import NUMBERS, Action, Advanced, Finished, GameOver, NextRound, Passed, RoundOver, Running, State

T, N = messages("toy_race")


def refusal(state: State, action: Action) -> Explanation | None:
    """Return why an action is not allowed now (toy_race.turn, toy_race.steps, toy_race.round)."""
    phase = state.phase
    if isinstance(phase, GameOver):
        return Explanation(T("The race is over."), ("toy_race.end",))
    match action:
        case Advanced(seat) | Passed(seat):
            if isinstance(phase, RoundOver):
                return Explanation(T("This round is over."), ("toy_race.round",))
            if seat != phase.seat:
                return Explanation(T("It is {player}'s turn.", player=Player(phase.seat)), ("toy_race.turn",))
            most = furthest(state, seat)
            if isinstance(action, Advanced) and not 1 <= action.steps <= most:
                return Explanation(N("You may go one step.", "You may go one to {n} steps.", most), ("toy_race.steps",))
        case NextRound() | Finished():
            if isinstance(phase, Running):
                return Explanation(T("Nobody has reached the goal yet."), ("toy_race.round",))
            if isinstance(action, NextRound) and action.starter not in range(len(state.places)):
                return Explanation(T("Nobody sits there."), ("toy_race.turn",))
        case never:
            assert_never(never)
    return None


def apply(state: State, action: Action) -> Step[State]:
    """Return what an action leads to (toy_race.steps, toy_race.goal, toy_race.points, toy_race.round, toy_race.end).

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    match action:
        case Advanced(seat, steps):
            return _arrived(evolve(state, places=_replaced(state.places, seat, state.places[seat] + steps)), seat)
        case Passed(seat):
            told = Explanation(T("{player} stays.", player=Player(seat)), ("toy_race.turn",))
            return Step(_next_turn(state), (told,))
        case NextRound(starter):
            places = (0,) * len(state.places)
            told = Explanation(T("A new round begins."), ("toy_race.round",))
            return Step(evolve(state, places=places, phase=Running(starter), round=state.round + 1), (told,))
        case Finished():
            return Step(evolve(state, phase=GameOver()), (Explanation(T("The race is over."), ("toy_race.end",)),))
        case never:
            assert_never(never)


def furthest(state: State, seat: int) -> int:
    """Return how many steps a seat may go at most (toy_race.steps)."""
    return min(int(NUMBERS.steps.most), state.left(seat))


def _arrived(state: State, seat: int) -> Step[State]:
    """Tell where a step led (toy_race.goal, toy_race.points)."""
    if state.left(seat):
        who, n = Player(seat), state.left(seat)
        told = N("{player} is one step from the goal.", "{player} is {n} steps from the goal.", n, player=who)
        return Step(_next_turn(state), (Explanation(told, ("toy_race.steps",)),))
    won = Explanation(T("{player} has reached the goal.", player=Player(seat)), ("toy_race.goal", "toy_race.points"))
    lead = min(state.left(other) for other in range(len(state.places)) if other != seat)
    ahead = Explanation(N("One step ahead.", "{n} steps ahead.", lead), ("toy_race.points",))
    points = (
        ScoreLine(seat, state.round, "win", int(NUMBERS.points.win), won),
        ScoreLine(seat, state.round, "lead", lead, ahead),
    )
    return Step(evolve(state, phase=RoundOver(seat)), (won,), points)


def _next_turn(state: State) -> State:
    assert isinstance(state.phase, Running)
    return evolve(state, phase=Running((state.phase.seat + 1) % len(state.places), state.phase.turns + 1))


def _replaced(places: tuple[int, ...], seat: int, place: int) -> tuple[int, ...]:
    return (*places[:seat], place, *places[seat + 1 :])

"""What the players may report and see; a race has no secrets."""

from typing import assert_never

from attrs import frozen

from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact
from companion.kernel.offers import Choice, Number, Offer, Option, Weight
from companion.kernel.text import Player, Text, messages

from .model import Action, Advanced, Finished, GameOver, NextRound, Passed, RoundOver, Running, State
from .rules import furthest

T, N = messages("toy_race")


@frozen
class RaceView:
    """What everybody sees."""

    prompt: Explanation
    phase: str
    round: int
    facts: tuple[Fact, ...]
    notes: tuple[Explanation, ...] = ()
    heading: Text | None = None
    ranks: tuple[int, ...] | None = None


def view(state: State) -> RaceView:
    """Return what everybody sees."""
    seats = range(len(state.places))
    facts = tuple(Fact(T("Steps to go"), state.left(seat), seat, ("toy_race.goal",)) for seat in seats)
    match state.phase:
        case Running(seat):
            said, phase, rule = T("{player} rolls and goes, or stays.", player=Player(seat)), "running", "toy_race.turn"
        case RoundOver():
            said, phase, rule = T("Play another round, or stop here."), "round_over", "toy_race.round"
        case GameOver():
            said, phase, rule = T("The race is over."), "game_over", "toy_race.end"
        case never:
            assert_never(never)
    return RaceView(Explanation(said, (rule,), Tone.TODO), phase, state.round, facts)


def offers(state: State) -> tuple[Offer, ...]:
    """Return what may be reported now."""
    match state.phase:
        case Running(seat):
            who, given = Player(seat), (("seat", seat),)
            steps = Number("steps", T("Steps"), 1, furthest(state, seat), 1)
            return (
                Offer(Advanced, T("{player} goes", player=who), ("toy_race.steps",), given, (steps,)),
                Offer(Passed, T("{player} stays", player=who), ("toy_race.turn",), given, weight=Weight.SIDE),
            )
        case RoundOver():
            seats = tuple(Option(seat, T("{player}", player=Player(seat))) for seat in range(len(state.places)))
            starter = Choice("starter", T("Who begins?"), seats)
            return (
                Offer(NextRound, T("Another round"), ("toy_race.round",), fields=(starter,)),
                Offer(Finished, T("Stop here"), ("toy_race.end",), weight=Weight.SIDE),
            )
        case GameOver():
            return ()
        case never:
            assert_never(never)


def describe(action: Action) -> Text:
    """Return what an action reports, in a few words."""
    match action:
        case Advanced(seat, steps):
            return N("{player}: one step", "{player}: {n} steps", steps, player=Player(seat))
        case Passed(seat):
            return T("{player} stays", player=Player(seat))
        case NextRound():
            return T("Another round")
        case Finished():
            return T("Stop here")
        case never:
            assert_never(never)

"""Invariants of a table of Slam!, and what of its state matters for the rest of the game."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any, Final

from attrs import evolve

from companion.games.slam.model import Asking, GameOver, Judged, Revealing, State
from companion.games.slam.possible_results import TRIALS, TooManyError, consequences, results
from companion.games.slam.questions import AskShow, EarlyQuestion
from companion.games.slam.reports import REPORTS
from companion.games.slam.reports.base import Answer
from companion.games.slam.unknown_piles import AskPile
from companion.scoring import ScoreSheet


def _slam(state: State, sheet: ScoreSheet) -> None:
    """Every slam card is won, lost, waiting, running or still to come; no poet lies on two piles."""
    assert state.totals == sheet.totals
    over = isinstance(state.phase, GameOver)
    counting = isinstance(state.phase, Asking) and isinstance(state.phase.question, AskPile)
    done = sum(state.slams) + state.lost + state.waiting + (1 if state.gold is not None else 0)
    assert done == state.number - (0 if over or counting else 1)
    assert state.number <= state.tricks
    assert over or counting or state.gold is None
    assert state.waiting == 0 or state.house.nobody_admitted == "next"
    names = [poet.name for pile in state.piles for poet in pile if poet.name]
    assert len({*names}) == len(names)
    for seat in range(state.seats):
        heap = state.heap(seat)
        assert heap.low >= 0
        assert heap.high is None or heap.low <= heap.high
        # a player who has a slam card has a poet for it, though no player may have reported which
        assert over or counting or heap.low or not state.slams[seat]
    if isinstance(state.phase, Judged):
        evidence, verdict = state.phase.evidence, state.phase.verdict
        assert len(verdict.piles) == state.seats
        for seat, cards in enumerate(verdict.piles):
            assert len({*cards}) == len(cards) <= len(evidence.lineups[seat].poets)
            assert not cards or seat not in evidence.callers


#: By the game's id: what asserts it of a state and its sheet.
CONSERVED: Final[dict[str, Callable[[Any, ScoreSheet], None]]] = {"slam": _slam}


def _fate(state: State, phase: Asking | Judged) -> Hashable:
    """Return what may still come of a slam, if that is as little as the referee tries of each answer."""
    evidence = phase.evidence
    if isinstance(phase, Judged):
        return consequences(state, evidence, phase.verdict)
    if any(lineup.poets for lineup in evidence.lineups):
        with suppress(TooManyError):
            shows = len([*AskShow().representative_answers(state, evidence)])
            return results(state, evidence, iter(range(TRIALS // shows)))
    return evidence, phase.question, state.not_male


def _books(state: State) -> Hashable:
    """Return what a state means for the rest of the game.

    While a slam is judged, it is the verdict of each combination of answers that can be tried; the poets on the piles count, and
    not what was reported of them.
    """
    phase = state.phase
    here: Hashable = type(phase)
    if isinstance(phase, Revealing):
        here = evolve(phase.slam, name="")
    elif isinstance(phase, Asking | Judged):
        evidence = phase.evidence
        drunk_to = evidence.die if state.house.drinking == "on" else 0
        here = _fate(state, phase), evidence.kept, evidence.callers, drunk_to
    piles = tuple(tuple((poet.name, poet.traits) for poet in pile) for pile in state.piles)
    # who is not male is reported once, for every feminism slam that comes
    unreported = state.more, state.fewer, state.entering, state.counted, state.not_male
    return state.number, state.slams, state.gold, state.waiting, state.lost, state.last_winner, piles, unreported, here


#: By the game's id: what of a state matters.
BOOKS: Final[dict[str, Callable[[Any], Hashable]]] = {"slam": _books}

#: At most so many combinations of answers are tried before a slam is scored; with more, the question is asked.
#: ``test_irrelevant.py`` holds these questions to the law wherever they can be counted.
IDLE: Final = {
    answer.__name__: "asked to be sure where there are too many ways to end"
    for answer in REPORTS
    if issubclass(answer, Answer) and issubclass(answer.to, EarlyQuestion)
}

"""Questions that affect the result of a slam, and the results that are possible before all of them are answered.

A question is skipped if every answer leads to the same winner and the same piles.

Few possible results are enumerated with the judgement itself. Otherwise the bounds of the printed values and of the
bonuses decide, and where these are not conclusive, the question is asked.
"""

from collections.abc import Collection, Hashable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Final

from attrs import evolve, frozen

from companion.games.slam.cards import Place, Trait
from companion.games.slam.judge import Judgement
from companion.games.slam.model import Evidence, Keeping, Question, State, Verdict
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.questions import (
    ORDER,
    Answered,
    AskDetective,
    AskShow,
    EarlyQuestion,
    JudgementQuestion,
    TieQuestion,
    due,
)
from companion.games.slam.teams import Entrant, entrants, taking_part
from companion.kernel.explain import Explanation

#: The most results that are tried before a question counts as one that matters.
TRIALS: Final = 500
#: More combinations of answers than this, estimated from one example, are not enumerated at all.
_MAX_COMBINATIONS: Final = 4 * TRIALS
#: The most results that are tried to find the victory piles; with more, the bounds of all values decide.
_MAX_VERDICTS: Final = 40


@frozen
class PossibleResults:
    """The next question, and the questions before it that make no difference.

    :param question: the question to ask now; ``None`` if the slam can be judged.
    :param irrelevant: the skipped questions.
    :param state: the state with some answer to each of these.
    :param evidence: the evidence with some answer to each of these.
    """

    question: JudgementQuestion | None
    state: State
    evidence: Evidence
    irrelevant: tuple[JudgementQuestion, ...] = ()


def judged(state: State, evidence: Evidence) -> Verdict | Question:
    """Return the verdict of a slam, or the question to answer first; the order of the line-ups makes no difference."""
    possible = possible_results(state, evidence)
    return possible.question or _judgement(possible, evidence).verdict()


def reckoning(state: State, evidence: Evidence) -> tuple[Explanation, ...]:
    """Return the sums of all entrants, for players who must settle a tie."""
    judgement = _judgement(possible_results(state, evidence), evidence)
    judgement.reckon()
    return tuple(judgement.proof)


def _judgement(possible: PossibleResults, evidence: Evidence) -> Judgement:
    return Judgement(possible.state, possible.evidence, evidence, possible.irrelevant)


def possible_results(state: State, evidence: Evidence) -> PossibleResults:
    """Return the first question whose answer makes a difference, and those before it that make none."""
    irrelevant: list[JudgementQuestion] = []
    current = state, evidence
    decided = None
    while not isinstance(question := _outcome(*current), Verdict):
        if evidence.by_revision_2:
            return PossibleResults(question, *current)
        if isinstance(question, EarlyQuestion):
            decided = _decided(*current) if decided is None else decided
            if question.always(*current) or not (decided or _no_difference(*current, question)):
                return PossibleResults(question, *current, tuple(irrelevant))
        elif not _same_results(*current, question):
            return PossibleResults(question, *current, tuple(irrelevant))
        irrelevant.append(question)
        current = next(question.representative_answers(*current))
    return PossibleResults(None, *current, tuple(irrelevant))


class TooManyError(Exception):
    """There are more possible results than may be tried."""


def _outcome(state: State, evidence: Evidence, left: Iterator[int] | None = None) -> Verdict | JudgementQuestion:
    """Return the verdict of a slam, or the next question, whether or not it matters.

    :param left: yields an item for each judgement that may still be tried; ``None`` for no limit.
    :raises TooManyError: if none is left.
    """
    if question := due(state, evidence):
        return question
    if left and next(left, None) is None:
        raise TooManyError
    return Judgement(state, evidence).verdict()


def results(state: State, evidence: Evidence, left: Iterator[int]) -> Hashable:
    """Return the outcome if it is certain, else the outcome of each answer to the next question.

    Two fates are equal exactly where the same answers always lead to the same outcome.

    :param left: see :func:`_outcome`.
    :raises TooManyError: if that takes too many trials.
    """
    outcome = _outcome(state, evidence, left)
    if isinstance(outcome, Verdict):
        return consequences(state, evidence, outcome)
    branches = tuple(results(*answered, left) for answered in outcome.all_answers(state, evidence))
    return branches[0] if len({*branches}) == 1 else (outcome, branches)


def consequences(state: State, evidence: Evidence, verdict: Verdict) -> Hashable:
    """Return the effects of a verdict: the winner, the piles, the tie, and the scene darlings that may be kept."""
    return verdict.winner, verdict.piles, verdict.tie, verdict.stays, darlings(state, evidence, verdict)


def darlings(state: State, evidence: Evidence, verdict: Verdict) -> tuple[Place, ...]:
    """Return the scene darlings that may be kept after a lost slam (slam.poet.scene_darling)."""
    return tuple(
        place
        for place, poet in taking_part(state.house, evidence)
        if place.seat is not None
        and poet.has(Trait.SCENE_DARLING)
        and place.seat != verdict.winner
        and place.card not in verdict.piles[place.seat]
    )


def _no_difference(state: State, evidence: Evidence, question: EarlyQuestion) -> bool:
    """Return whether no answer to a question is found to make a difference."""
    if _out_of_reach(state, evidence, question):
        return True
    if _combinations(state, evidence, question) > _MAX_COMBINATIONS:
        return False
    return not _sample_differs(state, evidence, question) and _same_results(state, evidence, question)


def _sample_differs(state: State, evidence: Evidence, question: EarlyQuestion) -> bool:
    """Return whether a sample of results differs by the answer: all other questions get their first, then last answer.

    If even this takes too many trials, the question counts as making a difference.
    """
    for place in (0, -1):
        ends = (
            results(*_answered(*current, place), iter(range(TRIALS)))
            for current in question.representative_answers(state, evidence)
        )
        try:
            one = next(ends)
            if any(other != one for other in ends):
                return True
        except TooManyError:
            return True
    return False


def _answered(state: State, evidence: Evidence, place: int) -> Answered:
    """Return the state and evidence with the first, or last, answer to each open question."""
    current = state, evidence
    while question := due(*current):
        current = [*question.representative_answers(*current)][place]
    return current


def _same_results(state: State, evidence: Evidence, question: JudgementQuestion) -> bool:
    """Return whether all answers to a question are found to lead to the same result."""
    left = iter(range(TRIALS))
    try:
        first, *others = question.representative_answers(state, evidence)
        one = results(*first, left)
        return all(results(*other, left) == one for other in others)
    except TooManyError:
        return False


def _combinations(state: State, evidence: Evidence, question: EarlyQuestion) -> int:
    """Return an estimate of the number of combinations of answers to a question and all later ones."""
    number = 1
    later: EarlyQuestion | None = question
    current = state, evidence
    while later and number <= _MAX_COMBINATIONS:
        answered = [
            *islice(
                (later.representative_answers if later is question else later.all_answers)(*current),
                _MAX_COMBINATIONS + 1,
            )
        ]
        number *= len(answered)
        current = answered[-1]
        later = due(*current)
    return number


# Bounds of printed values and bonuses


@frozen
class Reach:
    """The bounds of an entrant's total."""

    entrant: Entrant
    low: int
    high: int


def _reaches(state: State, evidence: Evidence) -> Sequence[Reach]:
    """Return all entrants with their bounds; the attributes that count must be known."""
    entry = NUMBERS.entry
    low, high = (entrants(state, evidence.with_unknown(value)) for value in (entry.low, entry.high))
    present = taking_part(state.house, evidence)
    ranges = [kind.score_range(state, evidence, present) for kind in ORDER]

    def at_stake(entrant: Entrant, end: int) -> int:
        places = [Place(entrant.seat, card) for card in entrant.cards]
        return sum(one[place][end] for one in ranges for place in places if place in one)

    return [
        Reach(least, least.total + at_stake(least, 0), most.total + at_stake(most, 1))
        for least, most in zip(low, high, strict=True)
    ]


def _decided(state: State, evidence: Evidence) -> bool:
    """Return whether one entrant leads beyond the reach of all others, with any answers."""
    leaders = set()
    for current in _shown(state, evidence):
        exposed = current[1].exposed[len(evidence.exposed) :]
        if any(evidence.standing(rogue).has(Trait.SCENE_DARLING) for rogue in exposed):
            return False  # a disqualified scene darling cannot be kept
        leaders.add(_leader(*current))
        if len(leaders) > 1 or None in leaders:
            return False
    return True


def _leader(state: State, evidence: Evidence) -> tuple[int | None, tuple[int, ...]] | None:
    """Return the seat and cards of the entrant beyond the reach of all others; ``None`` if there is none."""
    reaches = _reaches(state, evidence)
    for one in reaches:
        if all(one.low > other.high for other in reaches if other is not one):
            return one.entrant.seat, one.entrant.cards
    return None


def _out_of_reach(state: State, evidence: Evidence, question: EarlyQuestion) -> bool:
    """Return whether the entrants affected by a question can neither lead nor compete for the runner-up title."""
    if isinstance(question, AskDetective | AskShow):
        return False
    affected = question.affected(state, evidence, taking_part(state.house, evidence))
    if not affected or not evidence.attributes:
        return not affected
    reaches = _reaches(state, evidence)
    return all(
        _beaten(one, reaches)
        for one in reaches
        if any(Place(one.entrant.seat, card) in affected for card in one.entrant.cards)
    )


def _beaten(one: Reach, reaches: Collection[Reach]) -> bool:
    """Return whether another entrant surely leads before this one, and no partner in the hand can be tied with others."""
    top = max(other.low for other in reaches)
    if one.high >= top:
        return False
    seat = one.entrant.seat
    mine = [other for other in reaches if other.entrant.seat == seat and other is not one]
    return seat is None or not any(
        min(own.high, other.high) >= max(top, own.low, other.low)
        for own in mine
        for other in reaches
        if other.entrant.seat != seat
    )


# Possible winners and victory piles before all questions are answered


def perhaps_winning(state: State, evidence: Evidence, question: JudgementQuestion) -> frozenset[int | None]:
    """Return the seats that can win a slam with the entered poets; ``None`` stands for no winner.

    While values or bonuses are open, every seat that can reach the lead counts.
    """
    if isinstance(question, TieQuestion):
        possible = possible_results(state, evidence)
        with suppress(TooManyError):
            return frozenset(
                verdict.winner for verdict in _verdicts(possible.state, possible.evidence, iter(range(TRIALS)))
            )
    leading = _perhaps_leading(state, evidence)
    no_winner = None in leading or (state.house.no_second == "nobody" and len(leading) > 1)
    return leading | {None} if no_winner else leading


def _perhaps_leading(state: State, evidence: Evidence) -> frozenset[int | None]:
    """Return the seats that lead with some set of answers; ``None`` stands for the open list or no poet at all.

    Each answer counts with its largest effect, so the result may include seats that cannot lead.
    """
    found: set[int | None] = set()
    present = taking_part(state.house, evidence)
    all_seats: set[int | None] = {place.seat for place, _ in present}
    if all(poet.is_rogue for _, poet in present):
        all_seats |= {None}  # detectives may disqualify every poet
    for current in _shown(state, evidence):
        reaches = _reaches(*current)
        top = max((one.low for one in reaches), default=0)
        found |= {one.entrant.seat for one in reaches if one.high >= top} if reaches else {None}
        if found >= all_seats:
            break
    return frozenset(found)


def _shown(state: State, evidence: Evidence) -> Iterator[Answered]:
    """Yield the state and evidence after each combination of answers about detectives and the show."""
    present = taking_part(state.house, evidence)
    for kind in (AskDetective, AskShow):
        if question := kind.due(state, evidence, present):
            for current in question.representative_answers(state, evidence):
                yield from _shown(*current)
            return
    yield state, evidence


def keeping(state: State, evidence: Evidence, question: JudgementQuestion, winner: int | None) -> tuple[Keeping, ...]:
    """Return the cards that go to each victory pile if this player wins (slam.turn.win, slam.tie.first).

    :param question: the open question; before a tie, values may still be open and only a few endings are tried.
    """
    current: Answered = state, evidence
    if isinstance(question, TieQuestion):
        reached = possible_results(state, evidence)
        current = reached.state, reached.evidence
    cards = [tuple(range(len(lineup.poets))) for lineup in evidence.lineups]
    try:
        endings = _verdicts(*current, iter(range(_MAX_VERDICTS)))
        piles = {verdict.piles for verdict in endings if verdict.winner == winner}
    except TooManyError:
        piles = set()
    if piles:
        found = [_kept({mine[seat] for mine in piles}) for seat in range(state.seats)]
    else:
        leading = _perhaps_leading(state, evidence)
        found = [
            Keeping((), cards[seat], int(seat == winner), None) if seat in {*leading, winner} else Keeping()
            for seat in range(state.seats)
        ]
    for place, poet in taking_part(state.house, evidence):
        if place.seat is not None and place.seat != winner and poet.has(Trait.SCENE_DARLING):
            mine = found[place.seat]
            if place.card not in mine.certain:
                possible = tuple(sorted({*mine.possible, place.card}))
                found[place.seat] = evolve(mine, possible=possible, high=None)
    return tuple(found)


def _kept(ways: Collection[tuple[int, ...]]) -> Keeping:
    numbers = [len(cards) for cards in ways]
    certain = set.intersection(*map(set, ways))
    possible = set[int]().union(*ways)
    return Keeping(tuple(sorted(certain)), tuple(sorted(possible)), min(numbers), max(numbers))


def _verdicts(state: State, evidence: Evidence, left: Iterator[int]) -> Iterator[Verdict]:
    """Yield the possible verdicts of a slam.

    :raises TooManyError: if there are more than are tried.
    """
    outcome = _outcome(state, evidence, left)
    if isinstance(outcome, Verdict):
        yield outcome
        return
    for answered in outcome.all_answers(state, evidence):
        yield from _verdicts(*answered, left)

"""The answers to the referee's questions: whether they fit, and what they add to the facts."""

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from attrs import evolve

from companion.games.slam import actions, speech
from companion.games.slam.assistants import active_glass, bribe_bounds, smart
from companion.games.slam.cards import FACES, NUMBERS, Attribute, Place, Poet, Voice, with_values
from companion.games.slam.drinking import shots
from companion.games.slam.messages import ATTRIBUTE, T, asked, listed, money, name_on_stage, poet_name, reckoned
from companion.games.slam.model import (
    AskApplause,
    AskBribe,
    AskContagion,
    AskDetective,
    Asking,
    AskNotMale,
    AskOwnTie,
    AskRunnerUp,
    AskShow,
    AskSmart,
    AskValues,
    AskVoice,
    Choice,
    Facts,
    State,
)
from companion.kernel.explain import Explanation
from companion.kernel.text import Player, Text

Answer = (
    actions.DetectiveActed
    | actions.ContagionRolled
    | actions.Bribed
    | actions.SmartVoted
    | actions.VoiceChosen
    | actions.ShowDecided
    | actions.ValuesTold
    | actions.OwnTieChosen
    | actions.RunnerUpChosen
)


def _question(state: State, kind: type) -> Any:
    """Return the question that is open, if it is of this kind."""
    phase = state.phase
    return phase.question if isinstance(phase, Asking) and isinstance(phase.question, kind) else None


def _not_asked(state: State, text: Text, *rules: str) -> Explanation:
    return speech.why(text, *rules) if isinstance(state.phase, Asking) else speech.wait(state)


def detective_refusal(state: State, action: actions.DetectiveActed) -> Explanation | None:
    """A detective disqualifies one rogue, or nobody: it is voluntary (slam.poet.detective)."""
    question = _question(state, AskDetective)
    if not question:
        return _not_asked(
            state, T("No detective has a rogue to look at now: answer what is asked instead."), "slam.poet.detective"
        )
    if action.detective != question.detective:
        return speech.why(T("It is another detective’s turn: tell first what that one does."), "slam.poet.detective")
    if action.rogue is not None and action.rogue not in question.rogues:
        return speech.why(
            T("A detective can only disqualify a rogue who takes part: name one, or nobody."), "slam.poet.detective"
        )
    return None


def contagion_refusal(state: State, action: actions.ContagionRolled) -> Explanation | None:
    question = _question(state, AskContagion)
    if not question or question.place != Place(action.seat, action.card):
        return _not_asked(
            state, T("No die is to be rolled for this poet now: answer what is asked instead."), "slam.poet.contagious"
        )
    if action.die not in FACES:
        return speech.why(T("A die shows one to six."), "slam.poet.contagious")
    return None


def bribe_refusal(state: State, action: actions.Bribed) -> Explanation | None:
    """Each opponent gets something, nothing included; the lowest gift counts (slam.poet.unscrupulous)."""
    question = _question(state, AskBribe)
    if not question or question.place != Place(action.seat, action.card):
        return _not_asked(
            state, T("This poet bribes nobody just now: answer what is asked instead."), "slam.poet.unscrupulous"
        )
    if len(action.gifts) != state.seats - 1:
        return speech.why(T("Tell what each opponent was given."), "slam.poet.unscrupulous")
    if any(not 0 <= cents <= NUMBERS.bribe.most for cents in action.gifts):
        return speech.why(
            T("A gift is counted from {low} to {high}.", low=money(0), high=money(NUMBERS.bribe.most)),
            "slam.poet.unscrupulous",
        )
    low, high = bribe_bounds(min(action.gifts))
    if action.bonus is not None and not low <= action.bonus <= high:
        text = T("For this lowest gift the card can only give +{low} to +{high}.", low=low, high=high)
        return speech.why(text, "slam.ruling.bribe_steps", "slam.poet.unscrupulous")
    return None


def not_male_refusal(state: State, action: actions.NotMaleTold) -> Explanation | None:
    if not _question(state, AskNotMale):
        return _not_asked(
            state,
            T("Only the feminism slam asks for this, once in a game: correct the earlier answer in the history."),
            "slam.card.feminism",
        )
    if any(seat not in range(state.seats) for seat in action.seats) or len({*action.seats}) != len(action.seats):
        return speech.why(T("Name players of this table, each once."), "slam.card.feminism")
    return None


def vote_refusal(state: State, action: actions.SmartVoted) -> Explanation | None:
    """All players vote on each poet (slam.card.best_of, slam.ruling.smart_vote)."""
    if not _question(state, AskSmart):
        return _not_asked(
            state, T("Clothes matter only in the best-of slam: answer what is asked instead."), "slam.card.best_of"
        )
    facts = state.phase.facts if isinstance(state.phase, Asking) else None
    assert facts
    expected = [len(lineup.poets) for lineup in facts.lineups] + ([1] if facts.open_list else [])
    if [len(row) for row in action.votes] != expected:
        return speech.why(T("Tell the votes for every poet on the table."), "slam.card.best_of")
    if any(not 0 <= votes <= state.seats for row in action.votes for votes in row):
        return speech.why(
            T("Each poet has {n} votes at most, one of each player.", n=state.seats), "slam.ruling.smart_vote"
        )
    return None


def voice_refusal(state: State, action: actions.VoiceChosen) -> Explanation | None:
    """What can be either is settled by its owner, in order (slam.adv.style_diversity, slam.ruling.style_diversity_order)."""
    question = _question(state, AskVoice)
    if not question or question.place != Place(action.seat, action.card):
        text = T("It is not this poet’s turn to settle lyric or prose: answer what is asked instead.")
        return _not_asked(state, text, "slam.ruling.style_diversity_order", "slam.adv.style_diversity")
    if action.voice is Voice.EITHER:
        return speech.why(T("Lyric or prose: choose one of them."), "slam.adv.style_diversity")
    return None


def show_refusal(state: State, action: actions.ShowDecided) -> Explanation | None:
    if not _question(state, AskShow):
        return _not_asked(
            state, T("What counts is known already: correct it in the history if it is wrong."), "slam.turn.show"
        )
    if not action.attributes:
        return speech.why(T("Tell which attribute counts, or which sum."), "slam.turn.show")
    return attributes_refusal(action.attributes) or die_refusal(action.die)


def values_told_refusal(state: State, action: actions.ValuesTold) -> Explanation | None:
    """What counts is told of one poet after the other, as printed (slam.ruling.card_values)."""
    question = _question(state, AskValues)
    if not question or question.place != Place(action.seat, action.card):
        return _not_asked(
            state,
            T("No value of this poet is missing now: answer what is asked instead."),
            "slam.ruling.card_values",
        )
    if len(action.values) != len(action.attributes) or {*action.attributes} != {*question.attributes}:
        text = T(
            "Tell one value each: {attributes}.", attributes=listed(map(ATTRIBUTE.__getitem__, question.attributes))
        )
        return speech.why(text, "slam.ruling.card_values")
    return attributes_refusal(action.attributes) or values_refusal(action.values)


def values_refusal(values: Iterable[int | None]) -> Explanation | None:
    """Values are read off the card (slam.ruling.card_values); one that nobody knows may be left open."""
    low, high = NUMBERS.entry.low, NUMBERS.entry.high
    if all(value is None or low <= value <= high for value in values):
        return None
    text = T("A poet’s values are entered from {low} to {high}.", low=low, high=high)
    return speech.why(text, "slam.ruling.card_values")


def own_tie_refusal(state: State, action: actions.OwnTieChosen) -> Explanation | None:
    question = _question(state, AskOwnTie)
    if not question:
        return _not_asked(state, T("No own poets are equal at the top: answer what is asked instead."), "slam.tie.own")
    if action.seat != question.seat:
        return speech.why(T("{player} chooses between the own poets.", player=Player(question.seat)), "slam.tie.own")
    if action.card not in question.cards:
        return speech.why(T("Choose one of the poets that are equal."), "slam.tie.own")
    return None


def runner_up_refusal(state: State, action: actions.RunnerUpChosen) -> Explanation | None:
    question = _question(state, AskRunnerUp)
    rules = ("slam.ruling.third_or_team", "slam.team.runner_up")
    if not question:
        return _not_asked(
            state, T("Nobody chooses between a team and a third poet now: answer what is asked instead."), *rules
        )
    if action.seat != question.seat or action.card not in question.cards:
        text = T("{player} chooses: the team’s worse values or the third poet.", player=Player(question.seat))
        return speech.why(text, *rules)
    return None


def applause_refusal(state: State, action: actions.Applauded) -> Explanation | None:
    """Only those who are tied take part (slam.tie.applause, slam.ruling.false_applause)."""
    question = _question(state, AskApplause)
    if not question:
        return _not_asked(state, T("The applause is not due now: answer what is asked instead."), "slam.tie.applause")
    for seat in (action.call, action.hand):
        if seat not in range(state.seats):
            return speech.why(T("There is no seat {seat} at this table.", seat=seat), "slam.players")
        if seat not in question.seats:
            text = T(
                "{player} is not tied, so call and hand have no effect: tell who of those tied was first.",
                player=Player(seat),
            )
            return speech.why(text, "slam.ruling.false_applause", "slam.tie.applause")
    return None


def attributes_refusal(attributes: Sequence[Attribute]) -> Explanation | None:
    """A slam asks for one attribute or a sum of different ones (slam.turn.show)."""
    if len({*attributes}) == len(attributes):
        return None
    return speech.why(T("Each attribute counts once: tell it once."), "slam.turn.show")


def die_refusal(die: int) -> Explanation | None:
    return None if die in (0, *FACES) else speech.why(T("A die shows one to six."), "slam.turn.die")


def answered(state: State, phase: Asking, action: Answer) -> tuple[Facts, list[Explanation]]:
    """Return the facts with one answer more, and what is said about it."""
    facts = phase.facts
    match action:
        case actions.DetectiveActed(detective, rogue):
            facts = evolve(facts, asked=(*facts.asked, detective))
            if rogue is None:
                return facts, [speech.note(T("The detective looks away."), "slam.poet.detective")]
            return evolve(facts, exposed=(*facts.exposed, rogue)), []
        case actions.ContagionRolled(seat, card, die):
            facts = evolve(facts, rolls=(*facts.rolls, (Place(seat, card), die)))
            caught = die == NUMBERS.die.contagious
            text = (
                T(
                    "A {die}: the poet has {own}, the left neighbour’s poets {other} each.",
                    die=die,
                    own=NUMBERS.die.own,
                    other=NUMBERS.die.neighbour,
                )
                if caught
                else T("A {die}: nobody catches anything.", die=die)
            )
            return facts, [Explanation(text, ("slam.poet.contagious",))]
        case actions.Bribed(seat, card, gifts, bonus):
            lowest = min(gifts)
            points = bribe_bounds(lowest)[0] if bonus is None else bonus
            facts = evolve(facts, bribes=(*facts.bribes, (Place(seat, card), points, lowest)))
            text = T("The lowest gift counts: {money} bring +{points}.", money=money(lowest), points=points)
            rule = "slam.poet.unscrupulous_zero" if not lowest else "slam.poet.unscrupulous"
            return facts, [Explanation(text, (rule, "slam.ruling.bribe_steps"))]
        case actions.SmartVoted(votes):
            return evolve(facts, votes=votes), _votes_told(state, facts, votes)
        case actions.VoiceChosen(seat, card, voice):
            return evolve(facts, voices=(*facts.voices, (Place(seat, card), voice))), []
        case actions.ShowDecided(attributes, die):
            text = T("What counts: {attributes}.", attributes=asked(attributes))
            told = [Explanation(text, ("slam.turn.show", *(("slam.turn.die",) if die else ())))]
            # a glass that shows anyway was drunk to when the slam was opened
            fresh = not active_glass(facts.slam.glass, facts.slam.die)
            return evolve(facts, show=attributes, die=die), [*told, *(shots(state, facts.slam, die) if fresh else [])]
        case actions.ValuesTold(seat, card, attributes, values):
            told_now, place = dict(zip(attributes, values, strict=True)), Place(seat, card)

            def learn(at: Place, poet: Poet) -> Poet:
                return evolve(poet, values=with_values(told_now, poet.values)) if at == place else poet

            text = T("{poet}: {sum}", poet=name_on_stage(facts, place), sum=reckoned(tuple(told_now.items()), ()))
            return facts.each(learn), [speech.note(text, "slam.ruling.card_values")]
        case actions.OwnTieChosen(seat, card):
            question = phase.question
            assert isinstance(question, AskOwnTie)
            return evolve(facts, choices=(*facts.choices, Choice(question.stage, seat, card))), []
        case actions.RunnerUpChosen(seat, card):
            return evolve(facts, choices=(*facts.choices, Choice("runner_up", seat, card))), []
        case _:
            assert_never(action)


def _votes_told(state: State, facts: Facts, votes: tuple[tuple[int, ...], ...]) -> list[Explanation]:
    """Return what became of each vote that was disputed (slam.card.best_of, slam.ruling.smart_vote)."""
    rows = [lineup.poets for lineup in facts.lineups] + ([(facts.open_list,)] if facts.open_list else [])
    told = []
    for poets, numbers in zip(rows, votes, strict=True):
        for card, (poet, number) in enumerate(zip(poets, numbers, strict=True)):
            if 0 < number < state.seats:
                told.append(_vote_told(poet_name(poet, card), number, state.seats))
    return told


def _vote_told(poet: Text, number: int, seats: int) -> Explanation:
    bonus = NUMBERS.bonus.smart
    if smart(number, seats):
        text = T("{poet}: {n} of {all} say smart, that is +{bonus}.", poet=poet, n=number, all=seats, bonus=bonus)
    else:
        text = T("{poet}: {n} of {all} say smart, no +{bonus}.", poet=poet, n=number, all=seats, bonus=bonus)
    return Explanation(text, ("slam.card.best_of", "slam.card.best_of_example", "slam.ruling.smart_vote"))

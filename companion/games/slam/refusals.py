"""What is allowed now, and if it is not, why not and what to do instead."""

from typing import assert_never

from companion.games.slam import actions, answers, laying, speech
from companion.games.slam.cards import FACES, NUMBERS, Place, Trait
from companion.games.slam.messages import N, T
from companion.games.slam.model import Asking, Booking, GameOver, Judged, State, Tie
from companion.games.slam.teams import admitted
from companion.kernel.explain import Explanation
from companion.kernel.text import Player


def refusal(state: State, action: actions.Action) -> Explanation | None:
    """Return why an action is not allowed now, with the rule that forbids it."""
    seat = getattr(action, "seat", None)
    if seat is not None and seat not in range(state.seats):
        return speech.why(T("There is no seat {seat} at this table.", seat=seat), "slam.players")
    if isinstance(state.phase, GameOver):
        return speech.wait(state)
    match action:
        case actions.SlamOpened():
            return _opening_refusal(state, action, is_gold=False)
        case actions.GoldOpened():
            return _opening_refusal(state, action, is_gold=True)
        case actions.PoetsRevealed():
            return laying.reveal_refusal(state, action)
        case actions.ChampionsRevealed():
            return laying.champions_refusal(state, action)
        case actions.DetectiveActed():
            return answers.detective_refusal(state, action)
        case actions.ContagionRolled():
            return answers.contagion_refusal(state, action)
        case actions.Bribed():
            return answers.bribe_refusal(state, action)
        case actions.NotMaleTold():
            return answers.not_male_refusal(state, action)
        case actions.SmartVoted():
            return answers.vote_refusal(state, action)
        case actions.VoiceChosen():
            return answers.voice_refusal(state, action)
        case actions.ShowDecided():
            return answers.show_refusal(state, action)
        case actions.ValuesTold():
            return answers.values_told_refusal(state, action)
        case actions.OwnTieChosen():
            return answers.own_tie_refusal(state, action)
        case actions.RunnerUpChosen():
            return answers.runner_up_refusal(state, action)
        case actions.Applauded():
            return answers.applause_refusal(state, action)
        case actions.FalseApplause():
            return _false_applause_refusal(state, action)
        case actions.DarlingKept():
            return _darling_refusal(state, action)
        case actions.SlamClosed():
            return None if isinstance(state.phase, Judged) else speech.wait(state)
        case _:
            assert_never(action)


def _opening_refusal(
    state: State, action: actions.SlamOpened | actions.GoldOpened, *, is_gold: bool
) -> Explanation | None:
    """The slams come one by one, the gold card last (slam.setup.slams, slam.end)."""
    if not isinstance(state.phase, Booking):
        return speech.wait(state)
    if state.is_gold and not is_gold:
        return speech.why(T("All slams are played: now comes the gold card."), "slam.setup.slams", "slam.end")
    if is_gold and not state.is_gold:
        text = N(
            "The gold card lies at the bottom: {n} slam comes first.",
            "The gold card lies at the bottom: {n} slams come first.",
            n=state.tricks - state.number,
        )
        return speech.why(text, "slam.setup.slams", "slam.ruling.length")
    if len(getattr(action, "name", "")) > NUMBERS.entry.name:
        return speech.why(
            T("This name is too long: at most {n} letters.", n=NUMBERS.entry.name), "slam.ruling.card_values"
        )
    if any(face not in FACES for face in action.glass):
        return speech.why(T("A die shows one to six."), "slam.adv.drinking")
    return answers.attributes_refusal(action.attributes) or answers.die_refusal(action.die)


def _false_applause_refusal(state: State, action: actions.FalseApplause) -> Explanation | None:
    """A false call is one without a tie between players (slam.tie.false_applause, slam.ruling.void_call)."""
    rules = ("slam.tie.false_applause", "slam.ruling.void_call")
    if not isinstance(state.phase, Judged):
        if isinstance(state.phase, Asking):
            text = T("The slam is not judged yet: whether the call was false is told afterwards.")
            return speech.why(text, *rules)
        return speech.wait(state)
    facts, verdict = state.phase.facts, state.phase.verdict
    callers = action.callers
    if not callers or len({*callers}) != len(callers) or any(seat not in range(state.seats) for seat in callers):
        return speech.why(T("Name the players who called, each once."), *rules)
    playing = [seat for seat, lineup in enumerate(facts.lineups) if lineup.poets]
    for seat in callers:
        if seat in facts.callers or seat not in playing:
            return speech.why(T("{player} is not in this slam any more.", player=Player(seat)), *rules)
    if verdict.tie is Tie.RUNNER_UP:
        return speech.why(T("There was a tie: the applause was due, so nobody is out."), "slam.tie.applause", *rules)
    if verdict.tie is Tie.LEAD and state.house.void_call == "void":
        text = T("There was a tie for the lead but none for the runner-up title: the call is void.")
        return speech.why(text, "slam.ruling.void_call", "slam.tie.false_applause")
    return None


def _darling_refusal(state: State, action: actions.DarlingKept) -> Explanation | None:
    """A scene darling that took part in a lost slam (slam.poet.scene_darling)."""
    if not isinstance(state.phase, Judged):
        return speech.wait(state)
    facts, verdict = state.phase.facts, state.phase.verdict
    place = Place(action.seat, action.card)
    poet = facts.poet(place)
    if not poet or not poet.has(Trait.SCENE_DARLING):
        return speech.why(
            T("This poet is no scene darling and goes where the verdict says."), "slam.poet.scene_darling"
        )
    if not admitted(state.house, facts, place):
        return speech.why(
            T("This poet did not take part, so has no effect and is discarded."), "slam.turn.not_admitted"
        )
    if verdict.winner == action.seat:
        text = T(
            "{player} has not lost this slam: only after a lost one does a scene darling stay.",
            player=Player(action.seat),
        )
        return speech.why(text, "slam.poet.scene_darling")
    if place in facts.kept or action.card in verdict.piles[action.seat]:
        return speech.why(T("This poet goes to the victory pile anyway."), "slam.poet.scene_darling")
    return None

"""What is reported at a table of Slam! and what follows from it."""

from collections.abc import Hashable
from typing import assert_never

from attrs import evolve

from companion.games.slam import actions, answers, closing, gold, judge, speech
from companion.games.slam.cards import (
    ATTRIBUTES,
    NOTHING,
    NUMBERS,
    Gold,
    Place,
    Slam,
    Special,
    filled,
    without_zeros,
)
from companion.games.slam.drinking import poets_shots, shots
from companion.games.slam.messages import GOLD, N, T, asked, listed, poet_name
from companion.games.slam.model import (
    AskApplause,
    Asking,
    AskOwnTie,
    AskRunnerUp,
    Booking,
    Facts,
    GameOver,
    House,
    Judged,
    Revealing,
    State,
    Tie,
    Verdict,
)
from companion.games.slam.refusals import refusal
from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import Step
from companion.kernel.text import Player


def begin(house: House, seats: int, youngest: int) -> Step[State]:
    """Return the table before the first slam (slam.setup.slams, slam.setup.poets, slam.players)."""
    state = State(house, seats, youngest, slams=(0,) * seats, piles=((),) * seats)
    championship = house.championship
    told = [
        speech.todo(
            T(
                "Shuffle the {n} slam cards, one side each; the gold card “{gold}” goes to the bottom.",
                n=house.slams,
                gold=GOLD[championship],
            ),
            "slam.setup.slams",
            "slam.ruling.length",
        ),
        speech.todo(
            T(
                "Shuffle the poets, deal {n} to each; the rest is the draw pile. A die lies ready.",
                n=NUMBERS.setup.hand,
            ),
            "slam.setup.poets",
        ),
        speech.note(
            T("All should know equally much about the slams to come, at least this gold card."),
            "slam.setup.gold_choice",
            "slam.setup.gold_tip",
        ),
    ]
    if championship is Gold.TEAM and seats >= NUMBERS.setup.many_players:
        text = T("With {n} players the Landesmeisterschaft is advised as the gold card.", n=seats)
        told.append(speech.note(text, "slam.setup.gold_choice", "slam.gold.team_one"))
    if championship is Gold.TEAM:
        text = T("For a first game the Landesmeisterschaft is advised as the gold card.")
        told.append(speech.note(text, "slam.setup.gold_choice"))
    if seats > NUMBERS.setup.players_best:
        told.append(speech.note(T("Slam! plays best with two to four."), "slam.players"))
    return Step(state, tuple(told))


def apply(state: State, action: actions.Action) -> Step[State]:
    """Return what an action leads to.

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    phase = state.phase
    match action:
        case actions.SlamOpened(name, attributes, special, glass, die):
            return _opened(state, Slam(name, attributes, special, tuple(sorted({*glass})), die))
        case actions.GoldOpened(attributes, glass, die):
            slam = Slam("", attributes, Special.NONE, tuple(sorted({*glass})), die, state.house.championship)
            return _gold_opened(state, slam)
        case actions.PoetsRevealed(lineups, open_list, zeros_told):
            assert isinstance(phase, Revealing)
            facts = Facts(phase.slam, lineups, open_list)
            if not zeros_told:
                counts = phase.slam.attributes or ATTRIBUTES
                facts = facts.each(lambda _, poet: evolve(poet, values=without_zeros(poet.values, counts)))
            return _judge(state, facts, *poets_shots(state, facts))
        case actions.ChampionsRevealed(entries, untold_as_zero):
            assert isinstance(phase, Revealing)
            facts = gold.on_stage(state.piles, phase.slam, entries)
            if untold_as_zero:
                facts = facts.each(lambda _, poet: evolve(poet, values=filled(poet.values, NOTHING)))
            return _judge(state, facts, *poets_shots(state, facts))
        case actions.SlamClosed():
            assert isinstance(phase, Judged)
            return closing.closed(state, phase.facts, phase.verdict)
        case actions.FalseApplause(callers):
            assert isinstance(phase, Judged)
            facts = evolve(phase.facts, callers=(*phase.facts.callers, *callers), choices=(), applause=None, kept=())
            return _judge(state, facts)
        case actions.DarlingKept(seat, card):
            assert isinstance(phase, Judged)
            facts = evolve(phase.facts, kept=(*phase.facts.kept, Place(seat, card)))
            told = _darling_told(state, facts, seat, card)
            return Step(evolve(state, phase=Judged(facts, phase.verdict)), (told,))
        case actions.NotMaleTold(seats):
            assert isinstance(phase, Asking)
            return _judge(evolve(state, not_male=tuple(sorted(seats))), phase.facts)
        case actions.Applauded():
            assert isinstance(phase, Asking)
            return _applauded(state, phase.facts, action)
        case (
            actions.DetectiveActed()
            | actions.ContagionRolled()
            | actions.Bribed()
            | actions.SmartVoted()
            | actions.VoiceChosen()
            | actions.ShowDecided()
            | actions.ValuesTold()
            | actions.OwnTieChosen()
            | actions.RunnerUpChosen()
        ):
            assert isinstance(phase, Asking)
            facts, told_now = answers.answered(state, phase, action)
            return _judge(state, facts, *told_now)
        case _:
            assert_never(action)


def _opened(state: State, slam: Slam) -> Step[State]:
    """The booking part is done: all lay two poets face down (slam.turn.booking, slam.turn.play)."""
    name = T("{name}", name=slam.name) if slam.name else T("Slam {n}", n=state.number)
    told = [speech.note(T("{slam} is on.", slam=name), "slam.turn.booking")]
    if slam.attributes:
        text = T("What counts: {attributes}.", attributes=asked(slam.attributes))
        told.append(speech.note(text, "slam.turn.show"))
    told += shots(state, slam, slam.die)
    if state.waiting:
        text = N(
            "{n} slam card of before goes to the winner as well.",
            "{n} slam cards of before go to the winner as well.",
            n=state.waiting,
        )
        told.append(speech.note(text, "slam.ruling.nobody_admitted"))
    return Step(evolve(state, phase=Revealing(slam)), tuple(told))


def _gold_opened(state: State, slam: Slam) -> Step[State]:
    """The gold card is turned up: who cannot take part is named (slam.gold.state_one, slam.gold.team_one)."""
    able = gold.able(state)
    championship = state.house.championship
    text = T("The gold card: {gold}. It counts {n}.", gold=GOLD[championship], n=NUMBERS.points.gold)
    told = [speech.note(text, "slam.gold.double", "slam.gold.poets"), *shots(state, slam, slam.die)]
    out = [T("{player}", player=Player(seat)) for seat in range(state.seats) if seat not in able]
    if out:
        text = T("Cannot take part: {players}.", players=listed(out))
        told.append(Explanation(text, (gold.RULE_OF[championship], "slam.gold.poets")))
    if len(able) > 1:
        return Step(evolve(state, phase=Revealing(slam)), tuple(told))
    facts = gold.walkover(state)
    none: tuple[tuple[int, ...], ...] = ((),) * state.seats
    if able:
        text = T("{player} alone can take part and wins the gold card without a comparison.", player=Player(able[0]))
        why = Explanation(text, ("slam.ruling.gold_alone", gold.RULE_OF[championship]))
        verdict = Verdict(able[0], none, Tie.NONE, (why,))
        return Step(evolve(state, phase=Judged(facts, verdict)), (*told, why))
    if championship is Gold.STATE and state.house.state_empty == "applause":
        text = T("Nobody has a poet for the gold card: the applause decides.")
        told.append(Explanation(text, ("slam.ruling.state_poets",)))
        question = AskApplause(tuple(range(state.seats)))
        return Step(evolve(state, phase=Asking(facts, question)), tuple(told))
    why = Explanation(T("Nobody can take part: nobody gets the gold card."), ("slam.ruling.state_poets",))
    return Step(evolve(state, phase=Judged(facts, Verdict(None, none, Tie.NONE, (why,)))), (*told, why))


def _judge(state: State, facts: Facts, *told: Explanation) -> Step[State]:
    """Judge the slam, or ask for what is missing."""
    outcome = judge.judged(state, facts)
    if isinstance(outcome, Verdict):
        after = evolve(state, phase=Judged(facts, outcome))
        return Step(after, (*told, *outcome.proof, *judge.losers(facts, outcome)))
    tied = isinstance(outcome, AskOwnTie | AskRunnerUp | AskApplause)
    lines = judge.reckoning(state, facts) if tied else ()
    return Step(evolve(state, phase=Asking(facts, outcome)), (*told, *lines))


def _applauded(state: State, facts: Facts, action: actions.Applauded) -> Step[State]:
    """Who called first and has the hand lowest wins (slam.tie.applause, slam.ruling.applause_split)."""
    split = state.house.applause_split
    phase = state.phase
    assert isinstance(phase, Asking)
    assert isinstance(phase.question, AskApplause)
    if action.call != action.hand and split == "repeat":
        text = T("Call and hand are not the same player’s: the applause is repeated.")
        again = evolve(phase.question, again=True)
        return Step(evolve(state, phase=Asking(facts, again)), (Explanation(text, ("slam.ruling.applause_split",)),))
    told = []
    winner = action.hand
    if action.call != action.hand:
        winner = action.call if split == "call" else action.hand
        text = (
            T("Call and hand are not the same player’s: the call decides.")
            if split == "call"
            else T("Call and hand are not the same player’s: the hand decides.")
        )
        told.append(Explanation(text, ("slam.ruling.applause_split",)))
    if not any(lineup.poets for lineup in facts.lineups):  # the gold card that nobody has a poet for
        text = T("{player} wins the applause and takes the gold card.", player=Player(winner))
        why = Explanation(text, ("slam.ruling.state_poets", "slam.tie.applause"))
        verdict = Verdict(winner, ((),) * state.seats, Tie.RUNNER_UP, (why,))
        return Step(evolve(state, phase=Judged(facts, verdict)), (*told, why))
    return _judge(state, evolve(facts, applause=winner), *told)


def _darling_told(state: State, facts: Facts, seat: int, card: int) -> Explanation:
    poet = facts.poet(Place(seat, card))
    assert poet
    text = N(
        "Scene darling: {poet} goes to {player}’s victory pile all the same. {player} has {n} own slam; the card says when that is enough.",
        "Scene darling: {poet} goes to {player}’s victory pile all the same. {player} has {n} own slams; the card says when that is enough.",
        n=state.slams[seat],
        poet=poet_name(poet, card),
        player=Player(seat),
    )
    return Explanation(text, ("slam.poet.scene_darling",))


def event_key(state: State, action: actions.Action) -> Hashable:
    """Return which event at the table an action reports."""
    place: list[Hashable] = [state.number, type(state.phase).__name__]
    match state.phase:
        case Asking(facts, question):
            place += [question, facts.callers]
        case Judged(facts, _):
            place += [facts.callers, facts.kept]
        case Booking() | Revealing() | GameOver():
            pass
        case _:
            assert_never(state.phase)
    return (*place, action) if isinstance(action, actions.FalseApplause | actions.DarlingKept) else tuple(place)

"""What everybody sees of a table of Slam!"""

from typing import Final, assert_never

from attrs import frozen

from companion.games.slam import gold, speech
from companion.games.slam.cards import NUMBERS, Entry, Gold, Poet, Slam, Special
from companion.games.slam.closing import places
from companion.games.slam.messages import ATTRIBUTE, N, T, listed, name_on_stage
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
    Booking,
    Facts,
    GameOver,
    House,
    Judged,
    Question,
    Revealing,
    State,
    Verdict,
)
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact
from companion.kernel.text import Player, Text

PHASES: Final = {Booking: "booking", Revealing: "reveal", Asking: "judging", Judged: "verdict", GameOver: "end"}


@frozen
class TableView:
    """A table of Slam! as everybody sees it; what is face down is not told before it is revealed.

    :param notes: what else matters now.
    :param number: the running slam, the gold card last.
    :param tricks: all slams and the gold card.
    :param slam: the slam that is on, if one is.
    :param facts_told: what has been told of the slam that is being judged.
    :param question: what the referee must know.
    :param verdict: how the slam ends, as long as its cards are on the table.
    :param ranks: the final place of each seat.
    """

    prompt: Explanation
    phase: str
    round: int
    facts: tuple[Fact, ...]
    notes: tuple[Explanation, ...]
    house: House
    seats: int
    number: int
    tricks: int
    is_gold: bool
    slams: tuple[int, ...]
    totals: tuple[int, ...]
    piles: tuple[tuple[Poet, ...], ...]
    gold: int | None
    waiting: int
    slam: Slam | None
    facts_told: Facts | None
    question: Question | None
    verdict: Verdict | None
    possible: tuple[tuple[Entry, ...], ...]
    over: bool
    heading: Text | None = None
    ranks: tuple[int, ...] | None = None


def view(state: State) -> TableView:
    """Return the table as everybody sees it, built from nothing."""
    phase = state.phase
    told = phase.facts if isinstance(phase, Asking | Judged) else None
    slam = phase.slam if isinstance(phase, Revealing) else told.slam if told else None
    over = isinstance(phase, GameOver)
    revealing_gold = isinstance(phase, Revealing) and phase.slam.gold is not None
    return TableView(
        prompt=_prompt(state),
        phase=PHASES[type(phase)],
        round=state.number,
        facts=_facts(state),
        notes=_notes(state),
        house=state.house,
        seats=state.seats,
        number=state.number,
        tricks=state.tricks,
        is_gold=state.is_gold,
        slams=state.slams,
        totals=state.totals,
        piles=state.piles,
        gold=state.gold,
        waiting=state.waiting,
        slam=slam,
        facts_told=told,
        question=phase.question if isinstance(phase, Asking) else None,
        verdict=phase.verdict if isinstance(phase, Judged) else None,
        possible=tuple(gold.possible(state, seat) for seat in range(state.seats)) if revealing_gold else (),
        over=over,
        ranks=places(state) if over else None,
    )


def _prompt(state: State) -> Explanation:
    match state.phase:
        case Booking():
            if state.is_gold:
                text = T("Turn up the gold card: booking first. What counts?")
                return Explanation(text, ("slam.gold.poets", "slam.gold.double", "slam.turn.booking"), Tone.TODO)
            text = T(
                "Turn up slam {n} of {all}: booking first. Which slam is it?", n=state.number, all=state.tricks - 1
            )
            return Explanation(text, ("slam.turn.booking", "slam.setup.slams"), Tone.TODO)
        case Revealing(slam):
            if slam.gold:
                text = T("Play poets from your victory piles, face down; reveal together.")
                return Explanation(text, ("slam.gold.poets", gold.RULE_OF[slam.gold]), Tone.TODO)
            text = T("All lay {n} poets face down and reveal together.", n=NUMBERS.setup.poets)
            return Explanation(text, ("slam.turn.play", "slam.turn.not_admitted"), Tone.TODO)
        case Asking(facts, question):
            return _question(facts, question)
        case Judged(facts, verdict):
            return _verdict(facts, verdict)
        case GameOver():
            return _result(state)
        case _:
            assert_never(state.phase)


def _question(facts: Facts, question: Question) -> Explanation:
    def ask(text: Text, *rules: str) -> Explanation:
        return Explanation(text, rules, Tone.TODO)

    match question:
        case AskDetective(detective, _):
            text = T("{poet} is a detective: is a rogue disqualified?", poet=name_on_stage(facts, detective))
            return ask(text, "slam.poet.detective")
        case AskContagion(place):
            return ask(
                T("{poet} is contagious: roll the die.", poet=name_on_stage(facts, place)), "slam.poet.contagious"
            )
        case AskBribe(place):
            text = T("{poet} bribes: what does each opponent get?", poet=name_on_stage(facts, place))
            return ask(text, "slam.poet.unscrupulous", "slam.poet.unscrupulous_zero")
        case AskNotMale():
            return ask(T("Feminism slam: which players are not male?"), "slam.card.feminism")
        case AskSmart():
            return ask(T("Vote on each poet: dressed smartly?"), "slam.card.best_of", "slam.ruling.smart_vote")
        case AskVoice(place):
            return ask(
                T("{poet}: lyric or prose?", poet=name_on_stage(facts, place)),
                "slam.adv.style_diversity",
                "slam.ruling.style_diversity_order",
            )
        case AskShow():
            return ask(T("Show part: what counts?"), "slam.turn.show", "slam.turn.die")
        case AskValues(place, attributes):
            text = T(
                "{poet}: what does the card say of {attributes}? Nobody has told it yet.",
                poet=name_on_stage(facts, place),
                attributes=listed(ATTRIBUTE[one] for one in attributes),
            )
            rules = ("slam.gold.poets",) if facts.slam.gold else ()
            return ask(text, "slam.ruling.card_values", *rules)
        case AskOwnTie(_, seat, _):
            text = T("{player} has own poets with the same value: which of them counts?", player=Player(seat))
            return ask(text, "slam.tie.own", "slam.poet.third")
        case AskRunnerUp(seat, _):
            text = T("{player}: does the team compete again, or the third poet?", player=Player(seat))
            return ask(text, "slam.ruling.third_or_team", "slam.team.runner_up")
        case AskApplause(seats, _):
            names = listed([T("{player}", player=Player(seat)) for seat in seats])
            text = T("Still a tie: {players}, hand on the card and call “Schinken”!", players=names)
            return ask(text, "slam.tie.applause", "slam.ruling.false_applause")
        case _:
            assert_never(question)


def _verdict(facts: Facts, verdict: Verdict) -> Explanation:
    rules = verdict.proof[-1].rules if verdict.proof else ("slam.turn.win",)
    if verdict.winner is None:
        text = T("Nobody gets the gold card.") if facts.slam.gold else T("Nobody gets the slam.")
        if verdict.stays:
            text = T("The slam card goes with the next slam.")
        return Explanation(text, rules)
    if facts.slam.gold:
        return Explanation(T("{player} wins the gold card!", player=Player(verdict.winner)), rules)
    return Explanation(T("{player} wins the slam!", player=Player(verdict.winner)), rules)


def _result(state: State) -> Explanation:
    best = [seat for seat, place in enumerate(places(state)) if place == 1]
    points = state.totals[best[0]]
    rules = ("slam.goal", "slam.end", "slam.ruling.final_tie")
    if len(best) > 1:
        names = listed([T("{player}", player=Player(seat)) for seat in best])
        return Explanation(T("{players} share the victory with {points}.", players=names, points=points), rules)
    if state.totals.count(points) > 1:
        text = T("{player} wins with {points} and the larger victory pile.", player=Player(best[0]), points=points)
        return Explanation(text, rules)
    return Explanation(T("{player} wins the game with {points}.", player=Player(best[0]), points=points), rules)


def _notes(state: State) -> tuple[Explanation, ...]:
    notes: list[Explanation] = []
    match state.phase:
        case Booking():
            if state.is_gold and state.house.championship is Gold.TEAM:
                notes.append(speech.note(T("Rogues may take part in the team championship."), "slam.gold.rogues"))
            if state.waiting:
                text = N(
                    "{n} slam card waits for the next winner.",
                    "{n} slam cards wait for the next winner.",
                    n=state.waiting,
                )
                notes.append(speech.note(text, "slam.ruling.nobody_admitted"))
        case Revealing(slam):
            if slam.special is Special.FEMINISM:
                text = T(
                    "Feminism slam: in a team neither poet may be male. Players who are not male get +{n}.",
                    n=NUMBERS.bonus.not_male,
                )
                notes.append(speech.note(text, "slam.team.conditions", "slam.card.feminism"))
            if slam.special is Special.BEST_OF:
                text = T(
                    "Smart clothes bring +{n}: ties, bow ties, suits, sweeping dresses. All vote.",
                    n=NUMBERS.bonus.smart,
                )
                notes.append(speech.note(text, "slam.card.best_of", "slam.card.best_of_hints"))
            if state.house.weekday == "on" and not slam.gold:
                text = T("Weekdays count: both poets of a team must have time.")
                notes.append(speech.note(text, "slam.adv.weekday", "slam.team.conditions"))
        case Asking() | Judged() | GameOver():
            pass
        case _:
            assert_never(state.phase)
    return tuple(notes)


def _facts(state: State) -> tuple[Fact, ...]:
    facts = [Fact(T("Slam"), T("{n} of {all}", n=state.number, all=state.tricks), rules=("slam.setup.slams",))]
    for seat in range(state.seats):
        facts.append(Fact(T("Slams"), state.slams[seat], seat, ("slam.goal",)))
        facts.append(Fact(T("Victory pile"), len(state.piles[seat]), seat, ("slam.turn.win",)))
    if state.waiting:
        facts.append(Fact(T("Waiting slams"), state.waiting, rules=("slam.ruling.nobody_admitted",)))
    return tuple(facts)

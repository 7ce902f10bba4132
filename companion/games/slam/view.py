"""The public view of a game of Slam!"""

from typing import Final

from attrs import frozen

from companion.games.slam import gold
from companion.games.slam.cards import Gold, GoldEntry, Poet, Slam, Special
from companion.games.slam.messages import N, T, players_listed
from companion.games.slam.model import (
    Asking,
    Booking,
    Evidence,
    GameOver,
    Judged,
    Question,
    Revealing,
    State,
    Verdict,
)
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.unknown_piles import amount
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact, View
from companion.kernel.text import Player, Text

PHASES: Final = {Booking: "booking", Revealing: "reveal", Asking: "judging", Judged: "verdict", GameOver: "end"}


@frozen(kw_only=True)
class TableView(View):
    """The public view of a game of Slam!

    :param state: all of it is public, as poets are only reported when they are revealed.
    :param slam: the turned-up slam, if any.
    :param evidence: the entries for the slam that is being judged.
    :param question: the question to answer next.
    :param playable: the cards of each victory pile at the gold card, including possible cards that were not entered.
    :param verdict: the verdict, while its cards are on the table.
    """

    state: State
    slam: Slam | None
    evidence: Evidence | None
    question: Question | None
    verdict: Verdict | None
    playable: tuple[tuple[Poet, ...], ...]
    possible: tuple[tuple[GoldEntry, ...], ...]


def view(state: State) -> TableView:
    """Return the public view of a state."""
    phase = state.phase
    evidence = phase.evidence if isinstance(phase, Asking | Judged) else None
    slam = phase.slam if isinstance(phase, Revealing) else evidence.slam if evidence else None
    revealing_gold = isinstance(phase, Revealing) and phase.slam.gold is not None
    return TableView(
        prompt=_prompt(state),
        phase=PHASES[type(phase)],
        round=state.number,
        facts=_facts(state),
        notes=_notes(state),
        state=state,
        slam=slam,
        evidence=evidence,
        question=phase.question if isinstance(phase, Asking) else None,
        verdict=phase.verdict if isinstance(phase, Judged) else None,
        playable=tuple(gold.playable(state, seat) for seat in range(state.seats)) if revealing_gold else state.piles,
        possible=tuple(gold.possible(state, seat) for seat in range(state.seats)) if revealing_gold else (),
        ranks=state.places if isinstance(phase, GameOver) else None,
        heading=T("Gold card") if state.is_gold else None,
    )


def _prompt(state: State) -> Explanation:
    match state.phase:
        case Booking():
            if state.is_gold:
                text = T("Turn up the gold card: booking first. What counts?")
                return Explanation(text, ("slam.gold.poets", "slam.gold.double", "slam.turn.booking"), Tone.TODO)
            text = T(
                "Turn up slam {n} of {all}: booking first. What counts in this slam?",
                n=state.number,
                all=state.tricks - 1,
            )
            return Explanation(text, ("slam.turn.booking", "slam.setup.slams"), Tone.TODO)
        case Revealing(slam):
            if slam.gold:
                text = T("Play poets from your victory piles, face down; reveal together.")
                return Explanation(text, ("slam.gold.poets", state.house.championship.few_poets), Tone.TODO)
            text = T("All lay {n} poets face down and reveal together.", n=NUMBERS.setup.poets)
            return Explanation(text, ("slam.turn.play", "slam.turn.not_admitted"), Tone.TODO)
        case Asking(evidence, question):
            return question.prompt(evidence)
        case Judged(evidence, verdict):
            return _verdict(evidence, verdict)
        case GameOver():
            return _result(state)


def _verdict(evidence: Evidence, verdict: Verdict) -> Explanation:
    rules = verdict.proof[-1].rules
    if verdict.winner is None:
        text = T("Nobody gets the gold card.") if evidence.slam.gold else T("Nobody gets the slam.")
        if verdict.stays:
            text = T("The slam card is added to the next slam.")
        return Explanation(text, rules)
    if evidence.slam.gold:
        return Explanation(T("{player} wins the gold card!", player=Player(verdict.winner)), rules)
    return Explanation(T("{player} wins the slam!", player=Player(verdict.winner)), rules)


def _result(state: State) -> Explanation:
    best = [seat for seat, place in enumerate(state.places) if place == 1]
    points = state.totals[best[0]]
    rules = ("slam.goal", "slam.end", "slam.ruling.final_tie")
    if len(best) > 1:
        names = players_listed(best)
        text = N(
            "{players} share the victory with {n} point each.",
            "{players} share the victory with {n} points each.",
            n=points,
            players=names,
        )
    elif [state.totals[seat] for seat in state.players].count(points) > 1:
        text = N(
            "{player} wins with {n} point and the larger victory pile.",
            "{player} wins with {n} points and the larger victory pile.",
            n=points,
            player=Player(best[0]),
        )
    else:
        text = N(
            "{player} wins the game with {n} point.",
            "{player} wins the game with {n} points.",
            n=points,
            player=Player(best[0]),
        )
    return Explanation(text, rules)


def _notes(state: State) -> tuple[Explanation, ...]:
    notes: list[Explanation] = []
    match state.phase:
        case Booking():
            if state.is_gold and state.house.championship is Gold.TEAM:
                notes.append(_note(T("Rogues may take part in the team championship."), "slam.gold.rogues"))
            if state.waiting:
                text = N(
                    "{n} slam card waits for the next winner.",
                    "{n} slam cards wait for the next winner.",
                    n=state.waiting,
                )
                notes.append(_note(text, "slam.ruling.nobody_admitted"))
        case Revealing(slam):
            if slam.special is Special.FEMINISM:
                text = T(
                    "Feminism slam: in a team neither poet may be male. Players who are not male get +{n}.",
                    n=NUMBERS.bonus.not_male,
                    brief=T("Feminism slam: in a team neither poet may be male."),
                )
                notes.append(_note(text, "slam.team.conditions", "slam.card.feminism"))
            if slam.special is Special.BEST_OF:
                text = T(
                    "Smart clothes bring +{n}: ties, bow ties, suits, sweeping dresses. All vote.",
                    n=NUMBERS.bonus.smart,
                    brief=T(
                        "Smart clothes bring +{n}: ties, bow ties, suits, sweeping dresses.", n=NUMBERS.bonus.smart
                    ),
                )
                notes.append(_note(text, "slam.card.best_of", "slam.card.best_of_hints"))
            if state.house.weekday == "on" and not slam.gold:
                text = T("Weekdays count: both poets of a team must be free.")
                notes.append(_note(text, "slam.adv.weekday", "slam.team.conditions"))
    return tuple(notes)


def _note(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules, Tone.NOTE)


def _facts(state: State) -> tuple[Fact, ...]:
    facts = [Fact(T("Slam"), T("{n} of {all}", n=state.number, all=state.tricks), rules=("slam.setup.slams",))]
    for seat in range(state.seats):
        facts.append(Fact(T("Slams"), state.slams[seat], seat, ("slam.goal",)))
        heap = state.heap(seat)
        facts.append(Fact(T("Victory pile"), heap.low if heap.known else amount(heap), seat, ("slam.turn.win",)))
    if state.waiting:
        facts.append(Fact(T("Waiting slams"), state.waiting, rules=("slam.ruling.nobody_admitted",)))
    return tuple(facts)

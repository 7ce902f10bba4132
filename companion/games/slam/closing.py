"""The end of a slam: where its cards go, what it brings, and how the game stands."""

from collections.abc import Sequence

from attrs import evolve

from companion.games.slam import gold, speech
from companion.games.slam.cards import NUMBERS, Lineup
from companion.games.slam.messages import N, T
from companion.games.slam.model import Booking, Facts, GameOver, State, Verdict
from companion.kernel.explain import Explanation
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Player


def closed(state: State, facts: Facts, verdict: Verdict) -> Step[State]:
    """Put the cards away, score, draw, and go on (slam.turn.win, slam.turn.draw, slam.gold.double, slam.end)."""
    kept = tuple(
        tuple(sorted({*cards, *(place.card for place in facts.kept if place.seat == seat)}))
        for seat, cards in enumerate(verdict.piles)
    )
    if facts.slam.gold:
        piles = gold.piles_after(state, facts, kept)
    else:
        piles = tuple(
            (*pile, *(facts.lineups[seat].poets[card] for card in kept[seat])) for seat, pile in enumerate(state.piles)
        )
    points, told = _scored(state, facts, verdict)
    winner = verdict.winner
    slams = list(state.slams)
    waiting, lost = state.waiting, state.lost
    if winner is not None:
        slams[winner] += waiting + (0 if facts.slam.gold else 1)
        waiting = 0
    elif verdict.stays:
        waiting += 1
    else:
        lost += 1
    if facts.slam.gold:  # what nobody could win any more is lost with the game
        lost, waiting = lost + waiting, 0
    after = evolve(
        state,
        slams=tuple(slams),
        piles=piles,
        waiting=waiting,
        lost=lost,
        last_winner=state.last_winner if winner is None else winner,
        gold=winner if facts.slam.gold else None,
    )
    if facts.slam.gold:
        return Step(evolve(after, phase=GameOver()), told, points)
    text = T(
        "All draw up to {n}. If the draw pile is empty, shuffle the discard pile; if there are still fewer cards than players, nobody draws this time.",
        n=NUMBERS.setup.hand,
    )
    told = (*told, speech.todo(text, "slam.turn.draw", "slam.ruling.drawing"), *_third_draws(facts.lineups))
    return Step(evolve(after, phase=Booking(), number=state.number + 1), told, points)


def _third_draws(lineups: Sequence[Lineup]) -> list[Explanation]:
    """Remind of the third card to draw after an action card (slam.poet.third_draw)."""
    told = []
    for seat, lineup in enumerate(lineups):
        if lineup.action_card and len(lineup.poets) > NUMBERS.setup.poets:
            text = T(
                "{player} played a third poet by action card and draws {n}.",
                player=Player(seat),
                n=NUMBERS.setup.action_draw,
            )
            told.append(speech.note(text, "slam.poet.third_draw", "slam.poet.third"))
    return told


def _scored(state: State, facts: Facts, verdict: Verdict) -> tuple[tuple[ScoreLine, ...], tuple[Explanation, ...]]:
    """Return the points of a slam for the sheet (slam.goal, slam.gold.double)."""
    winner = verdict.winner
    if winner is None:
        text = T("Nobody gets this card.") if not verdict.stays else T("The card waits for the next winner.")
        return (), (Explanation(text, ("slam.turn.win", "slam.ruling.nobody_admitted")),)
    lines = []
    if facts.slam.gold:
        text = T("{player} has won the gold card: it counts {n}.", player=Player(winner), n=NUMBERS.points.gold)
        why = Explanation(text, ("slam.gold.double", "slam.goal"))
        lines.append(ScoreLine(winner, state.number, "gold", NUMBERS.points.gold, why))
    slams = state.waiting + (0 if facts.slam.gold else 1)
    if slams:
        text = N("{player} has won {n} slam.", "{player} has won {n} slams at once.", n=slams, player=Player(winner))
        rules = ("slam.goal", "slam.turn.win", *(("slam.ruling.nobody_admitted",) if state.waiting else ()))
        why = Explanation(text, rules)
        lines.append(ScoreLine(winner, state.number, "slams", slams * NUMBERS.points.slam, why))
    return tuple(lines), tuple(line.why for line in lines)


def places(state: State) -> tuple[int, ...]:
    """Return the final place of each seat (slam.goal, slam.ruling.final_tie).

    With the house rule the larger victory pile decides between equal totals, for every place.
    """
    poets = state.house.final_tie == "poets"
    reached = [(state.totals[seat], len(state.piles[seat]) if poets else 0) for seat in range(state.seats)]
    return tuple(1 + sum(other > mine for other in reached) for mine in reached)

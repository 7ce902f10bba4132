"""A tie that is reported without poets: the tied players, and their totals for the runner-up title."""

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from companion.games.slam.cards import Bonus, Gold, Lineup, Slam
from companion.games.slam.judge import AnswerNeeded, Judgement, no_second_poet
from companion.games.slam.messages import T, player_name, players_listed
from companion.games.slam.model import Evidence, Keeping, Question, State, Verdict
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.teams import Entrant
from companion.games.slam.unknown_piles import numbers
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Each, Player

#: The bounds of a poet's total: two attributes, and all bonuses and penalties.
LEAST: Final = -2 * NUMBERS.entry.adjust
MOST: Final = 2 * (NUMBERS.entry.high + NUMBERS.entry.adjust)


@frozen
class AskSecond(Question):
    """The total of a tied player for the runner-up title (slam.tie.first, slam.tie.no_second)."""

    seat: int

    def prompt(self, evidence: Evidence) -> Explanation:
        text = T("A tie: how many points does {player}’s second poet have?", player=Player(self.seat))
        return Explanation(text, ("slam.tie.first", "slam.tie.no_second", "slam.team.runner_up"), Tone.TODO)


def unlaid(state: State, slam: Slam, tied: tuple[int, ...] = (), also: tuple[int, ...] | None = ()) -> Evidence:
    """Return the evidence of a slam without entered poets.

    :param tied: the players tied for the lead.
    :param also: the seats that also keep a poet; ``None`` if unknown.
    """
    return Evidence(slam, (Lineup(()),) * state.seats, tied=tuple(sorted(tied)), also=also)


def perhaps_winning(state: State, evidence: Evidence) -> tuple[int | None, ...]:
    """Return the tied seats that can win, given the second poets entered so far; ``None`` stands for no winner."""
    alone = {seat: None for seat in evidence.tied if _alone(state, evidence, seat)}
    entered: dict[int, int | None] = {**alone, **dict(evidence.seconds)}
    best = max((total for total in entered.values() if total is not None), default=None)
    leading = tuple(seat for seat in evidence.tied if seat not in entered or entered[seat] == best)
    return (*leading, None) if best is None and state.house.no_second == "nobody" else leading


def keeping(state: State, evidence: Evidence, winner: int | None) -> tuple[Keeping, ...]:
    """Return the cards that go to each victory pile after a tie: one poet of every tied player (slam.tie.first)."""
    some, perhaps, none = Keeping(low=1, high=None), Keeping(high=None), Keeping()
    sure = {*evidence.tied, *(evidence.also or ()), winner}
    others = perhaps if evidence.also is None else none
    return tuple(some if seat in sure else others for seat in range(state.seats))


def judged(state: State, evidence: Evidence) -> Verdict | Question:
    """Return the verdict of a tie, or the question to answer first.

    Rules: slam.tie.first, slam.tie.no_second, slam.tie.applause, slam.ruling.only_tied, slam.ruling.no_second.
    """
    seconds = dict(evidence.seconds)
    missing = [seat for seat in evidence.tied if seat not in seconds and not _alone(state, evidence, seat)]
    if missing:
        return AskSecond(missing[0])
    judgement = Judgement(state, evidence)
    judgement.proof += reckoning(evidence)
    piles: dict[int, set[int]] = {seat: set() for seat in evidence.tied}
    contenders = {seat: [*_contenders(seat, seconds.get(seat))] for seat in evidence.tied}
    try:
        if any(contenders.values()):
            return judgement.best_second(contenders, piles)
        return judgement.no_seconds(evidence.tied, piles)
    except AnswerNeeded as needed:
        return needed.question


def _contenders(seat: int, total: int | None) -> Iterator[Entrant]:
    """Yield a player's other poet if only its total is known."""
    if total is not None:
        yield Entrant(seat, (), player_name(seat), (), (Bonus(total),))


def reckoning(evidence: Evidence) -> list[Explanation]:
    """Return messages on the players whose poets are safe, and on the totals for the runner-up title."""
    text = T(
        "A tie between {players}: the tied poets go to their owners’ victory piles.",
        players=players_listed(evidence.tied),
    )
    proof = [Explanation(text, ("slam.tie.first", "slam.team.win_both"))]
    totals = {seat: total for seat, total in evidence.seconds if total is not None}
    for seat in sorted(totals, key=lambda seat: -totals[seat]):
        text = T(
            "Runner-up title, {player}: {total}",
            player=Player(seat),
            total=totals[seat],
            of_several=T("Runner-up title, {players}: {total} each", players=Each((Player(seat),)), total=totals[seat]),
        )
        proof.append(Explanation(text, ("slam.tie.first", "slam.ruling.only_tied")))
    return [*proof, *no_second_poet(seat for seat in evidence.tied if totals and seat not in totals)]


def _alone(state: State, evidence: Evidence, seat: int) -> bool:
    """Return whether a player is known to have no second poet: a single one for the championship (slam.gold.state_one)."""
    return evidence.slam.gold is Gold.STATE and numbers(state, seat) == (1,)

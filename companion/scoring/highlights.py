"""What is told of a game when it is over, and is found in the record of any: its best round, its longest lead."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from companion.kernel.game import ScoreLine
from companion.kernel.log import Join, Leave
from companion.kernel.record import HistoryLine
from companion.kernel.text import Player, Text, messages

T, N = messages("companion")

#: What is worth telling from so many on.
SEVERAL: Final = 2


def scored(told: Iterable[HistoryLine]) -> Iterator[ScoreLine]:
    """Yield the points in the order in which they were won."""
    for line in told:
        yield from line.line.step.points if line.line.step else ()


def best_round(told: Sequence[HistoryLine]) -> Iterator[Text]:
    """Yield who won the most points in one round, if there was more than one; of equals the first."""
    rounds = _by_round(told)
    if len({round for round, _ in rounds}) < SEVERAL:
        return
    (round, seat), points = max(rounds.items(), key=lambda item: item[1])
    if points > 0:
        yield N(
            "Best round: {player} with {n} point in round {round}",
            "Best round: {player} with {n} points in round {round}",
            n=points,
            player=Player(seat),
            round=round,
        )


def _in_front(seat: int, rounds: int) -> Text:
    return T("Longest in the lead: {player}, {n} rounds in a row", player=Player(seat), n=rounds)


def longest_lead(
    told: Sequence[HistoryLine], seats: int, *, lowest_wins: bool = False, say: Callable[[int, int], Text] = _in_front
) -> Iterator[Text]:
    """Yield who was alone in front for the most rounds in a row, from two on; of equals the first.

    :param seats: how many played at the start; whoever joined is in front of nobody before, and whoever left of nobody since.
    :param say: says it of a seat and a number, where a round of the game has a name of its own.
    """
    totals = dict.fromkeys(range(seats), 0)
    there = {*totals}
    leaders: dict[int, int | None] = {}
    for line in told:
        match line.line.action:
            case Join(seat):
                totals.setdefault(seat, 0)
                there.add(seat)
            case Leave(seat):
                there.remove(seat)
        for point in scored((line,)):
            totals[point.seat] += point.points
            best = (min if lowest_wins else max)(totals[seat] for seat in there)
            first, *others = (seat for seat in there if totals[seat] == best)
            leaders[point.round] = None if others else first
    yield from longest_run(leaders.values(), say)


def longest_run(winners: Iterable[int | None], say: Callable[[int, int], Text]) -> Iterator[Text]:
    """Yield who won the most in a row, from two on; of equals the first.

    :param winners: whose each was, in order; ``None`` is nobody's.
    :param say: says it of a seat and a number.
    """
    runs = [(seat, len([*run])) for seat, run in groupby(winners) if seat is not None]
    if runs and (longest := max(runs, key=lambda run: run[1]))[1] >= SEVERAL:
        yield say(*longest)


def most(counts: Mapping[int, int]) -> tuple[int, int] | None:
    """Return who alone has the most, and how many; nobody does where several have as many."""
    best = max(counts.values(), default=0)
    (first, *others) = [seat for seat, count in counts.items() if count == best] or [0]
    return None if others or not best else (first, best)


def _by_round(told: Iterable[HistoryLine]) -> Counter[tuple[int, int]]:
    points = Counter[tuple[int, int]]()
    for line in scored(told):
        points[line.round, line.seat] += line.points
    return points

"""Highlights of any finished game: best round, longest lead, longest run."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from companion.kernel.game import ScoreLine
from companion.kernel.history import HistoryLine
from companion.kernel.log import Join, Leave
from companion.kernel.text import Player, Text, messages

T, N = messages("companion")

#: Smallest number worth a highlight.
SEVERAL: Final = 2


def scored(history: Iterable[HistoryLine]) -> Iterator[ScoreLine]:
    """Yield the score lines in order."""
    for line in history:
        yield from line.item.step.points if line.item.step else ()


def best_round(history: Sequence[HistoryLine]) -> Iterator[Text]:
    """Yield the most points in one round, of equals the first, if the game had several rounds."""
    rounds = _by_round(history)
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
    return T("Longest lead: {player}, {n} rounds", player=Player(seat), n=rounds)


def longest_lead(
    history: Sequence[HistoryLine],
    seats: int,
    *,
    lowest_wins: bool = False,
    say: Callable[[int, int], Text] = _in_front,
) -> Iterator[Text]:
    """Yield the longest run of rounds, two or more, after which one player alone was in the lead; of equals the first.

    :param seats: number of seats at the start; those who join or leave count only while they play.
    :param say: makes the text of a seat and a number of rounds, for games that call a round something else.
    """
    totals = dict.fromkeys(range(seats), 0)
    there = {*totals}
    leaders: dict[int, int | None] = {}
    for line in history:
        match line.item.action:
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
    """Yield the longest run of one winner, two or more; of equals the first.

    :param winners: seats in order; ``None`` for no winner.
    :param say: makes the text of a seat and a number.
    """
    runs = [(seat, len([*run])) for seat, run in groupby(winners) if seat is not None]
    if runs and (longest := max(runs, key=lambda run: run[1]))[1] >= SEVERAL:
        yield say(*longest)


def most(counts: Mapping[int, int]) -> tuple[int, int] | None:
    """Return the key with the highest count and that count, or ``None`` if it is shared or zero."""
    best = max(counts.values(), default=0)
    (first, *others) = [seat for seat, count in counts.items() if count == best] or [0]
    return None if others or not best else (first, best)


def _by_round(history: Iterable[HistoryLine]) -> Counter[tuple[int, int]]:
    points = Counter[tuple[int, int]]()
    for line in scored(history):
        points[line.round, line.seat] += line.points
    return points

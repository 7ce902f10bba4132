"""Highlights of a finished game of Bronzen."""

from collections.abc import Iterator, Sequence

from companion.games.bronzen.chips import LADDER
from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import T, chips_of
from companion.games.bronzen.reports.answers import Double
from companion.kernel.history import HistoryLine
from companion.kernel.text import Player, Text
from companion.scoring.highlights import SEVERAL, best_round, longest_lead


def highlights(history: Sequence[HistoryLine]) -> Iterator[Text]:
    """Yield the best round, the costliest double, the longest streak and the longest lead."""
    yield from best_round(history)
    yield from _costliest_double(history)
    yield from _longest_streak(history)
    yield from longest_lead(history, len(SEATS))


def _costliest_double(history: Sequence[HistoryLine]) -> Iterator[Text]:
    doubles = [
        (line.before.running.doubles[line.item.action.seat], line.item.action.seat)
        for line in history
        if isinstance(line.item.action, Double)
    ]
    if doubles:
        before, seat = max(doubles, key=lambda double: double[0])
        yield T("Costliest double: {player} staked {chips}", player=Player(seat), chips=chips_of(LADDER[before]))


def _longest_streak(history: Sequence[HistoryLine]) -> Iterator[Text]:
    streaks = [line.item.step.state.streak for line in history if line.item.step and line.item.step.state.streak]
    longest = max(streaks, key=lambda streak: streak.chips, default=None)
    if longest and longest.chips >= SEVERAL:
        yield T("Longest streak: {player} with {n} Einzels in a row", player=Player(longest.seat), n=longest.chips)

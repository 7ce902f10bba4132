"""Highlights of a closed free sheet."""

from collections.abc import Iterator, Sequence

from companion.kernel.history import HistoryLine
from companion.kernel.text import Text
from companion.scoring.highlights import best_round, longest_lead


def highlights(history: Sequence[HistoryLine]) -> Iterator[Text]:
    """Yield the best round, if most points win, and the longest lead."""
    if history:
        state = history[0].before
        fewest = state.house.wins == "fewest"
        if not fewest:
            yield from best_round(history)
        yield from longest_lead(history, len(state.totals), lowest_wins=fewest)

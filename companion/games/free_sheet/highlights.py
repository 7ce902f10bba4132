"""What is told of a free sheet when it is closed."""

from collections.abc import Iterator, Sequence

from companion.kernel.record import HistoryLine
from companion.kernel.text import Text
from companion.scoring.highlights import best_round, longest_lead


def highlights(told: Sequence[HistoryLine]) -> Iterator[Text]:
    """Yield the best round, where many points are good, and the longest lead."""
    if told:
        state = told[0].before
        fewest = state.house.wins == "fewest"
        if not fewest:
            yield from best_round(told)
        yield from longest_lead(told, len(state.totals), lowest_wins=fewest)

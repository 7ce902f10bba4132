"""Highlights of a finished game of LABTAG Schlamboree."""

from collections.abc import Iterator, Sequence

from companion.games.labtag.match import height
from companion.games.labtag.messages import T, card_name
from companion.kernel.history import HistoryLine
from companion.kernel.text import Player, Text
from companion.scoring.highlights import longest_run, scored


def highlights(history: Sequence[HistoryLine]) -> Iterator[Text]:
    """Yield the highest trophy and the most matches won in a row."""
    if history and (step := history[-1].item.step):
        trophies = [(card, seat) for seat, place in enumerate(step.state.places) for card in place.known]
        if trophies:
            card, seat = max(trophies, key=lambda trophy: height(trophy[0], step.state.house))
            yield T("Highest trophy: {card}, won by {player}", card=card_name(card), player=Player(seat))
    yield from longest_run((line.seat for line in scored(history)), _in_a_row)


def _in_a_row(seat: int, matches: int) -> Text:
    return T("Longest run: {player} with {n} trophies in a row", player=Player(seat), n=matches)

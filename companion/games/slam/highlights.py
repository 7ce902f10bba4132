"""Highlights of a finished Slam! game."""

from collections.abc import Iterator, Sequence

from companion.games.slam.messages import N, T
from companion.kernel.history import HistoryLine
from companion.kernel.text import Player, Text
from companion.scoring.highlights import longest_lead, longest_run, most, scored


def highlights(history: Sequence[HistoryLine]) -> Iterator[Text]:
    """Yield the longest run of slams won, the longest lead, and the largest victory pile if all piles are known."""
    if not history or not history[-1].item.step:
        return
    winners = {line.round: line.seat for line in scored(history)}  # a slam without a winner ends no run
    yield from longest_run(winners.values(), _in_a_row)
    end = history[-1].item.step.state
    yield from longest_lead(history, history[0].before.seats, say=_in_front)
    known = {seat: heap.low for seat in end.players if (heap := end.heap(seat)).known}
    if len(known) == len(end.players) and (largest := most(known)):
        yield N(
            "Largest victory pile: {player} with {n} poet",
            "Largest victory pile: {player} with {n} poets",
            n=largest[1],
            player=Player(largest[0]),
        )


def _in_a_row(seat: int, slams: int) -> Text:
    return T("Longest run: {player} with {n} slams in a row", player=Player(seat), n=slams)


def _in_front(seat: int, slams: int) -> Text:
    return T("Longest lead: {player}, {n} slams", player=Player(seat), n=slams)

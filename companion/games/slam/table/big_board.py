"""The big board of Slam!: the current slam, its revealed poets, and the victory piles."""

from collections.abc import Iterator
from typing import Final

import flet as ft

from companion.games.slam.cards import Poet
from companion.games.slam.messages import N, T, poet_name
from companion.games.slam.table.pieces import number, what_counts
from companion.games.slam.table.players import poets
from companion.games.slam.unknown_piles import amount
from companion.games.slam.view import TableView
from companion.kernel.text import Text
from companion.ui.kit.big_board import Piece, Shown, counted, line, sign
from companion.ui.kit.table_context import Play

#: The text size of a poet, relative to a name.
_POET: Final = 0.62


def big_board(play: Play[TableView]) -> Shown:
    """Return the current slam with its attributes and winner, and each player's slams and poets.

    Face-down poets are not in the view, and drafts of other pages are not shown.
    """
    view = play.view
    winner = view.verdict.winner if view.verdict else None
    asks = None
    if view.phase == "booking":
        asks = T("Slam {n} of {all}: who has won?", n=view.state.number, all=view.state.tricks - 1)
        if view.state.is_gold:
            asks = T("The gold card: who has won?")
    return Shown(
        {seat: [*_before(play, seat)] for seat in range(view.state.seats)},
        [*_middle(play)],
        frozenset(() if winner is None else (winner,)),
        asks=asks,
    )


def _middle(play: Play[TableView]) -> Iterator[Piece]:
    view = play.view
    if view.slam is not None:
        if view.slam.name:
            yield line(play, T("{name}", name=view.slam.name), colour=ft.Colors.PRIMARY)
        yield line(play, what_counts(view.evidence.attributes if view.evidence else view.slam.attributes))
    if view.state.waiting:
        text = N(
            "{n} slam card waits for the next winner.", "{n} slam cards wait for the next winner.", n=view.state.waiting
        )
        yield line(play, text, size=_POET)


def _before(play: Play[TableView], seat: int) -> Iterator[Piece]:
    view = play.view
    if view.state.gold == seat:
        yield sign(ft.Icons.STAR, play.say(T("Gold card")))
    if not view.evidence or seat >= len(view.evidence.lineups):
        heap = view.state.heap(seat)
        if kept := poets(heap):
            yield counted(play, ft.Icons.MIC, play.say(amount(heap)), kept)
        return
    for place, poet in enumerate(view.evidence.lineups[seat].poets):
        yield line(play, _revealed(play, poet, place), size=_POET)


def _revealed(play: Play[TableView], poet: Poet, place: int) -> Text:
    """Return a poet on the stage with the values that count; unknown ones as question marks."""
    assert play.view.evidence
    counting = play.view.evidence.attributes
    values = [poet.value(one) for one in counting] if counting else poet.values
    shown = " + ".join(map(number, values)) if counting else " \u00b7 ".join(map(number, values))
    bonus = sum(each.amount for each in poet.bonuses)
    if bonus:
        shown = f"{shown} {play.context.renderer().signed(bonus)}"
    return T("{poet}: {values}", poet=poet_name(poet, place), values=shown)

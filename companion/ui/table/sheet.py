"""The score sheet: every number opens the score lines it is made of."""

from types import SimpleNamespace
from typing import Final

import flet as ft
from attrs import evolve

from companion.kernel.text import messages
from companion.scoring import ScoreSheet
from companion.ui import design
from companion.ui.app.context import use_page_context
from companion.ui.app.dialogs import use_above
from companion.ui.design import theme
from companion.ui.design.layout import column
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, use_latest, use_live, use_optional
from companion.ui.table.sheet_lines import score_lines
from companion.ui.table.sheet_ranking import ranking, team_total
from companion.ui.table.sheet_rounds import (
    FEW,
    BlockLayout,
    RoundBlock,
    RoundPoints,
    RoundsTable,
    SheetLook,
    TableLayout,
)

T, N = messages("companion")

#: Share of a large screen that the sheet has.
_SIDE: Final = 0.4


@component
def SheetPane(play: AnyPlay) -> ft.Control:
    """The totals, then the rounds; what the table or the finish beside it shows already is left out."""
    context = use_page_context()
    use_live(play.session)
    play = evolve(play)  # players may have joined or left since it was made
    opened, open_part = use_optional(dict)
    score = play.session.sheet
    content = None if opened is None else score_lines(play, opened, lambda: open_part(None))
    use_above(context, T("Where these points come from"), content, lambda: open_part(None))
    latest = use_latest(open=lambda **part: open_part(part))
    if _only_totals(play, score):
        return column(*_totals(play, score, latest), spacing=theme.Space.l)
    return column(*_totals(play, score, None), *_rounds(play, score, latest), spacing=theme.Space.l)


def _totals(play: AnyPlay, score: ScoreSheet, latest: SimpleNamespace | None) -> list[ft.Control]:
    """Return the totals; beside the board of a game and after its end they are shown there."""
    if play.layout.alone or not (play.session.is_over or play.screen.board):
        return [ranking(play, score, _room(play), latest)]
    if play.meta.cooperative and not play.session.is_over:  # the board does not show what the team has together
        return [design.paper(team_total(play, score), padding=theme.Space.m)]
    return []


def _rounds(play: AnyPlay, score: ScoreSheet, latest: SimpleNamespace) -> list[ft.Control]:
    """Return one table of all rounds, or a block for each, the latest first."""
    look = SheetLook(play.context, play.meta, play.names, play.marks, latest)
    room, dealers, summed = _room(play), play.view.dealers, not _finished(play)
    numbered = score.rounds > 1 or play.view.heading is None
    played = score.rounds + 1 if play.session.is_over else play.view.round
    rounds = tuple(
        RoundPoints.of(score, round, dealers, summed=summed, over=round < played)
        for round in range(1, score.rounds + 1)
    )
    if numbered and len(play.meta.columns) <= FEW and not any(column.pair for column in play.meta.columns):
        of_table = TableLayout.of(look, rounds, score.totals, room)
        return [RoundsTable(look, of_table, rounds, not play.layout.alone, key="rounds")]
    of_block = BlockLayout.of(look, room, numbered=numbered)
    return [RoundBlock(look, of_block, each, key=str(each.round)) for each in reversed(rounds)]


def _finished(play: AnyPlay) -> bool:
    """Return whether the finish beside the sheet shows the totals of all players; in a team game it shows only the team's."""
    return play.session.is_over and not play.layout.alone and not play.meta.cooperative


def _only_totals(play: AnyPlay, score: ScoreSheet) -> bool:
    """Return whether the sheet has no numbers besides the totals."""
    if play.view.heading is not None and score.rounds <= 1:  # the game does not count rounds
        return len(play.meta.columns) == 1
    return _finished(play) and score.rounds == 1 and len(play.meta.columns) <= FEW


def tells_more(play: AnyPlay) -> bool:
    """Return whether the sheet shows more than the totals, which the table beside it shows already."""
    placed = play.session.is_over or play.screen.board
    return not (placed and _only_totals(play, play.session.sheet))


def _room(play: AnyPlay) -> float:
    """Return the width within the paper of the sheet, in pixels; on a tablet it lies beside the table."""
    width = play.context.size[0]
    if play.layout.alone:
        return width - 2 * theme.Space.l - 2 * theme.Space.m
    return width * _SIDE - 4 * theme.Space.m

"""The table of Slam! on the screen: the stage, what to do next, and the buttons under the thumb."""

from typing import Final

from companion.games.slam.game import SlamGame
from companion.games.slam.reports import (
    Applauded,
    ChampionsRevealed,
    GoldOpened,
    GoldWon,
    PoetsRevealed,
    SlamWon,
    TieTold,
)
from companion.games.slam.table.big_board import big_board
from companion.games.slam.table.grouped_lines import TOGETHER
from companion.games.slam.table.screen import SlamTable
from companion.ui.kit.play import Reopening, TableScreen

__all__ = ["BOARDS", "IN_SIGHT", "REOPENING", "TABLES", "TOGETHER"]

REOPENING: Final = Reopening(
    pages=tuple(report for report in SlamGame.reports if report is not Applauded),
    exactly=lambda told: not isinstance(told, SlamWon | GoldWon | TieTold),
    unshown={
        GoldOpened: ("glass", "die", "by_revision_2"),
        PoetsRevealed: ("zeros_told", "by_revision_2", "by_revision_3"),
        ChampionsRevealed: ("untold_as_zero", "by_revision_2", "by_revision_3"),
        SlamWon: ("cards", "poets", "also", "by_revision_3"),
        GoldWon: ("by_revision_3",),
        TieTold: ("also",),
    },
)
IN_SIGHT: Final = {
    "slam": {
        "booking": ("slam.turn.show", "slam.tie.first"),
        "reveal": ("slam.turn.show", "slam.team.cherry_pick"),
        "judging": ("slam.tie.first",),
    }
}
TABLES: Final[dict[str, TableScreen]] = {"slam": SlamTable}
BOARDS: Final = {"slam": big_board}

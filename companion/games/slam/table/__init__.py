"""The table of Slam! on the screen: the stage, what to do next, and the buttons under the thumb."""

from typing import Final

from companion.games.slam.table.screen import SlamTable
from companion.ui.play import TableScreen

TABLES: Final[dict[str, TableScreen]] = {"slam": SlamTable}

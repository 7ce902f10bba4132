"""The table of Letter Jam on the screen: the flower with its tokens, stands to tap, and guess sheets behind a curtain."""

from typing import Final

from companion.games.letter_jam.table.screen import LetterJamTable
from companion.ui.play import TableScreen

TABLES: Final[dict[str, TableScreen]] = {"letter_jam": LetterJamTable}

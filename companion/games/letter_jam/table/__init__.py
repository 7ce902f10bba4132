"""The table of Letter Jam on the screen: the flower with its tokens, stands to tap, and guess sheets behind a curtain."""

from typing import Final

from companion.games.letter_jam.reports import (
    BonusGuessed,
    ClueGiven,
    ClueTold,
    EndAgreed,
    MovesOn,
    WordFails,
    WordLaid,
    WordTold,
)
from companion.games.letter_jam.table.big_board import big_board
from companion.games.letter_jam.table.grouped_lines import TOGETHER
from companion.games.letter_jam.table.screen import LetterJamTable
from companion.ui.kit.play import Reopening, TableScreen

__all__ = ["BOARDS", "IN_SIGHT", "REOPENING", "TABLES", "TOGETHER"]

REOPENING: Final = Reopening(
    pages=(ClueTold, ClueGiven, BonusGuessed, WordTold, WordLaid, WordFails),
    exactly=lambda told: not isinstance(told, ClueTold | EndAgreed | WordTold),
    unshown={ClueGiven: ("one_letter",), MovesOn: ("letter",), BonusGuessed: ("drawn_later",)},
)
_TALK: Final = ("letter_jam.talk.allowed", "letter_jam.talk.forbidden")
#: The next clue is chosen while the last one still lies there.
IN_SIGHT: Final = {"letter_jam": {"choosing": _TALK, "deciding": _TALK}}
TABLES: Final[dict[str, TableScreen]] = {"letter_jam": LetterJamTable}
BOARDS: Final = {"letter_jam": big_board}

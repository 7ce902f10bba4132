"""Reports of Letter Jam, in the order in which they are offered."""

from typing import Final

from companion.games.letter_jam.reports.agreement import EndAgreed, EndDeclined, EndProposed
from companion.games.letter_jam.reports.clue import ClueGiven, ClueTold
from companion.games.letter_jam.reports.deciding import BonusGuessed, MovesOn, RoundEnded, Stays
from companion.games.letter_jam.reports.end import Revealed, WordCounts, WordFails, WordLaid, WordTold
from companion.games.letter_jam.reports.setup import Dealt
from companion.games.letter_jam.reports.sheet import Boxed, Noted

REPORTS: Final = (
    Dealt,
    ClueTold,
    ClueGiven,
    EndProposed,
    EndAgreed,
    EndDeclined,
    RoundEnded,
    MovesOn,
    Stays,
    BonusGuessed,
    Revealed,
    WordTold,
    WordLaid,
    WordCounts,
    WordFails,
    Noted,
    Boxed,
)

"""What the players report at a table of Letter Jam, and what follows from it, stretch by stretch."""

from companion.games.letter_jam.reports.clue import ClueGiven, EndAgreed
from companion.games.letter_jam.reports.deciding import BonusGuessed, MovesOn, RoundEnded, Stays
from companion.games.letter_jam.reports.end import Revealed, WordCounts, WordFails, WordLaid
from companion.games.letter_jam.reports.setup import Dealt
from companion.games.letter_jam.reports.sheet import Boxed, Noted

__all__ = [
    "BonusGuessed",
    "Boxed",
    "ClueGiven",
    "Dealt",
    "EndAgreed",
    "MovesOn",
    "Noted",
    "Revealed",
    "RoundEnded",
    "Stays",
    "WordCounts",
    "WordFails",
    "WordLaid",
]

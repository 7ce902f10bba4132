"""Letter Jam."""

from companion.games.letter_jam.game import LetterJam

GAMES = (LetterJam(),)

"""Letter Jam."""

from companion.games.letter_jam.meta import META
from companion.kernel.game import later

GAMES = (later(META, "companion.games.letter_jam.game", "LetterJam"),)

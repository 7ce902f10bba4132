"""Schlafmütze, the hectic game of compound words."""

from companion.games.schlafmuetze.meta import META
from companion.kernel.game import later

GAMES = (later(META, "companion.games.schlafmuetze.game", "Schlafmuetze"),)

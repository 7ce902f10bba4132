"""Slam! – the card game of the poetry slam."""

from companion.games.slam.meta import META
from companion.kernel.game import later

GAMES = (later(META, "companion.games.slam.game", "SlamGame"),)

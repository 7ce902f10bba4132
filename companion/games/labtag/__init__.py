"""LABTAG Schlamboree."""

from companion.games.labtag.meta import META
from companion.kernel.game import later

GAMES = (later(META, "companion.games.labtag.game", "Labtag"),)

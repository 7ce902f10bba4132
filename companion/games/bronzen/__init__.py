"""Bronzen and its ancestor Pracherche."""

from companion.games.bronzen.meta import META
from companion.games.bronzen.pracherche.meta import META as PRACHERCHE
from companion.kernel.game import later

GAMES = (
    later(META, "companion.games.bronzen.game", "Bronzen"),
    later(PRACHERCHE, "companion.games.bronzen.pracherche.game", "Pracherche"),
)

"""Bronzen and its ancestor Pracherche."""

from companion.games.bronzen.game import Bronzen
from companion.games.bronzen.pracherche.game import Pracherche

GAMES = (Bronzen(), Pracherche())

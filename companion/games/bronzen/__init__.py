"""Bronzen and its ancestor Pracherche."""

from companion.games.bronzen.game import Bronzen

GAMES = (Bronzen(),)

"""Schlafmütze, the hectic game of compound words."""

from companion.games.schlafmuetze.game import Schlafmuetze

GAMES = (Schlafmuetze(),)

"""Slam! – the card game of the poetry slam."""

from companion.games.slam.game import SlamGame

GAMES = (SlamGame(),)

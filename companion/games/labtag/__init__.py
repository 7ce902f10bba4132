"""LABTAG Schlamboree."""

from companion.games.labtag.game import Labtag

GAMES = (Labtag(),)

"""A race of a few steps: the smallest game that shows everything a game can have."""

from .game import Race

GAMES = (Race(),)

"""Toy race: a race of a few steps, the smallest game that shows everything a game can have."""

from companion.games.toy_race.game import ToyRace

GAMES = (ToyRace(),)

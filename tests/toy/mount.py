"""Adds the toy games to the games found, without a change to the program's own files."""

import importlib
from pathlib import Path

from attrs import evolve
from toy.older import from_moved

from companion import games, resources

HERE = Path(__file__).resolve().parent

#: Their ids; a program in a process of its own does not have them.
TOYS = frozenset({"toy_coins", "toy_race"})


def mount() -> None:
    """Let the toy games be found like all others; calling it again has no effect."""
    if HERE in resources.ROOTS:
        return
    resources.ROOTS.append(HERE)
    games.__path__.append(str(HERE / "games"))
    race = importlib.import_module("companion.games.toy_race.game").ToyRace
    # new games are copied from it, so the older revision is added here
    race.meta = evolve(race.meta, revision=2)
    race.upcasters = {1: from_moved}
    games.games.cache_clear()

"""A table in the players' words, so that tests read like published positions."""

import re

from companion.games.toy_coins.game import ToyCoins
from companion.games.toy_coins.model import GameOver, Hiding, Naming, RoundOver
from companion.games.toy_coins.reports import Finished, Hidden, Named, NextRound
from games.position import Position

from companion.kernel.explain import Explanation
from companion.kernel.game import Setup
from companion.kernel.report import Report

GAME = ToyCoins()
NAMES = ("Anna", "Ben", "Cem", "Dora")


def report(word: str) -> Report:
    """Return what the players' words report.

    >>> report("Anna hides 2")
    Hidden(seat=0, coins=2)
    """
    if found := re.fullmatch(r"(\w+) hides (-?\d+)", word):
        return Hidden(NAMES.index(found[1]), int(found[2]))
    if found := re.fullmatch(r"(\w+) names (-?\d+)", word):
        return Named(NAMES.index(found[1]), int(found[2]))
    if found := re.fullmatch(r"again, (\w+) names first", word):
        return NextRound(NAMES.index(found[1]))
    if word == "stop":
        return Finished()
    raise ValueError(word)


class Table(Position):
    """A table of Toy coins.

    :param players: how many play.
    :param first: the seat that names first.
    """

    game = GAME

    def __init__(self, players: int = 2, *, first: int = 0) -> None:
        super().__init__(GAME.start(Setup(players, first)), NAMES[:players])

    def play(self, *words: str) -> "Table":
        """Report, one after another."""
        return self.report(*map(report, words))

    def refused(self, word: str) -> Explanation:
        """Return why a report is not allowed now."""
        return self.why_not(report(word))

    def check(self) -> None:
        self.check_points_explained()


def play(*words: str, players: int = 2, first: int = 0) -> Table:
    """Return a table at which this has been reported."""
    return Table(players, first=first).play(*words)


__all__ = ["GAME", "NAMES", "GameOver", "Hiding", "Naming", "RoundOver", "Table", "play", "report"]

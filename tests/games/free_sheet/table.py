"""A table in the players' words, so that tests read like published positions."""

import re
from typing import Any

from games.position import Position

from companion.games.free_sheet.game import FreeSheet
from companion.games.free_sheet.model import State
from companion.games.free_sheet.reports import Finished, OthersNothing, Scored
from companion.kernel.explain import Explanation
from companion.kernel.game import Setup
from companion.kernel.report import Report

GAME = FreeSheet()
NAMES = ("Anna", "Ben", "Cem", "Dora")


def report(word: str) -> Report[State]:
    """Return what the players' words report.

    >>> report("Anna 3+6+2")
    Scored(seat=0, points='3+6+2')
    """
    if word == "the others 0":
        return OthersNothing()
    if word == "last round":
        return Finished()
    if found := re.fullmatch(r"(\w+) ?(.*)", word):
        return Scored(NAMES.index(found[1]), found[2])
    raise ValueError(word)


class Table(Position):
    """A table of any other game; every report is checked for what always holds."""

    game = GAME

    def __init__(self, players: int = 2, *, first: int = 0, **house: str | int) -> None:
        super().__init__(GAME.start(Setup(players, first, house)), NAMES[:players])

    def play(self, *words: str) -> "Table":
        """Report, one after another."""
        return self.report(*map(report, words))

    def refused(self, word: str) -> Explanation:
        """Return why a report is not allowed now."""
        return self.why_not(report(word))

    @property
    def said(self) -> list[str]:
        """The messages of what was reported last."""
        return [said.text.message for said in self.step.messages]

    @property
    def totals(self) -> tuple[int, ...]:
        """Every player's points."""
        totals: tuple[int, ...] = self.state.totals
        return totals

    def check(self) -> None:
        self.check_points_explained()
        assert self.totals == tuple(
            sum(line.points for line in self.lines if line.seat == seat) for seat in self.state.seats
        )


def play(*words: str, players: int = 2, **setup: Any) -> Table:
    """Return a table at which this has been reported."""
    return Table(players, **setup).play(*words)

"""A table in the players' words, so that tests read like published positions."""

import re
from typing import Any

from attrs import evolve
from companion.games.toy_race.game import ToyRace
from companion.games.toy_race.model import GameOver, RoundOver, Running, State
from companion.games.toy_race.reports import Advanced, Finished, NextRound, Passed
from games.position import Position

from companion.kernel.explain import Explanation
from companion.kernel.game import Setup, Step
from companion.kernel.report import Report

GAME = ToyRace()
NAMES = ("Anna", "Ben", "Cem", "Dora")


def report(word: str) -> Report[State]:
    """Return what the players' words report.

    >>> report("Anna goes 2")
    Advanced(seat=0, steps=2)
    """
    if found := re.fullmatch(r"(\w+) goes (-?\d+)", word):
        return Advanced(NAMES.index(found[1]), int(found[2]))
    if found := re.fullmatch(r"(\w+) stays", word):
        return Passed(NAMES.index(found[1]))
    if found := re.fullmatch(r"again, (\w+) begins", word):
        return NextRound(NAMES.index(found[1]))
    if word == "stop":
        return Finished()
    raise ValueError(word)


class Table(Position):
    """A table of Toy race; every report is checked for what always holds.

    :param players: how many play.
    :param to_go: how many steps each is from the goal, with the race begun; without it all stand at the start.
    """

    game = GAME

    def __init__(
        self,
        players: int = 2,
        *,
        to_go: tuple[int, ...] = (),
        first: int = 0,
        house: dict[str, str | int] | None = None,
    ) -> None:
        players = len(to_go) or players
        super().__init__(GAME.start(Setup(players, first, house or {})), NAMES[:players])
        if to_go:
            places = tuple(self.state.goal - left for left in to_go)
            self.step = Step(evolve(self.state, places=places))

    @property
    def turn(self) -> str:
        """Who goes now."""
        return NAMES[self.state.phase.seat]

    def play(self, *words: str) -> "Table":
        """Report, one after another."""
        return self.report(*map(report, words))

    def refused(self, word: str) -> Explanation:
        """Return why a report is not allowed now."""
        return self.why_not(report(word))

    def check(self) -> None:
        self.check_points_explained()
        assert all(self.state.left(seat) >= 0 for seat in self.state.seats), "somebody is past the goal"


def play(*words: str, **position: Any) -> Table:
    """Return a table at which this has been reported; see :class:`Table` for positions."""
    return Table(**position).play(*words)


__all__ = ["GAME", "NAMES", "GameOver", "RoundOver", "Running", "Table", "play", "report"]

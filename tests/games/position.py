"""A position in the middle of a game: what the tests of every game report to it and ask it."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Self

import pytest
from attrs import evolve

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import Game, ScoreLine, Step
from companion.kernel.offers import Offer
from companion.kernel.report import NOT_OFFERED


class Position:
    """What lies on a table; every report is checked for what always holds.

    :param step: how it came to this.
    :param names: the players.
    """

    game: ClassVar[Game[Any, Any]]

    def __init__(self, step: Step[Any], names: tuple[str, ...]) -> None:
        self.step = step
        self.names = names
        #: All points so far.
        self.lines: list[ScoreLine] = []

    @property
    def state(self) -> Any:
        return self.step.state

    @property
    def view(self) -> Any:
        """What everybody sees."""
        return self.game.view(self.state, None)

    @property
    def offers(self) -> tuple[Offer, ...]:
        return self.game.offers(self.state, None)

    @property
    def phase(self) -> Any:
        return type(self.state.phase)

    @property
    def over(self) -> bool:
        return self.game.is_over(self.state)

    def report(self, *actions: Any) -> Self:
        """Report, one after another."""
        for action in actions:
            self.step = self.game.apply(self.state, action)
            self.lines += self.step.points
            assert all(line.why.rules for line in self.step.points)
            self.check()
        return self

    def check(self) -> None:
        """Check what always holds in this game, such as the number of its cards."""

    def check_points_explained(self) -> None:
        """Check that a message explains every point."""
        assert all(line.why in self.step.messages for line in self.step.points)

    def why_not(self, action: Any) -> Explanation:
        """Return why an action is not allowed now; "not offered" stands for the rules of what is expected instead."""
        with pytest.raises(Refused) as refused:
            self.game.apply(self.state, action)
        why = refused.value.why
        assert why == self.game.refusal(self.state, action)
        if why.text.message.startswith(NOT_OFFERED.text.message):
            assert why.rules
            return evolve(why, rules=("not offered",))
        return why

    @property
    def cited(self) -> set[str]:
        """The rules that the referee cited at the last report."""
        return {rule for said in self.step.messages for rule in said.rules}

    @property
    def noted(self) -> set[str]:
        """The rules that the referee cites for what comes now."""
        return {rule for said in (self.view.prompt, *self.view.notes) for rule in said.rules}

    @property
    def points(self) -> Any:
        """The points of each, by column."""
        return by_column(self.lines, self.names)


def by_column(lines: Iterable[ScoreLine], names: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Return the sum of score lines by player and column."""
    sums: dict[str, dict[str, int]] = {name: {} for name in names}
    for line in lines:
        cells = sums[names[line.seat]]
        cells[line.column] = cells.get(line.column, 0) + line.points
    return sums


def each(words: Iterable[str]) -> Iterator[str]:
    """Yield every report, those with a number in front (``7x Anna wins``) as often as it says."""
    for word in words:
        times = re.match(r"(\d+)x (.*)", word)
        yield from [times[2]] * int(times[1]) if times else [word]

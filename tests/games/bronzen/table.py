"""A table in the players' words, so that tests read like published positions.

>>> play("7x Anna wins", "Ben wins").points
{'Anna': {'einzel': 2}, 'Ben': {}}
"""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve

from companion.games.bronzen.actions import (
    Action,
    Cards,
    Color,
    Counter,
    Double,
    DoubleC,
    Einzel,
    Exchange,
    Finish,
    GiveUp,
    Jay,
    NextRound,
    Recount,
)
from companion.games.bronzen.cards import Card
from companion.games.bronzen.game import Bronzen
from companion.games.bronzen.model import (
    Chip,
    Chips,
    Decided,
    GameOver,
    Laying,
    Reveal,
    RoundOver,
    Stack,
    State,
    Streak,
)
from companion.games.bronzen.view import TableView
from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import ScoreLine, Setup, Step
from companion.kernel.offers import Offer

GAME = Bronzen()
NAMES = ("Anna", "Ben")
SITUATIONS: dict[str, Any] = {"color": Color, "counter": Counter, "double-c": DoubleC, "jay": Jay}


def action(word: str) -> Action:
    """Return what the players' words report.

    >>> action("Ben: green for red")
    Exchange(seat=1, give=<Chip.GREEN: 'green'>, get=<Chip.RED: 'red'>)
    """
    name, _, rest = word.partition(" ")
    if word in SITUATIONS:
        made: Action = SITUATIONS[word]()
        return made
    match rest.split():
        case ["wins"]:
            return Einzel(NAMES.index(name))
        case ["doubles"]:
            return Double(NAMES.index(name))
        case ["gives", "up"]:
            return GiveUp(NAMES.index(name))
        case ["round"]:
            return NextRound()
        case [give, "for", get]:
            return Exchange(NAMES.index(name[:-1]), Chip(give), Chip(get))
        case [left, right] if name == "counted":
            hands, bunkers = zip(*(map(int, side.split("+")) for side in (left, right)), strict=True)
            return Recount(hands, bunkers)
        case [right]:
            return Cards((Card.from_text(name), Card.from_text(right)))
        case []:
            assert word == "finish"
            return Finish()
    raise ValueError(word)


class Table:
    """A table of Bronzen that Anna (seat 0) and Ben (seat 1) report to; every report is checked for what always holds.

    :param cards: hand stack and bunker of each, at the start of a trick.
    :param chips: black, green and red chips on each account.
    :param streak: whose Einzel streak runs, and its chips.
    """

    def __init__(
        self,
        *,
        cards: tuple[tuple[int, int], tuple[int, int]] | None = None,
        chips: tuple[tuple[int, int, int], tuple[int, int, int]] | None = None,
        streak: tuple[str, int] | None = None,
        first: int = 0,
        house: dict[str, str | int] | None = None,
    ) -> None:
        self.step: Step[State] = GAME.start(Setup(2, first, house or {}))
        state = self.step.state
        if cards:
            state = evolve(state, stacks=(Stack(*cards[0]), Stack(*cards[1])))
        if chips:
            state = evolve(state, accounts=(Chips(*chips[0]), Chips(*chips[1])))
        if streak:
            state = evolve(state, streak=Streak(NAMES.index(streak[0]), streak[1]))
        self.step = evolve(self.step, state=state)
        self.lines: list[ScoreLine] = []
        self._check()

    @property
    def state(self) -> State:
        return self.step.state

    @property
    def view(self) -> TableView:
        return GAME.view(self.state, None)

    @property
    def offers(self) -> tuple[Offer, ...]:
        return GAME.offers(self.state, None)

    @property
    def phase(self) -> type[Any]:
        return type(self.state.phase)

    def play(self, *words: str) -> "Table":
        """Report, one after another; ``7x Anna wins`` is the same report seven times."""
        for word in each(words):
            self.step = GAME.apply(self.state, action(word))
            self.lines += self.step.points
            self._check()
        return self

    def refused(self, word: str) -> Explanation:
        """Return why a report is not allowed now."""
        with pytest.raises(Refused) as refused:
            GAME.apply(self.state, action(word))
        assert refused.value.why == GAME.refusal(self.state, action(word))
        return refused.value.why

    # What lies on the table

    @property
    def cards(self) -> tuple[int, int]:
        """All cards of each, hand stack and bunker together."""
        return self.state.stacks[0].total, self.state.stacks[1].total

    @property
    def stacks(self) -> tuple[tuple[int, int], ...]:
        """Hand stack and bunker of each."""
        return tuple((stack.hand, stack.bunker) for stack in self.state.stacks)

    @property
    def chips(self) -> tuple[tuple[int, int, int], ...]:
        """Black, green and red on each account."""
        return tuple((chips.black, chips.green, chips.red) for chips in self.state.accounts)

    @property
    def interim(self) -> tuple[str, int] | None:
        """Whose streak runs, and its chips."""
        streak = self.state.streak
        return (NAMES[streak.seat], streak.chips) if streak else None

    @property
    def laying(self) -> int | None:
        """How many each lays face down now."""
        return self.view.face_down

    @property
    def stakes(self) -> dict[str, int]:
        """What the running trick would bring whom."""
        return {NAMES[stake.seat]: stake.points for stake in self.view.stakes}

    @property
    def points(self) -> dict[str, dict[str, int]]:
        """The strokes of each, as points by column, over all rounds."""
        return points(self.lines)

    @property
    def told(self) -> set[str]:
        """The rules that the referee cited at the last report."""
        return {rule for explanation in self.step.told for rule in explanation.rules}

    @property
    def noted(self) -> set[str]:
        """The rules that the referee cites for what comes now."""
        return {rule for explanation in (self.view.prompt, *self.view.notes) for rule in explanation.rules}

    def _check(self) -> None:
        state = self.state
        lying = 2 * state.running.laid
        assert sum(self.cards) + lying == 110, "a card is missing"
        assert min(min(pair) for pair in self.stacks) >= 0
        assert min(min(chips) for chips in self.chips) >= 0
        assert all((state.in_bank(chip) or 0) >= 0 for chip in Chip), "more chips than there are"
        assert state.totals == tuple(sum(self.points[name].values()) for name in NAMES), "totals and lines differ"
        if self.phase is Reveal:
            assert min(stack.hand for stack in state.stacks) > 0, "a bunker was not shuffled"
        if isinstance(state.phase, Laying | Decided):
            assert min(self.cards) > 0, "nobody can lay"
            assert state.streak is None
        if isinstance(state.phase, RoundOver | GameOver) and state.phase.winner is not None:
            assert self.cards[state.phase.winner] == 110
        for line in self.step.points:
            assert line.why in self.step.told
            assert line.why.rules


def play(*words: str, **position: Any) -> Table:
    """Return a table at which this has been reported; see :class:`Table` for positions."""
    return Table(**position).play(*words)


def each(words: Iterable[str]) -> Iterable[str]:
    """Yield every report, those with a number in front as often as it says."""
    for word in words:
        times = re.match(r"(\d+)x (.*)", word)
        yield from [times[2]] * int(times[1]) if times else [word]


def points(lines: Iterable[ScoreLine]) -> dict[str, dict[str, int]]:
    """Return the sum of score lines by player and column."""
    sums: dict[str, dict[str, int]] = {name: {} for name in NAMES}
    for line in lines:
        cells = sums[NAMES[line.seat]]
        cells[line.column] = cells.get(line.column, 0) + line.points
    return sums


__all__ = ["GAME", "NAMES", "Table", "action", "each", "play", "points"]

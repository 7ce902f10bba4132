"""A table in the players' words, so that tests read like published positions.

>>> play("7x Anna wins", "Ben wins").points
{'Anna': {'einzel': 2}, 'Ben': {}}
"""

from typing import Any

from attrs import evolve
from games.position import Position, each

from companion.games.bronzen.cards import Card
from companion.games.bronzen.chips import Chip, Chips
from companion.games.bronzen.game import Bronzen
from companion.games.bronzen.model import Decided, GameOver, Laying, Reveal, RoundOver, Stack, State, Streak
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.reports import (
    Cards,
    Color,
    Counter,
    Double,
    DoubleC,
    Drawn,
    Einzel,
    Exchange,
    Finish,
    GiveUp,
    Jay,
    KeepPoints,
    KeepTricks,
    Mark,
    NextRound,
    Recount,
)
from companion.games.bronzen.reports.marks import ScoreColumn
from companion.kernel.explain import Explanation
from companion.kernel.game import Setup
from companion.kernel.report import Report

GAME = Bronzen()
NAMES = ("Anna", "Ben")
#: What one stroke in each column is worth.
POINTS = NUMBERS.points
#: How much is entered, and a round without a winner.
MODES: dict[str, Report[State]] = {"only points": KeepPoints(), "every trick": KeepTricks(), "drawn": Drawn()}
SITUATIONS: dict[str, Any] = {"color": Color, "counter": Counter, "double-c": DoubleC, "jay": Jay}


def action(word: str) -> Report[State]:
    """Return what the players' words report.

    >>> action("Ben: green for red")
    Exchange(seat=1, give=<Chip.GREEN: 'green'>, get=<Chip.RED: 'red'>)

    From now on every trick: both hand stacks, Anna's bunker, black, green and red chips of both, and the running streak.

    >>> action("all 50+40 8 3/2 1/0 0/0 Ben 4").streak
    ((1, 4),)
    """
    name, _, rest = word.partition(" ")
    if word in MODES:
        return MODES[word]
    if word in SITUATIONS:
        made: Report[State] = SITUATIONS[word]()
        return made
    match rest.split():
        case ["wins"]:
            return Einzel(NAMES.index(name))
        case ["doubles"]:
            return Double(NAMES.index(name))
        case ["marks", column]:
            return Mark(NAMES.index(name), ScoreColumn(column))
        case ["gives", "up"]:
            return GiveUp(NAMES.index(name))
        case ["round"]:
            return NextRound()
        case [give, "for", get]:
            return Exchange(NAMES.index(name[:-1]), Chip(give), Chip(get))
        case [hands, bunker, *chips] if name == "all":
            left, right = hands.split("+")
            pairs = [tuple(map(int, pair.split("/"))) for pair in chips[:3]]
            streak = [(NAMES.index(chips[3]), int(chips[4]))] if chips[3:] else []
            return KeepTricks((int(left), int(right)), int(bunker), *pairs, tuple(streak))
        case [left, right] if name == "counted":
            hands, bunkers = zip(*(map(int, side.split("+")) for side in (left, right)), strict=True)
            return Recount(hands, bunkers)
        case [right]:
            return Cards((Card.from_text(name), Card.from_text(right)))
        case []:
            assert word == "finish"
            return Finish()
    raise ValueError(word)


class Table(Position):
    """A table of Bronzen that Anna (seat 0) and Ben (seat 1) report to; every report is checked for what always holds.

    :param cards: hand stack and bunker of each, at the start of a trick.
    :param chips: black, green and red chips on each account.
    :param streak: whose Einzel streak runs, and its chips.
    """

    game = GAME

    def __init__(
        self,
        *,
        cards: tuple[tuple[int, int], tuple[int, int]] | None = None,
        chips: tuple[tuple[int, int, int], tuple[int, int, int]] | None = None,
        streak: tuple[str, int] | None = None,
        first: int = 0,
        house: dict[str, str | int] | None = None,
    ) -> None:
        step = GAME.start(Setup(2, first, {"keeping": "tricks"} | (house or {})))
        state = step.state
        if cards:
            state = evolve(state, stacks=(Stack(*cards[0]), Stack(*cards[1])))
        if chips:
            state = evolve(state, accounts=(Chips(*chips[0]), Chips(*chips[1])))
        if streak:
            state = evolve(state, streak=Streak(NAMES.index(streak[0]), streak[1]))
        super().__init__(evolve(step, state=state), NAMES)
        self.staked = state.running.staked
        self.check()

    def play(self, *words: str) -> "Table":
        """Report, one after another; ``7x Anna wins`` is the same report seven times."""
        return self.report(*map(action, each(words)))

    def refused(self, word: str) -> Explanation:
        """Return why a report is not allowed now."""
        return self.why_not(action(word))

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

    def check(self) -> None:
        state = self.state
        lying = 2 * state.running.laid
        assert sum(self.cards) + lying == 110, "a card is missing"
        assert min(min(pair) for pair in self.stacks) >= 0
        assert min(min(chips) for chips in self.chips) >= 0
        assert all((state.in_bank(chip) or 0) >= 0 for chip in Chip), "more chips than there are"
        assert state.totals == tuple(sum(self.points[name].values()) for name in NAMES), "totals and lines differ"
        if self.staked != Chips() and state.running.staked == Chips():
            assert "bronzen.double.stakes" in self.cited, "no message says where the stakes go"
        self.staked = state.running.staked
        if self.phase is Reveal:
            assert min(stack.hand for stack in state.stacks) > 0, "a bunker was not shuffled"
        if isinstance(state.phase, Laying | Decided):
            assert min(self.cards) > 0, "nobody can lay"
            assert state.streak is None
        if isinstance(state.phase, RoundOver | GameOver) and state.phase.winner is not None and state.known:
            assert self.cards[state.phase.winner] == 110
        self.check_points_explained()


def play(*words: str, **position: Any) -> Table:
    """Return a table at which this has been reported; see :class:`Table` for positions."""
    return Table(**position).play(*words)


__all__ = ["GAME", "NAMES", "POINTS", "Table", "action", "play"]

"""Random games against a simulator that knows every card: the referee shows only facts and refuses no legal report."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from attrs import define, field
from effort import effort
from games.schlafmuetze.simulate import COLOURS, Mode, Simulation

from companion.games.schlafmuetze import reports
from companion.games.schlafmuetze.game import Schlafmuetze
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import LastCard, Naming, Opening, Running, Voting
from companion.kernel.game import Setup

GAME = Schlafmuetze()
ROUNDS = 2
#: Reports after which a game is abandoned.
LONGEST = 400


@define
class Check:
    """A simulated game and the referee that receives its reports.

    :param facts: how many facts were compared.
    :param decided: a vote that was no longer needed.
    """

    simulation: Simulation
    state: State = field(init=False)
    facts: int = 0
    decided: reports.Voted | None = None

    def __attrs_post_init__(self) -> None:
        self.state = GAME.start(Setup(self.simulation.seats, 0, dict(self.simulation.house))).state

    def differences(self) -> Iterator[str]:
        """Play the game and yield differences; a refused report ends it."""
        for number, report in enumerate(self.simulation.play(rounds=ROUNDS)):
            if number > LONGEST:
                return
            if report is None:
                yield from self.compared()
                continue
            report = self.adapted(report)
            if report is None:
                continue
            if isinstance(report, reports.ColourNamed):
                yield from self.colours()
            self.facts += 1
            if refused := GAME.refusal(self.state, report):
                yield f"refused: {report}: {refused.rules}"
                return
            late, self.decided = self.decided, None
            self.state = GAME.apply(self.state, report).state
            if late and not isinstance(report, reports.Voted | reports.ColourNamed) and self.allowed(late):
                yield f"a vote after the next event: {late} after {report}"

    def allowed(self, report: Any) -> bool:
        self.facts += 1
        return GAME.refusal(self.state, report) is None

    def adapted(self, report: Any) -> Any:
        """Return a report as the referee asks for it, ``None`` if it is settled already."""
        state, naming = self.state, isinstance(self.state.phase, Naming)
        match report:
            case reports.Voted() if not isinstance(state.phase, Voting):
                if self.decided is None:
                    self.decided = report
                    assert self.allowed(report)
                return None
            case reports.ColourNamed(colour) if not naming:
                assert state.colour is colour
                return None
            case reports.GoesOn() if not [*reports.GoesOn.offers(state, None)]:
                return None  # the referee waits for no card on a named colour
            case reports.NoColourLeft() if not naming:
                return None
            case reports.NoColourLeft() if not state.circle_known and state.colour is None:
                # the referee does not know which colour was demanded: it is named again
                return reports.ColourNamed(self.simulation.colour)
        return report

    def colours(self) -> Iterator[str]:
        """Compare which colours may be named."""
        allowed = {colour for colour in COLOURS if self.allowed(reports.ColourNamed(colour))}
        if not self.simulation.allowed <= allowed:
            yield f"colours refused: {self.simulation.allowed - allowed}"
        if self.simulation.mode == "exact" and allowed != self.simulation.allowed:
            yield f"colours accepted: {allowed - self.simulation.allowed}"

    def compared(self) -> Iterator[str]:
        """Compare all that is known and all that may happen between two events."""
        table, state = self.simulation, self.state
        shown: dict[str, tuple[Any, Any]] = {
            "hands": (state.hands, tuple(table.hands)),
            "stock": (state.stock, table.stock),
            "chips": (state.chips, tuple(table.chips)),
            "totals": (state.totals, tuple(table.totals)),
            "round": (state.round, table.round),
            **{f"pile {pile}": (card.colour, table.circle[pile]) for pile, card in enumerate(state.circle)},
        }
        if not table.over:
            shown |= {"colour": (state.colour, table.colour), "pausing": (state.pausing, table.pausing)}
            shown |= {"dealer": (state.dealer, table.dealer)}
            shown["last card"] = (
                isinstance(state.phase, LastCard),
                bool(table.cards and not table.hands[table.latest.seat]),
            )
            shown["opening"] = isinstance(state.phase, Opening) and state.phase.asked, not table.cards and table.asked
        for name, (known, true) in shown.items():
            self.facts += 1
            if known is None:
                if true is not None and table.mode == "exact":
                    yield f"{name} is forgotten"
            elif known != true:
                yield f"{name} is shown as {known} instead of {true}"
        if not table.over:
            yield from self.possible()

    def possible(self) -> Iterator[str]:
        """Compare which reports are accepted."""
        table, state = self.simulation, self.state
        running = isinstance(state.phase, Running)
        rightful: dict[Any, bool] = {
            reports.Halt(): bool(table.doubtable()),
            reports.NobodyDoubts(): isinstance(state.phase, LastCard),
        }
        if running and table.cards:
            rightful[reports.Stuck(table.colour, table.pausing if table.every else None)] = True
            rightful[reports.SpeedDispute(latest=table.every and table.contestable())] = True
        if table.every and not isinstance(state.phase, LastCard):
            places = table.places()
            lying = [(seat, pile) for seat in range(table.seats) for pile in range(12)]
            rightful |= {reports.Laid(*place, COLOURS[0]): place in places for place in lying}
        if not state.every_card and running:
            rightful |= {reports.LastCardLaid(seat): True for seat, _ in table.places()}
        for report, right in rightful.items():
            if self.allowed(report) != right and (right or table.mode == "exact"):
                yield f"{'refused' if right else 'accepted'}: {report}"
        yield from self.doubts()

    def doubts(self) -> Iterator[str]:
        """Compare which words may be doubted, and the known facts after each is rejected."""
        table = self.simulation
        cards = table.doubtable()
        if not cards or not self.allowed(reports.Halt()):
            return
        halted = GAME.apply(self.state, reports.Halt()).state
        for card in cards:
            doubt = reports.Doubted((table.others(card.seat)[0],), card.seat, first=table.says_first(card))
            self.facts += 1
            if GAME.refusal(halted, doubt):
                yield f"refused: {doubt}"
        for seat in set(range(table.seats)) - {card.seat for card in cards} if table.mode == "exact" else ():
            self.facts += 1
            if GAME.refusal(halted, reports.Doubted((table.others(seat)[0],), seat)) is None:
                yield f"accepted: the doubt of {seat}'s word"


@pytest.mark.rule(
    "schlafmuetze.ruling.keeping",
    "schlafmuetze.ruling.latest_card",
    "schlafmuetze.ruling.first_card_rejected",
    "schlafmuetze.ruling.stuck_colours",
    "schlafmuetze.ruling.settled",
    "schlafmuetze.speed.dispute_agreed",
    "schlafmuetze.speed.dispute_open",
)
@pytest.mark.thorough
@pytest.mark.parametrize("mode", ["exact", "sparse", "switching"])
def test_random_games(mode: Mode) -> None:
    """The referee agrees with the simulated table, however sparse the reports are."""
    for seed in range(effort(few=25, many=500)):
        differences = [*Check(Simulation(Random(seed), mode)).differences()]
        assert not differences, f"game {seed}"

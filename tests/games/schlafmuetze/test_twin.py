"""Rounds as an independent referee saw them: what is told now and then must lead to the same verdicts."""

from random import Random
from typing import Any

import pytest
from effort import effort
from games.schlafmuetze.twin import COLOURS, Round

from companion.games.schlafmuetze import reports
from companion.games.schlafmuetze.game import Schlafmuetze
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import Naming, Voting
from companion.kernel.game import Setup

GAME = Schlafmuetze()
#: Reports after which a round that does not end is left.
LONGEST = 500


def told(seed: int, *, changing: bool) -> None:
    """Play a round at random and hold every verdict against that of the other referee."""
    random = Random(seed)
    seats, author_names, may_repeat = random.randint(3, 5), random.random() < 0.3, random.random() < 0.2
    twin = Round(
        random, seats, author_names, may_repeat, every=not changing or random.random() < 0.7, changing=changing
    )
    house = {
        "length": "open",
        "keeping": "every_card" if twin.every else "referee_only",
        "names_colour": "author" if author_names else "previous",
        "new_colour": "may_repeat" if may_repeat else "differs",
    }
    state = GAME.start(Setup(seats, 0, house)).state
    for number, report in enumerate(twin.play()):
        if number > LONGEST:
            return
        if report is None:
            if not changing:
                judged(state, twin)
            continue
        if isinstance(report, reports.NoColourLeft):
            if not isinstance(state.phase, Naming):
                continue  # the program knew it by itself
            if state.colour is None:
                assert twin.colour  # which colour was barred, only the table knows: it may be named again
                report = reports.ColourNamed(twin.colour)
        if isinstance(report, reports.Voted) and not isinstance(state.phase, Voting):
            continue  # it was decided before
        if isinstance(report, reports.ColourNamed) and not isinstance(state.phase, Naming):
            assert state.colour is report.colour  # it was the only one left
            continue
        if isinstance(report, reports.ColourNamed):
            for colour in twin.forbidden:
                assert GAME.refusal(state, reports.ColourNamed(colour)), f"{colour} may not be named: {seed}"
        refused = GAME.refusal(state, report)
        assert refused is None, f"{report} is refused in round {seed}: {refused}"
        state = GAME.apply(state, report).state
    if not changing:
        assert state.hands == tuple(twin.hands)


def judged(state: State, twin: Round) -> None:
    """Between two events of a round of which every card is told, both referees allow the same."""
    assert (state.hands, state.stock, state.colour, state.pausing) == (
        tuple(twin.hands),
        twin.stock,
        twin.colour,
        twin.pausing,
    )

    def allowed(report: Any) -> bool:
        return GAME.refusal(state, report) is None

    lying = {(seat, pile) for seat in range(twin.seats) for pile in range(12)}
    assert {place for place in lying if allowed(reports.Laid(*place, COLOURS[0]))} == {*twin.layable()}
    assert allowed(reports.Halt()) == bool(twin.doubtable())
    assert allowed(reports.Stuck()) == bool(twin.cards)
    if twin.doubtable():
        halted = GAME.apply(state, reports.Halt()).state
        for seat in range(twin.seats):
            doubt = reports.Doubted(((seat + 1) % twin.seats,), seat)
            doubted = any(card.seat == seat for card in twin.doubtable())
            assert (GAME.refusal(halted, doubt) is None) == doubted


@pytest.mark.rule("schlafmuetze.ruling.latest_card", "schlafmuetze.ruling.stuck_colours")
@pytest.mark.thorough
def test_rounds_of_which_every_card_is_told() -> None:
    for seed in range(effort(few=20, many=60)):
        told(seed, changing=False)


@pytest.mark.rule("schlafmuetze.ruling.keeping", "schlafmuetze.ruling.first_card_rejected")
@pytest.mark.thorough
def test_rounds_of_which_more_or_less_is_told_now_and_then() -> None:
    for seed in range(effort(few=50, many=150)):
        told(seed, changing=True)

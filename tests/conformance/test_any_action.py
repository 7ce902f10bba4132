"""Whatever anybody reports, at whatever moment: it is allowed or refused with a rule, and nothing else ever happens."""

from typing import Any

import pytest
from conformance.actions import anything
from conformance.inside import check, check_offer, judged
from conformance.material import check_conserved, sheet_of
from conformance.walks import Tape, completed, tapes, walk
from hypothesis import given
from hypothesis import strategies as st

from companion.kernel.game import Step
from companion.kernel.record import AnyGame

pytestmark = pytest.mark.thorough


def taken(game: AnyGame, state: Any, action: Any) -> Step[Any] | None:
    """Return what an action leads to, ``None`` if it is refused; either way it has a moment and a name."""
    hash(game.event_key(state, action))
    check(game.describe(action))
    verdict = judged(game, state, action)
    if not isinstance(verdict, Step):
        return None
    check(verdict.messages, verdict.points)
    return verdict


@given(data=st.data(), tape=tapes(longest=150))
def test_unoffered_actions_are_judged(game: AnyGame, data: st.DataObject, tape: Tape) -> None:
    """Values of the right types and no sense are refused or taken; if taken, the game is as sound as before."""
    positions = [*walk(game, tape)]
    steps = [position.step for position in positions]
    for action in data.draw(st.lists(anything(game), min_size=1, max_size=12)):
        step = taken(game, steps[-1].state, action)
        if step:
            steps.append(step)
            for seat in positions[0].seats:
                check(game.view(step.state, seat))
                for offer in game.offers(step.state, seat):
                    check_offer(offer)
    sheet = sheet_of(game, positions[0].setup.seats, steps)
    check_conserved(game, steps[-1].state, sheet)


@given(tape=tapes(longest=160))
def test_wrong_moments_are_judged(game: AnyGame, tape: Tape) -> None:
    """What was possible at any other moment of the game is refused or taken now."""
    positions = [*walk(game, tape)]
    offered = {
        completed(offer, Tape(b""))
        for position in positions[::7]
        for seat in position.seats[:2]
        for offer in game.offers(position.state, seat)
        if all(getattr(field, "options", True) for field in offer.fields)
    }
    played = {position.action for position in positions[1:]}
    for position in positions[:: max(1, len(positions) // 5)]:
        for action in offered | played:
            taken(game, position.state, action)

"""Any report at any moment is either allowed, or refused with a rule."""

from functools import cache
from random import Random
from typing import Any

import pytest
from conformance.actions import anything
from conformance.inside import check, check_offer, judged
from conformance.material import check_conserved, sheet_of
from conformance.walks import LONG_WALKS, Position, Tape, completed, tapes, walk
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


@cache
def ended_walk(game: AnyGame) -> tuple[Position, ...]:
    """Return a walk to the end of the game."""
    walks = (tuple(walk(game, Tape(Random(seed).randbytes(2500)))) for seed in range(LONG_WALKS))
    return next(positions for positions in walks if game.is_over(positions[-1].state))


@given(data=st.data())
def test_nothing_is_reported_after_the_end(game: AnyGame, data: st.DataObject) -> None:
    """After the end of the game every action is refused, whether it was offered before or not."""
    positions = ended_walk(game)
    random = data.draw(st.randoms(use_true_random=False))
    position = random.choice(positions)
    offers = [offer for seat in position.seats for offer in game.offers(position.state, seat)]
    fitting = [offer for offer in offers if all(getattr(field, "options", True) for field in offer.fields)]
    actions = [completed(offer, Tape(random.randbytes(64))) for offer in fitting]
    played = [other.action for other in positions[1:]]
    for action in (*actions, *played, *data.draw(st.lists(anything(game), max_size=12))):
        refused = game.refusal(positions[-1].state, action)
        assert refused, f"{action} is accepted after the end"
        assert refused.rules


@given(tape=tapes(longest=160))
def test_wrong_moments_are_judged(game: AnyGame, tape: Tape) -> None:
    """A report that was possible at another moment of the game is refused or taken now."""
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

"""The laws of coming and going: joining late, leaving early and coming back disturb neither the log, nor the sheet, nor the play."""

import json
from typing import Any

import pytest
from conformance.inside import asked_of, check, check_offer, check_verdict
from conformance.material import check_conserved
from conformance.test_log import header_of
from conformance.walks import Position, Tape, next_action, setup_of, tapes
from hypothesis import given

from companion.kernel.explain import Refused
from companion.kernel.game import Setup
from companion.kernel.log import Act, Join, Leave
from companion.kernel.record import AnyGame, replay
from companion.kernel.text import Player
from companion.kernel.undo import NoLongerFits
from companion.storage.codec import entry_from_json, entry_to_json
from companion.tables.session import Session

pytestmark = pytest.mark.thorough


def _played(game: AnyGame, tape: Tape) -> Session:
    """Return a session in which players join or leave now and then."""
    setup = setup_of(game.meta, tape)
    session = Session(replay(game, header_of(game, setup), ()))
    taste = tape.below(256)
    while not tape.ended and not session.is_over:
        before = session.record
        try:
            match tape.below(10):
                case 0:
                    session.submit(Join(len(session.names), f"P{session.version}"))
                case 1:
                    session.submit(Leave(tape.below(len(session.names))))
                case 3 if gone := sorted(before.gone):
                    back = tape.pick(gone)
                    session.submit(Join(back, session.names[back]))
                case 2 if before.entries:
                    session.undo()
                case _:
                    here = Setup(len(session.names), setup.first, setup.house)
                    action = next_action(game, Position(here, before.step or before.start), tape, taste)
                    assert action is not None, "a dead end"
                    session.submit(Act(action))
        except Refused as refused:
            check_verdict(refused.why)
            assert session.record == before
        else:
            _sound(session)
    return session


def _sound(session: Session) -> None:
    """Check invariants of every position: it has a view for all, at least one player can report, and the sheet loses nothing."""
    record, game = session.record, session.game
    seats = (None, *range(len(session.names)))
    check_conserved(game, record.state, session.sheet)
    offers = [offer for seat in seats for offer in session.offers(seat)]
    assert any(not offer.closed for offer in offers) != session.is_over
    for offer in offers:
        check_offer(offer)
        assert not {Player(seat) for seat in record.gone} & asked_of(offer), f"named though gone: {offer}"
        assert dict(offer.given).get("seat") not in record.gone, f"asked though gone: {offer}"
    for seat in seats:
        check(session.view(seat))
    assert not {*session.view(None).asked} & record.gone
    last = [rank.seat for rank in session.sheet.ranking][len(session.names) - len(record.gone) :]
    assert {*last} == record.gone


@given(tape=tapes())
def test_who_comes_and_goes_disturbs_nothing(game: AnyGame, tape: Tape) -> None:
    """A game with comings and goings can be replayed, from JSON as well, and undone entirely."""
    if not hasattr(game, "joined"):
        return
    session = _played(game, tape)
    lines: list[Any] = [entry_to_json(entry, game.meta.id) for entry in session.record.entries]
    again = replay(game, session.record.header, [entry_from_json(json.loads(json.dumps(line)), game) for line in lines])
    assert again.failure is None
    assert again.record == session.record
    if counting := [line.entry.id for line in session.record.active]:
        session.undo(*counting)
    assert (session.names, session.record.gone) == (session.record.header.seats, frozenset())
    assert session.record.state == session.record.start.state


@given(tape=tapes(longest=120))
def test_what_was_reported_of_a_player_keeps_them_at_the_table(game: AnyGame, tape: Tape) -> None:
    """A coming or going is undone, or what came after it says why not; no player is asked or counted twice."""
    if not hasattr(game, "joined"):
        return
    session = _played(game, tape)
    for line in [one for one in session.record.active if isinstance(one.action, Join | Leave)]:
        before = session.record
        try:
            session.undo(line.entry.id)
        except NoLongerFits as unfit:
            for conflict in unfit.conflicts:
                check_verdict(conflict.why)
            assert session.record == before
        else:
            _sound(session)

"""The laws of two phones at one table: a report by both within a moment is entered once, and nothing is lost silently."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from conformance.inside import check_verdict
from conformance.test_log import picture, played
from conformance.walks import Position, Tape, next_action, tapes
from hypothesis import given

from companion.kernel.explain import Refused
from companion.kernel.game import Setup
from companion.kernel.log import Act
from companion.kernel.record import AnyGame, replay
from companion.kernel.undo import NoLongerFits
from companion.tables.conflicts import Conflict
from companion.tables.last_seen import SEEN_AT, SeenAt
from companion.tables.session import Session, Submitted
from companion.tables.undo_redo import to_undo

pytestmark = pytest.mark.thorough


@contextmanager
def everything_read() -> Iterator[None]:
    """Let both phones have read all entries up to here, and none of the later ones."""
    now = time.monotonic()
    while time.monotonic() == now:  # a browser's clock is coarse: what comes must not come in the same tick
        pass
    token = SEEN_AT.set(SeenAt(now))
    try:
        yield
    finally:
        SEEN_AT.reset(token)


def turned_down(session: Session, do: Callable[[], Submitted]) -> Conflict | None:
    """Let the second phone tap, which changes nothing, and return what it is asked, if it is."""
    before = picture(session)
    with pytest.raises(Refused) as refused:
        do()
    assert picture(session) == before
    assert not isinstance(refused.value, NoLongerFits)
    assert refused.value.why.rules == ("companion.overtaken",)
    check_verdict(refused.value.why)
    return refused.value if isinstance(refused.value, Conflict) else None


@given(tape=tapes(longest=120))
def test_what_two_phones_tell_within_a_moment_is_entered_once(game: AnyGame, tape: Tape) -> None:
    """The second phone is asked wherever a second event is possible, and informed wherever it is not."""
    session = played(game, tape)
    setup = Setup(len(session.names))
    for _ in range(4):
        action = next_action(game, Position(setup, session.record.step or session.record.start), tape)
        if action is None:
            return
        with everything_read():
            version = session.version
            session.submit(Act(action), expected_version=version, page="one")
            again = partial(session.submit, Act(action), expected_version=version + 1, page="two")
            question = turned_down(session, again)
            assert bool(question) == (game.refusal(session.record.state, action) is None)
            if question:
                assert question.changes == (Act(action),)
                session.insist(question, page="two")
                assert session.version == version + 2
    replayed = replay(game, session.record.header, session.record.entries)
    assert (replayed.failure, replayed.record) == (None, session.record)


@given(tape=tapes(longest=120))
def test_what_is_reported_anew_is_not_redone_as_well(game: AnyGame, tape: Tape) -> None:
    """After an undo one phone reports the event anew and the other taps redo, in either order: it counts once."""
    session = played(game, tape)
    last = session.last
    if last is None or to_undo(session.record) != (last.entry.id,):  # a correction would be taken back
        return
    session.undo()
    state, undone = session.record.state, session.version
    again = Act(last.action)
    if game.refusal(state, last.action):  # it was brought back to where it no longer fits
        return
    with everything_read():
        session.submit(again, expected_version=undone, page="one")
        if game.event_key(state, last.action) == game.event_key(session.record.state, last.action):
            return  # reporting it twice changes nothing
        turned_down(session, lambda: session.redo(last.entry.id, expected_version=undone, page="two"))
    session.undo()
    session.submit(Act(last.action))
    session.undo()
    with everything_read():
        base = session.version
        session.redo(expected_version=base, page="one")
        turned_down(session, lambda: session.submit(again, expected_version=base + 1, page="two"))
        turned_down(session, lambda: session.submit(again, expected_version=base, page="two"))


@given(tape=tapes(longest=120))
def test_of_two_corrections_of_one_entry_the_later_names_the_first(game: AnyGame, tape: Tape) -> None:
    """Two corrections of the same version: an amendment, an undo or a redo each."""
    session = played(game, tape)
    lines = [*session.record.active]
    if not lines:
        return
    line = tape.pick(lines)
    then = next(
        (
            earlier.step
            for earlier in reversed(session.record.history[: session.record.history.index(line)])
            if earlier.step
        ),
        session.record.start,
    )
    id, first = line.entry.id, line.action
    other = next_action(game, Position(Setup(len(session.names)), then), tape)
    try:
        if other is not None and other != first:
            with everything_read():
                base = session.version
                session.amend(id, other, expected_version=base, page="one")
                turned_down(session, lambda: session.amend(id, first, expected_version=base, page="two"))
                turned_down(session, lambda: session.amend(id, other, expected_version=base, page="two"))
                turned_down(session, lambda: session.undo(id, expected_version=base, page="two"))
        with everything_read():
            base = session.version
            session.undo(id, expected_version=base, page="one")
            turned_down(session, lambda: session.undo(id, expected_version=base, page="two"))
            turned_down(session, lambda: session.amend(id, first, expected_version=base, page="two"))
            base = session.version
            session.redo(id, expected_version=base, page="one")
            turned_down(session, lambda: session.redo(id, expected_version=base, page="two"))
    except NoLongerFits:
        return

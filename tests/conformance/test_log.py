"""The laws of the log: it can be replayed, corrected in any place, stored and repeated, and nothing is ever lost."""

import json
from typing import Any

import pytest
from conformance.inside import check_verdict
from conformance.walks import Position, Tape, next_action, setup_of, tapes
from hypothesis import example, given

from companion.kernel.corrections import plan
from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import ScoreLine, Setup
from companion.kernel.log import Act, Amend, Change, Header, PrivateNote, Redo, Rename, Reseat, Undo
from companion.kernel.record import AnyGame, Record, replay
from companion.kernel.undo import NoLongerFits, all_undone, targets
from companion.scoring import ScoreSheet
from companion.storage.codec import entry_from_json, entry_to_json, header_from_json, header_to_json
from companion.tables.session import Session

pytestmark = pytest.mark.thorough

NAMES = ("Anna", "Ben", "Çağla", "Đorđe", "Edda", "Fritz", "Gül", "Hatice", "Ivo", "Jürgen", "Kim", "Lea")


def header_of(game: AnyGame, setup: Setup) -> Header:
    """Return the header of a table with this setup."""
    return Header(game.meta.id, game.meta.revision, NAMES[: setup.seats], setup.first, setup.house)


def recomputed(record: Record) -> tuple[Any, list[tuple[str, ScoreLine]]]:
    """Return state and points by replaying the active entries from the start: the plain meaning of every correction."""
    step, points = record.start, []
    for line in record.active:
        step = record.game.apply(step.state, line.action)
        points += [(line.entry.id, point) for point in step.points]
    return step.state, points


def picture(session: Session) -> tuple[Any, ...]:
    """Return everything that a refused report must leave as it is."""
    return session.version, session.record.entries, session.record.history, session.record.state, session.sheet


def played(game: AnyGame, tape: Tape) -> Session:
    """Return a session in which people report, slip, undo, redo and amend along a tape."""
    setup = setup_of(game.meta, tape)
    session = Session(replay(game, header_of(game, setup), ()))
    taste = tape.below(256)
    while not tape.ended:
        try:
            _one_report(session, setup, tape, taste)
        except Refused as refused:
            check_verdict(refused.why)
    return session


def _one_report(session: Session, setup: Setup, tape: Tape, taste: int) -> None:
    """Report something: mostly what comes next, sometimes a correction anywhere in the log.

    :raises Refused: if it is not allowed.
    """
    entries = [entry.id for entry in session.record.entries]
    before = picture(session)
    try:
        match tape.below(12) if entries else 0:
            case 9:
                session.undo(tape.pick(entries))
            case 10:
                session.redo(tape.pick(entries))
            case 11:
                place = tape.below(len(session.record.history))
                then = session.record.history[place - 1].step if place else None
                other = next_action(session.game, Position(setup, then or session.record.start), tape, taste)
                if other is not None:
                    session.amend(session.record.history[place].entry.id, other)
            case _:
                now = session.record.step or session.record.start
                action = next_action(session.game, Position(setup, now), tape, taste)
                if action is not None:
                    session.submit(Act(action), by=tape.pick((None, *range(setup.seats))))
    except NoLongerFits as wrong:
        ids = [conflict.entry.id for conflict in wrong.conflicts]
        assert ids == [id for id in entries if id in set(ids)] != []
        for conflict in wrong.conflicts:
            check_verdict(conflict.why)
        assert picture(session) == before
        raise
    except Refused:
        assert picture(session) == before
        raise


@given(tape=tapes())
def test_the_log_is_the_game(game: AnyGame, tape: Tape) -> None:
    """However often it was corrected, the log replays to the live state at every entry, from JSON as well."""
    session = played(game, tape)
    record = session.record
    assert recomputed(record) == (record.state, [*record.points])
    header = header_from_json(json.loads(json.dumps(header_to_json(record.header))), game)
    entries = [
        entry_from_json(json.loads(json.dumps(entry_to_json(entry, game.meta.id))), game) for entry in record.entries
    ]
    assert (header, tuple(entries)) == (record.header, record.entries)
    again = replay(game, header, entries)
    assert again.failure is None
    assert again.record == record
    assert (again.record.snapshots, again.record.undone) == (record.snapshots, all_undone(record.entries))
    live = Session(replay(game, header, ()))
    for entry, state in zip(entries, again.states[1:], strict=True):
        live.submit(entry.change, by=entry.by, id=entry.id)
        assert live.record.state == state
    assert [line.step for line in live.record.history] == [line.step for line in again.record.history]


@given(tape=tapes())
def test_undoing_everything_and_redoing_it(game: AnyGame, tape: Tape) -> None:
    """Everything undone is the start and an empty sheet; everything redone is the game as it was."""
    session = played(game, tape)
    start = replay(game, session.record.header, ()).record.state
    before = picture(session)[2:]
    counting = tuple(line.entry.id for line in session.record.active)
    if not counting:
        return
    session.undo(*counting)
    assert session.record.state == start
    assert not session.sheet.scored
    assert not any(session.sheet.totals)
    assert session.redo_target == counting
    session.redo()
    assert picture(session)[2:] == before
    while session.last:  # one after the other, the latest first, never fails
        session.undo()
    assert session.record.state == start


#: A note of Letter Jam is made a report, and that is corrected once more.
NOTE_MADE_A_REPORT = b"\0\0\0\0\0\0\xf4\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x0c\0\0\0\0\0\0\0\x002\x14\0\0\0\0\0\0\0\x0b\x08\0h"


@example(tape=Tape(NOTE_MADE_A_REPORT))
@given(tape=tapes(longest=60))
def test_an_undo_after_a_correction_is_as_if_there_had_been_none(game: AnyGame, tape: Tape) -> None:
    """What one correction has changed, one undo changes back, and one redo makes again."""
    session = played(game, tape)
    reports = [line.action for line in session.record.active if isinstance(line.entry.change, Act)]
    for line in [*session.record.active][-3:]:
        for action in reports[:3]:
            before = [(each.action, each.undone) for each in session.record.history]
            try:
                session.amend(line.entry.id, action)
            except Refused:
                continue
            if isinstance(action, PrivateNote) or isinstance(line.action, PrivateNote):
                continue
            after = [(each.action, each.undone) for each in session.record.history]
            session.undo()
            assert [(each.action, each.undone) for each in session.record.history] == before
            session.redo()
            assert [(each.action, each.undone) for each in session.record.history] == after


@given(tape=tapes(longest=120))
def test_amending_by_the_same_changes_nothing(game: AnyGame, tape: Tape) -> None:
    """Amending an entry with its own action changes neither state nor lines nor points."""
    session = played(game, tape)
    for line in [*session.record.active]:
        before = picture(session)[2:]
        session.amend(line.entry.id, line.action)
        assert picture(session)[2:] == before


def _corrected(session: Session, change: Undo | Redo | Amend) -> tuple[list[Any], dict[str, Explanation]]:
    """Return the naive result of a correction: what counts, and why later entries are refused.

    :return: the action of each line, ``None`` if it is struck out; and the reasons by entry id.
    """
    step, counts, refused = session.record.start, [], {}
    for line in session.record.history:
        undone, action = line.undone, line.action
        match change:
            case Amend(line.entry.id, other):
                action = other
            case Undo((line.entry.id,)) | Redo((line.entry.id,)):
                undone = not undone
        if not undone and (why := session.game.refusal(step.state, action)):
            refused[line.entry.id] = why
        elif not undone:
            step = session.game.apply(step.state, action)
        counts.append(None if undone or line.entry.id in refused else action)
    return counts, refused


def _a_correction(session: Session, tape: Tape) -> Undo | Redo | Amend | None:
    """Return a correction of any line, which may conflict with later entries."""
    record = session.record
    place = tape.below(len(record.history))
    line = record.history[place]
    if line.undone:
        return Redo((line.entry.id,))
    before = next((each.step for each in reversed(record.history[:place]) if each.step), record.start)
    other = next_action(session.game, Position(Setup(len(session.names)), before), tape) if tape.below(3) else None
    if other is None or not isinstance(line.entry.change, Act):
        return Undo((line.entry.id,))
    return Amend(line.entry.id, other) if other != line.action else None


@given(tape=tapes(), more=tapes(longest=30))
def test_a_correction_drops_only_what_is_refused(game: AnyGame, tape: Tape, more: Tape) -> None:
    """After any correction, every later entry that still fits counts; undoing the correction restores the game."""
    session = played(game, tape)
    while not more.ended and session.record.history:
        change = _a_correction(session, more)
        if change is None:
            continue
        before = session.record
        counts, refused = _corrected(session, change)
        if not isinstance(change, Undo) and (own := refused.get(targets(change)[0])):
            with pytest.raises(Refused) as wrong:
                session.correct(change, without=frozenset(refused))
            assert (wrong.value.why, session.record) == (own, before)
            continue
        session.correct(change, without=frozenset(refused))
        after = session.record
        assert [None if line.undone else line.action for line in after.history] == counts
        planned = plan(before, change)
        assert {conflict.entry.id: conflict.why for conflict in planned.dropped} == refused
        assert replay(game, before.header, after.entries).record == after
        session.undo(*(entry.id for entry in after.entries[before.version :]))
        assert picture(session)[2:] == (before.history, before.state, ScoreSheet.of_record(before))
        if not isinstance(change, Undo):
            session.redo()
            assert session.record.history == after.history


@given(tape=tapes(longest=120))
def test_names_are_no_part_of_the_game(game: AnyGame, tape: Tape) -> None:
    """A mended name changes neither state nor sheet; who sits there changes only while nothing is reported of them."""
    session = played(game, tape)
    state, sheet, names = session.record.state, session.sheet, session.names
    others = Reseat(names[::-1], session.record.seated.first)
    if [*session.record.active]:
        with pytest.raises(Refused) as refused:
            session.submit(others)
        check_verdict(refused.value.why)
    session.submit(Rename((len(names) - 1,), ("Zoë",)))
    assert (session.record.state, session.sheet) == (state, sheet)
    assert session.names == (*names[:-1], "Zoë")
    session.undo(*(line.entry.id for line in session.record.active))
    assert session.names == names
    session.submit(others)
    assert session.names == others.seats
    anew = replay(game, session.record.seated, ()).record
    assert (session.record.state, anew.header.seats) == (anew.state, others.seats)


@given(tape=tapes(longest=120))
def test_repeated_reports_add_nothing(game: AnyGame, tape: Tape) -> None:
    """A repeated report is harmless; the same event from a phone that lags behind is refused as overtaken."""
    session = played(game, tape)
    setup = Setup(len(session.names))
    for _ in range(4):
        action = next_action(game, Position(setup, session.record.step or session.record.start), tape)
        if action is None:
            return
        base = session.version
        then = game.event_key(session.record.state, action)
        change: Change = Act(action)
        first = session.submit(change, by=0, expected_version=base, id=f"report {base}")
        before = picture(session)
        repeated = session.submit(change, by=0, expected_version=base, id=f"report {base}")
        assert (repeated.entry, repeated.repeated) == (first.entry, True)
        if game.event_key(session.record.state, action) != then:
            with pytest.raises(Refused) as refused:
                session.submit(change, by=1, expected_version=base, id="a lagging phone")
            assert refused.value.why.rules == ("companion.overtaken",)
        assert picture(session) == before

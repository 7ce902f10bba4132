"""Announces all events of a table to screen readers, including those of other devices."""

from collections.abc import Iterator
from typing import Any, Final

import flet as ft

from companion.kernel.corrections import in_effect
from companion.kernel.log import Amend, Entry, Redo, Ruling, Undo
from companion.kernel.text import Text, messages
from companion.tables import undo_redo
from companion.tables.agreement import Proposal
from companion.tables.session import Dispute, Session
from companion.ui.kit.table_context import AnyPlay
from companion.ui.table.agreement import question

T, N = messages("companion")

PAUSED: Final = T("Play is paused.")


def use_announcer(play: AnyPlay) -> None:
    """Announce the events since the last rendering of this page."""
    last: Any = ft.use_ref(None)
    session = play.session
    now = (session, session.version, session.dispute, session.proposal)

    def listen() -> None:
        before, last.current = last.current, now
        if before and before[0] is session:
            said = [*news(session, *before[1:3]), *_asked(play, before[3])]
            if said:
                play.context.announce(" ".join(map(play.say, said)))

    ft.use_effect(listen, dependencies=[id(session), session.version, id(session.dispute), id(session.proposal)])


def news(session: Session, version: int, dispute: Dispute | None) -> Iterator[Text]:
    """Yield the events since a version and a dispute, as messages of the referee."""
    entries = session.record.entries[version:]
    for entry in in_effect(entries):
        yield from _announced(session, entry)
    if session.dispute and session.dispute is not dispute:
        yield PAUSED
    elif dispute and not session.dispute and not any(isinstance(entry.change, Ruling) for entry in entries):
        yield T("Play goes on.")


def _asked(play: AnyPlay, before: Proposal | None) -> Iterator[Text]:
    """Yield the correction that a player proposes, unless it was asked before or on this page."""
    asked = play.session.proposal
    if asked and asked is not before and asked.rights.page != play.context.reporter:
        yield question(asked)


def _announced(session: Session, entry: Entry) -> Iterator[Text]:
    record = session.record
    match entry.change:
        case Undo(undone) if what := undo_redo.label(record, undone):
            yield T("Undone: {what}", what=what)
        case Redo(brought) if what := undo_redo.label(record, brought):
            yield T("Restored: {what}", what=what)
        case Amend(corrected, action) if line := record.item(corrected):
            yield T("Entry {n} corrected: {what}", n=record.number(line.entry), what=record.describe(action))
        case _ if (line := record.item(entry.id)) and line.step:
            yield from (said.text for said in line.step.messages if said.is_for(None))

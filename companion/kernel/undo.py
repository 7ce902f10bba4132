"""Undo, redo and amend: the entries that a correction names, what counts afterwards, and the conflicts it can have."""

from collections.abc import Iterable, Sequence, Set
from typing import Any, Final

from attrs import frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Amend, Change, Entry, Redo, Undo
from companion.kernel.text import messages

T, N = messages("companion")

UNDO_RULE: Final = "companion.undo"
REDO_RULE: Final = "companion.redo"
AMEND_RULE: Final = "companion.amend"

#: The rule of each kind of correction.
RULES: Final[dict[type, str]] = {Undo: UNDO_RULE, Redo: REDO_RULE, Amend: AMEND_RULE}


@frozen
class CorrectionConflict:
    """A later entry that a correction makes invalid.

    :param why: the reason for which it would be refused.
    :param action: the action that would count.
    """

    entry: Entry
    why: Explanation
    action: Any


class NoLongerFits(Refused):
    """A correction is refused because later entries would no longer be allowed; nothing has changed.

    :param conflicts: those entries in order; at least one.
    """

    def __init__(self, conflicts: Sequence[CorrectionConflict]) -> None:
        first = conflicts[0].why
        text = N(
            "After this correction a later entry would no longer be allowed: {why} Nothing was changed.",
            "After this correction {n} later entries would no longer be allowed. The first: {why} Nothing was changed.",
            n=len(conflicts),
            why=first.text,
        )
        super().__init__(Explanation(text, (*first.rules, AMEND_RULE)))
        self.conflicts = tuple(conflicts)


def all_undone(entries: Sequence[Entry]) -> set[str]:
    """Return the ids of the entries that do not count. An undo or redo that is undone itself has no effect.

    A correction reaches only entries before it: one that could name itself would decide whether it counts.
    """
    gone: dict[str, bool] = {}
    passed: set[str] = set()
    for entry in reversed(entries):
        passed.add(entry.id)
        if isinstance(entry.change, Undo | Redo) and not gone.get(entry.id):
            for target in entry.change.entries:
                if target not in passed:
                    gone.setdefault(target, isinstance(entry.change, Undo))
    return {id for id, undone in gone.items() if undone}


def amended_actions(entries: Iterable[Entry], undone: Set[str]) -> dict[str, Any]:
    """Return the current action of each amended entry, by the entry's id.

    :param entries: the entries that may amend another one.
    :param undone: the ids of the entries that do not count.
    """
    changes = (entry.change for entry in entries if entry.id not in undone)
    return {change.entry: change.action for change in changes if isinstance(change, Amend)}


def targets(change: Change) -> tuple[str, ...]:
    """Return the ids of the entries that a correction names."""
    match change:
        case Undo(entries) | Redo(entries):
            return entries
        case Amend(entry, _):
            return (entry,)
        case _:
            return ()

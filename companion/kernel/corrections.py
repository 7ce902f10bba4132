"""Correcting a log: the later entries that conflict with a correction, and the changes that keep all others."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Final

from attrs import evolve, frozen

from companion.kernel.explain import Refused
from companion.kernel.log import Change, Entry, Redo, Undo
from companion.kernel.record import Record
from companion.kernel.undo import CorrectionConflict, NoLongerFits

#: The id of an entry that is only tried out.
_TRIED: Final = "?"


@frozen
class Plan:
    """The effect of a correction on later entries.

    :param dropped: the entries that the correction makes invalid, in order, each with the reason in the state in which
        it would be reported.
    :param changes: the changes to enter, all or none; each is allowed after the ones before it.
    """

    dropped: tuple[CorrectionConflict, ...]
    changes: tuple[Change, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the entries that are dropped."""
        return frozenset(conflict.entry.id for conflict in self.dropped)


def plan(record: Record, change: Change) -> Plan:
    """Return the effect of a correction on later entries.

    :param change: the correction.
    :raises Refused: if the correction itself is not allowed, even without the later entries.
    """
    try:
        record.after(Entry(_TRIED, change))
    except NoLongerFits as unfit:
        return plan_around(record, change, unfit.conflicts)
    return Plan((), (change,))


def plan_around(record: Record, change: Change, conflicts: tuple[CorrectionConflict, ...]) -> Plan:
    """Return how to enter a correction that has conflicts, keeping every later entry that still fits.

    An undo names the dropped entries. Any other correction may depend on dropped entries, or they on it. So everything
    from the first conflict on is undone before the correction, and what still fits is redone after it.

    :param conflicts: the conflicts for which the record has refused the correction.
    :raises Refused: if the conflicts include entries that the correction amends or redoes.
    """
    dropped = {conflict.entry.id: conflict for conflict in conflicts}
    undone = record.undone_with(Entry(_TRIED, change))
    places = [record.positions[id].item for id in dropped]
    for line in (record.history[place] for place in places):
        if not line.undone and dropped[line.entry.id].action != line.action:
            raise Refused(dropped[line.entry.id].why)
    brought = {id for id in record.undone - undone if record.item(id)}
    if brought and brought <= dropped.keys():
        raise Refused(next(each.why for each in conflicts if each.entry.id in brought))
    if isinstance(change, Undo):
        return Plan(conflicts, (Undo(_named(change.entries, dropped)),))
    rest = record.history[places[0] :]
    kept = [line.entry.id for line in rest if line.entry.id not in undone and line.entry.id not in dropped]
    counting = [line.entry.id for line in rest if not line.undone]
    before = (Undo(_named(counting, dropped)),) if counting else ()
    if isinstance(change, Redo):
        fitting = [id for id in change.entries if id not in dropped]
        return Plan(conflicts, (*before, Redo(_named(fitting, kept))))
    return Plan(conflicts, (*before, change, *((Redo(tuple(kept)),) if kept else ())))


def moment(entry: Entry) -> Entry:
    """Return an entry without id and change, so that all entries made in one step compare equal."""
    return evolve(entry, id="", change=Undo(()))


def in_effect(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries, leaving out ids that are undone and redone within the same step."""
    for _, group in groupby(entries, key=moment):
        together = [*group]
        back = {id for entry in together if isinstance(entry.change, Redo) for id in entry.change.entries}
        away = {id for entry in together if isinstance(entry.change, Undo) for id in entry.change.entries}
        for entry in together:
            change = entry.change
            if not isinstance(change, Undo | Redo) or not entry.at:
                yield entry
            elif left := tuple(id for id in change.entries if id not in back & away):
                yield evolve(entry, change=type(change)(left))


def _named(*ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain(*ids)))

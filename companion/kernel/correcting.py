"""Correcting a log: which later entries no longer fit after a correction, and what is entered so that all the others stay."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Final

from attrs import evolve, frozen

from companion.kernel.explain import Refused
from companion.kernel.log import Change, Entry, Redo, Undo
from companion.kernel.record import Conflict, NoLongerFits, Record

#: The id of an entry that is only tried.
_TRIED: Final = "?"


@frozen
class Plan:
    """What a correction does to the entries after it.

    :param dropped: the entries that are refused once it is made, in order, each with the reason in the state it would be
        reported in.
    :param changes: what is entered, all or nothing; each is allowed after the ones before it.
    """

    dropped: tuple[Conflict, ...]
    changes: tuple[Change, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the entries that are dropped."""
        return frozenset(conflict.entry.id for conflict in self.dropped)


def plan(record: Record, change: Change) -> Plan:
    """Return what a correction does to the entries after it.

    :param change: the correction.
    :raises Refused: if it is not allowed itself, whatever is dropped.
    """
    try:
        record.after(Entry(_TRIED, change))
    except NoLongerFits as unfit:
        return around(record, change, unfit.conflicts)
    return Plan((), (change,))


def around(record: Record, change: Change, conflicts: tuple[Conflict, ...]) -> Plan:
    """Return how a correction is entered that has conflicts: each later entry that still fits is kept.

    An undo names what is dropped. Any other correction may depend on entries that are dropped, or the other way round. So
    everything from the first conflict on is undone before it, and what still fits is brought back after it.

    :param conflicts: what the record has refused the correction for.
    :raises Refused: if the entries that it corrects or brings back are among them.
    """
    dropped = {conflict.entry.id: conflict for conflict in conflicts}
    undone = record.undone_with(Entry(_TRIED, change))
    places = [record.places[id].line for id in dropped]
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
    """Return when, by whom and on which sight of the log an entry was made: what is entered in one go has the same."""
    return evolve(entry, id="", change=Undo(()))


def in_effect(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries without what was undone in one go with a correction only to be brought back after it."""
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

"""What plain undo and redo apply to: reports and corrections alike, latest first."""

from collections.abc import Iterable, Sequence

from companion.kernel.corrections import moment
from companion.kernel.log import Act, Amend, Change, Entry, Event, PrivateNote, Redo, Rename, Ruling, Undo
from companion.kernel.record import Record
from companion.kernel.text import Text, messages
from companion.kernel.undo import targets

T, N = messages("companion")


def to_undo(record: Record, by: int | None = None) -> tuple[str, ...]:
    """Return the entries that plain undo applies to: the latest report, or a later correction of one.

    Undone entries are left to redo, and private notes of seats other than ``by`` are skipped.
    """
    gone = record.undone
    for place in reversed(range(record.version)):
        latest = record.entries[place]
        if latest.id in gone:
            continue
        match latest.change:
            case Undo():
                continue
            case Redo(named):
                if any((found := record.entry(id)) and _counts(found, record, by) for id in named):
                    together = _reported_with(record.entries[:place], latest)
                    stays = gone.union(*(targets(entry.change) for entry in together))
                    return (*(entry.id for entry in together), *(id for id in named if id not in stays))
            case _ if _counts(latest, record, by):
                together = _reported_with(record.entries[:place], latest)
                return (*(entry.id for entry in together), latest.id)
    return ()


def to_redo(record: Record) -> tuple[str, ...]:
    """Return the entries that plain redo applies to: those undone last, unless the game has continued since."""
    gone = record.undone
    for place in reversed(range(record.version)):
        entry = record.entries[place]
        match entry.change:
            case Undo(named) if entry.id not in gone:
                back = tuple(id for id in named if id in gone)
                # entries dropped by a redo do not fit together with it
                if back and not _is_with_redo(record.entries[place : place + 2]):
                    return back
            case Undo() | Redo():
                continue
            case change if not _is_beside(change):
                return ()
    return ()


def label(record: Record, ids: Iterable[str]) -> Text | None:
    """Return the label of some entries for undo and redo; ``None`` if there are none."""
    entries = sorted(filter(None, map(record.entry, {*ids})), key=record.number)
    # a report describes itself; entries dropped by a correction, or notes that belong to another entry, do not
    said = [one for one in entries if not isinstance(one.change, Undo | Redo) and not _is_beside(one.change)] or entries
    if not said:
        return None
    latest = _description(record, said[-1])
    return (
        N("{what} and {n} more entry", "{what} and {n} more entries", n=len(said) - 1, what=latest)
        if said[1:]
        else latest
    )


def _description(record: Record, entry: Entry) -> Text:
    match entry.change:
        case Amend(corrected, action):
            line = record.item(corrected)
            n = record.number(line.entry) if line else 0
            return T("correction of entry {n} to “{what}”", n=n, what=record.describe(action))
        case Undo() | Redo():
            return T("correction in the history")
    line = record.item(entry.id)
    if line is None:
        return T("correction in the history")
    return record.title(line)


def _reported_with(before: Sequence[Entry], entry: Entry) -> list[Entry]:
    """Return the corrections that were entered in one go with an entry, because only together they were allowed."""
    together: list[Entry] = []
    if isinstance(entry.change, Amend | Redo):
        for other in reversed(before):
            if not isinstance(other.change, Undo | Redo | Amend) or moment(other) != moment(entry) or not entry.at:
                break
            together.insert(0, other)
    return together


def _is_with_redo(entries: Sequence[Entry]) -> bool:
    """Return whether the second of two entries is a redo made in one step with the first."""
    first, second = entries[0], entries[-1]
    return isinstance(second.change, Redo) and moment(first) == moment(second) and bool(first.at)


def _counts(entry: Entry, record: Record, by: int | None) -> bool:
    """Return whether undoing an entry changes what the user sees."""
    if entry.id in record.undone:
        return False
    match entry.change:
        case Amend(corrected, action):
            first = record.entry(corrected)
            if first is None or corrected in record.undone:
                return False
            # a note that was changed into a report concerns everyone from then on
            return not isinstance(action, PrivateNote) or _counts(first, record, by)
        case Act(PrivateNote(seat=seat)):
            return seat == by
        case change:
            return isinstance(change, Event)


def _is_beside(change: Change) -> bool:
    """Return whether an entry leaves the game unchanged for all: a private note, a name, or a ruling."""
    return isinstance(change, Ruling | Rename) or (isinstance(change, Act) and isinstance(change.action, PrivateNote))
